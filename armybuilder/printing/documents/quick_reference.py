"""The quick-reference sheet (QRS): flow charts above, numbered sections in balanced columns, on few pages."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, groupby

from django.utils.timezone import localdate

from armybuilder.armies.loaded_army import AnyCheckContext
from armybuilder.printing.documents.context import PageFormat, PrintContext
from armybuilder.printing.documents.document import DocumentPart
from armybuilder.printing.documents.geometry import properties_css, rem_css, sheet_css
from armybuilder.printing.documents.reference_pieces import (
    MIN_FLOW_SIZE,
    STYLE,
    Content,
    Frame,
    Heading,
    ReferencePiece,
    flow_colours,
)
from armybuilder.printing.documents.tables import PrintedRow, PrintedTable, printed_table, stacked_table
from armybuilder.printing.fitting.columns import balance, height_of, whole_sections
from armybuilder.printing.fitting.lengths import REM, steps
from armybuilder.printing.fitting.text import (
    Form,
    has_whole_names,
    with_rows,
)
from armybuilder.printing.options import PrintScope
from armybuilder.printing.rendering import EXACT, Batch, CannotPrint
from rulesets.core.forces.force import for_opponent
from rulesets.core.reference import Line, Section
from rulesets.core.ruleset import AnyRuleset

USUAL = 210.0 * 297.0
"""The sheet area that a game's number of reference pages is meant for."""
TRIES = 4
"""How often columns are rebuilt with the heights measured in the layout."""
MORE_PAGES = 4
"""Most pages beyond the estimate for small type."""
EVEN = 8.0
"""Millimetres by which the tallest column may be too tall before columns are rebuilt."""


