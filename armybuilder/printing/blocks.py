"""Tables and lines of text, measured: what cards and quick-reference sheets are made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from armybuilder.drawing.flows import Drawn
from armybuilder.drawing.lettering import POINT, Cut, lines, longest_word, printable, run_on, width, words_of
from rulesets.core.reference import Align, Line, Table, Tone

LEADING = 1.17
HEADING = 7.5
"""Headings of statlines, tables and tracks, in capitals."""
HEADING_LEADING = 3.1
CAPITALS = 1.09
"""Capitals are set a little apart."""
ROW_PAD = 0.62
LINE_GAP = 0.5
CELL_PAD = 1.4
"""Left and right of a cell's text together."""
KEPT_BLOCKS = 512
"""Tables kept with their measures: many cards have the same."""
COLUMN_GAP = CELL_PAD + 0.2
"""Room that a column has beside its text: the padding, and a little for rounding."""


def capitals_width(text: str) -> float:
    """The width of a heading in capitals."""
    return width(text.upper(), Cut.NARROW_STRONG, HEADING) * CAPITALS


@dataclass(frozen=True, slots=True)
class GridCell:
    """One cell of a table."""

    text: str
    align: Align
    tone: Tone


@dataclass(frozen=True, slots=True)
class TableBlock:
    """A table with the widths of its columns; ``headings`` is empty where no column has one.

    ``cramped`` says that some word is wider than its column.
    """

    drawing: ClassVar = "table"

    caption: str
    headings: tuple[GridCell, ...]
    rows: tuple[tuple[GridCell, ...], ...]
    widths: tuple[float, ...]
    note: str
    points: float
    height: float
    cramped: bool


@dataclass(frozen=True, slots=True)
class StackedRow:
    """A row in two: its name with what is text in it, and under them its numbers."""

    name: str
    text: str
    cells: tuple[GridCell, ...]


@dataclass(frozen=True, slots=True)
class StackedBlock:
    """A table too wide for its room with each row's name on a line of its own; otherwise like ``TableBlock``."""

    drawing: ClassVar = "stacked"

    caption: str
    headings: tuple[GridCell, ...]
    rows: tuple[StackedRow, ...]
    widths: tuple[float, ...]
    note: str
    points: float
    height: float
    cramped: bool


@dataclass(frozen=True, slots=True)
class LineBlock:
    """A term and what it means."""

    drawing: ClassVar = "line"

    line: Line
    points: float
    height: float


@dataclass(frozen=True, slots=True)
class FlowBlock:
    """A flow chart."""

    drawing: ClassVar = "flow"

    drawn: Drawn

    @property
    def height(self) -> float:
        """Of the chart."""
        return self.drawn.height


def column_widths(least: Sequence[float], most: Sequence[float], room: float) -> tuple[float, ...]:
    """Widths between what the longest word and what the whole text of each column takes, which fill the room."""
    if sum(most) <= room:
        share = (room - sum(most)) / len(most)
        return tuple(natural + share for natural in most)
    if sum(least) >= room:
        most_each = _evened(least, room)
        return tuple(min(word, most_each) for word in least)
    spare = (room - sum(least)) / (sum(most) - sum(least))
    return tuple(word + (natural - word) * spare for word, natural in zip(least, most, strict=True))


def _evened(widths: Sequence[float], room: float) -> float:
    """The width to which the widest are cut so that all fill the room: numbers keep theirs beside a very long word."""
    left, count = room, len(widths)
    for wide in sorted(widths):
        if wide * count >= left:
            break
        left, count = left - wide, count - 1
    return left / max(1, count)


def cut_of(column: int, tone: Tone) -> Cut:
    """The cut in which a table sets a cell: strong for the row's name and for tones."""
    return Cut.NARROW_STRONG if column == 0 or tone not in (Tone.PLAIN, Tone.MUTED) else Cut.NARROW


def same_words(one: str, other: str) -> bool:
    """Whether two headings say the same, in one or many."""
    return one.strip().casefold().rstrip("s") == other.strip().casefold().rstrip("s")


def _rows_height(table: Table, points: float, widths: Sequence[float]) -> float:
    """Of all rows, headings not counted."""
    height = 0.0
    for row in table.rows:
        tall = max(
            lines(printable(cell.text), cut_of(column, cell.tone), points, widths[column] - CELL_PAD)
            for column, cell in enumerate(row)
        )
        height += tall * points * POINT * LEADING + ROW_PAD
    return height


