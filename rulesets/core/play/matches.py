"""A match: a game of two forces at the table, as a log of events from which its state follows.

An event is what a player does on a phone ("one figure lost"); a ``LogEntry`` is the event in the log, with the changes
that it made. Entries are numbered in the order of arrival, so the same entries always lead to the same state.
``rulesets.core.match_log`` adds events to a log and replays it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property
from typing import Annotated, Any, Final

from rulesets.core.declarations.fields import Ask, Choice
from rulesets.core.forces.rules import CheckContext
from rulesets.core.play.definition import REVEALED, REVEALED_TRACK, Acts, AnyPlay, Consequence, Segment, all_tracks
from rulesets.core.play.luck import Odds
from rulesets.core.play.rolls import Rolled
from rulesets.core.play.states import GAME, AnyDeployed, Change, DeployedForce, PlayState, Side, Ticks, read_state
from rulesets.core.play.tabletop import Measured, Place
from rulesets.core.play.throws import MAX_DICE, MAX_FACES, Hand, ThrowOutcome, outcome_of, scores_of
from rulesets.core.play.trackers import Track, UnitState

SIDES: Final = (0, 1)
MAX_CHANGES: Final = 500
"""Most changes of one event."""
MAX_ENTRIES: Final = 5_000
"""Most entries of one log."""
MAX_BOXES: Final = 2_000
"""Most boxes of one track."""
MAX_SECONDS: Final = 100 * 60 * 60
"""The most that a side's clock can be set to."""
MAX_QUESTION: Final = 20_000
"""Most characters of a question that an event asks to roll for."""
ID_LENGTH: Final = 40
NOT_IN_THE_GAME: Final = "This unit is not in the game."
"""The refusal of a unit that does not exist, and of one that the player may not know."""
FIRST: Final = Track(
    "first", "Goes first", 2, 1, ("A", "B"), keys=("0", "1"), titles=("first side", "second side"), exclusive=True
)
"""The track in every match for which side is the first player."""
FAKE: Final = "fake-"
"""Prefix of the holders of fake markers, followed by their number."""
GO: Final = Track(
    "go",
    "Whose go",
    2,
    names=("A", "B"),
    keys=("0", "1"),
    titles=("first side", "second side"),
    exclusive=True,
    unticked="the first player",
    printed=False,
)
"""The track of matches in which the go may pass within a segment."""
OF_SIDES: Final = frozenset({FIRST.slug, GO.slug})
"""The slugs of the tracks whose boxes are the two sides."""
_FRESH: Final = PlayState()
_FAKE_TRACKS: Final = (REVEALED_TRACK,)

Key = tuple[int, str, str]
"""A side, a holder and a track."""


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
    ROLL = "roll", "Dice of a question"
    VERDICT = "verdict", "Who won"
    CORRECT = "correct", "Correction"
    PLACE = "place", "Place on the map"


class Verdict(Choice):
    """Who won a game."""

    FIRST = "first", "First side won"
    SECOND = "second", "Second side won"
    DRAW = "draw", "Draw"

    @property
    def winner(self) -> int | None:
        """The side that won; ``None`` for a draw."""
        return {Verdict.FIRST: 0, Verdict.SECOND: 1}.get(self)


class Reason(Choice):
    """What a player does not agree with."""

    RANGE = "range", "Range"
    COVER = "cover", "Cover"
    DICE = "dice", "Dice"
    RULE = "rule", "Rule"


class ClockMove(Choice):
    """What a player does to the clocks of the two sides, of which at most one runs."""

    STOP = "stop", "Stop"
    RUN = "run", "Run"
    SET = "set", "Set"


