"""The quick-reference sheet (QRS): flow charts above, numbered sections in columns, on few pages."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Self

from django.utils.timezone import localdate

from armybuilder.armies.loaded_army import AnyCheckContext
from armybuilder.drawing.flows import ANSWER, Colours, FlowDrawing, draw_flow, flow_in_words
from armybuilder.printing.colours import Ink, colours
from armybuilder.printing.documents.context import PageFormat, PrintContext
from armybuilder.printing.documents.document import DocumentPart
from armybuilder.printing.documents.forms import form_batch, is_form
from armybuilder.printing.documents.geometry import page_css, properties_css, rem_css
from armybuilder.printing.documents.maps import STYLE as MAPS
from armybuilder.printing.documents.maps import Figure
from armybuilder.printing.documents.tables import PrintedTable, printed_table
from armybuilder.printing.fitting.lengths import LARGE, lengths, steps, style_of_size
from armybuilder.printing.fitting.text import Form, form_of, line_height, same_words, spell_out, table_height
from armybuilder.printing.options import COMPLETE_SCOPE
from armybuilder.printing.paper import Size
from armybuilder.printing.rendering import EXACT, Batch, Measured
from rulesets.core.forces.force import for_opponent
from rulesets.core.reference import Flow, Line, Section, Zone
from rulesets.core.ruleset import AnyRuleset

STYLE = "quick-reference"
USUAL = 210.0 * 297.0
"""The sheet area that a game's number of reference pages is meant for."""
MAX_COLUMNS = 4
MIN_LAST_PAGE = 0.4
"""The fraction of the last of several pages that is filled, where some type size fills that much."""
MIN_FOOT = 120.0
"""On narrower pages the foot has their number alone, so that the credit fits beside it."""
LONG_TABLE = 12
"""Tables of fewer rows stay whole."""
IN_COLUMN, ABOVE_COLUMNS = 0.8, 0.42
"""The most of a page's height that a figure takes in a column and above all columns, as fractions."""
FIRST = 3
"""How many of the sections that players look up most stand first, in larger type."""
LARGER = 1.12
FLOW_SIZE = 10.5
MIN_FLOW_SIZE = 7.5
"""The type of flow charts in points, at the usual type size; one that would need smaller type is in words."""
FLOW_STEP = 0.5
"""By how many points the type of a flow chart is made smaller until it fits."""


@dataclass(frozen=True, slots=True)
class Heading:
    """The bar at the top: the title, what the sheet is, and for whom; and the credit at the foot."""

    title: str
    what: str
    army: str
    credit: str


@dataclass(frozen=True, slots=True)
class PrintedFlow:
    """A flow chart, and the same in words."""

    drawing: FlowDrawing
    words: str


@dataclass(frozen=True, slots=True)
class PrintedSection:
    """A numbered section: its flow chart, if it has one, and its zones, tables and lines; ``large`` in larger type."""

    number: int
    title: str
    flow: PrintedFlow | None
    zones: tuple[Zone, ...]
    tables: tuple[PrintedTable, ...]
    lines: tuple[Line, ...]
    large: bool = False


def quick_reference_parts(printing: PrintContext) -> Iterator[DocumentPart]:
    """The sheet of the army, of both armies or the complete one, as the options say."""
    army, options = printing.army, printing.options
    game, name = army.ruleset, army.force.name
    armies: tuple[AnyCheckContext, ...] = (army.context,)
    if options.scope == COMPLETE_SCOPE:
        armies, name = (), "complete"
    elif printing.opposing is not None:
        other = for_opponent(printing.opposing.force)
        armies = (army.context, game.context(other))
        name = f"{name or f'Unnamed {game.words.force}'} and {other.name or f'unnamed {game.words.force}'}"
    sections = game.sections(army.context.house, armies)
    # A space at the end would break the line at the foot.
    heading = Heading(game.title, "quick reference", name, f"{_version(game)} {printing.credit()}".rstrip())
    # A booklet's pages are too small to write on.
    apart = (
        ()
        if options.folded
        else [section for section in sections if section.tables and all(map(is_form, section.tables))]
    )
    shown = [section for section in sections if section not in apart]
    batch = reference_batch(printing.format, shown, heading, game.sheet_pages, game.key_sections[:FIRST])
    yield DocumentPart("Quick reference", (batch,))
    for section in apart:
        yield DocumentPart(section.title, tuple(form_batch(printing, section, table) for table in section.tables))


def _version(ruleset: AnyRuleset) -> str:
    """The rules and date of a sheet, since rulings and own entries may change later."""
    today = localdate()
    return f"{ruleset.edition[:1].upper()}{ruleset.edition[1:]}. Printed {today.day} {today:%B %Y}."


