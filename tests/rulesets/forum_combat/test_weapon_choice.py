"""Which of its weapons a unit uses, by kind and by reading."""

import pytest

from rulesets.core.house_rules import HouseRules
from rulesets.systems.forum_combat import RULESET
from rulesets.systems.forum_combat.units import Armed, UnitKind, Weapon, WeaponType
from rulesets.systems.forum_combat.weapon_choice import fires_all, single_and_extra, strikes_with


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
