"""The withdrawal of a unit at a third of its strength or less, turn by turn (§11)."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any

from rulesets.core.calculators import Answer, Calculator, Chart, Outcome, SolveContext, Step, percent
from rulesets.core.declarations.fields import Ask, clamp
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.play.states import Side
from rulesets.core.tables import Tone, table
from rulesets.core.wording import count_of

from ..catalogue import no_vehicle
from ..command.command_value import (
    CommandState,
    CommandTest,
    check_strength,
    command_modifiers,
    command_prefill,
    roll_words,
    state_assumed,
    state_of,
    success,
)
from ..fire.shots import MAX_INCHES
from ..modifiers import Modifier, modified, working
from ..movement import slowed_move
from ..tables import CAPS, Threshold, Training, max_survivors, reached
from ..tracks import current

LAST_THIRD = CommandState(now=3)
MAX_TURNS = 12
_IN_CLOSE_COMBAT = (
    "A unit in close combat tests as well. If it fails, it is struck without striking back and then withdraws (§31)."
)


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """How long does a unit of a third or less keep running?"""

    unit: Annotated[CommandState, Ask("Unit")] = LAST_THIRD
    training: Annotated[Training, Ask("Training")] = Training.PROFESSIONAL
    move: Annotated[int, Ask("Move", unit="″", min=0, max=MAX_INCHES)] = 6
    edge: Annotated[
        int,
        Ask("To the table edge", "If the edge is too far away to matter, enter 0.", unit="″", min=0, max=MAX_INCHES),
    ] = 0
    failures: Annotated[int, Ask("Failures so far", "The first one costs nothing.", min=0, max=9)] = 0
    turns: Annotated[int, Ask("Turns to look ahead", min=1, max=MAX_TURNS)] = 6


@dataclass(frozen=True, slots=True)
class Flight:
    """A withdrawing unit before one more test."""

    failures: int
    markers: int
    figures: int
    run: int


def fail(flight: Flight, cap: int, move: int) -> Flight:
    """The unit after a failed test: two full moves and, from the second failure, a D-marker or a figure lost (§11)."""
    free = flight.failures == 0
    marker = not free and flight.markers < cap
    loses_figure = not free and not marker
    return Flight(flight.failures + 1, flight.markers + marker, flight.figures - loses_figure, flight.run + 2 * move)


def withdraw(question: Withdrawal, context: SolveContext) -> Answer:
    """Turn by turn: the chance to act again, and what each further failure costs (§11)."""
    house = context.house
    unit = question.unit
    check_strength(unit)
    third = max_survivors(unit.start, Threshold.THIRD)
    if not reached(unit.now, unit.start, Threshold.THIRD):
        return Answer(
            "It does not withdraw: more than a third is left",
            Tone.GOOD,
            (Step("§11", "A third of its start", str(third), f"{unit.now} of {unit.start} left"),),
        )
    changes = command_modifiers(unit, CommandTest.ACTIVATION, house)
    outcomes, rows, loss, running = _turns(question, house)
    outcomes += [Outcome("Lost", loss, Tone.BAD), Outcome("Still withdrawing", running, Tone.FAIR)]
    acts = 1 - loss - running
    still = f", {percent(running)} still withdrawing" if running else ""
    return Answer(
        f"{percent(acts)} chance to act again within {count_of(question.turns, 'turn')}, {percent(loss)} lost{still}",
        Tone.GOOD if acts >= Fraction(2, 3) else Tone.FAIR if acts >= Fraction(1, 3) else Tone.BAD,
        (
            Step("§11", "A third of its start", str(third), f"{unit.now} of {unit.start} left"),
            *_steps(question, changes, outcomes[0].chance, house),
        ),
        (Chart("What happens to it", tuple(outcomes)),),
        (table("Turn by turn", "> Turn | >Acts | >D-markers | >Figures | >Still running after", rows),),
        (_IN_CLOSE_COMBAT,),
        assumed=(*state_assumed(unit), f"{count_of(question.failures, 'failure')} so far"),
    )


def _steps(question: Withdrawal, changes: tuple[Modifier, ...], acts: Fraction, house: HouseRules) -> tuple[Step, ...]:
    """The first test, and what failures do."""
    unit, cap = question.unit, CAPS[question.training]
    words = roll_words(modified(unit.cv, changes), CommandTest.ACTIVATION, house)
    return (
        *working("§8", "Command Value", unit.cv, changes, "Modified Command Value"),
        Step("§8", "Acts in turn 1", percent(acts), words),
        Step(
            "§11",
            "Each failure",
            f"{2 * slowed_move(question.move, unit.markers, house)}″",
            "it moves directly away from the enemy, whatever the terrain, without stopping in cover",
        ),
        Step("§11", "Failures after the first", "also a D-marker", f"or a figure, once it is at its cap of {cap}"),
    )


def _turns(
    question: Withdrawal, house: HouseRules
) -> tuple[list[Outcome], list[tuple[object, ...]], Fraction, Fraction]:
    """The chance to act again in each turn, a row for each, and the chances to be lost and to be still withdrawing."""
    unit = question.unit
    move = slowed_move(question.move, unit.markers, house)
    flight = Flight(question.failures, unit.markers, unit.now, 0)
    running = Fraction(1)
    outcomes: list[Outcome] = []
    rows: list[tuple[object, ...]] = []
    for turn in range(1, question.turns + 1):
        state = replace(unit, markers=flight.markers, now=flight.figures)
        chance = success(
            modified(unit.cv, command_modifiers(state, CommandTest.ACTIVATION, house)), CommandTest.ACTIVATION, house
        )
        outcomes.append(Outcome(f"Acts again in turn {turn}", running * chance, Tone.GOOD))
        running *= 1 - chance
        rows.append((turn, percent(chance), flight.markers, flight.figures, percent(running)))
        if question.edge:
            move = slowed_move(question.move, flight.markers, house)
        flight = fail(flight, CAPS[question.training], move)
        off = question.edge > 0 and flight.run >= question.edge and running > 0
        if flight.figures == 0 or (off and house.choice("withdraw_off_table") == "lost"):
            return outcomes, rows, running, Fraction(0)
    return outcomes, rows, Fraction(0), running


def _withdrawal_prefill(own: Side, opposing: Side | None) -> dict[str, Any]:
    start = state_of(own).start
    figures = min(max(1, max_survivors(start, Threshold.THIRD)), start)
    now = current(own)
    fields = command_prefill(own, now=figures) | clamp(Withdrawal, move=now.stats.move)
    return fields | ({"failures": 1} if now.withdrawing else {})


CALCULATOR = Calculator(
    "withdrawal",
    "Withdrawing",
    "When a unit with a third or less left acts again after a failure, and what that costs.",
    Withdrawal,
    withdraw,
    _withdrawal_prefill,
    unsuited=no_vehicle("Thirds are counted for troops only", "vehicle-damage"),
    one_sided=True,
)
