from fractions import Fraction

import pytest

from rulesets.core.declarations.house_rules import HouseRules
from rulesets.systems.forum_combat import RULESET
from rulesets.systems.forum_combat.movement import (
    allowance,
    charge_chance,
    disengage_losses,
    may_oppose,
    opposed_chance,
)


def house(chosen: dict[str, str]) -> HouseRules:
    return HouseRules(RULESET.rulings, chosen.items())


PLAIN = house({})


def test_a_squad_walks_as_its_slowest_unit() -> None:
    assert allowance(6, shot=True, broken=False, downed=0, house=PLAIN) == 6
    assert allowance(6, shot=False, broken=False, downed=0, house=PLAIN) == 9
    assert allowance(6, shot=True, broken=True, downed=0, house=PLAIN) == 3
    assert allowance(6, shot=True, broken=False, downed=2, house=PLAIN) == 4
    assert allowance(6, shot=True, broken=False, downed=5, house=PLAIN) == 3


@pytest.mark.parametrize(("need", "chance"), [(2, Fraction(1)), (7, Fraction(21, 36)), (12, Fraction(1, 36)), (13, 0)])
def test_a_charge_rolls_two_dice(need: int, chance: Fraction) -> None:
    assert charge_chance(need) == chance


def test_a_charge_that_is_opposed_must_also_roll_higher() -> None:
    rolls = [a + b for a in range(1, 7) for b in range(1, 7)]
    for need in (2, 7, 12):
        won = sum(own >= need and own > other for own in rolls for other in rolls)
        assert opposed_chance(need) == Fraction(won, len(rolls) ** 2)


def test_each_engaged_unit_may_be_lost_in_breaking_away() -> None:
    one = disengage_losses(1).chance(1)
    assert 0 < one < 1
    assert disengage_losses(2).chance(2) == one**2
    assert disengage_losses(2).chance(0) == (1 - one) ** 2


@pytest.mark.parametrize("often", ["each", "once"])
@pytest.mark.parametrize("needs", ["off", "on"])
@pytest.mark.parametrize("engaged", [True, False])
@pytest.mark.parametrize("before", [True, False])
def test_who_opposes_a_charge_is_as_played(often: str, needs: str, engaged: bool, before: bool) -> None:
    rules = house({"fc.oppose_each": often, "fc.oppose_needs_engaged": needs})
    expected = not (before and often == "once") and not (needs == "on" and not engaged)
    assert may_oppose(engaged, before, rules) is expected
