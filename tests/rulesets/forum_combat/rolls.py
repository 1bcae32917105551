"""Volleys by enumeration: every roll of every attack, one after the other."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from rulesets.core.declarations.house_rules import HouseRules
from rulesets.systems.forum_combat.house_rules import RULINGS
from rulesets.systems.forum_combat.volleys import Lot, VolleyTarget
from rulesets.systems.forum_combat.wound_allocation import State, WoundTarget

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
