"""Tracks as boxes to tick, side by side where they are short, with what happens at marked boxes below them."""

from __future__ import annotations

import itertools
import math
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from armybuilder.drawing.lettering import POINT, Cut, lines, printable, split_lines, width
from armybuilder.printing.blocks import CAPITALS, HEADING, HEADING_LEADING, LEADING, capitals_width
from armybuilder.printing.paper import Box
from rulesets.core.trackers import Track

TITLE_GAP = 1.4
TITLE_STEP = 1.0
"""Room for titles grows in such steps, so that units called much alike have their boxes in the same places."""
UNEVEN = 6.0
"""Titles that differ by more have rooms of their own."""
BESIDE = 3.0
"""Between two tracks in one row."""
ROW_GAP = 0.9
BOX_GAP = 0.8
BOX_LINE = 0.28
FIVES = 1.0
"""More room after every fifth box."""
LETTERS = 1.3
"""A box's room beside its word."""
WRITE_WIDTH = 13.0
WIDEST_TITLE = 0.36
"""Of the room; a longer title stands over its boxes."""
KEPT_BOXES = 4096
KEPT_PANELS = 128
"""Boxes and panels kept as they were laid: a card's tracks are laid again for each way to part its text."""


@dataclass(frozen=True, slots=True)
class TickBox:
    """A box to tick: its place, its word or number, whether it is ticked and whether it is marked."""

    box: Box
    text: str
    ticked: bool
    marked: bool


@dataclass(frozen=True, slots=True)
class Words:
    """A text with its place."""

    box: Box
    text: str


@dataclass(frozen=True, slots=True)
class Panel:
    """Tracks with everything in its place; ``rules`` are lines to write on, for tracks with very many boxes."""

    titles: tuple[Words, ...]
    boxes: tuple[TickBox, ...]
    notes: tuple[Words, ...]
    rules: tuple[Box, ...]
    points: float
    height: float


@dataclass(frozen=True, slots=True)
class _Measured:
    track: Track
    title: float
    boxes: tuple[float, ...]

    @property
    def row(self) -> float:
        """The width of all boxes in one row."""
        return sum(self.boxes) + BOX_GAP * max(0, len(self.boxes) - 1) + _fives(self.track, len(self.boxes))

    @property
    def whole(self) -> float:
        """The width of title and boxes in one row."""
        return self.title + self.row


