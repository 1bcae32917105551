"""Places the names on a battlefield's map, clear of roads, rivers and one another."""

import enum
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise, product
from math import hypot
from typing import Final

from armybuilder.drawing.lettering import POINT, FontCut, width
from rulesets.core.battlefields import Area, Battlefield, Pattern, Square, Strip, Way
from rulesets.core.shapes import INCH, Box, Point, box_of

HALO: Final = 2
"""Room around the letters, in tenths of an inch."""

MARGIN: Final = 4 * INCH
"""Room above and below the table, for the off-table zones."""

INDENT: Final = 8
"""Distance of the names beside the table from the ends of its edges."""

CELL: Final = 5
"""The side of the cells in which a map is searched for free room, in tenths of an inch."""

COVERING: Final = 120
"""The further cost of a line's name on a piece of ground, which it would seem to name."""

OUTSIDE: Final = 60
"""The cost of a name outside its own ground, to which its distance is added."""

SMALLER: Final = 7
"""The cost of each tenth of an inch by which letters are smaller than they should be: more than that of a line."""

MIN_LETTERS: Final = 9
"""The smallest letters, in tenths of an inch."""

ACTUAL_SIZE: Final = 0.4
"""Letters on a map at actual size, of which each sheet shows a part, beside those of a map on one sheet."""


class Obstacle(enum.IntFlag):
    """A kind of thing that may lie in a cell of the map."""

    WAY = enum.auto()
    NAME = enum.auto()
    EDGE = enum.auto()
    LINE = enum.auto()
    TOWN = enum.auto()
    COUNTRY = enum.auto()


COSTS: Final = {
    Obstacle.WAY: 1000,
    Obstacle.NAME: 1000,
    Obstacle.EDGE: 1000,
    Obstacle.TOWN: 75,
    Obstacle.COUNTRY: 25,
    Obstacle.LINE: 20,
}
"""The cost of placing a name on each kind of obstacle; the first of the cheapest places is used."""

PRICES: Final = tuple(sum(cost for kind, cost in COSTS.items() if kinds & kind) for kinds in range(2 * max(Obstacle)))
"""The cost of a place for each combination of obstacles."""

WAY, NAME, EDGE = int(Obstacle.WAY), int(Obstacle.NAME), int(Obstacle.EDGE)
GROUND = int(Obstacle.TOWN | Obstacle.COUNTRY)
"""As plain integers, which are faster to calculate with."""

MAX_PLACES: Final = 1200
"""The most places tried for a name: more than any name needs on a table for five battle groups."""

MAX_MAP_PLACES: Final = 300_000
"""The most places tried for all names of a map, so that with thousands of names each has fewer."""

STEP: Final = 12
"""The distance of the places tried along a line, in tenths of an inch."""

OFF: Final = 1000
"""Cells to the left of the table that a name may reach into."""


@dataclass(frozen=True, slots=True)
class Name:
    """A name in its place: what it names, its words, the box of its letters and their size in tenths of an inch.

    ``of`` is ``None`` for the two edges of the table.
    """

    of: Area | Square | Strip | None
    words: str
    box: Box
    size: int

    @property
    def baseline(self) -> int:
        """The y coordinate of the letters' baseline."""
        return self.box.bottom - self.size // 5


