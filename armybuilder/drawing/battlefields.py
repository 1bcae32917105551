"""Layout of battlefields for ``drawing/battlefield.svg``: one unit of the picture is a tenth of an inch on the table.

Colours are set in attributes, not in styles, so that the same picture works on the page and in print.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Final

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

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

LINES: Final = ("table", "grid", "squares", "ink", "strip", "road", "road_edge", "river", "fault")


def _on_screen(paint: MapColours) -> MapColours:
    """The colours as properties ``--map-…``, which the style sheet of a page sets for its dark theme."""
    return MapColours(
        **{name: _property(name.replace("_", "-"), getattr(paint, name)) for name in LINES},
        fills={pattern: _property(pattern, colour) for pattern, colour in paint.fills.items()},
        inks={pattern: _property(f"{pattern}-ink", colour) for pattern, colour in paint.inks.items()},
    )


def _property(name: str, colour: str) -> str:
    return f"var(--map-{name}, {colour})"


ON_SCREEN: Final = _on_screen(COLOUR)


@dataclass(frozen=True, slots=True)
class Strokes:
    """The widths of a map's lines in tenths of an inch; ``grid`` lines are an inch apart, ``bank`` edges roads."""

    edge: float
    grid: float
    squares: float
    zone: float
    ground: float
    texture: float
    fault: float
    bank: float
    halo: float


ON_ONE_SHEET: Final = Strokes(edge=3, grid=1, squares=2, zone=2, ground=2, texture=1.5, fault=4, bank=1, halo=3)
ACTUAL_SIZE: Final = Strokes(
    edge=0.5, grid=0.1, squares=0.3, zone=0.4, ground=0.4, texture=0.25, fault=0.5, bank=0.3, halo=1.5
)
"""At most 1.5 mm where an inch of the map is an inch on paper."""

EDGE: Final = 6
"""Room around the table and its zones, for their outlines."""

PHONE: Final = 30
"""On a phone the smallest letters are as high as its width divided by this: some 11 pixels."""

TREE_SPACING: Final = 14
HOUSE_SPACING: Final = 13


@dataclass(frozen=True, slots=True)
class Texture:
    """A pattern of small signs on an area, in its ink."""

    path: str
    is_filled: bool = False


@dataclass(frozen=True, slots=True)
class MapArea:
    """A piece of ground: its outline and the signs on it; ``square`` is empty unless a player may move it here."""

    area: Area
    outline: str
    textures: tuple[Texture, ...]
    fill: str
    ink: str
    is_faulty: bool
    square: str


@dataclass(frozen=True, slots=True)
class MapLine:
    """A line on the map."""

    path: str
    colour: str
    width: float
    join: str = ""


@dataclass(frozen=True, slots=True)
class MapZone:
    """A zone off the table, or one on it with the line that bounds it there."""

    box: Box
    bound: str


@dataclass(frozen=True, slots=True)
class MapName:
    """A name, with a halo in the colour of the ground under it; ``is_of_area``: of a piece of ground."""

    name: Name
    ground: str
    ink: str
    is_of_area: bool


@dataclass(frozen=True, slots=True)
class MapNames:
    """The names beside the table and on it, in letters that can be read at one size of the map."""

    beside: tuple[Name, ...]
    inside: tuple[MapName, ...]


@dataclass(frozen=True, slots=True)
class MapDrawing:
    """A map ready to render, from the table's edge up; ``large_names`` are for phones."""

    field: Battlefield
    paint: MapColours
    strokes: Strokes
    view: Box
    is_live: bool
    grid: tuple[MapLine, ...]
    areas: tuple[MapArea, ...]
    ways: tuple[MapLine, ...]
    bridges: tuple[Box, ...]
    zones: tuple[MapZone, ...]
    names: MapNames
    large_names: MapNames | None

    @property
    def words(self) -> str:
        """What the map shows, for those who do not see it."""
        table = f"{self.field.width // INCH} by {self.field.depth // INCH} inches"
        return f"Map of a table {table} with {len(self.field.areas)} pieces of terrain"


