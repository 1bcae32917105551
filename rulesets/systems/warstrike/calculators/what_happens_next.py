"""A unit's activation: it acts, stays, falls back, routs or is destroyed, and the markers left."""

import enum
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated

from rulesets.core.calculators import (
    Answer,
    Calculator,
    Chart,
    Outcome,
    QuestionError,
    Result,
    SolveContext,
    Step,
    amounts,
    percent,
)
from rulesets.core.declarations.fields import Ask, Choice
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.dice import Distribution, certain, mean
from rulesets.core.play.rolls import Roller
from rulesets.core.play.states import Side
from rulesets.core.tables import Table, Tone, table
from rulesets.core.wording import count_of, phrases

from ..falling_back import (
    FallBackClass,
    class_step,
    fall_back_class,
    markers_after_move,
)
from ..get_down import removal, removed, removing_number
from ..suppression import (
    Check,
    CheckRoll,
    capped_markers,
    check_assumed,
    exactly,
    exactly_average,
    is_suppressed,
    passing_removes,
    roll_on,
    working,
)
from ..tables import FACES
from .unit_fields import (
    DESTROYED,
    activated,
    check_prefill,
    set_markers,
    size_prefill,
)


class Action(Choice):
    """What a unit that may act can choose."""

    OPEN_FIRE = "open_fire", "Open Fire!"
    ADVANCE = "advance", "Advance!"
    AT_THE_DOUBLE = "at_the_double", "At The Double!"
    GET_DOWN = "get_down", "Get Down!"
    INSPIRATION = "inspiration", "Inspiration", "an Inspiring Officer or Hero, in place of a normal action"


class Preference(Choice):
    """The owner's preference where the rules leave a choice after a failed check."""

    FALL_BACK = "fall_back", "Fall Back Move"
    SNAP_SHOTS = "snap_shots", "Snap Shots"


class ActivationEnd(enum.StrEnum):
    """How a unit's activation ends."""

    ACTS = "acts"
    STAYS = "stays"
    IDLE = "does nothing"
    FALLS_BACK = "falls back"
    ROUTS = "routs"
    DESTROYED = "destroyed"


@dataclass(frozen=True, slots=True)
class ActivationQuestion(Check):
    """What happens next to a unit of given strength?"""

    starting: Annotated[int, Ask("Starting models", min=1, max=999)] = 10
    left: Annotated[int, Ask("Models left", min=1, max=999)] = 10
    action: Annotated[Action, Ask("If it may act")] = Action.ADVANCE
    preference: Annotated[
        Preference, Ask("If it fails and may choose", "Used if enough models are left for the choice.")
    ] = Preference.FALL_BACK
    safer_position: Annotated[
        bool, Ask("Cover nearer than the enemy", "Without such cover the Fall Back Move is a Rout Move.")
    ] = True
    take_off: Annotated[bool, Ask("Remove a marker when it passes", "This is optional.")] = True


Outcomes = Distribution[tuple[ActivationEnd, int]]


@dataclass(frozen=True, slots=True)
class ActivationOutcomes:
    """A unit's activation: its check, its class if it fails (``None`` if it cannot fail), and all outcomes."""

    roll: CheckRoll
    failure_class: FallBackClass | None
    outcomes: Outcomes


def _end_of_failure(
    question: ActivationQuestion, markers: int, failure_class: FallBackClass, rout_removes: str
) -> tuple[ActivationEnd, int]:
    if failure_class is FallBackClass.DESTROYED:
        return ActivationEnd.DESTROYED, 0
    if not _moves(question, failure_class):
        return ActivationEnd.STAYS, markers
    routed = not question.safer_position
    end = ActivationEnd.ROUTS if routed else ActivationEnd.FALLS_BACK
    return end, markers_after_move(markers, routed, rout_removes)


