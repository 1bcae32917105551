"""Tables and tracks as templates draw them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rulesets.core.reference import Align, Cell, Column, Table, Tone
from rulesets.core.trackers import Track

SHORT = 6
"""Characters of a text that may stand among numbers."""
CLASSES = {Align.LEFT: "", Align.CENTRE: "centre", Align.RIGHT: "right"}


@dataclass(frozen=True, slots=True)
class ShownCell:
    """A cell's text and its classes."""

    text: str
    classes: str


@dataclass(frozen=True, slots=True)
class ShownRow:
    """A row: the cell that names it, and the others; a ``stacked`` row has its name on a line of its own."""

    name: ShownCell
    cells: tuple[ShownCell, ...]
    beside: str = ""


@dataclass(frozen=True, slots=True)
class ShownTable:
    """A table for a template: ``caption`` and ``headings`` are empty where they would say nothing more.

    In a ``stacked`` table each row's name, with what is text in it, stands above its numbers.
    """

    caption: str
    headings: tuple[ShownCell, ...]
    rows: tuple[ShownRow, ...]
    note: str
    stacked: bool = False

    @property
    def columns(self) -> int:
        """How many columns there are; a stacked table has none for the names."""
        return len(self.rows[0].cells) + (not self.stacked) if self.rows else len(self.headings)


def _classes(column: Column, tone: Tone = Tone.PLAIN) -> str:
    return " ".join(filter(None, (CLASSES[column.align], "" if tone is Tone.PLAIN else f"tone-{tone}")))


def same_words(one: str, other: str) -> bool:
    """Whether two headings say the same, in one or many."""
    return one.strip().casefold().rstrip("s") == other.strip().casefold().rstrip("s")


def shown_table(table: Table, *, joined: bool = False) -> ShownTable:
    """The table; ``joined`` puts its title into the first heading, where room is scarce."""
    headings = [column.heading for column in table.columns]
    caption = "" if same_words(table.title, headings[0]) else table.title
    if caption and joined and any(headings):
        headings[0] = f"{caption} · {headings[0]}" if headings[0] else caption
        caption = ""
    rows = tuple(
        ShownRow(
            ShownCell(row[0].text, _classes(table.columns[0], row[0].tone)), tuple(_cells(row[1:], table.columns[1:]))
        )
        for row in table.rows
    )
    return ShownTable(caption, _headings(headings, table.columns), rows, table.note)


def stacked_table(table: Table) -> ShownTable | None:
    """The table with each row's name above its numbers; ``None`` where it has no numbers."""
    numbers = [place for place in range(1, len(table.columns)) if _is_number_column(table, place)]
    if not numbers:
        return None
    columns = [table.columns[place] for place in numbers]
    rows = []
    for row in table.rows:
        texts = (cell.text for place, cell in enumerate(row) if place and place not in numbers and cell.text)
        name = ShownCell(row[0].text, _classes(table.columns[0], row[0].tone))
        cells = tuple(_cells([row[place] for place in numbers], columns))
        rows.append(ShownRow(name, cells, " · ".join(texts)))
    headings = _headings([column.heading for column in columns], columns)
    return ShownTable(table.title or table.columns[0].heading, headings, tuple(rows), table.note, stacked=True)


def _headings(texts: Sequence[str], columns: Sequence[Column]) -> tuple[ShownCell, ...]:
    if not any(texts):
        return ()
    return tuple(ShownCell(text, _classes(column)) for text, column in zip(texts, columns, strict=True))


def _cells(row: Sequence[Cell], columns: Sequence[Column]) -> Iterator[ShownCell]:
    for cell, column in zip(row, columns, strict=True):
        yield ShownCell(cell.text, _classes(column, cell.tone))


def _is_number_column(table: Table, place: int) -> bool:
    texts = [row[place].text for row in table.rows]
    return any(texts) and (all(len(text) <= SHORT for text in texts) or table.columns[place].align is not Align.LEFT)


def with_rows(table: Table, start: int, end: int) -> Table:
    """Some of a table's rows; the note stands below the last one."""
    return replace(table, rows=table.rows[start:end], note=table.note if end >= len(table.rows) else "")


# --- boxes to tick -----------------------------------------------------------------------------------

MOST_BOXES = 150
"""Of one track; where there would be more, there is a line to write their number on."""


@dataclass(frozen=True, slots=True)
class ShownBox:
    """A box: its word or, where something happens, its number; whether it is ticked, or marked."""

    text: str
    ticked: bool
    marked: bool
    fifth: bool
    wide: bool


@dataclass(frozen=True, slots=True)
class ShownTrack:
    """A row of boxes with its title; ``of`` is the number of boxes where they are too many to draw.

    ``short`` tracks stand side by side, ``long`` ones have their title on a line of its own. ``key`` says what the
    marked boxes mean, below the last track that has them.
    """

    title: str
    boxes: tuple[ShownBox, ...]
    of: int
    ticked: int
    short: bool
    long: bool
    key: str


def shown_track(
    track: Track, *, short: bool = False, long: bool = False, key: str = "", codes: Mapping[str, str] | None = None
) -> ShownTrack:
    """The track as a template draws it; ``codes`` are letters for marked boxes, by what they mean, for numbers."""
    ticks, marks = set(track.ticks), dict(track.marks)
    if track.boxes > MOST_BOXES:
        return ShownTrack(track.title, (), track.boxes, len(ticks), short, long, key)
    boxes = tuple(
        ShownBox(
            track.names[number - 1]
            if track.names
            else (_mark(number, marks[number], codes) if number in marks else ""),
            number in ticks,
            number in marks,
            not track.names and number % 5 == 0,
            bool(track.names) and len(track.names[number - 1]) > 1,
        )
        for number in range(1, track.boxes + 1)
    )
    return ShownTrack(track.title, boxes, 0, len(ticks), short, long, key)


def _mark(number: int, word: str, codes: Mapping[str, str] | None) -> str:
    return codes[word] if codes else str(number)


def key_of(track: Track) -> str:
    """What the marked boxes of a track mean."""
    return " · ".join(f"{number}: {word}" for number, word in track.marks)
