"""A volley at a unit of figures: the target, the working of each weapon, hits and losses (§22-25)."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from rulesets.core.calculators import (
    Answer,
    Chart,
    QuestionError,
    SolveContext,
    Step,
    Unsuited,
    amounts,
    decimal,
    percent,
    refusal,
)
from rulesets.core.declarations.codec import encode
from rulesets.core.declarations.fields import Ask, Choice, clamp
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.dice import Distribution, mean
from rulesets.core.play.states import Side
from rulesets.core.tables import Table, Tone, table
from rulesets.core.wording import count_of, phrases, signed

from ..catalogue import name_of_side, stats_of_side
from ..command.command_value import FIGURES_LIMIT, check_figures, check_hurt, check_stance, cover_assumed
from ..hits import Body, Losses, Policy, dice_words, marker_limit
from ..house_rules import WORDS
from ..losses import loss_charts, losses_in_words, owner_table
from ..modifiers import Modifier, plain
from ..tables import (
    CAPS,
    MAX_MARKERS,
    SLOW_MOVE,
    STANCE_ARMOUR,
    STANCE_AV,
    Arm,
    Cover,
    Stance,
    TargetKind,
    Training,
)
from ..tracks import CurrentUnit, current
from .consequences import Consequences
from .shots import (
    MAX_VOLLEYS,
    Aim,
    FireMode,
    Shooters,
    Shot,
    WeaponBearer,
    WeaponsFired,
    lacks_spotters,
    weapon_entry,
    worn_av,
)


class FigureArm(Choice):
    """Troop types whose units lose figures (§5)."""

    INFANTRY = "infantry", "Infantry"
    CAVALRY = "cavalry", "Cavalry"
    MONSTROUS = "monstrous", "Monstrous creatures"


@dataclass(frozen=True, slots=True)
class Target:
    """A unit of figures that is shot at, and its owner's choice of losses."""

    arm: Annotated[FigureArm, Ask("Troop type")] = FigureArm.INFANTRY
    training: Annotated[Training, Ask("Training", "Training sets the D-marker cap.")] = Training.PROFESSIONAL
    figures: Annotated[int, Ask("Figures", min=0, max=FIGURES_LIMIT)] = 10
    start: Annotated[
        int | None, Ask("Figures at the start", "Leave blank if it has lost none.", min=1, max=FIGURES_LIMIT)
    ] = None
    visible: Annotated[int | None, Ask("Visible figures", "Leave blank for all figures.", min=0, max=FIGURES_LIMIT)] = (
        None
    )
    av: Annotated[int, Ask("Armour Value", min=-20, max=20)] = 1
    armour: Annotated[str, Ask("or its armour", "We use the AV from the armour table.", entry="armour")] = ""
    markers: Annotated[int, Ask("D-markers", min=0, max=MAX_MARKERS)] = 0
    wounds: Annotated[int, Ask("Wounds each", min=1, max=20)] = 1
    hurt: Annotated[int, Ask("Wounds on a hurt figure", min=0, max=19)] = 0
    cover: Annotated[Cover, Ask("Cover")] = Cover.NONE
    stance: Annotated[Stance, Ask("Stance")] = Stance.NORMAL
    fast: Annotated[bool, Ask(f"Moved over {SLOW_MOVE}″ this turn")] = False
    engaged: Annotated[bool, Ask("In close combat")] = False
    policy: Annotated[Policy, Ask("Owner takes")] = Policy.MARKERS
    split: Annotated[int, Ask("D-markers of a split", min=0, max=MAX_MARKERS)] = 1


TARGET = Target()
SHOOTERS = Shooters()
DEPLOY_FIRST = WORDS.sentence("shooting.deploy_first", "weapons")


def check_target(target: Target, path: str = "target") -> None:
    """Raise ``QuestionError`` for an empty unit and for counts that contradict each other."""
    check_figures(target.figures, target.start, f"{path}.")
    if target.visible is not None and target.visible > target.figures:
        raise QuestionError(
            f"{path}.visible",
            f"You entered {count_of(target.visible, 'visible figure')}, but the target has {target.figures}.",
        )
    check_hurt(target.hurt, target.wounds, f"{path}.")


