"""Errors and doubtful values in players' own entries, for the fields of their forms.

The rules on units have the same limits; these checks apply before any unit has the entry.
"""

from collections.abc import Iterator
from itertools import pairwise

from rulesets.core.declarations.catalogue import Catalogue
from rulesets.core.declarations.problems import Problem

from .profiles import Armour, Fire, TroopProfile, VehicleProfile, Weapon
from .tables import MAX_AV, VALUE_RANGE

MIN_VALUE, MAX_VALUE = VALUE_RANGE


def _beyond(path: str, value: int, minimum: int, maximum: int | None = None) -> Iterator[Problem]:
    """The problem of a value outside its range."""
    if value < minimum or (maximum is not None and value > maximum):
        right = f"{minimum} or more" if maximum is None else f"a number from {minimum} to {maximum}"
        yield Problem(path, f"enter {right}, not {value}")


def troop_faults(troops: TroopProfile) -> Iterator[Problem]:
    """Values outside the rulebook's ranges (§3, §6), no training band (§4), sizes that no unit can have (§5)."""
    yield from _beyond("cv", troops.cv, MIN_VALUE, MAX_VALUE)
    yield from _beyond("sv", troops.sv, MIN_VALUE if troops.suggested_weapon else 0, MAX_VALUE)
    yield from _beyond("fv", troops.fv, 0 if troops.arm.is_vehicle else MIN_VALUE, MAX_VALUE)
    yield from _beyond("attacks", troops.attacks, 1)
    yield from _beyond("av", troops.av, 0)
    yield from _beyond("wounds", troops.wounds, 0 if troops.arm.is_vehicle else 1)
    if not troops.training:
        yield Problem("training", "add at least one band")
    if troops.most < troops.fewest:
        yield Problem("most", f"enter at least the fewest, {troops.fewest}, not {troops.most}")


def vehicle_faults(vehicle: VehicleProfile) -> Iterator[Problem]:
    """Values outside the rulebook's ranges (§3, §37, §38), and armour that is negative behind (§34)."""
    yield from _beyond("cv", vehicle.cv, MIN_VALUE, MAX_VALUE)
    yield from _beyond("sv", vehicle.sv, MIN_VALUE if vehicle.systems else 0, MAX_VALUE)
    yield from _beyond("fv", vehicle.fv, 0, MAX_VALUE)
    yield from _beyond("attacks", vehicle.attacks, 1)
    yield from _beyond("av", vehicle.av, 0)
    yield from _beyond("wounds", vehicle.wounds, 0)
    if 0 <= vehicle.av < vehicle.av_delta:
        yield Problem("av_delta", f"leave 0 or more at the rear, not {vehicle.av - vehicle.av_delta}")


def weapon_faults(weapon: Weapon) -> Iterator[Problem]:
    """No range, a negative value, or a weight of fire that gives no dice (§24, §43); none for close combat alone."""
    fire = weapon.weight_of_fire
    yield from _beyond("wv", weapon.wv, 0)
    if weapon.range == 0 and not weapon.melee_only:
        yield Problem("range", "enter 1 or more, unless the weapon has an FV bonus or a close combat value")
    yield from _beyond("range", weapon.range, 0)
    if not weapon.melee_only and not fire.is_given:
        yield Problem("weight_of_fire", "enter its type and its dice")
    if fire.kind is Fire.AREA:
        yield from _beyond("weight_of_fire.radius", fire.radius, 1)
    if fire.kind is Fire.BY_RANGE:
        for place, (near, far) in enumerate(pairwise(fire.bands), 1):
            if far.up_to <= near.up_to:
                beyond = f"enter more than {near.up_to}″, where the previous band ends"
                yield Problem(f"weight_of_fire.bands[{place}].up_to", beyond)


def weapon_doubts(weapon: Weapon, catalogue: Catalogue) -> Iterator[Problem]:
    """A Weapon Value above all armour, of which it cancels no more (§24)."""
    if weapon.wv > MAX_AV:
        yield Problem("wv", f"The Weapon Value is {weapon.wv}. It cancels armour only, which is {MAX_AV} at most")


def armour_faults(armour: Armour) -> Iterator[Problem]:
    """An Armour Value below 0 (§6)."""
    yield from _beyond("av", armour.av, 0)


def contradicted_armour(profile: TroopProfile | VehicleProfile, catalogue: Catalogue) -> Iterator[Problem]:
    """A named row of the armour table that has another AV; toughness may explain it (§6)."""
    row = catalogue.get("armour", profile.armour) if profile.armour else None
    if row is not None and isinstance(row.spec, Armour) and row.spec.av != profile.av:
        yield Problem(
            "armour", f"{row.name} has AV {row.spec.av}, not {profile.av}. Toughness may explain the difference"
        )
