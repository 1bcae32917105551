"""Pieces to cut out or peel off, on sheets in grids or rows, with crop marks and a line at the foot."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, product
from typing import ClassVar, Protocol, TypeVar

from armybuilder.drawing.lettering import POINT, FontCut, lines, width
from armybuilder.printing.documents.context import PageFormat
from armybuilder.printing.documents.geometry import places_css, sheet_css
from armybuilder.printing.fitting.lengths import lengths, steps
from armybuilder.printing.paper import Edge, Grid, Hairline, Rectangle, Size
from armybuilder.printing.rendering import Batch, CannotPrint

EXACT = 1e-6
"""Tolerance of sums of lengths in millimetres."""

FOOT_GAP = 0.3
"""Least gap between pieces and foot in millimetres."""
ROW_EDGE = 8.0
"""Millimetres around pieces that lie in rows."""
ROW_FOOT = 3.0
"""Additional millimetres below them."""


class Piece(Protocol):
    """What is cut out of a sheet; its template knows it as ``it``."""

    template: ClassVar[str]


class RowPiece(Piece, Protocol):
    """A piece for sheets in rows."""

    @property
    def box(self) -> Size:
        """Its size."""

    @property
    def touching(self) -> bool:
        """Whether it shares its cut with the next one."""


@dataclass(frozen=True, slots=True)
class Folded:
    """A side above its back, to be folded in the middle, or twice, ``gap`` millimetres apart."""

    template: ClassVar = "printing/pieces/folded.html"
    front: Piece
    back: Piece
    box: Size
    touching: bool = False
    gap: float = 0.0


@dataclass(frozen=True, slots=True)
class Sheet:
    """One side of a sheet of paper: its pieces with the numbers of their places, and its crop marks as SVG paths.

    ``heading`` is the part's title on its first sheet. The foot has the credit on the left and on the right the
    ``words`` for what the sheet is, if any; the pieces end ``bottom`` millimetres from the top.
    """

    name: str
    size: Size
    placed: Sequence[tuple[int, Piece]]
    heading: str
    credit: str
    words: str
    bottom: float
    ticks: str = ""
    crosses: str = ""

    @property
    def view_box(self) -> str:
        """The SVG attribute of a drawing as large as the sheet, in millimetres."""
        return f"0 0 {self.size.width:g} {self.size.height:g}"


def path(marks: Iterable[Hairline]) -> str:
    """Marks as an SVG path in millimetres."""
    return "".join("M{:.3f},{:.3f}L{:.3f},{:.3f}".format(*mark) for mark in marks)


def sheet_batch(page_format: PageFormat, sheet: Sheet, places: str, styles: Sequence[str], css: str = "") -> Batch:
    """A sheet with CSS for the ``places`` of its pieces, and for what fitting has chosen."""
    geometry = places + foot_css(sheet) + css
    return page_format.batch("sheet", {"sheet": sheet}, geometry, styles=("sheet", *styles))


def foot_css(sheet: Sheet) -> str:
    """The foot's type size, which leaves it on one line if any does, and its place below the pieces."""
    if not sheet.words:
        return ""
    css, sizes = lengths("sheet"), steps("sheet", "foot-sizes")
    available_width = sheet.size.width - 2 * css["foot-side"] - css["foot-gap"]
    words, cut = sheet.credit + sheet.words, FontCut.NARROW
    size = next((size for size in sizes if width(words, cut, size) <= available_width), sizes[-1])
    beside, high, rules = available_width - width(sheet.words, cut, size), css["foot-line"], ""
    if (count := lines(sheet.credit, cut, size, beside)) > 1:
        leading = size * POINT * css["foot-leading"]
        high = count * leading
        rules = f".{sheet.name} .sheet-foot p{{line-height:{leading:.3f}mm;max-width:{beside:.3f}mm}}"
    bottom = min(css["foot-bottom"], sheet.size.height - sheet.bottom - high - FOOT_GAP)
    return f".{sheet.name} .sheet-foot{{margin-bottom:{bottom:.3f}mm;font-size:{size:g}pt}}{rules}"


def _geometry(page_format: PageFormat, name: str, grid: Grid, behind: Edge | None) -> tuple[str, float]:
    """CSS for the places of a grid, and where its last row ends in millimetres from the top."""
    sheet, nudge = grid.sheet, page_format.back_nudge if behind else page_format.nudge
    mirrored = ("X" if behind.upright(sheet) else "Y") if behind else ""
    css = sheet_css(name, sheet, nudge) + places_css(name, map(grid.slot, range(grid.count)), mirrored)
    bottom = sheet.height - grid.top if mirrored == "Y" else grid.slot(grid.count - 1).bottom
    return css, bottom + nudge[1]


