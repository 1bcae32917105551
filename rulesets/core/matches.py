"""A match: a game of two forces at the table, as a log of events from which its state follows.

An event is what a player does on a phone ("one figure lost"); an ``Entry`` is the event as it was taken into the log,
with the changes that it made. Entries are numbered in the order in which they came, so that whoever has the same
entries has the same state. ``rulesets.core.match_log`` takes events and makes states of logs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property
from typing import Annotated, Any, Final

from rulesets.core.calculators import AnyFielded
from rulesets.core.declarations import Ask, Choice
from rulesets.core.play import REVEALED, REVEALED_TRACK, Acts, AnyPlay, Segment, all_tracks
from rulesets.core.play_state import GAME, Change, FieldedForce, PlayState, Ticks, read_state
from rulesets.core.rules import CheckContext
from rulesets.core.throws import MOST_DICE, MOST_FACES, Hand, ThrowOutcome, outcome_of, scores_of
from rulesets.core.trackers import Track, UnitState
from rulesets.core.wording import counted

SIDES: Final = (0, 1)
MOST_CHANGES: Final = 500
"""Changes of one event."""
MOST_ENTRIES: Final = 5_000
"""Entries of one log."""
MOST_BOXES: Final = 2_000
"""Boxes of one track."""
MOST_SECONDS: Final = 100 * 60 * 60
"""The most that a side's clock can be set to."""
ID_LENGTH: Final = 40
FIRST: Final = Track(
    "first", "Goes first", 2, 1, ("A", "B"), keys=("0", "1"), titles=("first side", "second side"), exclusive=True
)
"""The track of every match that says which side is the first player."""
FAKE: Final = "fake-"
"""What the bearers of fake markers begin with, followed by their number."""
_FRESH: Final = PlayState()
_FAKE_TRACKS: Final = (REVEALED_TRACK,)

Key = tuple[int, str, str]
"""A side, a bearer and a track."""


class EventKind(Choice):
    """What a player does."""

    CHANGE = "change", "Change"
    NEXT = "next", "End of the segment"
    ANSWER = "answer", "Answer to what the other side proposed"
    UNDO = "undo", "Undo"
    END = "end", "End of the game"
    CLOCK = "clock", "Clock"
    THROW = "throw", "Rock, paper, scissors"
    DICE = "dice", "Dice"


class ClockMove(Choice):
    """What is done to the clocks of the two sides, of which at most one runs."""

    STOP = "stop", "Stop"
    RUN = "run", "Run"
    SET = "set", "Set"


@dataclass(frozen=True, slots=True)
class Event:
    """What a player does, with an ``id`` made on the phone, by which the same event is known when it comes again.

    A ``CHANGE`` makes ``changes``; those of the other side's units are proposed to it, and belong to an engagement:
    ``calculator``, the two units (``own``, ``opposing``) and the ``result`` in words. ``NEXT`` ends the segment
    ``segment`` (counted from 0) of ``turn``. ``ANSWER`` agrees or not to what the entry ``of`` proposed, ``UNDO``
    takes back the entry ``of`` and those later ones that depend on it, which are listed in ``also``. ``CLOCK`` stops
    the clocks, has the one of the side ``whose`` run, or sets it to so many ``seconds``. ``THROW`` is a ``choice`` in
    rock, paper, scissors, to which the other side's ``ANSWER`` has its own; ``DICE`` throws so many ``dice``.
    """

    id: Annotated[str, Ask("Id", max_length=ID_LENGTH)]
    kind: Annotated[EventKind, Ask("Kind")] = EventKind.CHANGE
    changes: Annotated[tuple[Change, ...], Ask("Changes", max=MOST_CHANGES)] = ()
    calculator: Annotated[str, Ask("Calculator", max_length=60)] = ""
    own: Annotated[str, Ask("Own unit", max_length=60)] = ""
    opposing: Annotated[str, Ask("Opposing unit", max_length=60)] = ""
    result: Annotated[str, Ask("Result", max_length=200)] = ""
    turn: Annotated[int, Ask("Turn", min=0, max=10_000)] = 0
    segment: Annotated[int, Ask("Segment", min=0, max=1_000)] = 0
    of: Annotated[int, Ask("Entry", min=0, max=MOST_ENTRIES)] = 0
    agreed: Annotated[bool, Ask("Agreed")] = True
    also: Annotated[tuple[int, ...], Ask("Later entries", max=MOST_CHANGES)] = ()
    clock: Annotated[ClockMove, Ask("Clock")] = ClockMove.STOP
    whose: Annotated[int, Ask("Whose clock", min=0, max=1)] = 0
    seconds: Annotated[int, Ask("Time used", unit="s", min=0, max=MOST_SECONDS)] = 0
    choice: Annotated[Hand | None, Ask("Rock, paper or scissors")] = None
    dice: Annotated[int, Ask("Dice", min=0, max=MOST_DICE)] = 0
    faces: Annotated[int, Ask("Faces", min=0, max=MOST_FACES)] = 0


