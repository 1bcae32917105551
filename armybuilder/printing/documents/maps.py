"""Maps: a whole one as large as the sheet allows, and parts of one in true size on sheets to join."""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from typing import ClassVar, Final

from armybuilder.drawing.lettering import POINT, FontCut, width
from armybuilder.printing.documents.context import PageFormat
from armybuilder.printing.documents.geometry import places_css, properties_css, sheet_css
from armybuilder.printing.documents.sheets import Piece, Sheet, path, sheet_batch
from armybuilder.printing.fitting.lengths import lengths
from armybuilder.printing.paper import INCH, TICK, TICK_GAP, Hairline, Rectangle, Size
from armybuilder.printing.rendering import Batch
from rulesets.core.shapes import Box

STYLE = "maps"
TILES = "map-tiles"
TENTH = INCH / 10
"""Millimetres of a tenth of an inch."""
OVERLAP: Final = 4
"""Tenths of an inch by which a sheet shows more than its tile, to glue the next one on: 10 mm."""


@dataclass(frozen=True, slots=True)
class Map:
    """A map or a part of one as an SVG with its own title; ``key`` names it in the layout."""

    template: ClassVar = "printing/pieces/map.html"
    key: str
    svg: str


@dataclass(frozen=True, slots=True)
class Legend:
    """Samples of terrain with their names."""

    template: ClassVar = "printing/pieces/map.html"
    kinds: Sequence[tuple[str, str]]

    def height(self, available_width: float) -> float:
        """The height in millimetres at this width."""
        css = lengths(STYLE)
        count, used = 1, 0.0
        for _, name in self.kinds:
            wide = css["sample-width"] + css["kind-gap"] + width(f"  {name}", FontCut.NARROW, css["legend"] / POINT)
            if used and used + wide > available_width:
                count, used = count + 1, 0.0
            used += wide
        return count * css["legend-line"]


@dataclass(frozen=True, slots=True)
class Figure:
    """A map above the text of a sheet, or at the top of its first column; ``words`` stand below it."""

    svg: str
    drawing: Size
    legend: Legend | None
    words: str
    in_column: bool = False

    def map_width(self, available: Size) -> float:
        """The width of the map in this room, in millimetres."""
        return min(available.width, available.height * self.drawing.width / self.drawing.height)

    def height(self, available: Size) -> float:
        """About how high it is in this room, in millimetres."""
        css = lengths(STYLE)
        below = self.legend.height(available.width) if self.legend else 0.0
        return self.map_width(available) * self.drawing.height / self.drawing.width + below + css["figure-words"]


def sheet_for(paper: Size, drawing: Size) -> Size:
    """The sheet in the drawing's orientation."""
    return Size(paper.height, paper.width) if drawing.width > drawing.height else paper


def map_area(sheet: Size, legend: Legend | None = None) -> Rectangle:
    """What a sheet has for a map above its legend and its foot."""
    css = lengths(STYLE)
    edge, available_width = css["edge"], sheet.width - 2 * css["edge"]
    below = css["legend-gap"] + legend.height(available_width) if legend else 0.0
    return Rectangle(edge, edge, available_width, sheet.height - edge - css["foot"] - below)


def map_scale(sheet: Size, drawing: Size, legend: Legend | None = None) -> float:
    """Millimetres on paper for a unit of the drawing, which fills the sheet's width or height."""
    area = map_area(sheet, legend)
    return min(area.width / drawing.width, area.height / drawing.height)


def map_batch(
    page_format: PageFormat, svg: str, drawing: Size, foot: tuple[str, str], legend: Legend | None = None
) -> Batch:
    """The sheet of the map, whose picture is as large as ``drawing`` in units of its own, on paper turned for it.

    ``foot`` has the text at the foot on the left and, as the sheet's heading, on the right.
    """
    size, css = page_format.sheet, lengths(STYLE)
    area, scale = map_area(size, legend), map_scale(size, drawing, legend)
    wide, high = drawing.width * scale, drawing.height * scale
    boxes = [Rectangle(area.x + (area.width - wide) / 2, area.y + (area.height - high) / 2, wide, high)]
    pieces: list[Piece] = [Map("map", svg)]
    if legend:
        boxes.append(Rectangle(area.x, area.bottom + css["legend-gap"], area.width, legend.height(area.width)))
        pieces.append(legend)
    credit, words = foot
    sheet = Sheet("map", size, list(enumerate(pieces)), words, credit, words, size.height - css["foot"])
    return sheet_batch(page_format, sheet, sheet_css("map", size) + places_css("map", boxes), (STYLE,))


