"""Exact odds against every roll enumerated, and against an independent library."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product

import icepool
import pytest

from rulesets.core.calculators import QuestionError
from rulesets.core.dice import Distribution, mean
from rulesets.core.house_rules import HouseRules
from rulesets.systems.forum_combat.house_rules import RULINGS
from rulesets.systems.forum_combat.melee import Fighter, MeleeFight, Strikes
from rulesets.systems.forum_combat.volleys import Lot, VolleyTarget, crossfire, volley
from rulesets.systems.forum_combat.wound_allocation import State, WoundTarget, fresh, standing

FACES = range(1, 7)


def house(**readings: str) -> HouseRules:
    return HouseRules(RULINGS, [(f"fc.{switch}", key) for switch, key in readings.items()])


def wound(strength: int, toughness: int) -> int:
    if strength * 2 <= toughness:
        return 6
    if strength >= toughness * 2:
        return 2
    return 5 if strength < toughness else 4 if strength == toughness else 3


def lost(unit: tuple[int, int], full: list[int]) -> int:
    return full[unit[0]] - unit[1]


def takers(units: list[tuple[int, int]], full: list[int], readings: dict[str, str]) -> list[int]:
    """Places of the units that may take a wound, straight from the readings."""
    up = [place for place, (_, hp) in enumerate(units) if hp > 0]
    down = [place for place, (line, hp) in enumerate(units) if -full[line] < hp <= 0]
    pool = up
    if not up:
        pool = down if readings.get("overflow") == "downed" else []
    elif readings.get("alloc") == "random_all":
        pool = up + down
    if not pool or readings.get("alloc", "focus") in ("random", "random_all"):
        return pool
    if readings.get("alloc") == "spread":
        return [min(pool, key=lambda place: (-units[place][1], lost(units[place], full), units[place][0]))]
    return [min(pool, key=lambda place: (-lost(units[place], full), units[place][0]))]


def brute(lots: tuple[Lot, ...], target: VolleyTarget, readings: dict[str, str]) -> dict[State, Fraction]:
    """Every roll of every attack, one attack after the other."""
    full = [body.hp for body in target.bodies]
    toughness = max(
        {body.t for body in target.bodies},
        key=lambda t: (sum(target.bodies[line].t == t for line, hp in target.state if hp > 0), t),
    )
    states: dict[State, Fraction] = {target.state: Fraction(1)}
    for lot in lots:
        for _ in range(lot.dice):
            following: dict[State, Fraction] = {}
            for state, chance in states.items():
                for after, share in one_attack(lot, list(state), toughness, target, full, readings):
                    following[after] = following.get(after, Fraction(0)) + chance * share
            states = following
    return states


def one_attack(
    lot: Lot,
    units: list[tuple[int, int]],
    toughness: int,
    target: VolleyTarget,
    full: list[int],
    readings: dict[str, str],
) -> Iterator[tuple[State, Fraction]]:
    net = max(-2, min(2, lot.modifier))
    pool = takers(units, full, readings)
    for hit, wounded, saved in product(FACES, repeat=3):
        share = Fraction(1, 216)
        good = hit == 6 or (hit >= lot.acc - net and not (hit == 1 and readings.get("nat1_fails") == "on"))
        if not good or wounded < wound(lot.strength, toughness) or not pool:
            yield tuple(sorted(units)), share
            continue
        for place in pool:
            line, hp = units[place]
            body = target.bodies[line]
            number = body.sav + lot.ap - target.save_bonus
            safe = body.sav < 7 and (saved >= number or (saved == 6 and readings.get("save_nat6") == "on"))
            safe = safe and not (saved == 1 and readings.get("save_nat1") == "on")
            changed = list(units)
            changed[place] = (line, hp if safe else hp - lot.damage)
            yield tuple(sorted(changed)), share / len(pool)


MIXED = VolleyTarget(
    (WoundTarget(3, 5, 2), WoundTarget(4, 4, 1), WoundTarget(5, 7, 3)), ((0, 1), (0, 2), (1, 1), (2, 3))
)
ALIKE = VolleyTarget((WoundTarget(4, 4, 3),), ((0, 2), (0, 3), (0, 3)))
LOTS = {
    "one weapon": (Lot(4, 4, 4, 1, 2),),
    "two weapons": (Lot(3, 4, 4, 0, 1), Lot(2, 3, 6, 2, 3, modifier=1)),
    "beyond the limit": (Lot(2, 2, 8, 0, 6, modifier=4), Lot(2, 6, 1, 0, 1, modifier=-3)),
}
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


@pytest.mark.parametrize("target", [MIXED, ALIKE], ids=["mixed", "alike"])
def test_counts_agree_with_the_ends(target: VolleyTarget) -> None:
    """Where no wound can find nobody, those that are not saved are the damage that lands."""
    result = volley((Lot(2, 4, 4, 0, 1), Lot(1, 4, 5, 1, 1)), target, house())
    assert result.unsaved == result.landed_damage
    assert mean(result.hits) == Fraction(3, 2)
    for of in (result.hits, result.wounds, result.unsaved, result.out_of_action):
        assert sum((chance for _, chance in of.items()), Fraction(0)) == 1


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


def one_line(count: int, shots: int = 0, blows: int = 1) -> Fighter:
    bodies = (WoundTarget(3, 5, 1),)
    return Fighter(
        VolleyTarget(bodies, fresh(bodies, (count,))),
        Strikes(((Lot(shots, 4, 3, 0, 1),),)),
        Strikes(((Lot(blows, 4, 3, 0, 1),),)),
    )


def losses(attackers: int, victims: int) -> dict[int, Fraction]:
    """Victims out of action by so many attacks of ACC 4+, STR 3 against T 3, SAV 5+, by every wound that can be."""
    unsaved = Fraction(1, 2) * Fraction(1, 2) * Fraction(2, 3)
    found: dict[int, Fraction] = {}
    for wounds in product((True, False), repeat=attackers):
        chance = Fraction(1)
        for landed in wounds:
            chance *= unsaved if landed else 1 - unsaved
        lost = min(victims, sum(wounds))
        found[lost] = found.get(lost, Fraction(0)) + chance
    return found


def rounds_by_hand(own: int, theirs: int, rounds: int, cq_still_strike: bool) -> dict[tuple[int, int], Fraction]:
    grid = {(own, theirs): Fraction(1)}
    for _ in range(rounds):
        after: dict[tuple[int, int], Fraction] = {}
        for (mine, other), chance in grid.items():
            for fallen, shot in losses(mine, other).items():
                striking = other if cq_still_strike else other - fallen
                for lost, blow in losses(mine, other - fallen).items():
                    for own_lost, back in losses(striking, mine).items():
                        key = (mine - own_lost, other - fallen - lost)
                        after[key] = after.get(key, Fraction(0)) + chance * shot * blow * back
        grid = after
    return grid


@pytest.mark.parametrize("still", ["fallen", "strike"])
def test_melee_rounds_by_hand(still: str) -> None:
    fight = MeleeFight(one_line(3, shots=1), one_line(4), house(cq_then_melee=still))
    for rounds in (1, 2, 3):
        found = fight.next_round().map(lambda at: (standing(at[0]), standing(at[1])))
        assert dict(found.items()) == rounds_by_hand(3, 4, rounds, still == "strike")


def test_only_those_who_reach_strike() -> None:
    bodies = (WoundTarget(3, 5, 1),)
    crowd = Fighter(VolleyTarget(bodies, fresh(bodies, (6,))), one_line(1).shots, one_line(1).blows, reach=2)
    found = MeleeFight(crowd, one_line(5, blows=0), house()).next_round().map(lambda at: 5 - standing(at[1]))
    assert dict(found.items()) == losses(2, 5)


def test_a_melee_of_unlike_units_keeps_who_is_left() -> None:
    """The first line falls first, so the survivor's own weapon counts in the second round."""
    bodies = (WoundTarget(3, 7, 1), WoundTarget(3, 7, 1))
    pair = Fighter(
        VolleyTarget(bodies, fresh(bodies, (1, 1))),
        Strikes(((Lot(0, 4, 3, 0, 1),), (Lot(0, 4, 3, 0, 1),))),
        Strikes(((Lot(0, 4, 3, 0, 1),), (Lot(1, 4, 6, 0, 1),))),
    )
    single = Fighter(
        VolleyTarget((WoundTarget(3, 7, 9),), ((0, 9),)),
        Strikes(((Lot(0, 4, 3, 0, 1),),)),
        Strikes(((Lot(1, 2, 6, 0, 1),),)),
    )
    fight = MeleeFight(pair, single, house())
    first = fight.next_round()
    left = {at[0] for at in first.outcomes()}
    assert left == {((0, 1), (1, 1)), ((1, 1),)}
    second = fight.next_round().map(lambda at: 9 - at[1][0][1])
    strike = Fraction(1, 2) * Fraction(5, 6)
    assert second.chance(2) == strike * strike


def test_wounds_at_random_among_too_many_states_are_refused() -> None:
    bodies = (WoundTarget(3, 7, 9), WoundTarget(3, 7, 8))
    target = VolleyTarget(bodies, fresh(bodies, (20, 20)))
    with pytest.raises(QuestionError, match="too many") as refused:
        volley((Lot(40, 3, 4, 0, 1), Lot(40, 3, 4, 0, 2)), target, house(alloc="random"), "weapons")
    assert refused.value.field == "weapons"


def test_outcomes_are_whole_and_certain() -> None:
    found = volley((Lot(5, 4, 4, 0, 1),), MIXED, house()).ends
    assert sum((chance for _, chance in found.items()), Fraction(0)) == 1