def reference_batch(
    page_format: PageFormat,
    sections: Sequence[Section],
    heading: Heading,
    max_pages: int,
    first: Sequence[str] = (),
    figure: Figure | None = None,
) -> Batch:
    """The pages in the largest type that fits ``max_pages`` of the usual size, or as many as the smallest needs.

    The sections with the slugs ``first`` stand in front, in larger type; before all stands the ``figure``.
    """
    page_format = _turned(page_format)
    sheet = page_format.sheet
    maximum = max(1, round(max_pages * USUAL / (sheet.width * sheet.height) + 0.2))
    places = {slug: place for place, slug in enumerate(first)}
    ordered = sorted(sections, key=lambda section: (section.flow is None, places.get(section.slug, len(first))))
    sizes = steps(style_of_size(STYLE, page_format.rem), "text-sizes")
    sheets = [replace(ReferenceSheet.of(page_format, size, figure), first=tuple(first)) for size in sizes]
    smallest = sheets[-1]
    sheets.append(replace(smallest, max_flow_size=MIN_FLOW_SIZE))
    likely = next((n for n, each in enumerate(sheets) if each.estimate(ordered) <= maximum), len(sheets) - 2)
    for each in sheets[likely:]:
        batch = each.batch(ordered, heading)
        (layout,) = page_format.printer.rendered([batch])
        if layout.pages <= maximum:
            # The renderer evens columns out by trying height after height, which takes too long for several pages.
            return each.batch(ordered, heading, even=True) if layout.pages == 1 else batch
    return _well_filled(sheets[-2::-1], ordered, heading)


def _turned(page_format: PageFormat) -> PageFormat:
    """On its side where large type would leave an upright sheet one column, and its other side has room for two."""
    sheet = page_format.sheet
    landscape = replace(page_format, sheet=Size(sheet.height, sheet.width))
    columns = [ReferenceSheet.of(each, 1).columns for each in (page_format, landscape)]
    return landscape if page_format.scale > 1 and columns == [1, 2] else page_format


