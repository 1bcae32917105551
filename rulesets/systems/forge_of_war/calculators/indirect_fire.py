"""Where a shell falls, who is under the template, and its effects (optional rules, §41)."""

from dataclasses import dataclass, replace
from typing import Annotated, Any

from rulesets.core.calculators import (
    Answer,
    Calculator,
    OneOutcome,
    QuestionError,
    Result,
    SolveContext,
    Step,
    Unsuited,
    amounts,
    decimal,
    percent,
    refusal,
)
from rulesets.core.declarations.catalogue import Entry
from rulesets.core.declarations.codec import encode
from rulesets.core.declarations.fields import Ask, clamp
from rulesets.core.declarations.house_rules import HouseRules, by_reading
from rulesets.core.dice import Distribution, certain, mean
from rulesets.core.play.states import Side
from rulesets.core.tables import Table, Tone, table
from rulesets.core.wording import count_of, phrases

from ..catalogue import name_of_side
from ..command.command_value import FIGURES_LIMIT, cover_assumed
from ..fire.consequences import Consequences, Impact, automatic_markers, backfire, consequences
from ..fire.indirect_fire import deviation, dice_for, may_cover_combat, under_template
from ..fire.shooting import (
    TARGET,
    Target,
    aim_at,
    automatic_steps,
    backfire_charts,
    backfire_steps,
    body_of,
    check_target,
    losses_of,
    no_shot,
    target_of,
    volley_answer,
)
from ..fire.shots import (
    MAX_INCHES,
    Aim,
    NoWeightOfFire,
    Shooters,
    WeaponBearer,
    WeaponsFired,
    armour_and_cover,
    weapon_entry,
)
from ..hits import Pool, die_chance, pool_hits
from ..losses import loss_charts, losses_in_words
from ..modifiers import modified, plain, working
from ..profiles import Accuracy, Weapon
from ..results import damage_results, firing_changes, volley_results
from ..tables import DIE, MAX_MARKERS, Damage, Facing
from ..tracks import current
from ..vehicles.damage import Fate, damage_dice, die_damage, fates_of
from ..vehicles.targets import VehicleTarget, aim_at_vehicle, facing_step, vehicle_target
from ..vehicles.volleys import (
    VehicleVolley,
    damage_chart,
    damage_in_short,
    ending_chart,
    volley_at_vehicle,
    wasted_step,
)
from .vehicle_damage import VehicleFire, vehicle_answer

MAX_SPACING = 6

_FRIENDS = {
    False: "Friends under the template are attacked too (§41).",
    True: "Friends under the template, such as those fighting the target, are attacked too (§41).",
}
"""A note, by whether the target is in close combat."""

FROM_ABOVE = VehicleTarget(facing=Facing.SIDE)
"""A vehicle hit on its top (§34)."""


@dataclass(frozen=True, slots=True)
class IndirectFire:
    """Where does the shell fall, and what does it do?"""

    weapon: Annotated[str, Ask("Weapon", entry="weapon")] = "mortar_light"
    sv: Annotated[int, Ask("Shooting Value", min=-20, max=20)] = 7
    markers: Annotated[int, Ask("D-markers", min=0, max=MAX_MARKERS)] = 0
    accuracy: Annotated[Accuracy, Ask("Accuracy", "Leave blank to use the weapon’s accuracy.")] = Accuracy.UNKNOWN
    radius: Annotated[
        int, Ask("Blast radius", "Enter the agreed radius, or 0 to use the weapon’s.", unit="″", min=0, max=12)
    ] = 3
    spotter_sv: Annotated[int, Ask("Spotter’s SV", min=-20, max=20)] = 7
    spotter_markers: Annotated[int, Ask("Spotter’s D-markers", min=0, max=MAX_MARKERS)] = 0
    distance: Annotated[int, Ask("Distance", unit="″", min=0, max=MAX_INCHES)] = 20
    target: Annotated[Target, Ask("Target")] = TARGET
    spacing: Annotated[
        int,
        Ask(
            "Distance between figures",
            "The figures stand in a block around the aim point.",
            unit="″",
            min=1,
            max=MAX_SPACING,
        ),
    ] = 2
    under: Annotated[
        int | None,
        Ask("Figures under the template", "Enter this if the shell has already landed.", min=0, max=FIGURES_LIMIT),
    ] = None
    at_vehicle: Annotated[bool, Ask("The target is a vehicle")] = False
    vehicle: Annotated[VehicleTarget, Ask("Vehicle", "Used if the target is a vehicle.")] = FROM_ABOVE