def grid_sheets(
    page_format: PageFormat,
    grid: Grid,
    pieces: Sequence[Piece],
    title: str,
    credit: str,
    *,
    style: str,
    name: str = "",
    css: str = "",
    behind: Edge | None = None,
    marks: bool = True,
    start: int = 0,
) -> Iterator[Batch]:
    """Sheets of pieces in a grid in reading order, from place ``start`` on, perhaps with crop marks and a foot.

    Backs are mirrored, for paper that is flipped over the edge ``behind``. The style sheets are ``style`` and ``css``;
    ``name`` is the CSS name of the pages where that is another.
    """
    name = name or style
    places = groupby(enumerate(pieces, start), lambda each: each[0] // grid.count)
    sheets = [[(place % grid.count, piece) for place, piece in placed] for _, placed in places]
    geometry, bottom = _geometry(page_format, name, grid, behind)
    for number, placed in enumerate(sheets, 1):
        sheet = Sheet(
            name,
            grid.sheet,
            placed,
            title if number == 1 and not behind else "",
            credit,
            f"{title} {number}/{len(sheets)}" if marks else "",
            bottom,
            path(grid.ticks()) if marks else "",
            path(grid.crosses()) if marks else "",
        )
        yield sheet_batch(page_format, sheet, geometry, (style,), css)


Row = tuple[Rectangle, RowPiece]


def in_rows(pieces: Sequence[RowPiece], area: Rectangle, gutters: Sequence[float]) -> list[list[Row]]:
    """The places of each sheet in rows within the area, with the widest gaps that need no extra sheet.

    A row has pieces of one height, so that it can be cut off as a strip, unless lower ones at its end save a sheet; the
    highest come first.
    """
    best: list[list[Row]] | None = None
    for even, gutter in product((True, False), gutters):
        sheets = list(_rows(pieces, area, gutter, even=even))
        if best is None or len(sheets) < len(best):
            best = sheets
        if len(best) < 2:
            break
    return best or []


def _rows(pieces: Sequence[RowPiece], area: Rectangle, gutter: float, *, even: bool) -> Iterator[list[Row]]:
    row: list[Row] = []
    x, y, tall = area.x, area.y, 0.0
    for piece in sorted(pieces, key=lambda each: -each.box.height):
        size = piece.box
        if x > area.x and (x + size.width > area.right + EXACT or (even and size.height < tall - EXACT)):
            x, y, tall = area.x, y + tall + gutter, 0.0
        if row and y + size.height > area.bottom + EXACT:
            yield row
            row = []
            x, y, tall = area.x, area.y, 0.0
        row.append((Rectangle(x, y, size.width, size.height), piece))
        x, tall = x + size.width + (0.0 if piece.touching else gutter), max(tall, size.height)
    if row:
        yield row


def with_spares(
    pieces: Sequence[RowPiece], spares: Sequence[RowPiece], area: Rectangle, gutters: Sequence[float]
) -> list[list[Row]]:
    """The pieces in rows, with as many of the spares as need neither an extra sheet nor narrower gaps."""
    sheets = in_rows(pieces, area, gutters)

    def filled(count: int) -> list[list[Row]]:
        return list(_rows([*pieces, *spares[:count]], area, gutters[0], even=True))

    count = bisect_right(range(1, len(spares) + 1), len(sheets), key=lambda count: len(filled(count)))
    return filled(count) if count else sheets


def row_area(sheet: Size) -> Rectangle:
    """The room for pieces in rows."""
    return Rectangle(ROW_EDGE, ROW_EDGE, sheet.width - 2 * ROW_EDGE, sheet.height - 2 * ROW_EDGE - ROW_FOOT)


def row_sheets(
    page_format: PageFormat,
    pieces: Sequence[RowPiece],
    title: str,
    credit: str,
    *,
    styles: Sequence[str],
    css: str,
    gutters: Sequence[float],
    spares: Sequence[RowPiece] = (),
) -> Iterator[Batch]:
    """Sheets of pieces in rows, with those style sheets and ``css``, and spares on what is left of the last sheet."""
    size, area = page_format.sheet, row_area(page_format.sheet)
    sheets = with_spares(pieces, spares, area, gutters)
    for number, placed in enumerate(sheets, 1):
        sheet = Sheet(
            f"{styles[0]}-{number}",
            size,
            [(place, piece) for place, (_, piece) in enumerate(placed)],
            title if number == 1 else "",
            credit,
            f"{title} {number}/{len(sheets)}",
            area.bottom,
        )
        places = sheet_css(sheet.name, size, page_format.nudge) + places_css(sheet.name, (box for box, _ in placed))
        yield sheet_batch(page_format, sheet, places, styles, css)


class FittedPiece(Protocol):
    """A piece whose text is fitted by estimate; its ``key`` is its name in the layout, its ``data-fit``."""

    @property
    def key(self) -> str:
        """The name."""


F = TypeVar("F", bound=FittedPiece)


def first_that_fits(
    page_format: PageFormat, candidates: Sequence[Iterator[F]], make: Callable[[Sequence[F]], Sequence[Batch]]
) -> tuple[Sequence[F], Sequence[Batch]]:
    """The first candidate of each piece that does not overflow, and the pages that ``make`` puts these on.

    Raises ``CannotPrint`` if a piece has none.
    """
    pieces = [next(each) for each in candidates]
    # Estimates are close, so that one or two layouts do; each further one has a smaller piece, until none is left.
    while overflowing := page_format.overflowing(batches := make(pieces)):
        for number, piece in enumerate(pieces):
            if piece.key in overflowing:
                smaller = next(candidates[number], None)
                if smaller is None:
                    raise CannotPrint("Some words do not fit pieces of this size. Choose larger ones.")
                pieces[number] = smaller
    return pieces, batches
