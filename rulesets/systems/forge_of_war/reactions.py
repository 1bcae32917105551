"""Covering fire and reaction tests: who reacts, who flees (§39, optional rules)."""

from dataclasses import dataclass
from fractions import Fraction

from rulesets.core.declarations.house_rules import HouseRules, by_reading

from .command import CommandTest, passes
from .tables import DIE, REACTION_FLEE_BELOW, REACTION_SHIFTED


def flees(roll: int, cv: int, mcv: int, house: HouseRules) -> bool:
    """Whether a roll that fails a reaction test makes the unit flee (optional rules, AMB-128)."""
    if mcv >= REACTION_FLEE_BELOW:
        return False
    shifted = roll + cv - mcv
    return by_reading(
        "reaction_flee",
        natural10=roll == DIE,
        shifted10plus=shifted >= REACTION_SHIFTED[0],
        shifted10or11=shifted in REACTION_SHIFTED,
    )(house)


@dataclass(frozen=True, slots=True)
class Reaction:
    """Chances of a reaction test."""

    reacts: Fraction
    nothing: Fraction
    flees: Fraction


def reaction(cv: int, mcv: int, house: HouseRules) -> Reaction:
    """The chances to react, to do nothing and to flee."""
    counts = {"reacts": 0, "nothing": 0, "flees": 0}
    for roll in range(1, DIE + 1):
        if passes(roll, mcv, CommandTest.REACTION, house):
            counts["reacts"] += 1
        else:
            counts["flees" if flees(roll, cv, mcv, house) else "nothing"] += 1
    return Reaction(**{name: Fraction(count, DIE) for name, count in counts.items()})
