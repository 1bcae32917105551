"""Damage to vehicles (§32-38): one die, a whole volley, and what the owner gives up; baling out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Annotated, Any, NamedTuple

from rulesets.core.asks import Ask, Choice
from rulesets.core.calculators import (
    Answer,
    Calculator,
    Chart,
    Outcome,
    QuestionError,
    Setting,
    Side,
    Step,
    Unsuited,
    amounts,
    decimal,
    percent,
)
from rulesets.core.codec import encode
from rulesets.core.dice import Distribution, mean
from rulesets.core.houserules import House
from rulesets.core.reference import Table, Tone, table
from rulesets.core.wording import counted
from rulesets.systems.forge_of_war.command import (
    MOST_FIGURES_ASKED,
    MOST_MARKERS,
    CommandState,
    CommandTest,
    command_modifiers,
    passes,
)
from rulesets.systems.forge_of_war.consequences import Consequences, consequences
from rulesets.systems.forge_of_war.hits import Body, Policy, markers_chosen, taken
from rulesets.systems.forge_of_war.losses import loss_charts, owner_table
from rulesets.systems.forge_of_war.modifiers import Modifier, modified, plain, working
from rulesets.systems.forge_of_war.shooting import (
    backfire_charts,
    backfire_steps,
    heavy_notes,
    low_value_steps,
    name_of_side,
    no_shot,
    shooters_of,
    shot_steps,
    stats_of_side,
    without_weapons,
)
from rulesets.systems.forge_of_war.shots import MOST_INCHES, Aim, FireMode, Shooters, Shot, Volley
from rulesets.systems.forge_of_war.tables import (
    CAPS,
    COMMAND_RANGE,
    DIE,
    FACING_SIGN,
    SLOW_MOVE,
    Arm,
    Cover,
    Damage,
    Facing,
    TargetKind,
    Training,
    damage_for,
)
from rulesets.systems.forge_of_war.units import Statline

STILL_INSIDE = "try again with their next attempt; out by that, they do nothing else this turn"
"""What those do who fail to bale out at once (§38)."""

MOST_SYSTEMS = 6
MOST_WOUNDS = 4


class Sacrifice(Choice):
    """What the owner gives up first for moderate damage (§38)."""

    WEAPONS = "weapons", "Weapons first"
    PROPULSION = "propulsion", "Propulsion first"


@dataclass(frozen=True, slots=True)
class VehicleTarget:
    """A vehicle that is shot at."""

    av: Annotated[int, Ask("Armour Value", "Sides and top.", min=-20, max=30)] = 7
    av_delta: Annotated[int, Ask("Front and rear", "Added in front, taken off behind.", min=0, max=20)] = 1
    facing: Annotated[Facing, Ask("Side that is hit")] = Facing.FRONT
    training: Annotated[Training, Ask("Crew", "Sets its D-marker cap.")] = Training.PROFESSIONAL
    markers: Annotated[int, Ask("D-markers", min=0, max=MOST_MARKERS)] = 0
    wounds: Annotated[int, Ask("Wounds left", min=0, max=MOST_WOUNDS)] = 1
    systems: Annotated[int, Ask("Weapon systems left", min=0, max=MOST_SYSTEMS)] = 2
    more: Annotated[
        int,
        Ask(
            "Further weapons of ×N rows",
            "HMG ×2 has one; they count where each is a system.",
            min=0,
            max=MOST_SYSTEMS,
            advanced=True,
        ),
    ] = 0
    mobile: Annotated[bool, Ask("Can still move", advanced=True)] = True
    cover: Annotated[Cover, Ask("Cover")] = Cover.NONE
    fast: Annotated[bool, Ask(f"Moved over {SLOW_MOVE}″ this turn")] = False
    engaged: Annotated[bool, Ask("In close combat", advanced=True)] = False
    gives: Annotated[Sacrifice, Ask("Owner gives up", advanced=True)] = Sacrifice.WEAPONS


LAUNCHER = Shooters(figures=2, volleys=(Volley("missile_heap", 1),))
CARRIER = VehicleTarget()


@dataclass(frozen=True, slots=True)
class VehicleFire:
    """What does this volley do to a vehicle?"""

    distance: Annotated[int, Ask("Distance", unit="″", min=0, max=MOST_INCHES)] = 20
    shooters: Annotated[Shooters, Ask("Shooters")] = LAUNCHER
    target: Annotated[VehicleTarget, Ask("Vehicle")] = CARRIER
    mode: Annotated[FireMode, Ask("Fired as", "Reaction fire: the test is passed.")] = FireMode.NORMAL


def die_damage(value: int, house: House) -> Distribution[Damage]:
    """What one die does at a hit value (§38); at 0 or less a 1 is rolled again (§24, AMB-109)."""
    if value >= 1:
        misses = value >= DIE and house.on("shoot_nat10_miss")
        return Distribution(
            (Damage.NONE if misses and roll == DIE else damage_for(value - roll), 1) for roll in range(1, DIE + 1)
        )
    need = DIE + value
    by_margin = need > 1 and house.choice("vehicle_reroll_damage") == "margin"
    again = [
        Damage.NONE if roll > need else damage_for(need - roll) if by_margin else Damage.LIGHT
        for roll in range(1, DIE + 1)
    ]
    return Distribution([(Damage.NONE, (DIE - 1) * DIE), *((damage, 1) for damage in again)])


def harmless(shot: Shot) -> bool:
    """Whether its hits on vehicles are wasted: a Weapon Value of 0 (§38)."""
    return shot.entry.spec.wv < 1


class Harm(NamedTuple):
    """Results on a vehicle: D-markers, moderate results (light ones beyond the cap among them), destroying ones."""

    markers: int = 0
    moderate: int = 0
    destroyed: int = 0


_HARM = {
    Damage.NONE: Harm(),
    Damage.LIGHT: Harm(1),
    Damage.LIGHT_TWICE: Harm(2),
    Damage.MODERATE: Harm(0, 1),
    Damage.MODERATE_TWICE: Harm(0, 2),
    Damage.DESTROYED: Harm(0, 0, 1),
}


def more_harm(harm: Harm, damage: Damage, most: Harm) -> Harm:
    """The harm after one more die; light damage beyond ``most.markers`` turns moderate (§38).

    Counts beyond the rest of ``most`` make no difference and are cut there; a certain wreck keeps no other count.
    """
    new = _HARM[damage]
    destroyed = harm.destroyed + new.destroyed
    if destroyed >= most.destroyed:
        return Harm(0, 0, most.destroyed)
    markers = min(harm.markers + new.markers, most.markers)
    moderate = harm.moderate + new.moderate + harm.markers + new.markers - markers
    return Harm(markers, min(moderate, most.moderate), destroyed)


@cache
def _onward(harm: Harm, most: Harm) -> dict[Damage, Harm]:
    return {damage: more_harm(harm, damage, most) for damage in Damage}


def _die_by_die(weights: dict[Harm, int], one: Distribution[Damage], dice: int, most: Harm) -> dict[Harm, int]:
    """The weights of all states after so many more dice."""
    parts = list(one.weights().items())
    for _ in range(dice):
        rolled: dict[Harm, int] = {}
        for harm, weight in weights.items():
            onward = _onward(harm, most)
            for damage, part in parts:
                state = onward[damage]
                rolled[state] = rolled.get(state, 0) + weight * part
        weights = rolled
    return weights


def harm_of_dice(one: Distribution[Damage], dice: int, most: Harm) -> Distribution[Harm]:
    """All results of so many dice, cut at ``most``."""
    return Distribution(_die_by_die({Harm(): 1}, one, dice, most))


def volley_harm(fired: tuple[Shot, ...], most: Harm, house: House) -> Distribution[Harm]:
    """All results of a volley, cut at ``most``."""
    weights = {Harm(): 1}
    for shot in fired:
        if shot.fires and not harmless(shot):
            weights = _die_by_die(weights, die_damage(shot.value, house), shot.dice, most)
    return Distribution(weights)


class Fate(NamedTuple):
    """What becomes of a vehicle: D-markers gained, moderate results suffered, wounds spent, systems lost."""

    markers: int
    moderate: int
    wounds: int
    systems: int
    immobilised: bool
    destroyed: bool


def fate(harm: Harm, target: VehicleTarget, house: House) -> Fate:
    """What the results do to the vehicle (§38): markers to the cap, then moderate damage; wounds cancel."""

    def suffered(wounds: str, nothing_left: str, listed: str) -> Fate:
        systems = target.systems + (target.more if listed == "n_systems" else 0)
        return _fate(harm, target, systems, wounds, nothing_left == "destroyed")

    return house.settle(suffered, "vehicle_wounds", "vehicle_no_system_left", "vehicle_xn")


def _fate(harm: Harm, target: VehicleTarget, systems: int, wounds: str, wrecked_when_bare: bool) -> Fate:
    markers, moderate, destroyed = harm
    spare = 0 if wounds == "none" else target.wounds
    saves = min(destroyed, spare) if wounds == "any_result" else 0
    lost = destroyed > saves
    spent = saves + min(spare - saves, moderate)
    suffered = moderate - (spent - saves)
    drive = int(target.mobile)
    if target.gives is Sacrifice.PROPULSION:
        stopped = min(suffered, drive)
        out = min(suffered - stopped, systems)
    else:
        out = min(suffered, systems)
        stopped = min(suffered - out, drive)
    bare = suffered > out + stopped
    return Fate(markers, moderate, spent, out, bool(stopped), lost or (bare and wrecked_when_bare))


def cut_at(target: VehicleTarget) -> Harm:
    """D-markers that the vehicle has room for, and counts of results beyond which nothing changes for it."""
    room = max(0, CAPS[target.training] - target.markers)
    return Harm(room, target.systems + target.more + target.wounds + 2, target.wounds + 1)


def facing_av(target: VehicleTarget) -> int:
    """The AV of the side that is hit (§34)."""
    return target.av + FACING_SIGN[target.facing] * target.av_delta


def aim_at_vehicle(target: VehicleTarget, distance: int, mode: FireMode = FireMode.NORMAL) -> Aim:
    """A vehicle settled for a volley."""
    return Aim(distance, Arm.VEHICLE, None, facing_av(target), target.cover, target.fast, mode=mode)


class Ending(Choice):
    """What a volley leaves of a vehicle, worst last."""

    UNHARMED = "unharmed", "Unharmed"
    SHAKEN = "shaken", "D-markers only"
    WOUNDED = "wounded", "A wound spent"
    DISARMED = "disarmed", "Weapon out"
    IMMOBILISED = "immobilised", "Immobilised"
    DESTROYED = "destroyed", "Destroyed"


_TONES = {Ending.UNHARMED: Tone.BAD, Ending.SHAKEN: Tone.FAIR, Ending.WOUNDED: Tone.FAIR}


def ending(of: Fate) -> Ending:
    """A fate in one word: the worst that happened."""
    if of.destroyed:
        return Ending.DESTROYED
    if of.immobilised:
        return Ending.IMMOBILISED
    if of.systems:
        return Ending.DISARMED
    if of.wounds:
        return Ending.WOUNDED
    return Ending.SHAKEN if of.markers else Ending.UNHARMED


def fates_of(done: Consequences, target: VehicleTarget, house: House) -> Distribution[Fate]:
    """What a volley leaves of a vehicle, once all that it brings is known."""
    return volley_harm(done.fired, cut_at(target), house).map(lambda harm: fate(harm, target, house))


def endings(shooters: Shooters, target: VehicleTarget, aim: Aim, setting: Setting) -> Distribution[Fate]:
    """What a volley leaves of a vehicle."""
    return fates_of(consequences(shooters, aim, setting), target, setting.house)


def damage_chart(title: str, one: Distribution[Damage]) -> Chart:
    """The damage of one die."""
    tones = {Damage.NONE: Tone.BAD, Damage.DESTROYED: Tone.STRONG}
    return Chart(
        title, tuple(Outcome(damage.label, one.chance(damage), tones.get(damage, Tone.PLAIN)) for damage in Damage)
    )


def ending_chart(fates: Distribution[Fate]) -> Chart:
    """How likely each ending is."""
    ended = fates.map(ending)
    return Chart(
        "What becomes of the vehicle",
        tuple(Outcome(each.label, ended.chance(each), _TONES.get(each, Tone.GOOD)) for each in Ending),
    )


def _aim(question: VehicleFire, target: VehicleTarget) -> Aim:
    return aim_at_vehicle(target, question.distance, question.mode)


def _by_facing(question: VehicleFire, known: Distribution[Fate], setting: Setting) -> Table:
    """Every side of the vehicle; what was worked out for the one that is hit is ``known``."""
    rows: list[tuple[object, ...]] = []
    for facing in Facing:
        target = replace(question.target, facing=facing)
        same = facing is question.target.facing
        fates = known if same else endings(question.shooters, target, _aim(question, target), setting)
        worse = fates.chance(lambda each: ending(each) in (Ending.DISARMED, Ending.IMMOBILISED, Ending.DESTROYED))
        harmed = fates.chance(lambda each: ending(each) is not Ending.UNHARMED)
        destroyed = fates.chance(lambda each: each.destroyed)
        rows.append((facing.label, facing_av(target), percent(harmed), percent(worse), percent(destroyed)))
    return table("By side hit", "*Side | >AV | >Any effect | >Damaged | >Destroyed", rows)


def shoot_vehicle(question: VehicleFire, setting: Setting) -> Answer:
    """The damage of a volley at one side of a vehicle, die by die and all together."""
    house = setting.house
    refused = no_shot(question.shooters, question.target.engaged)
    if refused is not None:
        return refused
    target = question.target
    done = consequences(question.shooters, _aim(question, target), setting)
    fired = done.fired
    fates = fates_of(done, target, house)
    destroyed = fates.chance(lambda each: each.destroyed)
    unharmed = fates.chance(lambda each: ending(each) is Ending.UNHARMED)
    steps = [
        Step(
            "§34", f"AV, {target.facing.label.lower()}", plain(facing_av(target)), f"AV {target.av}({target.av_delta})"
        ),
        *shot_steps(fired, question.shooters.sv),
        *low_value_steps(fired),
    ]
    charts = [ending_chart(fates), amounts("D-markers gained", fates.map(lambda each: each.markers))]
    for shot in fired:
        if shot.fires and harmless(shot):
            steps.append(Step("FOW-P11", shot.entry.name, "wasted", "a Weapon Value of 0 harms no vehicle", Tone.BAD))
        elif shot.fires:
            charts.append(damage_chart(f"One die of {shot.entry.name}", die_damage(shot.value, house)))
    steps += backfire_steps(done.backfire)
    charts += backfire_charts(done.backfire)
    stopped = fates.chance(lambda each: each.destroyed or each.immobilised)
    notes = [*heavy_notes(question.shooters, fired, setting)]
    if stopped:
        notes.append(f"Troops inside bale out if it stops or burns: {percent(stopped)} (§38).")
    return Answer(
        f"{percent(destroyed)} to destroy it, {percent(1 - unharmed)} for any effect",
        Tone.GOOD if destroyed >= Fraction(1, 3) else Tone.FAIR if unharmed < 1 else Tone.BAD,
        tuple(steps),
        tuple(charts),
        (_by_facing(question, fates, setting),),
        tuple(notes),
    )


def vehicle_target(stats: Statline) -> VehicleTarget:
    """A listed vehicle as a target, hit in front."""
    return VehicleTarget(
        av=max(-20, min(stats.av, 30)),
        av_delta=min(stats.av_delta, 20),
        training=stats.training or Training.PROFESSIONAL,
        wounds=max(0, min(stats.wounds, MOST_WOUNDS)),
        systems=min(len(stats.weapons), MOST_SYSTEMS),
        more=min(sum(armed.count - 1 for armed in stats.weapons), MOST_SYSTEMS),
    )


def _prefill(own: Side, opposing: Side | None) -> dict[str, Any]:
    shooters = shooters_of(stats_of_side(own), own.unit.spec.stance, TargetKind.VEHICLE)
    filled: dict[str, Any] = {"shooters": encode(shooters)}
    if opposing is not None:
        stats = stats_of_side(opposing)
        if stats.is_vehicle:
            filled["target"] = encode(vehicle_target(stats))
    return filled


def _unsuited(own: Side, opposing: Side | None) -> Unsuited | None:
    if opposing is not None and not stats_of_side(opposing).is_vehicle:
        return Unsuited(f"{name_of_side(opposing)} is no vehicle; the one below is an example.", "shooting")
    return without_weapons(own, opposing)


VEHICLE_FIRE = Calculator(
    "vehicle-damage",
    "Vehicle damage",
    "A unit fires at one side of a vehicle: light, moderate and destroying results, wounds and systems.",
    VehicleFire,
    shoot_vehicle,
    _prefill,
    unsuited=_unsuited,
)


@dataclass(frozen=True, slots=True)
class BaleOut:
    """Do they get out of a stopped or burning transport?"""

    cv: Annotated[int, Ask("Command Value", min=-20, max=20)] = 7
    markers: Annotated[int, Ask("D-markers", min=0, max=MOST_MARKERS)] = 0
    training: Annotated[Training, Ask("Training")] = Training.PROFESSIONAL
    figures: Annotated[int, Ask("Figures", min=0, max=MOST_FIGURES_ASKED)] = 10
    start: Annotated[int | None, Ask("Figures at the start", "Empty: as now.", min=1, max=MOST_FIGURES_ASKED)] = None
    commander: Annotated[
        bool, Ask("Commander near", f"Force Commander or his squad within {COMMAND_RANGE}″ and in sight.")
    ] = False
    own_command: Annotated[bool, Ask("Is command itself", "Commander or his squad.", advanced=True)] = False
    no_enemy: Annotated[bool, Ask("No enemy in sight")] = False
    terrifying: Annotated[bool, Ask("Terrifying enemy", "Within its two moves.")] = False
    cover: Annotated[Cover, Ask("Cover", "That they already have, inside.", advanced=True)] = Cover.NONE
    policy: Annotated[Policy, Ask("Owner takes")] = Policy.MARKERS
    split: Annotated[int, Ask("D-markers of a split", min=0, max=MOST_MARKERS, advanced=True)] = 1

    @property
    def state(self) -> CommandState:
        """The passengers as a unit about to take a command test."""
        return CommandState(
            cv=self.cv,
            markers=self.markers,
            start=self.figures if self.start is None else self.start,
            now=self.figures,
            commander=self.commander,
            own_command=self.own_command,
            no_enemy=self.no_enemy,
            terrifying=self.terrifying,
            cover=self.cover,
        )


def bale_out_modifiers(state: CommandState, house: House) -> tuple[Modifier, ...]:
    """What changes the Command Value of those who bale out: as for activation, or D-markers alone (AMB-118)."""
    alone = command_modifiers(CommandState(markers=state.markers), CommandTest.BALE_OUT, house)
    differs = command_modifiers(state, CommandTest.BALE_OUT, house.fresh()) != alone
    if differs and house.choice("baleout_modifiers") == "markers_only":
        return alone
    return command_modifiers(state, CommandTest.BALE_OUT, house)


def bale_out_hits(mcv: int, house: House) -> Distribution[int | None]:
    """Hits on those who fail, one for each point; ``None`` for those who get out (§38, AMB-118)."""
    return Distribution(
        (None if passes(roll, mcv, CommandTest.BALE_OUT, house) else max(0, roll - mcv), 1)
        for roll in range(1, DIE + 1)
    )


def bale_out(question: BaleOut, setting: Setting) -> Answer:
    """The chance to get out, and what a failure costs."""
    if question.figures < 1:
        raise QuestionError("figures", "The unit has no figures; enter one or more.")
    if question.start is not None and question.start < question.figures:
        now = counted(question.figures, "figure")
        raise QuestionError("start", f"It has {now}; it cannot have started with fewer.")
    house = setting.house
    changes = bale_out_modifiers(question.state, house)
    mcv = modified(question.cv, changes)
    tried = bale_out_hits(mcv, house)
    out = tried.chance(None)
    hits = tried.map(lambda count: count or 0)
    body = Body(question.figures, question.figures, question.markers, CAPS[question.training])
    results = taken(hits, body, markers_chosen(question.policy, question.split), house)
    failed = Chart(
        "Baling out",
        (
            Outcome("Out", out, Tone.GOOD),
            *(
                Outcome(f"{count} {'hit' if count == 1 else 'hits'}, inside", tried.chance(count), Tone.BAD)
                for count in sorted(count for count in tried.outcomes() if count is not None)
            ),
        ),
    )
    split = question.split if question.policy is Policy.SPLIT else 0
    return Answer(
        f"{percent(out)} to get out",
        Tone.GOOD if out >= Fraction(7, 10) else Tone.FAIR if out else Tone.BAD,
        (
            *working("§38", "Command Value", question.cv, changes, "Modified Command Value"),
            Step("§38", "Gets out", percent(out)),
            Step("§38", "Mean hits", decimal(mean(hits)), "one for each point of the failure"),
        ),
        (failed, *loss_charts(results, body)),
        (owner_table(lambda chosen: taken(hits, body, chosen, house), body, question.state.start, split),),
        (f"Those who stay inside {STILL_INSIDE} (§38).",),
    )


def _bale_out_prefill(own: Side, opposing: Side | None) -> dict[str, Any]:
    stats = stats_of_side(own)
    return {
        "cv": max(-20, min(stats.cv, 20)),
        "training": (stats.training or Training.PROFESSIONAL).value,
        "figures": min(stats.figures, MOST_FIGURES_ASKED),
        "own_command": own.unit.spec.role.is_command,
    }


def _crew_stays(own: Side, opposing: Side | None) -> Unsuited | None:
    if not stats_of_side(own).is_vehicle:
        return None
    return Unsuited(f"{name_of_side(own)} is a vehicle; choose the unit that rides in it.")


BALE_OUT = Calculator(
    "bale-out",
    "Baling out",
    "Troops leave a stopped or destroyed transport.",
    BaleOut,
    bale_out,
    _bale_out_prefill,
    unsuited=_crew_stays,
)
