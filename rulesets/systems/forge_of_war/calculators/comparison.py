"""Weapons and targets compared: one unit at many targets, several weapons at one (§23).

Both are in one module, since each compares variations of one engagement.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any, NamedTuple

from rulesets.core.calculators import Answer, Calculator, Chart, Outcome, SideBySide, SolveContext, decimal, percent
from rulesets.core.declarations.catalogue import Catalogue
from rulesets.core.declarations.codec import encode
from rulesets.core.declarations.fields import Ask, clamp
from rulesets.core.declarations.house_rules import HouseRules, cached_with_readings
from rulesets.core.dice import Distribution, mean
from rulesets.core.forces.force import Unit
from rulesets.core.play.states import AnyDeployed, Side
from rulesets.core.tables import Cell, Table, Tone, table

from ..catalogue import CATALOGUE, name_of_side
from ..command.command_value import FIGURES_LIMIT, check_figures, check_hurt, check_stance, cover_assumed
from ..fire.consequences import Consequences, consequences
from ..fire.shooting import (
    backfire_charts,
    backfire_steps,
    firing_assumed,
    heavy_notes,
    no_shot,
    shooters_of,
    without_weapons,
)
from ..fire.shots import (
    MAX_INCHES,
    Aim,
    NoWeightOfFire,
    Shooters,
    Shot,
    WeaponsFired,
    check_shooters,
    weapon_entry,
    weight_of_fire,
)
from ..hits import Body, Policy, marker_limit
from ..house_rules import RULINGS
from ..tables import (
    CAPS,
    MAX_MARKERS,
    SLOW_MOVE,
    STANCE_ARMOUR,
    STANCE_AV,
    Arm,
    Cover,
    Facing,
    Stance,
    Threshold,
    Training,
    reached,
)
from ..tracks import CurrentUnit, current
from ..units import ListedUnit, display_name, statline
from ..vehicles.damage import Ending, ending
from ..vehicles.targets import MAX_SYSTEMS, MAX_WOUNDS, VehicleTarget, aim_at_vehicle, vehicle_target
from ..vehicles.volleys import VehicleVolley, volley_at_vehicle

MAX_TARGETS = 25
"""The most targets of one comparison."""

CACHED_TARGETS = 256


@dataclass(frozen=True, slots=True)
class ComparedTarget:
    """A target to compare."""

    name: Annotated[str, Ask("Target")] = ""
    arm: Annotated[Arm, Ask("Troop type")] = Arm.INFANTRY
    training: Annotated[Training, Ask("Training")] = Training.PROFESSIONAL
    figures: Annotated[int, Ask("Figures", min=1, max=FIGURES_LIMIT)] = 10
    av: Annotated[int, Ask("Armour Value", "For a vehicle, the value of its sides and top.", min=-20, max=30)] = 1
    cover: Annotated[Cover, Ask("Cover")] = Cover.NONE
    wounds: Annotated[
        int, Ask("Wounds", "For figures, the wounds of each. For a vehicle, its spare wounds.", min=0, max=20)
    ] = 1
    av_delta: Annotated[int, Ask("Front and rear", "For vehicles only.", min=0, max=20)] = 0
    facing: Annotated[Facing, Ask("Side that is hit", "For vehicles only.")] = Facing.FRONT
    systems: Annotated[int, Ask("Weapon systems", "For vehicles only.", min=0, max=MAX_SYSTEMS)] = 2
    more: Annotated[int, Ask("Further weapons in ×N rows", "For vehicles only.", min=0, max=MAX_SYSTEMS)] = 0
    stance: Annotated[Stance, Ask("Stance", "For infantry only.")] = Stance.NORMAL
    start: Annotated[
        int | None, Ask("Figures at the start", "Leave blank if it has lost none.", min=1, max=FIGURES_LIMIT)
    ] = None
    markers: Annotated[int, Ask("D-markers", min=0, max=MAX_MARKERS)] = 0
    hurt: Annotated[int, Ask("Wounds on a hurt figure", min=0, max=19)] = 0
    mobile: Annotated[bool, Ask("Can still move", "For vehicles only.")] = True
    fast: Annotated[bool, Ask(f"Moved over {SLOW_MOVE}″ this turn")] = False


def compared_target(name: str, now: CurrentUnit) -> ComparedTarget:
    """A listed unit as a target in the open; a vehicle from the front."""
    stats, vehicle, on_wheels = now.stats, vehicle_target(now), now.stats.is_vehicle
    wounds, hurt = (vehicle.wounds, 0) if on_wheels and now.hurt else (stats.wounds, 0 if on_wheels else now.hurt)
    return ComparedTarget(
        name=name,
        arm=stats.arm or Arm.INFANTRY,
        training=stats.band,
        **clamp(ComparedTarget, figures=stats.figures, av=stats.av, wounds=wounds, hurt=hurt),
        av_delta=vehicle.av_delta,
        systems=vehicle.systems,
        more=vehicle.more,
        stance=now.stance,
        **clamp(ComparedTarget, markers=now.markers, **({"start": now.start} if now.lost else {})),
        mobile=now.mobile,
        fast=now.fast,
    )


def _catalogue_target(unit: ListedUnit) -> ComparedTarget:
    """A target from the rulebook's catalogue, in the open."""
    stats = statline(unit, CATALOGUE, HouseRules(RULINGS))
    return compared_target(display_name(Unit("", unit), CATALOGUE), CurrentUnit(stats, stats.figures, unit.stance))


