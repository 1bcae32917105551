"""How far rolls lie from their mean."""

from fractions import Fraction

from rulesets.core.dice import Distribution, mean


def variance(of: Distribution[int]) -> Fraction:
    """The expected squared distance from the mean."""
    middle = mean(of)
    return sum(((outcome - middle) ** 2 * chance for outcome, chance in of.items()), Fraction(0))
