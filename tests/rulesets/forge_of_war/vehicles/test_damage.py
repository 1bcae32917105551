"""Damage of vehicles: die by die, and where many dice end."""

from fractions import Fraction
from typing import Any

import icepool
import pytest

from rulesets.core.dice import Distribution
from rulesets.systems.forge_of_war.fire.shots import Shooters, WeaponsFired, volley_shots
from rulesets.systems.forge_of_war.tables import (
    CAPS,
    Damage,
    Facing,
    damage_for,
)
from rulesets.systems.forge_of_war.vehicles.damage import die_damage, fate, harm_limit, harm_of
from rulesets.systems.forge_of_war.vehicles.targets import Sacrifice, VehicleTarget, aim_at_vehicle
from rulesets.systems.forge_of_war.vehicles.volleys import volley_at_vehicle
from tests.rulesets.forge_of_war.rolls import brute, context, house
from tests.rulesets.forge_of_war.worked import (
    chances,
    expected,
)


@pytest.mark.parametrize("value", range(1, 13))
def test_vehicle_dice_roll_by_roll(value: int) -> None:
    assert die_damage(value, house()) == brute(1, lambda roll: damage_for(value - roll[0]))


@pytest.mark.parametrize("value", range(0, -10, -1))
@pytest.mark.parametrize("reading", ["light", "margin"])
def test_vehicle_dice_at_low_values(value: int, reading: str) -> None:
    def damage(roll: tuple[int, ...]) -> Damage:
        if roll[0] != 1 or roll[1] > 10 + value:
            return Damage.NONE
        return Damage.LIGHT if reading == "light" else damage_for(10 + value - roll[1])

    assert die_damage(value, house(vehicle_reroll_damage=reading)) == brute(2, damage)


COUNTED = {
    Damage.NONE: (0, 0, 0),
    Damage.LIGHT: (1, 0, 0),
    Damage.LIGHT_TWICE: (2, 0, 0),
    Damage.MODERATE: (0, 1, 0),
    Damage.MODERATE_TWICE: (0, 2, 0),
    Damage.DESTROYED: (0, 0, 1),
}


Wreck = tuple[int, int, bool, bool]


def wreck(target: VehicleTarget, light: int, moderate: int, destroyed: int) -> Wreck:
    """A vehicle that took so many results: D-markers, weapons out, immobilised, destroyed (then nothing else)."""
    markers = min(light, CAPS[target.training] - target.markers)
    moderate += light - markers
    cancelled = min(target.wounds, destroyed)
    moderate = max(0, moderate - (target.wounds - cancelled))
    order = ["gun"] * target.systems + ["drive"] * target.mobile
    if target.gives is Sacrifice.PROPULSION:
        order.reverse()
    if destroyed > cancelled or moderate > len(order):
        return 0, 0, False, True
    return markers, order[:moderate].count("gun"), "drive" in order[:moderate], False


def wrecks(target: VehicleTarget, value: int, dice: int) -> Distribution[Wreck]:
    """The same by the calculator's own way."""
    harm = harm_of([(die_damage(value, house()), dice)], harm_limit(target))
    return harm.map(lambda each: fate(each, target, house())).map(
        lambda each: (0, 0, False, True) if each.destroyed else (each.markers, each.systems, each.immobilised, False)
    )


@pytest.mark.parametrize("gives", list(Sacrifice))
@pytest.mark.parametrize(("wounds", "markers"), [(0, 0), (1, 2), (2, 3)])
def test_volleys_at_vehicles_roll_by_roll(wounds: int, markers: int, gives: Sacrifice) -> None:
    target = VehicleTarget(wounds=wounds, markers=markers, systems=2, gives=gives)

    def after_roll(roll: tuple[int, ...]) -> Wreck:
        results = [COUNTED[damage_for(7 - die)] for die in roll]
        light, moderate, destroyed = (sum(each) for each in zip(*results, strict=True))
        return wreck(target, light, moderate, destroyed)

    assert wrecks(target, 7, 3) == brute(3, after_roll)