COMPARED_TARGETS = tuple(
    _catalogue_target(unit)
    for unit in (
        ListedUnit(troops="citizen_militias"),
        ListedUnit(troops="line_infantry"),
        ListedUnit(troops="marines"),
        ListedUnit(troops="rioters", figures=20),
        ListedUnit(vehicle="apc"),
        ListedUnit(vehicle="battle_tank"),
    )
)
PLATOON = Shooters(
    figures=12,
    volleys=(
        WeaponsFired("assault_rifle", 8),
        WeaponsFired("lsw", 1),
        WeaponsFired("missile_heap", 1),
        WeaponsFired("rpg_he", 1),
    ),
)


@dataclass(frozen=True, slots=True)
class Comparison:
    """What does each weapon do to each target?"""

    distance: Annotated[int, Ask("Distance", unit="″", min=0, max=MAX_INCHES)] = 10
    shooters: Annotated[Shooters, Ask("Shooters")] = PLATOON
    policy: Annotated[Policy, Ask("Owners take")] = Policy.MARKERS
    split: Annotated[int, Ask("D-markers of a split", min=0, max=12)] = 1
    targets: Annotated[tuple[ComparedTarget, ...], Ask("Targets", min=1, max=MAX_TARGETS, one="Target")] = (
        COMPARED_TARGETS
    )


@dataclass(frozen=True, slots=True)
class Effect:
    """The effect of shots on a target: chances from nothing to the worst, and the mean of figures lost.

    ``shaken``: only D-markers; ``some``: figures lost or hurt, a vehicle's wound; ``much``: half is left, a system is
    out or the vehicle is immobilised; ``worst``: all lost, the vehicle destroyed.
    """

    nothing: Fraction
    shaken: Fraction
    some: Fraction
    much: Fraction
    worst: Fraction
    losses: Fraction

    @property
    def decisive(self) -> Fraction:
        """The chance of the two best results."""
        return self.much + self.worst

    def short(self, target: ComparedTarget) -> Cell:
        """The effect in a cell of the grid: mean figures lost, or the chance to damage or destroy a vehicle."""
        if target.arm.is_vehicle:
            few, many = Fraction(1, 10), Fraction(1, 3)
            tone = Tone.GOOD if self.decisive >= many else Tone.FAIR if self.decisive >= few else Tone.MUTED
            return Cell(percent(self.decisive), tone, f"any effect {percent(1 - self.nothing)}")
        share = self.losses / target.figures
        tone = Tone.GOOD if share >= Fraction(1, 2) else Tone.FAIR if share >= Fraction(1, 10) else Tone.MUTED
        return Cell(decimal(self.losses, 1), tone, f"wiped out {percent(self.worst)}")


def _vehicle_of(target: ComparedTarget) -> VehicleTarget:
    return VehicleTarget(
        av=target.av,
        av_delta=target.av_delta,
        facing=target.facing,
        training=target.training,
        wounds=min(target.wounds, MAX_WOUNDS),
        systems=target.systems,
        more=target.more,
        cover=target.cover,
        markers=target.markers,
        mobile=target.mobile,
        fast=target.fast,
    )


def _aim(target: ComparedTarget, distance: int) -> Aim:
    if target.arm.is_vehicle:
        return aim_at_vehicle(_vehicle_of(target), distance)
    av = target.av + STANCE_ARMOUR[target.stance]
    return Aim(distance, target.arm, target.training, av, target.cover, target.fast, figures=target.figures)