def aim_at(
    target: Target, distance: int, context: SolveContext, mode: FireMode = FireMode.NORMAL, path: str = "target"
) -> Aim:
    """The target as the aim of a volley; its AV includes the armour table and its stance."""
    check_target(target, path)
    av = worn_av(target.armour, target.av, f"{path}.armour", context)
    check_stance(target.stance, target.arm is FigureArm.INFANTRY and av <= STANCE_AV, f"{path}.stance")
    return Aim(
        distance=distance,
        arm=Arm(target.arm.value),
        training=target.training,
        av=av + STANCE_ARMOUR[target.stance],
        cover=target.cover,
        fast=target.fast,
        figures=target.figures,
        mode=mode,
    )


def body_of(target: Target) -> Body:
    """The target as a body that takes hits."""
    return Body(
        figures=target.figures,
        visible=target.figures if target.visible is None else target.visible,
        markers=target.markers,
        cap=CAPS[target.training],
        wounds=target.wounds,
        hurt=target.hurt,
    )


def losses_of(volley: Consequences, target: Target, house: HouseRules) -> Distribution[Losses]:
    """The losses of the target from a volley, as its owner takes them."""
    return volley.losses(body_of(target), marker_limit(target.policy, target.split), house)


def _in_words(change: Modifier) -> str:
    """``soft cover −1``, ``armour −3 (AV 4, WV 1 cancels 1)``."""
    why = f" ({change.reason})" if change.reason else ""
    return f"{change.label[0].lower()}{change.label[1:]} {signed(change.amount)}{why}"


def shot_steps(shots: tuple[Shot, ...], sv: int) -> tuple[Step, ...]:
    """A line of working for each weapon: its value and its modifiers."""
    steps = []
    for shot in shots:
        reason = ", ".join([f"SV {plain(sv)}", *(_in_words(change) for change in shot.modifiers)])
        if shot.why_not:
            steps.append(Step("§24", shot.entry.name, "no shot", shot.why_not, Tone.BAD))
        elif shot.automatic:
            hits = count_of(shot.automatic, "hit")
            steps.append(Step("§43", shot.entry.name, hits, "without a roll: all in its area"))
        else:
            roll = dice_words(shot.pool, shot.dice, shot.chance)
            needs = f". {roll[0].upper()}{roll[1:]}" if shot.value > 0 else ""
            steps.append(Step("§24", shot.entry.name, plain(shot.value), f"{reason}{needs}"))
    return tuple(steps)


def low_value_steps(shots: tuple[Shot, ...]) -> tuple[Step, ...]:
    """Lines of working for the dice of weapons at values of 0 or less (§24)."""
    return tuple(
        Step(
            "§24",
            f"{shot.entry.name}: value {plain(shot.value)}",
            count_of(shot.dice, "die", "dice"),
            dice_words(shot.pool, shot.dice, shot.chance),
        )
        for shot in shots
        if shot.fires and not shot.automatic and shot.value <= 0
    )


def heavy_notes(shooters: Shooters, shots: tuple[Shot, ...], context: SolveContext) -> tuple[str, ...]:
    """Warnings for heavy weapons on foot that are not deployed (AMB-046) or lack a spotter (AMB-047)."""
    if shooters.bearer is not WeaponBearer.FOOT:
        return ()
    notes = []
    heavy = dict.fromkeys(shot.entry.name for shot in shots if shot.fires and shot.entry.spec.heavy)
    if heavy and not shooters.deployed:
        notes.append(DEPLOY_FIRST(context.house, weapons=", ".join(heavy)))
    if lacks_spotters(shooters, context):
        alone = dict.fromkeys(shot.entry.name for shot in shots if shot.entry.spec.second_is_spotter)
        notes.append(f"Too few figures to spot for {', '.join(alone)} (FOW-W01).")
    return phrases(*notes)


def weapon_table(shots: tuple[Shot, ...]) -> Table:
    """Dice, value, chance and mean hits of each weapon."""
    rows: list[tuple[object, ...]] = [
        (
            shot.entry.name,
            shot.volley.count,
            shot.dice if shot.fires else 0,
            plain(shot.value),
            percent(shot.chance) if shot.fires else "–",
            decimal(shot.mean) if shot.fires else "0",
        )
        for shot in shots
    ]
    return table("By weapon", "**Weapon | >Number | >Dice | >Roll at most | >Per die | >Mean hits", rows)