@pytest.mark.parametrize(("value", "dice"), [(2, 20), (6, 12), (9, 8)])
def test_many_dice_at_a_vehicle_agree_with_another_library(value: int, dice: int) -> None:
    target = VehicleTarget(wounds=2, systems=3)
    one = icepool.Die([icepool.Vector(COUNTED[damage_for(value - roll)]) for roll in range(1, 11)])
    theirs = (dice @ one).map(lambda counts: wreck(target, *counts))
    assert dict(wrecks(target, value, dice).items()) == {
        outcome: Fraction(quantity, theirs.denominator()) for outcome, quantity in theirs.items()
    }


def damage(value: int, **chosen: str) -> dict[str, str]:
    one_die = die_damage(value, house(**chosen))
    return {each.value: str(one_die.chance(each)) for each in Damage if one_die.chance(each)}


def damage_at(value: int, roll: int) -> str:
    """What one roll does: the share of that roll alone."""
    better = die_damage(value, house())
    order = [each for each in Damage if each is not Damage.NONE]
    reached = Fraction(0)
    for each in reversed(order):
        reached += better.chance(each)
        if Fraction(roll, 10) <= reached:
            return str(each.value)
    return str(Damage.NONE.value)


def test_w36() -> None:
    assert {
        "results": damage(7),
        "roll 4": damage_at(7, 4),
        "roll 5": damage_at(7, 5),
        "roll 3": damage_at(7, 3),
    } == expected("W36")


def hit_value(weapon: str, target: VehicleTarget, sv: int = 7, distance: int = 10) -> int:
    played = context()
    shooters = Shooters(sv=sv, volleys=(WeaponsFired(weapon, 1),))
    return volley_shots(shooters, aim_at_vehicle(target, distance), played)[0].value


def test_w37() -> None:
    found: dict[str, Any] = {}
    for facing in Facing:
        value = hit_value("missile_heap", VehicleTarget(facing=facing))
        found[f"{facing.value}: hit value"] = value
        found[f"{facing.value}: results"] = damage(value)
    assert found == expected("W37")


def test_w38() -> None:
    value = hit_value("tank_cannon", VehicleTarget(av=9, av_delta=1))
    assert {"hit value": value, "results": damage(value)} == expected("W38")


def test_w39() -> None:
    target = VehicleTarget(facing=Facing.SIDE, wounds=0, systems=6)
    shooters = Shooters(sv=7, volleys=(WeaponsFired("hmg", 1),))
    after = volley_at_vehicle(shooters, target, aim_at_vehicle(target, 10), context()).fates
    found = {
        "hit value": hit_value("hmg", target),
        "end state": chances(after.map(lambda fate: (fate.markers, fate.moderate))),
    }
    assert found == expected("W39")


def test_w40() -> None:
    target = VehicleTarget(markers=2, wounds=0, systems=6)
    harm = harm_of([(die_damage(6, house()), 1)], harm_limit(target))
    assert {
        "end state": chances(harm.map(lambda each: ("destroyed",) if each.destroyed else (each.markers, each.moderate)))
    } == expected("W40")


def test_w41() -> None:
    played = context()
    shot = volley_shots(
        Shooters(sv=7, volleys=(WeaponsFired("assault_rifle", 1),)), aim_at_vehicle(VehicleTarget(), 10), played
    )[0]
    assert {"hit value": shot.value, "dice": shot.dice, "results": damage(shot.value)} == expected("W41")


def test_w42() -> None:
    shooters = Shooters(sv=7, volleys=(WeaponsFired("rpg_he", 1),))
    shot = volley_shots(shooters, aim_at_vehicle(VehicleTarget(), 10), context())[0]
    after = volley_at_vehicle(shooters, VehicleTarget(), aim_at_vehicle(VehicleTarget(), 10), context()).fates
    assert not shot.entry.spec.harms_vehicles
    assert {fate[:5] for fate in after.outcomes()} == {(0, 0, 0, 0, False)}
    assert expected("W42") == {"damage": "none, hit wasted"}


def test_w59() -> None:
    assert {
        "light only (default)": damage(-2),
        "margin of the re-roll": damage(-2, vehicle_reroll_damage="margin"),
    } == expected("W59")


def test_w61() -> None:
    weapons = ("assault_rifle", "hmg", "rpg_heap", "missile_heap", "tank_cannon")
    found = {}
    for facing, av in zip(Facing, (8, 7, 6), strict=True):
        values = ", ".join(f"{weapon} {hit_value(weapon, VehicleTarget(facing=facing))}" for weapon in weapons)
        found[facing.value] = f"AV {av}: {values}"
    assert found == expected("W61")
