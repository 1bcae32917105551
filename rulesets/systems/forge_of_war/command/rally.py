"""Rallying: how many D-markers a roll removes (§13, §14)."""

from fractions import Fraction
from typing import NamedTuple

from rulesets.core.calculators import SolveContext
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.dice import Distribution, certain, die, yes

from ..dice import throw
from ..modifiers import modified, plain
from ..tables import DIE, NATURAL_FAILURE
from .command_value import CommandState, CommandTest, chance_to_pass, command_modifiers, passes


def removed_by(roll: int, mcv: int, markers: int, floor: int, house: HouseRules) -> int:
    """D-markers that a rally roll removes from ``markers``, of which ``floor`` are permanent (§13, §14).

    One for each point below the value; a natural 10 fails; a 1 removes at least one (AMB-027, AMB-034).
    """
    removable = max(0, markers - floor)
    below = max(0, mcv - roll)
    if roll == NATURAL_FAILURE and min(below, removable) and not passes(roll, mcv, CommandTest.RALLY, house):
        return 0
    if roll == 1:
        differs = min(max(below, 1), removable) != min(1, removable)
        below = 1 if differs and house.choice("rule_of_one") == "exactly_one" else max(below, 1)
    return min(below, removable)


def removal(mcv: int, markers: int, floor: int, house: HouseRules) -> Distribution[int]:
    """How many D-markers one rally roll removes."""
    return die(DIE).map(lambda roll: removed_by(roll, mcv, markers, floor, house))


def attempts_until_clean(base: int, markers: int, floor: int, house: HouseRules) -> Fraction | None:
    """Expected rallies until only permanent markers are left; ``None`` if that never happens.

    ``base`` is the value without any marker.
    """
    expected: dict[int, Fraction] = {floor: Fraction(0)}
    for number in range(floor + 1, markers + 1):
        roll = removal(base - number, number, floor, house)
        stays = roll.chance(0)
        if stays == 1:
            return None
        ahead = sum((chance * expected[number - count] for count, chance in roll.items() if count), Fraction(0))
        expected[number] = (1 + ahead) / (1 - stays)
    return expected.get(markers, Fraction(0))


def chance_of_attempt(unit: CommandState, context: SolveContext) -> Fraction:
    """The chance that a rally roll is allowed at all (AMB-032): 1 or 0 once the die for it is rolled."""
    if context.house.choice("rally_initiative") != "needs_activation":
        return Fraction(1)
    changes = command_modifiers(unit, CommandTest.ACTIVATION, context.house)
    return chance_to_pass(modified(unit.cv, changes), CommandTest.ACTIVATION, "To activate", context)


def removal_words(value: int) -> str:
    """The die to roll for a rally, and what it removes at that value."""
    removed = f"one for each point below {value}" if value > 1 else "only a natural 1 removes one"
    return f"roll a d{DIE}: {removed}"


class Rallied(NamedTuple):
    """What comes of an attempt to rally: the D-markers removed, and whether it keeps the initiative."""

    removed: int
    keeps: bool


def rally_attempt(unit: CommandState, value: int, floor: int, context: SolveContext) -> Distribution[Rallied]:
    """What may come of an attempt to rally at that value; ``floor`` D-markers are permanent.

    Where a house rule makes it activate first, it may fail to (AMB-032). A natural 1 always keeps the initiative.
    """
    house = context.house
    reading = house.choice("rally_initiative")

    def scored(roll: int) -> Rallied:
        passed = roll == 1 or passes(roll, value, CommandTest.RALLY, house)
        return Rallied(removed_by(roll, value, unit.markers, floor, house), passed or reading != "fail_passes")

    def rallied(activated: bool) -> Distribution[Rallied]:
        if not activated:
            return certain(Rallied(0, keeps=False))
        return throw(1, DIE, f"To rally, below {plain(value)}", context.roller).map(scored)

    return yes(chance_of_attempt(unit, context)).then(rallied)


def rally_removal(unit: CommandState, value: int, floor: int, context: SolveContext) -> Distribution[int]:
    """How many D-markers an attempt to rally removes at that value; ``floor`` of them are permanent."""
    # Chances of a roll that removes nothing do not depend on the house rule of the initiative.
    if removal(value, unit.markers, floor, context.house).outcomes() == {0}:
        return certain(0)
    return rally_attempt(unit, value, floor, context).map(lambda each: each.removed)
