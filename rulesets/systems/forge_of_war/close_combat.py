"""One round of close combat, and leaving it (§26-31)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any

from rulesets.core.asks import Ask
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
from rulesets.core.dice import Distribution, mean, successes
from rulesets.core.houserules import House
from rulesets.core.reference import Tone
from rulesets.core.wording import counted
from rulesets.systems.forge_of_war.activation import FRESH, command_state
from rulesets.systems.forge_of_war.command import (
    MOST_FIGURES_ASKED,
    MOST_MARKERS,
    CommandState,
    CommandTest,
    check_strength,
    command_modifiers,
    success,
)
from rulesets.systems.forge_of_war.hits import (
    Body,
    Policy,
    Pool,
    Taken,
    dice_rolled,
    die_chance,
    markers_chosen,
    take,
    taken,
)
from rulesets.systems.forge_of_war.losses import loss_charts, losses_in_words, owner_table
from rulesets.systems.forge_of_war.modifiers import Modifier, modified, when, working
from rulesets.systems.forge_of_war.shooting import name_of_side, stats_of_side
from rulesets.systems.forge_of_war.tables import (
    CAPS,
    CLOSE_COMBAT_OBSTACLE,
    DIE,
    FV_EDGE,
    HIDING_ATTACKED,
    STANCE_ARMOUR,
    Cover,
    Stance,
    Training,
)
from rulesets.systems.forge_of_war.units import ListedUnit, Statline
from rulesets.systems.forge_of_war.vehicle_damage import (
    CARRIER,
    Ending,
    Harm,
    VehicleTarget,
    cut_at,
    damage_chart,
    die_damage,
    ending,
    ending_chart,
    facing_av,
    fate,
    harm_of_dice,
    vehicle_target,
)

LEAVING = "a full move from the enemy first, if it can to its own edge; then all but new contact"
"""How a unit that gets away moves (§30)."""

MOST_BLOWS = 300
"""Dice of one side that are worked out."""


@dataclass(frozen=True, slots=True)
class Fighters:
    """One side of a close combat."""

    fv: Annotated[int, Ask("Fighting Value", "With pistols, if they carry them.", min=-20, max=20)] = 6
    figures: Annotated[int, Ask("Figures", min=0, max=MOST_FIGURES_ASKED)] = 10
    av: Annotated[int, Ask("Armour Value", min=-20, max=20)] = 1
    training: Annotated[Training, Ask("Training", "Sets its D-marker cap.")] = Training.PROFESSIONAL
    markers: Annotated[int, Ask("D-markers", min=0, max=MOST_MARKERS)] = 0
    policy: Annotated[Policy, Ask("Owner takes")] = Policy.MARKERS
    split: Annotated[int, Ask("D-markers of a split", min=0, max=MOST_MARKERS, advanced=True)] = 1
    contact: Annotated[int | None, Ask("In contact", "Empty: all.", min=0, max=MOST_FIGURES_ASKED, advanced=True)] = (
        None
    )
    attacks: Annotated[int, Ask("Attacks each", min=0, max=9, advanced=True)] = 1
    close_combat: Annotated[int, Ask("Close combat weapon", "Bonus to FV.", min=0, max=9, advanced=True)] = 0
    wounds: Annotated[int, Ask("Wounds each", min=1, max=20, advanced=True)] = 1
    start: Annotated[
        int | None, Ask("Figures at the start", "Empty: as now.", min=1, max=MOST_FIGURES_ASKED, advanced=True)
    ] = None
    cv: Annotated[int, Ask("Command Value", "For tests at a third.", min=-20, max=20, advanced=True)] = 7
    command: Annotated[
        int, Ask("Other command modifiers", "Commander, cover, enemies.", min=-9, max=9, advanced=True)
    ] = 0


@dataclass(frozen=True, slots=True)
class Charge:
    """How a close combat begins."""

    cover: Annotated[Cover, Ask("Defenders are", "Cover they are charged in.")] = Cover.NONE
    obstacle: Annotated[bool, Ask("Defend an obstacle")] = False
    outside: Annotated[bool, Ask("Attackers began outside that cover")] = True
    grenades: Annotated[bool, Ask("Attackers have fragmentation grenades")] = False
    hiding: Annotated[bool, Ask("Defenders were hiding", advanced=True)] = False


FIGHTERS = Fighters()
OPEN_CHARGE = Charge()


@dataclass(frozen=True, slots=True)
class CloseCombat:
    """What does one round of close combat do?"""

    attackers: Annotated[Fighters, Ask("Attackers")] = FIGHTERS
    defenders: Annotated[Fighters, Ask("Defenders")] = FIGHTERS
    charge: Annotated[Charge, Ask("Charge")] = OPEN_CHARGE
    initial: Annotated[bool, Ask("Round of the charge", "Else a later round.")] = True
    at_vehicle: Annotated[bool, Ask("The defender is a vehicle", advanced=True)] = False
    vehicle: Annotated[VehicleTarget, Ask("Vehicle", "Counts when the defender is one.", advanced=True)] = CARRIER


def check_fighters(side: Fighters, path: str) -> None:
    """Raise ``QuestionError`` for an empty unit and for counts that contradict each other."""
    if side.figures < 1:
        raise QuestionError(f"{path}.figures", "The unit has no figures; enter one or more.")
    if side.contact is not None and side.contact > side.figures:
        raise QuestionError(f"{path}.contact", f"It has {counted(side.figures, 'figure')}; no more can be in contact.")
    if side.figures * side.attacks > MOST_BLOWS:
        raise QuestionError(
            f"{path}.attacks", f"{side.figures * side.attacks} dice; up to {MOST_BLOWS} are worked out."
        )
    if side.start is not None and side.start < side.figures:
        now = counted(side.figures, "figure")
        raise QuestionError(f"{path}.start", f"It has {now}; it cannot have started with fewer.")


def fighting(side: Fighters, house: House) -> int:
    """Figures that fight and can be hit: those in contact (AMB-094)."""
    if side.contact is None or side.contact >= side.figures:
        return side.figures
    return side.figures if house.choice("cc_fighters") == "all" else side.contact


def defenders_first(charge: Charge, initial: bool, house: House) -> bool:
    """Whether the defenders strike before the attackers (§27, AMB-072)."""
    if not initial or charge.cover is Cover.NONE or not charge.outside or charge.grenades:
        return False
    return charge.cover is not Cover.SOFT or house.choice("cc_soft_first_strike") == "any_cover"


def _obstacle(charge: Charge, initial: bool, house: House) -> bool:
    """Whether a declared obstacle helps the defenders, or hard cover that the attackers began outside (§21, §28).

    Hard cover helps in the round of the charge alone; how long an obstacle does is read in two ways (AMB-072b).
    """
    if initial:
        return charge.obstacle or (charge.outside and charge.cover not in (Cover.NONE, Cover.SOFT))
    return charge.obstacle and house.choice("cc_obstacle_duration") == "always"


def _edge(own: Fighters, enemy: Fighters, house: House) -> int:
    """One for the side whose Fighting Value is better by two (§28, AMB-096)."""

    def sign(difference: int) -> int:
        return (difference >= FV_EDGE) - (difference <= -FV_EDGE)

    printed = sign(own.fv - enemy.fv)
    actual = sign(own.fv - own.markers - enemy.fv + enemy.markers)
    return actual if printed != actual and house.choice("fv_compare") == "modified" else printed


def fighting_modifiers(
    own: Fighters, enemy: Fighters, charge: Charge, initial: bool, attacking: bool, house: House
) -> tuple[Modifier, ...]:
    """What changes the Fighting Value of one side (§28, stance rules)."""
    hiding = attacking and initial and charge.hiding
    av = enemy.av + (STANCE_ARMOUR[Stance.HIDING] if hiding else 0)
    guarded = attacking and _obstacle(charge, initial, house)
    bonus = int(house.choice("charge_bonus")) if attacking and initial else 0
    return (
        *when(True, Modifier("§28", counted(own.markers, "D-marker"), -own.markers)),
        *when(True, Modifier("§28", "Armour of the enemy", -av)),
        *when(guarded, Modifier("§28", "Enemy defends an obstacle or hard cover", CLOSE_COMBAT_OBSTACLE)),
        *when(True, Modifier("§28", "Close combat weapon", own.close_combat)),
        *when(True, Modifier("§28", "Fighting Values differ by two", _edge(own, enemy, house))),
        *when(hiding, Modifier("stance rules", "Enemy was hiding", HIDING_ATTACKED)),
        *when(True, Modifier("§28", "Charged", bonus)),
    )


@dataclass(frozen=True, slots=True)
class Strike:
    """One side's blows: its value, the dice it rolls and the chance of each."""

    modifiers: tuple[Modifier, ...]
    value: int
    pool: Pool
    dice: int
    chance: Fraction

    @property
    def hits(self) -> Distribution[int]:
        """The hits of these blows."""
        return successes(self.dice, self.chance)


