"""Two units of a match meet: the questions about them, and what may come of one, with its changes to both sides."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from rulesets.core.calculators import Calculator, Result, SolveContext, Unsuited
from rulesets.core.declarations.codec import encode
from rulesets.core.forces.force import NoSuchPart
from rulesets.core.play.definition import Engagement
from rulesets.core.play.matches import Match
from rulesets.core.play.states import AnyFielded, Change, Side


@dataclass(frozen=True, slots=True)
class PossibleResult:
    """A result that may come of a question, and the event (plain data without an id) that records it on both sides."""

    result: Result
    event: dict[str, Any]


def side_of(fielded: AnyFielded | None, unit: str) -> Side:
    """A unit of a side as it stands; raises ``NoSuchPart``, also for a side without a force."""
    if fielded is None:
        raise NoSuchPart(unit)
    group, found = fielded.force.unit(unit)
    return Side(fielded.force, group, found, fielded)


def engagements(
    match: Match, calculators: Iterable[Calculator[Any]], own: Side, opposing: Side | None
) -> tuple[Engagement, ...]:
    """The ways in which a unit can engage another, the usual one first.

    Without ``opposing``, every calculator that has results for the unit: the question describes the other one by kind.
    """
    if opposing is not None:
        return match.play.engagements(own, opposing)
    return tuple(
        Engagement(each.slug, each.title)
        for each in calculators
        if each.results is not None and unsuited(each, own, None) is None
    )


def unsuited(calculator: Calculator[Any], own: Side, opposing: Side | None) -> Unsuited | None:
    """Why a calculator has no answer for these units; ``None`` if it has one."""
    return calculator.unsuited(own, opposing) if calculator.unsuited else None


def barred(match: Match, calculator: Calculator[Any], question: Any, own: Side, opposing: Side | None) -> str:
    """Why the units may not do now what the question asks, in a sentence; empty where nothing is against it.

    The players may do it all the same: boxes that nobody ticked or unticked may be the reason.
    """
    for side, name in ((own, "This unit"), (opposing, "The other unit")):
        if side is not None and side.state.out:
            return f"{name} is out of play."
    if (why := unsuited(calculator, own, opposing)) is not None:
        return why.reason
    return match.play.barred(calculator.slug, question, own, opposing) if match.play.barred else ""


def possible_results(
    match: Match,
    calculator: Calculator[Any],
    question: Any,
    acting: int,
    own: Side,
    opposing: Side | None,
    context: SolveContext,
) -> tuple[PossibleResult, ...]:
    """What may come of a question of the ``acting`` side about its own unit and another; raises ``QuestionError``."""
    results = calculator.results(question, own, opposing, context) if calculator.results else ()
    units = {"own": own.unit.id, "opposing": opposing.unit.id if opposing else ""}
    return tuple(
        PossibleResult(
            each,
            {
                "changes": [encode(change) for change in _changes(match, each, acting, own, opposing)],
                "calculator": calculator.slug,
                **units,
                "result": each.label,
            },
        )
        for each in results
    )


def _changes(match: Match, result: Result, acting: int, own: Side, opposing: Side | None) -> Iterator[Change]:
    yield from _with_bearers(match, result.own, acting, own)
    if opposing is not None:
        yield from _with_bearers(match, result.opposing, 1 - acting, opposing)


def _with_bearers(match: Match, changes: Iterable[Change], side: int, unit: Side) -> Iterator[Change]:
    """The changes with the bearer of each: the unit, or its group in games in which groups bear the boxes."""
    bearer = unit.unit.id if match.tracks[side][unit.unit.id] else unit.group.id
    for change in changes:
        yield replace(change, side=side, bearer=change.bearer or bearer)