def _fives(track: Track, number: int) -> float:
    """The extra room before the box after so many."""
    return 0.0 if track.names else FIVES * ((number - 1) // 5 if number else 0)


def _measured(track: Track, title: float, side: float, room: float) -> _Measured:
    marked = dict(track.marks)
    names = track.names or tuple(str(n) if n in marked else "" for n in range(1, track.boxes + 1))
    boxes = tuple(
        max(side, min(width(name, Cut.NARROW_STRONG, HEADING) + LETTERS, room)) if name else side for name in names
    )
    return _Measured(track, title, boxes)


def _title_rooms(tracks: Sequence[Track]) -> tuple[float, ...]:
    """The width for the title of each; tracks in a row that differ in nothing else mostly have the same."""
    rooms: list[float] = []
    for _, run in itertools.groupby(tracks, key=_untitled):
        wide = [capitals_width(track.title) + TITLE_GAP if track.title else 0.0 for track in run]
        even = max(wide) - min(wide) <= UNEVEN
        rooms += [math.ceil((max(wide) if even else each) / TITLE_STEP) * TITLE_STEP for each in wide]
    return tuple(rooms)


def _untitled(track: Track) -> tuple[Hashable, ...]:
    """All that is drawn of a track but its title."""
    return track.boxes, track.names, track.marks, track.ticks


def natural_width(tracks: Sequence[Track], side: float) -> float:
    """The width of the tracks, all in one row."""
    rooms = _title_rooms(tracks)
    measured = [_measured(track, title, side, float("inf")) for track, title in zip(tracks, rooms, strict=True)]
    return sum(each.whole for each in measured) + BESIDE * max(0, len(measured) - 1)


@dataclass(frozen=True, slots=True)
class Likeness:
    """Tracks, equal to others that differ from them in nothing but their titles and take the same places."""

    tracks: tuple[Track, ...] = field(compare=False)
    title_rooms: tuple[float, ...]
    seen: Hashable


def likeness(tracks: tuple[Track, ...], room: float, most_boxes: int | None = None) -> Likeness:
    """What tracks have in common with those of other units, in a width of ``room``."""
    titles = [track.title for track in tracks]
    noted = len({track.marks for track in tracks}) > 1
    written = most_boxes is not None and any(track.boxes > most_boxes for track in tracks)
    if noted or written or any(capitals_width(title) > room for title in titles):
        # Titles stand in notes as well, among numbers, or broken into lines.
        said: tuple[Hashable, ...] = tuple(titles)
    else:
        said = tuple(titles.index(title) for title in titles)
    return Likeness(tracks, _title_rooms(tracks), (said, tuple(map(_untitled, tracks))))


def retitled(panel: Panel, before: Sequence[Track], after: Sequence[Track]) -> Panel:
    """The panel of tracks as that of others of the same likeness."""
    names = {old.title: new.title for old, new in zip(before, after, strict=True) if old.title != new.title}
    return replace(panel, titles=tuple(_renamed(words, names) for words in panel.titles)) if names else panel


def _renamed(words: Words, names: Mapping[str, str]) -> Words:
    return Words(words.box, names[words.text]) if words.text in names else words


def track_panel(
    tracks: tuple[Track, ...], side: float, points: float, room: float, most_boxes: int | None = None
) -> Panel:
    """The tracks with boxes of that side; those with more than ``most_boxes`` get a line to write on instead."""
    panel, laid = _laid(likeness(tracks, room, most_boxes), side, points, room, most_boxes)
    return retitled(panel, laid, tracks)


@lru_cache(maxsize=KEPT_PANELS)
def _laid(
    alike: Likeness, side: float, points: float, room: float, most_boxes: int | None
) -> tuple[Panel, tuple[Track, ...]]:
    """A panel, and the tracks whose titles it has."""
    made = _Making(side, points, room, most_boxes)
    titled = zip(alike.tracks, alike.title_rooms, strict=True)
    measured = [_measured(track, title, side, room) for track, title in titled]
    for short, run in itertools.groupby(measured, key=lambda each: each.whole <= (room - BESIDE) / 2):
        if short:
            made.side_by_side(list(run))
        else:
            made.one_below_another(list(run))
    return made.panel(), alike.tracks


class _Making:
    """Lays tracks below one another."""

    def __init__(self, side: float, points: float, room: float, most_boxes: int | None) -> None:
        self.side, self.points, self.room, self.most_boxes = side, points, room, most_boxes
        self.titles: list[Words] = []
        self.boxes: list[TickBox] = []
        self.notes: list[Words] = []
        self.rules: list[Box] = []
        self.y = 0.0

    def panel(self) -> Panel:
        """What was laid so far."""
        height = max(0.0, self.y - ROW_GAP)
        return Panel(tuple(self.titles), tuple(self.boxes), tuple(self.notes), tuple(self.rules), self.points, height)

    def side_by_side(self, run: list[_Measured]) -> None:
        """Short tracks in columns, their boxes under one another."""
        title = max(each.title for each in run)
        pitch = title + max(each.row for each in run) + BESIDE
        columns = max(1, int((self.room + BESIDE) / pitch))
        pitch = (self.room + BESIDE) / columns
        for start in range(0, len(run), columns):
            for place, each in enumerate(run[start : start + columns]):
                self._row(each, place * pitch, title)
            self.y += self.side + ROW_GAP
        alike: dict[tuple[tuple[int, str], ...], list[Track]] = {}
        for each in run:
            alike.setdefault(each.track.marks, []).append(each.track)
        for marks, tracks in alike.items():
            if marks:
                self._note(tracks[0], named=len(alike) > 1, last=tracks[-1])

    def one_below_another(self, run: list[_Measured]) -> None:
        """Tracks with rows of their own; what the marks of several mean stands once, below the last of them."""
        for each, after in itertools.zip_longest(run, run[1:]):
            if self.most_boxes is not None and each.track.boxes > self.most_boxes:
                self._to_write(each)
            else:
                self._to_tick(each)
            if each.track.marks and (after is None or after.track.marks != each.track.marks):
                self._note(each.track, named=False)

    def _to_tick(self, each: _Measured) -> None:
        """Boxes beside their title, or under it."""
        beside = each.whole <= self.room or (each.row > self.room and each.title <= self.room * WIDEST_TITLE)
        indent = each.title if beside else 0.0
        if indent:
            self._title(each.track.title, 0.0, self.y, self.side)
        elif each.track.title:
            for line in _title_lines(each.track.title, self.room):
                self._title(line, 0.0, self.y, HEADING_LEADING)
                self.y += HEADING_LEADING
        for row in _rows(each, self.room - indent):
            self._boxes(each, row, indent)
            self.y += self.side + ROW_GAP

    def _row(self, each: _Measured, x: float, title: float) -> None:
        self._title(each.track.title, x, self.y, self.side)
        self._boxes(each, next(_rows(each, self.room), []), x + title)

    def _to_write(self, each: _Measured) -> None:
        """A line for the number of boxes, and on it how many are ticked."""
        of, ticked = f"of {each.track.boxes}", len(each.track.ticks)
        after = WRITE_WIDTH + TITLE_GAP
        left = each.title
        if left + after + capitals_width(of) > self.room:
            for line in _title_lines(each.track.title, self.room):
                self._title(line, 0.0, self.y, HEADING_LEADING)
                self.y += HEADING_LEADING
            left = 0.0
        else:
            self._title(each.track.title, 0.0, self.y, self.side)
        self.rules.append(Box(left, self.y, WRITE_WIDTH, self.side - BOX_LINE))
        if ticked:
            self.titles.append(Words(Box(left + TITLE_GAP, self.y, WRITE_WIDTH, self.side), str(ticked)))
        self.titles.append(Words(Box(left + after, self.y, self.room - left - after, self.side), of))
        self.y += self.side + ROW_GAP

    def _title(self, text: str, x: float, y: float, tall: float) -> None:
        if text:
            self.titles.append(Words(Box(x, y, self.room - x, tall), text))

    def _boxes(self, each: _Measured, row: list[tuple[float, int]], left: float) -> None:
        track, ticks = each.track, set(each.track.ticks)
        marks = {mark for mark, _ in track.marks}
        for at, number in row:
            x = left + at
            marked = number in marks
            text = track.names[number - 1] if track.names else (str(number) if marked else "")
            wide = min(each.boxes[number - 1], self.room - x)
            self.boxes.append(_tick_box(x, self.y, wide, self.side, text, number in ticks, marked))

    def _note(self, track: Track, *, named: bool, last: Track | None = None) -> None:
        text = " · ".join(f"{number}: {word}" for number, word in track.marks)
        which = track.title if last is None or last is track else f"{track.title} to {last.title}"
        text = f"{which} – {text}" if named else text
        tall = lines(text, Cut.NARROW, self.points, self.room) * self.points * POINT * LEADING
        self.notes.append(Words(Box(0.0, self.y - ROW_GAP / 2, self.room, tall), text))
        self.y += tall + ROW_GAP / 2


@lru_cache(maxsize=KEPT_BOXES)
def _tick_box(x: float, y: float, wide: float, side: float, text: str, ticked: bool, marked: bool) -> TickBox:
    """The box, the very same one wherever it stands in the same place of another card."""
    return TickBox(Box(x, y, wide, side), text, ticked, marked)


def _title_lines(title: str, room: float) -> tuple[str, ...]:
    """The title on as many lines as it takes."""
    if capitals_width(title) <= room:
        return (title,)
    return split_lines(printable(title.upper()), Cut.NARROW_STRONG, HEADING * CAPITALS, room)


def _rows(each: _Measured, room: float) -> Iterator[list[tuple[float, int]]]:
    """Boxes (place and number) of each row; rows of boxes without words are as long as one another."""
    rows = list(_filled_rows(each, room, len(each.boxes)))
    if len(rows) > 1 and not each.track.names:
        share = -(-len(each.boxes) // len(rows))
        rows = list(_filled_rows(each, room, share))
    yield from rows


def _filled_rows(each: _Measured, room: float, most: int) -> Iterator[list[tuple[float, int]]]:
    row: list[tuple[float, int]] = []
    x = 0.0
    for number, wide in enumerate(each.boxes, 1):
        if row and (len(row) == most or x + min(wide, room) > room + 1e-6):
            yield row
            row, x = [], 0.0
        row.append((x, number))
        x += wide + BOX_GAP
        if not each.track.names and len(row) % 5 == 0:
            x += FIVES
    if row:
        yield row
