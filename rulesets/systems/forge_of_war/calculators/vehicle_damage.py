"""A unit fires at one side of a vehicle (§32-38)."""

from dataclasses import dataclass, replace
from typing import Annotated, Any

from rulesets.core.calculators import Answer, Brief, Calculator, Result, SolveContext, Unsuited, amounts, percent
from rulesets.core.declarations.codec import encode
from rulesets.core.declarations.fields import Ask
from rulesets.core.dice import Distribution
from rulesets.core.play.rolls import Roller
from rulesets.core.play.states import Side
from rulesets.core.tables import Table, table
from rulesets.core.wording import phrases

from ..catalogue import name_of_side, stats_of_side
from ..command import cover_assumed
from ..consequences import consequences
from ..results import damage_results, firing_changes
from ..rolling import rolled_at_vehicle
from ..shooting import (
    backfire_charts,
    backfire_steps,
    firing_assumed,
    heavy_notes,
    low_value_steps,
    no_shot,
    shooters_of,
    shot_steps,
    without_weapons,
)
from ..shots import MAX_INCHES, STEPS, Aim, FireMode, Shooters, WeaponsFired
from ..tables import SLOW_MOVE, Facing, TargetKind
from ..tracks import COVERING, current
from ..vehicle_damage import (
    CARRIER,
    Ending,
    Fate,
    VehicleTarget,
    aim_at_vehicle,
    damage_chart,
    damage_in_brief,
    damage_in_short,
    die_damage,
    ending,
    ending_chart,
    endings,
    facing_av,
    facing_step,
    fates_of,
    vehicle_target,
    wasted_step,
)

LAUNCHER = Shooters(figures=2, volleys=(WeaponsFired("missile_heap", 1),))


@dataclass(frozen=True, slots=True)
class VehicleFire:
    """What does this volley do to a vehicle?"""

    distance: Annotated[int, Ask("Distance", unit="″", min=0, max=MAX_INCHES)] = 20
    shooters: Annotated[Shooters, Ask("Shooters")] = LAUNCHER
    target: Annotated[VehicleTarget, Ask("Vehicle")] = CARRIER
    mode: Annotated[FireMode, Ask("Fired as", "For reaction fire, the test is already passed.")] = FireMode.NORMAL


def _aim(question: VehicleFire, target: VehicleTarget) -> Aim:
    return aim_at_vehicle(target, question.distance, question.mode)


def _by_facing(question: VehicleFire, fates_at_target: Distribution[Fate], context: SolveContext) -> Table:
    """A row for each side of the vehicle; ``fates_at_target`` are those for the side that is hit."""
    rows: list[tuple[object, ...]] = []
    for facing in Facing:
        target = replace(question.target, facing=facing)
        same = facing is question.target.facing
        fates = fates_at_target if same else endings(question.shooters, target, _aim(question, target), context)
        worse = fates.chance(lambda each: ending(each) in (Ending.DISARMED, Ending.IMMOBILISED, Ending.DESTROYED))
        harm_chance = fates.chance(lambda each: ending(each) is not Ending.UNHARMED)
        destroy_chance = fates.chance(lambda each: each.destroyed)
        rows.append((facing.label, facing_av(target), percent(harm_chance), percent(worse), percent(destroy_chance)))
    return table("By side hit", "*Side | >AV | >Any effect | >Damaged | >Destroyed", rows)


def shoot_vehicle(question: VehicleFire, context: SolveContext) -> Answer:
    """The damage of a volley at one side of a vehicle, die by die and all together."""
    house = context.house
    refusal = no_shot(question.shooters, question.target.engaged)
    if refusal is not None:
        return refusal
    target = question.target
    volley = consequences(question.shooters, _aim(question, target), context)
    shots = volley.shots
    fates = fates_of(volley, target, house)
    steps = [facing_step(target), *shot_steps(shots, question.shooters.sv), *low_value_steps(shots)]
    charts = [ending_chart(fates), amounts("D-markers gained", fates.map(lambda each: each.markers))]
    for shot in shots:
        if shot.fires and not shot.entry.spec.harms_vehicles:
            steps.append(wasted_step(shot.entry))
        elif shot.fires:
            charts.append(damage_chart(f"One die of {shot.entry.name}", die_damage(shot.value, house)))
    steps += backfire_steps(volley.backfire)
    charts += backfire_charts(volley.backfire)
    stop_chance = fates.chance(lambda each: each.destroyed or each.immobilised)
    notes = [*heavy_notes(question.shooters, shots, context)]
    if stop_chance:
        notes.append(f"{percent(stop_chance)} chance that it stops or burns and troops inside test to bale out (§38).")
    return Answer(
        *damage_in_short(fates),
        tuple(steps),
        tuple(charts),
        (_by_facing(question, fates, context),),
        tuple(notes),
        assumed=phrases(
            *firing_assumed(question.shooters, question.distance),
            f"at its {target.facing.label.lower()}",
            cover_assumed(target.cover, "target"),
            f"target moved over {SLOW_MOVE}″" * target.fast,
            f"owner gives up {target.gives.label.lower()}",
        ),
    )


def _brief(question: VehicleFire, context: SolveContext) -> Brief:
    refusal = no_shot(question.shooters, question.target.engaged)
    if refusal is not None:
        return Brief(refusal.headline, "no", refused=True)
    return damage_in_brief(endings(question.shooters, question.target, _aim(question, question.target), context))


def _results(question: VehicleFire, own: Side, opposing: Side | None, context: SolveContext) -> tuple[Result, ...]:
    """The fates of the vehicle and the firers' own losses by backfire; none if there is no shot."""
    target, house = question.target, context.house
    if no_shot(question.shooters, target.engaged) is not None:
        return ()
    volley = consequences(question.shooters, _aim(question, target), context)
    fates = fates_of(volley, target, house)
    return damage_results(volley, fates, own, opposing, firing_changes(own, question.mode), house)


def _roll(
    question: VehicleFire, own: Side, opposing: Side | None, context: SolveContext, roller: Roller
) -> tuple[Result, ...]:
    """The fate of the vehicle by the dice, then backfire."""
    target, house = question.target, context.house
    volley = consequences(question.shooters, _aim(question, target), context)
    rolled, fates = rolled_at_vehicle(volley, target, roller, house)
    changes = firing_changes(own, question.mode)
    return damage_results(rolled, fates, own, opposing, changes, house)


def _prefill(own: Side, opposing: Side | None) -> dict[str, Any]:
    now = current(own)
    mode = FireMode.COVERING if now.state.key(COVERING) else FireMode.NORMAL
    fields: dict[str, Any] = {"shooters": encode(shooters_of(now, TargetKind.VEHICLE, mode))}
    if mode is not FireMode.NORMAL:
        fields["mode"] = mode.value
    if opposing is not None:
        target = current(opposing)
        if target.stats.is_vehicle:
            fields["target"] = encode(vehicle_target(target))
    return fields


def _unsuited(own: Side, opposing: Side | None) -> Unsuited | None:
    if opposing is not None and not stats_of_side(opposing).is_vehicle:
        return Unsuited(f"{name_of_side(opposing)} is not a vehicle. It loses figures instead.", "shooting")
    return without_weapons(own, opposing)


CALCULATOR = Calculator(
    "vehicle-damage",
    "Vehicle damage",
    "A unit fires at one side of a vehicle: light, moderate and destroying results, wounds and systems.",
    VehicleFire,
    shoot_vehicle,
    _prefill,
    unsuited=_unsuited,
    results=_results,
    brief=_brief,
    distance="distance",
    steps=STEPS,
    roll=_roll,
)
