"""The content of the tracker for a viewer: rows of units, their boxes, consequences, and updates."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, Final

from armybuilder.armies.loaded_army import MIN_RUN, LoadedArmy
from armybuilder.matches.log.device_match import armies_for
from armybuilder.matches.log.photos import photo_address
from armybuilder.matches.log.standings import result_words, standings
from armybuilder.matches.log.store import LoadedMatch, now
from armybuilder.matches.log.wording import EntryWords, group_name_for, number_of, side_names
from armybuilder.matches.screen.consequences import consequences, values_now
from armybuilder.matches.screen.guide import guide
from rulesets.core.cards import Card, Symbol
from rulesets.core.codes import codes_shown
from rulesets.core.forces.force import AnyGroup, AnyUnit
from rulesets.core.play.blanks import BLANK, Viewer
from rulesets.core.play.definition import REVEALED, Segment
from rulesets.core.play.matches import FAKE, OF_SIDES, SIDES, Ending, EventKind, LogEntry, MatchState
from rulesets.core.play.states import FORCE, Side
from rulesets.core.play.trackers import Track
from rulesets.core.reference import Code
from rulesets.core.ruleset import AnyRuleset
from rulesets.core.tables import Stat
from rulesets.core.wording import isolated

LAST_ENTRIES: Final = 10
"""Entries of the log in a newly opened page."""


@dataclass(frozen=True, slots=True)
class TrackerRow:
    """A row for a holder of boxes: ``number`` as printed on its label and card, three values.

    ``kind`` is the index of its tracks in ``TrackerPage.kinds``, ``has_card`` whether ``card_of`` has a card for it,
    ``engages`` the unit that engages for it: a group's first one if groups have the cards. ``run`` is the first
    unit of the equal ones in sequence that it is one of, if there are enough. A blank only has a number.
    """

    id: str
    number: str
    title: str
    subtitle: str = ""
    symbol: Symbol | None = None
    values: tuple[Stat, ...] = ()
    kind: int = 0
    has_card: bool = False
    engages: str = ""
    run: str = ""


@dataclass(frozen=True, slots=True)
class TrackerGroup:
    """A group with its rows; its id is empty if the viewer may not know all of it."""

    id: str
    name: str
    rows: tuple[TrackerRow, ...]


@dataclass(frozen=True, slots=True)
class TrackerSide:
    """One side of a match as the viewer may see it; ``army`` is its title where the side is called by its player."""

    side: int
    name: str
    army: str
    groups: tuple[TrackerGroup, ...]

    @property
    def symbols(self) -> list[Symbol]:
        """The symbols of all rows, each once."""
        return list(dict.fromkeys(row.symbol for group in self.groups for row in group.rows if row.symbol))


@dataclass(frozen=True, slots=True)
class TrackerPage:
    """Both sides, and ``kinds``: the different lists of tracks that rows have."""

    sides: tuple[TrackerSide, ...]
    kinds: tuple[tuple[Track, ...], ...]

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return sum(len(group.rows) for side in self.sides for group in side.groups)

    def codes(self, ruleset: AnyRuleset) -> tuple[Code, ...]:
        """What explains the codes of the rows."""
        texts = set[str]()
        for row in (row for side in self.sides for group in side.groups for row in group.rows):
            texts |= {row.number, row.title, row.subtitle}
            texts |= {text for stat in row.values for text in (stat.heading, stat.value)}
        return codes_shown(ruleset.codes, texts)


class _Kinds:
    """Numbers the distinct lists of tracks of rows."""

    def __init__(self) -> None:
        self.numbers: dict[tuple[Track, ...], int] = {(): 0}

    def number(self, tracks: tuple[Track, ...]) -> int:
        return self.numbers.setdefault(tracks, len(self.numbers))


def tracker_page(loaded: LoadedMatch, viewer: Viewer) -> TrackerPage:
    """The rows of both sides that the viewer may know, and the numbers of the blanks."""
    kinds, state = _Kinds(), loaded.state
    sides: list[TrackerSide] = []
    for side, army, name in zip(SIDES, armies_for(loaded, viewer), side_names(loaded), strict=True):
        groups = _groups(loaded, viewer, state, side, army, kinds) if army else ()
        title = isolated(army.title) if army and loaded.players[side] else ""
        sides.append(TrackerSide(side, name, title, tuple(groups)))
    return TrackerPage(tuple(sides), tuple(kinds.numbers))


def _groups(
    loaded: LoadedMatch, viewer: Viewer, state: MatchState, side: int, army: LoadedArmy, kinds: _Kinds
) -> Iterator[TrackerGroup]:
    tracks = loaded.setup.tracks[side]
    if tracks.get(FORCE) and viewer.knows(state, side, FORCE):
        row = TrackerRow(FORCE, "", army.title, kind=kinds.number(tracks[FORCE]))
        yield TrackerGroup("", army.title, (row,))
    for group in army.force.groups:
        units = [unit for unit in group.units if viewer.knows(state, side, unit.id)]
        rows = [unit_row(loaded, side, army, unit.id, kinds.number(tracks[unit.id])) for unit in units]
        rows = list(_in_runs(units, rows, loaded.match.numbers[side]))
        name = group_name_for(loaded, viewer, side, group)
        is_known = viewer.knows(state, side, group.id)
        if tracks.get(group.id) and is_known:
            rows.insert(0, _group_row(army, group, name, kinds.number(tracks[group.id])))
        if rows:
            yield TrackerGroup(group.id if is_known else "", name, tuple(rows))
    yield from _fakes(loaded, viewer, side, kinds)
    yield from _blanks(loaded, viewer, side)


def _group_row(army: LoadedArmy, group: AnyGroup, name: str, kind: int) -> TrackerRow:
    """The row of a group's boxes; in games whose groups have the cards it stands for all its units."""
    if army.ruleset.group_card is None or not group.units:
        return TrackerRow(group.id, "", name, kind=kind)
    card = army.ruleset.group_card(group, army.context)
    values = card.stats[:3]
    return TrackerRow(group.id, "", name, card.subtitle, card.symbol, values, kind, True, group.units[0].id)


