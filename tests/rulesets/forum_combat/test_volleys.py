"""Volleys: exact chances against every roll enumerated, and against another library."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import icepool
import pytest

from rulesets.core.dice import Distribution
from rulesets.systems.forum_combat.volleys import Lot, VolleyTarget, crossfire, volley
from rulesets.systems.forum_combat.wound_allocation import State, WoundTarget, fresh
from tests.rulesets.forum_combat.rolls import ALIKE, FACES, LOTS, MIXED, brute, house

READINGS: list[dict[str, str]] = [
    {},
    {"alloc": "spread"},
    {"alloc": "random"},
    {"alloc": "random_all"},
    {"overflow": "downed"},
    {"overflow": "downed", "alloc": "spread"},
    {"nat1_fails": "on", "save_nat1": "on", "save_nat6": "on"},
]


@pytest.mark.parametrize("readings", READINGS, ids=lambda readings: " ".join(readings.values()) or "default")
@pytest.mark.parametrize("target", [MIXED, ALIKE], ids=["mixed", "alike"])
@pytest.mark.parametrize("lots", LOTS.values(), ids=LOTS)
def test_every_roll_of_a_volley(lots: tuple[Lot, ...], target: VolleyTarget, readings: dict[str, str]) -> None:
    assert dict(volley(lots, target, house(**readings)).ends.items()) == {
        state: chance for state, chance in brute(lots, target, readings).items() if chance
    }


@pytest.mark.parametrize("bonus", [-1, 1, 3])
def test_every_roll_with_a_bonus_to_saves(bonus: int) -> None:
    target = replace(ALIKE, save_bonus=bonus)
    for readings in ({}, {"save_nat1": "on"}):
        assert dict(volley(LOTS["one weapon"], target, house(**readings)).ends.items()) == {
            state: chance for state, chance in brute(LOTS["one weapon"], target, readings).items() if chance
        }


def test_unlike_saves_are_counted_with_the_units_that_take_the_wounds() -> None:
    """One sure wound each: the first falls on a unit without a save, the second on one that saves on 2+."""
    target = VolleyTarget(
        (WoundTarget(1, 7, 1), WoundTarget(1, 2, 1)), fresh((WoundTarget(1, 7, 1), WoundTarget(1, 2, 1)), (1, 1))
    )
    sure = Lot(2, 2, 2, 0, 1, modifier=2)
    result = volley((sure,), target, house())
    by_hand: dict[int, Fraction] = {}
    for first, second in product((Fraction(5, 6), Fraction(1, 6)), repeat=2):
        wounds = (first == Fraction(5, 6)) + (second == Fraction(5, 6))
        share = first * second
        for unsaved, chance in {0: {0: Fraction(1)}, 1: {1: Fraction(1)}, 2: {1: Fraction(5, 6), 2: Fraction(1, 6)}}[
            wounds
        ].items():
            by_hand[unsaved] = by_hand.get(unsaved, Fraction(0)) + share * chance
    assert dict(result.unsaved.items()) == by_hand
    assert result.out_of_action == result.unsaved


def test_a_large_volley_agrees_with_an_independent_library() -> None:
    """40 attacks with damage 2 at 20 units of 3 HP: two unsaved wounds a unit, none spills over."""
    bodies = (WoundTarget(3, 5, 3),)
    result = volley((Lot(40, 4, 4, 0, 2),), VolleyTarget(bodies, fresh(bodies, (20,))), house())
    attack = icepool.Die([0, 1], times=[7, 2])
    out = (40 @ attack).map(lambda wounds: min(20, wounds // 2))
    assert dict(result.out_of_action.items()) == {n: Fraction(q, out.denominator()) for n, q in out.items()}
    assert result.killed == Distribution({0: 1})


def test_two_weapons_agree_with_an_independent_library() -> None:
    bodies = (WoundTarget(4, 4, 1),)
    target = VolleyTarget(bodies, fresh(bodies, (12,)))
    result = volley((Lot(15, 4, 4, 0, 1), Lot(8, 3, 6, 2, 2)), target, house())
    first = 15 @ icepool.Die([1, 0], times=[1, 7])
    second = 8 @ icepool.Die([1, 0], times=[10, 17])
    out = (first + second).map(lambda wounds: min(12, wounds))
    assert dict(result.out_of_action.items()) == {n: Fraction(q, out.denominator()) for n, q in out.items()}


def test_every_roll_into_a_melee() -> None:
    """Two shots: each hits the enemy, or is rolled again at the friends."""
    enemy, friend = (
        VolleyTarget((WoundTarget(3, 5, 1),), ((0, 1),)),
        VolleyTarget((WoundTarget(4, 4, 2),), ((0, 2), (0, 2))),
    )
    lot = Lot(2, 4, 4, 0, 2)
    by_hand: dict[tuple[State, State], Fraction] = {(enemy.state, friend.state): Fraction(1)}
    for _ in range(2):
        following: dict[tuple[State, State], Fraction] = {}
        for (theirs, ours), chance in by_hand.items():
            for rolls in product(FACES, repeat=4):
                at: tuple[State, State] = (theirs, ours)
                first, again, wounded, saved = rolls
                if first >= 4:
                    if wounded >= 3 and saved < 5 and theirs[0][1] > 0:
                        at = (((0, -1),), ours)
                elif again >= 3 and wounded >= 4 and saved < 4:
                    up = [hp for _, hp in ours if hp > 0]
                    if up:
                        hurt = sorted((*[hp for _, hp in ours if hp <= 0], 0, *up[1:]))
                        at = (theirs, tuple((0, hp) for hp in hurt))
                following[at] = following.get(at, Fraction(0)) + chance / 6**4
        by_hand = following
    joint = crossfire([(lot, 1)], enemy, friend, house())
    assert dict(joint.items()) == by_hand


def test_outcomes_are_whole_and_certain() -> None:
    found = volley((Lot(5, 4, 4, 0, 1),), MIXED, house()).ends
    assert sum((chance for _, chance in found.items()), Fraction(0)) == 1
