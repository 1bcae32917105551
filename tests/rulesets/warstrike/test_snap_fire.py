import pytest

from rulesets.systems.warstrike.snap_fire import full_shots, snap_rof, snap_shots

ARMS = [(3, 2), (1, 4)]
"""Two weapons of rate 3 and four of rate 1."""


@pytest.mark.parametrize(("rof", "halved"), [(0, 0), (1, 0), (2, 1), (3, 1), (6, 3)])
def test_the_rate_of_fire_is_halved_and_rounded_down(rof: int, halved: int) -> None:
    assert snap_rof(rof) == halved


def test_shots_are_rounded_by_weapon_or_for_the_unit() -> None:
    assert full_shots(ARMS) == 10
    assert snap_shots(ARMS, "weapon") == 2
    assert snap_shots(ARMS, "unit") == 5