def _fakes(loaded: LoadedMatch, viewer: Viewer, side: int, kinds: _Kinds) -> Iterator[TrackerGroup]:
    """The fakes of a side that the viewer knows, as a group of their own."""
    state, tracks, numbers = loaded.state, loaded.setup.tracks[side], viewer.numbers[side]
    fakes = [each for each in tracks if each.startswith(FAKE) and viewer.knows(state, side, each)]
    if fakes:
        rows = [
            TrackerRow(viewer.name(state, side, each), f"?{numbers[each]}", "Fake", kind=kinds.number(tracks[each]))
            for each in sorted(fakes, key=lambda fake: numbers[fake])
        ]
        yield TrackerGroup("", "Fakes", tuple(rows))


def _blanks(loaded: LoadedMatch, viewer: Viewer, side: int) -> Iterator[TrackerGroup]:
    """The units of a side that are hidden from the viewer, by their numbers."""
    numbers = viewer.blanks(loaded.state, side)
    if numbers:
        rows = tuple(TrackerRow(f"{BLANK}{number}", f"?{number}", "Blank") for number in numbers)
        yield TrackerGroup("", "Blanks", rows)


def _in_runs(units: Sequence[AnyUnit], rows: Sequence[TrackerRow], blanks: Mapping[str, int]) -> Iterator[TrackerRow]:
    """The rows of units with their runs; units that differ in their place alone are equal, those with blanks never."""

    def looks(pair: tuple[AnyUnit, TrackerRow]) -> object:
        unit, row = pair
        return replace(unit, id=""), replace(row, id="", number="", engages=""), blanks.get(unit.id)

    for _, pairs in groupby(zip(units, rows, strict=True), looks):
        run = [row for _, row in pairs]
        yield from (replace(row, run=run[0].id) for row in run) if len(run) >= MIN_RUN else run


def unit_row(loaded: LoadedMatch, side: int, army: LoadedArmy, unit_id: str, kind: int) -> TrackerRow:
    """A unit's row."""
    ruleset, context = army.ruleset, army.context
    group, unit = army.force.unit(unit_id)
    row, number = ruleset.row(unit, group, context), number_of(loaded, side, army, group, unit)
    values = loaded.setup.play.values(unit, group, context)
    engages = unit.id if ruleset.group_card is None else ""
    return TrackerRow(unit.id, number, row.title, row.subtitle, row.symbol, values, kind, True, engages)