@lru_cache(maxsize=KEPT_BLOCKS)
def table_block(table: Table, points: float, room: float) -> TableBlock:
    """The table with its columns' widths and its height; the rows' names stay whole where that takes no more room."""
    columns = range(len(table.columns))
    headings = tuple(column.heading for column in table.columns)

    least, most = [], []
    for column in columns:
        texts = [(printable(row[column].text), cut_of(column, row[column].tone)) for row in table.rows]
        words = [longest_word(text, cut, points) for text, cut in texts]
        words += [capitals_width(word) for word in words_of(headings[column])]
        whole = [width(text, cut, points) for text, cut in texts] + [capitals_width(headings[column])]
        least.append(max(words, default=0) + COLUMN_GAP)
        most.append(max(whole, default=0) + COLUMN_GAP)
    widths = column_widths(least, most, room)
    height = _rows_height(table, points, widths)
    if sum(most) > room >= most[0] + sum(least[1:]) and len(columns) > 1:
        named = (most[0], *column_widths(least[1:], most[1:], room - most[0]))
        if (lower := _rows_height(table, points, named)) <= height:
            widths, height = named, lower
    leading = points * POINT * LEADING
    if any(headings):
        tall = max(
            lines(heading.upper(), Cut.NARROW_STRONG, HEADING * CAPITALS, widths[column] - CELL_PAD)
            for column, heading in enumerate(headings)
        )
        height += tall * HEADING_LEADING + ROW_PAD
    caption = "" if same_words(table.title, headings[0]) else table.title
    if caption and any(headings):
        joined = f"{caption} · {headings[0]}" if headings[0] else caption
        if capitals_width(joined) + COLUMN_GAP <= widths[0]:
            caption, headings = "", (joined, *headings[1:])
    if caption:
        height += lines(caption, Cut.NARROW_STRONG, points, room) * leading
    if table.note:
        height += lines(table.note, Cut.NARROW, points, room) * leading + LINE_GAP
    return TableBlock(
        caption=caption,
        headings=tuple(
            GridCell(heading, column.align, Tone.PLAIN)
            for heading, column in zip(headings, table.columns, strict=True)
            if any(headings)
        ),
        rows=tuple(
            tuple(GridCell(cell.text, table.columns[place].align, cell.tone) for place, cell in enumerate(row))
            for row in table.rows
        ),
        widths=widths,
        note=table.note,
        points=points,
        height=height,
        cramped=sum(least) > room,
    )


BROKEN_NAME = 3
"""Lines of a row's name that are too many beside numbers."""
SHORT = 6
"""Characters of a text that may stand among numbers."""


@lru_cache(maxsize=KEPT_BLOCKS)
def narrow_table_block(table: Table, points: float, room: float) -> TableBlock | StackedBlock:
    """The table, stacked where a word would be wider than its column, or long names would take more room."""
    block = table_block(table, points, room)
    if block.cramped:
        return _stacked(table, points, room) or block
    wide = block.widths[0] - CELL_PAD
    names = (lines(printable(row[0].text), Cut.NARROW_STRONG, points, wide) for row in table.rows)
    stacked = _stacked(table, points, room) if max(names, default=0) >= BROKEN_NAME else None
    return stacked if stacked and not stacked.cramped and stacked.height <= block.height else block


def _stacked(table: Table, points: float, room: float) -> StackedBlock | None:
    """The table with its numbers below its names; ``None`` where it has none."""
    numbers = [place for place in range(1, len(table.columns)) if _is_number_column(table, place)]
    if not numbers:
        return None
    values = Table(
        "", tuple(table.columns[n] for n in numbers), tuple(tuple(row[n] for n in numbers) for row in table.rows)
    )
    inner = table_block(values, points, room)
    rows = []
    height = 0.0
    for row, cells in zip(table.rows, inner.rows, strict=True):
        texts = (cell.text for place, cell in enumerate(row) if place and place not in numbers and cell.text)
        stacked = StackedRow(row[0].text, " · ".join(texts), cells)
        rows.append(stacked)
        height += line_block(Line(stacked.name, stacked.text), points, room - CELL_PAD).height
    caption = table.title or table.columns[0].heading
    height += inner.height + lines(caption, Cut.NARROW_STRONG, points, room) * points * POINT * LEADING
    if table.note:
        height += lines(table.note, Cut.NARROW, points, room) * points * POINT * LEADING + LINE_GAP
    return StackedBlock(caption, inner.headings, tuple(rows), inner.widths, table.note, points, height, inner.cramped)


def _is_number_column(table: Table, place: int) -> bool:
    texts = [row[place].text for row in table.rows]
    short = all(len(text) <= SHORT for text in texts)
    return any(texts) and (short or table.columns[place].align is not Align.LEFT)


def line_block(line: Line, points: float, room: float) -> LineBlock:
    """The line with its height."""
    term, text = line.term.strip(), line.text.strip()
    count = run_on((term, Cut.NARROW_STRONG, points), (text, Cut.NARROW, points), room).count
    return LineBlock(line, points, count * points * POINT * LEADING)
