"""A unit fires at one side of a vehicle (§32-38)."""

from dataclasses import dataclass, replace
from typing import Annotated, Any

from rulesets.core.calculators import (
    Answer,
    Calculator,
    OneOutcome,
    Result,
    SolveContext,
    Unsuited,
    amounts,
    percent,
)
from rulesets.core.declarations.codec import encode
from rulesets.core.declarations.fields import Ask
from rulesets.core.dice import Distribution
from rulesets.core.play.states import Side
from rulesets.core.tables import Table, table
from rulesets.core.wording import phrases

from ..catalogue import name_of_side, stats_of_side
from ..command.command_value import cover_assumed
from ..fire.shooting import (
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
from ..fire.shots import MAX_INCHES, STEPS, Aim, FireMode, Shooters, WeaponsFired
from ..results import damage_results, firing_changes
from ..tables import SLOW_MOVE, Facing, TargetKind
from ..tracks import COVERING, current
from ..vehicles.damage import Ending, Fate, die_damage, ending
from ..vehicles.targets import CARRIER, VehicleTarget, aim_at_vehicle, facing_av, facing_step, vehicle_target
from ..vehicles.volleys import (
    VehicleVolley,
    damage_chart,
    damage_in_brief,
    damage_in_short,
    ending_chart,
    volley_at_vehicle,
    wasted_step,
)

LAUNCHER = Shooters(figures=2, volleys=(WeaponsFired("missile_heap", 1),))


@dataclass(frozen=True, slots=True)
class VehicleFire:
    """What does this volley do to a vehicle?"""

    distance: Annotated[int, Ask("Distance", unit="″", min=0, max=MAX_INCHES)] = 20
    shooters: Annotated[Shooters, Ask("Shooters")] = LAUNCHER
    target: Annotated[VehicleTarget, Ask("Vehicle")] = CARRIER
    mode: Annotated[FireMode, Ask("Fired as", "For reaction fire, we assume that the test is passed.")] = (
        FireMode.NORMAL
    )


def _aim(question: VehicleFire, target: VehicleTarget) -> Aim:
    return aim_at_vehicle(target, question.distance, question.mode)


def _by_facing(question: VehicleFire, fates_at_target: Distribution[Fate], context: SolveContext) -> Table:
    """A row for each side of the vehicle; ``fates_at_target`` are those for the side that is hit."""
    rows: list[tuple[object, ...]] = []
    for facing in Facing:
        target = replace(question.target, facing=facing)
        same = facing is question.target.facing
        aim = _aim(question, target)
        fates = fates_at_target if same else volley_at_vehicle(question.shooters, target, aim, context).fates
        worse = fates.chance(lambda each: ending(each) in (Ending.DISARMED, Ending.IMMOBILISED, Ending.DESTROYED))
        harm_chance = fates.chance(lambda each: ending(each) is not Ending.UNHARMED)
        destroy_chance = fates.chance(lambda each: each.destroyed)
        rows.append((facing.label, facing_av(target), percent(harm_chance), percent(worse), percent(destroy_chance)))
    return table("By side hit", "*Side | >AV | >Any effect | >Damaged | >Destroyed", rows)


def _outcome(question: VehicleFire, context: SolveContext) -> VehicleVolley | Answer:
    refusal = no_shot(question.shooters, question.target.engaged)
    if refusal is not None:
        return refusal
    return volley_at_vehicle(question.shooters, question.target, _aim(question, question.target), context)


def vehicle_answer(question: VehicleFire, volley: VehicleVolley, context: SolveContext) -> Answer:
    """The damage of a volley at one side of a vehicle, die by die and all together."""
    house, target, shots, fates = context.house, question.target, volley.shots, volley.fates
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
        notes.append(
            f"{percent(stop_chance)} chance that it is stopped or destroyed, so troops inside must test to bale out "
            "(§38)."
        )
    return Answer(
        *damage_in_short(fates),
        tuple(steps),
        tuple(charts),
        (_by_facing(question, fates, context),),
        tuple(notes),
        assumed=phrases(
            *firing_assumed(question.shooters, question.distance, context),
            f"at its {target.facing.label.lower()}",
            cover_assumed(target.cover, "target"),
            f"target moved over {SLOW_MOVE}″" * target.fast,
            f"owner gives up {target.gives.label.lower()}",
        ),
    )


def _results(
    question: VehicleFire, volley: VehicleVolley, own: Side, opposing: Side | None, context: SolveContext
) -> tuple[Result, ...]:
    """The fates of the vehicle and the firers' own losses by backfire."""
    return damage_results(volley, own, opposing, firing_changes(own, question.mode), context.house)


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


_CALCULATION = OneOutcome(_outcome, vehicle_answer, _results)
CALCULATOR = Calculator(
    "vehicle-damage",
    "Vehicle damage",
    "A unit fires at one side of a vehicle: light, moderate and destroyed results, wounds, and systems lost.",
    VehicleFire,
    _CALCULATION.solve,
    _prefill,
    unsuited=_unsuited,
    results=_CALCULATION.results,
    brief=_CALCULATION.brief(lambda question, volley, context: damage_in_brief(volley.fates)),
    distance="distance",
    steps=STEPS,
    roll=_CALCULATION.roll,
    short_means=(
        "Chance to destroy the vehicle, or of any effect (0/41%) where it cannot be destroyed. "
        "33% or more to destroy it is favourable. If it cannot be destroyed, under 33% for any effect is unfavourable"
    ),
)