def effect(
    volley: Consequences | VehicleVolley, target: ComparedTarget, question: Comparison, house: HouseRules
) -> Effect:
    """The effect of a volley on a target."""
    if isinstance(volley, VehicleVolley):
        endings = volley.fates.map(ending)
        nothing, worst = endings.chance(Ending.UNHARMED), endings.chance(Ending.DESTROYED)
        shaken, some = endings.chance(Ending.SHAKEN), endings.chance(Ending.WOUNDED)
        return Effect(nothing, shaken, some, 1 - nothing - shaken - some - worst, worst, worst)
    cap, wounds = CAPS[target.training], max(1, target.wounds)
    body = Body(target.figures, target.figures, target.markers, cap, wounds, target.hurt)
    results = volley.losses(body, marker_limit(question.policy, question.split), house)
    lost: Distribution[int] = results.map(lambda each: each.figures)
    worst = lost.chance(target.figures)
    unhurt = results.map(lambda each: each.figures == 0 and each.hurt == target.hurt)
    nothing = results.chance(lambda each: each.figures == each.markers == 0 and each.hurt == target.hurt)
    shaken = unhurt.chance(True) - nothing
    start = target.start or target.figures
    half = lost.chance(lambda count: count > 0 and reached(target.figures - count, start, Threshold.HALF))
    return Effect(nothing, shaken, 1 - nothing - shaken - half, half - worst, worst, mean(lost))


def _chart(title: str, of: Effect) -> Chart:
    outcomes = (
        Outcome("Nothing", of.nothing, Tone.MUTED),
        Outcome("D-markers alone", of.shaken, Tone.FAIR),
        Outcome("Some losses", of.some, Tone.PLAIN),
        Outcome("Halved or damaged", of.much, Tone.GOOD),
        Outcome("Wiped out or destroyed", of.worst, Tone.STRONG),
    )
    return Chart(title, outcomes)


def _serving(shooters: Shooters, aim: Aim, context: SolveContext) -> tuple[bool, ...]:
    """Which weapons have dice at that kind of target."""
    serving = []
    for index, volley in enumerate(shooters.volleys):
        path = f"shooters.volleys[{index}].weapon"
        weapon = weapon_entry(volley.weapon, path, context.catalogue).spec
        here = aim if volley.distance is None else replace(aim, distance=volley.distance)
        try:
            weight_of_fire(weapon, here, shooters.moved, path, context.house)
        except NoWeightOfFire:
            serving.append(False)
        else:
            serving.append(True)
    return tuple(serving)


class _Engagement(NamedTuple):
    """The effects on a target of all weapons together and of each alone; ``None`` if it has no dice at that target.

    ``shots`` are those of the weapons together, ``backfire`` their hits on the firers.
    """

    together: Effect
    alone: tuple[Effect | None, ...]
    shots: tuple[Shot, ...]
    backfire: Distribution[int]


@cached_with_readings(CACHED_TARGETS)
def _engage(question: Comparison, target: ComparedTarget, catalogue: Catalogue, house: HouseRules) -> _Engagement:
    """The effects on one target of the shooters of a question without targets; cached, since most targets stay."""
    context, shooters, aim = SolveContext(catalogue, house), question.shooters, _aim(target, question.distance)

    def fire(volleys: tuple[WeaponsFired, ...]) -> tuple[Consequences | VehicleVolley, Effect]:
        firing = replace(shooters, volleys=volleys)
        volley = (
            volley_at_vehicle(firing, _vehicle_of(target), aim, context)
            if target.arm.is_vehicle
            else consequences(firing, aim, context)
        )
        return volley, effect(volley, target, question, house)

    each = tuple(zip(shooters.volleys, _serving(shooters, aim, context), strict=True))
    whole_volley, together = fire(tuple(volley for volley, serving in each if serving))
    alone = tuple(fire((volley,))[1] if serving else None for volley, serving in each)
    return _Engagement(together, alone, whole_volley.shots, whole_volley.backfire)


def _headline(target: str, decisive: Fraction, *, harms: bool, many: bool) -> str:
    """The best of many targets, or the only one, and the chance to halve, damage or destroy it."""
    if not harms:
        return "No target here can be harmed" if many else f"{target} cannot be harmed"
    against = f"Best target: {target}," if many else f"Against {target}:"
    return f"{against} {percent(decisive)} chance to halve, damage or destroy"


