"""Which of its weapons a unit uses, by kind and by reading."""

from fractions import Fraction
from itertools import product

import pytest

from rulesets.core.declarations.house_rules import HouseRules
from rulesets.systems.forum_combat import RULESET
from rulesets.systems.forum_combat.units import Armed, Profile, UnitKind, Weapon, WeaponType
from rulesets.systems.forum_combat.weapon_choice import (
    attack_dice,
    damage_of_a_die,
    fires_all,
    fires_close_with,
    single_and_extra,
    strikes_with,
)
from rulesets.systems.forum_combat.wound_allocation import WoundTarget


def armed(name: str, kind: WeaponType, *tags: str) -> Armed:
    return Armed(name, name, Weapon(type=kind, tags=tags))


RIFLE = armed("rifle", WeaponType.RANGED)
PISTOL = armed("pistol", WeaponType.RANGED, "Extra Attacks")
BLADE = armed("blade", WeaponType.MELEE)
AXE = armed("axe", WeaponType.MELEE)
CLAWS = armed("claws", WeaponType.MELEE, "Extra Attacks")


def house(**chosen: str) -> HouseRules:
    return HouseRules(RULESET.rulings, [(f"fc.{switch}", key) for switch, key in chosen.items()])


def test_extra_attacks_come_on_top() -> None:
    assert single_and_extra([PISTOL, BLADE, CLAWS, RIFLE]) == ((BLADE, RIFLE), (PISTOL, CLAWS))


@pytest.mark.parametrize(
    ("kind", "single", "reading", "all_of_them"),
    [
        (UnitKind.VEHICLE, 2, "on", True),
        (UnitKind.OTHER, 2, "on", True),
        (UnitKind.VEHICLE, 2, "off", False),
        (UnitKind.VEHICLE, 1, "on", False),
        (UnitKind.TEAM, 2, "on", False),
    ],
)
def test_vehicles_and_others_fire_all_where_so_read(
    kind: UnitKind, single: int, reading: str, all_of_them: bool
) -> None:
    assert fires_all(kind, single, house(vehicle_all=reading)) is all_of_them


@pytest.mark.parametrize(("reading", "used"), [("one", (BLADE, CLAWS)), ("all", (BLADE, AXE, CLAWS))])
def test_blows_are_struck_with_melee_weapons(reading: str, used: tuple[Armed, ...]) -> None:
    assert strikes_with([RIFLE, CLAWS, BLADE, AXE], house(melee_one_weapon=reading)) == used


GUN = armed("gun", WeaponType.RANGED, "CloseQuarters")
CARBINE = armed("carbine", WeaponType.RANGED, "CloseQuarters")
FLAMER = armed("flamer", WeaponType.RANGED, "CloseQuarters", "Extra Attacks")
WORTH = {GUN.key: Fraction(1, 3), CARBINE.key: Fraction(1, 2), FLAMER.key: Fraction(1, 9)}


@pytest.mark.parametrize(
    ("kind", "arms", "fired"),
    [
        (UnitKind.INFANTRY, (GUN, CARBINE, RIFLE), (CARBINE,)),
        (UnitKind.INFANTRY, (GUN, FLAMER, CARBINE), (CARBINE, FLAMER)),
        (UnitKind.VEHICLE, (GUN, CARBINE), (GUN, CARBINE)),
        (UnitKind.INFANTRY, (RIFLE, BLADE), ()),
    ],
)
def test_at_close_quarters_a_unit_fires_the_weapon_worth_most(
    kind: UnitKind, arms: tuple[Armed, ...], fired: tuple[Armed, ...]
) -> None:
    assert fires_close_with(kind, arms, lambda one: WORTH[one.key], house()) == fired


@pytest.mark.parametrize(
    ("kind", "weapon", "split", "dice"),
    [
        (UnitKind.TEAM, Weapon(atk=2), False, 4),
        (UnitKind.TEAM, Weapon(atk=2), True, 2),
        (UnitKind.TEAM, Weapon(atk=2, crewed=True), False, 2),
        (UnitKind.TEAM, Weapon(type=WeaponType.MELEE, atk=2), False, 2),
        (UnitKind.VEHICLE, Weapon(atk=2), False, 2),
    ],
)
def test_each_of_a_crew_fires_a_rifle(kind: UnitKind, weapon: Weapon, split: bool, dice: int) -> None:
    assert attack_dice(Profile(kind, crew=2), Armed("w", "W", weapon), split=split) == dice


@pytest.mark.parametrize("modifier", [-2, 0, 1])
@pytest.mark.parametrize("weapon", [Weapon(acc=4, strength=4, ap=1, dmg=2), Weapon(acc=3, strength=3, ap=0)])
def test_the_damage_of_a_die_is_that_of_all_rolls(weapon: Weapon, modifier: int) -> None:
    """Three in four of the squad have T 4 and SAV 4+: every roll to hit, to wound and to save is counted."""
    bodies = (WoundTarget(4, 4, 1), WoundTarget(6, 2, 3))
    wounding = {3: 5, 4: 4}[weapon.strength]
    damage = sum(
        weapon.dmg
        for hit, wound, save in product(range(1, 7), repeat=3)
        if (hit == 6 or hit + modifier >= weapon.acc) and wound >= wounding and save < 4 + weapon.ap
    )
    units = ((0, 1), (0, 1), (0, 1), (1, 3))
    assert damage_of_a_die(weapon, units, bodies, modifier, house()) == Fraction(damage, 6**3)
