"""The screen for the room: a game as a tablet or a television shows it, with what a spectator may know."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from armybuilder.matches.log.seats import seat_of
from armybuilder.matches.log.standings import result_words, standings
from armybuilder.matches.log.store import LoadedMatch, load_match, now, readable
from armybuilder.matches.log.wording import EntryWords
from armybuilder.matches.screen.table_map import TableMap, map_of
from armybuilder.matches.screen.tracker import TrackerPage, TrackerRow, flags, ticks_of, tracker_page
from armybuilder.site.limits import limit
from rulesets.core.cards import Symbol
from rulesets.core.play.blanks import BLANK, Viewer
from rulesets.core.play.matches import SIDES, EventKind
from rulesets.core.play.states import FORCE, OUT
from rulesets.core.play.trackers import Track

RECENT: Final = 20
"""Entries of the log among which the last roll is looked for."""
LETTER: Final = 0.05
"""The height of a letter on the map as a part of the table's depth: 24 pixels where that takes 480."""
HEIGHT: Final = 1.2
"""The height of a marker in heights of its letters."""
FEW: Final = 4
"""So many counters of a side have room for all their states."""


@dataclass(frozen=True, slots=True)
class Counter:
    """A unit with its states in words; a blank only has its number."""

    number: str
    title: str
    symbol: Symbol | None
    states: tuple[str, ...]
    acted: bool
    out: bool


