"""Battlefields as SVG, true to scale: one unit of the picture is a tenth of an inch on the table.

Colours are set in attributes, not in styles, so that the same picture works on the page and in print.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from armybuilder.drawing.map_names import MARGIN, Name, line_height, names_beside, names_of, on_table
from rulesets.core.battlefields import Area, Battlefield, Pattern, Strip, Way
from rulesets.core.shapes import INCH, Box, Point, Polygon, box_of, inside


@dataclass(frozen=True, slots=True)
class MapColours:
    """The colours of a map: the table, its lines, and fill and ink of each pattern."""

    table: str
    grid: str
    squares: str
    ink: str
    strip: str
    road: str
    road_edge: str
    river: str
    fault: str
    fills: dict[Pattern, str]
    inks: dict[Pattern, str]


COLOUR: Final = MapColours(
    table="#f3ecd6",
    grid="#e2d8ba",
    squares="#b8aa84",
    ink="#21221c",
    strip="#8a5a2b",
    road="#fffdf5",
    road_edge="#6b6250",
    river="#7fb0cf",
    fault="#a1221a",
    fills={
        Pattern.CONTOURS: "#d9c095",
        Pattern.TREES: "#c3d3a0",
        Pattern.WOODED_CONTOURS: "#b5b27c",
        Pattern.BUILDINGS: "#d8cdc6",
        Pattern.KNOLL: "#e2cda0",
    },
    inks={
        Pattern.CONTOURS: "#7a5520",
        Pattern.TREES: "#3f6128",
        Pattern.WOODED_CONTOURS: "#4b4f1c",
        Pattern.BUILDINGS: "#5a4038",
        Pattern.KNOLL: "#7a5520",
    },
)
BLACK_AND_WHITE: Final = MapColours(
    table="#ffffff",
    grid="#e6e6e6",
    squares="#9a9a9a",
    ink="#000000",
    strip="#555555",
    road="#ffffff",
    road_edge="#000000",
    river="#bdbdbd",
    fault="#000000",
    fills=dict.fromkeys(Pattern, "#ffffff"),
    inks=dict.fromkeys(Pattern, "#000000"),
)

EDGE: Final = 6
"""Room beside the table, for its outline."""

PHONE: Final = 30
"""On a phone the smallest letters are as high as its width divided by this: some 11 pixels."""

TREE_SPACING: Final = 14
HOUSE_SPACING: Final = 13


def battlefield_svg(
    field: Battlefield, paint: MapColours = COLOUR, window: Box | None = None, live: bool = False
) -> SafeString:
    """The map of a battlefield.

    ``window`` is the part of the table to show (default: all of it with the off-table zones), ``live`` makes the
    movable pieces reachable by keyboard and pointer.
    """
    view = window or whole_map(field)
    faulty = {fault.at for fault in field.faults}
    near = [area for area in field.areas if view.meets(box_of(area.outline))]
    towns = [area for area in near if area.pattern is Pattern.BUILDINGS]
    country = [area for area in near if area.pattern is not Pattern.BUILDINGS]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view.left} {view.top} {view.width} {view.height}"'
        f' class="battlefield-map" data-tenths="{view.width}"'
        # Otherwise browsers round the width of each letter to whole pixels, and words outgrow their boxes.
        + ' font-family="Barlow Condensed, Arial Narrow, sans-serif" text-rendering="geometricPrecision"'
        + (f' role="group" aria-label="{_label(field)}">' if live else f' role="img"><title>{_label(field)}</title>'),
        _rectangle(Box(0, 0, field.width, field.depth), paint.table, paint.ink, 3),
        _grid(field, paint),
        *(_area(area, paint, area.id in faulty, live) for area in sorted(country, key=_depth_of)),
        *(_area(area, paint, area.id in faulty, live) for area in towns),
        *(_way(way, paint) for way in field.ways),
        *(_bridge(bridge, paint) for bridge in field.bridges),
        *(_strip(strip, field, paint) for strip in field.strips),
        f'<g class="map-names">{_names(field, paint)}</g>',
        *([f'<g class="map-names-large" display="none">{_names(field, paint, view.width // PHONE)}</g>'] * live),
        "</svg>",
    ]
    return mark_safe("".join(parts))  # noqa: S308 (every text in it was escaped)


def whole_map(field: Battlefield) -> Box:
    """The box of a whole map: the table and the off-table zones."""
    return Box(-EDGE, -MARGIN, field.width + EDGE, field.depth + MARGIN)


def _label(field: Battlefield) -> str:
    return (
        f"Map of a table {field.width // INCH} by {field.depth // INCH} inches with {len(field.areas)} pieces of ground"
    )


def _depth_of(area: Area) -> int:
    """Large pieces are drawn first."""
    return int(area.pattern is Pattern.KNOLL)


def _rectangle(box: Box, fill: str, stroke: str, width: int) -> str:
    return (
        f'<rect x="{box.left}" y="{box.top}" width="{box.width}" height="{box.height}" fill="{fill}" '
        f'stroke="{stroke}" stroke-width="{width}"/>'
    )


def _grid(field: Battlefield, paint: MapColours) -> str:
    """The inch grid, and the squares over it."""
    side = field.square_side
    fine = "".join(f"M{x} 0V{field.depth}" for x in range(INCH, field.width, INCH) if x % side)
    fine += "".join(f"M0 {y}H{field.width}" for y in range(INCH, field.depth, INCH) if y % side)
    bold = "".join(f"M{x} 0V{field.depth}" for x in range(side, field.width, side))
    bold += "".join(f"M0 {y}H{field.width}" for y in range(side, field.depth, side))
    return (
        f'<path d="{fine}" stroke="{paint.grid}" stroke-width="1" fill="none"/>'
        f'<path d="{bold}" stroke="{paint.squares}" stroke-width="2" fill="none"/>'
    )


def _outline(polygon: Polygon) -> str:
    """A closed path; figures of more than four corners are rounded off, staying inside their corners."""
    if len(polygon) <= 4:
        return "M" + "L".join(f"{p.x} {p.y}" for p in polygon) + "Z"
    middles = [
        Point((a.x + b.x) // 2, (a.y + b.y) // 2) for a, b in zip(polygon, polygon[1:] + polygon[:1], strict=True)
    ]
    start = middles[-1]
    curves = "".join(f"Q{p.x} {p.y} {m.x} {m.y}" for p, m in zip(polygon, middles, strict=True))
    return f"M{start.x} {start.y}{curves}Z"


def _shrunk(polygon: Polygon, percent: int) -> Polygon:
    middle = box_of(polygon).centre
    return tuple(
        Point(middle.x + (p.x - middle.x) * percent // 100, middle.y + (p.y - middle.y) * percent // 100)
        for p in polygon
    )


def _scattered(polygon: Polygon, spacing: int) -> list[Point]:
    """Points spread evenly over a figure, with every other row shifted."""
    core = _shrunk(polygon, 86)
    box = box_of(core)
    points = []
    for row, y in enumerate(range(box.top + spacing // 3, box.bottom, spacing)):
        for x in range(box.left + (spacing // 2 if row % 2 else 0) + spacing // 4, box.right, spacing):
            if inside(Point(x, y), core):
                points.append(Point(x, y))
    return points or [box.centre]


def _trees(polygon: Polygon, ink: str) -> str:
    path = "".join(f"M{p.x - 4} {p.y}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0" for p in _scattered(polygon, TREE_SPACING))
    return f'<path d="{path}" fill="none" stroke="{ink}" stroke-width="1.5"/>'


def _contours(polygon: Polygon, ink: str, rings: tuple[int, ...]) -> str:
    path = "".join(_outline(_shrunk(polygon, percent)) for percent in rings)
    return f'<path d="{path}" fill="none" stroke="{ink}" stroke-width="1.5"/>'


def _houses(polygon: Polygon, ink: str) -> str:
    path = "".join(f"M{p.x - 3} {p.y - 2}h7v5h-7z" for p in _scattered(polygon, HOUSE_SPACING))
    return f'<path d="{path}" fill="{ink}"/>'


def _hachures(polygon: Polygon, ink: str) -> str:
    inner = _shrunk(polygon, 72)
    path = "".join(f"M{a.x} {a.y}L{b.x} {b.y}" for a, b in zip(polygon, inner, strict=True))
    return f'<path d="{path}" stroke="{ink}" stroke-width="1.5" fill="none"/>'


def _area(area: Area, paint: MapColours, faulty: bool, live: bool) -> str:
    pattern, ink = area.pattern, paint.inks[area.pattern]
    texture = {
        Pattern.CONTOURS: lambda: _contours(area.outline, ink, (76, 52, 28)),
        Pattern.TREES: lambda: _trees(area.outline, ink),
        Pattern.WOODED_CONTOURS: lambda: _contours(area.outline, ink, (70, 40)) + _trees(area.outline, ink),
        Pattern.BUILDINGS: lambda: _houses(area.outline, ink),
        Pattern.KNOLL: lambda: _hachures(area.outline, ink) + _contours(area.outline, ink, (45,)),
    }[pattern]()
    edge = (
        f'stroke="{paint.fault}" stroke-width="4" stroke-dasharray="8 4"'
        if faulty
        else f'stroke="{ink}" stroke-width="2"'
    )
    shape = f'<path d="{_outline(area.outline)}" fill="{paint.fills[pattern]}" {edge}/>{texture}'
    if not (live and area.movable):
        return f"<g>{shape}</g>"
    where = area.id.split("-")[0]
    label = escape(f"{area.title}, {where}. Arrow keys move it.")
    return (
        f'<g class="piece" tabindex="0" role="button" data-piece="{escape(area.id)}" aria-label="{label}">'
        f"<title>{escape(area.title)}</title>{shape}</g>"
    )


def _way(way: Way, paint: MapColours) -> str:
    points = way.line
    if way.kind == "river":
        path = _softened(points)
        return (
            f'<path d="{path}" fill="none" stroke="{paint.ink}" stroke-width="{way.width}" stroke-linejoin="round"/>'
            f'<path d="{path}" fill="none" stroke="{paint.river}" stroke-width="{way.width - 2}" '
            'stroke-linejoin="round"/>'
        )
    path = "M" + "L".join(f"{p.x} {p.y}" for p in points)
    return (
        f'<path d="{path}" fill="none" stroke="{paint.road_edge}" stroke-width="{way.width}"/>'
        f'<path d="{path}" fill="none" stroke="{paint.road}" stroke-width="{way.width - 2}"/>'
    )


def _softened(points: tuple[Point, ...]) -> str:
    """A broken line with its bends rounded, as a path."""
    path = f"M{points[0].x} {points[0].y}"
    for bend, after in pairwise(points[1:]):
        path += f"Q{bend.x} {bend.y} {(bend.x + after.x) // 2} {(bend.y + after.y) // 2}"
    return f"{path}L{points[-1].x} {points[-1].y}"


def _bridge(at: Point, paint: MapColours) -> str:
    return _rectangle(Box(at.x - 7, at.y - 7, at.x + 7, at.y + 7), paint.road, paint.ink, 2)


def _strip(strip: Strip, field: Battlefield, paint: MapColours) -> str:
    """The outline of a zone off the table, or the line that bounds one on the table."""
    box = strip.box
    if not on_table(strip, field):
        return (
            f'<rect x="{box.left}" y="{box.top}" width="{box.width}" height="{box.height}" fill="none" '
            f'stroke="{paint.strip}" stroke-width="2" stroke-dasharray="3 5"/>'
        )
    return (
        f'<path d="M{box.left} {line_height(strip)}H{box.right}" stroke="{paint.strip}" stroke-width="2" '
        'stroke-dasharray="12 6"/>'
    )


def _names(field: Battlefield, paint: MapColours, least: int = 0) -> str:
    """All names, in letters of ``least`` size or larger."""
    beside = (_name_beside(name, paint) for name in names_beside(field, least))
    return "".join((*beside, *(_name(name, paint) for name in names_of(field, least))))


def _name_beside(name: Name, paint: MapColours) -> str:
    how = f'fill="{paint.strip}"' if name.of else f'font-weight="600" fill="{paint.ink}"'
    return f"<text {_place(name)} {how}>{escape(name.words)}</text>"


def _place(name: Name) -> str:
    return f'x="{name.box.left}" y="{name.baseline}" font-size="{name.size}"'


def _name(name: Name, paint: MapColours) -> str:
    """A name with a halo in the colour of the ground under it: drawn twice, as WeasyPrint has no ``paint-order``."""
    words, place = escape(name.words), _place(name)
    group, ground, ink = "<g>", paint.table, paint.strip
    if isinstance(name.of, Area):
        group = '<g aria-hidden="true" pointer-events="none" font-weight="600">'
        ground, ink = paint.fills[name.of.pattern], paint.ink
    halo = f'<text {place} stroke="{ground}" stroke-width="3" stroke-linejoin="round" aria-hidden="true">{words}</text>'
    return f'{group}{halo}<text {place} fill="{ink}">{words}</text></g>'


def legend_svg(pattern: Pattern, paint: MapColours = COLOUR) -> SafeString:
    """A sample of ground for the legend, 3 by 2 inches."""
    outline = Box(2, 2, 58, 38).polygon()
    area = Area("sample", "", "", outline, 0, pattern, movable=False)
    return mark_safe(  # noqa: S308 (our own numbers and colours)
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 40" class="legend-sample" width="30" height="20" '
        f'aria-hidden="true"><title>Sample</title>{_area(area, paint, faulty=False, live=False)}</svg>'
    )
