"""The contents of a quick-reference sheet in one type size: flow charts, and the pieces in its columns.

Heights are estimated here from the fonts' widths; ``quick_reference.py`` corrects them with the layout.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from armybuilder.drawing.flows import Colours, FlowDrawing, draw_flow, flow_in_words
from armybuilder.drawing.lettering import POINT, FontCut, lines, width
from armybuilder.printing.colours import colours
from armybuilder.printing.fitting.columns import ColumnBlock
from armybuilder.printing.fitting.lengths import lengths, style_of_size
from armybuilder.printing.fitting.text import (
    Form,
    form_of,
    line_height,
    paragraph_height,
    same_words,
    spell_out,
    table_height,
    with_rows,
)
from armybuilder.printing.paper import Size
from armybuilder.printing.rendering import EXACT
from rulesets.core.cards import Ink
from rulesets.core.reference import Flow, Line, Section
from rulesets.core.tables import Table

STYLE = "quick-reference"
MAX_COLUMNS = 4
MIN_ROWS = 3
"""Fewest rows of a table in a column when it continues in the next one."""
LONG_TABLE = 12
"""Tables of fewer rows stay whole,"""
MAX_UNBROKEN_HEIGHT = 0.8
"""as long as they take no more than this of a column's height."""
MIN_FLOW_SIZE = 7.5
"""The smallest type of a flow chart in points; a chart that would need smaller type is written in words."""


@dataclass(frozen=True, slots=True)
class Heading:
    """The bar at the top of a page: the title, what the sheet is, and for whom; and the credit at the foot."""

    title: str
    what: str
    army: str
    credit: str


@dataclass(frozen=True, slots=True)
class Frame:
    """The room of a sheet in millimetres: across it, down it, across a column; the number of columns, and the style
    sheet in the size of text that was chosen.
    """

    sheet: Size
    style: str
    available_width: float
    whole: float
    column: float
    columns: int

    @classmethod
    def of(cls, sheet: Size, rem: float) -> Frame:
        """The frame of a sheet of that size."""
        style = style_of_size(STYLE, rem)
        css = lengths(style)
        available_width = sheet.width - 2 * css["side"]
        count = int((available_width + css["column-gap"]) / (css["column-width"] + css["column-gap"]))
        columns = max(1, min(MAX_COLUMNS, count))
        # Columns side by side may not be wider than the sheet by a rounding.
        column = (available_width - (columns - 1) * css["column-gap"]) / columns - EXACT
        return cls(sheet, style, available_width, sheet.height - css["top"] - css["bottom"], column, columns)

    def is_long(self, heading: Heading) -> bool:
        """Whether the army's name is on separate lines in the bar."""
        css = lengths(self.style)
        title = width(f"{heading.title} {heading.what}", FontCut.NARROW_STRONG, css["band-title"] / POINT)
        army = width(heading.army, FontCut.NARROW, css["band-army"] / POINT)
        return title + army + css["column-gap"] > self.available_width - 2 * css["band-side"]

    def band(self, heading: Heading) -> float:
        """The height of the bar with the gap below it."""
        css = lengths(self.style)
        available_width = self.available_width - 2 * css["band-side"]
        more = paragraph_height(heading.army, FontCut.NARROW, css["band-army"], available_width, css["leading"])
        return css["band"] + css["band-gap"] + (more if self.is_long(heading) else 0.0)

    def title(self, words: str, available_width: float) -> float:
        """The height of a section's title."""
        css = lengths(self.style)
        inner_width = available_width - css["section-line"] * 2
        count = lines(f"{words} continued", FontCut.NARROW_STRONG, css["section-text"] / POINT, inner_width)
        return css["section-title"] + (count - 1) * css["section-line"]


@dataclass(frozen=True, slots=True)
class ReferencePiece:
    """An unbreakable piece: a line, or rows ``start`` to ``end`` of a table; and its section."""

    key: str
    section: int
    line: Line | None = None
    table: Table | None = None
    start: int = 0
    end: int = 0
    form: Form = Form.COLUMNS


@dataclass(frozen=True, slots=True)
class PrintedFlow:
    """A flow chart with its section's number and title, and in words."""

    number: int
    title: str
    drawing: FlowDrawing
    colours: Colours
    words: str