def blows_thrown(own: Fighters, value: int, house: House) -> Pool:
    """The dice of one side at a modified value; a side with FV 0 does not strike (§28)."""
    return Pool(fighting(own, house) if own.fv > 0 else 0, own.attacks, value)


def blows_at(own: Fighters, value: int, house: House) -> tuple[int, Fraction]:
    """The dice that one side really rolls at a modified value, and the chance of each to hit."""
    return dice_rolled((blows_thrown(own, value, house),), house)[0], die_chance(value, house)


def strike(own: Fighters, enemy: Fighters, charge: Charge, initial: bool, attacking: bool, house: House) -> Strike:
    """The blows of one side in one round."""
    changes = fighting_modifiers(own, enemy, charge, initial, attacking, house)
    value = modified(own.fv, changes)
    return Strike(changes, value, blows_thrown(own, value, house), *blows_at(own, value, house))


def body_of(side: Fighters, house: House) -> Body:
    """A side as a body that takes hits on the figures in contact."""
    return Body(side.figures, fighting(side, house), side.markers, CAPS[side.training], side.wounds)


def chosen_by(side: Fighters) -> int:
    """The most hits that the side's owner takes as D-markers by choice."""
    return markers_chosen(side.policy, side.split)


def after(side: Fighters, lost: Taken) -> Fighters:
    """The side after first strikes: casualties came from those in contact and do not strike back (§27, §28)."""
    contact = None if side.contact is None else max(0, side.contact - lost.figures)
    return replace(side, figures=side.figures - lost.figures, markers=side.markers + lost.markers, contact=contact)


