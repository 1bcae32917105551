"""The quick-reference sheet (QRS): flow charts above, numbered sections in balanced columns, on few pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from armybuilder.drawing.flows import draw_flow
from armybuilder.drawing.lettering import POINT, Cut, fits, lines, width
from armybuilder.printing.blocks import LEADING, LINE_GAP, FlowBlock, LineBlock, TableBlock, line_block, table_block
from armybuilder.printing.document import Page, Placed
from armybuilder.printing.paper import Box, Size
from armybuilder.printing.sheets import foot
from rulesets.core.reference import Section, Table

SIDE = 11.0
TOP = 10.0
BOTTOM = 13.0
BAND = 11.0
BAND_GAP = 3.6
BAND_PAD = 3.4
BAND_RISE = 1.6
"""How far a name below the title moves up into its line."""
TITLE_POINTS = (18.0, 16.0, 14.0, 12.0, 10.5, 9.0, 8.0)
WHAT_SHARE = 0.72
"""The size of the words behind the title, in parts of the title's."""
BESIDE = 5.0
"""Between title and army."""
ARMY_POINTS = (12.0, 11.0, 10.0, 9.0, 8.5)
COLUMN_GAP = 5.5
COLUMN_WIDTH = 66.0
"""The least width of a column beside another."""
MOST_COLUMNS = 4
USUAL = 210.0 * 297.0
"""The area of the sheet for which a game says how many pages its reference takes."""
FLOW_SHARE = 0.7
"""Flow charts that take more of a page than this have it to themselves."""
LEAST_FLOW_POINTS = 3.5
"""For a chart that is taller than a page in larger type: on the smallest paper in very large print."""
TITLE_HEIGHT = 7.2
SECTION_GAP = 4.0
MOST_SPREAD = 1.6
"""By so much more than elsewhere a column's sections may stand apart for it to end with the tallest: it is not seen."""
BLOCK_GAP = 1.8
SIZES = (12.0, 11.5, 11.0, 10.5, 10.25, 10.0, 9.75, 9.5, 9.25, 9.0, 8.75, 8.5)
SMALLER = (8.25, 8.0, 7.75, 7.5, 7.25, 7.0)
"""Taken only for a sheet of one page to stay one."""
FLOW_POINTS = 10.5
"""The largest type of a flow chart."""
WHOLE_WORTH = 1.0
"""So much smaller a type is taken, in points, for the sake of sections that stay in one column."""
LEAST_COLUMNS = 4
"""A table with fewer than twice as many columns is not parted into two for its words' sake."""
TOGETHER = 0.5
"""Of a column's height: what a first or last line stays with takes no more."""
FEWEST_ROWS = 3
"""Rows of a table that stay together when it goes on in the next column."""


@dataclass(frozen=True, slots=True)
class Band:
    """The bar at a page's top; ``under`` is the height that the army's name takes where it stands below the title."""

    drawing: ClassVar = "qrs_band"
    title: str
    title_points: float
    what: str
    what_points: float
    army: str
    points: float
    under: float = 0.0

    @property
    def height(self) -> float:
        """Of the bar."""
        return BAND + self.under


@dataclass(frozen=True, slots=True)
class SectionTitle:
    """A section's number and name; ``again`` where it goes on from the column before."""

    drawing: ClassVar = "qrs_title"
    number: int
    title: str
    again: bool = False
    height: float = TITLE_HEIGHT


@dataclass(frozen=True, slots=True)
class Part:
    """What stands together in a column: a table or part of one, or some lines, and the gap above it.

    Parts of one table have the same ``whole``, of which ``rows`` are theirs.
    """

    section: SectionTitle
    block: TableBlock | LineBlock | FlowBlock
    gap: float
    rows: Table | None = None
    whole: Table | None = None

    @property
    def height(self) -> float:
        """Without the gap."""
        return self.block.height


@dataclass(frozen=True, slots=True)
class Laid:
    """A sheet in one type size: what stands above the columns on its first page, how tall that is, and the columns."""

    above: tuple[Part, ...]
    taken: float
    columns: tuple[Column, ...]
    apart: bool


@dataclass(frozen=True, slots=True)
class Frame:
    """The room of a sheet: across it, across a column, down it; its columns, and the pages that should be enough."""

    across: float
    room: float
    space: float
    columns: int
    pages: int


