"""The quick reference, from the same numbers that the calculators use."""

from fractions import Fraction

from rulesets.core.calculators import percent
from rulesets.core.house_rules import HouseRules
from rulesets.core.reference import Section
from rulesets.core.tables import table

from .legality import Context
from .tables import FACES


def sections(house: HouseRules, armies: tuple[Context, ...]) -> tuple[Section, ...]:
    """The chance to hit by skill."""
    rows: list[tuple[object, ...]] = [
        (f"{skill}+", percent(Fraction(FACES + 1 - skill, FACES))) for skill in range(2, FACES + 1)
    ]
    return (Section("shooting", "Shooting", (table("To hit", "Skill | >Chance", rows),)),)
