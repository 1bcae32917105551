"""What happens when a unit is picked: it acts, stays, falls back, routs or is gone, and which markers it keeps."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from rulesets.core.calculators import (
    Answer,
    Calculator,
    Chart,
    Outcome,
    QuestionError,
    Side,
    SolveContext,
    Step,
    amounts,
    percent,
)
from rulesets.core.declarations import Ask, Choice
from rulesets.core.dice import Distribution, certain, mean
from rulesets.core.house_rules import HouseRules
from rulesets.core.tables import Table, Tone, table
from rulesets.systems.warstrike.falling_back import Class, class_step, fall_back_class, markers_after_move, size_prefill
from rulesets.systems.warstrike.get_down import removal
from rulesets.systems.warstrike.suppression import (
    UNIT,
    Check,
    Roll,
    check_prefill,
    exactly,
    exactly_average,
    kept_markers,
    roll_on,
    working,
)
from rulesets.systems.warstrike.tables import DESTROYED_BELOW, PASS_REMOVES
from rulesets.systems.warstrike.units import WarUnit

PLANS = "What it would do"


class Action(Choice):
    """What a unit that may act can choose."""

    OPEN_FIRE = "open_fire", "Open Fire!"
    ADVANCE = "advance", "Advance!"
    AT_THE_DOUBLE = "at_the_double", "At The Double!"
    GET_DOWN = "get_down", "Get Down!"
    INSPIRATION = "inspiration", "Inspiration", "an Inspiring Officer or Hero, in place of a normal action"


class Preference(Choice):
    """What the owner takes where the rules leave a choice after a failed check."""

    FALL_BACK = "fall_back", "Fall Back Move"
    SNAP_SHOTS = "snap_shots", "Snap Shots"


class Result(enum.StrEnum):
    """What becomes of the unit."""

    ACTS = "acts"
    STAYS = "stays"
    FALLS_BACK = "falls back"
    ROUTS = "routs"
    DESTROYED = "destroyed"


@dataclass(frozen=True, slots=True)
class ActivationQuestion(Check):
    """What happens next to a unit of given strength?"""

    starting: Annotated[int, Ask("Starting models", min=1, max=999, section=UNIT)] = 10
    left: Annotated[int, Ask("Models left", min=1, max=999, section=UNIT)] = 10
    action: Annotated[Action, Ask("If it may act", section=PLANS)] = Action.ADVANCE
    preference: Annotated[
        Preference, Ask("If it fails and may choose", "Where its models left leave it the choice.", section=PLANS)
    ] = Preference.FALL_BACK
    safer_position: Annotated[
        bool, Ask("Cover nearer than the enemy", "Without any the Fall Back Move is a Rout Move.", section=PLANS)
    ] = True
    take_off: Annotated[
        bool, Ask("Take a marker off when it passes", "Allowed, not demanded.", section=PLANS, advanced=True)
    ] = True


Outcomes = Distribution[tuple[Result, int]]


@dataclass(frozen=True, slots=True)
class Activation:
    """A unit's activation: its check, its class should it fail (``None`` where that cannot be), and all that may be."""

    roll: Roll
    failing: Class | None
    outcomes: Outcomes


def _failed(asked: ActivationQuestion, held: int, failing: Class, rout_removes: str) -> tuple[Result, int]:
    if failing is Class.DESTROYED:
        return Result.DESTROYED, 0
    if failing is Class.CHOICE and asked.preference is Preference.SNAP_SHOTS:
        return Result.STAYS, held
    routed = not asked.safer_position
    return Result.ROUTS if routed else Result.FALLS_BACK, markers_after_move(held, routed, rout_removes)


def activate(asked: ActivationQuestion, house: HouseRules) -> Activation:
    """Everything that may become of the unit in this activation, with its markers afterwards."""
    held = kept_markers(asked.nv, asked.markers)

    def under(
        leaderless: str, inspire: str, stack: str, compare: str, half: str, rout_removes: str, at_once: str
    ) -> Activation:
        roll = roll_on(asked, held, leaderless, inspire)
        failing = fall_back_class(asked.starting, asked.left, half)
        if failing is Class.DESTROYED and at_once == "on":
            return Activation(roll, failing, certain((Result.DESTROYED, 0)))
        if not roll.needed:
            return Activation(roll, None, certain((Result.ACTS, 0)))
        passing = PASS_REMOVES if asked.take_off else 0
        if asked.action is Action.GET_DOWN:
            removed = removal(roll, passing, stack, compare)
        else:
            chance = roll.chance
            removed = Distribution(
                {
                    (True, passing): chance.numerator,
                    (False, 0): chance.denominator - chance.numerator,
                }
            )
        failed = _failed(asked, held, failing, rout_removes)
        outcomes = removed.map(lambda out: (Result.ACTS, held - out[1]) if out[0] else failed)
        return Activation(roll, failing if roll.chance < 1 else None, outcomes)

    return house.resolve(
        under,
        "leaderless_ld",
        "inspire_reading",
        "getdown_stack",
        "getdown_compare",
        "exact_half",
        "rout_removes_marker",
        "destroy_at_once",
    )


