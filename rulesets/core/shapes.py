"""Plane figures on a table, in whole tenths of an inch, with integer arithmetic only: the same on every machine.

The table's top left corner is (0, 0); x runs to the right and y down, towards the player who looks at the map.

The site draws with these shapes, and games that make battlefields measure with them.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from math import isqrt
from typing import Final, NamedTuple

INCH: Final = 10
"""Units to the inch."""


class Point(NamedTuple):
    """A place on the table."""

    x: int
    y: int


Polygon = tuple[Point, ...]
"""Corners in order, the last joined to the first."""


class Box(NamedTuple):
    """An upright rectangle; right and bottom are included."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        """The distance from the left to the right edge, in tenths of an inch."""
        return self.right - self.left

    @property
    def height(self) -> int:
        """The distance from the top to the bottom edge, in tenths of an inch."""
        return self.bottom - self.top

    @property
    def centre(self) -> Point:
        """The middle, rounded down."""
        return Point((self.left + self.right) // 2, (self.top + self.bottom) // 2)

    def holds(self, other: Box) -> bool:
        """Whether the other lies wholly inside this one."""
        return (
            self.left <= other.left
            and self.top <= other.top
            and other.right <= self.right
            and other.bottom <= self.bottom
        )

    def meets(self, other: Box) -> bool:
        """Whether the two have a point in common."""
        return (
            self.left <= other.right
            and other.left <= self.right
            and self.top <= other.bottom
            and other.top <= self.bottom
        )

    def grown(self, by: int) -> Box:
        """The box enlarged by that much on every side."""
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def polygon(self) -> Polygon:
        """Its four corners as a polygon."""
        return (
            Point(self.left, self.top),
            Point(self.right, self.top),
            Point(self.right, self.bottom),
            Point(self.left, self.bottom),
        )


def box_of(points: Sequence[Point]) -> Box:
    """The smallest box around some points."""
    xs = [point.x for point in points]
    ys = [point.y for point in points]
    return Box(min(xs), min(ys), max(xs), max(ys))


def doubled_area(polygon: Polygon) -> int:
    """Twice the area, in square tenths of an inch."""
    return abs(sum(a.x * b.y - b.x * a.y for a, b in zip(polygon, polygon[1:] + polygon[:1], strict=True)))


def moved(polygon: Polygon, right: int, down: int) -> Polygon:
    """The figure shifted to the right and down, in tenths of an inch."""
    return tuple(Point(point.x + right, point.y + down) for point in polygon)


def inside(point: Point, polygon: Polygon) -> bool:
    """Whether a point is inside the figure (points on its outline may count either way)."""
    within = False
    for a, b in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        # A ray from a point inside crosses the outline an odd number of times.
        if (a.y > point.y) != (b.y > point.y):
            side = (point.x - a.x) * (b.y - a.y) - (b.x - a.x) * (point.y - a.y)
            if (side < 0) == (b.y > a.y):
                within = not within
    return within


def _squared(point: Point, a: Point, b: Point) -> int:
    """The square of 16 times the distance of a point from the segment a to b, rounded down."""
    dx, dy = b.x - a.x, b.y - a.y
    length = dx * dx + dy * dy
    along = (point.x - a.x) * dx + (point.y - a.y) * dy
    if length == 0 or along <= 0:
        return 256 * ((point.x - a.x) ** 2 + (point.y - a.y) ** 2)
    if along >= length:
        return 256 * ((point.x - b.x) ** 2 + (point.y - b.y) ** 2)
    cross = (point.x - a.x) * dy - (point.y - a.y) * dx
    return 256 * cross * cross // length


def cross(a: Point, b: Point, c: Point, d: Point) -> Point | None:
    """Where the segments a to b and c to d cross, rounded; ``None`` where they do not (or are parallel)."""
    rx, ry, sx, sy = b.x - a.x, b.y - a.y, d.x - c.x, d.y - c.y
    bottom = rx * sy - ry * sx
    if bottom == 0:
        return None
    along = (c.x - a.x) * sy - (c.y - a.y) * sx
    other = (c.x - a.x) * ry - (c.y - a.y) * rx
    # Made positive, so that places along both segments compare as shares of it.
    if bottom < 0:
        bottom, along, other = -bottom, -along, -other
    if not (0 <= along <= bottom and 0 <= other <= bottom):
        return None
    return Point(a.x + (rx * along * 2 + bottom) // (2 * bottom), a.y + (ry * along * 2 + bottom) // (2 * bottom))


def gap(one: Polygon, other: Polygon) -> int:
    """The least distance between two figures in tenths of an inch, rounded down; 0 where they touch or overlap."""
    if inside(one[0], other) or inside(other[0], one):
        return 0
    edges = list(zip(one, one[1:] + one[:1], strict=True))
    others = list(zip(other, other[1:] + other[:1], strict=True))
    minimum = 1 << 62
    for a, b in edges:
        for c, d in others:
            if cross(a, b, c, d) is not None:
                return 0
            minimum = min(minimum, _squared(a, c, d), _squared(b, c, d), _squared(c, a, b), _squared(d, a, b))
    return isqrt(minimum) // 16


def touches(line: Sequence[Point], polygon: Polygon) -> bool:
    """Whether a broken line touches the figure."""
    bounds = box_of(polygon)
    edges = list(zip(polygon, polygon[1:] + polygon[:1], strict=True))
    return any(
        inside(a, polygon) or inside(b, polygon) or any(cross(a, b, c, d) is not None for c, d in edges)
        for a, b in itertools.pairwise(line)
        if box_of((a, b)).meets(bounds)
    )