def fall_value(question: IndirectFire, house: HouseRules) -> int:
    """The lower Shooting Value of battery and spotter, each less its own D-markers or as printed (AMB-133b)."""
    return by_reading(
        "indirect_markers",
        own=min(question.sv - question.markers, question.spotter_sv - question.spotter_markers),
        printed=min(question.sv, question.spotter_sv),
    )(house)


def attack_value(question: IndirectFire, aim: Aim, context: SolveContext) -> tuple[int, tuple[Step, ...]]:
    """The value of the attack on each model: D-markers, armour and cover only (§41, AMB-138)."""
    firer, spotter = question.sv - question.markers, question.spotter_sv - question.spotter_markers
    sv, markers = question.sv, question.markers
    if spotter < firer and context.house.choice("indirect_sv_for_hits") == "lower":
        sv, markers = question.spotter_sv, question.spotter_markers
    entry = weapon_entry(question.weapon, "weapon", context.catalogue)
    changes = armour_and_cover(markers, entry, aim, context.house)
    value = modified(sv, changes)
    low = int(die_chance(value, context.house.untraced) * DIE)
    roll = f"roll a d{DIE} for each model under the template: {low} or less hits" if value > 0 else ""
    return value, working("§41", "Shooting Value", sv, changes, "Value of each attack", roll)


def _fall_table(question: IndirectFire, inches: Distribution[int], radius: int) -> Table:
    figures = _models(question)
    rows: list[tuple[object, ...]] = [
        (f"{off}″", percent(chance, 1), decimal(mean(under_template(figures, question.spacing, radius, off)), 1))
        for off, chance in inches.sorted_items()
    ]
    return table("By deviation", ">Off by | >Chance | >Figures under it", rows)


def _models(question: IndirectFire) -> int:
    """Models that may stand under the template."""
    return 1 if question.at_vehicle else question.target.figures


def _aim(question: IndirectFire, context: SolveContext) -> Aim:
    if question.at_vehicle:
        return aim_at_vehicle(question.vehicle, question.distance)
    check_target(question.target)
    return aim_at(question.target, question.distance, context)


def _in_combat(question: IndirectFire) -> bool:
    return question.vehicle.engaged if question.at_vehicle else question.target.engaged


def _no_shell(question: IndirectFire, entry: Entry[Weapon], house: HouseRules) -> Answer | None:
    """The answer when nothing may be fired at all; ``None`` if it may."""
    if question.distance > entry.spec.range:
        reason = f"range {entry.spec.range}″"
        return refusal("Out of range", "§22", entry.name, "no shot", reason)
    return no_shot(_battery(question), _in_combat(question) and not may_cover_combat(house))


@dataclass(frozen=True, slots=True)
class Fall:
    """Where a shell falls: the dice for it, inches from the point, the template, and the models under it."""

    dice: int
    inches: Distribution[int]
    radius: int
    models: Distribution[int]


@dataclass(frozen=True, slots=True)
class Shell:
    """What comes of a shell: where it falls, unless the weapon's dice attack instead, and all its effects."""

    fall: Fall | None
    volley: Consequences | VehicleVolley


def _outcome(question: IndirectFire, context: SolveContext) -> Shell | Answer:
    """Deviation, models under the template and its effects; or the weapon's dice where a house rule says so."""
    entry = weapon_entry(question.weapon, "weapon", context.catalogue)
    weapon = entry.spec
    if not weapon.indirect:
        raise QuestionError("weapon", "This weapon does not fire indirectly. Choose one that does.")
    aim = _aim(question, context)
    refused = _no_shell(question, entry, context.house)
    if refused is not None:
        return refused
    if context.house.choice("indirect_attack") == "weight_of_fire":
        return Shell(None, _with_its_dice(question, aim, context))
    radius = question.radius or weapon.blast_radius
    if not radius:
        raise QuestionError("radius", "The rulebook gives no template size. Enter the radius you agreed on.")
    count = dice_for(weapon, question.accuracy, question.distance)
    landed = question.under is not None
    inches = deviation(count, fall_value(question, context.house), None if landed else context.roller)
    models = _models(question)
    if question.under is not None:
        models_hit = certain(min(question.under, models))
    else:
        models_hit = inches.then(lambda off: under_template(models, question.spacing, radius, off, context.roller))
    fall = Fall(count, inches, radius, models_hit)
    return Shell(fall, _effects(question, entry, fall.models, aim, context))


