"""Figures in a block under a template."""

import pytest

from rulesets.core.dice import mean
from rulesets.core.play.rolls import Roller
from rulesets.systems.forge_of_war.catalogue import CATALOGUE
from rulesets.systems.forge_of_war.fire.indirect_fire import block, deviation, dice_for, under_template
from rulesets.systems.forge_of_war.profiles import Weapon
from tests.rulesets.forge_of_war.rolls import brute
from tests.rulesets.forge_of_war.worked import (
    chances,
    expected,
    same,
)


def test_a_block_is_as_square_as_can_be_round_its_point() -> None:
    assert block(4, 2) == ((-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0))
    places = block(7, 2)
    assert len(set(places)) == 7
    assert {y for _, y in places} == {-2.0, 0.0, 2.0}


@pytest.mark.parametrize(("radius", "caught"), [(1, 1), (2, 5), (3, 9), (12, 9)])
def test_nine_figures_under_a_template_on_the_point(radius: int, caught: int) -> None:
    assert under_template(9, 2, radius, 0).outcomes() == {caught}


def test_a_template_that_falls_wide_catches_nobody() -> None:
    assert under_template(9, 2, 3, 12).outcomes() == {0}
    near = under_template(9, 2, 2, 2)
    assert near.chance(lambda count: count > 0) == 1
    assert max(near.outcomes()) < 9


@pytest.mark.parametrize("count", [1, 2])
@pytest.mark.parametrize("value", [-2, 0, 5, 9])
def test_deviation_roll_by_roll(count: int, value: int) -> None:
    assert deviation(count, value) == brute(count, lambda roll: max(0, sum(roll) - value))


def test_w48() -> None:
    inches = deviation(1, 7)
    assert {"inches": chances(inches), "mean": str(mean(inches))} == expected("W48")


def test_w49() -> None:
    mortar = CATALOGUE.spec(Weapon, "weapon", "mortar_light")
    assert mortar is not None
    inches = deviation(dice_for(mortar, mortar.accuracy, 13), 7)
    wanted = expected("W49")
    same(inches, wanted["inches"])
    assert {
        "roll of 9": mean(deviation(1, 7, Roller(lambda faces: 8))),
        "mean": str(mean(inches)),
        "P(on the aim point)": str(inches.chance(0)),
        'P(3" or less)': str(inches.chance(lambda off: off <= 3)),
    } == {name: value for name, value in wanted.items() if name != "inches"}
