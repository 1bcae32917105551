"""The weapons that a unit uses, for the calculators and the desk (FC-SHOOT-3, FC-MEL, FC-A21, FC-A48)."""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

from rulesets.core.declarations.house_rules import HouseRules

from . import attacks
from .units import Armed, Profile, UnitKind, Weapon, WeaponType, most_common
from .wound_allocation import Bodies, wound_needed


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


def attack_dice(profile: Profile, armed: Armed, *, split: bool) -> int:
    """Attack dice of a unit with a weapon (FC-A08).

    The crew of a heavy weapon team fire a rifle each, unless they are ``split`` into units.
    """
    alone = split or armed.weapon.crewed or armed.weapon.type is WeaponType.MELEE
    crew = profile.crew if profile.kind is UnitKind.TEAM and not alone else 1
    return armed.weapon.atk * crew


def damage_of_a_die(
    weapon: Weapon, units: Sequence[tuple[int, int]], bodies: Bodies, modifier: int, house: HouseRules
) -> Fraction:
    """The expected damage of one attack die at a squad, before any loss; most of its units decide the save."""
    house = house.untraced
    standing = [line for line, hp in units if hp > 0] or [line for line, _ in units]
    body = bodies[most_common([(line, 1) for line in standing], highest=False)]
    hit = attacks.hit_chance(attacks.hit_number(weapon.acc, modifier), house)
    wound = attacks.wound_chance(wound_needed(weapon.strength, units, bodies, house))
    saved = attacks.save_chance(attacks.save_number(body.sav, weapon.ap), house)
    return hit * wound * (1 - saved) * weapon.dmg


def fires_close_with(
    kind: UnitKind, arms: Iterable[Armed], worth: Callable[[Armed], Fraction], house: HouseRules
) -> tuple[Armed, ...]:
    """The weapons that a unit fires in the close-quarters step, of those in reach (FC-MEL-1).

    Nobody gives orders for it, so of several weapons the unit fires the one worth most, the first of equal ones.
    """
    single, extra = single_and_extra(armed for armed in arms if armed.weapon.close_quarters)
    return one_and_extra(kind, single, extra, house, lambda options: max(options, key=worth))


def strikes_with(arms: Iterable[Armed], house: HouseRules) -> tuple[Armed, ...]:
    """The melee weapons that a unit strikes with (FC-A21)."""
    single, extra = single_and_extra(armed for armed in arms if armed.weapon.type is WeaponType.MELEE)
    if len(single) > 1 and house.choice("fc.melee_one_weapon") == "one":
        single = single[:1]
    return single + extra