def card_of(loaded: LoadedMatch, viewer: Viewer, side: int, holder: str) -> Card:
    """The card of a unit, or of a group that has one, as the viewer may see it; raises ``LookupError``.

    While something of the other side is hidden, its groups have no cards. Secret lines are only shown to the unit's
    own player until the match has ended, notes only to that player.
    """
    army = armies_for(loaded, viewer)[side]
    if army is None or not viewer.knows(loaded.state, side, holder):
        raise LookupError
    card = army.card_of(holder)
    open_to_all = side == viewer.side or loaded.state.ended
    lines = tuple(line for line in (*card.lines, *card.back) if open_to_all or not line.secret)
    return replace(card, lines=lines, back=())


def ticks_of(loaded: LoadedMatch, viewer: Viewer) -> list[dict[str, dict[str, list[int]]]]:
    """The ticked boxes that the viewer may know of each side and, last, of the game, by holder and track."""
    state = loaded.state
    sides = [
        {
            viewer.name(state, side, holder): {slug: list(boxes) for slug, boxes in tracks.items()}
            for holder, tracks in state.sides[side].ticks.items()
            if viewer.knows(state, side, holder)
        }
        for side in SIDES
    ]
    return [*sides, state.conditions.write()]


def plain_rows(page: TrackerPage) -> dict[str, Any]:
    """Both sides with their groups and rows as plain data for the page.

    What rows of the same troops say is sent once, in ``looks``; a row has its place there, and names the unit that
    engages for it only where that is another one.
    """
    looks: dict[TrackerRow, int] = {}

    def plain(row: TrackerRow) -> dict[str, Any]:
        look = looks.setdefault(replace(row, id="", number="", engages="", run=""), len(looks))
        run = {"run": row.run} if row.run else {}
        engages = {"engages": row.engages} if row.engages != row.id else {}
        return {"id": row.id, "number": row.number, "look": look, **run, **engages}

    def plain_group(group: TrackerGroup) -> dict[str, Any]:
        return {"id": group.id, "name": group.name, "rows": [plain(row) for row in group.rows]}

    sides = [{"name": side.name, "groups": [plain_group(group) for group in side.groups]} for side in page.sides]
    return {"sides": sides, "looks": [_plain_look(look) for look in looks]}


def _plain_look(row: TrackerRow) -> dict[str, Any]:
    """What a row shows but its number; a symbol is named by its set and code."""
    return {
        "title": row.title,
        "subtitle": row.subtitle if row.subtitle != row.title else "",
        "symbol": f"{row.symbol.set}-{row.symbol.code}" if row.symbol else "",
        "values": [{"heading": each.heading, "value": each.value, "name": each.name} for each in row.values],
        "kind": row.kind,
        "has_card": row.has_card,
    }


def plain_track(track: Track) -> dict[str, Any]:
    """A track as plain data for the page."""
    return {
        "slug": track.slug,
        "title": track.title,
        "boxes": track.boxes,
        "counts": track.counts,
        "exclusive": track.exclusive,
        "keys": [track.key(box) for box in range(1, track.boxes + 1)] if not track.counts else [],
        "names": list(track.names),
        "titles": [track.title_of(box) for box in range(1, track.boxes + 1)] if track.names else [],
        "unticked": track.unticked,
        "usual_boxes": track.usual_boxes,
        "marks": [list(mark) for mark in track.marks],
        "start": len(track.ticks),
    }


def plain_conditions(loaded: LoadedMatch, page: TrackerPage) -> list[dict[str, Any]]:
    """The tracks of conditions for both sides; those whose boxes are the sides have their names."""
    names = [side.name for side in page.sides]
    tracks = [plain_track(track) for track in loaded.setup.conditions]
    of_sides = {"names": names, "titles": names}
    return [each | of_sides if each["slug"] in OF_SIDES else each for each in tracks]


def plain_segment(segment: Segment, places: Mapping[str, str]) -> dict[str, Any]:
    """A segment of a turn as plain data, with the address of its rule."""
    return {
        "slug": segment.slug,
        "title": segment.title,
        "acts": segment.acts.value,
        "task": segment.task or segment.title,
        "lines": [[line.term, line.text] for line in segment.lines],
        "rule": segment.rule,
        "place": places.get(segment.rule, ""),
        "faces": segment.faces,
        "with_hands": segment.hands,
    }


def flags(loaded: LoadedMatch, viewer: Viewer) -> dict[str, list[list[str]]]:
    """The holders of each side that have acted this turn and those that are hurt, as far as the viewer may know."""
    state, play = loaded.state, loaded.setup.play
    result: dict[str, list[list[str]]] = {"acted": [], "hurt": []}
    for side in SIDES:
        deployed = loaded.setup.deployed(state, side)
        states = deployed.states if deployed else {}
        visible = {
            viewer.name(state, side, holder): now for holder, now in states.items() if viewer.knows(state, side, holder)
        }
        result["acted"].append([holder for holder, now in visible.items() if play.acted(now)])
        result["hurt"].append([holder for holder, now in visible.items() if play.hurt(now)])
    return result