def activate(question: ActivationQuestion, house: HouseRules) -> ActivationOutcomes:
    """All outcomes of this activation, with the markers afterwards."""
    markers = capped_markers(question.nv, question.markers)

    def under(
        leaderless: str, inspire: str, stack: str, compare: str, half: str, rout_removes: str, at_once: str, single: str
    ) -> ActivationOutcomes:
        roll = roll_on(question, markers, leaderless, inspire)
        failure_class = fall_back_class(question.starting, question.left, half)
        if failure_class is FallBackClass.DESTROYED and at_once == "on":
            return ActivationOutcomes(roll, failure_class, certain((ActivationEnd.DESTROYED, 0)))
        if not roll.needed:
            return ActivationOutcomes(roll, None, certain((ActivationEnd.ACTS, 0)))
        falls_back = is_suppressed(markers, single)
        passing = passing_removes(markers, single) if question.take_off else 0
        if question.action is Action.GET_DOWN:
            removals = removal(roll, passing, stack, compare)
        else:
            chance = roll.chance
            removals = Distribution(
                {(True, passing): chance.numerator, (False, 0): chance.denominator - chance.numerator}
            )
        failure = ActivationEnd.IDLE, markers
        if falls_back:
            failure = _end_of_failure(question, markers, failure_class, rout_removes)
        outcomes = removals.map(lambda out: (ActivationEnd.ACTS, markers - out[1]) if out[0] else failure)
        return ActivationOutcomes(roll, failure_class if roll.chance < 1 and falls_back else None, outcomes)

    return house.resolve(
        under,
        "leaderless_ld",
        "inspire_reading",
        "getdown_stack",
        "getdown_compare",
        "exact_half",
        "rout_removes_marker",
        "destroy_at_once",
        "one_marker",
    )


TONES = {
    ActivationEnd.ACTS: Tone.GOOD,
    ActivationEnd.STAYS: Tone.FAIR,
    ActivationEnd.IDLE: Tone.FAIR,
    ActivationEnd.FALLS_BACK: Tone.FAIR,
    ActivationEnd.ROUTS: Tone.BAD,
    ActivationEnd.DESTROYED: Tone.BAD,
}


END_WORDS = {
    ActivationEnd.ACTS: "to act",
    ActivationEnd.STAYS: "to stay for Snap Shots",
    ActivationEnd.IDLE: "to do nothing",
    ActivationEnd.FALLS_BACK: "to fall back",
    ActivationEnd.ROUTS: "to rout",
    ActivationEnd.DESTROYED: "to be destroyed",
}


_FAILURES = {
    ActivationEnd.STAYS: "staying for Snap Shots",
    ActivationEnd.IDLE: "doing nothing",
    ActivationEnd.FALLS_BACK: "a Fall Back Move",
    ActivationEnd.ROUTS: "a Rout Move",
}


def _words(question: ActivationQuestion, result: ActivationEnd) -> str:
    if result is ActivationEnd.ACTS:
        return f"Acts: {question.action.label}"
    if result is ActivationEnd.STAYS:
        return "Stays: Snap Shots"
    return result.capitalize()


def _in_order(outcomes: Outcomes) -> list[tuple[tuple[ActivationEnd, int], Fraction]]:
    """The outcomes with their chances, in order of how the activation ends, then of markers."""
    order = list(ActivationEnd)
    return sorted(outcomes.items(), key=lambda pair: (order.index(pair[0][0]), pair[0][1]))


def _joint(question: ActivationQuestion, outcomes: Outcomes) -> Table:
    rows: list[tuple[object, ...]] = []
    for (result, markers), chance in _in_order(outcomes):
        remaining = "–" if result is ActivationEnd.DESTROYED else str(markers)
        rows.append((_words(question, result), remaining, percent(chance, 1), str(chance)))
    return table("Afterwards", "*What | >Markers left | >Chance | >Exactly", rows)


