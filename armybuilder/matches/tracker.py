"""What the tracker shows a viewer of a match: rows of units, their boxes, what follows from them, what is new."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.matches.log import LoadedMatch
from rulesets.core.blanks import BLANK, Viewer
from rulesets.core.cards import Stat, Symbol
from rulesets.core.codec import encode
from rulesets.core.force import AnyGroup
from rulesets.core.matches import FAKE, SIDES, MatchState
from rulesets.core.play import REVEALED, Consequence
from rulesets.core.play_state import FORCE
from rulesets.core.trackers import Track


@dataclass(frozen=True, slots=True)
class TrackerRow:
    """Something that bears boxes, as one row: ``number`` as printed on its label and card, three values.

    ``kind`` tells which tracks it has, by their place in ``TrackerPage.kinds``. A blank has a number and no more.
    """

    id: str
    number: str
    title: str
    subtitle: str = ""
    symbol: Symbol | None = None
    values: tuple[Stat, ...] = ()
    kind: int = 0


@dataclass(frozen=True, slots=True)
class TrackerGroup:
    """A group with its rows; the blanks of a side stand in one without an id."""

    id: str
    name: str
    rows: tuple[TrackerRow, ...]


@dataclass(frozen=True, slots=True)
class TrackerSide:
    """One side of a match as the viewer may see it."""

    side: int
    name: str
    groups: tuple[TrackerGroup, ...]


@dataclass(frozen=True, slots=True)
class TrackerPage:
    """Both sides, and ``kinds``: the different lists of tracks that rows have."""

    sides: tuple[TrackerSide, ...]
    kinds: tuple[tuple[Track, ...], ...]


class _Kinds:
    """The lists of tracks that rows have, each once."""

    def __init__(self) -> None:
        self.known: dict[tuple[Track, ...], int] = {(): 0}

    def number(self, tracks: tuple[Track, ...]) -> int:
        return self.known.setdefault(tracks, len(self.known))


def tracker_page(loaded: LoadedMatch, viewer: Viewer) -> TrackerPage:
    """The rows of both sides that the viewer may know, and the numbers of the blanks."""
    kinds, state = _Kinds(), loaded.state
    sides = []
    for side, army in zip(SIDES, loaded.armies, strict=True):
        groups = list(_groups(loaded, viewer, state, side, army, kinds)) if army else []
        name = army.title if army else "Opponent"
        sides.append(TrackerSide(side, name, tuple(groups)))
    return TrackerPage(tuple(sides), tuple(kinds.known))


def _groups(
    loaded: LoadedMatch, viewer: Viewer, state: MatchState, side: int, army: LoadedArmy, kinds: _Kinds
) -> Iterator[TrackerGroup]:
    tracks = loaded.played.tracks[side]
    if tracks.get(FORCE) and viewer.knows(state, side, FORCE):
        row = TrackerRow(FORCE, "", army.title, kind=kinds.number(tracks[FORCE]))
        yield TrackerGroup("force", army.title, (row,))
    for group in army.force.groups:
        rows = [
            unit_row(loaded, side, army, unit.id, kinds.number(tracks[unit.id]))
            for unit in group.units
            if viewer.knows(state, side, unit.id)
        ]
        name = group_name_for(loaded, viewer, side, group)
        if tracks.get(group.id) and viewer.knows(state, side, group.id):
            rows.insert(0, TrackerRow(group.id, "", name, kind=kinds.number(tracks[group.id])))
        if rows:
            yield TrackerGroup(group.id, name, tuple(rows))
    fakes = [each for each in tracks if each.startswith(FAKE) and viewer.knows(state, side, each)]
    if fakes:
        numbers = viewer.numbers[side]
        rows = [
            TrackerRow(viewer.name(state, side, each), f"?{numbers[each]}", "Fake", kind=kinds.number(tracks[each]))
            for each in sorted(fakes, key=lambda fake: numbers[fake])
        ]
        yield TrackerGroup("fakes", "Fakes", tuple(rows))
    blanks = viewer.blanks(state, side)
    if blanks:
        rows = [TrackerRow(f"{BLANK}{number}", f"?{number}", "Blank") for number in blanks]
        yield TrackerGroup("blanks", "Blanks", tuple(rows))


def group_name_for(loaded: LoadedMatch, viewer: Viewer, side: int, group: AnyGroup) -> str:
    """What a viewer may call a group: the name that its player gave it only once all units of the side are known."""
    army = loaded.armies[side]
    assert army is not None  # noqa: S101
    if viewer.blanks(loaded.state, side):
        group = replace(group, name="")
    return army.ruleset.name_of_group(group, army.context)


def unit_row(loaded: LoadedMatch, side: int, army: LoadedArmy, unit_id: str, kind: int) -> TrackerRow:
    """A unit's row."""
    ruleset, context = army.ruleset, army.context
    group, unit = army.force.unit(unit_id)
    row, standing = ruleset.row(unit, group, context), ruleset.standing(unit, group, context)
    number = loaded.stored.numbers[side].get(unit_id)
    values = loaded.played.play.values(unit, group, context)
    short = f"{standing.short} ?{number}" if number else standing.short
    return TrackerRow(unit.id, short, row.title, row.subtitle, row.symbol, values, kind)


