"""Two units of a match meet: the questions about them, and what may come of one, with its changes to both sides."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

from rulesets.core.calculators import Brief, Calculator, QuestionError, Result, SolveContext, Unsuited
from rulesets.core.declarations.codec import CodecError, decode, encode
from rulesets.core.declarations.fields import Ask, Field, values_in
from rulesets.core.forces.force import NoSuchPart
from rulesets.core.odds import odds_of, rolled_odds
from rulesets.core.play.definition import Engagement
from rulesets.core.play.luck import Odds
from rulesets.core.play.matches import GO, Match
from rulesets.core.play.rolls import Rolled, seeded_roller
from rulesets.core.play.states import GAME, AnyDeployed, Change, Side
from rulesets.core.play.tabletop import Measured

MAX_DISTANCE: Final = 999
"""The longest distance of units whose question sets no limit, in the game's unit."""


@dataclass(frozen=True, slots=True)
class PossibleResult:
    """A result that may come of a question, its changes to both sides, and the event that records it.

    ``event`` is plain data without an id, ``odds`` are ``None`` where the rules leave the result to the players.
    """

    result: Result
    changes: tuple[Change, ...]
    odds: Odds | None
    event: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Target:
    """A unit that another may choose as its target: the engagement to compare it by, and its answer in brief.

    ``barred`` says why it may not be engaged now, if it may not; without an ``engagement`` it never may. ``assumed``
    are the conditions of the answer in short phrases. ``measured`` is its distance, where that is not asked for.
    """

    engagement: Engagement | None = None
    brief: Brief | None = None
    barred: str = ""
    assumed: tuple[str, ...] = ()
    measured: Measured | None = None


def side_of(deployed: AnyDeployed | None, unit: str) -> Side:
    """A unit of a side as it stands; raises ``NoSuchPart``, also for a side without a force."""
    if deployed is None:
        raise NoSuchPart(unit)
    group, found = deployed.force.unit(unit)
    return Side(deployed.force, group, found, deployed)


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
    if (why := unsuited(calculator, own, opposing)) is not None:
        return why.reason
    for side, name in ((own, "This unit"), (opposing, "The other unit")):
        if side is not None and not match.play.in_play(side):
            return f"{name} is out of play."
    return match.play.barred(calculator.slug, question, own, opposing) if match.play.barred else ""


def with_field(question: Any, field: str, value: Any) -> Any:
    """The question with a plain value in a field such as ``enemies[0].distance``; ``None`` where it does not fit."""
    plain = encode(question)
    *parents, last = field.replace("[", ".").replace("]", "").split(".")
    part = plain
    for each in parents:
        part = part[int(each)] if isinstance(part, list) else part[each]
    part[last] = value
    try:
        return decode(type(question), plain)
    except CodecError:
        return None


def at_distance(question: Any, engagement: Engagement, measured: Measured) -> Any:
    """The question with the fields that tell a distance as it was measured, as far as they fit."""
    for path in engagement.fields:
        name = path.rpartition(".")[2]
        if name in measured.fields and path == engagement.distance:
            question = _at_distance(question, path, measured.fields[name])
        elif name in measured.fields:
            question = with_field(question, path, measured.fields[name]) or question
    return question


def in_brief(calculator: Calculator[Any], question: Any, context: SolveContext) -> Brief:
    """The figure of an answer that decides; where the calculator has none of its own, the answer's headline."""
    try:
        if calculator.brief is not None:
            return calculator.brief(question, context)
        answer = calculator.solve(question, context)
    except QuestionError as error:
        return Brief(error.message, refused=True)
    return Brief(answer.headline, tone=answer.tone)


def briefs_at(
    calculator: Calculator[Any], question: Any, context: SolveContext, field: str, distances: Iterable[int]
) -> Iterator[Brief | None]:
    """The answers in brief at several distances; ``None`` where the question has no such distance."""
    for distance in distances:
        asked = with_field(question, field, distance)
        yield in_brief(calculator, asked, context) if asked is not None else None


def _field_at(question: Any, path: str) -> tuple[Field, Any]:
    return next((field, value) for name, field, value in values_in(question) if name == path)


def _longest(field: Field) -> int:
    return MAX_DISTANCE if field.ask.max is None else field.ask.max


