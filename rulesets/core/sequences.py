"""Several units at one target, one after the other: what is left of it after each, with exact chances."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any, Final

from rulesets.core.calculators import Calculator, QuestionError, Result, SolveContext
from rulesets.core.engagements import Target, Targets, holder_of, side_of
from rulesets.core.play.matches import Match, MatchState
from rulesets.core.play.states import OUT, AnyDeployed, Change, InvalidChange, PlayState, Side
from rulesets.core.play.trackers import Track, UnitState

MAX_UNITS: Final = 12
"""The most units of one sequence."""

Key = tuple[tuple[str, tuple[tuple[str, tuple[int, ...]], ...]], ...]
"""A state of a side that can be compared: the ticked boxes by holder and track."""


@dataclass(frozen=True, slots=True)
class Step:
    """The target after a unit of the sequence.

    ``title`` says how the unit engages; it is empty, with the reason in ``barred``, where it may not. ``lost`` is what
    the target is expected to have lost since the start, ``gone`` the chance that it is out of play, ``left`` its states
    otherwise with their chances, the likeliest first. ``open`` tells that the rules leave a result to the players, so
    that its effect is not counted.
    """

    unit: str
    title: str
    barred: str
    lost: Fraction
    gone: Fraction
    left: tuple[tuple[UnitState, Fraction], ...]
    open: bool = False


@dataclass(frozen=True, slots=True)
class Attack:
    """What one unit may do to the target in one state: each further state with its chance and what is lost.

    ``calculator`` is the slug of the one that says so.
    """

    title: str = ""
    barred: str = ""
    outcomes: tuple[tuple[MatchState, Fraction, int], ...] = ()
    open: bool = False
    calculator: str = ""


class Firing:
    """Units of the ``acting`` side that engage the unit ``target`` of the other one after the other.

    What becomes of the units themselves is not counted: each engages once, as it stands now. ``deployed`` are the
    forces as the player may know them.
    """

    def __init__(
        self,
        match: Match,
        calculator: Callable[[str], Calculator[Any]],
        acting: int,
        target: str,
        context: SolveContext,
        distance: int | None = None,
        deployed: Callable[[MatchState, int], AnyDeployed | None] | None = None,
        counted: Callable[[tuple[Result, ...]], tuple[Result, ...]] = tuple,
    ) -> None:
        """``calculator`` finds one by its slug; ``distance`` counts where it fits, as in ``Targets``.

        ``counted`` are the results that count of those that the rules leave to the players.
        """
        self.counted = counted
        self.deployed = deployed or match.deployed
        self.match, self.calculator, self.context, self.distance = match, calculator, context, distance
        self.acting, self.other, self.target = acting, 1 - acting, target

    def steps(self, state: MatchState, units: Sequence[str]) -> Iterator[Step]:
        """The target after each of the units in that order; raises ``NoSuchPart``."""
        now: Mapping[Key, tuple[MatchState, Fraction]] = {key_of(state.sides[self.other]): (state, Fraction(1))}
        lost = Fraction(0)
        for unit in units:
            # Equal states are put together, or they would multiply with each unit.
            states, chances = dict[Key, MatchState](), defaultdict[Key, Fraction](Fraction)
            attacks = []
            for key, (before, chance) in now.items():
                attack = Attack() if self.is_gone(before) else self.attack(before, unit)
                attacks.append(attack)
                if not attack.outcomes:
                    states[key] = before
                    chances[key] += chance
                for after, likely, harm in attack.outcomes:
                    key_after = key_of(after.sides[self.other])
                    states[key_after] = after
                    chances[key_after] += chance * likely
                    lost += chance * likely * harm
            now = {key: (states[key], chances[key]) for key in states}
            yield self._step(unit, attacks, lost, list(now.values()))

    def _step(
        self, unit: str, attacks: Sequence[Attack], lost: Fraction, now: Sequence[tuple[MatchState, Fraction]]
    ) -> Step:
        title = next((each.title for each in attacks if each.title), "")
        barred = "" if title else next((each.barred for each in attacks if each.barred), "")
        left = defaultdict[UnitState, Fraction](Fraction)
        gone = Fraction(0)
        for state, chance in now:
            if self.is_gone(state):
                gone += chance
            else:
                left[self.side(state).state] += chance
        ordered = sorted(left.items(), key=lambda each: each[1], reverse=True)
        return Step(unit, title, barred, lost, gone, tuple(ordered), any(each.open for each in attacks))

    def side(self, state: MatchState) -> Side:
        """The target as it stands."""
        return side_of(self.deployed(state, self.other), self.target)

    def is_gone(self, state: MatchState) -> bool:
        """Whether the target is out of play, or its player is offered to take it out."""
        side, deployed, context = self.side(state), self.deployed(state, self.other), self.match.contexts[self.other]
        if side.state.out or deployed is None or context is None or self.match.play.consequences is None:
            return side.state.out
        holder = holder_of(self.match, self.other, side)
        offers = (each for told in self.match.play.consequences(deployed, context) for each in told.offers)
        return any(each.track == OUT.slug and each.holder == holder for each in offers)

    def asked(self, state: MatchState, unit: str) -> Target:
        """What is asked of a unit at the target as it stands, with its answer in brief; raises ``NoSuchPart``."""
        return self._asks(state, unit).target(self.side(state))

    def _asks(self, state: MatchState, unit: str) -> Targets:
        own = side_of(self.deployed(state, self.acting), unit)
        measured = partial(self.match.measured, state, self.acting, own)
        return Targets(self.match, self.calculator, own, self.context, self.distance, measured)

    def attack(self, state: MatchState, unit: str) -> Attack:
        """What a unit may do to the target as it stands; raises ``NoSuchPart``."""
        asks, opposing = self._asks(state, unit), self.side(state)
        own, asked = asks.own, asks.asked(opposing)
        if asked is None or asked[1] is None or asked[2]:
            return Attack(barred=asked[2] if asked else "")
        engagement, question, _ = asked
        calculator = self.calculator(engagement.calculator)
        try:
            results = self.counted(calculator.possible(question, own, opposing, self.context))
        except QuestionError as error:
            return Attack(barred=error.message)
        outcomes, is_open = [(state, Fraction(1), 0)], False
        for part in dict.fromkeys(each.part for each in results):
            of_part = [each for each in results if each.part == part and each.opposing]
            likely = [(each, each.chance) for each in of_part if each.chance]
            is_open = is_open or any(each.chance is None for each in of_part)
            # What is left of the chance of a part is that nothing of it happens.
            nothing = 1 - sum((chance for _, chance in likely), Fraction(0))
            outcomes = [
                (after, before_chance * chance, harm + more)
                for before, before_chance, harm in outcomes
                for after, chance, more in (
                    (before, nothing, 0),
                    *((self._changed(before, opposing, each), chance, self._harm(each)) for each, chance in likely),
                )
                if chance
            ]
        return Attack(engagement.title, "", tuple(outcomes), is_open, calculator.slug)

    def _harm(self, result: Result) -> int:
        harm = self.match.play.harm
        return sum(max(0, harm.of(each)) for each in result.opposing) if harm else 0

    def _changed(self, state: MatchState, opposing: Side, result: Result) -> MatchState:
        tracks = self.match.tracks[self.other]
        usual = holder_of(self.match, self.other, opposing)
        sides = list(state.sides)
        for change in result.opposing:
            holder = change.holder or usual
            sides[self.other] = _changed(sides[self.other], replace(change, holder=holder, seen=None), tracks[holder])
        return replace(state, sides=(sides[0], sides[1]))


def _changed(state: PlayState, change: Change, tracks: tuple[Track, ...]) -> PlayState:
    """The state after a change; a count past its last box stays full, as where two parts of a result add up."""
    try:
        return state.changed(change, tracks)
    except InvalidChange:
        if not change.amount:
            raise
    boxes = next(each.boxes for each in state.of(change.holder, tracks).tracks if each.slug == change.track)
    count = state.of(change.holder, tracks).count(change.track)
    amount = max(-count, min(change.amount, boxes - count))
    return state.changed(replace(change, amount=amount), tracks) if amount else state


def key_of(state: PlayState) -> Key:
    """A state of a side as a key."""
    return tuple(
        sorted(
            (holder, tuple(sorted((slug, tuple(boxes)) for slug, boxes in tracks.items())))
            for holder, tracks in state.ticks.items()
        )
    )
