"""The quick-reference sheet (QRS): flow charts above, numbered sections in balanced columns, on few pages."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate, groupby

from django.utils.timezone import localdate

from armybuilder.drawing.flows import Colours, Drawn, draw_flow, told
from armybuilder.drawing.lettering import POINT, Cut, lines, width
from armybuilder.printing.choices import Scope
from armybuilder.printing.documents.document import Part
from armybuilder.printing.documents.geometry import properties_css, rem_css, sheet_css
from armybuilder.printing.documents.order import Order, Setting
from armybuilder.printing.documents.tables import ShownRow, ShownTable, shown_table, stacked_table
from armybuilder.printing.fitting.columns import Block, balanced, height_of, whole_sections
from armybuilder.printing.fitting.lengths import REM, lengths, sized, steps
from armybuilder.printing.fitting.text import (
    Form,
    form_of,
    has_whole_names,
    line_height,
    paragraph_height,
    same_words,
    spelled,
    table_height,
    with_rows,
)
from armybuilder.printing.inks import colours
from armybuilder.printing.paper import Size
from armybuilder.printing.rendering import EXACT, Batch, CannotPrint
from rulesets.core.cards import Ink
from rulesets.core.force import for_opponent, together
from rulesets.core.reference import Flow, Line, Section
from rulesets.core.ruleset import AnyRuleset
from rulesets.core.tables import Table

USUAL = 210.0 * 297.0
"""The area of the sheet for which a game says how many pages its reference takes."""
MOST_COLUMNS = 4
FEWEST_ROWS = 3
"""Rows of a table that stay together when it goes on in the next column."""
LONG_TABLE = 12
"""Tables of fewer rows stay whole,"""
MOST_WHOLE = 0.8
"""as long as they take no more than this of a column's height."""
TRIES = 4
"""How often columns are made anew with what the layout measured."""
MORE_PAGES = 4
"""Pages more than small type needs by estimate, before it is given up."""
EVEN = 8.0
"""Millimetres by which the tallest column may be taller than it needs to be, before columns are made anew."""
LEAST_FLOW = 7.5
"""The smallest type of a flow chart in points; where it would have to be smaller, the chart is told in words."""
STYLE = "quick-reference"


@dataclass(frozen=True, slots=True)
class Piece:
    """What is not parted: a line, or some rows of a table from ``start`` to ``end``; and its section."""

    key: str
    section: int
    line: Line | None = None
    table: Table | None = None
    start: int = 0
    end: int = 0
    form: Form = Form.COLUMNS