@dataclass(frozen=True, slots=True)
class Effect:
    """What an entry did to one track: the boxes ticked before and after."""

    side: Annotated[int, Ask("Side", min=0, max=1)]
    bearer: Annotated[str, Ask("Unit, group, force or game", max_length=60)]
    track: Annotated[str, Ask("Track", max_length=60)]
    before: Annotated[Ticks, Ask("Boxes ticked before", max=MOST_BOXES)] = ()
    after: Annotated[Ticks, Ask("Boxes ticked after", max=MOST_BOXES)] = ()

    @property
    def key(self) -> Key:
        """Whose track it is."""
        return self.side, self.bearer, self.track


@dataclass(frozen=True, slots=True)
class Entry:
    """An event in the log: its ``number`` from 1, the ``side`` that did it, the changes it made and their effects.

    ``at`` is when it was taken, in milliseconds since 1970.
    ``proposed`` are changes that wait for the other side's answer; the end of a game that hides units ``waits`` for it,
    and so does a choice in rock, paper, scissors. ``hands`` are that choice and the other side's, once both have
    chosen; until then the other side may not know what the event has. ``seed`` is that of what was drawn by lot.
    """

    number: Annotated[int, Ask("Number", min=1, max=MOST_ENTRIES)]
    side: Annotated[int, Ask("Side", min=0, max=1)]
    event: Annotated[Event, Ask("Event")]
    made: Annotated[tuple[Change, ...], Ask("Changes made", max=100 * MOST_CHANGES)] = ()
    effects: Annotated[tuple[Effect, ...], Ask("Effects", max=100 * MOST_CHANGES)] = ()
    proposed: Annotated[tuple[Change, ...], Ask("Changes proposed", max=MOST_CHANGES)] = ()
    waits: Annotated[bool, Ask("Waits for the other side")] = False
    at: Annotated[int, Ask("Time", min=0)] = 0
    hands: Annotated[tuple[Hand, ...], Ask("Choices", max=2)] = ()
    seed: Annotated[int, Ask("Seed", min=0)] = 0

    @property
    def outcome(self) -> ThrowOutcome | None:
        """What rock, paper, scissors came to for the side that began the throw; ``None`` for another entry."""
        return outcome_of(*self.hands) if self.hands else None

    @property
    def scores(self) -> tuple[int, ...]:
        """What each die shows."""
        return scores_of(self.seed, self.event.dice, self.event.faces) if self.event.kind is EventKind.DICE else ()

    @property
    def thrown(self) -> str:
        """What was thrown, in words; nothing for an entry without a throw, or while one side has not chosen."""
        if self.outcome is not None:
            own, opposing = self.hands
            drawn = f" (drawn, seed {self.seed})" if self.event.kind is EventKind.THROW else ""
            return f"{own.label} against {opposing.label.lower()}{drawn}: {self.outcome.label.lower()}"
        if self.event.kind is EventKind.DICE:
            dice = f"{counted(self.event.dice, 'die', 'dice')} with {self.event.faces} faces"
            return f"{dice}, seed {self.seed}: {', '.join(map(str, self.scores))}"
        return ""

    @property
    def time(self) -> datetime:
        """When it was taken."""
        return datetime.fromtimestamp(self.at / 1000, UTC)


@dataclass(frozen=True, slots=True)
class Clocks:
    """The time that each side has used, in milliseconds, and the side whose clock ``runs`` ``since`` a time, if any.

    They are off as long as nobody has started or set one.
    """

    used: tuple[int, int] = (0, 0)
    runs: int | None = None
    since: int = 0

    def write(self) -> dict[str, Any]:
        """The clocks as plain data."""
        return {"used": list(self.used), "runs": self.runs, "since": self.since}

    def stopped(self, now: int) -> Clocks:
        """With none running since then."""
        if self.runs is None:
            return self
        return self.set(self.runs, self.used[self.runs] + max(0, now - self.since))

    def set(self, side: int, used: int) -> Clocks:
        """With none running, and so much used by a side."""
        first, second = (used if each == side else self.used[each] for each in SIDES)
        return Clocks((first, second))

    def moved(self, event: Event, now: int) -> Clocks:
        """After a player has stopped, started or set one; one that is set runs on if it ran."""
        stopped = self.stopped(now)
        match event.clock:
            case ClockMove.STOP:
                return stopped
            case ClockMove.RUN:
                return replace(stopped, runs=event.whose, since=now)
            case ClockMove.SET:
                return replace(stopped.set(event.whose, event.seconds * 1000), runs=self.runs, since=now)


@dataclass(frozen=True, slots=True)
class MatchState:
    """Where a match stands: the states of both sides and of the game, its turn and segment (counted from 0).

    ``waiting`` are the numbers of the entries whose proposals were not answered yet, ``undone`` those taken back.
    """

    sides: tuple[PlayState, PlayState] = (_FRESH, _FRESH)
    conditions: PlayState = _FRESH
    turn: int = 1
    segment: int = 0
    ended: bool = False
    waiting: frozenset[int] = frozenset()
    undone: frozenset[int] = frozenset()
    clocks: Clocks = Clocks()

    def write(self) -> dict[str, Any]:
        """The state as plain data that ``read_match_state`` reads back."""
        return {
            "sides": [side.write() for side in self.sides],
            "conditions": self.conditions.write(),
            "turn": self.turn,
            "segment": self.segment,
            "ended": self.ended,
            "waiting": sorted(self.waiting),
            "undone": sorted(self.undone),
            "clocks": self.clocks.write(),
        }