def compare(question: Comparison, context: SolveContext) -> Answer:
    """Every weapon alone and all together at every target."""
    refusal = no_shot(question.shooters, engaged=False)
    if refusal is not None:
        return refusal
    _check(question, context)
    shooters, catalogue, house = replace(question, targets=()), context.catalogue, context.house
    engagements = [
        (target.name or f"Target {number}", _engage(shooters, replace(target, name=""), catalogue, house))
        for number, target in enumerate(question.targets, 1)
    ]
    volleys = question.shooters.volleys
    entries = (catalogue.get("weapon", volley.weapon) for volley in volleys)
    heads = [f"{entry.name if entry else ''} ×{volley.count}" for entry, volley in zip(entries, volleys, strict=True)]
    decisive, any_effect, best = max((it.together.decisive, 1 - it.together.nothing, name) for name, it in engagements)
    shots = {shot.entry.key: shot for _, it in engagements for shot in it.shots if shot.fires}
    backfires: dict[Distribution[int], list[str]] = {}
    for name, it in engagements:
        backfires.setdefault(it.backfire, []).append(name)
    many = len(engagements) > 1
    at_targets = SideBySide(
        "All weapons against each target", tuple(_chart(name, it.together) for name, it in engagements)
    )
    by_weapon = (_weapon_charts(name, heads, it) for name, it in engagements)
    return Answer(
        _headline(best, decisive, harms=any_effect > 0, many=many),
        Tone.PLAIN if any_effect else Tone.BAD,
        steps=tuple(step for own in backfires for step in backfire_steps(own, _among(backfires, own))),
        charts=tuple(chart for own in backfires for chart in backfire_charts(own, _among(backfires, own))),
        notes=heavy_notes(question.shooters, tuple(shots.values()), context),
        assumed=(
            *firing_assumed(question.shooters, question.distance, context),
            *(dict.fromkeys(cover_assumed(target.cover, "target") for target in question.targets)),
            f"owners take {question.policy.words}",
        ),
        compared=(*((at_targets,) if many else ()), *by_weapon),
        tables=_tables(question.targets, heads, engagements),
    )


def _check(question: Comparison, context: SolveContext) -> None:
    """Raise ``QuestionError`` for a target that cannot be, or weapons that cannot be fired."""
    for index, target in enumerate(question.targets):
        may_change = target.arm is Arm.INFANTRY and target.av <= STANCE_AV
        check_stance(target.stance, may_change, f"targets[{index}].stance")
        if not target.arm.is_vehicle:
            check_figures(target.figures, target.start, f"targets[{index}].")
            check_hurt(target.hurt, max(1, target.wounds), f"targets[{index}].")
    check_shooters(question.shooters, context, "shooters")


def _weapon_charts(name: str, heads: Sequence[str], engagement: _Engagement) -> SideBySide:
    bars = [_chart(head, of) for head, of in zip(heads, engagement.alone, strict=True) if of is not None]
    return SideBySide(f"Each weapon against {name}", (*bars, _chart("All together", engagement.together)))


def _tables(
    targets: Sequence[ComparedTarget], heads: Sequence[str], engagements: Sequence[tuple[str, _Engagement]]
) -> tuple[Table, ...]:
    together = [
        (
            name,
            "–" if target.arm.is_vehicle else decimal(it.together.losses, 1),
            percent(1 - it.together.nothing),
            percent(it.together.decisive),
            percent(it.together.worst),
        )
        for target, (name, it) in zip(targets, engagements, strict=True)
    ]
    alone = [
        (name, *(of.short(target) if of is not None else Cell("–") for of in it.alone))
        for target, (name, it) in zip(targets, engagements, strict=True)
    ]
    return (
        table(
            "All weapons against each target",
            "**Target | >Mean figures lost | >Any effect | >Halved or damaged | >Wiped out or destroyed",
            together,
        ),
        table(
            "Each weapon against each target",
            "**Target | " + " | ".join(f">{_plain(head)}" for head in heads),
            alone,
            "Each type of weapon alone: mean figures lost, or the chance to damage or destroy a vehicle. "
            "A hit that becomes a D-marker costs no figure.",
        ),
    )


def _among(backfires: dict[Distribution[int], list[str]], own: Distribution[int]) -> str:
    """The targets at which the firers suffer these backfires; empty if they are the same at all targets."""
    return f" at {', '.join(backfires[own])}" if len(backfires) > 1 else ""


def _plain(heading: str) -> str:
    """A weapon's name as a heading, without characters that have a meaning in headings."""
    return heading.replace("|", "/").lstrip("*<>^ ")


def _prefill(own: Side, opposing: Side | None) -> dict[str, Any]:
    fields: dict[str, Any] = {"shooters": encode(shooters_of(current(own)))}
    if opposing is not None:
        fields["targets"] = [encode(compared_target(name_of_side(opposing)[:80], current(opposing)))]
    return fields


def _against_force(own: Side, force: AnyDeployed) -> dict[str, Any]:
    """The units of a force that can be fired at: those in play and not in close combat."""
    sides = [Side(force.force, group, unit, force) for group, unit in force.force.units()]
    units = [(name_of_side(side)[:80], current(side)) for side in sides]
    targets = [compared_target(name, now) for name, now in units if not (now.is_gone or now.engaged)]
    return _prefill(own, None) | ({"targets": list(map(encode, targets[:MAX_TARGETS]))} if targets else {})


CALCULATOR = Calculator(
    "comparison",
    "Comparison",
    "Each weapon of a unit, and all together, against one target or a list of them.",
    Comparison,
    compare,
    _prefill,
    against_force=_against_force,
    unsuited=without_weapons,
)
