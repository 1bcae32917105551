"""How far squads may move, and the odds of charging and breaking away (FC-MOV, FC-DIS, FC-CHG)."""

from fractions import Fraction

from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.dice import Distribution, at_least, dice, successes

from . import tables
from .house_rules import WORDS


def allowance(mov: int, *, shot: bool, broken: bool, downed: int, house: HouseRules) -> int:
    """Tiles a squad may move: ``mov`` is its slowest unit's, ``downed`` the number it carries (FC-MOV-1 to 4)."""

    def tiles(order: str, minimum: str) -> int:
        base = tables.half_up(mov) if broken and order == "halve" else mov
        base = base if shot else tables.half_again(base)
        base = tables.half_up(base) if broken and order == "bonus" else base
        return max(base - downed, tables.half_up(base if minimum == "base" else mov))

    return house.resolve(tiles, "fc.mov_order", "fc.min_base")


CHARGES = range(tables.CHARGE_DICE, tables.MAX_CHARGE + 1)
"""The distances that a charge may roll."""


def charge_chance(need: int) -> Fraction:
    """The chance that a charge covers that many tiles (FC-CHG-3)."""
    return at_least(dice(tables.CHARGE_DICE, tables.FACES), need)


def opposed_chance(need: int) -> Fraction:
    """The same against a squad that breaks away: the charger must also roll higher (FC-DIS-5, FC-CHG-4)."""
    roll = dice(tables.CHARGE_DICE, tables.FACES)
    both = roll.with_(roll, lambda charger, other: charger >= need and charger > other)
    return both.chance(True)


disengage_risk = WORDS.sentence("disengage_risk")
"""The risk of breaking away (FC-DIS-2)."""


def disengage_losses(engaged: int) -> Distribution[int]:
    """The number of engaged units downed when their squad breaks away (FC-DIS-2)."""
    return successes(engaged, Fraction(tables.DISENGAGE_DOWNED, tables.FACES))


def may_oppose(was_engaged: bool, opposed_before: bool, house: HouseRules) -> bool:
    """Whether a squad that disengages opposes one more charge (FC-A29, FC-A29b)."""
    return house.resolve(
        lambda often, needs: (often == "each" or not opposed_before) and (needs == "off" or was_engaged),
        "fc.oppose_each",
        "fc.oppose_needs_engaged",
    )


charges_opposed = WORDS.sentence("charges_opposed")
"""Which charges a squad that disengages opposes (FC-A29)."""
