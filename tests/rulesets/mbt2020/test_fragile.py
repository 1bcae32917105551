"""The limits at which battle groups and armies become Fragile."""

import pytest

from rulesets.core.declarations.house_rules import HouseRules
from rulesets.systems.mbt2020 import RULESET
from rulesets.systems.mbt2020.engagement_state import State
from rulesets.systems.mbt2020.fragile import army_limits, group_limits, losses, outlook, standing


def test_fragile_limits():
    assert tuple(group_limits(12)) == (4, 2)
    assert [tuple(army_limits(stands)) for stands in (12, 24, 36, 60)] == [(5, 3), (10, 5), (15, 8), (24, 12)]


def test_fragile_limits_by_counting():
    """The least count that reaches the share, found by trying."""
    for stands in range(1, 241):
        for found, repulsed, neutralised in ((group_limits(stands), 30, 15), (army_limits(stands), 40, 20)):
            for limit, share in zip(found, (repulsed, neutralised), strict=True):
                minimum = next(count for count in range(stands + 1) if 100 * count >= share * stands)
                assert limit == minimum, (stands, share)


def test_losses_count_those_repulsed_before():
    states = (State.REPULSED, State.LEFT, State.NEUTRALISED, State.PINNED)
    assert (tuple(losses(states)), tuple(losses(states, 2))) == ((2, 1), (4, 1))


@pytest.mark.parametrize(
    ("states", "words"),
    [
        ((State.REPULSED, State.LEFT, State.REPULSED, State.OK), "Fragile after 1 more Repulsed or 2 more neutralised"),
        ((State.REPULSED,) * 3 + (State.NEUTRALISED,), "Fragile after 1 more Repulsed or 1 more neutralised"),
        ((State.REPULSED,) * 4, "Fragile"),
        ((State.NEUTRALISED,) * 2, "Fragile"),
    ],
)
def test_a_group_is_fragile_from_either_limit_on(states, words):
    house = HouseRules(RULESET.rulings)
    assert outlook("group", group_limits(12), *losses(states), house) == f"The battle group is {words}."


def test_losses_are_told_with_those_that_make_fragile():
    house, limits = HouseRules(RULESET.rulings), group_limits(12)
    assert standing(limits, 3, 1, house) == "3 of 4 Repulsed, 1 of 2 neutralised: not Fragile"
    assert standing(limits, 3, 2, house) == "3 of 4 Repulsed, 2 of 2 neutralised: Fragile"
