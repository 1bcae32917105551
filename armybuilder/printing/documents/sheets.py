"""Pieces to cut out or peel off, on sheets in grids or rows, with crop marks and a line at the foot."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from armybuilder.drawing import lettering
from armybuilder.drawing.lettering import width
from armybuilder.printing.documents.context import PageFormat
from armybuilder.printing.documents.geometry import places_css, sheet_css
from armybuilder.printing.fitting.lengths import lengths, steps
from armybuilder.printing.paper import Edge, Grid, Hairline, Rectangle, Size
from armybuilder.printing.rendering import Batch

EXACT = 1e-6
"""Tolerance of sums of lengths in millimetres."""

FOOT_GAP = 0.3
"""Least gap between pieces and foot in millimetres."""
ROW_EDGE = 8.0
"""Millimetres around pieces that lie in rows."""
ROW_FOOT = 3.0
"""Additional millimetres below them."""


@dataclass(frozen=True, slots=True)
class Foot:
    """The line at a sheet's foot: the credit on the left, on the right what the sheet is; ``bottom`` of the pieces
    above it, in millimetres from the top.
    """

    credit: str
    words: str
    bottom: float


@dataclass(frozen=True, slots=True)
class Placed:
    """A piece, the number of its place, and the name of what draws it."""

    place: int
    piece: Any
    kind: str

    @property
    def template(self) -> str:
        """Its template."""
        return f"printing/pieces/{self.kind}.html"


@dataclass(frozen=True, slots=True)
class Sheet:
    """One side of a sheet of paper: its pieces, its crop marks as SVG paths, its foot.

    ``heading`` is the part's title on its first sheet, empty on others.
    """

    name: str
    size: Size
    placed: tuple[Placed, ...]
    heading: str = ""
    foot: Foot | None = None
    ticks: str = ""
    crosses: str = ""

    @property
    def view_box(self) -> str:
        """The SVG attribute of a drawing as large as the sheet, in millimetres."""
        return f"0 0 {self.size.width:g} {self.size.height:g}"


def path(marks: Iterable[Hairline]) -> str:
    """Marks as an SVG path in millimetres."""
    return "".join(f"M{mark.x1:.3f},{mark.y1:.3f}L{mark.x2:.3f},{mark.y2:.3f}" for mark in marks)


def sheet_batch(
    page_format: PageFormat, sheet: Sheet, boxes: Sequence[Rectangle], styles: Sequence[str], css: str = ""
) -> Batch:
    """A sheet whose pieces stand in those boxes, each drawn by ``templates/printing/pieces/<kind>.html``.

    ``css`` is what fitting has chosen. The piece's template knows the piece as ``it`` and its place, whose class it
    gives to its outermost element.
    """
    geometry = sheet_css(sheet.name, sheet.size) + places_css(sheet.name, boxes) + foot_css(sheet) + css
    return page_format.batch("sheet", {"sheet": sheet}, geometry, styles=("sheet", *styles))


def foot_css(sheet: Sheet) -> str:
    """The foot's type size, which leaves it on one line, and its place below the pieces."""
    if sheet.foot is None:
        return ""
    css, sizes = lengths("sheet"), steps("sheet", "foot-sizes")
    available_width = sheet.size.width - 2 * css["foot-side"] - css["foot-gap"]
    words = sheet.foot.credit + sheet.foot.words
    size = next((size for size in sizes if width(words, lettering.FontCut.NARROW, size) <= available_width), sizes[-1])
    bottom = min(css["foot-bottom"], sheet.size.height - sheet.foot.bottom - css["foot-line"] - FOOT_GAP)
    return f".{sheet.name} .sheet-foot{{margin-bottom:{bottom:.3f}mm;font-size:{size:g}pt}}"


