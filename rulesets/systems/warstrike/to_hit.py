"""The number to hit from another page of the author; Action Phase 0.5 does not define it."""

from fractions import Fraction

from .tables import EVEN_TO_HIT, FACES


def number_to_hit(bs: int, ev: int) -> int:
    """The least score that hits: 1 or less always hits, more than 6 never does."""
    return EVEN_TO_HIT + ev - bs


def hit_chance(bs: int, ev: int) -> Fraction:
    """The chance of one shot to hit."""
    faces = FACES + 1 - number_to_hit(bs, ev)
    return Fraction(min(max(faces, 0), FACES), FACES)