def _at_distance(question: Any, path: str, distance: int) -> Any:
    asked = with_field(question, path, distance)
    if asked is None:
        asked = with_field(question, path, min(distance, _longest(_field_at(question, path)[0])))
    return question if asked is None else asked


class Targets:
    """Compares the targets of one unit; equal questions are answered once.

    ``distance`` is the one last used, which counts where it fits; one longer than a question takes counts as the
    longest. After ``compare`` it is that of all targets whose engagements have the same ``measure``, ``ask`` says how
    it is asked for, ``longest`` is the most it may be, and ``steps`` are the distances to tap; all are empty where none
    has one.
    A unit at a distance that is ``measured``, such as on a map, has that one.
    """

    def __init__(
        self,
        match: Match,
        calculator: Callable[[str], Calculator[Any]],
        own: Side,
        context: SolveContext,
        distance: int | None,
        measured: Callable[[Side], Measured | None] = lambda opposing: None,
    ) -> None:
        """``calculator`` finds one by its slug."""
        self.measured = measured
        self.match, self.calculator, self.own, self.context, self.distance = match, calculator, own, context, distance
        self.measure, self.longest, self.steps = "", 0, tuple[int, ...]()
        self.ask: Ask | None = None
        self._answers: dict[tuple[str, Any], tuple[Brief, tuple[str, ...]]] = {}

    @property
    def label(self) -> str:
        """The name of the distance."""
        return self.ask.label if self.ask else ""

    def compare(self, opposing: Sequence[Side]) -> None:
        """Settle on one distance for these targets: by default that of the first question that has one."""
        for each in opposing:
            ways = self.match.play.engagements(self.own, each)
            if self.measured(each) is not None:
                continue
            if not self.measure and any(way.distance for way in ways) and (asked := self.asked(each)):
                self._settle(*asked[:2])
            steps = (way.steps for way in ways if way.measure == self.measure != "")
            self.steps = max((self.steps, *steps), key=lambda of_way: of_way[-1:])

    def _settle(self, engagement: Engagement, question: Any) -> None:
        if not engagement.distance or question is None:
            return
        self.measure = engagement.measure
        field, usual = _field_at(question, engagement.distance)
        self.ask, self.longest = field.ask, _longest(field)
        if self.distance is None:
            # A question may leave its distance open; figures of several targets need one.
            self.distance = usual if usual is not None else engagement.steps[1]
        self.distance = min(self.distance, self.longest)

    def target(self, opposing: Side) -> Target:
        """A unit of the other side as a target, by the first engagement that may be now and has an answer in brief."""
        best, measured = self.asked(opposing), self.measured(opposing)
        if best is None:
            return Target(measured=measured)
        engagement, question, why = best
        if question is None:
            return Target(engagement, None, why, measured=measured)
        calculator = self.calculator(engagement.calculator)
        key = calculator.slug, question
        if key not in self._answers:
            self._answers[key] = in_brief(calculator, question, self.context), self._assumed(calculator, question)
        brief, assumed = self._answers[key]
        return Target(engagement, brief, why, assumed, measured)

    def _assumed(self, calculator: Calculator[Any], question: Any) -> tuple[str, ...]:
        try:
            return calculator.solve(question, self.context).assumed
        except QuestionError:
            return ()

    def likeliest(self, opposing: Sequence[Side], count: int) -> list[Side]:
        """The units that are likeliest to be wanted as targets, not more than ``count``, in their order.

        Units of the same kind and state are compared by one of them.
        """
        estimates = dict[Any, tuple[bool, tuple[Fraction, ...]]]()
        for each in opposing:
            key = self._kind_of(each)
            if key not in estimates:
                target = self.target(each)
                may = target.engagement is not None and not target.barred
                brief = target.brief if may and target.brief and not target.brief.refused else None
                estimates[key] = may, brief.worth if brief else ()
        ranked = sorted(opposing, key=lambda each: estimates[self._kind_of(each)], reverse=True)
        wanted = {each.unit.id for each in ranked[:count]}
        return [each for each in opposing if each.unit.id in wanted]

    def _kind_of(self, opposing: Side) -> tuple[Any, ...]:
        measured = self.measured(opposing)
        return opposing.unit.spec, opposing.state, measured and measured.words

    def asked(self, opposing: Side) -> tuple[Engagement, Any, str] | None:
        """The engagement to compare a target by, with its question and why it may not be now; ``None`` without any.

        There is no question where no answer suits.
        """
        best = None
        for each in self.match.play.engagements(self.own, opposing):
            asked = self._asked(each, opposing)
            order = bool(asked[2]), self.calculator(each.calculator).brief is None
            if best is None or order < best[0]:
                best = order, asked
            if not any(order):
                break
        return best[1] if best else None

    def _asked(self, engagement: Engagement, opposing: Side) -> tuple[Engagement, Any, str]:
        """An engagement with its question, and why it may not be now; without a question where no answer suits."""
        calculator = self.calculator(engagement.calculator)
        if (why := unsuited(calculator, self.own, opposing)) is not None:
            return engagement, None, why.reason
        filled = calculator.prefill(self.own, opposing) if calculator.prefill else {}
        question = decode(calculator.question, filled)
        if (measured := self.measured(opposing)) is not None:
            question = at_distance(question, engagement, measured)
        elif engagement.distance and self.distance is not None and self.measure in ("", engagement.measure):
            question = _at_distance(question, engagement.distance, self.distance)
        return engagement, question, barred(self.match, calculator, question, self.own, opposing)


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
    results = calculator.possible(question, own, opposing, context)
    units = {"own": own.unit.id, "opposing": opposing.unit.id if opposing else ""}
    possible = []
    for each, odds in zip(results, odds_of(match.play.harm, results), strict=True):
        changes = tuple(_changes(match, each, acting, own, opposing))
        event = {
            "changes": [encode(change) for change in changes],
            "calculator": calculator.slug,
            **units,
            "result": each.label,
        }
        possible.append(PossibleResult(each, changes, odds, event))
    return tuple(possible)