@dataclass(frozen=True, slots=True)
class Event:
    """What a player does, with an ``id`` made on the phone, which identifies an event that is sent again.

    A ``CHANGE`` makes ``changes``; those to the other side's units are proposed to it, and belong to an engagement:
    ``calculator``, the two units (``own``, ``opposing``) and the ``result`` in words, with its ``odds``. ``NEXT``
    ends the segment ``segment`` (counted from 0) of ``turn``. ``ANSWER`` accepts or rejects the proposal of the
    entry ``of``, a rejection with ``changes`` proposes those instead, with a ``reason``. ``UNDO`` takes back the
    entry ``of`` and the later ones that depend on it, which ``also`` lists. ``CLOCK`` stops the clocks, starts that
    of the side ``whose``, or sets it to ``seconds``. ``THROW`` is a ``choice`` in rock, paper, scissors, which the
    other side's ``ANSWER`` meets with its own; ``DICE`` throws that many ``dice``. ``ROLL`` rolls the dice of an
    engagement's ``question`` and makes or proposes the changes of what comes of it; with a ``question``, a
    ``THROW`` does so by its outcome. ``END`` may say who won by its ``verdict``, with a note as its ``result``;
    ``VERDICT`` says so of a game that has ended, and agrees if the other side has said the same. ``CORRECT`` gives the
    entry ``of`` other ``changes`` to the same tracks, to which the other side has to agree; ``also`` are entries that
    are then impossible. ``PLACE`` puts the unit or group ``own`` on a ``place`` of the map, or takes it off without
    one.
    """

    id: Annotated[str, Ask("Id", max_length=ID_LENGTH)]
    kind: Annotated[EventKind, Ask("Kind")] = EventKind.CHANGE
    changes: Annotated[tuple[Change, ...], Ask("Changes", max=MAX_CHANGES)] = ()
    calculator: Annotated[str, Ask("Calculator", max_length=60)] = ""
    own: Annotated[str, Ask("Your unit", max_length=60)] = ""
    opposing: Annotated[str, Ask("Opposing unit", max_length=60)] = ""
    result: Annotated[str, Ask("Result", max_length=200)] = ""
    turn: Annotated[int, Ask("Turn", min=0, max=10_000)] = 0
    segment: Annotated[int, Ask("Segment", min=0, max=1_000)] = 0
    of: Annotated[int, Ask("Entry", min=0, max=MAX_ENTRIES)] = 0
    agreed: Annotated[bool, Ask("Agreed")] = True
    also: Annotated[tuple[int, ...], Ask("Later entries", max=MAX_CHANGES)] = ()
    clock: Annotated[ClockMove, Ask("Clock")] = ClockMove.STOP
    whose: Annotated[int, Ask("Whose clock", min=0, max=1)] = 0
    seconds: Annotated[int, Ask("Time used", unit="s", min=0, max=MAX_SECONDS)] = 0
    choice: Annotated[Hand | None, Ask("Rock, paper or scissors")] = None
    dice: Annotated[int, Ask("Dice", min=0, max=MAX_DICE)] = 0
    faces: Annotated[int, Ask("Faces", min=0, max=MAX_FACES)] = 0
    odds: Annotated[Odds | None, Ask("Odds of the result")] = None
    question: Annotated[str, Ask("Question, as form data", max_length=MAX_QUESTION)] = ""
    verdict: Annotated[Verdict | None, Ask("Who won")] = None
    reason: Annotated[Reason | None, Ask("Reason")] = None
    place: Annotated[tuple[int, ...], Ask("Place across and down", max=2)] = ()


@dataclass(frozen=True, slots=True)
class Effect:
    """The effect of an entry on one track: the boxes ticked before and after."""

    side: Annotated[int, Ask("Side", min=0, max=1)]
    holder: Annotated[str, Ask("Unit, group, force or game", max_length=60)]
    track: Annotated[str, Ask("Track", max_length=60)]
    before: Annotated[Ticks, Ask("Boxes ticked before", max=MAX_BOXES)] = ()
    after: Annotated[Ticks, Ask("Boxes ticked after", max=MAX_BOXES)] = ()

    @property
    def key(self) -> Key:
        """Whose track it is."""
        return self.side, self.holder, self.track