def fire(question: IndirectFire, shell: Shell, context: SolveContext) -> Answer:
    """Where the shell falls and what it does."""
    fall, volley = shell.fall, shell.volley
    if fall is None:
        battery = _battery(question)
        if isinstance(volley, VehicleVolley):
            return vehicle_answer(VehicleFire(question.distance, battery, question.vehicle), volley, context)
        return volley_answer(battery, question.target, question.distance, volley, context)
    weapon = weapon_entry(question.weapon, "weapon", context.catalogue).spec
    inches, radius = fall.inches, fall.radius
    lower, printed = fall_value(question, context.house), min(question.sv, question.spotter_sv)
    effect = (
        _on_vehicle(question, fall.models, volley, context)
        if isinstance(volley, VehicleVolley)
        else _on(question, fall.models, volley, context)
    )
    on_point, within = inches.chance(0), inches.chance(lambda off: off <= radius)
    return Answer(
        f"{percent(on_point)} chance of a direct hit, {percent(within)} to land within {radius}″. {effect.headline}",
        effect.tone,
        (
            Step("Indirect Fire", "Dice for the fall of shot", f"{fall.dice}d{DIE}", f"range {weapon.range}″"),
            Step(
                "Indirect Fire",
                "Lower Shooting Value",
                plain(lower),
                f"of battery and spotter{', less their D-markers' * (lower < printed)}",
            ),
            Step("§41", "Mean deviation", f"{decimal(mean(inches))}″", f"the roll less {plain(lower)}, in inches"),
            *effect.steps,
        ),
        (
            *effect.charts,
            amounts("Inches from the point", inches, lambda off: Tone.GOOD if off <= radius else Tone.PLAIN),
        ),
        (_fall_table(question, inches, radius),),
        effect.notes,
        assumed=_assumptions(question, radius),
    )


def _assumptions(question: IndirectFire, radius: int) -> tuple[str, ...]:
    cover = question.vehicle.cover if question.at_vehicle else question.target.cover
    return phrases(
        f"at {question.distance}″",
        f"template of {radius}″",
        "" if question.at_vehicle else f"figures {question.spacing}″ apart",
        cover_assumed(cover, "target"),
        count_of(question.markers, "D-marker") * (question.markers > 0),
    )


def _battery(question: IndirectFire) -> Shooters:
    return Shooters(
        sv=question.sv,
        markers=question.markers,
        figures=1,
        volleys=(WeaponsFired(question.weapon, 1),),
        bearer=WeaponBearer.VEHICLE,
    )


def _with_its_dice(question: IndirectFire, aim: Aim, context: SolveContext) -> Consequences | VehicleVolley:
    """The attack by the weapon's weight of fire instead of one attack on each model."""
    try:
        if question.at_vehicle:
            return volley_at_vehicle(_battery(question), question.vehicle, aim, context)
        return consequences(_battery(question), aim, context)
    except NoWeightOfFire as error:
        raise QuestionError("weapon", error.message) from error


def _effects(
    question: IndirectFire, entry: Entry[Weapon], models_hit: Distribution[int], aim: Aim, context: SolveContext
) -> Consequences | VehicleVolley:
    """All effects of one attack on each model under the template (§38, §41)."""
    house, weapon = context.house, ((entry, 1),)
    value, _ = attack_value(question, aim, context)
    if question.at_vehicle:

        def harmed(models: int) -> Distribution[Fate]:
            dice = models if entry.spec.harms_vehicles else 0
            return fates_of(damage_dice(dice, value, "To hit", context), question.vehicle, house)

        return VehicleVolley((), models_hit.then(harmed), backfire(weapon, context))
    automatic = automatic_markers(weapon, aim.arm, house)

    def struck(models: int) -> Distribution[Impact]:
        hits = pool_hits(Pool(models, 1, value), "To hit", context)
        # Automatic D-markers come only where there is somebody under the template.
        return hits.map(lambda count: Impact(count, automatic if models else 0, models))

    return Consequences((), models_hit.then(struck), backfire(weapon, context))


