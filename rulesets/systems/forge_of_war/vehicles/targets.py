"""Vehicles as targets: their values, and the side that is hit (§34, §38)."""

from dataclasses import dataclass
from typing import Annotated

from rulesets.core.calculators import Step
from rulesets.core.declarations.fields import Ask, Choice, clamp

from ..fire.shots import Aim, FireMode
from ..modifiers import plain
from ..tables import FACING_SIGN, MAX_MARKERS, SLOW_MOVE, Arm, Cover, Facing, Training
from ..tracks import CurrentUnit

MAX_SYSTEMS = 6
MAX_WOUNDS = 4


class Sacrifice(Choice):
    """What the owner gives up first for moderate damage (§38)."""

    WEAPONS = "weapons", "Weapons first"
    PROPULSION = "propulsion", "Propulsion first"


@dataclass(frozen=True, slots=True)
class VehicleTarget:
    """A vehicle that is shot at."""

    av: Annotated[int, Ask("Armour Value", "The value of its sides and top.", min=-20, max=30)] = 7
    av_delta: Annotated[int, Ask("Front and rear", "Added at the front and subtracted at the rear.", min=0, max=20)] = 1
    facing: Annotated[Facing, Ask("Side that is hit")] = Facing.FRONT
    training: Annotated[Training, Ask("Crew", "Its training sets the D-marker cap.")] = Training.PROFESSIONAL
    markers: Annotated[int, Ask("D-markers", min=0, max=MAX_MARKERS)] = 0
    wounds: Annotated[int, Ask("Wounds left", min=0, max=MAX_WOUNDS)] = 1
    systems: Annotated[int, Ask("Weapon systems left", min=0, max=MAX_SYSTEMS)] = 2
    more: Annotated[
        int,
        Ask(
            "Further weapons in ×N rows",
            "HMG ×2 has one further weapon. Further weapons count only if each is a system.",
            min=0,
            max=MAX_SYSTEMS,
        ),
    ] = 0
    mobile: Annotated[bool, Ask("Can still move")] = True
    cover: Annotated[Cover, Ask("Cover")] = Cover.NONE
    fast: Annotated[bool, Ask(f"Moved over {SLOW_MOVE}″ this turn")] = False
    engaged: Annotated[bool, Ask("In close combat")] = False
    gives: Annotated[Sacrifice, Ask("Owner sacrifices")] = Sacrifice.WEAPONS


CARRIER = VehicleTarget()


def facing_av(target: VehicleTarget) -> int:
    """The AV of the side that is hit (§34)."""
    return target.av + FACING_SIGN[target.facing] * target.av_delta


def aim_at_vehicle(target: VehicleTarget, distance: int, mode: FireMode = FireMode.NORMAL) -> Aim:
    """A vehicle as the aim of a volley, with the AV of the side that is hit."""
    return Aim(distance, Arm.VEHICLE, None, facing_av(target), target.cover, target.fast, mode=mode)


def facing_step(target: VehicleTarget) -> Step:
    """The line of working for the AV that is hit."""
    av, where = facing_av(target), target.facing.label.lower()
    change = f" {'less' if av < target.av else 'plus'} {abs(av - target.av)}" if av != target.av else ""
    reason = f"AV {plain(target.av)}({target.av_delta}): {plain(target.av)}{change} at the {where}"
    return Step("§34", f"AV, {where}", plain(av), reason)


def vehicle_target(now: CurrentUnit) -> VehicleTarget:
    """A listed vehicle as a target, hit from the front."""
    stats = now.stats
    return VehicleTarget(
        training=stats.band,
        mobile=now.mobile,
        fast=now.fast,
        engaged=now.engaged,
        **clamp(VehicleTarget, av=stats.av, av_delta=stats.av_delta),
        **clamp(VehicleTarget, markers=now.markers, wounds=stats.wounds - now.hurt),
        **clamp(VehicleTarget, systems=len(stats.weapons), more=sum(armed.count - 1 for armed in stats.weapons)),
    )
