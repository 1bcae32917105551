"""The battlefield: terrain by dice, laid out as a proposal that keeps every limit of the rulebook's terrain chapters.

What the dice give is the rulebook's; where on its square a piece lies, and its outline, is a proposal of ours that
the winner of the RPS may change. Pieces keep an inch from their square's edge, so that a river finds its way.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Final, NamedTuple

from rulesets.core.asks import Ask, Choice
from rulesets.core.battlefields import Area, Battlefield, Changes, Fault, Pattern, Square, Strip, Way
from rulesets.core.calculators import QuestionError
from rulesets.core.houserules import House
from rulesets.core.reference import Cell, Line, Section, Table, Tone, table
from rulesets.core.seeded import SeededDice
from rulesets.core.shapes import (
    INCH,
    Box,
    Point,
    Polygon,
    box_of,
    cross,
    doubled_area,
    gap,
    inside,
    moved,
    touches,
)
from rulesets.systems.mbt2020 import tables
from rulesets.systems.mbt2020.battlefield_odds import hour_of, light_at, season_of, zone_of
from rulesets.systems.mbt2020.engagement import Light
from rulesets.systems.mbt2020.stands import Zone
from rulesets.systems.mbt2020.tables import Feature, Season


class TableSize(Choice):
    """How large the table is."""

    BY_GROUPS = ("groups", "12″ for every battle group", "the depth is half the width, 36″ at least")
    SIX_BY_FOUR = ("6x4", "6′ × 4′")
    EIGHT_BY_FOUR = ("8x4", "8′ × 4′")
    EIGHT_BY_FIVE = ("8x5", "8′ × 5′")
    OWN = ("own", "as given below")


class SquareSide(Choice):
    """The side of the squares that the table is rolled by."""

    TWELVE = ("12", "12″")
    SIXTEEN = ("16", "16″")


class ZoneFrom(Choice):
    """How the climatic zone is found."""

    DICE = ("dice", "by a die")
    ARMIES = ("armies", "from the armies", "their common zone; if they differ the winner of the RPS chooses")
    HAND = ("hand", "by hand")


class River(Choice):
    """Whether a river runs over the table."""

    NONE = ("none", "none")
    ACROSS = ("across", "from left to right, half way across")
    DIAGONAL = ("diagonal", "along the diagonal")


class Weather(Choice):
    """Whether the weather is adverse."""

    DICE = ("dice", "by a die")
    FAIR = ("fair", "fair")
    ADVERSE = ("adverse", "adverse (AWC)")


@dataclass(frozen=True, slots=True)
class Ground:
    """What is settled before the dice for a battlefield are rolled."""

    size: Annotated[TableSize, Ask("Table", section="Table")] = TableSize.BY_GROUPS
    battle_groups: Annotated[int, Ask("Battle groups", "of the larger side", min=1, max=40, section="Table")] = 4
    width: Annotated[int, Ask("Width", "of a table of your own size", unit="″", min=12, max=480, section="Table")] = 72
    depth: Annotated[int, Ask("Depth", "of a table of your own size", unit="″", min=12, max=240, section="Table")] = 48
    square: Annotated[SquareSide, Ask("Squares", section="Table")] = SquareSide.TWELVE
    zone_from: Annotated[ZoneFrom, Ask("Climatic zone", section="Zone")] = ZoneFrom.DICE
    zone: Annotated[Zone, Ask("Zone by hand", "or the winner's choice when the armies differ", section="Zone")] = (
        Zone.TEMPERATE
    )
    own_zone: Annotated[Zone | None, Ask("Own army's zone", section="Zone", advanced=True)] = None
    opposing_zone: Annotated[Zone | None, Ask("Opposing army's zone", section="Zone", advanced=True)] = None
    river: Annotated[River, Ask("River", "if both players agree", section="River")] = River.NONE
    season: Annotated[Season | None, Ask("Season", "empty: by a die", section="Time and weather")] = None
    hour: Annotated[
        int | None, Ask("Hour", "of the first turn, 0 to 23; empty: by dice", min=0, max=23, section="Time and weather")
    ] = None
    weather: Annotated[Weather, Ask("Weather", section="Time and weather")] = Weather.DICE
    turns: Annotated[int, Ask("Turns", "an hour each", min=1, max=24, section="Time and weather")] = 6


FIXED_SIZES: Final = {
    TableSize.SIX_BY_FOUR: (72, 48),
    TableSize.EIGHT_BY_FOUR: (96, 48),
    TableSize.EIGHT_BY_FIVE: (96, 60),
}
HOURS: Final = 24
LEAST_DEPTH: Final = 36
"""Our own: two sides can then deploy 18 inches apart on a table of one battle group."""

KEEPS_IN: Final = INCH
"""How far pieces keep from the edge of their square."""

LARGEST_MBUA: Final = 8
LEAST_MAJOR: Final = 3
"""A major feature fills at least one part in so many of its square."""

ROAD_WIDTH: Final = 5
RIVER_WIDTH: Final = INCH

KINDS: Final = (
    ("H", "Highland (H)", Pattern.CONTOURS),
    ("LFA", "Large forest (LFA)", Pattern.TREES),
    ("SFH", "Steep forested highland (SFH)", Pattern.WOODED_CONTOURS),
    ("MBUA", "Major built-up area (MBUA)", Pattern.BUILDINGS),
    ("wood", "Wood", Pattern.TREES),
    ("BUA", "Built-up area (BUA)", Pattern.BUILDINGS),
    ("hill", "Hill", Pattern.KNOLL),
)
TITLES: Final = {kind: title for kind, title, _ in KINDS}
PATTERNS: Final = {kind: pattern for kind, _, pattern in KINDS}
MAJOR: Final = frozenset({"H", "LFA", "SFH"})
MINOR: Final = frozenset({"wood", "BUA", "hill"})
TOWNS: Final = frozenset({"MBUA", "BUA"})
BARS_RIVERS: Final = frozenset({"H", "SFH", "hill"})

# Sixteen directions, in thousandths: a circle, and a circle drawn out towards the corners of its square.
_QUARTER_ROUND: Final = ((1000, 0), (924, 383), (707, 707), (383, 924))
_QUARTER_BROAD: Final = ((1000, 0), (993, 411), (841, 841), (411, 993))


def _directions(quarter: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    half = [*quarter, *((-y, x) for x, y in quarter)]
    return (*half, *((-x, -y) for x, y in half))


ROUND: Final = _directions(_QUARTER_ROUND)
BROAD: Final = _directions(_QUARTER_BROAD)


def _blob(dice: SeededDice, box: Box, directions: Sequence[tuple[int, int]], least: int) -> Polygon:
    """An uneven figure in a box; each corner lies at ``least`` to 100 hundredths of the way out."""
    middle = box.centre
    half_width, half_height = box.width // 2, box.height // 2
    corners = []
    for right, down in directions:
        out = dice.between(least, 100)
        corners.append(
            Point(middle.x + half_width * right * out // 100_000, middle.y + half_height * down * out // 100_000)
        )
    return tuple(corners)


class _Size(NamedTuple):
    """A table in inches, and its squares in rows."""

    width: int
    depth: int
    side: int

    @property
    def columns(self) -> int:
        return self.width // self.side

    @property
    def rows(self) -> int:
        return self.depth // self.side


def _size(ground: Ground) -> _Size:
    side = int(ground.square.value)
    if ground.size is TableSize.BY_GROUPS:
        width = ground.battle_groups * tables.TABLE_PER_GROUP
        columns = -(-width // side)
        depth = max(-(-columns * side // 2), LEAST_DEPTH)
        return _Size(columns * side, -(-depth // side) * side, side)
    if ground.size is TableSize.OWN:
        width, depth, fields = ground.width, ground.depth, ("width", "depth")
    else:
        (width, depth), fields = FIXED_SIZES[ground.size], ("square", "square")
    for length, name, field in ((width, "wide", fields[0]), (depth, "deep", fields[1])):
        if length % side:
            below, above = length // side * side, (length // side + 1) * side
            nearest = f"{above}″" if below == 0 else f"{below}″ or {above}″"
            raise QuestionError(
                field,
                f"A table {length}″ {name} does not divide into {side}″ squares; {nearest} would.",
            )
    if 2 * depth < width:
        raise QuestionError(
            fields[1], f"A table {width}″ wide is at least half as deep: {-(-width // 2 // side) * side}″ or more."
        )
    if depth < tables.DEPLOY_KEEPS_OFF:
        raise QuestionError(
            fields[1],
            f"Opponents deploy {tables.DEPLOY_KEEPS_OFF}″ apart, so {-(-tables.DEPLOY_KEEPS_OFF // side) * side}″ "
            "is the least depth.",
        )
    return _Size(width, depth, side)


def square_name(column: int, row: int) -> str:
    """The name of a square, from A1 at the top left."""
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return f"{letters}{row + 1}"


def _zone(ground: Ground, dice: SeededDice) -> Zone:
    if ground.zone_from is ZoneFrom.HAND:
        return ground.zone
    if ground.zone_from is ZoneFrom.ARMIES:
        zones = {zone for zone in (ground.own_zone, ground.opposing_zone) if zone is not None}
        if not zones:
            raise QuestionError("own_zone", "Neither army has a climatic zone; give one, or roll for it.")
        return zones.pop() if len(zones) == 1 else ground.zone
    return zone_of(dice.die(6, "Climatic zone"))


def _roll_season(dice: SeededDice) -> Season:
    return season_of(dice.die(6, "Season"))


def _roll_hour(dice: SeededDice) -> int:
    morning = dice.die(6, "Half of the day") in tables.MORNING_SCORES
    return hour_of(dice.die(6, "Hour, first die") + dice.die(6, "Hour, second die"), morning)


def _roll_awc(dice: SeededDice, season: Season, zone: Zone) -> bool:
    return dice.die(6, "Adverse weather") >= tables.AWC_SCORES[season][zone]


class _Rolled(NamedTuple):
    """What the dice gave for one square: its major feature, whether an MBUA, and its minor features."""

    feature: Feature
    mbua: bool
    minors: tuple[str, ...]

    @property
    def text(self) -> str:
        parts = [self.feature.value, *(["MBUA"] if self.mbua else []), *self.minors]
        return ", ".join(parts)


def _roll_square(dice: SeededDice, name: str, zone: Zone) -> _Rolled:
    feature = tables.MAJOR_FEATURES[zone][dice.die(6, f"{name}: major feature") - 1]
    mbua = dice.die(6, f"{name}: MBUA") >= tables.MBUA_SCORES[zone]
    minors: list[str] = []
    if feature is Feature.O:
        count = max(0, dice.die(6, f"{name}: minor features") - tables.MINOR_LESS[zone])
        for number in range(1, count + 1):
            score = dice.die(6, f"{name}: minor feature {number}")
            minors.append(next(kind for kind, scores in tables.MINOR_FEATURES if score in scores))
    return _Rolled(feature, mbua, tuple(minors))


def _cells(room: Box, columns: int, rows: int) -> list[Box]:
    return [
        Box(
            room.left + room.width * column // columns,
            room.top + room.height * row // rows,
            room.left + room.width * (column + 1) // columns,
            room.top + room.height * (row + 1) // rows,
        )
        for row in range(rows)
        for column in range(columns)
    ]


_GRIDS: Final = ((1, 1), (1, 1), (2, 1), (2, 2), (2, 2), (3, 2), (3, 2))
"""Columns and rows into which an open square is cut for so many minor features."""


def _lie(dice: SeededDice, cell: Box, largest: int) -> Box:
    """A box somewhere in a cell, with half an inch around it, at most ``largest`` across."""
    room = cell.grown(-INCH // 2)
    width = min(largest, room.width * dice.between(65, 100) // 100)
    height = min(largest, room.height * dice.between(65, 100) // 100)
    left = room.left + dice.below(room.width - width + 1)
    top = room.top + dice.below(room.height - height + 1)
    return Box(left, top, left + width, top + height)


def _lay_out(dice: SeededDice, number: int, square: Square, rolled: _Rolled) -> Iterator[Area]:
    """The pieces of one square, each within its limits."""
    room = square.box.grown(-KEEPS_IN)

    def area(kind: str, index: int, outline: Polygon) -> Area:
        return Area(f"{square.name}-{kind}{index}", kind, TITLES[kind], outline, number, PATTERNS[kind])

    if rolled.feature is not Feature.O:
        width = room.width * dice.between(90, 100) // 100
        height = room.height * dice.between(90, 100) // 100
        left = room.left + dice.below(room.width - width + 1)
        top = room.top + dice.below(room.height - height + 1)
        yield area(rolled.feature.value, 1, _blob(dice, Box(left, top, left + width, top + height), BROAD, 86))
    count = len(rolled.minors)
    largest = tables.LARGEST_MINOR * INCH
    if rolled.mbua and count:
        cells = _cells(room, 3 if count < 6 else 4, 3)
        columns = len(cells) // 3
        at = dice.below(columns - 1)
        block = Box(cells[at].left, cells[at].top, cells[at + 1].right, cells[columns].bottom)
        taken = {at, at + 1, columns + at, columns + at + 1}
        cells = [cell for place, cell in enumerate(cells) if place not in taken]
    else:
        block = room
        cells = _cells(room, *_GRIDS[count])
    if rolled.mbua:
        yield area("MBUA", 1, _lie(dice, block, LARGEST_MBUA * INCH).polygon())
    for index, (kind, cell) in enumerate(zip(rolled.minors, dice.shuffled(cells), strict=False), 1):
        box = _lie(dice, cell, largest)
        yield area(kind, index, box.polygon() if kind == "BUA" else _blob(dice, box, ROUND, 80))


def _joined(areas: Sequence[Area], table_box: Box) -> list[Way]:
    """Roads that join all built-up areas, and lead off the table at both ends (a single town has just these)."""
    centres = [box_of(area.outline).centre for area in areas if area.kind in TOWNS]
    if not centres:
        return []
    ways = []

    def road(a: Point, b: Point) -> None:
        ways.append(Way("road", "Road", (a, b), ROAD_WIDTH))

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


def _barred(areas: Sequence[Area], size: _Size) -> list[bytearray]:
    """For each square inch whether a river may not run there: where highland or a hill reaches into it."""
    barred = [bytearray(size.width) for _ in range(size.depth)]
    for area in areas:
        if area.kind not in BARS_RIVERS:
            continue
        box = box_of(area.outline)
        edges = [
            (a, b) if a.y <= b.y else (b, a)
            for a, b in zip(area.outline, area.outline[1:] + area.outline[:1], strict=True)
        ]
        for row in range(max(0, box.top // INCH), min(size.depth - 1, (box.bottom - 1) // INCH) + 1):
            top, bottom = row * INCH, (row + 1) * INCH
            reached = [x for a, b in edges if a.y < bottom and b.y > top for x in _between(a, b, top, bottom)]
            if reached:
                first = max(0, min(reached) // INCH)
                last = min(size.width - 1, (max(reached) - 1) // INCH)
                barred[row][first : last + 1] = b"\x01" * max(0, last + 1 - first)
    return barred


def _between(a: Point, b: Point, top: int, bottom: int) -> tuple[int, int]:
    """Where the edge from a down to b enters and leaves a band, rounded outwards by up to a tenth."""

    def at(y: int) -> int:
        return a.x if a.y == b.y else a.x + (b.x - a.x) * (y - a.y) // (b.y - a.y)

    ends = (at(max(a.y, top)), at(min(b.y, bottom)))
    return min(ends), max(ends)


def _river(ground: Ground, areas: Sequence[Area], size: _Size, dice: SeededDice) -> Way | None:
    """The river's course around highland and hills; ``None`` where no course is left."""
    if ground.river is River.NONE:
        return None
    barred = _barred(areas, size)
    if ground.river is River.ACROSS:
        ends = (size.depth // 2, size.depth // 2)
    else:
        ends = (0, size.depth - 1) if dice.below(2) else (size.depth - 1, 0)

    starts = [row for row in range(size.depth) if not barred[row][0]]
    if not starts:
        return None
    course = _course(barred, ends, min(starts, key=lambda row: (abs(row - ends[0]), row)))
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


def _course(barred: Sequence[bytearray], ends: tuple[int, int], start: int) -> list[tuple[int, int]]:
    """The cheapest way (column, row) from the left edge to the right, near the straight line; empty where none is.

    Squares are numbered column by column with a barred row at either end and a barred column at either side, so that
    a neighbour is one addition away and never has to be looked for off the table. What waits is one number, the cost
    estimated times the count of squares plus the square: quicker to compare than a pair.
    """
    depth, width = len(barred), len(barred[0])
    down = depth + 2
    count = down * (width + 2)
    closed = bytearray(b"\x01" * count)
    for row, cells in enumerate(barred):
        closed[down + row + 1 : (width + 1) * down : down] = cells
    added = [0] * count
    off_line = [2 * min(abs(rows), 12) for rows in range(-depth, depth)]
    for column in range(width):
        wanted = ends[0] + (ends[1] - ends[0]) * column // max(1, width - 1)
        first = (column + 1) * down + 1
        added[first : first + depth] = off_line[depth - wanted : 2 * depth - wanted]
    # A slanting course must not cut the corner of what lies beside it.
    straight = (down, -1, 1, -down)
    slanting = ((down - 1, down, -1), (down + 1, down, 1), (-down - 1, -down, -1), (-down + 1, -down, 1))
    begin, last = down + start + 1, width * down
    cost = [1 << 40] * count
    cost[begin] = 0
    before: dict[int, int] = {}
    done = bytearray(count)
    waiting = [width * 10 * count + begin]
    while waiting:
        here = heapq.heappop(waiting) % count
        if here > last:
            found = [here]
            while found[-1] in before:
                found.append(before[found[-1]])
            return [(place // down - 1, place % down - 1) for place in reversed(found)]
        if done[here]:
            continue
        done[here] = 1
        near, far = cost[here] + 10, cost[here] + 14
        for step in straight:
            place = here + step
            if not closed[place] and (total := near + added[place]) < cost[place]:
                cost[place] = total
                before[place] = here
                heapq.heappush(waiting, (total + (width - place // down) * 10) * count + place)
        for step, one, other in slanting:
            place = here + step
            if (
                (total := far + added[place]) < cost[place]
                and not closed[place]
                and not closed[here + one]
                and not closed[here + other]
            ):
                cost[place] = total
                before[place] = here
                heapq.heappush(waiting, (total + (width - place // down) * 10) * count + place)
    return []


def _bridges(ways: Sequence[Way]) -> tuple[Point, ...]:
    rivers = [way for way in ways if way.kind == "river"]
    found: list[Point] = []
    for road in (way for way in ways if way.kind == "road"):
        for river in rivers:
            for a, b in zip(road.line, road.line[1:], strict=False):
                for c, d in zip(river.line, river.line[1:], strict=False):
                    place = cross(a, b, c, d)
                    if place is not None and place not in found:
                        found.append(place)
    return tuple(found)


def _strips(size: _Size) -> tuple[Strip, ...]:
    width, depth = size.width * INCH, size.depth * INCH
    near, static, off = (
        tables.DEPLOY_DEPTH * INCH,
        tables.DEPLOY_STATIC * INCH,
        tables.OFF_TABLE_DEPTH * INCH,
    )
    static = min(static, depth)
    return (
        Strip(f"STATIC {tables.DEPLOY_STATIC}″", "far", Box(0, 0, width, static)),
        Strip(f"Deployment {tables.DEPLOY_DEPTH}″", "far", Box(0, 0, width, near)),
        Strip(f"Off-table zone, {tables.OFF_TABLE_DEPTH}″ deep", "far", Box(0, -off, width, 0)),
        Strip(f"STATIC {tables.DEPLOY_STATIC}″", "near", Box(0, depth - static, width, depth)),
        Strip(f"Deployment {tables.DEPLOY_DEPTH}″", "near", Box(0, depth - near, width, depth)),
        Strip(f"Off-table zone, {tables.OFF_TABLE_DEPTH}″ deep", "near", Box(0, depth, width, depth + off)),
    )


def _as_changed(areas: Sequence[Area], squares: Sequence[Square], changes: Changes) -> list[Area]:
    kept = []
    for area in areas:
        if area.id in changes.removed:
            continue
        shift = changes.moved.get(area.id)
        kept.append(replace(area, outline=moved(area.outline, *shift)) if shift else area)
    for index, (kind, left, top, width, height) in enumerate(changes.placed, 1):
        if kind not in TITLES:
            raise QuestionError("placed", f"{kind!r} is no piece of ground; choose one of {', '.join(TITLES)}.")
        outline = Box(left, top, left + width, top + height).polygon()
        middle = box_of(outline).centre
        home = next((n for n, square in enumerate(squares) if inside(middle, square.box.polygon())), -1)
        kept.append(Area(f"placed-{kind}{index}", kind, TITLES[kind], outline, home, PATTERNS[kind]))
    return kept


def check(areas: Sequence[Area], ways: Sequence[Way], squares: Sequence[Square], size: _Size) -> tuple[Fault, ...]:
    """Every limit of the terrain chapters that the pieces break."""
    found: list[Fault] = []
    table_box = Box(0, 0, size.width * INCH, size.depth * INCH)
    square_area = size.side * size.side * INCH * INCH
    boxes = {area.id: box_of(area.outline) for area in areas}
    for area in areas:
        box = boxes[area.id]
        if not table_box.holds(box):
            found.append(Fault(area.id, f"{area.title} lies over the table's edge; move it in."))
        if area.kind in MAJOR:
            if not 0 <= area.square < len(squares) or not squares[area.square].box.holds(box):
                found.append(Fault(area.id, f"{area.title} leaves its square; a major feature stays in one square."))
            if LEAST_MAJOR * doubled_area(area.outline) < 2 * square_area:
                found.append(Fault(area.id, f"{area.title} fills less than a third of its square; make it larger."))
        else:
            largest = LARGEST_MBUA if area.kind == "MBUA" else tables.LARGEST_MINOR
            if max(box.width, box.height) > largest * INCH:
                found.append(Fault(area.id, f"{area.title} is more than {largest}″ across; make it smaller."))
    minors = sorted((area for area in areas if area.kind in MINOR), key=lambda area: boxes[area.id].left)
    keeps = tables.MINOR_KEEPS_OFF * INCH
    for place, area in enumerate(minors):
        reach = boxes[area.id].grown(keeps)
        for other in minors[place + 1 :]:
            near = boxes[other.id]
            if near.left > reach.right:
                break
            apart = near.top > reach.bottom or near.bottom < reach.top
            if not apart and gap(area.outline, other.outline) < keeps:
                found.append(
                    Fault(other.id, f"{other.title} lies less than {tables.MINOR_KEEPS_OFF}″ from another; move it.")
                )
    roads = [way for way in ways if way.kind == "road"]
    for area in areas:
        if area.kind in TOWNS and not any(touches(road.line, area.outline) for road in roads):
            found.append(Fault(area.id, f"{area.title} has no road; join it to another built-up area."))
    for river in (way for way in ways if way.kind == "river"):
        for area in areas:
            if area.kind in BARS_RIVERS and touches(river.line, area.outline):
                found.append(Fault(area.id, f"{area.title} lies in the river's way; rivers run around it."))
    return tuple(found)


_LIGHT_TEXT: Final = {
    Light.DAY: ("full", "usual"),
    Light.TWILIGHT: ("half", "usual"),
    Light.NIGHT: ("half", "bad going for INFANTRY and ARMOUR except by road"),
}


def turns_table(season: Season, hour: int, awc: bool, turns: int, house: House) -> Table:
    """The light of each turn, an hour each, and what light and weather do to ranges, movement, CAS and smoke."""
    rows: list[tuple[object, ...]] = []
    cas, smoke = ("not on INFANTRY or ARMOUR", "useless") if awc else ("usual", "usual")
    if awc and house.on("cas_in_awc"):
        cas = "on INFANTRY and ARMOUR at L"
    for turn in range(turns):
        now = (hour + turn) % HOURS
        light = light_at(season, now)
        ranges, movement = _LIGHT_TEXT[light]
        if awc:
            ranges = "half" if ranges == "full" or house.on("halve_once") else "quarter"
        tone = {Light.DAY: Tone.PLAIN, Light.TWILIGHT: Tone.FAIR, Light.NIGHT: Tone.BAD}[light]
        rows.append((turn + 1, f"{now:02d}:00", Cell(light.label, tone), ranges, movement, cas, smoke))
    return table("Turns", "^Turn | ^Hour | *Light | ^Ranges | ***Movement | **CAS | *Smoke", rows)


def _conditions(zone: Zone, season: Season, hour: int, awc: bool) -> tuple[Line, ...]:
    lines = [
        Line("Zone", zone.label),
        Line("Season", season.label),
        Line("First turn", f"{hour:02d}:00, {light_at(season, hour).label}"),
        Line("Weather", "adverse (AWC)" if awc else "fair"),
    ]
    return tuple(lines)


def _setting_up() -> tuple[Section, ...]:
    return (
        Section(
            "deployment",
            "Deployment",
            lines=(
                Line("1", "RPS (draw: again): the winner lays the terrain, the loser picks a base edge"),
                Line("2", "RPS: the winner says who deploys first; one battle group each, in turn"),
                Line("3", f"within {tables.DEPLOY_DEPTH}″ of the own edge, STATIC within {tables.DEPLOY_STATIC}″"),
                Line("4", f"never within {tables.DEPLOY_KEEPS_OFF}″ of an opposing on-table stand"),
                Line("5", f"aircraft and artillery in the off-table zone, {tables.OFF_TABLE_DEPTH}″ deep"),
                Line("6", f"blanks first; the stand is shown when a REC comes within {tables.REVEAL_DISTANCE}″"),
            ),
        ),
        Section(
            "turn",
            "Each round",
            lines=(
                Line("1", f"ASF and ECM enter, up to {tables.AIR_ENTRY}″ from the edge, and may engage"),
                Line("2", "CAS comes to the edge; a turn later it flies to its target and engages"),
                Line("3", "CBA on what engaged last round"),
                Line("4", "ADA and PDA"),
                Line("5", "OTF, with a marker"),
                Line("6", "one battle group moves, marches first, and engages"),
            ),
        ),
    )


def make(ground: Ground, seed: int, changes: Changes, house: House) -> Battlefield:
    """The battlefield of a seed; the same for the same input. Raises ``QuestionError`` for sizes that cannot be."""
    size = _size(ground)
    general = SeededDice(seed, 0)
    zone = _zone(ground, general)
    season = ground.season if ground.season is not None else _roll_season(general)
    hour = ground.hour if ground.hour is not None else _roll_hour(general)
    awc = _roll_awc(general, season, zone) if ground.weather is Weather.DICE else ground.weather is Weather.ADVERSE
    squares: list[Square] = []
    areas: list[Area] = []
    rolls = list(general.rolls)
    for row in range(size.rows):
        for column in range(size.columns):
            number = len(squares)
            side = size.side * INCH
            box = Box(column * side, row * side, (column + 1) * side, (row + 1) * side)
            name = square_name(column, row)
            times = changes.rerolled.get(number, 0)
            dice = SeededDice(seed, 1, number, times)
            rolled = _roll_square(dice, name, zone)
            rolls += dice.rolls
            square = Square(name, box, rolled.text)
            squares.append(square)
            areas += _lay_out(SeededDice(seed, 2, number, times), number, square, rolled)
    areas = _as_changed(areas, squares, changes)
    table_box = Box(0, 0, size.width * INCH, size.depth * INCH)
    ways = _joined(areas, table_box)
    river = _river(ground, areas, size, SeededDice(seed, 3))
    faults = list(check(areas, [*ways, *([river] if river else [])], squares, size))
    if ground.river is not River.NONE and river is None:
        faults.append(Fault("", "Highland and hills leave the river no course; move one of them, or play without."))
    ways = [*([river] if river else []), *ways]
    return Battlefield(
        size.width * INCH,
        size.depth * INCH,
        size.side * INCH,
        tuple(squares),
        tuple(areas),
        tuple(ways),
        _bridges(ways),
        _strips(size),
        _conditions(zone, season, hour, awc),
        turns_table(season, hour, awc, ground.turns, house),
        _setting_up(),
        tuple(rolls),
        tuple(faults),
    )