def _class_step(question: ActivationQuestion, activation: ActivationOutcomes, house: HouseRules) -> tuple[Step, ...]:
    size_class = activation.failure_class
    if size_class is None:
        return ()
    step = class_step(question.starting, question.left, size_class, "If it fails", house)
    if activation.outcomes == certain((ActivationEnd.DESTROYED, 0)):
        return (replace(step, label="Destroyed", value="without a check"),)
    if size_class is FallBackClass.CHOICE:
        chosen = f"{'the ' * (question.preference is Preference.FALL_BACK)}{question.preference.label}"
        step = replace(step, reason=f"{step.reason} You may choose, and you chose {chosen}.")
    if not _moves(question, size_class) or question.safer_position:
        return (step,)
    reason = "No cover is nearer than the enemy, so the Fall Back Move is a Rout Move."
    return (step, Step("WS-FM-2", "The move", "Rout Move", reason, Tone.BAD))


def _moves(question: ActivationQuestion, size_class: FallBackClass | None) -> bool:
    """Whether a unit that fails its check moves back."""
    chooses = size_class is FallBackClass.CHOICE and question.preference is Preference.FALL_BACK
    return chooses or size_class is FallBackClass.FORCED


def _removed_words(question: ActivationQuestion, activation: ActivationOutcomes) -> str:
    """How many markers each end of the activation removes."""
    removed: dict[ActivationEnd, set[int]] = {}
    for (end, markers), _ in _in_order(activation.outcomes):
        if end is not ActivationEnd.DESTROYED:
            removed.setdefault(end, set()).add(activation.roll.markers - markers)
    parts = []
    for end, counts in removed.items():
        name = question.action.label if question.action is Action.GET_DOWN else "passing the check"
        span = f"{min(counts)} to {max(counts)}" if len(counts) > 1 else str(*counts) if any(counts) else "none"
        parts.append(f"{name if end is ActivationEnd.ACTS else _FAILURES[end]} removes {span}")
    words = ", and ".join(parts)
    return f"{words[:1].upper()}{words[1:]}."


def _markers_left(outcomes: Outcomes) -> Distribution[int] | None:
    """The markers of a unit that survives; ``None`` if it never does."""
    alive = {markers: 0 for _, markers in sorted(outcomes.outcomes(), key=lambda out: out[1])}
    for (result, markers), weight in outcomes.weights().items():
        alive[markers] += weight if result is not ActivationEnd.DESTROYED else 0
    return Distribution(alive) if any(alive.values()) else None


def _markers_step(
    question: ActivationQuestion, activation: ActivationOutcomes, left: Distribution[int]
) -> tuple[Step, ...]:
    if not activation.roll.needed:
        return ()
    label = "Markers left on average" if len(left.outcomes()) > 1 else "Markers left"
    return (Step("WS-SUP-5", label, exactly_average(mean(left)), _removed_words(question, activation)),)


def what_happens_next(question: ActivationQuestion, context: SolveContext) -> Answer:
    """The chances of acting, staying, falling back, routing and being destroyed, with the markers left."""
    if question.left > question.starting:
        raise QuestionError(
            "left", f"The unit started with {count_of(question.starting, 'model')}, so no more can be left."
        )
    activation = activate(question, context.house)
    chances = dict.fromkeys(ActivationEnd, Fraction(0))
    for (result, _), chance in activation.outcomes.items():
        chances[result] += chance
    likely = {result: chance for result, chance in chances.items() if chance}
    parts = [f"{percent(chance)} {END_WORDS[result]}" for result, chance in likely.items()]
    headline = f"Certain {END_WORDS[next(iter(likely))]}." if len(likely) == 1 else f"{', '.join(parts)}."
    steps = working(question, activation.roll) + _class_step(question, activation, context.house)
    charts = [
        Chart("What happens", tuple(Outcome(_words(question, r), chance, TONES[r]) for r, chance in likely.items()))
    ]
    markers_left = _markers_left(activation.outcomes)
    if markers_left is not None:
        title = "Markers afterwards, if it survives" if chances[ActivationEnd.DESTROYED] else "Markers afterwards"
        charts.append(amounts(title, markers_left))
        steps += _markers_step(question, activation, markers_left)
    chance_destroyed = chances[ActivationEnd.DESTROYED]
    if 0 < chance_destroyed < 1:
        steps += (Step("WS-FB-4", "Destroyed", exactly(chance_destroyed), "It fails its check.", Tone.BAD),)
    tone = Tone.GOOD if chances[ActivationEnd.ACTS] >= Fraction(2, 3) else Tone.FAIR
    if chance_destroyed or chances[ActivationEnd.ACTS] < Fraction(1, 3):
        tone = Tone.BAD
    notes: tuple[str, ...] = ()
    if chances[ActivationEnd.ROUTS]:
        notes = ("In a Rout Move, models that cannot get away or that leave the table are lost as well.",)
    return Answer(
        headline,
        tone,
        steps,
        tuple(charts),
        (_joint(question, activation.outcomes),),
        notes,
        assumed=_assumptions(question, activation.failure_class),
    )