@dataclass(frozen=True, slots=True)
class ShownPiece:
    """A line, or a table with as many of its rows as stand in a column, in runs; ``key`` names it in the layout."""

    key: str
    line: Line | None = None
    table: ShownTable | None = None
    classes: str = ""
    runs: tuple[tuple[str, tuple[ShownRow, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class ShownSection:
    """A section's pieces in one column; ``again`` where it goes on from the column before."""

    number: int
    title: str
    again: bool
    pieces: tuple[ShownPiece, ...]


@dataclass(frozen=True, slots=True)
class ShownFlow:
    """A flow chart with its section's number and title, and in words."""

    number: int
    title: str
    drawn: Drawn
    colours: Colours
    told: str


@dataclass(frozen=True, slots=True)
class Heading:
    """What stands in the bar at a page's top: the title, what the sheet is, and for whom; and the credit below."""

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
    across: float
    whole: float
    column: float
    columns: int

    @classmethod
    def of(cls, sheet: Size, rem: float) -> Frame:
        """The frame of a sheet of that size."""
        style = sized(STYLE, rem)
        css = lengths(style)
        across = sheet.width - 2 * css["side"]
        count = int((across + css["column-gap"]) / (css["column-width"] + css["column-gap"]))
        columns = max(1, min(MOST_COLUMNS, count))
        # Columns side by side may not be wider than the sheet by a rounding.
        column = (across - (columns - 1) * css["column-gap"]) / columns - EXACT
        return cls(sheet, style, across, sheet.height - css["top"] - css["bottom"], column, columns)

    def is_long(self, heading: Heading) -> bool:
        """Whether the army's name takes lines of its own in the bar."""
        css = lengths(self.style)
        title = width(f"{heading.title} {heading.what}", Cut.NARROW_STRONG, css["band-title"] / POINT)
        army = width(heading.army, Cut.NARROW, css["band-army"] / POINT)
        return title + army + css["column-gap"] > self.across - 2 * css["band-side"]

    def band(self, heading: Heading) -> float:
        """The height of the bar with the gap below it."""
        css = lengths(self.style)
        room = self.across - 2 * css["band-side"]
        more = paragraph_height(heading.army, Cut.NARROW, css["band-army"], room, css["leading"])
        return css["band"] + css["band-gap"] + (more if self.is_long(heading) else 0.0)

    def title(self, words: str, across: float) -> float:
        """The height of a section's title."""
        css = lengths(self.style)
        room = across - css["section-line"] * 2
        count = lines(f"{words} continued", Cut.NARROW_STRONG, css["section-text"] / POINT, room)
        return css["section-title"] + (count - 1) * css["section-line"]


def quick_reference_parts(order: Order) -> Iterator[Part]:
    """The sheet of the army, of both armies or the complete one, as the choices say."""
    army, choices = order.army, order.choices
    game, name = army.ruleset, army.force.name
    if choices.scope is Scope.COMPLETE:
        sections, name = game.sections(None), "complete"
    elif choices.scope is Scope.BOTH and order.opposing is not None:
        other = for_opponent(order.opposing.force)
        sections = game.sections(game.context(together(army.force, other)))
        name = f"{name or f'Unnamed {game.words.force}'} and {other.name or f'unnamed {game.words.force}'}"
    else:
        sections = game.sections(army.context)
    heading = Heading(game.title, "quick reference", name, f"{_version(game)} {order.credit()}")
    yield Part("Quick reference", tuple(sheet_batches(order.setting, sections, heading, game.sheet_pages)))


def _version(ruleset: AnyRuleset) -> str:
    """Which rules a sheet holds, and of what day: rulings and own entries may change later."""
    today = localdate()
    return f"{ruleset.edition[:1].upper()}{ruleset.edition[1:]}. Printed {today.day} {today:%B %Y}."


def sheet_batches(setting: Setting, sections: Sequence[Section], heading: Heading, most_pages: int) -> list[Batch]:
    """The pages in the largest type that needs no more than ``most_pages`` of the usual size, or than small type needs.

    Columns are filled by estimate, and then by what the layout measures.
    """
    frame = Frame.of(setting.sheet, REM * setting.scale)
    sizes = [size * setting.scale for size in steps("quick-reference", "text-sizes")]
    most = max(1, round(most_pages * USUAL / (frame.sheet.width * frame.sheet.height) + 0.2))
    smallest = Sheet(setting, tuple(sections), heading, frame, sizes[-1])
    if smallest.columns(smallest.heights({}), most) is None:
        smallest = replace(smallest, chart=LEAST_FLOW)
    while smallest.columns(smallest.heights({}), most) is None:
        most += 1
    off: dict[str, float] = {}
    for size in sizes:
        sheet = replace(smallest, size=size, off=off)
        if sheet.columns(sheet.heights({}), most) is not None:
            batches, off = sheet.fitted(most)
            if batches:
                return batches
    for pages in range(most + 1, most + 1 + MORE_PAGES):
        batches, off = replace(smallest, off=off).fitted(pages)
        if batches:
            return batches
    raise CannotPrint(
        "Something in this quick reference is too large for the paper; choose larger paper or smaller type."
    )


@dataclass(frozen=True)
class Sheet:
    """The sections in one size of type, in points, flow charts in ``chart`` points at most; ``off`` is by how much
    estimates were off in another size.
    """

    setting: Setting
    sections: tuple[Section, ...]
    heading: Heading
    frame: Frame
    size: float
    chart: float = math.inf
    off: Mapping[str, float] = field(default_factory=dict)

    def fitted(self, pages: int) -> tuple[list[Batch], dict[str, float]]:
        """So many pages or fewer, put right by the layout, none where they do not hold the sections; and by how much
        the estimated heights were off.
        """
        off, known = dict(self.off), dict[str, float]()
        heights = self.heights({})
        columns = self.columns(heights, pages)
        for _ in range(TRIES):
            if columns is None:
                return [], off
            batches = self.batches(columns)
            rendered = self.setting.printer.rendered(batches)
            boxes = {name: box for each in rendered for name, box in each.measured.items()}
            # What reaches the end of the paper is cut there, so its height is not known.
            end = self.frame.sheet.height - EXACT
            found = self._with_heads({name: box.height for name, box in boxes.items() if box.bottom < end})
            # A table that is parted elsewhere has other columns; the higher one of its heights is sure to be enough.
            known = {key: max(height, known.get(key, 0.0)) for key, height in {**known, **found}.items()}
            heights = self.heights(known)
            off = {key: height / self.estimates[key] for key, height in heights.items()}
            fits = all(
                box.fits and box.height <= self.frame.whole + EXACT
                for name, box in boxes.items()
                if name.startswith("page")
            )
            better = self.columns(heights, pages)
            if fits and (better is None or self.tallest(columns, heights) < self.tallest(better, heights) + EVEN):
                return batches, off
            columns = better
        return [], off

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """What stands in the columns, in order."""
        return tuple(self._pieces())

    def _pieces(self) -> Iterator[Piece]:
        for number, section in enumerate(self.ordered, 1):
            said = _told(section.flow) if section.flow is not None and not self.flows else ()
            told_lines = [*said]
            for place, table in enumerate(section.tables):
                if len(section.tables) == 1 and same_words(table.title, section.title):
                    table = replace(table, title="")
                form = form_of(table, self.size, self.frame.column, self.frame.style)
                if form is Form.LINES:
                    told_lines += spelled(table)
                    continue
                tall = table_height(table, self.size, self.frame.column, self.frame.style, form)
                for start, end in _runs(len(table.rows), whole=tall <= self.down * MOST_WHOLE):
                    yield Piece(f"p-{number}-{place}-{start}", number, None, table, start, end, form)
            for place, line in enumerate((*told_lines, *section.lines)):
                yield Piece(f"p-{number}-l{place}", number, line)

    @property
    def ordered(self) -> list[Section]:
        """The sections, those with flow charts first."""
        return sorted(self.sections, key=lambda section: section.flow is None)

    def heights(self, measured: Mapping[str, float]) -> dict[str, float]:
        """The pieces' heights in millimetres, measured or else estimated."""
        return {key: measured.get(key) or estimate * self.off.get(key, 1.0) for key, estimate in self.estimates.items()}

    def _with_heads(self, measured: Mapping[str, float]) -> dict[str, float]:
        """Heights in which the title and headings of a table count to its first rows, its note to the last ones."""
        heights = dict(measured)
        blocks: list[list[Piece]] = []
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
    def estimates(self) -> dict[str, float]:
        """The pieces' heights as estimated."""
        return {piece.key: self._estimate(piece) for piece in self.pieces}

    def _estimate(self, piece: Piece) -> float:
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

    def _head(self, piece: Piece) -> float:
        """What a table's title and headings take, as estimated."""
        if piece.table is None:
            return 0.0
        row = replace(piece.table, rows=piece.table.rows[:1], note="")
        bare = replace(row, title="", columns=tuple(replace(column, heading="") for column in row.columns))
        room = self.size, self.frame.column, self.frame.style
        return table_height(row, *room, piece.form) - table_height(bare, *room, piece.form)

    @cached_property
    def flows(self) -> tuple[ShownFlow, ...]:
        """The flow charts, which stand above the columns of the first page; none where they are too large for it."""
        points = min(self.size, self.chart, lengths(self.frame.style)["flow-points"] / POINT)
        while points >= LEAST_FLOW:
            shown = tuple(self._flows(points))
            if not any(flow.drawn.cramped for flow in shown) and self._above(shown) <= self.down:
                return shown
            points -= 0.5
        return ()

    def _flows(self, points: float) -> Iterator[ShownFlow]:
        for number, section in enumerate(self.ordered, 1):
            if section.flow is not None:
                drawn = draw_flow(section.flow, points, self.frame.across)
                inks = _flow_colours(self.setting.look.accent, self.setting.look.ink)
                words = " ".join(f"{line.term} {line.text}" for line in _told(section.flow))
                yield ShownFlow(number, section.title, drawn, inks, f"{section.flow.title}: {words}")

    @cached_property
    def down(self) -> float:
        """The height of a column."""
        return self.frame.whole - self.frame.band(self.heading)

    def _above(self, flows: Sequence[ShownFlow]) -> float:
        """What flow charts take of the first page's columns."""
        gap = lengths(self.frame.style)["section-gap"]
        return sum(flow.drawn.height + self.frame.title(flow.title, self.frame.across) + gap for flow in flows)

    def blocks(self, heights: Mapping[str, float]) -> list[Block]:
        """The pieces as blocks of those heights."""
        css = lengths(self.frame.style)
        blocks = []
        for place, piece in enumerate(self.pieces):
            before, after, last = (self._beside(place, steps) for steps in (-1, 1, 2))
            lines_both = before is not None and before.line is not None and piece.line is not None
            again = self._head(piece) if piece.start else 0.0
            # Neither the first line of a section nor the last one stands alone.
            kept = piece.line is not None and after is not None and (before is None or last is None)
            gap = 0.0 if again else css["line-gap"] if lines_both else css["block-gap"]
            title = self.frame.title(self.ordered[piece.section - 1].title, self.frame.column)
            blocks.append(Block(piece.section, heights[piece.key], gap, title, css["section-gap"], kept, again))
        return blocks

    def _beside(self, place: int, steps: int) -> Piece | None:
        """The piece of the same section so many places away."""
        there = place + steps
        if 0 <= there < len(self.pieces) and self.pieces[there].section == self.pieces[place].section:
            return self.pieces[there]
        return None

    def tallest(self, columns: Sequence[Sequence[int]], heights: Mapping[str, float]) -> float:
        """The height of the tallest column of the last page."""
        blocks, start = self.blocks(heights), sum(count for page in columns[:-1] for count in page)
        found = []
        for count in columns[-1]:
            found.append(height_of(blocks[start : start + count]))
            start += count
        return max(found, default=0.0)

    def columns(self, heights: Mapping[str, float], pages: int) -> list[tuple[int, ...]] | None:
        """How many pieces stand in each column, page by page; ``None`` where so many pages do not hold them.

        Sections stay whole in a column where that needs no page more.
        """
        count = self.frame.columns
        first = self.down - self._above(self.flows)
        rooms = [first] * count + [self.down] * (count * (pages - 1))
        blocks = self.blocks(heights)
        sections = whole_sections(blocks)
        sizes = [sum(block.section == section.section for block in blocks) for section in sections]
        counts = None
        if all(block.height + block.title <= self.down for block in sections):
            whole = balanced(sections, rooms, count)
            if whole is not None:
                ends = list(accumulate(whole))
                counts = [sum(sizes[end - each : end]) for each, end in zip(whole, ends, strict=True)]
        if counts is None:
            counts = balanced(blocks, rooms, count)
        if counts is None:
            return None
        found = [tuple(counts[start : start + count]) for start in range(0, len(counts), count)]
        while len(found) > 1 and not any(found[-1]):
            found.pop()
        return found

    def batches(self, columns: Sequence[Sequence[int]]) -> list[Batch]:
        """The pages with so many pieces in each column."""
        found, start = [], 0
        for number, page in enumerate(columns, 1):
            shown = []
            for count in page:
                shown.append(self._sections(start, start + count))
                start += count
            context = {
                "heading": self.heading,
                "long": self.frame.is_long(self.heading),
                "number": number,
                "pages": len(columns),
                "flows": self.flows if number == 1 else (),
                "columns": shown,
            }
            properties = {"column": self.frame.column}
            geometry = sheet_css("qrs", self.frame.sheet) + rem_css(REM * self.setting.scale)
            geometry += f".qrs{{{properties_css(properties)}}}"
            geometry += f".qrs.text-{round(self.size * 100)}{{font-size:{self.size:g}pt}}"
            context["text"] = round(self.size * 100)
            found.append(
                self.setting.look.batch("quick-reference", context, geometry, styles=("sheet", "quick-reference"))
            )
        return found

    def _sections(self, start: int, end: int) -> list[ShownSection]:
        """The pieces of a column by their sections."""
        found = []
        for number, group in groupby(self.pieces[start:end], key=lambda piece: piece.section):
            pieces = tuple(group)
            first = next(piece for piece in self.pieces if piece.section == number)
            again = pieces[0] != first or number in {flow.number for flow in self.flows}
            found.append(ShownSection(number, self.ordered[number - 1].title, again, tuple(self._shown(pieces))))
        return found

    def _shown(self, pieces: Sequence[Piece]) -> Iterator[ShownPiece]:
        """The pieces of a section in a column; rows of one table stand in one."""
        for _, group in groupby(pieces, key=lambda piece: piece.key.rpartition("-")[0] if piece.table else piece.key):
            own = tuple(group)
            first, table = own[0], own[0].table
            if table is None:
                yield ShownPiece(first.key, first.line)
                continue
            draw = stacked_table if first.form is Form.STACKED else shown_table
            shown = draw(with_rows(table, first.start, own[-1].end))
            runs = tuple((each.key, shown.rows[each.start - first.start : each.end - first.start]) for each in own)
            whole = has_whole_names(table, self.size, self.frame.column, self.frame.style)
            yield ShownPiece(f"head {first.key}", None, shown, "whole-names" if whole else "", runs)


def _runs(count: int, *, whole: bool) -> Iterator[tuple[int, int]]:
    """From which row to which a table stands together; a short one is left whole where it may be."""
    if count <= FEWEST_ROWS or (whole and count < LONG_TABLE):
        yield 0, count
        return
    starts = list(range(0, count - FEWEST_ROWS + 1, FEWEST_ROWS))
    yield from zip(starts, (*starts[1:], count), strict=True)


def _told(flow: Flow) -> Iterator[Line]:
    """A flow chart in words, step by step."""
    for number, (text, ways) in enumerate(told(flow), 1):
        yield Line(str(number), " ".join((text, *ways)))


def _flow_colours(accent: str, ink: Ink) -> Colours:
    """The colours of a flow chart in the document's shade and inks."""
    found = colours(accent, ink)
    end, end_ink = ("#fff", found["deep"]) if ink is Ink.SAVER else (found["deep"], "#fff")
    return Colours(found["deep"], found["pale"], "#fff", found["ink"], end, end_ink)
