"""Sheets of paper, the pieces cut from them, and their positions. All lengths in millimetres, from the top left."""

from __future__ import annotations

import enum
import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from rulesets.core.declarations.fields import Choice

INCH = 25.4


@dataclass(frozen=True, slots=True)
class Size:
    """Width and height."""

    width: float
    height: float


class Paper(Choice):
    """The sheets that printers take."""

    A4 = "a4", "A4"
    LETTER = "letter", "US Letter"
    A5 = "a5", "A5"
    A3 = "a3", "A3"

    @property
    def size(self) -> Size:
        """The sheet's size, upright."""
        return PAPER_SIZES[self]

    def turned(self, *, landscape: bool) -> Size:
        """The sheet's size in portrait or ``landscape``."""
        size = self.size
        return Size(size.height, size.width) if landscape else size


PAPER_SIZES = {
    Paper.A4: Size(210, 297),
    Paper.LETTER: Size(8.5 * INCH, 11 * INCH),
    Paper.A5: Size(148, 210),
    Paper.A3: Size(297, 420),
}


class MapPaper(Choice):
    """The sheets that are large enough to print maps on."""

    A4 = Paper.A4.value, Paper.A4.label
    A3 = Paper.A3.value, Paper.A3.label
    LETTER = Paper.LETTER.value, Paper.LETTER.label

    @property
    def size(self) -> Size:
        """The sheet's size, upright."""
        return Paper(self.value).size


class CardSize(Choice):
    """Card sizes that sleeves are sold for, and the one that is usual for a game."""

    USUAL = "usual", "Usual for the game", "In large print, cards are A6."
    POKER = "poker", "Poker, 63.5 × 88.9 mm"
    TAROT = "tarot", "Tarot, 63.5 × 120 mm"
    A7 = "a7", "A7, 74 × 105 mm"
    A6 = "a6", "A6, 105 × 148 mm"

    @property
    def size(self) -> Size:
        """The card's size when cut."""
        return CARD_SIZES[self]

    def or_usual(self, usual: str, *, large: bool = False) -> CardSize:
        """This size, or the one whose value is ``usual`` for the game; A6 in ``large`` print."""
        if self is not CardSize.USUAL:
            return self
        return CardSize.A6 if large else CardSize(usual)


CARD_SIZES = {
    CardSize.POKER: Size(63.5, 88.9),
    CardSize.TAROT: Size(63.5, 120),
    CardSize.A7: Size(74, 105),
    CardSize.A6: Size(105, 148),
}


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A rectangle on a sheet."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Its right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """Its lower edge."""
        return self.y + self.height


class Edge(enum.Enum):
    """The edge over which a printer flips the paper to print the back."""

    LONG = "long"
    SHORT = "short"

    def upright(self, sheet: Size) -> bool:
        """Whether the edge is vertical, so that flipping swaps left and right."""
        return (self is Edge.LONG) == (sheet.height >= sheet.width)


Hairline = tuple[float, float, float, float]
"""A line from one point, x and y, to another."""


@dataclass(frozen=True, slots=True)
class Grid:
    """Pieces of one size in rows and columns; ``pitch_x`` and ``pitch_y`` are the pitch from one piece to the next."""

    sheet: Size
    piece: Size
    left: float
    top: float
    columns: int
    rows: int
    pitch_x: float
    pitch_y: float

    @property
    def count(self) -> int:
        """How many pieces fit on a sheet."""
        return self.columns * self.rows

    def holding(self, pieces: int) -> Grid:
        """The same grid without the rows that so many pieces leave empty."""
        return replace(self, rows=max(1, min(self.rows, -(-pieces // self.columns))))

    def slot(self, index: int) -> Rectangle:
        """The box of the piece with this index, from 0 in reading order."""
        row, column = divmod(index, self.columns)
        return Rectangle(
            self.left + column * self.pitch_x, self.top + row * self.pitch_y, self.piece.width, self.piece.height
        )

    def ticks(self) -> Iterator[Hairline]:
        """Crop marks outside the pieces, at both ends of each cut."""
        xs = _cuts(self.left, self.columns, self.pitch_x, self.piece.width)
        ys = _cuts(self.top, self.rows, self.pitch_y, self.piece.height)
        for x in xs:
            for outside, inside in _tick(ys[0], ys[-1], self.sheet.height):
                yield x, outside, x, inside
        for y in ys:
            for outside, inside in _tick(xs[0], xs[-1], self.sheet.width):
                yield outside, y, inside, y

    def crosses(self) -> Iterator[Hairline]:
        """Small crosses where cuts meet between pieces that touch."""
        if self.pitch_x != self.piece.width or self.pitch_y != self.piece.height:
            return
        for column in range(1, self.columns):
            for row in range(1, self.rows):
                x, y = self.left + column * self.pitch_x, self.top + row * self.pitch_y
                yield x - CROSS, y, x + CROSS, y
                yield x, y - CROSS, x, y + CROSS


TICK = 5.0
"""Length of a crop mark where the margin allows it."""
TICK_GAP = 1.0
"""The gap between a crop mark and the piece."""
CROSS = 1.0
"""Half the length of a cross."""
MARGIN = 6.0
"""The smallest margin: the area that printers leave white, with room for crop marks."""


def _cuts(start: float, count: int, pitch: float, size: float) -> list[float]:
    return sorted({round(start + place * pitch + side, 4) for place in range(count) for side in (0, size)})


def _tick(start: float, end: float, sheet: float) -> tuple[tuple[float, float], tuple[float, float]]:
    return (
        (max(0.0, start - TICK_GAP - TICK), start - TICK_GAP),
        (end + TICK_GAP, min(sheet, end + TICK_GAP + TICK)),
    )


def centred_grid(sheet: Size, piece: Size, gutter: float = 0, margin: float = MARGIN) -> Grid:
    """A centred grid of as many pieces as the sheet holds; raises ``ValueError`` if not even one fits."""
    columns = math.floor((sheet.width - 2 * margin + gutter) / (piece.width + gutter) + 1e-9)
    rows = math.floor((sheet.height - 2 * margin + gutter) / (piece.height + gutter) + 1e-9)
    if columns < 1 or rows < 1:
        raise ValueError(f"a piece of {piece.width} x {piece.height} mm does not fit the sheet")
    return Grid(
        sheet,
        piece,
        (sheet.width - columns * piece.width - (columns - 1) * gutter) / 2,
        (sheet.height - rows * piece.height - (rows - 1) * gutter) / 2,
        columns,
        rows,
        piece.width + gutter,
        piece.height + gutter,
    )


def fullest_grid(sheet: Size, piece: Size) -> Grid:
    """A centred grid on the sheet, or on the sheet turned by a right angle if that holds more pieces."""
    ways = [sheet, Size(sheet.height, sheet.width)]
    roomy = [way for way in ways if min(way.width - piece.width, way.height - piece.height) >= 2 * MARGIN]
    return max((centred_grid(way, piece) for way in roomy or ways), key=lambda grid: grid.count)