def roll(
    match: Match,
    calculator: Calculator[Any],
    question: Any,
    acting: int,
    own: Side,
    opposing: Side | None,
    context: SolveContext,
    seed: int,
) -> Rolled | None:
    """What comes of a question when its dice are rolled with a seed, the same for the same seed.

    ``None`` where nothing is rolled. Raises ``QuestionError``.
    """
    possible = calculator.possible(question, own, opposing, context)
    if calculator.roll is None or not possible:
        return None
    roller = seeded_roller(seed)
    results = calculator.roll(question, own, opposing, context, roller)
    changes = [change for each in results for change in _changes(match, each, acting, own, opposing)]
    return Rolled(
        "; ".join(each.label for each in results),
        # Each part ticks that the unit has acted.
        tuple(each for place, each in enumerate(changes) if each.amount or each not in changes[:place]),
        roller.dice,
        tuple(rolled_odds(match.play.harm, results, possible)),
    )


def decided_by_throw(
    match: Match,
    calculator: Calculator[Any],
    question: Any,
    acting: int,
    own: Side,
    opposing: Side | None,
    context: SolveContext,
) -> tuple[Rolled, ...]:
    """What each outcome of rock, paper, scissors brings, in games that decide questions that way."""
    return tuple(
        Rolled(
            each.result.label,
            each.changes,
            odds=() if each.odds is None else (each.odds,),
            throw=each.result.throw,
        )
        for each in possible_results(match, calculator, question, acting, own, opposing, context)
        if each.result.throw is not None
    )


def _changes(match: Match, result: Result, acting: int, own: Side, opposing: Side | None) -> Iterator[Change]:
    yield from _with_holders(match, result.own, acting, own)
    if opposing is not None:
        yield from _with_holders(match, result.opposing, 1 - acting, opposing)
    if result.passes and match.has_go:
        yield Change(GO.slug, box=GO.key(2 - acting), holder=GAME)


def _with_holders(match: Match, changes: Iterable[Change], side: int, unit: Side) -> Iterator[Change]:
    holder = holder_of(match, side, unit)
    for change in changes:
        yield replace(change, side=side, holder=change.holder or holder)


def holder_of(match: Match, side: int, unit: Side) -> str:
    """The holder of the boxes of a side's unit: itself, or its group in games whose groups have them."""
    return unit.unit.id if match.tracks[side].get(unit.unit.id) else unit.group.id
