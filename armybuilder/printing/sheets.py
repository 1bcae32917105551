"""Pieces to cut out, laid on sheets in grids or rows, and the margins of every page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar, Protocol, TypeVar

from armybuilder.drawing.lettering import POINT, Cut, width
from armybuilder.printing.document import Foot, Page, Placed, cuts
from armybuilder.printing.paper import Box, Grid, Size

FOOT_HEIGHT = 3.4
FOOT_GAP = 1.6
LEAST_GAP = 0.3
FOOT_SIDE = 8.0
"""From the paper's side to the foot's text."""
FOOT_SIZES = (7.5, 7.0, 6.5, 6.0, 5.5, 5.0, 4.5, 4.0)
BESIDE_MARKS = 1.0
ENLARGED_SIZES = (3.5, 3.0)
"""For very large print on small paper, where all is drawn larger."""
FOOT_LEADING = 1.1
FOOT_BETWEEN = 6.0
"""Between the foot's two texts."""
EXACT = 1e-6
"""What sums of lengths are off."""

T = TypeVar("T")


def foot(sheet: Size, top: float, credit: str, number: str, side: float = FOOT_SIDE, name: str = "") -> Foot:
    """The foot in the largest letters that leave both its texts on one line, or else on two that end where it would.

    ``name`` stands before the number as far as there is room for it.
    """
    room = sheet.width - 2 * side
    told = f"{name} · {number}" if name else number
    for points in FOOT_SIZES:
        if width(credit, Cut.NARROW, points) + width(told, Cut.NARROW, points) + FOOT_BETWEEN <= room:
            return Foot(Box(side, top, room, FOOT_HEIGHT), credit, told, points)
    sizes = FOOT_SIZES + ENLARGED_SIZES
    points = next((size for size in sizes if width(credit, Cut.NARROW, size) <= room), sizes[-1])
    below = points * POINT * FOOT_LEADING
    words = name.split()
    while words and width(told, Cut.NARROW, points) > room:
        words.pop()
        told = f"{' '.join(words)} … · {number}" if words else number
    return Foot(Box(side, top - below, room, FOOT_HEIGHT + below), credit, told, points, below)


def under(sheet: Size, bottom: float) -> float:
    """Where a foot stands under pieces that end at ``bottom``: where printers still print, if the pieces let it."""
    top = max(bottom + FOOT_GAP, min(sheet.height - 10.0, bottom + 8.0))
    return max(bottom + LEAST_GAP, min(top, sheet.height - 3.2 - FOOT_HEIGHT))


def foot_under(grid: Grid, credit: str, number: str) -> Foot:
    """The foot under a grid; where it comes close to the pieces it begins beside the last row's crop marks."""
    bottom = grid.slot(grid.count - 1).bottom
    top = under(grid.sheet, bottom)
    side = max(FOOT_SIDE, grid.left + BESIDE_MARKS) if top < bottom + FOOT_GAP else FOOT_SIDE
    return foot(grid.sheet, top, credit, number, side)


def cut_sheets(grid: Grid, drawing: str, pieces: Sequence[Any], title: str, credit: str) -> Iterator[Page]:
    """Sheets of pieces in reading order, with crop marks; the first starts the part called ``title``."""
    total = -(-len(pieces) // grid.count)
    marks = cuts(grid)
    for number, start in enumerate(range(0, len(pieces), grid.count), 1):
        placed = tuple(
            Placed(grid.slot(place), drawing, piece) for place, piece in enumerate(pieces[start : start + grid.count])
        )
        yield Page(
            grid.sheet,
            placed,
            title if number == 1 else "",
            foot_under(grid, credit, f"{title} {number}/{total}"),
            marks,
        )


class Piece(Protocol):
    """What is cut out in a size of its own."""

    drawing: ClassVar[str]

    @property
    def box(self) -> Size:
        """Its width and height."""


def row_sheets(
    pieces: Sequence[Piece],
    sheet: Size,
    room: Box,
    gutters: Sequence[float],
    title: str,
    words: str,
    credit: str,
    *,
    even: bool = False,
) -> Iterator[Page]:
    """Sheets of pieces in rows within the room, as far apart as takes no sheet more; the first starts ``title``.

    A row is as high as its first piece, the others no higher; ``even`` rows are of pieces of one height, so that they
    are cut in long strips. ``words`` stand in the foot, before the sheet's number.
    """
    ways = (list(_in_rows(pieces, room, gutter, even=even)) for gutter in gutters)
    laid = _fewest(ways)
    for number, placed in enumerate(laid, 1):
        told = f"{words} {number}/{len(laid)}"
        yield Page(
            sheet, tuple(placed), title if number == 1 else "", foot(sheet, under(sheet, room.bottom), credit, told)
        )


def _fewest(ways: Iterable[list[T]]) -> list[T]:
    """The first way that takes the fewest sheets; none further is tried when one sheet is enough."""
    best: list[T] | None = None
    for sheets in ways:
        if best is None or len(sheets) < len(best):
            best = sheets
        if len(best) < 2:
            break
    return best or []


def _in_rows(pieces: Sequence[Piece], room: Box, gutter: float, *, even: bool) -> Iterator[list[Placed]]:
    """The pieces of each sheet, so far from one another."""
    found: list[Placed] = []
    x, y, tall = room.x, room.y, 0.0
    for piece in pieces:
        size = piece.box
        if x > room.x and (x + size.width > room.right + EXACT or (even and size.height < tall)):
            x, y, tall = room.x, y + tall + gutter, 0.0
        if found and y + size.height > room.bottom + EXACT:
            yield found
            found = []
            x, y, tall = room.x, room.y, 0.0
        found.append(Placed(Box(x, y, size.width, size.height), piece.drawing, piece))
        x, tall = x + size.width + gutter, max(tall, size.height)
    if found:
        yield found