class _Map:
    """The obstacles of a map, by cells."""

    def __init__(self, field: Battlefield, joints: Sequence[Box]) -> None:
        self.field = field
        names = len(field.strips) + len(field.areas) + len(field.squares)
        self.max_places = min(MAX_PLACES, MAX_MAP_PLACES // max(names, 1))
        self.rows: dict[int, dict[int, int]] = {int(kind): {} for kind in Obstacle}
        """A bit mask of cells by kind of obstacle and row."""
        for joint in joints:
            self.mark(joint, Obstacle.WAY)
        for way in field.ways:
            half = way.width // 2 + HALO
            for point in _every_few(course_of(way)):
                self.mark(_grown(Box(point.x, point.y, point.x, point.y), half), Obstacle.WAY)
        for strip in field.strips:
            if on_table(strip, field):
                y = line_height(strip)
                self.mark(Box(strip.box.left, y, strip.box.right, y), Obstacle.LINE)
        for area in field.areas:
            self.mark(box_of(area.outline), Obstacle.TOWN if _is_town(area) else Obstacle.COUNTRY)

    def mark(self, box: Box, kind: Obstacle) -> None:
        """Mark a box as occupied by an obstacle."""
        rows, mask = self.rows[int(kind)], _mask(box)
        for row in _rows_of(box):
            rows[row] = rows.get(row, 0) | mask

    def obstacles(self, box: Box) -> int:
        """The obstacles in a box, searched no further than the first one that rules it out."""
        off = box.left < 0 or box.top < 0 or box.right > self.field.width or box.bottom > self.field.depth
        kinds = EDGE if off else 0
        mask, rows = _mask(box), _rows_of(box)
        for kind, lines in self.rows.items():
            for row in rows:
                if lines.get(row, 0) & mask:
                    kinds |= kind
                    break
            if kinds & (WAY | NAME):
                break
        return kinds

    def place(
        self, of: Area | Square | Strip, words: str, sizes: Sequence[int], own: int = 0, on_own: bool = False
    ) -> Name | None:
        """Put a name in the cheapest of the places tried, if it lies on no way and no other name there.

        Of the ``sizes`` of its letters the first is the best. Its ``own`` kinds of ground cost nothing; with ``on_own``
        it must not lie on others, nor beside its own piece.
        """
        own = int(own)
        boxes = [(_wide(words, size), size) for size in sizes]
        places = {Area: _around, Strip: _along, Square: _corners}[type(of)]
        best: tuple[int, Box] | None = None
        for box, extra in islice(places(of, boxes), self.max_places):  # type: ignore[operator]
            if best is not None and best[0] <= extra:
                break
            kinds = self.obstacles(_grown(box, HALO)) & ~(own if extra < OUTSIDE else 0)
            price = extra + PRICES[kinds] + (COVERING if isinstance(of, Strip) and kinds & GROUND else 0)
            if best is None or price < best[0]:
                best = price, box
        assert best is not None  # noqa: S101 (there is always a first place)
        unwanted = WAY | NAME | GROUND & ~own if on_own else WAY | NAME
        if self.obstacles(_grown(best[1], HALO)) & unwanted:
            return None
        if on_own and isinstance(of, Area) and not box_of(of.outline).holds(_grown(best[1], HALO)):
            return None
        self.mark(best[1], Obstacle.NAME)
        return Name(of, words, best[1], best[1].height)


def names_of(field: Battlefield, minimum: int = 0, joints: Sequence[Box] | None = None) -> tuple[Name, ...]:
    """The names of the lines on the table, of all ground and of squares, in letters of ``minimum`` size or larger.

    A name for which there is no room beside the others is left out. Large letters (with a ``minimum``) name only
    pieces of ground that contain them and lines with room off the ground: the map's legend explains the others.
    ``joints`` are where the sheets of a map at actual size overlap, ``None`` for other maps. The letters of one at
    actual size are smaller and lie on no joint.
    """
    map_, large, scale = _Map(field, joints or ()), minimum > 0, 1.0 if joints is None else ACTUAL_SIZE
    lines = [strip for strip in field.strips if on_table(strip, field)]
    names = (
        *(map_.place(strip, strip.title, _one(minimum, 13, scale), Obstacle.LINE, large) for strip in lines),
        *(
            map_.place(
                area, area.kind, _sizes(area, minimum, scale), Obstacle.COUNTRY | Obstacle.TOWN * _is_town(area), large
            )
            for area in sorted(field.areas, key=lambda area: not _is_town(area))
        ),
        *(map_.place(square, square.name, _one(minimum, 12, scale)) for square in field.squares),
    )
    return tuple(name for name in names if name is not None)


def names_beside(field: Battlefield, minimum: int = 0) -> tuple[Name, ...]:
    """The names of the zones off the table and its two edges, in letters of size ``minimum`` or larger if they fit."""
    names = []
    for strip in field.strips:
        if not on_table(strip, field):
            wide, size = _fitting(strip.title, max(minimum, 16), field)
            top = strip.box.top + HALO if strip.box.top < 0 else strip.box.bottom - HALO - size
            names.append(Name(strip, strip.title, Box(INDENT, top, INDENT + wide, top + size), size))
    for number in (1, 2):
        words, right = f"Base edge {number}", field.width - INDENT
        wide, size = _fitting(words, max(minimum, 13), field)
        top = -HALO - size if number == 1 else field.depth + HALO
        names.append(Name(None, words, Box(right - wide, top, right, top + size), size))
    return tuple(names)


def _fitting(words: str, size: int, field: Battlefield) -> tuple[int, int]:
    """The width of the words beside a table and the size of their letters: ``size``, or the largest that fits."""
    sizes = range(min(size, MARGIN - 2 * HALO), 1, -1)
    return next((wide, size) for size in sizes if (wide := _wide(words, size)) <= field.width - 2 * INDENT)


def _wide(words: str, size: int) -> int:
    return round(width(words, FontCut.NARROW_STRONG, size) / POINT) + 1


def on_table(strip: Strip, field: Battlefield) -> bool:
    """Whether a strip lies on the table, where its edge is a line."""
    return strip.box.top >= 0 and strip.box.bottom <= field.depth


def course_of(way: Way) -> tuple[Point, ...]:
    """The line of a road or river; the bends of a river are rounded, as a series of points."""
    points = way.line
    if way.kind != "river" or len(points) < 3:
        return points
    course = [points[0]]
    for bend, after in pairwise(points[1:]):
        start, end = course[-1], Point((bend.x + after.x) // 2, (bend.y + after.y) // 2)
        for step in range(1, 9):
            a, b, c = (8 - step) ** 2, 2 * step * (8 - step), step**2
            x, y = (a * start[i] + b * bend[i] + c * end[i] for i in (0, 1))
            course.append(Point(x // 64, y // 64))
    return (*course, points[-1])


def line_height(strip: Strip) -> int:
    """The y coordinate of a strip's line, on the side towards the other army."""
    return strip.box.bottom if strip.side == "far" else strip.box.top


def _is_town(area: Area) -> bool:
    return area.pattern is Pattern.BUILDINGS


def _every_few(course: Sequence[Point]) -> Iterator[Point]:
    """Points along a broken line, less than a cell apart."""
    for a, b in pairwise(course):
        steps = max(abs(b.x - a.x), abs(b.y - a.y)) // 3 + 1
        for step in range(steps + 1):
            yield Point(a.x + (b.x - a.x) * step // steps, a.y + (b.y - a.y) * step // steps)


def _rows_of(box: Box) -> range:
    return range(box.top // CELL, box.bottom // CELL + 1)


def _mask(box: Box) -> int:
    """The columns of cells that a box covers, a bit for each."""
    left = box.left // CELL
    return ((1 << box.right // CELL - left + 1) - 1) << left + OFF


def _one(minimum: int, size: int, scale: float) -> tuple[int, ...]:
    return (round(max(minimum, size) * scale),)


def _sizes(area: Area, minimum: int, scale: float) -> tuple[int, ...]:
    """The sizes of letters that name a piece of ground, the best first."""
    width = box_of(area.outline).width
    best = 15 if width > 60 else 12 if width > 30 else 9
    sizes = range(max(minimum, best), max(minimum, MIN_LETTERS) - 1, -3)
    return tuple(round(size * scale) for size in sizes)


def _grown(box: Box, by: int) -> Box:
    return Box(box.left - by, box.top - by, box.right + by, box.bottom + by)


def _spread(minimum: int, maximum: int, length: int) -> Sequence[int]:
    """Starting points for a length of ``room`` between two ends, from the middle outwards."""
    last = maximum - length
    if last <= minimum:
        return [(minimum + last) // 2]
    middle = (minimum + last) // 2
    return sorted({middle, *range(minimum, last, 6), last}, key=lambda start: (abs(start - middle), start))


Boxes = Sequence[tuple[int, int]]
"""The width and height of a name in each size of its letters, the best first."""


def _around(area: Area, boxes: Boxes) -> Iterator[tuple[Box, int]]:
    """On the ground, from its middle outwards, also in smaller letters, then around it, the nearest places first."""
    box = box_of(area.outline)
    inner, middle = _grown(box, -4), box.centre
    for wide, high in boxes:
        for y, x in product(_spread(inner.top, inner.bottom, high), _spread(inner.left, inner.right, wide)):
            yield Box(x, y, x + wide, y + high), (boxes[0][1] - high) * SMALLER
    wide, high = boxes[0]
    for away in (HALO, 8, 16):
        ring = _grown(box, away)
        xs, ys = range(ring.left - wide // 2, ring.right, 6), range(ring.top - high // 2, ring.bottom, 6)
        beside = (*product(xs, (ring.bottom, ring.top - high)), *product((ring.right, ring.left - wide), ys))
        for x, y in sorted(beside, key=lambda at: hypot(at[0] + wide / 2 - middle.x, at[1] + high / 2 - middle.y)):
            yield Box(x, y, x + wide, y + high), OUTSIDE + away


def _along(strip: Strip, boxes: Boxes) -> Iterator[tuple[Box, int]]:
    """On its own side of the line, from the right end to the left one, then on it and beyond, at growing distances."""
    wide, high = boxes[0]
    y = line_height(strip)
    for away in range(HALO, 6 * INCH, 6):
        above, below = y - high - away, y + away
        own, other = (above, below) if strip.side == "far" else (below, above)
        on_line = [(y - high // 2, OUTSIDE // 6)] if away == HALO else []
        for top, extra in ((own, 0), *on_line, (other, OUTSIDE // 2)):
            for left in range(strip.box.right - wide - 4, strip.box.left, -STEP):
                yield Box(left, top, left + wide, top + high), (away - HALO) * 2 + extra


def _corners(square: Square, boxes: Boxes) -> Iterator[tuple[Box, int]]:
    """The corners of a square, the upper left first, then anywhere on it."""
    wide, high = boxes[0]
    box = square.box
    for y, x in product((box.top + 3, box.bottom - high - 3), (box.left + 4, box.right - wide - 4)):
        yield Box(x, y, x + wide, y + high), 0
    for y, x in product(range(box.top + 3, box.bottom - high, 6), range(box.left + 4, box.right - wide, 6)):
        yield Box(x, y, x + wide, y + high), OUTSIDE