def no_shot(shooters: Shooters, engaged: bool) -> Answer | None:
    """The answer when nothing may be fired at all."""
    if engaged:
        return refusal("No shot: the target is in close combat", "FOW-P08", "Target in close combat", "no shot")
    if shooters.stance is Stance.HIDING:
        return refusal("No shot: hiding units do not fire", "FOW-P13", "Hiding", "no shot")
    return None


def automatic_steps(volley: Consequences) -> tuple[Step, ...]:
    """The automatic D-markers of a volley (§43)."""
    markers = mean(volley.automatic)
    number = str(markers) if markers.denominator == 1 else decimal(markers)
    return (Step("§43", "Automatic D-markers", number, "hit or miss, even beyond the cap"),) if markers else ()


def backfire_steps(own: Distribution[int], at: str = "") -> tuple[Step, ...]:
    """Hits on the firers by their own weapons (§43)."""
    if own.outcomes() == {0}:
        return ()
    return (Step("§43", f"Backfires on the firers{at}", decimal(mean(own)), "mean hits"),)


def backfire_charts(own: Distribution[int], at: str = "") -> tuple[Chart, ...]:
    """The hits of the firers' own weapons on them (§43)."""
    if own.outcomes() == {0}:
        return ()
    return (amounts(f"Backfire hits on the firers{at}", own, lambda n: Tone.BAD if n else Tone.GOOD),)


def volley_assumed(shooters: Shooters, target: Target, distance: int, context: SolveContext) -> tuple[str, ...]:
    """The assumptions about a volley at a unit of figures, in short phrases."""
    return phrases(
        *firing_assumed(shooters, distance, context),
        cover_assumed(target.cover, "target"),
        f"target {target.stance.label.lower()}" * (target.stance is not Stance.NORMAL),
        f"target moved over {SLOW_MOVE}″" * target.fast,
        f"target takes {target.policy.words}",
    )


def firing_assumed(shooters: Shooters, distance: int, context: SolveContext) -> tuple[str, ...]:
    """The assumptions about the firers, in short phrases."""
    heavy = shooters.bearer is WeaponBearer.FOOT and any(
        weapon_entry(each.weapon, "", context.catalogue).spec.heavy for each in shooters.volleys
    )
    return phrases(
        f"at {distance}″",
        f"moving {shooters.moved}″" if shooters.moved else "standing still",
        f"firers with {count_of(shooters.markers, 'D-marker')}" * (shooters.markers > 0),
        f"firers {shooters.stance.label.lower()}" * (shooters.stance is not Stance.NORMAL),
        "heavy weapons not deployed" * (heavy and not shooters.deployed),
    )


def _mean_steps(volley: Consequences, test_chance: Fraction | None) -> tuple[Step, ...]:
    """The mean hits of a volley and, if a test comes first, those with the test."""
    hits = decimal(mean(volley.hits))
    if test_chance is None:
        return (Step("§25", "Mean hits", hits, tone=Tone.STRONG),)
    tested = decimal(mean(volley.if_fired(test_chance).hits))
    return (
        Step("§25", "Mean hits when it fires", hits),
        Step("Reaction Test", "Mean hits with the test", tested, tone=Tone.STRONG),
    )


def volley_answer(
    shooters: Shooters,
    target: Target,
    distance: int,
    volley: Consequences,
    context: SolveContext,
    test_chance: Fraction | None = None,
) -> Answer:
    """The full answer for one volley at figures, fired only with ``test_chance`` if a test comes first."""
    house = context.house
    expected = volley if test_chance is None else volley.if_fired(test_chance)
    body = body_of(target)

    def losses(limit: int) -> Distribution[Losses]:
        return expected.losses(body, limit, house)

    results = losses_of(expected, target, house)
    steps = [*shot_steps(volley.shots, shooters.sv), *low_value_steps(volley.shots)]
    steps += automatic_steps(volley)
    harmless = not (mean(volley.hits) or mean(volley.automatic)) and context.roller is None
    if not harmless:
        steps += _mean_steps(volley, test_chance)
    split = target.split if target.policy is Policy.SPLIT else 0
    start = target.figures if target.start is None else target.start
    losses_and_hits = f"{losses_in_words(results, target.figures)}, {decimal(mean(expected.hits), 1)} hits"
    return Answer(
        "No shot can hit" if harmless else losses_and_hits,
        Tone.PLAIN if mean(expected.hits) or mean(expected.automatic) else Tone.BAD,
        (*steps, *backfire_steps(expected.backfire)),
        (
            *loss_charts(results, body),
            amounts("Hits" if test_chance is None else "Hits, test included", expected.hits),
            *backfire_charts(expected.backfire),
        ),
        (weapon_table(volley.shots), owner_table(losses, body, start, split)),
        heavy_notes(shooters, volley.shots, context),
        assumed=volley_assumed(shooters, target, distance, context),
    )


