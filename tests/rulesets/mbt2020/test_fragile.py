"""The limits at which battle groups and armies become Fragile."""

import pytest

from rulesets.systems.mbt2020.fragile import army_limits, group_limits


def test_fragile_limits():
    assert tuple(group_limits(12)) == (4, 2)
    assert [tuple(army_limits(stands)) for stands in (12, 24, 36, 60)] == [(5, 3), (10, 5), (15, 8), (24, 12)]


@pytest.mark.parametrize("stands", range(1, 241))
def test_fragile_limits_by_counting(stands):
    """The least count that reaches the share, found by trying."""
    for found, repulsed, neutralised in ((group_limits(stands), 30, 15), (army_limits(stands), 40, 20)):
        for limit, share in zip(found, (repulsed, neutralised), strict=True):
            assert limit == next(count for count in range(stands + 1) if 100 * count >= share * stands)