def _on(question: IndirectFire, models_hit: Distribution[int], volley: Consequences, context: SolveContext) -> Answer:
    """The answer for the figures under the template."""
    _, steps = attack_value(question, _aim(question, context), context)
    results, body = losses_of(volley, question.target, context.house), body_of(question.target)
    return Answer(
        losses_in_words(results, question.target.figures),
        Tone.PLAIN,
        (
            *steps,
            Step("§41", "Mean figures under the template", decimal(mean(models_hit))),
            *automatic_steps(volley),
            Step("§41", "Mean hits", decimal(mean(volley.hits)), tone=Tone.STRONG),
            *backfire_steps(volley.backfire),
        ),
        (
            *loss_charts(results, body),
            amounts("Figures under the template", models_hit),
            amounts("Hits", volley.hits),
            *backfire_charts(volley.backfire),
        ),
        notes=(
            "We assume that the figures stand in a block around the point and that the direction die has eight sides.",
            _FRIENDS[_in_combat(question)],
        ),
    )


def _on_vehicle(
    question: IndirectFire, models_hit: Distribution[int], volley: VehicleVolley, context: SolveContext
) -> Answer:
    """The answer for a vehicle: one attack if its middle is under the template (§38, §41)."""
    value, steps = attack_value(question, _aim(question, context), context)
    entry, fates = weapon_entry(question.weapon, "weapon", context.catalogue), volley.fates
    under = models_hit.chance(1)
    if not entry.spec.harms_vehicles:
        steps += (wasted_step(entry),)
    one = die_damage(value, context.house) if entry.spec.harms_vehicles else certain(Damage.NONE)
    return Answer(
        *damage_in_short(fates),
        (
            facing_step(question.vehicle),
            *steps,
            Step("§41", "Under the template", percent(under), tone=Tone.STRONG),
            *backfire_steps(volley.backfire),
        ),
        (ending_chart(fates), damage_chart("One attack", one), *backfire_charts(volley.backfire)),
        notes=(
            "A vehicle counts as under the template if its centre is. "
            "We assume that the direction die has eight sides.",
            _FRIENDS[_in_combat(question)],
        ),
    )


def _results(
    question: IndirectFire, shell: Shell, own: Side, opposing: Side | None, context: SolveContext
) -> tuple[Result, ...]:
    """The results for the target, wherever the shell falls."""
    changes = firing_changes(own)
    if isinstance(shell.volley, VehicleVolley):
        return damage_results(shell.volley, own, opposing, changes, context.house)
    return volley_results(shell.volley, question.target, own, opposing, changes, context.house)


def _prefill(own: Side, opposing: Side | None) -> dict[str, Any]:
    now = current(own)
    stats = now.stats
    weapon = next((armed.entry for armed in stats.weapons if armed.weapon.indirect), None)
    fields = clamp(IndirectFire, sv=stats.sv, markers=now.markers, spotter_sv=stats.sv)
    if weapon is not None:
        radius = weapon.spec.blast_radius or own.force.spec.blast_radius
        fields |= {"weapon": weapon.key, **clamp(IndirectFire, radius=radius)}
    if opposing is None:
        return fields
    target = current(opposing)
    if target.stats.is_vehicle:
        return fields | {"at_vehicle": True, "vehicle": encode(replace(vehicle_target(target), facing=Facing.SIDE))}
    return fields | {"target": encode(target_of(target))}


def _unsuited(own: Side, opposing: Side | None) -> Unsuited | None:
    if not any(armed.weapon.indirect for armed in current(own).stats.weapons):
        return Unsuited(f"{name_of_side(own)} has no indirect weapon.", "shooting")
    return None


_CALCULATION = OneOutcome(_outcome, fire, _results)
CALCULATOR = Calculator(
    "indirect-fire",
    "Indirect fire",
    "Where a shell falls, who is under its template, and what it does.",
    IndirectFire,
    _CALCULATION.solve,
    _prefill,
    unsuited=_unsuited,
    results=_CALCULATION.results,
    roll=_CALCULATION.roll,
)