@dataclass(frozen=True, slots=True)
class Round:
    """One round: the blows as they stand before it, hits and what they do to each side."""

    first: bool
    attack: Strike
    defence: Strike
    on_attackers: Distribution[int]
    on_defenders: Distribution[int]
    attackers: Distribution[Taken]
    defenders: Distribution[Taken]


def fought(question: CloseCombat, house: House) -> Round:
    """One round at equal time, or the defenders first and the survivors after them."""
    attackers, defenders, charge = question.attackers, question.defenders, question.charge
    initial = question.initial
    first = defenders_first(charge, initial, house)
    attack = strike(attackers, defenders, charge, initial, True, house)
    defence = strike(defenders, attackers, charge, initial, False, house)
    own_body, enemy_body = body_of(attackers, house), body_of(defenders, house)
    lost = defence.hits.map(lambda hits: take(own_body, hits, chosen_by(attackers), house))
    if first:
        dealt = lost.then(lambda each: strike(after(attackers, each), defenders, charge, initial, True, house).hits)
    else:
        dealt = attack.hits
    results = dealt.map(lambda hits: take(enemy_body, hits, chosen_by(defenders), house))
    return Round(first, attack, defence, defence.hits, dealt, lost, results)


def _strike_steps(name: str, side: Fighters, blows: Strike, hits: Distribution[int]) -> tuple[Step, ...]:
    steps = working("§28", f"{name}: Fighting Value", side.fv, blows.modifiers, f"{name}: value")
    if side.fv <= 0:
        return (*steps, Step("§28", f"{name} do not strike", "0 dice", "FV 0", Tone.BAD))
    reason = f"each hits with {percent(blows.chance)}"
    if blows.value <= 0:
        reason = f"instead of {blows.pool.dice}; each 1 is rolled again and hits on {max(0, DIE + blows.value)} or less"
    return (
        *steps,
        Step("§28", f"{name}: dice", str(blows.dice), reason),
        Step("§28", f"{name}: mean hits", decimal(mean(hits))),
    )


def combat(question: CloseCombat, setting: Setting) -> Answer:
    """The hits of both sides in one round, and what their owners lose."""
    house = setting.house
    check_fighters(question.attackers, "attackers")
    if question.at_vehicle:
        return _at_vehicle(question, setting)
    check_fighters(question.defenders, "defenders")
    done = fought(question, house)
    attackers, defenders = question.attackers, question.defenders
    order = "the defenders strike first" if done.first else "both strike at once"
    steps = (
        Step("§27", "Who strikes first", order),
        *_strike_steps("Attackers", attackers, done.attack, done.on_defenders),
        *_strike_steps("Defenders", defenders, done.defence, done.on_attackers),
    )
    attack_losses = loss_charts(done.attackers, body_of(attackers, house))
    defence_losses = loss_charts(done.defenders, body_of(defenders, house))
    better = mean(done.on_defenders) - mean(done.on_attackers)
    return Answer(
        f"Attackers: {losses_in_words(done.attackers, attackers.figures)}; "
        f"defenders: {losses_in_words(done.defenders, defenders.figures)}",
        Tone.GOOD if better > 0 else Tone.BAD if better < 0 else Tone.PLAIN,
        steps,
        (
            amounts("Hits on the defenders", done.on_defenders),
            *(replace(chart, title=f"Defenders: {chart.title}") for chart in defence_losses),
            amounts("Hits on the attackers", done.on_attackers),
            *(replace(chart, title=f"Attackers: {chart.title}") for chart in attack_losses),
        ),
        tuple(
            replace(_choices(side, hits, house), title=f"{name}: what the owner may choose")
            for name, side, hits in (
                ("Defenders", defenders, done.on_defenders),
                ("Attackers", attackers, done.on_attackers),
            )
        ),
    )