@dataclass(frozen=True, slots=True)
class PrintedPiece:
    """A line, or the rows of a table in one column, in runs; ``key`` names it in the layout."""

    key: str
    line: Line | None = None
    table: PrintedTable | None = None
    classes: str = ""
    runs: tuple[tuple[str, tuple[PrintedRow, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class PrintedSection:
    """A section's pieces in one column; ``again`` if it continues from the previous column."""

    number: int
    title: str
    again: bool
    pieces: tuple[PrintedPiece, ...]


def quick_reference_parts(printing: PrintContext) -> Iterator[DocumentPart]:
    """The sheet of the army, of both armies or the complete one, as the options say."""
    army, options = printing.army, printing.options
    game, name = army.ruleset, army.force.name
    armies: tuple[AnyCheckContext, ...] = (army.context,)
    if options.scope is PrintScope.COMPLETE:
        armies, name = (), "complete"
    elif options.scope is PrintScope.BOTH and printing.opposing is not None:
        other = for_opponent(printing.opposing.force)
        armies = (army.context, game.context(other))
        name = f"{name or f'Unnamed {game.words.force}'} and {other.name or f'unnamed {game.words.force}'}"
    sections = game.sections(army.context.house, armies)
    heading = Heading(game.title, "quick reference", name, f"{_version(game)} {printing.credit()}")
    yield DocumentPart("Quick reference", tuple(sheet_batches(printing.format, sections, heading, game.sheet_pages)))


def _version(ruleset: AnyRuleset) -> str:
    """The rules and date of a sheet, since rulings and own entries may change later."""
    today = localdate()
    return f"{ruleset.edition[:1].upper()}{ruleset.edition[1:]}. Printed {today.day} {today:%B %Y}."


def sheet_batches(
    page_format: PageFormat, sections: Sequence[Section], heading: Heading, max_pages: int
) -> list[Batch]:
    """The pages in the largest type that fits ``max_pages`` of the usual size, or as many as small type needs.

    Columns are filled by estimated heights, then by measured ones.
    """
    frame = Frame.of(page_format.sheet, REM * page_format.scale)
    sizes = [size * page_format.scale for size in steps(STYLE, "text-sizes")]
    maximum = max(1, round(max_pages * USUAL / (frame.sheet.width * frame.sheet.height) + 0.2))
    flow_chart = flow_colours(page_format.accent, page_format.ink)
    smallest = Content(tuple(sections), heading, frame, flow_chart, sizes[-1])
    if not ReferenceSheet(page_format, smallest).holds(maximum):
        smallest = replace(smallest, chart=MIN_FLOW_SIZE)
    while not ReferenceSheet(page_format, smallest).holds(maximum):
        maximum += 1
    attempts = [(replace(smallest, size=size), maximum) for size in sizes]
    attempts += [(smallest, maximum + more) for more in range(1, MORE_PAGES + 1)]
    off: dict[str, float] = {}
    for content, pages in attempts:
        batches, off = ReferenceSheet(page_format, content, off).fitted(pages)
        if batches:
            return batches
    raise CannotPrint(
        "Something in this quick reference is too large for the paper; choose larger paper or smaller type."
    )


@dataclass(frozen=True)
class ReferenceSheet:
    """Content in columns; ``off`` has the errors of the estimates in another type size."""

    page_format: PageFormat
    content: Content
    off: Mapping[str, float] = field(default_factory=dict)

    def fitted(self, pages: int) -> tuple[list[Batch], dict[str, float]]:
        """So many pages or fewer, put right by the layout, none where they do not hold the sections; and by how much
        the estimated heights were off.
        """
        off, highest = dict(self.off), dict[str, float]()
        heights = self.heights({})
        columns = self.columns(heights, pages)
        for _ in range(TRIES):
            if columns is None:
                return [], off
            batches = self.batches(columns)
            rendered = self.page_format.printer.rendered(batches)
            boxes = {name: box for each in rendered for name, box in each.measured.items()}
            # Elements that reach the end of the paper are cut there, so their height is unknown.
            end = self.content.frame.sheet.height - EXACT
            measured = self.content.with_heads({name: box.height for name, box in boxes.items() if box.bottom < end})
            # A table split elsewhere has other column widths; the larger of its heights is always enough.
            highest = {key: max(height, highest.get(key, 0.0)) for key, height in {**highest, **measured}.items()}
            heights = self.heights(highest)
            off = {key: height / self.content.estimates[key] for key, height in heights.items()}
            fits = all(
                box.fits and box.height <= self.content.frame.whole + EXACT
                for name, box in boxes.items()
                if name.startswith("page")
            )
            better = self.columns(heights, pages)
            if fits and (better is None or self.tallest(columns, heights) < self.tallest(better, heights) + EVEN):
                return batches, off
            columns = better
        return [], off

    def holds(self, pages: int) -> bool:
        """Whether the content fits so many pages, by estimate."""
        return self.columns(self.heights({}), pages) is not None

    def heights(self, measured: Mapping[str, float]) -> dict[str, float]:
        """The pieces' heights in millimetres, measured or else estimated."""
        return {
            key: measured.get(key) or estimate * self.off.get(key, 1.0)
            for key, estimate in self.content.estimates.items()
        }

    def tallest(self, columns: Sequence[Sequence[int]], heights: Mapping[str, float]) -> float:
        """The height of the tallest column of the last page."""
        blocks, start = self.content.blocks(heights), sum(count for page in columns[:-1] for count in page)
        column_heights = []
        for count in columns[-1]:
            column_heights.append(height_of(blocks[start : start + count]))
            start += count
        return max(column_heights, default=0.0)

    def columns(self, heights: Mapping[str, float], pages: int) -> list[tuple[int, ...]] | None:
        """The number of pieces in each column, page by page; ``None`` if they do not fit so many pages.

        Sections are kept whole if that needs no extra page.
        """
        count = self.content.frame.columns
        first = self.content.down - self.content.room_above(self.content.flows)
        rooms = [first] * count + [self.content.down] * (count * (pages - 1))
        blocks = self.content.blocks(heights)
        sections = whole_sections(blocks)
        sizes = [sum(block.section == section.section for block in blocks) for section in sections]
        counts = None
        if all(block.height + block.title <= self.content.down for block in sections):
            whole = balance(sections, rooms, count)
            if whole is not None:
                ends = list(accumulate(whole))
                counts = [sum(sizes[end - each : end]) for each, end in zip(whole, ends, strict=True)]
        if counts is None:
            counts = balance(blocks, rooms, count)
        if counts is None:
            return None
        by_page = [tuple(counts[start : start + count]) for start in range(0, len(counts), count)]
        while len(by_page) > 1 and not any(by_page[-1]):
            by_page.pop()
        return by_page

    def batches(self, columns: Sequence[Sequence[int]]) -> list[Batch]:
        """The pages with so many pieces in each column."""
        batches, start = [], 0
        for number, page in enumerate(columns, 1):
            columns_of_page = []
            for count in page:
                columns_of_page.append(self._sections(start, start + count))
                start += count
            values = {
                "heading": self.content.heading,
                "long": self.content.frame.is_long(self.content.heading),
                "number": number,
                "pages": len(columns),
                "flows": self.content.flows if number == 1 else (),
                "columns": columns_of_page,
                "text": round(self.content.size * 100),
            }
            properties = {"column": self.content.frame.column}
            geometry = sheet_css("qrs", self.content.frame.sheet) + rem_css(REM * self.page_format.scale)
            geometry += f".qrs{{{properties_css(properties)}}}"
            geometry += f".qrs.text-{round(self.content.size * 100)}{{font-size:{self.content.size:g}pt}}"
            batches.append(self.page_format.batch(STYLE, values, geometry, styles=("sheet", STYLE)))
        return batches

    def _sections(self, start: int, end: int) -> list[PrintedSection]:
        """The pieces of a column by their sections."""
        sections = []
        for number, group in groupby(self.content.pieces[start:end], key=lambda piece: piece.section):
            pieces = tuple(group)
            first = next(piece for piece in self.content.pieces if piece.section == number)
            again = pieces[0] != first or number in {flow.number for flow in self.content.flows}
            sections.append(
                PrintedSection(
                    number, self.content.ordered[number - 1].title, again, tuple(self._printed_pieces(pieces))
                )
            )
        return sections

    def _printed_pieces(self, pieces: Sequence[ReferencePiece]) -> Iterator[PrintedPiece]:
        """The pieces of a section in a column, with the rows of a table joined."""
        for _, group in groupby(pieces, key=lambda piece: piece.key.rpartition("-")[0] if piece.table else piece.key):
            own = tuple(group)
            first, table = own[0], own[0].table
            if table is None:
                yield PrintedPiece(first.key, first.line)
                continue
            draw = stacked_table if first.form is Form.STACKED else printed_table
            printed = draw(with_rows(table, first.start, own[-1].end))
            runs = tuple((each.key, printed.rows[each.start - first.start : each.end - first.start]) for each in own)
            whole = has_whole_names(table, self.content.size, self.content.frame.column, self.content.frame.style)
            yield PrintedPiece(f"head {first.key}", None, printed, "whole-names" if whole else "", runs)