@dataclass(frozen=True, slots=True)
class ReferenceSheet:
    """A sheet in text of ``size`` points: how wide it and its columns are, and how many stand side by side.

    ``max_flow_size`` is that of flow charts at the usual type size. Sections with the slugs ``first`` are larger.
    """

    page_format: PageFormat
    size: float
    width: float
    column: float
    columns: int
    max_flow_size: float = FLOW_SIZE
    first: tuple[str, ...] = ()
    figure: Figure | None = None

    @classmethod
    def of(cls, page_format: PageFormat, size: float, figure: Figure | None = None) -> Self:
        """The sheet in text of so many points at the usual type size, beside a figure in no more than two columns."""
        css = lengths(style_of_size(STYLE, page_format.rem))
        width = page_format.sheet.width - 2 * css["side"]
        columns = max(1, min(2 if figure else MAX_COLUMNS, round(width / css["column-width"])))
        column = (width - (columns - 1) * css["column-gap"]) / columns - EXACT
        return cls(page_format, size * page_format.scale, width, column, columns, figure=figure)

    @property
    def style(self) -> str:
        """The style sheet in the type size chosen."""
        return style_of_size(STYLE, self.page_format.rem)

    @property
    def figure_room(self) -> Size:
        """The most that the figure's map takes."""
        css, in_column = lengths(self.style), self.figure is not None and self.figure.in_column
        height = self.page_format.sheet.height - css["top"] - css["bottom"]
        return Size(self.column if in_column else self.width, height * (IN_COLUMN if in_column else ABOVE_COLUMNS))

    def estimate(self, sections: Sequence[Section]) -> float:
        """About how many pages the sections fill."""
        css = lengths(self.style)
        page = self.page_format.sheet.height - css["top"] - css["bottom"]
        wide = sum(flow.drawing.height for section in sections if section.flow and (flow := self._flow(section.flow)))
        height = sum(map(self.height, sections))
        if self.figure is not None:
            figure = self.figure.height(self.figure_room)
            height, wide = (height + figure, wide) if self.figure.in_column else (height, wide + figure)
        return (height / self.columns + wide + css["above-flow"]) / page

    def height(self, section: Section) -> float:
        """About how high a section is in a column, in millimetres, without its flow chart."""
        if section.slug in self.first:
            return self._large.height(section)
        css = lengths(self.style)
        height = 2 * css["section-line"] + css["block-gap"] * len(section.tables)
        height += css["zones"] if section.zones else 0
        height += sum(table_height(each, self.size, self.column, self.style) for each in section.tables)
        return height + sum(
            line_height(line, self.size, self.column, self.style) + css["line-gap"] for line in section.lines
        )

    def last_page(self, end: Measured) -> float:
        """How much of the columns of the last page is filled before this place, as a fraction."""
        css = lengths(self.style)
        page_height = self.page_format.sheet.height - css["top"] - css["bottom"]
        before = round((end.x - css["side"]) / (self.column + css["column-gap"]))
        return (before + (end.y - css["top"]) / page_height) / self.columns

    @property
    def _large(self) -> Self:
        """The same sheet in the type of its first sections."""
        return replace(self, size=self.size * LARGER, first=())

    def batch(self, sections: Sequence[Section], heading: Heading, *, even: bool = False) -> Batch:
        """All pages; in columns of the same height, or filled one after the other."""
        printed = [self.section(number, section) for number, section in enumerate(sections, 1)]
        values = {
            "heading": heading,
            "charts": [section for section in printed if section.flow],
            "sections": [section for section in printed if section.zones or section.tables or section.lines],
            "figure": self.figure,
            "colours": flow_colours(self.page_format.accent, self.page_format.ink),
            "long_table": LONG_TABLE,
        }
        words = f"{heading.title} {heading.what}" if self.page_format.sheet.width >= MIN_FOOT else ""
        page = page_css(STYLE, self.page_format.sheet, heading.credit, words)
        fill = "balance" if even else "auto"
        size = (
            f".{STYLE} .large{{font-size:{LARGER}em}}.{STYLE}{{font-size:{self.size:g}pt}}"
            f".{STYLE} .columns{{columns:{self.columns};column-fill:{fill}}}"
        )
        geometry = f"{page}{rem_css(self.page_format.rem)}{size}"
        styles: tuple[str, ...] = (STYLE,)
        if self.figure:
            styles = (STYLE, MAPS)
            geometry += f".figure{{{properties_css({'map-width': self.figure.map_width(self.figure_room)})}}}"
        return self.page_format.batch(STYLE, values, geometry, styles=styles, pages=None)

    def section(self, number: int, section: Section) -> PrintedSection:
        """The section in this type, its tables in the form that fits the column."""
        if section.slug in self.first:
            return replace(self._large.section(number, section), large=True)
        flow = self._flow(section.flow) if section.flow is not None else None
        lines = list(_in_words(section.flow)) if section.flow is not None and flow is None else []
        tables = []
        for table in section.tables:
            if len(section.tables) == 1 and same_words(table.title, section.title):
                table = replace(table, title="")
            if form_of(table, self.size, self.column, self.style) is Form.LINES:
                lines += spell_out(table)
            else:
                tables.append(printed_table(table, self.size, self.column, self.style))
        return PrintedSection(number, section.title, flow, section.zones, tuple(tables), (*lines, *section.lines))

    def _flow(self, flow: Flow) -> PrintedFlow | None:
        """The chart in the largest type that fits the page; ``None`` if that would be too small to read."""
        css = lengths(self.style)
        height = self.page_format.sheet.height - css["top"] - css["bottom"] - css["above-flow"]
        scale = self.page_format.scale
        smallest = LARGE / ANSWER if self.page_format.rem >= LARGE else MIN_FLOW_SIZE * scale
        size = max(smallest, min(self.size, self.max_flow_size * scale))
        while size >= smallest:
            drawing = draw_flow(flow, size, self.width)
            if not drawing.cramped and drawing.height <= height:
                words = " ".join(f"{line.term} {line.text}" for line in _in_words(flow))
                return PrintedFlow(drawing, f"{flow.title}: {words}")
            size -= FLOW_STEP
        return None


def _well_filled(sheets: Sequence[ReferenceSheet], sections: Sequence[Section], heading: Heading) -> Batch:
    """The fewest pages, in the smallest of these types that puts enough on the last, or in the first."""
    first, pages = sheets[0].batch(sections, heading), 0
    for sheet in sheets:
        batch = sheet.batch(sections, heading)
        (layout,) = sheet.page_format.printer.rendered([batch])
        pages = pages or layout.pages
        if layout.pages > pages:
            break
        if sheet.last_page(layout.measured["end"]) >= MIN_LAST_PAGE:
            return batch
    return first


def _in_words(flow: Flow) -> Iterator[Line]:
    """A flow chart in words, a line for each step."""
    for number, (text, ways) in enumerate(flow_in_words(flow), 1):
        yield Line(str(number), " ".join((text, *ways)))


def flow_colours(accent: str, ink: Ink) -> Colours:
    """The colours of a flow chart in the document's shade and inks."""
    shades = colours(accent, ink)
    end, end_ink = ("#fff", shades["deep"]) if ink is Ink.SAVER else (shades["deep"], "#fff")
    return Colours(shades["deep"], shades["pale"], "#fff", shades["ink"], end, end_ink)