AT_START: Final = MatchState()
"""The state in which most matches begin: nothing is ticked."""


def read_match_state(plain: Mapping[str, Any]) -> MatchState:
    """The state that ``MatchState.write`` gave."""
    first, second = map(read_state, plain["sides"])
    clocks = plain.get("clocks")
    return MatchState(
        (first, second),
        read_state(plain["conditions"]),
        plain["turn"],
        plain["segment"],
        plain["ended"],
        frozenset(plain["waiting"]),
        frozenset(plain["undone"]),
        Clocks(**{**clocks, "used": tuple(clocks["used"])}) if clocks else Clocks(),
    )


@dataclass(frozen=True)
class Match:
    """What a match is played with: the game's ``play`` and each side's force under the match's house rules.

    ``start`` is the state before the first entry. A side without a force (``None``) has an opponent without a list.
    ``hides`` says whether units begin hidden where the game hides some.
    """

    play: AnyPlay
    contexts: tuple[CheckContext[Any, Any, Any], CheckContext[Any, Any, Any] | None]
    hides: bool = False
    start: MatchState = AT_START

    @cached_property
    def tracks(self) -> tuple[Mapping[str, tuple[Track, ...]], Mapping[str, tuple[Track, ...]]]:
        """The tracks of each side's bearers, as at first; fake markers are bearers where units are hidden."""
        first, second = (self._tracks_of(context) for context in self.contexts)
        return first, second

    @cached_property
    def units(self) -> tuple[frozenset[str], frozenset[str]]:
        """The ids of each side's units, fake markers included."""
        first, second = (
            frozenset({unit.id for _, unit in context.force.units()} if context else ())
            | {bearer for bearer in self.tracks[side] if bearer.startswith(FAKE)}
            for side, context in zip(SIDES, self.contexts, strict=True)
        )
        return first, second

    def _tracks_of(self, context: CheckContext[Any, Any, Any] | None) -> Mapping[str, tuple[Track, ...]]:
        if context is None:
            return {}
        units = {unit.id: () for _, unit in context.force.units()}
        fakes = self.play.fakes(context) if self.hides and self.play.fakes else 0
        markers = {f"{FAKE}{number}": _FAKE_TRACKS for number in range(1, fakes + 1)}
        return {**units, **all_tracks(self.play, context), **markers}

    @cached_property
    def conditions(self) -> tuple[Track, ...]:
        """The tracks that hold for both sides."""
        return (FIRST, *self.play.conditions)

    @cached_property
    def segments(self) -> tuple[Segment, ...]:
        """The segments of a turn in order."""
        return self.play.sequence(self.contexts[0].house)

    @cached_property
    def begin_hidden(self) -> tuple[frozenset[str], frozenset[str]]:
        """The bearers of each side that begin hidden, fake markers included."""
        first, second = (self._hidden_of(side) for side in SIDES)
        return first, second

    def _hidden_of(self, side: int) -> frozenset[str]:
        context, hidden = self.contexts[side], self.play.hidden
        if context is None or hidden is None or not self.hides:
            return frozenset()
        units = {unit.id for group, unit in context.force.units() if hidden(unit, group, context)}
        return frozenset(units | {bearer for bearer in self.units[side] if bearer.startswith(FAKE)})

    def fielded(self, state: MatchState, side: int) -> AnyFielded | None:
        """A side's force as it stands; ``None`` for one without a force."""
        context = self.contexts[side]
        if context is None:
            return None
        tracks, ticked = self.tracks[side], state.sides[side]
        states = {bearer: ticked.of(bearer, tracks[bearer]) for bearer in ticked.ticks if bearer in tracks}
        hidden = frozenset(each for each in self.begin_hidden[side] if self.is_hidden(state, side, each))
        return FieldedForce(context.force, states, self.conditions_now(state), hidden)

    def conditions_now(self, state: MatchState) -> UnitState:
        """What holds for both sides now."""
        return state.conditions.of(GAME, self.conditions)

    def first(self, state: MatchState) -> int:
        """The side that is the first player this turn."""
        return int(self.conditions_now(state).key(FIRST.slug) or 0)

    def acting(self, state: MatchState) -> tuple[int, ...]:
        """The sides that may act in the present segment."""
        acts = self.segments[state.segment].acts
        first = self.first(state)
        return {Acts.FIRST: (first,), Acts.SECOND: (1 - first,), Acts.BOTH: SIDES}[acts]

    def is_hidden(self, state: MatchState, side: int, bearer: str) -> bool:
        """Whether the other side may not know what a bearer is."""
        if bearer not in self.begin_hidden[side]:
            return False
        return REVEALED not in state.sides[side].ticks.get(bearer, {})