def qrs_pages(
    sections: Sequence[Section],
    title: str,
    army: str,
    sheet: Size,
    credit: str,
    what: str = "quick reference",
    most_pages: int = 2,
) -> Iterator[Page]:
    """The sheet's pages, ``most_pages`` if they are to be read at all; ``what`` they are stands behind the title."""
    across = sheet.width - 2 * SIDE
    columns = max(1, min(MOST_COLUMNS, int((across + COLUMN_GAP) / (COLUMN_WIDTH + COLUMN_GAP))))
    room = (across - (columns - 1) * COLUMN_GAP) / columns
    band = _band(title, what, army, across)
    space = sheet.height - TOP - band.height - BAND_GAP - BOTTOM
    frame = Frame(across, room, space, columns, _pages_on(sheet, most_pages))
    laid = _laid(sections, frame)
    pages = [laid.columns[start : start + columns] for start in range(0, len(laid.columns), columns)]
    if laid.apart:
        pages.insert(0, ())
    for number, page in enumerate(pages, 1):
        placed = [Placed(Box(SIDE, TOP, across, band.height), Band.drawing, band)]
        top = TOP + band.height + BAND_GAP
        if number == 1:
            placed += _placed(list(laid.above), SIDE, top, across, 0.0)
            top += laid.taken
        tallest = max((_height_in(column) for column in page), default=0.0)
        for place, column in enumerate(page):
            x = SIDE + place * (room + COLUMN_GAP)
            placed += _placed(column, x, top, room, tallest)
        yield Page(
            sheet,
            tuple(placed),
            what.capitalize() if number == 1 else "",
            foot(sheet, sheet.height - 9.5, credit, f"{what.capitalize()} · page {number} of {len(pages)}", SIDE),
        )


def _pages_on(sheet: Size, most_pages: int) -> int:
    """How many pages of that size hold what should fit ``most_pages`` of the usual one."""
    return max(1, round(most_pages * USUAL / (sheet.width * sheet.height) + 0.2))


def _band(title: str, what: str, army: str, room: float) -> Band:
    """The title with the army's name in the room that it leaves, or below it where that is too little."""
    room -= 2 * BAND_PAD
    points, taken = next((step for step in _title_steps(title, what) if step[1] <= room), (TITLE_POINTS[-1], room))
    left = room - taken - BESIDE
    beside = next((size for size in ARMY_POINTS if fits(army, Cut.NARROW, size, left)), None)
    band = Band(title, points, what, points * WHAT_SHARE, army, beside or ARMY_POINTS[-1])
    if beside is not None:
        return band
    count = lines(army, Cut.NARROW, band.points, room)
    return replace(band, under=count * band.points * POINT * LEADING - BAND_RISE / 2)


def _title_steps(title: str, what: str) -> Iterator[tuple[float, float]]:
    """Sizes of the title and the width that it takes with the words behind it."""
    for points in TITLE_POINTS:
        words = width(f"{title} ", Cut.NARROW_STRONG, points) + width(what, Cut.NARROW, points * WHAT_SHARE)
        yield points, words


Column = list[Part]


def _placed(column: Column, x: float, top: float, room: float, tallest: float) -> Iterator[Placed]:
    """The column's pieces; a column that is little lower than the tallest of its page ends with it."""
    titles = len({part.section.number for part in column})
    spread = (tallest - _height_in(column)) / max(1, titles - 1)
    spread = spread if 0 < spread <= MOST_SPREAD else 0.0
    y = top
    for place, part in enumerate(column):
        if place == 0 or part.section.number != column[place - 1].section.number:
            y += 0 if place == 0 else SECTION_GAP + spread
            again = place == 0 and part.section.again
            yield Placed(Box(x, y, room, TITLE_HEIGHT), SectionTitle.drawing, replace(part.section, again=again))
            y += TITLE_HEIGHT
        else:
            y += part.gap
        yield Placed(Box(x, y, room, part.height), f"qrs_{part.block.drawing}", part.block)
        y += part.height


