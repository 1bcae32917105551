"""The worked cases of the rules context, all of them."""

import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.dice import Distribution, at_least, mean
from rulesets.systems.forum_combat.attacks import (
    hit_chance,
    hit_number,
    range_cap,
    save_chance,
    save_number,
    wound_chance,
    wound_number,
)
from rulesets.systems.forum_combat.calculators.exchange import return_fire, volleys_in_turn
from rulesets.systems.forum_combat.firing_into_melee import edge, second_modifier
from rulesets.systems.forum_combat.house_rules import RULINGS
from rulesets.systems.forum_combat.melee import Fighter, MeleeFight, Strikes
from rulesets.systems.forum_combat.morale import Strength, deaths, owes_check, pass_chance
from rulesets.systems.forum_combat.movement import allowance, charge_chance, disengage_losses, opposed_chance
from rulesets.systems.forum_combat.tiles import in_zone, open_ground_need, steps_between, zone
from rulesets.systems.forum_combat.units import best_leadership
from rulesets.systems.forum_combat.volleys import Lot, Volley, VolleyTarget, crossfire, volley
from rulesets.systems.forum_combat.wound_allocation import Bodies, State, WoundTarget, fresh, standing, tally

CASES = {
    case["id"]: case["expected"]
    for case in json.loads(Path(__file__).with_name("worked_cases.json").read_text(encoding="utf-8"))
}
FOUND: dict[str, Callable[[], Any]] = {}

SOFT = WoundTarget(t=3, sav=5, hp=1)
RIFLE = Lot(dice=1, acc=4, strength=4, ap=0, damage=1)
BLADE = Lot(dice=2, acc=4, strength=3, ap=0, damage=1)
PISTOL = Lot(dice=1, acc=4, strength=3, ap=0, damage=1)


def case(number: int) -> Callable[[Callable[[], Any]], Callable[[], Any]]:
    def keep(find: Callable[[], Any]) -> Callable[[], Any]:
        FOUND[f"FC-W{number:02d}"] = find
        return find

    return keep


def house(**readings: str) -> HouseRules:
    return HouseRules(RULINGS, [(f"fc.{switch}", key) for switch, key in readings.items()])


def target(*squad: tuple[WoundTarget, int]) -> VolleyTarget:
    bodies: Bodies = tuple(body for body, _ in squad)
    return VolleyTarget(bodies, fresh(bodies, [count for _, count in squad]))


def rifles(count: int, at: VolleyTarget, **readings: str) -> Volley:
    return volley((replace(RIFLE, dice=count),), at, house(**readings))


def chances(of: Distribution[int], outcomes: Iterable[int]) -> list[Fraction]:
    return [of.chance(outcome) for outcome in outcomes]


@case(1)
def _hit_by_modifier() -> Any:
    return [hit_chance(hit_number(4, net), house()) for net in range(-3, 4)]


@case(2)
def _natural_six() -> Any:
    return hit_chance(hit_number(6, -2), house())


@case(3)
def _natural_one() -> Any:
    return [hit_chance(hit_number(2, 2), house()), hit_chance(hit_number(2, 2), house(nat1_fails="on"))]


@case(4)
def _wound_even() -> Any:
    return [wound_number(strength, 4) for strength in range(1, 10)]


@case(5)
def _wound_odd() -> Any:
    return [wound_number(strength, 3) for strength in range(1, 8)]


@case(6)
def _save() -> Any:
    return [save_chance(save_number(4, ap), house()) for ap in range(4)]


@case(7)
def _stages() -> Any:
    hit, wound = hit_chance(4, house()), wound_chance(wound_number(4, 3))
    unsaved = 1 - save_chance(save_number(5, 0), house())
    return [hit, wound, unsaved, hit * wound * unsaved]


@case(8)
def _ten_rifles() -> Any:
    result = rifles(10, target((SOFT, 10)))
    return [mean(result.hits), mean(result.wounds), mean(result.unsaved), mean(result.out_of_action)]


@case(9)
def _ten_rifles_exactly() -> Any:
    return chances(rifles(10, target((SOFT, 10))).downed, range(4))


@case(10)
def _ten_rifles_below_half() -> Any:
    return at_least(rifles(10, target((SOFT, 10))).out_of_action, 6)


@case(11)
def _nobody_killed() -> Any:
    return at_least(rifles(10, target((SOFT, 10))).killed, 1)