@dataclass(frozen=True, slots=True)
class Tile:
    """A part of a map at actual size: its place among the sheets, from 1, and what it shows with and without overlap.

    It overlaps the next tile of its row and that of its column, except at the table's edge.
    """

    template: ClassVar = "printing/pieces/tile.html"
    row: int
    column: int
    inner: Box
    outer: Box
    svg: str

    @property
    def key(self) -> str:
        """Its name in the layout."""
        return f"map-{self.row}-{self.column}"

    @property
    def beside(self) -> bool:
        """Whether a tile is glued on at its right."""
        return self.outer.right > self.inner.right

    @property
    def below(self) -> bool:
        """Whether a tile is glued on below."""
        return self.outer.bottom > self.inner.bottom


@dataclass(frozen=True, slots=True)
class Tiling:
    """A drawing in rows and columns of tiles: where these begin and end, in units of ``scale`` millimetres.

    Tiles overlap the next ones by so many units.
    """

    xs: Sequence[int]
    ys: Sequence[int]
    overlap: int
    scale: float

    @property
    def columns(self) -> int:
        """How many tiles a row has."""
        return len(self.xs) - 1

    @property
    def rows(self) -> int:
        """How many tiles a column has."""
        return len(self.ys) - 1

    @property
    def joints(self) -> tuple[Box, ...]:
        """Where tiles overlap."""
        left, *xs, right = self.xs
        top, *ys, bottom = self.ys
        return (
            *(Box(x, top, x + self.overlap, bottom) for x in xs),
            *(Box(left, y, right, y + self.overlap) for y in ys),
        )

    def tiles(self, draw: Callable[[Box], str]) -> Iterator[Tile]:
        """The tiles in reading order, each drawn with what it shows beyond its edges."""
        edges = product(enumerate(pairwise(self.ys), 1), enumerate(pairwise(self.xs), 1))
        for (row, (top, bottom)), (column, (left, right)) in edges:
            below, beside = self.overlap * (row < self.rows), self.overlap * (column < self.columns)
            outer = Box(left, top, right + beside, bottom + below)
            yield Tile(row, column, Box(left, top, right, bottom), outer, draw(outer))

    def drawn(self, tile: Tile, sheet: Size) -> Rectangle:
        """Where a tile is drawn on its sheet, in the middle with room for the overlap where there is one."""
        wide, high, overlap = (n * self.scale for n in (tile.inner.width, tile.inner.height, self.overlap))
        left = (sheet.width - wide - overlap * (self.columns > 1)) / 2
        top = (sheet.height - high - overlap * (self.rows > 1)) / 2
        return Rectangle(left, top, tile.outer.width * self.scale, tile.outer.height * self.scale)


def table_tiling(width: int, depth: int, max_width: int, max_depth: int) -> Tiling:
    """A table, in tenths of an inch, at actual size in the fewest equal tiles that are no larger than this."""
    return Tiling(_equal(width, max_width), _equal(depth, max_depth), OVERLAP, TENTH)


def _equal(side: int, maximum: int) -> tuple[int, ...]:
    count = math.ceil(side / maximum)
    tile = math.ceil(side / count)
    return tuple(tile * number for number in range(count + 1))


def tile_batches(
    page_format: PageFormat, tiling: Tiling, tiles: Iterable[Tile], title: str, credit: str
) -> Iterator[Batch]:
    """Some of the tiles, a sheet each, with marks where they are joined."""
    size = page_format.sheet
    for number, tile in enumerate(tiles):
        drawn, scale = tiling.drawn(tile, size), tiling.scale
        inner = Rectangle(drawn.x, drawn.y, tile.inner.width * scale, tile.inner.height * scale)
        sheet = Sheet(
            TILES,
            size,
            [(0, tile)],
            "" if number else title,
            credit,
            f"Row {tile.row} of {tiling.rows}, column {tile.column} of {tiling.columns}",
            drawn.bottom,
            path(_joint_marks(inner, drawn)),
        )
        lengths_of_tile = {"tile-width": inner.width, "tile-height": inner.height, "overlap": tiling.overlap * scale}
        properties = properties_css(lengths_of_tile)
        geometry = f"{sheet_css(TILES, size)}{places_css(TILES, [drawn])}.{TILES}{{{properties}}}"
        yield sheet_batch(page_format, sheet, geometry, (STYLE,))


def _joint_marks(inner: Rectangle, drawn: Rectangle) -> Iterator[Hairline]:
    """Marks outside what is drawn, at both ends of the lines along which sheets are cut and joined."""
    for x in (inner.x, inner.right):
        yield x, drawn.y - TICK_GAP - TICK, x, drawn.y - TICK_GAP
        yield x, drawn.bottom + TICK_GAP, x, drawn.bottom + TICK_GAP + TICK
    for y in (inner.y, inner.bottom):
        yield drawn.x - TICK_GAP - TICK, y, drawn.x - TICK_GAP, y
        yield drawn.right + TICK_GAP, y, drawn.right + TICK_GAP + TICK, y
