"""The weapons that a unit uses, for the calculators and the desk (FC-SHOOT-3, FC-MEL, FC-A21, FC-A48)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rulesets.core.house_rules import HouseRules
from rulesets.systems.forum_combat.units import Armed, UnitKind, WeaponType


def single_and_extra(arms: Iterable[Armed]) -> tuple[tuple[Armed, ...], tuple[Armed, ...]]:
    """The weapons of which a unit uses only one, and those with Extra Attacks, which it uses as well."""
    arms = tuple(arms)
    extra = tuple(armed for armed in arms if armed.weapon.extra_attacks)
    return tuple(armed for armed in arms if not armed.weapon.extra_attacks), extra


def fires_all(kind: UnitKind, single: int, house: HouseRules) -> bool:
    """Whether a unit with that many weapons to choose from fires them all (FC-A48)."""
    return kind in (UnitKind.VEHICLE, UnitKind.OTHER) and single > 1 and house.on("fc.vehicle_all")


def one_and_extra(
    kind: UnitKind,
    single: tuple[Armed, ...],
    extra: tuple[Armed, ...],
    house: HouseRules,
    best: Callable[[tuple[Armed, ...]], Armed],
) -> tuple[Armed, ...]:
    """The weapons a unit fires: the ``best`` of ``single``, or all of them (FC-A48), and the ``extra`` ones."""
    if len(single) > 1 and not fires_all(kind, len(single), house):
        single = (best(single),)
    return (*single, *extra)


def strikes_with(arms: Iterable[Armed], house: HouseRules) -> tuple[Armed, ...]:
    """The melee weapons that a unit strikes with (FC-A21)."""
    single, extra = single_and_extra(armed for armed in arms if armed.weapon.type is WeaponType.MELEE)
    if len(single) > 1 and house.choice("fc.melee_one_weapon") == "one":
        single = single[:1]
    return single + extra
