"""Checks of morale: who owes one, and its chances."""

import pytest

from rulesets.core.declarations.house_rules import HouseRules
from rulesets.systems.forum_combat import RULESET
from rulesets.systems.forum_combat.morale import Strength, first_check, is_due, owes_check


@pytest.mark.parametrize("start", range(1, 13))
@pytest.mark.parametrize("measure", ["standing", "hp", "living"])
@pytest.mark.parametrize("single", ["never", "hp"])
def test_the_threshold_is_the_referee_s(start: int, measure: str, single: str) -> None:
    """Every way in which units of 3 HP are left: a check is owed just where the threshold says so."""
    house = HouseRules(RULESET.rulings, [("fc.strength", measure), ("fc.single_unit_half", single)])
    check = first_check(start, 3 * start, house)
    for standing in range(1, start + 1):
        for living in range(standing, start + 1):
            for hp in range(standing, 3 * standing + 1):
                left = Strength(start, standing, living, 3 * start, hp)
                counted = {"standing": standing, "hp": hp, "living": living}[check.measure]
                assert owes_check(left, house) == (counted <= check.maximum)


@pytest.mark.parametrize(
    ("duration", "broken", "due"),
    [("recheck", True, True), ("round", True, True), ("combat", True, False), ("combat", False, True)],
)
def test_a_squad_below_half_checks_unless_it_is_broken(duration: str, broken: bool, due: bool) -> None:
    house = HouseRules(RULESET.rulings, [("fc.break_duration", duration)])
    assert is_due(Strength(5, 2, 2, 5, 2), broken, house) is due
    assert not is_due(Strength(5, 3, 3, 5, 3), broken, house)


def test_a_threshold_says_what_it_counts() -> None:
    told = {
        measure: (threshold.short, threshold.words)
        for measure in ("standing", "hp", "living")
        for threshold in [first_check(10, 13, HouseRules(RULESET.rulings, [("fc.strength", measure)]))]
    }
    assert told == {
        "standing": ("≤ 4", "check due with 4 or fewer of 10 standing"),
        "hp": ("≤ 6 HP", "check due with 6 or fewer of 13 HP"),
        "living": ("≤ 4 not killed", "check due with 4 or fewer of 10 not killed"),
    }