@dataclass(frozen=True, slots=True)
class LogEntry:
    """An event in the log: its ``number`` from 1, the ``side`` that did it, the changes it made and their effects.

    ``at`` is its time, in milliseconds since 1970. ``proposed`` are changes that wait for the other side's answer. The
    end of a game with hidden units ``waits`` for it, and so do a choice in rock, paper, scissors, the end of a segment
    in which the other side acts and a correction. ``hands`` are that choice and the other side's, once both have
    chosen; until then the other side may not see the event's. ``seed`` is that of its random choice or dice. ``rolled``
    is what came of a question's dice; for a throw that is to decide a question, what may come of it. ``untold`` are
    entries that were taken back with others, and of which the player who did that may not know what they are about, or
    which a correction has made impossible. ``ends`` is the number of segments that ended with it.
    """

    number: Annotated[int, Ask("Number", min=1, max=MAX_ENTRIES)]
    side: Annotated[int, Ask("Side", min=0, max=1)]
    event: Annotated[Event, Ask("Event")]
    made: Annotated[tuple[Change, ...], Ask("Changes made", max=100 * MAX_CHANGES)] = ()
    effects: Annotated[tuple[Effect, ...], Ask("Effects", max=100 * MAX_CHANGES)] = ()
    proposed: Annotated[tuple[Change, ...], Ask("Changes proposed", max=MAX_CHANGES)] = ()
    waits: Annotated[bool, Ask("Waits for the other side")] = False
    at: Annotated[int, Ask("Time", min=0)] = 0
    hands: Annotated[tuple[Hand, ...], Ask("Choices", max=2)] = ()
    seed: Annotated[int, Ask("Seed", min=0)] = 0
    untold: Annotated[tuple[int, ...], Ask("Hidden entries undone", max=MAX_ENTRIES)] = ()
    rolled: Annotated[tuple[Rolled, ...], Ask("What came of a question", max=100)] = ()
    ends: Annotated[int, Ask("Segments ended", min=0, max=1_000)] = 0

    @property
    def segments_ended(self) -> int:
        """How many segments ended with it; older entries do not say so."""
        return self.ends or int(self.event.kind is EventKind.NEXT and not self.waits)

    @property
    def taken_back(self) -> tuple[int, ...]:
        """The numbers of the entries that this one takes back."""
        is_undo = self.event.kind is EventKind.UNDO
        return (self.event.of, *self.event.also, *self.untold) if is_undo else self.untold

    @property
    def outcome(self) -> ThrowOutcome | None:
        """The outcome of rock, paper, scissors for the side that began the throw; ``None`` for other entries."""
        return outcome_of(*self.hands) if self.hands else None

    @property
    def came(self) -> Rolled | None:
        """What came of a question: by its dice, or by the outcome of a throw; ``None`` while that is open."""
        return next((each for each in self.rolled if each.throw is self.outcome), None)

    @property
    def scores(self) -> tuple[int, ...]:
        """The score of each die."""
        return scores_of(self.seed, self.event.dice, self.event.faces) if self.event.kind is EventKind.DICE else ()

    @property
    def throw_text(self) -> str:
        """The throw in words; empty for an entry without one, or while one side has not chosen."""
        if self.outcome is not None:
            own, opposing = self.hands
            note = f" (picked by the site, seed {self.seed})" if self.event.kind is EventKind.THROW else ""
            return f"{own.label} {_WAYS[self.outcome]} {opposing.label.lower()}{note}"
        if self.event.kind is EventKind.DICE:
            number = self.event.dice if self.event.dice > 1 else ""
            return f"{number}d{self.event.faces}: {', '.join(map(str, self.scores))}"
        return ""

    @property
    def time(self) -> datetime:
        """The time of the entry."""
        return datetime.fromtimestamp(self.at / 1000, UTC)


_WAYS: Final = {ThrowOutcome.DRAW: "draws with", ThrowOutcome.WIN: "beats", ThrowOutcome.LOSE: "loses to"}


@dataclass(frozen=True, slots=True)
class Clocks:
    """The time that each side has used, in milliseconds, and the side whose clock ``runs`` ``since`` a time, if any.

    The clocks are off until somebody starts or sets one.
    """

    used: tuple[int, int] = (0, 0)
    runs: int | None = None
    since: int = 0

    def write(self) -> dict[str, Any]:
        """The clocks as plain data."""
        return {"used": list(self.used), "runs": self.runs, "since": self.since}

    def stopped(self, now: int) -> Clocks:
        """The clocks stopped at a time."""
        if self.runs is None:
            return self
        return self.set(self.runs, self.used[self.runs] + max(0, now - self.since))

    def set(self, side: int, used: int) -> Clocks:
        """The clocks stopped, with a side's time set."""
        first, second = (used if each == side else self.used[each] for each in SIDES)
        return Clocks((first, second))

    def moved(self, event: Event, now: int) -> Clocks:
        """The clocks after a player has stopped, started or set one; setting a running clock does not stop it."""
        stopped = self.stopped(now)
        match event.clock:
            case ClockMove.STOP:
                return stopped
            case ClockMove.RUN:
                return replace(stopped, runs=event.whose, since=now)
            case ClockMove.SET:
                return replace(stopped.set(event.whose, event.seconds * 1000), runs=self.runs, since=now)


