"""The suppression check against every roll."""

from fractions import Fraction
from itertools import product

import icepool
import pytest

from rulesets.systems.warstrike.suppression import current_nv, pass_chance


@pytest.mark.parametrize("dice", range(5))
@pytest.mark.parametrize("number", range(9))
def test_chances_agree_with_every_roll(dice: int, number: int) -> None:
    rolls = list(product(range(1, 7), repeat=dice))
    assert pass_chance(dice, number) == Fraction(sum(any(die <= number for die in roll) for roll in rolls), len(rolls))


@pytest.mark.parametrize(("dice", "number"), [(12, 1), (20, 2), (17, 5)])
def test_chances_of_many_dice_agree_with_an_independent_library(dice: int, number: int) -> None:
    lowest = icepool.lowest([icepool.d6] * dice)
    assert pass_chance(dice, number) == lowest.probability("<=", number)


def test_every_marker_after_the_first_costs_a_point() -> None:
    assert [current_nv(4, markers) for markers in range(7)] == [4, 4, 3, 2, 1, 0, 0]
