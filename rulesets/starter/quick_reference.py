"""The quick reference: its words stand in ``data/quick_reference.toml``, its numbers are those of the calculators."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from rulesets.core.calculators import percent
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.reference import Section
from rulesets.core.texts.sheets import Computed, load_sheet

from . import tables
from .catalogue import DATA
from .house_rules import RULINGS
from .legality import Context

Armies = tuple[Context, ...]


def _chances_to_hit(armies: Armies) -> Iterator[Sequence[object]]:
    for skill in range(2, tables.FACES + 1):
        yield f"{skill}+", percent(Fraction(tables.FACES + 1 - skill, tables.FACES))


SHEET = load_sheet(DATA, RULINGS, vars(tables), Computed(rows={"chances to hit": _chances_to_hit}))


def sections(house: HouseRules, armies: Armies) -> tuple[Section, ...]:
    """The chance to hit by skill."""
    return SHEET.sections(house, armies)