def actions(loaded: LoadedMatch, viewer: Viewer) -> list[dict[str, list[tuple[str, str, bool]]]]:
    """What the units of each side may do now by themselves, by holder, of known units only.

    Each is a calculator with its title, and whether the site can roll for it at once: nothing is to be decided first.
    """
    return [dict(_actions(loaded, viewer, side)) for side in SIDES]


def _actions(loaded: LoadedMatch, viewer: Viewer, side: int) -> Iterator[tuple[str, list[tuple[str, str, bool]]]]:
    of_unit, calculator = loaded.setup.play.actions, loaded.ruleset.calculator
    if of_unit is None:
        return
    for holder, unit in sides_by_row(loaded, viewer, side):
        if now := of_unit(unit):
            at_once = [each.rolls_at_once and calculator(each.calculator).roll is not None for each in now]
            ways = [(each.calculator, each.title, rolls) for each, rolls in zip(now, at_once, strict=True)]
            yield holder, ways


def sides_by_row(loaded: LoadedMatch, viewer: Viewer, side: int) -> Iterator[tuple[str, Side]]:
    """The known units of a side by the holders of their rows: a group's first one if groups have the cards."""
    deployed, by_group = viewer.deployed(loaded.state, side), loaded.ruleset.group_card is not None
    if deployed is None:
        return
    for group in deployed.force.groups:
        for unit in group.units[: 1 if by_group else None]:
            yield group.id if by_group else unit.id, Side(deployed.force, group, unit, deployed)


def last_entries(loaded: LoadedMatch) -> int:
    """The number of the entry after which a new page gets the log: it gets the last few and all that wait."""
    waiting = loaded.state.waiting
    return max(0, min([len(loaded.log) - LAST_ENTRIES, *(number - 1 for number in waiting)]))


def update(loaded: LoadedMatch, viewer: Viewer, since: int) -> dict[str, Any]:
    """The entries after ``since`` and the state of the match, for a phone that has all entries up to it.

    ``other_rows``: the viewer knows other units than before, because something was revealed or hidden again.
    """
    state, log = loaded.state, loaded.log
    return {
        "head": loaded.match.head - 1,
        "entries": list(map(EntryWords(loaded, viewer).describe, viewer.entries(state, log, since))),
        "ticks": ticks_of(loaded, viewer),
        **flags(loaded, viewer),
        "actions": actions(loaded, viewer),
        "turn": state.turn,
        "segment": state.segment,
        "ended": state.ended,
        "ending": _ending(loaded, viewer),
        "standing": standings(loaded, viewer),
        "waiting": sorted(state.waiting),
        "undone": viewer.undone(state, log),
        "clocks": {**state.clocks.write(), "now": now()},
        "places": viewer.places(state),
        "consequences": consequences(loaded, viewer),
        "values": values_now(loaded, viewer),
        "guide": guide(loaded, viewer),
        "other_rows": loaded.match.hides and any(_changes_rows(log, entry, viewer) for entry in log[since:]),
    }


def _ending(loaded: LoadedMatch, viewer: Viewer) -> dict[str, Any] | None:
    """What was said of the end, with the address of the photo for players; ``None`` before it.

    A game whose end was undone, or that ended before endings were kept, may have a photo, too: a page that does not
    know it would ask for ever.
    """
    ending = loaded.state.ending
    if ending is None and all(entry.event.kind is not EventKind.END for entry in loaded.log):
        return None
    return {
        **(ending or Ending(None, "", 0)).write(),
        "words": result_words(loaded),
        "photo": photo_address(loaded.match, viewer.side),
    }


def _changes_rows(log: Sequence[LogEntry], entry: LogEntry, viewer: Viewer) -> bool:
    """Whether an entry changes the units a viewer knows: it reveals or hides a unit again, or ends the match."""
    events = [entry.event]
    if entry.event.kind in (EventKind.UNDO, EventKind.ANSWER):
        events += [log[number - 1].event for number in (entry.taken_back or (entry.event.of,))]
    ends = any(event.kind is EventKind.END for event in events)
    return ends or any(effect.track == REVEALED and effect.side != viewer.side for effect in entry.effects)
