from fractions import Fraction

import pytest

from rulesets.core.declarations.house_rules import HouseRules
from rulesets.systems.forge_of_war import RULESET
from rulesets.systems.forge_of_war.movement import care_in_words, careful, dismounted_fighters, slowed_move


def house(**chosen: str) -> HouseRules:
    return HouseRules(RULESET.rulings, chosen.items())


WHOLE, PART = house(terrain_halving="whole_move"), house(terrain_halving="portion")


@pytest.mark.parametrize(
    ("allowance", "clear", "whole", "part"),
    [
        (6, 0, Fraction(3), Fraction(3)),
        (6, 2, Fraction(3), Fraction(4)),
        (6, 6, Fraction(3), Fraction(6)),
        (5, 1, Fraction(5, 2), Fraction(3)),
        (6, 8, Fraction(3), Fraction(6)),
    ],
)
def test_care_halves_the_move_or_what_lies_in_difficult_ground(
    allowance: int, clear: int, whole: Fraction, part: Fraction
) -> None:
    assert (careful(allowance, clear, WHOLE), careful(allowance, clear, PART)) == (whole, part)


def test_care_is_told_as_it_is_played() -> None:
    assert (care_in_words(WHOLE), care_in_words(PART)) == ("half the whole move", "half speed in it")


@pytest.mark.parametrize(("markers", "inches"), [(0, 6), (2, 4), (6, 0), (8, 0)])
def test_markers_slow_a_move_where_that_is_played(markers: int, inches: int) -> None:
    assert slowed_move(6, markers, house(dmarker_move_penalty="1")) == inches
    assert slowed_move(6, markers, house(dmarker_move_penalty="0")) == 6


@pytest.mark.parametrize(("figures", "fighting"), [(1, 1), (3, 3), (4, 3), (7, 6), (8, 6), (10, 8)])
def test_one_rider_in_four_holds_the_mounts(figures: int, fighting: int) -> None:
    assert dismounted_fighters(figures) == fighting
