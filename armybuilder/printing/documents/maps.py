"""Maps: a whole one as large as the sheet allows, and parts of one in true size on sheets to join."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from armybuilder.drawing.lettering import POINT, FontCut, width
from armybuilder.printing.documents.context import PageFormat
from armybuilder.printing.documents.geometry import places_css, sheet_css
from armybuilder.printing.documents.sheets import Piece, Sheet, grid_sheets, sheet_batch
from armybuilder.printing.fitting.lengths import lengths
from armybuilder.printing.paper import Grid, Rectangle, Size
from armybuilder.printing.rendering import Batch

STYLE = "maps"


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


def tile_batches(page_format: PageFormat, grid: Grid, parts: Sequence[str], credit: str) -> Iterator[Batch]:
    """Parts of a map in a grid, with crop marks."""
    maps = [Map(f"map-{number}", part) for number, part in enumerate(parts, 1)]
    return grid_sheets(page_format, grid, maps, "Map sheet", credit, style=STYLE, name="map-tiles")