@dataclass(frozen=True, slots=True)
class RoomSide:
    """One side: its counters, how it stands, the milliseconds on its clock, and whether it acts and its clock runs."""

    name: str
    counters: tuple[Counter, ...]
    standing: str
    used: int
    runs: bool
    acts: bool

    @property
    def columns(self) -> int:
        """In how many columns its counters fit into the height of a screen: 3 for 24; 0 where few have room."""
        return min(4, -(-len(self.counters) // 8)) if len(self.counters) > FEW else 0


@dataclass(frozen=True, slots=True)
class Dice:
    """Dice rolled for one purpose: what for, the scores that are good enough, and the others."""

    what: str
    good: Sequence[object]
    bad: Sequence[object]


@dataclass(frozen=True, slots=True)
class Roll:
    """The last roll: what came of it in words, and its dice."""

    words: str
    dice: tuple[Dice, ...]


@dataclass(frozen=True, slots=True)
class Marker:
    """A unit on the map: what is written on it, and its corner and width in inches or tiles."""

    text: str
    side: int
    x: float
    y: float
    width: float


@dataclass(frozen=True, slots=True)
class RoomMap:
    """The map of the table with the units that stand on it; ``letter`` is the height of a letter in inches or tiles."""

    table: TableMap
    letter: float
    markers: tuple[Marker, ...]

    @property
    def height(self) -> float:
        """The height of a marker."""
        return HEIGHT * self.letter


@dataclass(frozen=True, slots=True)
class Room:
    """All that the screen shows; ``head`` is the number of the last entry."""

    head: int
    turn: int
    segment: str
    go: str
    sides: tuple[RoomSide, ...]
    roll: Roll | None
    has_clocks: bool
    map: RoomMap | None


def room_of(loaded: LoadedMatch, viewer: Viewer) -> Room:
    """The screen of a match for a viewer."""
    state, words = loaded.state, EntryWords(loaded, viewer)
    acting = () if state.ended else loaded.setup.acting(state)
    page, stands, clocks = tracker_page(loaded, viewer), standings(loaded, viewer), state.clocks
    acted, ticks, used = flags(loaded, viewer)["acted"], ticks_of(loaded, viewer), clocks.stopped(now()).used
    sides = []
    for side in page.sides:
        number = side.side
        rows = [row for group in side.groups for row in group.rows if row.id.startswith(BLANK) or page.kinds[row.kind]]
        counters = [
            _counter(page.kinds[row.kind], ticks[number].get(row.id, {}), row, row.id in acted[number])
            for row in rows
            if row.id != FORCE
        ]
        runs = clocks.runs == number
        sides.append(RoomSide(side.name, tuple(counters), stands[number], used[number], runs, number in acting))
    return Room(
        len(loaded.log),
        state.turn,
        loaded.setup.segments[state.segment].title,
        _go(loaded, words),
        tuple(sides),
        next(_rolls(loaded, words), None),
        clocks.runs is not None or any(clocks.used),
        _map(loaded, viewer, page),
    )


def _map(loaded: LoadedMatch, viewer: Viewer, page: TrackerPage) -> RoomMap | None:
    """The map with the units in play that stand on it; ``None`` where none does."""
    places, ticks = viewer.places(loaded.state), ticks_of(loaded, viewer)
    rows = [(side.side, row) for side in page.sides for group in side.groups for row in group.rows]
    placed = [(side, row, places[side][row.id]) for side, row in rows if row.id in places[side]]
    placed = [each for each in placed if OUT.slug not in ticks[each[0]].get(each[1].id, {})]
    if not placed:
        return None
    table = map_of(loaded)
    letter = table.depth * LETTER
    markers = []
    for side, row, (x, y) in placed:
        text = row.number or row.title[:3]
        width = letter * (0.6 + 0.5 * len(text))
        middle_x, middle_y = (x - 0.5, y - 0.5) if table.tiled else (x / table.parts, y / table.parts)
        markers.append(Marker(text, side, middle_x - width / 2, middle_y - HEIGHT * letter / 2, width))
    return RoomMap(table, letter, tuple(markers))


def _counter(tracks: Sequence[Track], ticks: Mapping[str, Sequence[int]], row: TrackerRow, acted: bool) -> Counter:
    states = (text for track in (*tracks, OUT) if (boxes := ticks.get(track.slug)) for text in _state(track, boxes))
    return Counter(row.number, row.title, row.symbol, tuple(states), acted, bool(ticks.get(OUT.slug)))


def _state(track: Track, boxes: Sequence[int]) -> Iterator[str]:
    """The ticked boxes of a track in few words."""
    if track.counts and track.boxes > 1:
        yield f"{track.title} {len(boxes)}/{track.usual_boxes}"
    elif not track.names:
        yield track.title
    elif track.exclusive:
        yield track.title_of(boxes[0])
    else:
        yield from (track.names[box - 1] for box in boxes)


def _go(loaded: LoadedMatch, words: EntryWords) -> str:
    """Whose go it is, in one sentence."""
    state, segment = loaded.state, loaded.setup.segments[loaded.state.segment]
    if state.ended:
        return result_words(loaded) or "The game has ended"
    if state.waiting:
        return f"{words.sides[1 - loaded.log[min(state.waiting) - 1].side]} must answer"
    acting = loaded.setup.acting(state)
    if len(acting) == len(SIDES):
        return f"Both sides: {segment.task or segment.title}"
    return f"{words.sides[acting[0]]} acts: {segment.task or segment.title}"


def _rolls(loaded: LoadedMatch, words: EntryWords) -> Iterator[Roll]:
    """The latest rolls, the last one first."""
    state, log = loaded.state, loaded.log
    for plain in reversed(words.viewer.entries(state, log, max(0, len(log) - RECENT))):
        if plain["number"] in state.undone or not (plain.get("rolled") or plain.get("thrown")):
            continue
        if plain.get("rolled"):
            dice = (
                Dice(", ".join(filter(None, (each["what"], each["needed"]))), each["good"], each["bad"])
                for each in plain["rolled"]
            )
            # The dice themselves are drawn.
            yield Roll(words.action({name: value for name, value in plain.items() if name != "rolled"}), tuple(dice))
        else:
            scores, thrown = log[plain["number"] - 1].scores, plain["thrown"]
            # The outcome of hands is that of the side that began.
            side = 1 - plain["side"] if plain["kind"] == EventKind.ANSWER else plain["side"]
            what = thrown.partition(": ")[0] if scores else thrown
            yield Roll(f"{words.sides[side]}: {what}", (Dice("", (), scores),) if scores else ())


@never_cache
@require_safe
@limit("engage")
@readable
def room_page(request: HttpRequest, address: str) -> HttpResponse:
    """The screen for the room; it shows a player, too, only what a spectator may know."""
    match = seat_of(request, address).match
    loaded = load_match(match)
    context = {"match": match, "ruleset": loaded.ruleset, "room": room_of(loaded, loaded.viewer(None))}
    return render(request, "matches/room.html", context)