def battlefield_svg(
    field: Battlefield,
    paint: MapColours = COLOUR,
    window: Box | None = None,
    live: bool = False,
    joints: Sequence[Box] | None = None,
) -> SafeString:
    """The map of a battlefield.

    ``window`` is the part of the table to show (default: all of it with the off-table zones), ``joints`` where the
    sheets of a map at actual size overlap, ``None`` for other maps. ``live`` makes the movable pieces reachable by
    keyboard and pointer.
    """
    view, strokes = window or whole_map(field), ON_ONE_SHEET if joints is None else ACTUAL_SIZE
    faulty = {fault.at for fault in field.faults}
    near = [area for area in field.areas if view.meets(box_of(area.outline))]
    towns = [area for area in near if area.pattern is Pattern.BUILDINGS]
    # Large pieces are drawn first, so that they cover no knoll.
    country = sorted(
        (area for area in near if area.pattern is not Pattern.BUILDINGS), key=lambda area: area.pattern is Pattern.KNOLL
    )
    drawing = MapDrawing(
        field,
        paint,
        strokes,
        view,
        live,
        tuple(_grid(field, paint, strokes)),
        tuple(_area(area, paint, area.id in faulty, live) for area in (*country, *towns)),
        tuple(chain.from_iterable(_way(way, paint, strokes) for way in field.ways)),
        tuple(Box(at.x - 7, at.y - 7, at.x + 7, at.y + 7) for at in field.bridges),
        tuple(MapZone(strip.box, _bound(strip) if on_table(strip, field) else "") for strip in field.strips),
        _names(field, paint, joints=joints),
        _names(field, paint, view.width // PHONE) if live else None,
    )
    return render_to_string("drawing/battlefield.svg", {"map": drawing})


def whole_map(field: Battlefield) -> Box:
    """The box of a whole map: the table and the off-table zones."""
    return Box(-EDGE, -MARGIN - EDGE, field.width + EDGE, field.depth + MARGIN + EDGE)


def _grid(field: Battlefield, paint: MapColours, strokes: Strokes) -> Iterator[MapLine]:
    """The inch grid, and the squares over it."""
    side = field.square_side
    fine = "".join(f"M{x} 0V{field.depth}" for x in range(INCH, field.width, INCH) if x % side)
    fine += "".join(f"M0 {y}H{field.width}" for y in range(INCH, field.depth, INCH) if y % side)
    bold = "".join(f"M{x} 0V{field.depth}" for x in range(side, field.width, side))
    bold += "".join(f"M0 {y}H{field.width}" for y in range(side, field.depth, side))
    yield MapLine(fine, paint.grid, strokes.grid)
    yield MapLine(bold, paint.squares, strokes.squares)


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


def _trees(polygon: Polygon) -> Texture:
    places = _scattered(polygon, TREE_SPACING)
    return Texture("".join(f"M{p.x - 4} {p.y}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0" for p in places))


def _contours(polygon: Polygon, rings: tuple[int, ...]) -> Texture:
    return Texture("".join(_outline(_shrunk(polygon, percent)) for percent in rings))


def _houses(polygon: Polygon) -> Texture:
    places = _scattered(polygon, HOUSE_SPACING)
    return Texture("".join(f"M{p.x - 3} {p.y - 2}h7v5h-7z" for p in places), is_filled=True)


def _hachures(polygon: Polygon) -> Texture:
    inner = _shrunk(polygon, 72)
    return Texture("".join(f"M{a.x} {a.y}L{b.x} {b.y}" for a, b in zip(polygon, inner, strict=True)))


def _textures(pattern: Pattern, outline: Polygon) -> tuple[Texture, ...]:
    match pattern:
        case Pattern.CONTOURS:
            return (_contours(outline, (76, 52, 28)),)
        case Pattern.TREES:
            return (_trees(outline),)
        case Pattern.WOODED_CONTOURS:
            return (_contours(outline, (70, 40)), _trees(outline))
        case Pattern.BUILDINGS:
            return (_houses(outline),)
        case Pattern.KNOLL:
            return (_hachures(outline), _contours(outline, (45,)))


def _area(area: Area, paint: MapColours, faulty: bool, live: bool) -> MapArea:
    return MapArea(
        area,
        _outline(area.outline),
        _textures(area.pattern, area.outline),
        paint.fills[area.pattern],
        paint.inks[area.pattern],
        faulty,
        area.id.split("-")[0] if live and area.movable else "",
    )


def _way(way: Way, paint: MapColours, strokes: Strokes) -> tuple[MapLine, MapLine]:
    """A river or road as a narrow line on a wide one, which shows as its banks."""
    inner = way.width - 2 * strokes.bank
    if way.kind == "river":
        path = _softened(way.line)
        return (
            MapLine(path, paint.ink, way.width, join="round"),
            MapLine(path, paint.river, inner, join="round"),
        )
    path = "M" + "L".join(f"{p.x} {p.y}" for p in way.line)
    return MapLine(path, paint.road_edge, way.width), MapLine(path, paint.road, inner)


def _softened(points: tuple[Point, ...]) -> str:
    """A broken line with its bends rounded, as a path."""
    path = f"M{points[0].x} {points[0].y}"
    for bend, after in pairwise(points[1:]):
        path += f"Q{bend.x} {bend.y} {(bend.x + after.x) // 2} {(bend.y + after.y) // 2}"
    return f"{path}L{points[-1].x} {points[-1].y}"


def _bound(strip: Strip) -> str:
    """The line that bounds a zone on the table."""
    return f"M{strip.box.left} {line_height(strip)}H{strip.box.right}"


def _names(field: Battlefield, paint: MapColours, minimum: int = 0, joints: Sequence[Box] | None = None) -> MapNames:
    """All names, in letters of ``minimum`` size or larger, clear of the ``joints``."""
    inside = tuple(_name(name, paint) for name in names_of(field, minimum, joints))
    return MapNames(tuple(names_beside(field, minimum)), inside)


def _name(name: Name, paint: MapColours) -> MapName:
    if isinstance(name.of, Area):
        return MapName(name, paint.fills[name.of.pattern], paint.ink, is_of_area=True)
    return MapName(name, paint.table, paint.strip, is_of_area=False)


def legend_of(field: Battlefield, paint: MapColours = COLOUR) -> list[tuple[SafeString, str]]:
    """A sample, 3 by 2 inches, of each drawing of ground on the table, and what is drawn so."""
    drawn: dict[Pattern, list[str]] = {}
    for title, pattern in sorted({(area.title, area.pattern) for area in field.areas}):
        drawn.setdefault(pattern, []).append(title)
    return [(_sample(pattern, paint), " · ".join(titles)) for pattern, titles in drawn.items()]


def _sample(pattern: Pattern, paint: MapColours) -> SafeString:
    area = Area("sample", "", "", Box(2, 2, 58, 38).polygon(), 0, pattern, movable=False)
    return render_to_string(
        "drawing/legend_sample.svg",
        {"it": _area(area, paint, faulty=False, live=False), "fault": paint.fault, "strokes": ON_ONE_SHEET},
    )