def shooters_of(now: CurrentUnit, kind: TargetKind | None = None, mode: FireMode = FireMode.NORMAL) -> Shooters:
    """A listed unit as shooters with all their weapons that have dice at that kind of target."""
    stats, stance = now.stats, now.stance
    on_wheels = stats.is_vehicle
    moved = now.covering_moved if mode is FireMode.COVERING else now.moved
    crewed = [armed for armed in stats.ranged if armed.row.crewed or not on_wheels]
    effective = [armed for armed in crewed if kind is None or armed.weapon.weight_of_fire.serves(kind)]
    volleys = tuple(WeaponsFired(armed.entry.key, min(armed.count, FIGURES_LIMIT)) for armed in effective or crewed)
    bearer = WeaponBearer.MOUNTED if stats.arm in (Arm.CAVALRY, Arm.MONSTROUS) else WeaponBearer.FOOT
    return Shooters(
        **clamp(Shooters, sv=stats.sv, markers=now.markers, figures=stats.figures, moved=moved),
        volleys=volleys[:MAX_VOLLEYS] or SHOOTERS.volleys,
        stance=stance if stance is not Stance.HIDING else Stance.NORMAL,
        bearer=WeaponBearer.VEHICLE if on_wheels else WeaponBearer.POWERED if stats.powered else bearer,
        deployed=now.deployed,
    )


def target_of(now: CurrentUnit) -> Target:
    """A listed unit of figures as a target in the open."""
    stats = now.stats
    arm = stats.arm.value if stats.arm is not None and not stats.is_vehicle else FigureArm.INFANTRY.value
    values = clamp(Target, figures=stats.figures, av=stats.av, wounds=stats.wounds)
    return Target(
        arm=FigureArm(arm),
        training=stats.band,
        stance=now.stance,
        fast=now.fast,
        engaged=now.engaged,
        **values,
        **clamp(Target, markers=now.markers, hurt=now.hurt, **({"start": now.start} if now.lost else {})),
    )


def without_weapons(own: Side, opposing: Side | None) -> Unsuited | None:
    """Why a unit cannot shoot that has nothing to fire; ``None`` if it can."""
    if current(own).stats.ranged:
        return None
    weapon = "weapon left to fire" if stats_of_side(own).ranged else "ranged weapon"
    return Unsuited(f"{name_of_side(own)} has no {weapon}.", "close-combat")


def at_vehicle(own: Side, opposing: Side | None, mode: FireMode = FireMode.NORMAL) -> Unsuited | None:
    """Why a vehicle is not a target here, with the calculator to use instead; ``None`` for figures."""
    if opposing is None or not stats_of_side(opposing).is_vehicle:
        return None
    asks = (("mode", mode.value),) if mode is not FireMode.NORMAL else ()
    return Unsuited(
        f"{name_of_side(opposing)} is a vehicle. It takes damage instead of losing figures.", "vehicle-damage", asks
    )


def no_volley(own: Side, opposing: Side | None, mode: FireMode = FireMode.NORMAL) -> Unsuited | None:
    """Why there is no volley: the target is a vehicle, or there is nothing to fire; ``None`` if there is one."""
    return at_vehicle(own, opposing, mode) or without_weapons(own, opposing)


def firing_prefill(own: Side, opposing: Side | None, mode: FireMode = FireMode.NORMAL) -> dict[str, Any]:
    """Shooters and target of a volley from two listed units."""
    target = None if opposing is None else current(opposing)
    at = None if target is None or target.stats.is_vehicle else target
    kind = None if at is None else at.stats.target_kind
    fields: dict[str, Any] = {"shooters": encode(shooters_of(current(own), kind, mode))}
    if at is not None:
        fields["target"] = encode(target_of(at))
    return fields
