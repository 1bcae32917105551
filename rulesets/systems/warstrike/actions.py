"""The shots of a unit's weapons in each of the unit actions (WS-ACT, WS-SNAP)."""

from dataclasses import dataclass
from typing import Annotated

from rulesets.core.declarations.fields import Ask

from .house_rules import WORDS
from .snap_fire import full_shots, snap_shots
from .units import WeaponType

observing = WORDS.sentence("observing")
"""What the rules allow a unit that stands still to shoot (WS-A51)."""


@dataclass(frozen=True, slots=True)
class WeaponRow:
    """Weapons of one kind that the unit may fire."""

    name: Annotated[str, Ask("Weapon", max_length=80)] = ""
    rof: Annotated[int, Ask("RoF", "Rate of Fire.", min=0, max=99)] = 1
    number: Annotated[int, Ask("Number", min=1, max=99)] = 1
    weapon_type: Annotated[
        WeaponType, Ask("Type", "Only one house rule uses it.")
    ] = WeaponType.STANDARD  # fmt: skip


@dataclass(frozen=True, slots=True)
class Shots:
    """Shots of a whole unit: standing, at Snap Fire, on an Advance and At The Double."""

    full: int
    snap: int
    advance: int
    double: int


def _rates(arm: WeaponRow, types: str) -> tuple[int, int, bool]:
    """RoF on an Advance and At The Double, and whether the former is halved, by the reading of weapon types."""
    if types == "on" and arm.weapon_type is WeaponType.LIGHT:
        return arm.rof, arm.rof, False
    if types == "on" and arm.weapon_type is WeaponType.HEAVY:
        return 0, 0, False
    return arm.rof, 0, True


def shots_of(arms: tuple[WeaponRow, ...], rounding: str, types: str) -> Shots:
    """The unit's shots in each case (WS-SNAP, WS-A45)."""
    everything = [(arm.rof, arm.number) for arm in arms]
    rates = [(arm.number, *_rates(arm, types)) for arm in arms]
    at_snap = [(advance, number) for number, advance, _, halve in rates if halve]
    in_full = [(advance, number) for number, advance, _, halve in rates if not halve]
    return Shots(
        full_shots(everything),
        snap_shots(everything, rounding),
        snap_shots(at_snap, rounding) + full_shots(in_full),
        snap_shots([(double, number) for number, _, double, _ in rates], rounding),
    )
