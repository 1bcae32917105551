"""Roads, rivers and bridges of a battlefield: our proposal, within the limits of the terrain chapters."""

import heapq
from collections.abc import Sequence

from rulesets.core.battlefields import Area, Way
from rulesets.core.seeded import SeededDice
from rulesets.core.shapes import INCH, Box, Point, box_of, cross

from .ground import BARS_RIVERS, RIVER_WIDTH, ROAD_WIDTH, TOWNS, Extent, River


def roads_between(areas: Sequence[Area], table_box: Box) -> list[Way]:
    """Roads that join all built-up areas, and lead off the table at both ends (a single town has just these)."""
    centres = [box_of(area.outline).centre for area in areas if area.kind in TOWNS]
    if not centres:
        return []
    ways = []

    def road(a: Point, b: Point) -> None:
        ways.append(Way("road", "Road", (a, b), ROAD_WIDTH))

    # Each place joins by the shortest road to one that is joined already (Prim), so no road is needless.
    nearest = {place: (_apart(centres[0], centre), 0) for place, centre in enumerate(centres) if place}
    while nearest:
        place = min(nearest, key=lambda one: (nearest[one], one))
        road(centres[nearest.pop(place)[1]], centres[place])
        for other, (distance, _) in nearest.items():
            if (apart := _apart(centres[place], centres[other])) < distance:
                nearest[other] = (apart, place)
    first, last = min(centres), max(centres)
    road(Point(table_box.left, first.y), first)
    road(last, Point(table_box.right, last.y))
    return ways


def _apart(a: Point, b: Point) -> int:
    return (a.x - b.x) ** 2 + (a.y - b.y) ** 2


def _barriers(areas: Sequence[Area], size: Extent) -> list[bytearray]:
    """For each square inch, whether highland or a hill keeps a river out of it."""
    barriers = [bytearray(size.width) for _ in range(size.depth)]
    for area in areas:
        if area.kind not in BARS_RIVERS:
            continue
        crossings: dict[int, list[int]] = {}
        for one, other in zip(area.outline, area.outline[1:] + area.outline[:1], strict=True):
            upper, lower = (one, other) if one.y <= other.y else (other, one)
            enters = _at(upper, lower, 0)
            for row in range(max(0, upper.y // INCH), min(size.depth - 1, (lower.y - 1) // INCH) + 1):
                leaves = _at(upper, lower, (row + 1) * INCH)
                crossings.setdefault(row, []).extend((enters, leaves))
                enters = leaves
        for row, places in crossings.items():
            first = max(0, min(places) // INCH)
            last = min(size.width - 1, (max(places) - 1) // INCH)
            barriers[row][first : last + 1] = b"\x01" * max(0, last + 1 - first)
    return barriers


def _at(upper: Point, lower: Point, y: int) -> int:
    """The x of an edge at a given y, rounded to the left by up to a tenth; its end where the edge stops before."""
    if y <= upper.y:
        return upper.x
    if y >= lower.y:
        return lower.x
    return upper.x + (lower.x - upper.x) * (y - upper.y) // (lower.y - upper.y)


def river_course(river: River, areas: Sequence[Area], size: Extent, dice: SeededDice) -> Way | None:
    """The river's course around highland and hills; ``None`` where no course is left."""
    if river is River.NONE:
        return None
    barriers = _barriers(areas, size)
    if river is River.ACROSS:
        ends = (size.depth // 2, size.depth // 2)
    else:
        ends = (0, size.depth - 1) if dice.below(2) else (size.depth - 1, 0)

    starts = [row for row in range(size.depth) if not barriers[row][0]]
    if not starts:
        return None
    course = _course(barriers, ends, min(starts, key=lambda row: (abs(row - ends[0]), row)))
    if not course:
        return None
    points = [Point(column * INCH + INCH // 2, row * INCH + INCH // 2) for column, row in course]
    bends = [points[0]]
    for a, b, c in zip(points, points[1:], points[2:], strict=False):
        if (b.x - a.x, b.y - a.y) != (c.x - b.x, c.y - b.y):
            bends.append(b)
    bends.append(points[-1])
    line = (Point(0, bends[0].y), *bends, Point(size.width * INCH, bends[-1].y))
    return Way("river", "River, crossed at bridges only", line, RIVER_WIDTH)


def _course(barriers: Sequence[bytearray], ends: tuple[int, int], start: int) -> list[tuple[int, int]]:
    """The cheapest way (column, row) from the left edge to the right, near the straight line; empty where none is."""
    depth, width = len(barriers), len(barriers[0])
    down = depth + 2
    closed, extra = _squares(barriers, ends)
    path = _cheapest(closed, extra, down, down + start + 1, width * down)
    return [(place // down - 1, place % down - 1) for place in path]


def _squares(barriers: Sequence[bytearray], ends: tuple[int, int]) -> tuple[bytearray, list[int]]:
    """The squares that are barred, and what each costs more for being off the straight line.

    They are numbered column by column with a barred border, so that a neighbour is one addition away and needs no check
    of the table's edge.
    """
    depth, width = len(barriers), len(barriers[0])
    down = depth + 2
    count = down * (width + 2)
    closed = bytearray(b"\x01" * count)
    for row, cells in enumerate(barriers):
        closed[down + row + 1 : (width + 1) * down : down] = cells
    extra = [0] * count
    off_line = [2 * min(abs(rows), 12) for rows in range(-depth, depth)]
    for column in range(width):
        target_row = ends[0] + (ends[1] - ends[0]) * column // max(1, width - 1)
        first = (column + 1) * down + 1
        extra[first : first + depth] = off_line[depth - target_row : 2 * depth - target_row]
    return closed, extra


def _cheapest(closed: bytearray, extra: Sequence[int], down: int, begin: int, last: int) -> list[int]:
    """The squares from ``begin`` to the first one behind ``last`` by A*; a column has ``down`` squares.

    The queue holds one number per square, the estimated cost times the count of squares plus the square, which is
    faster to compare than a pair.
    """
    count, width = len(closed), last // down
    # Steps cost 10, slanting ones 14 for √2 and must not cut the corner of a barred square.
    steps = [(step, 10, step, step) for step in (down, -1, 1, -down)]
    steps += [(along + side, 14, along, side) for along in (down, -down) for side in (-1, 1)]
    cost = [1 << 40] * count
    cost[begin] = 0
    before: dict[int, int] = {}
    visited = bytearray(count)
    waiting = [width * 10 * count + begin]
    while waiting:
        here = heapq.heappop(waiting) % count
        # The way ahead costs at least 10 a column, so the first to arrive is the cheapest.
        if here > last:
            path = [here]
            while path[-1] in before:
                path.append(before[path[-1]])
            return path[::-1]
        if visited[here]:
            continue
        visited[here] = 1
        so_far = cost[here]
        for step, price, one, other in steps:
            place = here + step
            total = so_far + price + extra[place]
            if total < cost[place] and not (closed[place] or closed[here + one] or closed[here + other]):
                cost[place] = total
                before[place] = here
                heapq.heappush(waiting, (total + (width - place // down) * 10) * count + place)
    return []


def bridges(ways: Sequence[Way]) -> tuple[Point, ...]:
    """Where roads cross rivers."""
    rivers = [way for way in ways if way.kind == "river"]
    points: list[Point] = []
    for road in (way for way in ways if way.kind == "road"):
        for river in rivers:
            for a, b in zip(road.line, road.line[1:], strict=False):
                for c, d in zip(river.line, river.line[1:], strict=False):
                    place = cross(a, b, c, d)
                    if place is not None and place not in points:
                        points.append(place)
    return tuple(points)
