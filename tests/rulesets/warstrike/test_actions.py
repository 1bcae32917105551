"""Shots that each action leaves a unit's weapons."""

import pytest

from rulesets.systems.warstrike.actions import Shots, WeaponRow, shots_of
from rulesets.systems.warstrike.units import WeaponType

RIFLES = WeaponRow("Rifle", rof=3, number=3)
CARBINES = WeaponRow("Carbine", rof=2, number=2, weapon_type=WeaponType.LIGHT)
GUN = WeaponRow("Gun", rof=5, number=1, weapon_type=WeaponType.HEAVY)


@pytest.mark.parametrize(
    ("rounding", "types", "shots"),
    [
        ("weapon", "off", Shots(full=18, snap=7, advance=7, double=0)),
        ("unit", "off", Shots(full=18, snap=9, advance=9, double=0)),
        ("weapon", "on", Shots(full=18, snap=7, advance=7, double=2)),
        ("unit", "on", Shots(full=18, snap=9, advance=8, double=2)),
    ],
)
def test_snap_fire_halves_by_weapon_or_by_unit_and_types_may_count(rounding: str, types: str, shots: Shots) -> None:
    assert shots_of((RIFLES, CARBINES, GUN), rounding, types) == shots