TONES = {
    Result.ACTS: Tone.GOOD,
    Result.STAYS: Tone.FAIR,
    Result.FALLS_BACK: Tone.FAIR,
    Result.ROUTS: Tone.BAD,
    Result.DESTROYED: Tone.BAD,
}


SAID = {
    Result.ACTS: "to act",
    Result.STAYS: "to stay for Snap Shots",
    Result.FALLS_BACK: "to fall back",
    Result.ROUTS: "to rout",
    Result.DESTROYED: "to be destroyed",
}


def _words(asked: ActivationQuestion, result: Result) -> str:
    if result is Result.ACTS:
        return f"Acts: {asked.action.label}"
    if result is Result.STAYS:
        return "Stays: Snap Shots"
    return {
        Result.FALLS_BACK: "Falls back",
        Result.ROUTS: "Routs",
        Result.DESTROYED: "Destroyed",
    }[result]


def _joint(asked: ActivationQuestion, outcomes: Outcomes) -> Table:
    order = list(Result)
    rows: list[tuple[object, ...]] = []
    for (result, markers), chance in sorted(outcomes.items(), key=lambda pair: (order.index(pair[0][0]), pair[0][1])):
        left = "–" if result is Result.DESTROYED else str(markers)
        rows.append((_words(asked, result), left, percent(chance, 1), str(chance)))
    return table("Afterwards", "*What | >Markers left | >Chance | >Exactly", rows)


def _class_step(asked: ActivationQuestion, found: Activation) -> tuple[Step, ...]:
    if found.failing is None:
        return ()
    if found.outcomes == certain((Result.DESTROYED, 0)):
        share = f"{asked.left} of {asked.starting} models are left."
        return (Step("WS-FB-4", "Destroyed", "without a check", f"{share} That is under {percent(DESTROYED_BELOW)}."),)
    return (class_step(asked.starting, asked.left, found.failing, "If it fails"),)


def what_happens_next(asked: ActivationQuestion, context: SolveContext) -> Answer:
    """The chances of acting, staying, falling back, routing and being destroyed, with the markers left."""
    if asked.left > asked.starting:
        raise QuestionError("left", f"The unit started with {asked.starting} models; no more can be left.")
    found = activate(asked, context.house)
    chances = dict.fromkeys(Result, Fraction(0))
    for (result, _), chance in found.outcomes.items():
        chances[result] += chance
    likely = {result: chance for result, chance in chances.items() if chance}
    told = [f"{percent(chance)} {SAID[result]}" for result, chance in likely.items()]
    headline = f"Certain {SAID[next(iter(likely))]}." if len(likely) == 1 else f"{', '.join(told)}."
    steps = working(asked, found.roll) + _class_step(asked, found)
    charts = [
        Chart("What happens", tuple(Outcome(_words(asked, r), chance, TONES[r]) for r, chance in likely.items())),
    ]
    alive = {markers: 0 for _, markers in sorted(found.outcomes.outcomes(), key=lambda out: out[1])}
    for (result, markers), weight in found.outcomes.weights().items():
        alive[markers] += weight if result is not Result.DESTROYED else 0
    if any(alive.values()):
        markers_left = Distribution(alive)
        title = "Markers afterwards, if it survives" if chances[Result.DESTROYED] else "Markers afterwards"
        charts.append(amounts(title, markers_left))
        steps += (Step("WS-SUP-5", "Markers left", exactly_average(mean(markers_left)), "On average."),)
    gone = chances[Result.DESTROYED]
    if 0 < gone < 1:
        steps += (Step("WS-FB-4", "Destroyed", exactly(gone), "", Tone.BAD),)
    tone = Tone.GOOD if chances[Result.ACTS] >= Fraction(2, 3) else Tone.FAIR
    if gone or chances[Result.ACTS] < Fraction(1, 3):
        tone = Tone.BAD
    notes: tuple[str, ...] = ()
    if chances[Result.ROUTS]:
        notes = ("In a Rout Move models that cannot get away, or leave the table, are lost besides.",)
    return Answer(headline, tone, steps, tuple(charts), (_joint(asked, found.outcomes),), notes)


def _prefill(own: Side, opposing: Side | None) -> dict[str, Any]:
    spec: WarUnit = own.unit.spec
    return {**check_prefill(own, opposing), **size_prefill(spec)}


CALCULATOR = Calculator(
    "what-happens-next",
    "What happens next",
    "The chances of acting, falling back, routing or being destroyed, and the markers left.",
    ActivationQuestion,
    what_happens_next,
    _prefill,
)