@dataclass(frozen=True, slots=True)
class Ending:
    """Who won a game that has ended, with a ``note``, as a ``side`` said last; whether the other side has ``agreed``.

    The verdict is ``None`` while nobody has said it.
    """

    verdict: Verdict | None
    note: str
    side: int
    agreed: bool = False

    def write(self) -> dict[str, Any]:
        """The ending as plain data."""
        return {
            "verdict": self.verdict.value if self.verdict else "",
            "note": self.note,
            "side": self.side,
            "agreed": self.agreed,
        }


@dataclass(frozen=True, slots=True)
class MatchState:
    """Where a match stands: the states of both sides and of the game, its turn and segment (counted from 0).

    ``waiting`` are the numbers of the entries whose proposals have no answer yet, ``undone`` those taken back. A match
    that has ``ended`` has an ``ending``, unless that was before endings were asked for. ``places`` are those of each
    side's units on the map, by holder.
    """

    sides: tuple[PlayState, PlayState] = (_FRESH, _FRESH)
    conditions: PlayState = _FRESH
    turn: int = 1
    segment: int = 0
    ended: bool = False
    waiting: frozenset[int] = frozenset()
    undone: frozenset[int] = frozenset()
    clocks: Clocks = Clocks()
    ending: Ending | None = None
    places: tuple[Mapping[str, Place], Mapping[str, Place]] = ({}, {})

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
            "ending": self.ending.write() if self.ending else None,
            "places": [{holder: list(place) for holder, place in of_side.items()} for of_side in self.places],
        }

    def placed(self, side: int, holder: str, place: Place | None) -> MatchState:
        """The state with a side's unit or group on a place of the map, or off it."""
        others = {each: at for each, at in self.places[side].items() if each != holder}
        places = list(self.places)
        places[side] = others if place is None else {**others, holder: place}
        return replace(self, places=(places[0], places[1]))

    def place_of(self, side: int, unit: Side) -> Place | None:
        """Where a side's unit or its group stands on the map, if it does."""
        return self.places[side].get(unit.unit.id) or self.places[side].get(unit.group.id)


AT_START: Final = MatchState()
"""The state in which most matches begin: nothing is ticked."""


def acting_in(segment: Segment, state: MatchState) -> tuple[int, ...]:
    """The sides that may act in a segment of this turn."""
    both = state.conditions.of(GAME, (FIRST, GO))
    first = int(both.key(FIRST.slug) or 0)
    one = int(both.key(GO.slug) or first)
    return {Acts.FIRST: (first,), Acts.SECOND: (1 - first,), Acts.BOTH: SIDES, Acts.ONE: (one,)}[segment.acts]


def read_match_state(plain: Mapping[str, Any]) -> MatchState:
    """The state from the plain data that ``MatchState.write`` returned."""
    first, second = map(read_state, plain["sides"])
    # Games that began before there were clocks, endings or places have none stored.
    clocks, ending = plain.get("clocks"), plain.get("ending")
    verdict = Verdict(ending["verdict"]) if ending and ending["verdict"] else None
    return MatchState(
        (first, second),
        read_state(plain["conditions"]),
        plain["turn"],
        plain["segment"],
        plain["ended"],
        frozenset(plain["waiting"]),
        frozenset(plain["undone"]),
        Clocks(**{**clocks, "used": tuple(clocks["used"])}) if clocks else Clocks(),
        Ending(**{**ending, "verdict": verdict}) if ending else None,
        read_places(plain.get("places", ({}, {}))),
    )


def read_places(plain: Sequence[Mapping[str, Sequence[int]]]) -> tuple[Mapping[str, Place], Mapping[str, Place]]:
    """The places of both sides' units from plain data: two numbers by holder."""
    first, second = ({holder: (place[0], place[1]) for holder, place in of_side.items()} for of_side in plain)
    return first, second


