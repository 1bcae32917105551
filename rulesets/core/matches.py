"""A match: a game of two forces at the table, as a log of events from which its state follows.

An event is what a player does on a phone ("one figure lost"); an ``Entry`` is the event as it was taken into the log,
with the changes that it made. Entries are numbered in the order in which they came, so that whoever has the same
entries has the same state. ``play`` takes an event, ``replay`` makes the state of a whole log.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property
from typing import Annotated, Any, Final

from rulesets.core.calculators import AnyFielded
from rulesets.core.declarations import Ask, Choice
from rulesets.core.play import REVEALED, REVEALED_TRACK, Acts, AnyPlay, Segment, all_tracks
from rulesets.core.play_state import GAME, OUT, Change, FieldedForce, InvalidChange, PlayState, Ticks, read_state
from rulesets.core.rules import CheckContext
from rulesets.core.throws import MOST_DICE, MOST_FACES, Hand, ThrowOutcome, drawn_hand, outcome_of, scores_of
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


# --- taking an event -----------------------------------------------------------------------------------


def play(
    match: Match,
    state: MatchState,
    log: Sequence[Entry],
    side: int,
    event: Event,
    *,
    both: bool = False,
    at_once: bool = False,
    now: int = 0,
    seed: int = 0,
) -> tuple[MatchState, Entry]:
    """The state after an event of a side, and its entry in the log.

    With ``both`` the player answers for both sides, since nobody sits opposite; with ``at_once`` what an engagement
    does to units of the other side stands without its answer, hidden ones excepted. ``now`` is the time in
    milliseconds since 1970, ``seed`` that of what is drawn by lot. Raises ``InvalidChange`` for what cannot be, with
    the reason for the player; the state is as before then.
    """
    fresh = Entry(len(log) + 1, side, event, at=now)
    if state.ended and event.kind not in (EventKind.UNDO, EventKind.END):
        way = "Begin a new one." if match.hides else "Undo its end to go on."
        raise InvalidChange(f"The game has ended. {way}")
    match event.kind:
        case EventKind.CHANGE:
            return _change(match, state, fresh, both=both, at_once=at_once)
        case EventKind.NEXT:
            return _next(match, state, fresh)
        case EventKind.ANSWER:
            return _answer(match, state, log, fresh, both=both)
        case EventKind.UNDO:
            return _undo(match, state, log, fresh, both=both)
        case EventKind.END:
            if state.ended:
                raise InvalidChange("The game has ended already.")
            if match.hides and not both:  # the end shows everything, so that one side alone cannot have it
                return replace(state, waiting=state.waiting | {fresh.number}), replace(fresh, waits=True)
            return _ended(state, now), fresh
        case EventKind.CLOCK:
            return replace(state, clocks=state.clocks.moved(event, now)), fresh
        case EventKind.THROW:
            return _throw(match, state, log, replace(fresh, seed=seed if both else 0), both=both)
        case EventKind.DICE:
            if not event.dice or event.faces < 2:
                raise InvalidChange(f"Say how many dice, 1 to {MOST_DICE}, and how many faces, 2 to {MOST_FACES}.")
            _check_pair(match, fresh)
            return state, replace(fresh, seed=seed)


def _ended(state: MatchState, now: int) -> MatchState:
    return replace(state, ended=True, clocks=state.clocks.stopped(now))


def _change(match: Match, state: MatchState, entry: Entry, *, both: bool, at_once: bool) -> tuple[MatchState, Entry]:
    event, side = entry.event, entry.side
    if not event.changes:
        raise InvalidChange("This event changes nothing; say what was done.")
    _check_pair(match, entry)

    def stands(change: Change) -> bool:
        if both or change.bearer == GAME or change.side == side:
            return True
        return at_once and bool(event.calculator) and not match.is_hidden(state, change.side, change.bearer)

    own = [each for each in event.changes if stands(each)]
    theirs = tuple(each for each in event.changes if not stands(each))
    if theirs and not event.calculator:
        raise InvalidChange("This unit belongs to the other side. Only its player can change it.")
    # What a hidden unit could not suffer would tell what it is; its own player sees it when answering.
    _made(match, state, (each for each in theirs if not match.is_hidden(state, each.side, each.bearer)))
    state, entry = _enter(match, state, entry, own)
    if theirs:
        state = replace(state, waiting=state.waiting | {entry.number})
    return state, replace(entry, proposed=theirs)


def _check_pair(match: Match, entry: Entry) -> None:
    event, side = entry.event, entry.side
    if event.calculator and not (_is_there(match, side, event.own) and _is_there(match, 1 - side, event.opposing)):
        raise InvalidChange("This unit is not in the game.")


def _throw(
    match: Match, state: MatchState, log: Sequence[Entry], entry: Entry, *, both: bool
) -> tuple[MatchState, Entry]:
    choice = _chosen(entry.event)
    _check_pair(match, entry)
    if both:
        return state, replace(entry, hands=(choice, drawn_hand(entry.seed)))
    open_throws = (log[number - 1] for number in state.waiting)
    if any(each.event.kind is EventKind.THROW and each.side == entry.side for each in open_throws):
        raise InvalidChange("Your last throw still waits for the other side's choice.")
    return replace(state, waiting=state.waiting | {entry.number}), replace(entry, waits=True)


def _chosen(event: Event) -> Hand:
    if event.choice is None:
        raise InvalidChange("Choose rock, paper or scissors.")
    return event.choice


def _is_there(match: Match, side: int, bearer: str) -> bool:
    return bearer in match.tracks[side] or (match.contexts[side] is None and not bearer)


def _next(match: Match, state: MatchState, entry: Entry) -> tuple[MatchState, Entry]:
    event = entry.event
    if (event.turn, event.segment) != (state.turn, state.segment):
        now = match.segments[state.segment].title
        raise InvalidChange(f"This segment has ended already; it is turn {state.turn}, {now}.")
    state, entry = _enter(match, state, entry, due_resets(match, state))
    return _advanced(match, state), entry


def _advanced(match: Match, state: MatchState) -> MatchState:
    segment = (state.segment + 1) % len(match.segments)
    return replace(state, segment=segment, turn=state.turn + (segment == 0))


def due_resets(match: Match, state: MatchState) -> tuple[Change, ...]:
    """The changes that are due when the present segment ends, of both sides and of the game."""
    segment, acting = match.segments[state.segment], match.acting(state)
    found: list[Change] = []
    for side in SIDES:
        fielded, context = match.fielded(state, side), match.contexts[side]
        if fielded is not None and context is not None and match.play.resets is not None:
            due = match.play.resets(segment.slug, side in acting, fielded, context)
            found += [replace(change, side=side) for change in due]
    if state.segment == len(match.segments) - 1 and match.play.condition_resets is not None:
        now, house = match.conditions_now(state), match.contexts[0].house
        found += match.play.condition_resets(state.turn, now, house)
    return tuple(found)


def _answer(
    match: Match, state: MatchState, log: Sequence[Entry], entry: Entry, *, both: bool
) -> tuple[MatchState, Entry]:
    event = entry.event
    if event.of not in state.waiting:
        raise InvalidChange("This was answered or taken back already.")
    asked = log[event.of - 1]
    if asked.side == entry.side and not both:
        raise InvalidChange("You proposed this yourself; the other side answers it.")
    state = replace(state, waiting=state.waiting - {event.of})
    if not event.agreed:
        return state, entry
    if asked.event.kind is EventKind.THROW:
        return state, replace(entry, hands=(_chosen(asked.event), _chosen(event)))
    return _enter(match, _ended(state, entry.at) if asked.waits else state, entry, asked.proposed)


def _enter(match: Match, state: MatchState, entry: Entry, changes: Iterable[Change]) -> tuple[MatchState, Entry]:
    """Make changes of the state, and note in the entry what they did."""
    changes = tuple(changes)
    after = _made(match, state, changes)
    keys = dict.fromkeys((each.side if each.bearer != GAME else 0, each.bearer, each.track) for each in changes)
    effects = (Effect(*key, _ticks(match, state, key), _ticks(match, after, key)) for key in keys)
    made = tuple(replace(each, seen=None) for each in changes)
    return after, replace(entry, made=made, effects=tuple(each for each in effects if each.before != each.after))


def _made(match: Match, state: MatchState, changes: Iterable[Change]) -> MatchState:
    for change in changes:
        if change.bearer == GAME:
            state = replace(state, conditions=state.conditions.changed(change, match.conditions))
            continue
        tracks = match.tracks[change.side].get(change.bearer)
        if tracks is None:
            raise InvalidChange("This unit is not in the game.")
        sides = list(state.sides)
        sides[change.side] = sides[change.side].changed(change, tracks)
        state = replace(state, sides=(sides[0], sides[1]))
    return state


def _ticks(match: Match, state: MatchState, key: Key) -> Ticks:
    side, bearer, slug = key
    tracks, ticked = (
        (match.conditions, state.conditions) if bearer == GAME else (match.tracks[side][bearer], state.sides[side])
    )
    track = ticked.of(bearer, (*tracks, OUT)).track(slug)
    return track.ticks if track else ()


# --- undo ----------------------------------------------------------------------------------------------


def _undo(
    match: Match, state: MatchState, log: Sequence[Entry], entry: Entry, *, both: bool
) -> tuple[MatchState, Entry]:
    event = entry.event
    if not 1 <= event.of <= len(log):
        raise InvalidChange("There is no such entry in the log.")
    undone = log[event.of - 1]
    if event.of in state.undone:
        raise InvalidChange("This was taken back already.")
    if undone.event.kind is EventKind.UNDO:
        raise InvalidChange("What was taken back is done again by doing it again.")
    of_both = undone.event.kind in (EventKind.NEXT, EventKind.END)
    if undone.event.kind is EventKind.CLOCK:
        raise InvalidChange("A clock is not taken back; set it to the right time.")
    answered = undone.event.kind is EventKind.THROW and event.of not in state.waiting
    if undone.thrown or answered:
        raise InvalidChange("A throw is not taken back once it is decided; throw again.")
    if undone.side != entry.side and not (both or of_both):
        raise InvalidChange("The other side did this; only its player can take it back.")
    if state.ended and match.hides and not both:
        raise InvalidChange("All hidden units were revealed at the end. Begin a new game.")
    also = dependents(match, state, log, event.of)
    if set(event.also) != set(also):
        raise DependentEntries(also)
    after = replay(match, log, state.undone | {event.of, *also})
    keys = dict.fromkeys(effect.key for number in (event.of, *also) for effect in log[number - 1].effects)
    effects = (Effect(*key, _ticks(match, state, key), _ticks(match, after, key)) for key in keys)
    return after, replace(entry, effects=tuple(each for each in effects if each.before != each.after))


class DependentEntries(InvalidChange):
    """Later entries depend on one that is to be taken back; ``numbers`` are theirs, to be confirmed."""

    def __init__(self, numbers: tuple[int, ...]) -> None:
        """Keep the numbers, in order."""
        count = len(numbers)
        what = "A later entry depends" if count == 1 else f"{count} later entries depend"
        super().__init__(f"{what} on this; confirm to take them back too." if count else "Nothing depends on this.")
        self.numbers = numbers


def dependents(match: Match, state: MatchState, log: Sequence[Entry], number: int) -> tuple[int, ...]:
    """The later entries that depend on one: they changed the same boxes, answer it, or cannot be without it."""
    taken = {number}
    for later in log[number:]:
        if later.number not in state.undone and any(_depends(later, log[each - 1]) for each in taken):
            taken.add(later.number)
    while True:
        try:
            replay(match, log, state.undone | taken)
        except ImpossibleEntry as impossible:
            taken.add(impossible.number)
        else:
            return tuple(sorted(taken - {number}))


def _depends(later: Entry, earlier: Entry) -> bool:
    if later.event.kind is EventKind.ANSWER and later.event.of == earlier.number:
        return True
    if later.event.kind is earlier.event.kind is EventKind.NEXT:
        return True
    counted = {_key(each) for each in earlier.made if each.amount} & {_key(each) for each in later.made if each.amount}
    shared = {each.key for each in earlier.effects} & {each.key for each in later.effects}
    return later.event.kind is not EventKind.UNDO and bool(shared - counted)


def _key(change: Change) -> Key:
    return change.side if change.bearer != GAME else 0, change.bearer, change.track


class ImpossibleEntry(InvalidChange):
    """An entry of a log cannot be made after those before it that are not left out; ``number`` is its own."""

    def __init__(self, number: int) -> None:
        """Name the entry."""
        super().__init__(f"Entry {number} cannot be made after those before it.")
        self.number = number


def replay(match: Match, log: Iterable[Entry], undone: frozenset[int] | set[int] | None = None) -> MatchState:
    """The state that a log leads to from the start; ``undone`` are taken from its own entries where not given.

    Raises ``ImpossibleEntry``.
    """
    entries = list(log)
    if undone is None:
        undone = set(_taken_back(entries))
    state = match.start
    for entry in entries:
        if entry.number in undone or entry.event.kind is EventKind.UNDO:
            continue
        try:
            state = _made(match, state, entry.made)
        except InvalidChange:
            raise ImpossibleEntry(entry.number) from None
        match entry.event.kind:
            case EventKind.NEXT:
                state = _advanced(match, state)
            case EventKind.END:
                state = state if entry.waits else _ended(state, entry.at)
            case EventKind.ANSWER:
                ends = entry.event.agreed and entries[entry.event.of - 1].waits and not entry.hands
                state = replace(state, waiting=state.waiting - {entry.event.of})
                state = _ended(state, entry.at) if ends else state
            case EventKind.CLOCK:
                state = replace(state, clocks=state.clocks.moved(entry.event, entry.at))
        if entry.proposed or entry.waits:
            state = replace(state, waiting=state.waiting | {entry.number})
    return replace(state, undone=frozenset(undone))


def _taken_back(log: Iterable[Entry]) -> Iterator[int]:
    for entry in log:
        if entry.event.kind is EventKind.UNDO:
            yield from (entry.event.of, *entry.event.also)
