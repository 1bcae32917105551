"""Covering fire and reaction tests: who reacts, who flees (§39, optional rules)."""

from dataclasses import dataclass
from fractions import Fraction

from rulesets.core.calculators import SolveContext
from rulesets.core.declarations.house_rules import HouseRules, by_reading

from ..dice import throw
from ..modifiers import plain
from ..tables import DIE, REACTION_FLEE_BELOW, REACTION_SHIFTED
from .command_value import CommandTest, passes


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


def reaction(cv: int, mcv: int, context: SolveContext) -> Reaction:
    """The chances to react, to do nothing and to flee: 1 or 0 once the die is rolled."""

    def comes_of(roll: int) -> str:
        if passes(roll, mcv, CommandTest.REACTION, context.house):
            return "reacts"
        return "flees" if flees(roll, cv, mcv, context.house) else "nothing"

    score = throw(1, DIE, f"To react, {plain(mcv)} or less", context.roller).map(comes_of)
    return Reaction(score.chance("reacts"), score.chance("nothing"), score.chance("flees"))