@dataclass(frozen=True)
class Match:
    """The setup of a match: the game's ``play`` and each side's force under the match's house rules.

    ``start`` is the state before the first entry. A side's context is ``None`` if its player has no list.
    ``hides`` says whether units begin hidden, in games that hide some.
    """

    play: AnyPlay
    contexts: tuple[CheckContext[Any, Any, Any], CheckContext[Any, Any, Any] | None]
    hides: bool = False
    start: MatchState = AT_START

    @cached_property
    def tracks(self) -> tuple[Mapping[str, tuple[Track, ...]], Mapping[str, tuple[Track, ...]]]:
        """The tracks of each side's holders, as at the start; fake markers are holders where units are hidden."""
        first, second = (self._tracks_of(context) for context in self.contexts)
        return first, second

    @cached_property
    def units(self) -> tuple[frozenset[str], frozenset[str]]:
        """The ids of each side's units, fake markers included."""
        first, second = (
            frozenset({unit.id for _, unit in context.force.units()} if context else ())
            | {holder for holder in self.tracks[side] if holder.startswith(FAKE)}
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
        """The tracks of the conditions for both sides."""
        return (FIRST, *((GO,) if self.has_go else ()), *self.play.conditions)

    @cached_property
    def has_go(self) -> bool:
        """Whether there are segments in which the go may pass from one side to the other."""
        return any(segment.acts is Acts.ONE for segment in self.segments)

    @cached_property
    def segments(self) -> tuple[Segment, ...]:
        """The segments of a turn in order."""
        return self.play.sequence(self.contexts[0].house)

    @cached_property
    def begin_hidden(self) -> tuple[frozenset[str], frozenset[str]]:
        """The holders of each side that begin hidden, fake markers included."""
        first, second = (self._hidden_of(side) for side in SIDES)
        return first, second

    def _hidden_of(self, side: int) -> frozenset[str]:
        context, hidden = self.contexts[side], self.play.hidden
        if context is None or hidden is None or not self.hides:
            return frozenset()
        units = {unit.id for group, unit in context.force.units() if hidden(unit, group, context)}
        return frozenset(units | {holder for holder in self.units[side] if holder.startswith(FAKE)})

    def deployed(self, state: MatchState, side: int) -> AnyDeployed | None:
        """A side's force as it stands; ``None`` for one without a force."""
        context = self.contexts[side]
        if context is None:
            return None
        tracks, ticked = self.tracks[side], state.sides[side]
        states = {holder: ticked.of(holder, tracks[holder]) for holder in ticked.ticks if holder in tracks}
        hidden = frozenset(each for each in self.begin_hidden[side] if self.is_hidden(state, side, each))
        return DeployedForce(context.force, states, self.conditions_now(state), hidden)

    def consequences(self, state: MatchState, side: int) -> Iterator[Consequence]:
        """What follows from the states of a side; what is offered changes that side."""
        context, deployed = self.contexts[side], self.deployed(state, side)
        if context is None or deployed is None or self.play.consequences is None:
            return
        for each in self.play.consequences(deployed, context):
            yield replace(each, offers=tuple(replace(change, side=side) for change in each.offers))

    def measured(self, state: MatchState, side: int, own: Side, opposing: Side) -> Measured | None:
        """The distance on the map between a side's unit and one of the other side; ``None`` unless both stand on it."""
        here, there = state.place_of(side, own), state.place_of(1 - side, opposing)
        if self.play.tabletop is None or here is None or there is None:
            return None
        return self.play.tabletop.measure(abs(here[0] - there[0]), abs(here[1] - there[1]))

    def conditions_now(self, state: MatchState) -> UnitState:
        """The present conditions for both sides."""
        return state.conditions.of(GAME, self.conditions)

    def acting(self, state: MatchState) -> tuple[int, ...]:
        """The sides that may act in the current segment."""
        return acting_in(self.segments[state.segment], state)

    def is_hidden(self, state: MatchState, side: int, holder: str) -> bool:
        """Whether the other side may not know what a holder is."""
        if holder not in self.begin_hidden[side]:
            return False
        return REVEALED not in state.sides[side].ticks.get(holder, {})