@case(12)
def _overkill() -> Any:
    result = rifles(10, target((SOFT, 3)))
    out = mean(result.out_of_action)
    return [result.after.chance(lambda left: not left.standing), out, mean(result.unsaved) - out]


@case(13)
def _overflow() -> Any:
    result = rifles(10, target((SOFT, 3)), overflow="downed")
    return [mean(result.killed), mean(result.downed)]


HEAVY = (Lot(dice=4, acc=4, strength=4, ap=1, damage=2),)


@case(14)
def _outright() -> Any:
    result = volley(HEAVY, target((WoundTarget(4, 4, 1), 2)), house())
    return {
        "downed": {str(number): chance for number, chance in result.downed.items()},
        "killed": {str(number): chance for number, chance in result.killed.items()},
    }


@case(15)
def _focus() -> Any:
    result = volley(HEAVY, target((WoundTarget(4, 4, 3), 2)), house())
    return [
        *chances(result.out_of_action, range(3)),
        HEAVY[0].damage * mean(result.unsaved),
        mean(result.landed_damage),
    ]


@case(16)
def _spread() -> Any:
    return chances(volley(HEAVY, target((WoundTarget(4, 4, 3), 2)), house(alloc="spread")).out_of_action, range(3))


@case(17)
def _random() -> Any:
    return chances(volley(HEAVY, target((WoundTarget(4, 4, 3), 2)), house(alloc="random")).out_of_action, range(3))


def _one_unit(damage: int, **readings: str) -> list[Fraction]:
    result = volley((Lot(2, 4, 4, 0, damage),), target((WoundTarget(4, 7, 2), 1)), house(**readings))
    return [result.after.chance(lambda left: left.standing == 1), result.downed.chance(1), result.killed.chance(1)]


@case(18)
def _one_unit_killed() -> Any:
    return _one_unit(4)


@case(19)
def _one_unit_overflow() -> Any:
    return _one_unit(3, overflow="downed")


def _stray(edges: int, shooter: int = 0) -> tuple[Fraction, Fraction]:
    enemy = hit_chance(hit_number(4, shooter), house())
    second = hit_chance(hit_number(4, second_modifier(shooter, 0, 0, edges, house())), house())
    return enemy, (1 - enemy) * second


@case(20)
def _into_melee() -> Any:
    enemy, friend = _stray(edge(5, 5, 0, 0))
    return [enemy, friend, 10 * friend]


@case(21)
def _friends_more_and_larger() -> Any:
    _, friend = _stray(edge(6, 5, 1, 0))
    return [friend, 10 * friend, (1 - friend) ** 10]


@case(22)
def _enemies_more_and_larger() -> Any:
    _, friend = _stray(edge(5, 6, 0, 1))
    return [friend, 10 * friend]


@case(23)
def _edges_cancel() -> Any:
    return _stray(edge(6, 5, 0, 1))[1]


@case(24)
def _broken_shooters() -> Any:
    return list(_stray(edge(6, 5, 0, 0), shooter=-2))


@case(25)
def _charge() -> Any:
    return {str(need): charge_chance(need) for need in range(2, 14)}


@case(26)
def _opposed() -> Any:
    return {str(need): opposed_chance(need) for need in (2, 5, 7, 9, 12)}


@case(27)
def _morale() -> Any:
    return {str(ld): pass_chance(ld, 0) for ld in range(6, 10)}


@case(28)
def _morale_abandoned() -> Any:
    return {str(abandoned): pass_chance(7, abandoned) for abandoned in range(1, 4)}


@case(29)
def _hero() -> Any:
    return pass_chance(best_leadership(8, 6) or 0, 1)


@case(30)
def _who_checks() -> Any:
    squads = ((5, 10), (4, 10), (4, 9), (5, 9), (1, 2), (1, 3))
    return [owes_check(Strength(start, left, left, start, left), house()) for left, start in squads]


@case(31)
def _disengage() -> Any:
    return {str(lost): chance for lost, chance in disengage_losses(4).items()}


@case(32)
def _deaths() -> Any:
    return [mean(deaths(5)), deaths(5).chance(0), deaths(5).chance(5)]


@case(33)
def _zones() -> Any:
    exactly = {
        (dx, dy) for dx in range(-3, 4) for dy in range(-3, 4) if abs(dx) + abs(dy) == 3 or max(abs(dx), abs(dy)) == 1
    }
    return [*(len(zone(eng)) for eng in range(1, 5)), len(exactly)]