def _choices(side: Fighters, hits: Distribution[int], house: House) -> Any:
    split = side.split if side.policy is Policy.SPLIT else 0
    body = body_of(side, house)
    return owner_table(lambda chosen: taken(hits, body, chosen, house), body, side.start or side.figures, split)


def _at_vehicle(question: CloseCombat, setting: Setting) -> Answer:
    """Close combat with a vehicle: it is harmed only with a close combat value, by the damage table (AMB-104).

    A vehicle with a Fighting Value strikes as one figure (§33).
    """
    house = setting.house
    attackers, vehicle, charge, initial = question.attackers, question.vehicle, question.charge, question.initial
    defender = replace(
        question.defenders, figures=1, contact=None, av=facing_av(vehicle), markers=vehicle.markers, wounds=1
    )
    attack = strike(attackers, defender, charge, initial, True, house)
    defence = strike(defender, attackers, charge, initial, False, house)
    lost = defence.hits.map(lambda hits: take(body_of(attackers, house), hits, chosen_by(attackers), house))
    first = defenders_first(charge, initial, house) and defence.dice > 0
    steps = [
        *_strike_steps("Attackers", attackers, attack, attack.hits),
        *_strike_steps("Vehicle", defender, defence, defence.hits),
    ]
    charts: list[Chart] = []
    told = ""
    if defence.dice:
        steps.insert(
            0, Step("§27", "Who strikes first", "the vehicle strikes first" if first else "both strike at once")
        )
        losses = loss_charts(lost, body_of(attackers, house))
        charts = [replace(chart, title=f"Attackers: {chart.title}") for chart in losses]
        told = f"; attackers: {losses_in_words(lost, attackers.figures)}"
    reading = house.choice("cc_vs_vehicle")
    if reading == "never" or (reading == "needs_value" and attackers.close_combat <= 0):
        steps.append(Step("§38", "Hits on a vehicle", "wasted", "no close combat value", Tone.BAD))
        headline = f"No harm: nothing they fight with can damage a vehicle{told}"
        return Answer(headline, Tone.BAD, tuple(steps), tuple(charts))

    def harm(side: Fighters) -> Distribution[Harm]:
        blows = strike(side, defender, charge, initial, True, house)
        return harm_of_dice(die_damage(blows.value, house), blows.dice, cut_at(vehicle))

    done = lost.then(lambda each: harm(after(attackers, each))) if first else harm(attackers)
    fates = done.map(lambda each: fate(each, vehicle, house))
    destroyed = fates.chance(lambda each: ending(each) is Ending.DESTROYED)
    return Answer(
        f"{percent(destroyed)} to destroy it{told}",
        Tone.GOOD if destroyed >= Fraction(1, 3) else Tone.FAIR,
        tuple(steps),
        (ending_chart(fates), damage_chart("One die", die_damage(attack.value, house)), *charts),
    )


def fighters_of(stats: Statline) -> Fighters:
    """A listed unit as one side of a close combat."""
    figures = min(stats.figures, MOST_FIGURES_ASKED)
    return Fighters(
        fv=max(-20, min(stats.fv + stats.fv_bonus, 20)),
        figures=figures,
        av=max(-20, min(stats.av, 20)),
        training=stats.training or Training.PROFESSIONAL,
        attacks=max(0, min(stats.attacks, 9)),
        close_combat=min(stats.close_combat, 9),
        wounds=max(1, min(stats.wounds, 20)),
        cv=max(-20, min(stats.cv, 20)),
    )


def charge_of(attackers: Statline, defenders: ListedUnit | None) -> Charge:
    """A charge in the open by a listed unit."""
    return Charge(grenades=attackers.grenades, hiding=defenders is not None and defenders.stance is Stance.HIDING)


def sides_prefill(own: Side, opposing: Side | None) -> dict[str, Any]:
    """Both sides of a close combat from two listed units, the own one attacking."""
    mine = stats_of_side(own)
    filled: dict[str, Any] = {
        "attackers": encode(fighters_of(mine)),
        "charge": encode(charge_of(mine, opposing.unit.spec if opposing is not None else None)),
    }
    if opposing is not None:
        filled["defenders"] = encode(fighters_of(stats_of_side(opposing)))
    return filled


