"""Covering fire, reaction tests, and units of a third or less that withdraw (§11, optional rules)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
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
    percent,
)
from rulesets.core.codec import encode
from rulesets.core.houserules import House
from rulesets.core.reference import Tone, table
from rulesets.core.wording import counted
from rulesets.systems.forge_of_war.activation import FRESH, command_state
from rulesets.systems.forge_of_war.command import (
    CommandState,
    CommandTest,
    check_strength,
    command_modifiers,
    passes,
    success,
)
from rulesets.systems.forge_of_war.modifiers import modified, working
from rulesets.systems.forge_of_war.movement import slowed
from rulesets.systems.forge_of_war.shooting import (
    SHOOTERS,
    TARGET,
    Target,
    aim_at,
    at_vehicle,
    check_target,
    firing_prefill,
    name_of_side,
    no_shot,
    no_volley,
    stats_of_side,
    volley_answer,
)
from rulesets.systems.forge_of_war.shots import MOST_INCHES, FireMode, Shooters
from rulesets.systems.forge_of_war.tables import (
    CAPS,
    DIE,
    REACTION_FLEE_BELOW,
    REACTION_RANGE,
    REACTION_SHIFTED,
    Stance,
    Threshold,
    Training,
    most_survivors,
    reached,
)

ORDERS = "last until it fires or acts again, into later turns"
"""How long a unit is on covering fire (§39)."""

NO_REACTION = "who hides, is on covering fire (and just shoots), or fired it, tested or fled this turn"
"""Units that take no reaction test (optional rules)."""


@dataclass(frozen=True, slots=True)
class CoveringFire:
    """What does covering fire do to a unit that moves?"""

    distance: Annotated[int, Ask("Distance", unit="″", min=0, max=MOST_INCHES)] = 10
    shooters: Annotated[Shooters, Ask("Covering unit", "Moves: before it went on covering fire.")] = SHOOTERS
    target: Annotated[Target, Ask("Moving unit")] = TARGET
    entering: Annotated[bool, Ask("It comes into sight", "No: it moves while in sight already.")] = True
    shot_too: Annotated[bool, Ask("Also shot when it took its orders", advanced=True)] = False
    fired: Annotated[bool, Ask("Has fired covering fire this turn", advanced=True)] = False


def _refused(headline: str, rule: str, reason: str) -> Answer:
    return Answer(headline, Tone.BAD, (Step(rule, headline, "no shot", reason, Tone.BAD),))


def cover_fire(question: CoveringFire, setting: Setting) -> Answer:
    """Covering fire as normal direct fire with the number of its marker (§39, §40)."""
    house = setting.house
    check_target(question.target)
    if question.fired:
        return _refused("No shot: one covering shot a turn", "FOW-P12", "it has fired already")
    if question.shot_too and not house.on("coverfire_with_shoot"):
        return _refused("No shot: it shot instead of covering", "FOW-P02", "shooting and covering are one action")
    if not question.entering and house.choice("coverfire_trigger") == "entering_los":
        return _refused("No shot: the enemy was in sight already", "§40", "it must move into sight")
    refused = no_shot(question.shooters, question.target.engaged)
    if refused is not None:
        return refused
    aim = aim_at(question.target, question.distance, setting, FireMode.COVERING)
    answer = volley_answer(question.shooters, question.target, aim, setting)
    return replace(
        answer,
        notes=(
            *answer.notes,
            "No test; its losses count before the moving unit goes on.",
            f"Orders {ORDERS} (§39).",
        ),
    )


COVERING_FIRE = Calculator(
    "covering-fire",
    "Covering fire",
    "A unit on covering fire shoots at an enemy that moves.",
    CoveringFire,
    cover_fire,
    firing_prefill,
    unsuited=partial(no_volley, mode=FireMode.COVERING),
)


@dataclass(frozen=True, slots=True)
class ReactionTest:
    """Does the unit react to an enemy that moves near it?"""

    distance: Annotated[int, Ask("Distance", unit="″", min=0, max=MOST_INCHES)] = 10
    unit: Annotated[CommandState, Ask("Unit that may react")] = FRESH
    shooters: Annotated[Shooters, Ask("Its fire")] = SHOOTERS
    target: Annotated[Target, Ask("Moving unit")] = TARGET
    melee_only: Annotated[bool, Ask("Has no ranged weapon", "It may charge instead.", advanced=True)] = False
    covering: Annotated[bool, Ask("Is on covering fire", advanced=True)] = False
    tested: Annotated[bool, Ask("Has tested, reacted or fled this turn", advanced=True)] = False


def flees(roll: int, cv: int, mcv: int, house: House) -> bool:
    """Whether a roll that fails a reaction test makes the unit flee (optional rules, AMB-128)."""
    if mcv >= REACTION_FLEE_BELOW:
        return False
    shifted = roll + cv - mcv
    by_reading = {
        "natural10": roll == DIE,
        "shifted10plus": shifted >= REACTION_SHIFTED[0],
        "shifted10or11": shifted in REACTION_SHIFTED,
    }
    return house.settle(by_reading.__getitem__, "reaction_flee")


@dataclass(frozen=True, slots=True)
class Reaction:
    """Chances of a reaction test."""

    reacts: Fraction
    nothing: Fraction
    flees: Fraction


def reaction(cv: int, mcv: int, house: House) -> Reaction:
    """The chances to react, to do nothing and to flee."""
    counts = {"reacts": 0, "nothing": 0, "flees": 0}
    for roll in range(1, DIE + 1):
        if passes(roll, mcv, CommandTest.REACTION, house):
            counts["reacts"] += 1
        else:
            counts["flees" if flees(roll, cv, mcv, house) else "nothing"] += 1
    return Reaction(**{name: Fraction(count, DIE) for name, count in counts.items()})


def _not_eligible(question: ReactionTest) -> Answer | None:
    if question.distance > REACTION_RANGE:
        return Answer(
            "No test: too far away", Tone.BAD, (Step("Reaction Test", "Distance", f"over {REACTION_RANGE}″"),)
        )
    if question.shooters.stance is Stance.HIDING:
        return Answer("No test: hiding units do not react", Tone.BAD, (Step("FOW-P13", "Hiding", "no test"),))
    if question.tested:
        return Answer("No test: one a turn", Tone.BAD, (Step("FOW-P12", "Has tested this turn", "no test"),))
    if question.covering:
        return Answer(
            "No test needed: it is on covering fire",
            Tone.GOOD,
            (Step("§40", "Covering fire", "shoots without a test"),),
        )
    return None


def _firing(question: ReactionTest) -> Shooters:
    """The unit as it fires: with the D-markers that it tests with, and no more figures than it has left."""
    carried, entered, left = question.unit.markers, question.shooters.markers, question.unit.now
    if entered not in (0, carried):
        raise QuestionError(
            "shooters.markers", f"The unit carries {counted(carried, 'D-marker')}; enter the same, or 0 for as many."
        )
    if question.shooters.figures > left:
        raise QuestionError("shooters.figures", f"The unit has {counted(left, 'figure')} left; no more can fire.")
    return replace(question.shooters, markers=carried)


def react(question: ReactionTest, setting: Setting) -> Answer:
    """The chance to react, to flee, and what the reaction fire does."""
    house = setting.house
    unit, target = question.unit, question.target
    check_strength(unit)
    check_target(target)
    shooters = _firing(question)
    refused = _not_eligible(question)
    if refused is not None:
        return refused
    changes = command_modifiers(unit, CommandTest.REACTION, house)
    mcv = modified(unit.cv, changes)
    chances = reaction(unit.cv, mcv, house)
    does = "Charges" if question.melee_only else "Fires"
    steps = [*working("Reaction Test", "Command Value", unit.cv, changes, "Modified Command Value")]
    charts = [
        Chart(
            "Reaction",
            (
                Outcome(does, chances.reacts, Tone.GOOD),
                Outcome("Nothing", chances.nothing, Tone.FAIR),
                Outcome("Flees", chances.flees, Tone.BAD),
            ),
        )
    ]
    headline = f"{percent(chances.reacts)} to react, {percent(chances.flees)} to flee"
    if question.melee_only:
        return Answer(
            headline, Tone.PLAIN, tuple(steps), tuple(charts), notes=("A charge is up to two moves; combat at once.",)
        )
    aim = aim_at(target, question.distance, setting, FireMode.REACTION)
    answer = volley_answer(shooters, target, aim, setting, chances.reacts)
    return replace(
        answer,
        headline=f"{headline}; {answer.headline}",
        tone=Tone.PLAIN,
        steps=(*steps, *answer.steps),
        charts=(*charts, *answer.charts),
        notes=(*answer.notes, "The test does not use up the unit’s own attempt."),
    )


def _reaction_prefill(own: Side, opposing: Side | None) -> dict[str, Any]:
    stats = stats_of_side(own)
    return firing_prefill(own, opposing) | {
        "unit": encode(command_state(own.unit.spec, stats.cv, stats.figures)),
        "melee_only": not stats.weapons,
    }


REACTION_TEST = Calculator(
    "reaction-test",
    "Reaction test",
    "A unit fires at, or flees from, an enemy that moves near it.",
    ReactionTest,
    react,
    _reaction_prefill,
    unsuited=partial(at_vehicle, mode=FireMode.REACTION),
)

LAST_THIRD = CommandState(now=3)
MOST_TURNS = 12


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """How long does a unit of a third or less keep running?"""

    unit: Annotated[CommandState, Ask("Unit")] = LAST_THIRD
    training: Annotated[Training, Ask("Training")] = Training.PROFESSIONAL
    move: Annotated[int, Ask("Move", unit="″", min=0, max=MOST_INCHES)] = 6
    edge: Annotated[int, Ask("To the table edge", "0: far away.", unit="″", min=0, max=MOST_INCHES)] = 0
    failures: Annotated[int, Ask("Failures so far", "The first one costs nothing.", min=0, max=9)] = 0
    turns: Annotated[int, Ask("Turns to look ahead", min=1, max=MOST_TURNS, advanced=True)] = 6


@dataclass(frozen=True, slots=True)
class Flight:
    """A withdrawing unit before one more test."""

    failures: int
    markers: int
    figures: int
    run: int


def fail(flight: Flight, cap: int, move: int) -> Flight:
    """The unit after a failed test: two full moves, and from the second failure on a D-marker or a figure (§11)."""
    free = flight.failures == 0
    marker = not free and flight.markers < cap
    lost = not free and not marker
    return Flight(flight.failures + 1, flight.markers + marker, flight.figures - lost, flight.run + 2 * move)


def withdraw(question: Withdrawal, setting: Setting) -> Answer:
    """Turn by turn: the chance to act again, and what each further failure costs (§11)."""
    house = setting.house
    unit = question.unit
    check_strength(unit)
    third = most_survivors(unit.start, Threshold.THIRD)
    if not reached(unit.now, unit.start, Threshold.THIRD):
        return Answer(
            "It does not withdraw: more than a third is left",
            Tone.GOOD,
            (Step("§11", "A third of its start", str(third), f"{unit.now} of {unit.start} left"),),
        )
    move = now = slowed(question.move, unit.markers, house)
    flight = Flight(question.failures, unit.markers, unit.now, 0)
    running = Fraction(1)
    outcomes: list[Outcome] = []
    rows: list[tuple[object, ...]] = []
    lost = Fraction(0)
    for turn in range(1, question.turns + 1):
        state = replace(unit, markers=flight.markers, now=flight.figures)
        chance = success(
            modified(unit.cv, command_modifiers(state, CommandTest.ACTIVATION, house)), CommandTest.ACTIVATION, house
        )
        outcomes.append(Outcome(f"Acts again in turn {turn}", running * chance, Tone.GOOD))
        running *= 1 - chance
        rows.append((turn, percent(chance), flight.markers, flight.figures, percent(running)))
        if question.edge:
            move = slowed(question.move, flight.markers, house)
        flight = fail(flight, CAPS[question.training], move)
        off = question.edge > 0 and flight.run >= question.edge and running > 0
        if flight.figures == 0 or (off and house.choice("withdraw_off_table") == "lost"):
            lost, running = running, Fraction(0)
            break
    outcomes += [Outcome("Lost", lost, Tone.BAD), Outcome("Still withdrawing", running, Tone.FAIR)]
    acts = 1 - lost - running
    return Answer(
        f"{percent(acts)} to act again within {question.turns} turns, {percent(lost)} lost",
        Tone.GOOD if acts >= Fraction(2, 3) else Tone.FAIR if acts >= Fraction(1, 3) else Tone.BAD,
        (
            Step("§11", "A third of its start", str(third), f"{unit.now} of {unit.start} left"),
            Step(
                "§11",
                "Each failure",
                f"{2 * now}″",
                "straight away, terrain or not",
            ),
            Step("§11", "Further failures", "a D-marker", f"a figure once it carries {CAPS[question.training]}"),
        ),
        (Chart("What becomes of it", tuple(outcomes)),),
        (table("Turn by turn", "> Turn | >Acts | >D-markers | >Figures | >Still running after", rows),),
        ("In close combat it tests too: failing, it is struck without striking, then runs (§31).",),
    )


def _withdrawal_prefill(own: Side, opposing: Side | None) -> dict[str, Any]:
    stats = stats_of_side(own)
    state = command_state(own.unit.spec, stats.cv, stats.figures)
    left = max(1, most_survivors(state.start, Threshold.THIRD))
    return {
        "unit": encode(replace(state, now=min(left, state.start))),
        "training": (stats.training or Training.PROFESSIONAL).value,
        "move": min(stats.move, MOST_INCHES),
    }


def _vehicles_stay(own: Side, opposing: Side | None) -> Unsuited | None:
    if not stats_of_side(own).is_vehicle:
        return None
    return Unsuited(f"{name_of_side(own)} is a vehicle; thirds are counted for troops alone.", "vehicle-damage")


WITHDRAWAL = Calculator(
    "withdrawal",
    "Withdrawing",
    "A unit at a third or less that failed: when it acts again, and what that costs.",
    Withdrawal,
    withdraw,
    _withdrawal_prefill,
    unsuited=_vehicles_stay,
)