@dataclass(frozen=True)
class Content:
    """The sections in one size of type, in points, under the heading of their sheet; flow charts in these colours, in
    ``chart`` points at most.
    """

    sections: tuple[Section, ...]
    heading: Heading
    frame: Frame
    colours: Colours
    size: float
    chart: float = math.inf

    @cached_property
    def pieces(self) -> tuple[ReferencePiece, ...]:
        """The pieces of the columns in order."""
        return tuple(self._pieces())

    def _pieces(self) -> Iterator[ReferencePiece]:
        for number, section in enumerate(self.ordered, 1):
            lines = [*_in_words(section.flow)] if section.flow is not None and not self.flows else []
            for place, table in enumerate(section.tables):
                if len(section.tables) == 1 and same_words(table.title, section.title):
                    table = replace(table, title="")
                form = form_of(table, self.size, self.frame.column, self.frame.style)
                if form is Form.LINES:
                    lines += spell_out(table)
                    continue
                tall = table_height(table, self.size, self.frame.column, self.frame.style, form)
                for start, end in _runs(len(table.rows), whole=tall <= self.down * MAX_UNBROKEN_HEIGHT):
                    yield ReferencePiece(f"p-{number}-{place}-{start}", number, None, table, start, end, form)
            for place, line in enumerate((*lines, *section.lines)):
                yield ReferencePiece(f"p-{number}-l{place}", number, line)

    @property
    def ordered(self) -> list[Section]:
        """The sections, those with flow charts first."""
        return sorted(self.sections, key=lambda section: section.flow is None)

    @cached_property
    def estimates(self) -> dict[str, float]:
        """The pieces' heights as estimated."""
        return {piece.key: self._estimate(piece) for piece in self.pieces}

    def _estimate(self, piece: ReferencePiece) -> float:
        column, style = self.frame.column, self.frame.style
        if piece.line is not None:
            return line_height(piece.line, self.size, column, style)
        if piece.table is None:
            return 0.0
        # All rows of a table have its columns, so those before them count in.
        until, before = (
            table_height(with_rows(piece.table, 0, end), self.size, column, style, piece.form) if end else 0.0
            for end in (piece.end, piece.start)
        )
        return until - before

    def _head(self, piece: ReferencePiece) -> float:
        """The estimated height of a table's title and headings."""
        if piece.table is None:
            return 0.0
        row = replace(piece.table, rows=piece.table.rows[:1], note="")
        bare = replace(row, title="", columns=tuple(replace(column, heading="") for column in row.columns))
        layout = self.size, self.frame.column, self.frame.style
        return table_height(row, *layout, piece.form) - table_height(bare, *layout, piece.form)

    def with_heads(self, measured: Mapping[str, float]) -> dict[str, float]:
        """Heights in which a table's title and headings are added to its first rows, its note to the last ones."""
        heights = dict(measured)
        blocks: list[list[ReferencePiece]] = []
        for piece in self.pieces:
            if piece.table is not None and f"head {piece.key}" in measured:
                blocks.append([piece])
            elif piece.start and piece.key in measured and blocks:
                blocks[-1].append(piece)
        for first, *others in blocks:
            more = measured[f"head {first.key}"] - sum(measured.get(piece.key, 0.0) for piece in (first, *others))
            if first.start:
                heights[(first, *others)[-1].key] += max(0.0, more - self._head(first))
            elif first.key in heights:
                heights[first.key] += more
        return heights

    @cached_property
    def flows(self) -> tuple[PrintedFlow, ...]:
        """The flow charts above the columns of the first page; none if they do not fit there."""
        points = min(self.size, self.chart, lengths(self.frame.style)["flow-points"] / POINT)
        while points >= MIN_FLOW_SIZE:
            drawings = tuple(self._flows(points))
            if not any(flow.drawing.cramped for flow in drawings) and self.room_above(drawings) <= self.down:
                return drawings
            points -= 0.5
        return ()

    def _flows(self, points: float) -> Iterator[PrintedFlow]:
        for number, section in enumerate(self.ordered, 1):
            if section.flow is not None:
                drawing = draw_flow(section.flow, points, self.frame.available_width)
                words = " ".join(f"{line.term} {line.text}" for line in _in_words(section.flow))
                yield PrintedFlow(number, section.title, drawing, self.colours, f"{section.flow.title}: {words}")

    @cached_property
    def down(self) -> float:
        """The height of a column."""
        return self.frame.whole - self.frame.band(self.heading)

    def room_above(self, flows: Sequence[PrintedFlow]) -> float:
        """The height of flow charts above the first page's columns in millimetres."""
        gap = lengths(self.frame.style)["section-gap"]
        return sum(
            flow.drawing.height + self.frame.title(flow.title, self.frame.available_width) + gap for flow in flows
        )

    def blocks(self, heights: Mapping[str, float]) -> list[ColumnBlock]:
        """The pieces as blocks of those heights."""
        css = lengths(self.frame.style)
        blocks = []
        for place, piece in enumerate(self.pieces):
            before, after, last = (self._beside(place, steps) for steps in (-1, 1, 2))
            lines_both = before is not None and before.line is not None and piece.line is not None
            again = self._head(piece) if piece.start else 0.0
            # Neither the first line of a section nor the last one is left alone in a column.
            keep_with_next = piece.line is not None and after is not None and (before is None or last is None)
            gap = 0.0 if again else css["line-gap"] if lines_both else css["block-gap"]
            title = self.frame.title(self.ordered[piece.section - 1].title, self.frame.column)
            blocks.append(
                ColumnBlock(piece.section, heights[piece.key], gap, title, css["section-gap"], keep_with_next, again)
            )
        return blocks

    def _beside(self, place: int, steps: int) -> ReferencePiece | None:
        """The piece of the same section so many places away."""
        there = place + steps
        if 0 <= there < len(self.pieces) and self.pieces[there].section == self.pieces[place].section:
            return self.pieces[there]
        return None


def _runs(count: int, *, whole: bool) -> Iterator[tuple[int, int]]:
    """The runs of a table's rows that stay together; a short table is one run if possible."""
    if count <= MIN_ROWS or (whole and count < LONG_TABLE):
        yield 0, count
        return
    starts = list(range(0, count - MIN_ROWS + 1, MIN_ROWS))
    yield from zip(starts, (*starts[1:], count), strict=True)


def _in_words(flow: Flow) -> Iterator[Line]:
    """A flow chart in words, a line for each step."""
    for number, (text, ways) in enumerate(flow_in_words(flow), 1):
        yield Line(str(number), " ".join((text, *ways)))


def flow_colours(accent: str, ink: Ink) -> Colours:
    """The colours of a flow chart in the document's shade and inks."""
    shades = colours(accent, ink)
    end, end_ink = ("#fff", shades["deep"]) if ink is Ink.SAVER else (shades["deep"], "#fff")
    return Colours(shades["deep"], shades["pale"], "#fff", shades["ink"], end, end_ink)