def _laid(sections: Sequence[Section], frame: Frame) -> Laid:
    """All sections in the largest type that needs no more than the pages wanted, or than small type needs."""
    numbered = [(SectionTitle(n, section.title), section) for n, section in enumerate(_flows_first(sections), 1)]
    laid = _in_largest_type(numbered, frame)
    if laid is not None:
        return laid
    above = _above(numbered, SIZES[-1], frame)
    parts = _parts(numbered, SIZES[-1], frame, whole=False)
    needed = (frame.pages + 1) * frame.columns
    while needed < len(parts) + frame.columns and _packed(parts, frame, above, needed) is None:
        needed += frame.columns
    enough = replace(frame, pages=needed // frame.columns)
    return _in_largest_type(numbered, enough) or _balanced(parts, frame, above, needed)


def _in_largest_type(numbered: Sequence[Numbered], frame: Frame) -> Laid | None:
    """The sections on the frame's pages; ``None`` where these are too few in any type."""
    most = frame.columns * frame.pages
    sizes = SIZES + SMALLER if frame.pages == 1 else SIZES
    for size in sizes:
        if _packed(_parts(numbered, size, frame, whole=False), frame, _above(numbered, size, frame), most) is None:
            continue
        for smaller in (other for other in sizes if size >= other >= size - WHOLE_WORTH):
            above = _above(numbered, smaller, frame)
            parts = _parts(numbered, smaller, frame, whole=True)
            if _packed(parts, frame, above, most) is not None:
                return _balanced(parts, frame, above, most)
        parts = _parts(numbered, size, frame, whole=False)
        return _balanced(parts, frame, _above(numbered, size, frame), most)
    return None


Numbered = tuple[SectionTitle, Section]


def _flows_first(sections: Sequence[Section]) -> list[Section]:
    return sorted(sections, key=lambda section: section.flow is None)


@dataclass(frozen=True, slots=True)
class Above:
    """The flow charts over the columns of the first page, or on a page of their own, and the room they take."""

    parts: tuple[Part, ...]
    height: float
    apart: bool

    @property
    def taken(self) -> float:
        """Of the columns' room."""
        return 0.0 if self.apart else self.height


def _above(sections: Sequence[Numbered], size: float, frame: Frame) -> Above:
    points = min(size, FLOW_POINTS)
    while True:
        parts = tuple(
            Part(title, FlowBlock(draw_flow(section.flow, points, frame.across)), BLOCK_GAP)
            for title, section in sections
            if section.flow is not None
        )
        height = _height_in(list(parts)) + SECTION_GAP if parts else 0.0
        if height <= frame.space or points <= LEAST_FLOW_POINTS:
            return Above(parts, height, height > FLOW_SHARE * frame.space)
        points -= 0.5


def _parts(sections: Sequence[Numbered], size: float, frame: Frame, *, whole: bool) -> list[list[Part]]:
    """What may not be parted: whole sections, or their tables (large ones by some rows) and lines."""
    found: list[list[Part]] = []
    for title, section in sections:
        title = replace(title, again=section.flow is not None)
        parts = list(_section_parts(title, section, size, frame, whole=whole))
        if whole and parts:
            found.append(parts)
        else:
            found += _kept_together([part if place == 0 else _again(part) for place, part in enumerate(parts)], frame)
    return found


def _kept_together(parts: Sequence[Part], frame: Frame) -> list[list[Part]]:
    """Each part by itself, but a section's first and last line with what stands beside it: neither is left alone."""
    groups = [[part] for part in parts]
    if len(groups) > 1 and isinstance(parts[-1].block, LineBlock):
        groups[-2:] = _joined_if_low(groups[-2:], frame)
    if len(groups) > 1 and isinstance(parts[0].block, LineBlock):
        groups[:2] = _joined_if_low(groups[:2], frame)
    return groups


def _joined_if_low(groups: Sequence[list[Part]], frame: Frame) -> list[list[Part]]:
    """The groups as one, unless that takes much of a column."""
    joined = [part for group in groups for part in group]
    return [joined] if _height_in(joined) <= TOGETHER * frame.space else list(groups)


def _again(part: Part) -> Part:
    return replace(part, section=replace(part.section, again=True))


def _section_parts(title: SectionTitle, section: Section, size: float, frame: Frame, *, whole: bool) -> Iterator[Part]:
    room = frame.room
    for table in (each for given in section.tables for each in _narrow_enough(given, room)):
        for piece in [table] if whole else _table_pieces(table, size, frame):
            block = _table(piece, size, room)
            if len(section.tables) == 1 and block.caption and _says(section.title, piece.title):
                piece = replace(piece, title="")
                block = _table(piece, size, room)
            yield Part(title, block, BLOCK_GAP, piece, table)
    for place, line in enumerate(section.lines):
        yield Part(title, line_block(line, size, room), BLOCK_GAP if place == 0 else LINE_GAP)


def _table(table: Table, size: float, room: float) -> TableBlock:
    """The table in that size, or in the next smaller one in which no word is wider than its column."""
    steps = (step for step in (*SIZES, *SMALLER) if step <= size)
    blocks = (table_block(table, step, room) for step in steps)
    return next((block for block in blocks if not block.cramped), table_block(table, size, room))


def _narrow_enough(table: Table, room: float) -> Iterator[Table]:
    """The table, or, where words are wider than its columns in every size, two with half of the columns each."""
    count = len(table.columns)
    if count < 2 * LEAST_COLUMNS or not _table(table, SIZES[-1], room).cramped:
        yield table
        return
    middle = (count + 1) // 2
    left, right = (tuple(range(middle)), (0, *range(middle, count)))
    yield replace(_with_columns(table, left), note="")
    yield _with_columns(replace(table, title=_continued(table.title)), right)


def _with_columns(table: Table, places: Sequence[int]) -> Table:
    columns = tuple(table.columns[place] for place in places)
    return replace(table, columns=columns, rows=tuple(tuple(row[place] for place in places) for row in table.rows))


def _continued(title: str) -> str:
    return f"{title.removesuffix(CONTINUED)}{CONTINUED}" if title else ""


def _says(section: str, table: str) -> bool:
    return section.casefold() == table.casefold()


def _table_pieces(table: Table, size: float, frame: Frame) -> Iterator[Table]:
    """The table in pieces of a few rows, each with the headings; a table of few rows stays whole if a page holds it.

    In the smallest type fewer rows are few.
    """
    count = len(table.rows)
    tall = _table(table, size, frame.room).height + TITLE_HEIGHT > frame.space
    few = (4 if size > SIZES[-1] else 2) * FEWEST_ROWS
    if count < 2 or (count < few and not tall):
        yield table
        return
    half = count // 2
    halves = (
        replace(table, rows=table.rows[:half], note=""),
        replace(table, rows=table.rows[half:], title=_continued(table.title)),
    )
    for piece in halves:
        yield from _table_pieces(piece, size, frame) if tall else (piece,)


CONTINUED = " (continued)"


def _height_in(column: Column) -> float:
    height = 0.0
    for place, part in enumerate(column):
        if place == 0 or part.section.number != column[place - 1].section.number:
            height += TITLE_HEIGHT + (SECTION_GAP if place else 0)
        else:
            height += part.gap
        height += part.height
    return height


def _packed(groups: Sequence[list[Part]], frame: Frame, above: Above, most: int) -> tuple[Column, ...] | None:
    """The groups in reading order in columns as high as the frame, less what is taken on the first page.

    ``None`` when ``most`` columns are not enough.
    """
    columns = _filled(groups, frame, above)
    heights = [frame.space - (above.taken if n < frame.columns else 0.0) for n in range(len(columns))]
    fits = all(_height_in(column) <= height for column, height in zip(columns, heights, strict=True))
    return tuple(columns) if fits and len(columns) <= most else None


def _filled(groups: Sequence[list[Part]], frame: Frame, above: Above) -> list[Column]:
    columns: list[Column] = [[]]
    for group in groups:
        height = frame.space - (above.taken if len(columns) <= frame.columns else 0.0)
        longer = _joined(columns[-1], group, frame.room)
        if columns[-1] and _height_in(longer) > height:
            columns.append(group)
        else:
            columns[-1] = longer
    return columns


def _joined(column: Column, group: list[Part], room: float) -> Column:
    """The column with the group below it; what belongs to the table at the column's end goes on in that."""
    if not column or not group or group[0].whole is None or column[-1].whole is not group[0].whole:
        return column + group
    before, after = column[-1], group[0]
    return [*column[:-1], _longer(before, after, room), *group[1:]]


def _longer(before: Part, after: Part, room: float) -> Part:
    """Two parts of a table as one."""
    if before.rows is None or after.rows is None or not isinstance(before.block, TableBlock):
        raise ValueError("only parts of a table are joined")
    rows = replace(before.rows, rows=(*before.rows.rows, *after.rows.rows), note=after.rows.note)
    return replace(before, rows=rows, block=_table(rows, before.block.points, room))


def _balanced(groups: Sequence[list[Part]], frame: Frame, above: Above, most: int) -> Laid:
    """The columns as equal as can be: packed at the least height at which they are enough."""
    low, high = above.taken, frame.space
    while high - low > 0.5:
        middle = (low + high) / 2
        if _packed(groups, replace(frame, space=middle), above, most) is None:
            low = middle
        else:
            high = middle
    columns = _packed(groups, replace(frame, space=high), above, most) or _filled(groups, frame, above)
    return Laid(above.parts, above.height, tuple(columns), above.apart)
