"""Slower moves: care and D-markers; and figures left to fight when cavalry dismounts (§2, §5, §16)."""

from fractions import Fraction

from rulesets.core.declarations.house_rules import HouseRules, by_reading

from .house_rules import WORDS
from .tables import MOUNT_HOLDERS


def careful(allowance: int, clear: int, house: HouseRules) -> Fraction:
    """Inches of a move with care of which ``clear`` lie before the difficult ground (§16, AMB-056)."""
    whole = Fraction(allowance, 2)
    part = clear + Fraction(max(0, allowance - clear), 2)
    return by_reading("terrain_halving", whole_move=whole, portion=min(part, Fraction(allowance)))(house)


care_in_words = WORDS.sentence("care")
"""The distance of a move with care over difficult ground, in words (§16, AMB-056)."""


def slowed_move(allowance: int, markers: int, house: HouseRules) -> int:
    """Inches of a move action of a unit with so many D-markers (§2, AMB-055)."""
    slower = max(0, allowance - markers)
    return house.resolve({"0": allowance, "1": slower}.__getitem__, "dmarker_move_penalty")


def dismounted_fighters(figures: int) -> int:
    """Figures of a dismounted cavalry unit that fight: one in four holds the mounts (§5)."""
    return figures - figures // MOUNT_HOLDERS