def ticks_of(loaded: LoadedMatch, viewer: Viewer) -> list[dict[str, dict[str, list[int]]]]:
    """The boxes ticked of each side and of the game (last), by bearer and track, that the viewer may know."""
    state = loaded.state
    sides = [
        {
            viewer.name(state, side, bearer): {slug: list(boxes) for slug, boxes in tracks.items()}
            for bearer, tracks in state.sides[side].ticks.items()
            if viewer.knows(state, side, bearer)
        }
        for side in SIDES
    ]
    return [*sides, state.conditions.write()]


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
        "marks": [list(mark) for mark in track.marks],
        "start": len(track.ticks),
    }


def consequences(loaded: LoadedMatch, viewer: Viewer) -> list[list[dict[str, Any]]]:
    """What follows from the states of each side, of what the viewer may know.

    While something of the other side is hidden, nothing is said of its groups and of its whole force, nor what
    offers to change them.
    """
    state, played = loaded.state, loaded.played
    found: list[list[dict[str, Any]]] = []
    for side, army in zip(SIDES, loaded.armies, strict=True):
        fielded = played.fielded(state, side)
        say = played.play.consequences
        if army is None or fielded is None or say is None:
            found.append([])
            continue
        found.append(
            [
                _plain(each, side)
                for each in say(fielded, army.context)
                if all(viewer.knows(state, side, bearer) for bearer in (each.bearer, *_offered(each)))
            ]
        )
    return found


def _offered(consequence: Consequence) -> Iterator[str]:
    return (change.bearer for change in consequence.offers)


def _plain(consequence: Consequence, side: int) -> dict[str, Any]:
    return {
        "bearer": consequence.bearer,
        "rule": consequence.rule,
        "message": consequence.message,
        "tone": consequence.tone.value,
        "offer": consequence.offer,
        "offers": [{**encode(change), "side": side} for change in consequence.offers],
    }


def update(loaded: LoadedMatch, viewer: Viewer, since: int) -> dict[str, Any]:
    """What is new after the entry ``since``, for a phone that has all entries up to it; with rows of the revealed."""
    state, entries = loaded.state, viewer.entries(loaded.state, loaded.log, since)
    return {
        "head": loaded.stored.head - 1,
        "entries": entries,
        "turn": state.turn,
        "segment": state.segment,
        "acting": list(loaded.played.acting(state)),
        "ended": state.ended,
        "waiting": sorted(state.waiting),
        "undone": sorted(state.undone),
        "consequences": consequences(loaded, viewer),
        "reload": any(
            effect.track == REVEALED and effect.bearer in loaded.played.begin_hidden[effect.side]
            for entry in loaded.log[since:]
            for effect in entry.effects
        )
        or (state.ended and loaded.stored.hides and bool(entries)),
    }
