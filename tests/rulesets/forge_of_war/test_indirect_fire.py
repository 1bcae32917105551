"""Figures in a block under a template."""

import pytest

from rulesets.systems.forge_of_war.indirect_fire import block, under_template


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