def no_troops(own: Side, opposing: Side | None) -> Unsuited | None:
    """Says so of vehicles."""
    for side in (own, opposing):
        if side is not None and stats_of_side(side).is_vehicle:
            return Unsuited(f"{name_of_side(side)} is a vehicle; the troops below stand in for it.", "close-combat")
    return None


def _prefill(own: Side, opposing: Side | None) -> dict[str, Any]:
    filled = sides_prefill(own, opposing)
    if opposing is not None and (stats := stats_of_side(opposing)).is_vehicle:
        filled |= {"at_vehicle": True, "vehicle": encode(vehicle_target(stats))}
    return filled


def _no_charging_vehicle(own: Side, opposing: Side | None) -> Unsuited | None:
    """Says so of a vehicle that attacks."""
    if not stats_of_side(own).is_vehicle:
        return None
    return Unsuited(f"{name_of_side(own)} is a vehicle; what it suffers is worked out when it is the opposing unit.")


CLOSE_COMBAT = Calculator(
    "close-combat",
    "Close combat",
    "One round: who strikes first, the hits of both sides and what they lose.",
    CloseCombat,
    combat,
    _prefill,
    unsuited=_no_charging_vehicle,
)


@dataclass(frozen=True, slots=True)
class Disengage:
    """Will this unit get away?"""

    unit: Annotated[CommandState, Ask("Unit")] = FRESH
    training: Annotated[Training, Ask("Training")] = Training.PROFESSIONAL
    fv: Annotated[int, Ask("Its Fighting Value", min=-20, max=20, advanced=True)] = 6
    av: Annotated[int, Ask("Its Armour Value", min=-20, max=20, advanced=True)] = 1
    enemy: Annotated[Fighters, Ask("Enemy", "For strikes at leavers, where the table plays them.")] = FIGHTERS


def disengage(question: Disengage, setting: Setting) -> Answer:
    """The command test to leave a close combat, and what a failure costs (§30)."""
    house = setting.house
    unit = question.unit
    check_strength(unit)
    check_fighters(question.enemy, "enemy")
    changes = command_modifiers(unit, CommandTest.DISENGAGE, house)
    value = modified(unit.cv, changes)
    chance = success(value, CommandTest.DISENGAGE, house)
    full = unit.markers >= CAPS[question.training]
    cost = "since it carries all the D-markers it may" if full else ""
    steps = [
        *working("§30", "Command Value", unit.cv, changes, "Modified Command Value"),
        Step("§30", "Gets away", percent(chance)),
        Step("§30", "A failure costs", "a wound" if full else "a D-marker", cost, Tone.BAD),
    ]
    charts = [Chart("Disengaging", (Outcome("Away", chance, Tone.GOOD), Outcome("Stays", 1 - chance, Tone.BAD)))]
    own = Fighters(fv=question.fv, av=question.av, figures=unit.now, training=question.training, markers=unit.markers)
    blows = strike(question.enemy, own, OPEN_CHARGE, False, False, house)
    if blows.dice and blows.chance and chance and house.on("disengage_free_attack"):
        lost = blows.hits.map(lambda hits: take(body_of(own, house), hits, chosen_by(own), house))
        steps.append(Step("§30", "Struck while leaving", decimal(mean(blows.hits)), "mean hits", Tone.BAD))
        charts += [
            replace(chart, title=f"When away: {chart.title}") for chart in loss_charts(lost, body_of(own, house))
        ]
    return Answer(
        f"{percent(chance)} to get away",
        Tone.GOOD if chance >= Fraction(7, 10) else Tone.FAIR if chance else Tone.BAD,
        tuple(steps),
        tuple(charts),
        notes=(
            f"Away: {LEAVING} (§30).",
            "If it stays, no round is fought and the initiative passes.",
        ),
    )


def _disengage_prefill(own: Side, opposing: Side | None) -> dict[str, Any]:
    stats = stats_of_side(own)
    filled: dict[str, Any] = {
        "unit": encode(command_state(own.unit.spec, stats.cv, stats.figures)),
        "training": (stats.training or Training.PROFESSIONAL).value,
        "fv": max(-20, min(stats.fv, 20)),
        "av": max(-20, min(stats.av, 20)),
    }
    if opposing is not None:
        filled["enemy"] = encode(fighters_of(stats_of_side(opposing)))
    return filled


DISENGAGE = Calculator(
    "disengage",
    "Disengaging",
    "The chance of a unit to leave close combat, and what a failure costs.",
    Disengage,
    disengage,
    _disengage_prefill,
)