def _assumptions(question: ActivationQuestion, size_class: FallBackClass | None) -> tuple[str, ...]:
    cover = "cover nearer than the enemy" if question.safer_position else "no cover nearer than the enemy"
    return (
        *check_assumed(question),
        f"{question.left} of {count_of(question.starting, 'model')} left",
        *phrases(
            f"{question.preference.label} if it fails" * (size_class is FallBackClass.CHOICE),
            cover * _moves(question, size_class),
        ),
    )


def _results(
    question: ActivationQuestion, own: Side, opposing: Side | None, context: SolveContext
) -> tuple[Result, ...]:
    """A result for each outcome; the effect of fire on the other unit is a separate question."""
    activation = activate(question, context.house)
    to_ground = question.action is Action.GET_DOWN
    results = []
    for place, ((end, markers), chance) in enumerate(_in_order(activation.outcomes)):
        if end is ActivationEnd.DESTROYED:
            results.append(Result(_words(question, end), (DESTROYED,), tone=TONES[end], chance=chance, worth=-place))
            continue
        remaining = f", {markers} marker{'s' * (markers != 1)} left" if activation.roll.needed else ""
        changes = activated(own.state, to_ground=to_ground and end is ActivationEnd.ACTS)
        changes += set_markers(own.unit.spec, own.state, markers)
        words = _words(question, end) + remaining
        results.append(Result(words, changes, tone=TONES[end], chance=chance, worth=-place))
    return tuple(results)


def _roll(
    question: ActivationQuestion, own: Side, opposing: Side | None, context: SolveContext, roller: Roller
) -> tuple[Result, ...]:
    """The check by its dice, of which one must pass; each may remove a marker when the unit gets down."""
    activation, house = activate(question, context.house), context.house
    ordered, roll = _in_order(activation.outcomes), activation.roll
    ends = [outcome for outcome, _ in ordered]
    results = _results(question, own, opposing, context)
    if len(ends) == 1:
        return results
    gets_down = question.action is Action.GET_DOWN
    passing = passing_removes(roll.markers, house.choice("one_marker")) if question.take_off else 0
    limit = removing_number(roll, passing, house.choice("getdown_compare")) if gets_down else roll.number
    purpose = "Check" if limit == roll.number else f"Check (one at {roll.number} or less passes)"
    low = roller.roll(roll.dice, FACES, purpose, f"{limit} or less", lambda score: score <= limit)
    if not any(score <= roll.number for score in low):
        end = next(each for each in ends if each[0] is not ActivationEnd.ACTS)
    else:
        less = removed(roll, passing, house.choice("getdown_stack"), len(low)) if gets_down else passing
        end = ActivationEnd.ACTS, roll.markers - less
    return (results[ends.index(end)],)


CALCULATOR = Calculator(
    "what-happens-next",
    "What happens next",
    "The chances of acting, falling back, routing or being destroyed, and the markers left.",
    ActivationQuestion,
    what_happens_next,
    lambda own, opposing: {**check_prefill(own, opposing), **size_prefill(own)},
    results=_results,
    one_sided=True,
    roll=_roll,
)