@dataclass(frozen=True, slots=True)
class CutGrid:
    """How pieces are laid in a grid: the grid, the edge over which paper is turned if these are backs, by how much the
    printer is nudged to the right and down, whether crop marks are wanted, and the place of the first piece.
    """

    grid: Grid
    behind: Edge | None = None
    right: float = 0.0
    down: float = 0.0
    marks: bool = True
    start: int = 0

    @property
    def boxes(self) -> tuple[Rectangle, ...]:
        """The places of a sheet."""
        places = range(self.grid.count)
        slots = (self.grid.back(place, self.behind) if self.behind else self.grid.slot(place) for place in places)
        return tuple(box.moved(self.right, self.down) for box in slots)

    def filled(self, pieces: Sequence[Any], kind: str) -> Iterator[tuple[Placed, ...]]:
        """The pieces of each sheet, in reading order of the fronts."""
        place, rest = self.start, list(pieces)
        while rest:
            count = self.grid.count - place
            yield tuple(Placed(place + number, piece, kind) for number, piece in enumerate(rest[:count]))
            rest, place = rest[count:], 0


def grid_sheets(
    page_format: PageFormat,
    cut: CutGrid,
    pieces: Sequence[Any],
    piece: str,
    title: str,
    credit: str,
    *,
    style: str,
    name: str = "",
    css: str = "",
    heading: bool = True,
) -> Iterator[Batch]:
    """Sheets of pieces of one size in a grid, with ``static/css/print/<style>.css`` and ``css``.

    ``name`` is the CSS name of their pages where that is not the style's, ``heading`` starts a part.
    """
    grid = cut.grid.behind(cut.behind) if cut.behind else cut.grid
    boxes = cut.boxes
    filled = list(cut.filled(pieces, piece))
    bottom = max(box.bottom for box in boxes)
    for number, placed in enumerate(filled, 1):
        sheet = Sheet(
            name or style,
            cut.grid.sheet,
            placed,
            title if heading and number == 1 else "",
            Foot(credit, f"{title} {number}/{len(filled)}", bottom) if cut.marks else None,
            path(mark.moved(cut.right, cut.down) for mark in grid.ticks()) if cut.marks else "",
            path(mark.moved(cut.right, cut.down) for mark in grid.crosses()) if cut.marks else "",
        )
        yield sheet_batch(page_format, sheet, boxes, (style,), css)


@dataclass(frozen=True, slots=True)
class CutPiece:
    """A piece for sheets in rows: the name of what draws it, and its size. Those ``touching`` share their cuts."""

    kind: str
    piece: Any
    box: Size
    touching: bool = False


@dataclass(frozen=True, slots=True)
class Folded:
    """A side above its back, to be folded in the middle; ``kind`` names what draws both."""

    front: Any
    back: Any
    kind: str

    @property
    def template(self) -> str:
        """The template of both sides."""
        return f"printing/pieces/{self.kind}.html"


Row = tuple[Rectangle, CutPiece]


def in_rows(pieces: Sequence[CutPiece], area: Rectangle, gutters: Sequence[float]) -> list[list[Row]]:
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


def _rows(pieces: Sequence[CutPiece], area: Rectangle, gutter: float, *, even: bool) -> Iterator[list[Row]]:
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
    pieces: Sequence[CutPiece], spares: Sequence[CutPiece], area: Rectangle, gutters: Sequence[float]
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
    pieces: Sequence[CutPiece],
    title: str,
    credit: str,
    *,
    styles: Sequence[str],
    css: str,
    gutters: Sequence[float],
    spares: Sequence[CutPiece] = (),
) -> Iterator[Batch]:
    """Sheets of pieces in rows, with those style sheets and ``css``, and spares on what is left of the last sheet."""
    size, area = page_format.sheet, row_area(page_format.sheet)
    sheets = with_spares(pieces, spares, area, gutters)
    for number, placed in enumerate(sheets, 1):
        sheet = Sheet(
            f"{styles[0]}-{number}",
            size,
            tuple(Placed(place, each.piece, each.kind) for place, (_, each) in enumerate(placed)),
            title if number == 1 else "",
            Foot(credit, f"{title} {number}/{len(sheets)}", area.bottom),
        )
        boxes = [box.moved(*page_format.nudge) for box, _ in placed]
        yield sheet_batch(page_format, sheet, boxes, styles, css)