@case(34)
def _in_zone() -> Any:
    asked = ((1, 1, 1), (2, 0, 1), (2, 0, 2), (1, 1, 2), (2, 1, 2), (2, 2, 3), (2, 1, 3), (3, 0, 3))
    return [in_zone(*one) for one in asked]


@case(35)
def _charge_need() -> Any:
    asked = ((5, 0, 1), (4, 3, 1), (1, 1, 1), (6, 2, 1), (5, 0, 2), (4, 3, 2))
    return [open_ground_need(*one, "zone") for one in asked]


@case(36)
def _range() -> Any:
    return [steps_between((0, 0), (10, 14)), range_cap(24, 20), range_cap(15, 10)]


def _moves(mov: int) -> list[int]:
    return [
        allowance(mov, shot=shot, broken=False, downed=downed, house=house())
        for shot in (True, False)
        for downed in (0, 2, 9)
    ]


@case(37)
def _move_six() -> Any:
    return _moves(6)


@case(38)
def _move_five() -> Any:
    return _moves(5)


@case(39)
def _move_broken() -> Any:
    return [
        allowance(6, shot=True, broken=True, downed=0, house=house()),
        allowance(6, shot=False, broken=True, downed=0, house=house()),
        allowance(6, shot=False, broken=True, downed=0, house=house(mov_order="bonus")),
    ]


def _six() -> VolleyTarget:
    return target((SOFT, 6))


@case(40)
def _exchange() -> Any:
    first = volleys_in_turn((replace(RIFLE, dice=6),), 1, _six(), house())[-1]
    back = return_fire(first, (RIFLE,), _six(), house())
    return [mean(after.map(lambda state: 6 - standing(state))) for after in (first, back)]


@case(41)
def _wasted() -> Any:
    states = volleys_in_turn((replace(RIFLE, dice=6),), 2, _six(), house())
    return [after.chance(lambda state: not standing(state)) for after in states[1:]]


@case(42)
def _blows() -> Any:
    result = volley((Lot(8, 3, 4, 1, 1),), target((WoundTarget(4, 4, 2), 5)), house())
    return chances(result.out_of_action, range(5))


def _melee(own_pistols: bool, their_pistols: bool) -> Distribution[tuple[State, State]]:
    def four(pistols: bool) -> Fighter:
        shots = PISTOL if pistols else replace(PISTOL, dice=0)
        return Fighter(target((SOFT, 4)), Strikes(((shots,),)), Strikes(((BLADE,),)))

    return MeleeFight(four(own_pistols), four(their_pistols), house()).next_round()


def _left(fought: Distribution[tuple[State, State]], side: int) -> Fraction:
    return mean(fought.map(lambda at: standing(at[side])))


@case(43)
def _one_sided_pistols() -> Any:
    fought = _melee(True, False)
    only_theirs = fought.chance(lambda at: bool(standing(at[0])) and not standing(at[1]))
    return [_left(fought, 0), _left(fought, 1), fought.chance(((), ())), only_theirs]


@case(44)
def _pistols_on_both_sides() -> Any:
    fought = _melee(True, True)
    return [_left(fought, 0), _left(fought, 1), fought.chance(((), ()))]


def exactly(expected: Any) -> Any:
    if isinstance(expected, dict):
        if expected.keys() == {"frac", "dec"}:
            value = Fraction(expected["frac"])
            assert abs(float(value) - expected["dec"]) < 1e-12
            return value
        return {key: exactly(value) for key, value in expected.items()}
    return [exactly(value) for value in expected] if isinstance(expected, list) else expected


@pytest.mark.parametrize("name", CASES)
def test_worked_case(name: str) -> None:
    assert FOUND[name]() == exactly(CASES[name])


def test_there_are_forty_four() -> None:
    assert sorted(FOUND) == sorted(CASES) == [f"FC-W{number:02d}" for number in range(1, 45)]


def test_friendly_fire_agrees_with_its_parts() -> None:
    """Ten shots into a melee: each side's losses are those of a volley with that side's share of the shots."""
    enemy, friend = target((SOFT, 4)), target((SOFT, 5))
    joint = crossfire([(replace(RIFLE, dice=10), 0)], enemy, friend, house())
    at_enemy = rifles(10, enemy)
    assert joint.map(lambda at: 4 - standing(at[0])) == at_enemy.out_of_action
    assert mean(joint.map(lambda at: tally(at[1], friend.bodies).killed)) == 0
    assert joint.chance(lambda at: standing(at[1]) == 5) == (1 - Fraction(1, 4) * Fraction(4, 9)) ** 10
