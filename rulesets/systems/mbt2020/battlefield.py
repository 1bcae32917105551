"""The battlefield: terrain by dice, in a proposed layout within all limits of the rulebook's terrain chapters.

The dice follow the rulebook; the place of a piece on its square and its outline are our proposal, which the winner
of the RPS may change. Pieces stay an inch from their square's edge, which leaves room for a river.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Final, NamedTuple

from rulesets.core.battlefields import Area, Battlefield, Changes, Fault, Square, Strip, Way
from rulesets.core.calculators import QuestionError
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.play.states import GAME, Change
from rulesets.core.seeded import Roll, SeededDice
from rulesets.core.shapes import INCH, Box, Point, Polygon, box_of, doubled_area, gap, inside, moved, touches

from . import tables
from .battlefield_dice import (
    FACES,
    hour_of,
    light_at,
    major_feature_of,
    minor_features_of,
    season_of,
    zone_of,
)
from .ground import (
    BARS_RIVERS,
    KEEPS_IN,
    MAJOR,
    MINOR,
    PATTERNS,
    TITLES,
    TOWNS,
    BattlefieldQuestion,
    Extent,
    River,
    Weather,
    ZoneFrom,
    extent_of,
)
from .roads_and_rivers import bridges, river_course, roads_between
from .scenario_sheet import HOURS, conditions, lookups, setting_up, turns_table
from .tables import Feature, Season
from .tracks import AWC, HOUR, LIGHT, SEASON
from .units import Zone

# Sixteen directions, in thousandths: a circle, and one stretched towards the corners of its square.
_QUARTER_ROUND: Final = ((1000, 0), (924, 383), (707, 707), (383, 924))
_QUARTER_BROAD: Final = ((1000, 0), (993, 411), (841, 841), (411, 993))


def _directions(quarter: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    half = [*quarter, *((-y, x) for x, y in quarter)]
    return (*half, *((-x, -y) for x, y in half))


ROUND: Final = _directions(_QUARTER_ROUND)
BROAD: Final = _directions(_QUARTER_BROAD)


def _blob(dice: SeededDice, box: Box, directions: Sequence[tuple[int, int]], minimum: int) -> Polygon:
    """An irregular shape in a box; each corner is at ``minimum`` to 100 hundredths of the way out."""
    middle = box.centre
    half_width, half_height = box.width // 2, box.height // 2
    corners = []
    for right, down in directions:
        # In whole numbers, as fractions of floating point could differ from machine to machine.
        out = dice.between(minimum, 100)
        corners.append(
            Point(middle.x + half_width * right * out // 100_000, middle.y + half_height * down * out // 100_000)
        )
    return tuple(corners)


def square_name(column: int, row: int) -> str:
    """The name of a square, from A1 at the top left."""
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return f"{letters}{row + 1}"


def _zone(ground: BattlefieldQuestion, dice: SeededDice) -> Zone:
    if ground.zone_from is ZoneFrom.HAND:
        return ground.zone
    if ground.zone_from is ZoneFrom.ARMIES:
        zones = {zone for zone in (ground.own_zone, ground.opposing_zone) if zone is not None}
        if not zones:
            raise QuestionError("own_zone", "Neither army has a climatic zone. Choose one or roll for it.")
        return zones.pop() if len(zones) == 1 else ground.zone
    return zone_of(dice.die(FACES, "Climatic zone"))


def _roll_hour(dice: SeededDice, house: HouseRules) -> int:
    morning = dice.die(FACES, "Half of the day") in tables.MORNING_SCORES
    return hour_of(dice.die(FACES, "Hour, first die") + dice.die(FACES, "Hour, second die"), morning, house)


class Climate(NamedTuple):
    """The zone, season, hour of the first turn (0 to 23) and weather of the whole table."""

    zone: Zone
    season: Season
    hour: int
    awc: bool


def climate_of(ground: BattlefieldQuestion, dice: SeededDice, house: HouseRules) -> Climate:
    """The climate as agreed, the rest by dice; raises ``QuestionError`` where neither army has a zone."""
    zone = _zone(ground, dice)
    season = ground.season if ground.season is not None else season_of(dice.die(FACES, "Season"))
    hour = ground.hour if ground.hour is not None else _roll_hour(dice, house)
    awc = (
        dice.die(FACES, "Adverse weather") >= tables.AWC_SCORES[season][zone]
        if ground.weather is Weather.DICE
        else ground.weather is Weather.ADVERSE
    )
    return Climate(zone, season, hour, awc)


def begins(ground: BattlefieldQuestion, seed: int, house: HouseRules) -> tuple[Change, ...]:
    """The changes that set a game's season, hour, light and weather at its start. Raises ``QuestionError``."""
    _, season, hour, awc = climate_of(ground, _general_dice(seed), house)
    light = light_at(season, hour, house).value
    boxes = {SEASON: season.value, HOUR: str(hour), LIGHT: light, AWC: AWC if awc else ""}
    return tuple(Change(track, box=box, holder=GAME) for track, box in boxes.items() if box)


def _general_dice(seed: int) -> SeededDice:
    return SeededDice(seed, 0)


class _SquareRolls(NamedTuple):
    """The rolls of one square: its major feature, whether it has an MBUA, and its minor features."""

    feature: Feature
    mbua: bool
    minors: tuple[str, ...]

    @property
    def text(self) -> str:
        parts = [self.feature.value, *(["MBUA"] if self.mbua else []), *self.minors]
        return ", ".join(parts)


def _roll_square(dice: SeededDice, name: str, zone: Zone) -> _SquareRolls:
    feature = major_feature_of(zone, dice.die(FACES, f"{name}: major feature"))
    mbua = dice.die(FACES, f"{name}: MBUA") >= tables.MBUA_SCORES[zone]
    minors: list[str] = []
    if feature is Feature.O:
        count = minor_features_of(zone, dice.die(FACES, f"{name}: minor features"))
        for number in range(1, count + 1):
            score = dice.die(FACES, f"{name}: minor feature {number}")
            minors.append(next(kind for kind, scores in tables.MINOR_FEATURES if score in scores))
    return _SquareRolls(feature, mbua, tuple(minors))


def _cells(box: Box, columns: int, rows: int) -> list[Box]:
    return [
        Box(
            box.left + box.width * column // columns,
            box.top + box.height * row // rows,
            box.left + box.width * (column + 1) // columns,
            box.top + box.height * (row + 1) // rows,
        )
        for row in range(rows)
        for column in range(columns)
    ]


_GRIDS: Final = ((1, 1), (1, 1), (2, 1), (2, 2), (2, 2), (3, 2), (3, 2))
"""Columns and rows of an open square, by its number of minor features."""


def _place_in(dice: SeededDice, cell: Box, largest: int) -> Box:
    """A random box in a cell, half an inch from its edge and at most ``largest`` across."""
    area = cell.grown(-INCH // 2)
    width = min(largest, area.width * dice.between(65, 100) // 100)
    height = min(largest, area.height * dice.between(65, 100) // 100)
    left = area.left + dice.below(area.width - width + 1)
    top = area.top + dice.below(area.height - height + 1)
    return Box(left, top, left + width, top + height)


def _lay_out(dice: SeededDice, number: int, square: Square, square_rolls: _SquareRolls) -> Iterator[Area]:
    """The pieces of one square, each within its limits."""
    inner = square.box.grown(-KEEPS_IN)

    def area(kind: str, index: int, outline: Polygon) -> Area:
        return Area(f"{square.name}-{kind}{index}", kind, TITLES[kind], outline, number, PATTERNS[kind])

    if square_rolls.feature is not Feature.O:
        width = inner.width * dice.between(90, 100) // 100
        height = inner.height * dice.between(90, 100) // 100
        left = inner.left + dice.below(inner.width - width + 1)
        top = inner.top + dice.below(inner.height - height + 1)
        yield area(square_rolls.feature.value, 1, _blob(dice, Box(left, top, left + width, top + height), BROAD, 86))
    count = len(square_rolls.minors)
    largest = tables.MAX_MINOR * INCH
    if square_rolls.mbua and count:
        cells = _cells(inner, 3 if count < 6 else 4, 3)
        columns = len(cells) // 3
        at = dice.below(columns - 1)
        block = Box(cells[at].left, cells[at].top, cells[at + 1].right, cells[columns].bottom)
        block_cells = {at, at + 1, columns + at, columns + at + 1}
        cells = [cell for place, cell in enumerate(cells) if place not in block_cells]
    else:
        block = inner
        cells = _cells(inner, *_GRIDS[count])
    if square_rolls.mbua:
        yield area("MBUA", 1, _place_in(dice, block, tables.MAX_MBUA * INCH).polygon())
    for index, (kind, cell) in enumerate(zip(square_rolls.minors, dice.shuffled(cells), strict=False), 1):
        box = _place_in(dice, cell, largest)
        yield area(kind, index, box.polygon() if kind == "BUA" else _blob(dice, box, ROUND, 80))


def _strips(size: Extent) -> tuple[Strip, ...]:
    width, depth = size.width * INCH, size.depth * INCH
    near, static, off = (tables.DEPLOY_DEPTH * INCH, tables.DEPLOY_STATIC * INCH, tables.OFF_TABLE_DEPTH * INCH)
    static = min(static, depth)
    return (
        Strip(f"STATIC {tables.DEPLOY_STATIC}″", "far", Box(0, 0, width, static)),
        Strip(f"Deployment {tables.DEPLOY_DEPTH}″", "far", Box(0, 0, width, near)),
        Strip(f"Off-table zone, {tables.OFF_TABLE_DEPTH}″ deep", "far", Box(0, -off, width, 0)),
        Strip(f"STATIC {tables.DEPLOY_STATIC}″", "near", Box(0, depth - static, width, depth)),
        Strip(f"Deployment {tables.DEPLOY_DEPTH}″", "near", Box(0, depth - near, width, depth)),
        Strip(f"Off-table zone, {tables.OFF_TABLE_DEPTH}″ deep", "near", Box(0, depth, width, depth + off)),
    )


def _apply_changes(areas: Sequence[Area], squares: Sequence[Square], changes: Changes) -> list[Area]:
    changed_areas = []
    for area in areas:
        if area.id in changes.removed:
            continue
        shift = changes.moved.get(area.id)
        changed_areas.append(replace(area, outline=moved(area.outline, *shift)) if shift else area)
    for index, (kind, left, top, width, height) in enumerate(changes.placed, 1):
        if kind not in TITLES:
            raise QuestionError("placed", f"{kind!r} is not a type of terrain. Choose one of {', '.join(TITLES)}.")
        outline = Box(left, top, left + width, top + height).polygon()
        middle = box_of(outline).centre
        home = next((n for n, square in enumerate(squares) if inside(middle, square.box.polygon())), -1)
        changed_areas.append(Area(f"placed-{kind}{index}", kind, TITLES[kind], outline, home, PATTERNS[kind]))
    return changed_areas


def check(areas: Sequence[Area], ways: Sequence[Way], squares: Sequence[Square], size: Extent) -> tuple[Fault, ...]:
    """The limits of the terrain chapters that the pieces break."""
    faults: list[Fault] = []
    table_box = Box(0, 0, size.width * INCH, size.depth * INCH)
    square_area = size.side * size.side * INCH * INCH
    boxes = {area.id: box_of(area.outline) for area in areas}
    for area in areas:
        box = boxes[area.id]
        if not table_box.holds(box):
            faults.append(Fault(area.id, f"{area.title} extends over the table’s edge. Move it onto the table."))
        if area.kind in MAJOR:
            if not 0 <= area.square < len(squares) or not squares[area.square].box.holds(box):
                faults.append(Fault(area.id, f"{area.title} leaves its square. A major feature stays in one square."))
            if tables.MIN_MAJOR * doubled_area(area.outline) < 2 * square_area:
                faults.append(Fault(area.id, f"{area.title} fills less than a third of its square. Make it larger."))
        else:
            largest = tables.MAX_MBUA if area.kind == "MBUA" else tables.MAX_MINOR
            if max(box.width, box.height) > largest * INCH:
                faults.append(Fault(area.id, f"{area.title} is more than {largest}″ across. Make it smaller."))
    for other in _too_near([area for area in areas if area.kind in MINOR], boxes):
        faults.append(Fault(other.id, f"{other.title} is less than {tables.MINOR_KEEPS_OFF}″ from another. Move it."))
    roads = [way for way in ways if way.kind == "road"]
    for area in areas:
        if area.kind in TOWNS and not any(touches(road.line, area.outline) for road in roads):
            faults.append(Fault(area.id, f"{area.title} has no road. Join it to another built-up area."))
    for river in (way for way in ways if way.kind == "river"):
        for area in areas:
            if area.kind in BARS_RIVERS and touches(river.line, area.outline):
                faults.append(Fault(area.id, f"The river runs through {area.title}. Lead the river around it."))
    return tuple(faults)


def _too_near(minors: list[Area], boxes: Mapping[str, Box]) -> Iterator[Area]:
    """The minor pieces too near to another one, once for each such neighbour."""
    # From left to right, so that a piece is only compared with those that begin within its reach.
    minors.sort(key=lambda area: boxes[area.id].left)
    keeps = tables.MINOR_KEEPS_OFF * INCH
    for place, area in enumerate(minors):
        reach = boxes[area.id].grown(keeps)
        for other in minors[place + 1 :]:
            near = boxes[other.id]
            if near.left > reach.right:
                break
            apart = near.top > reach.bottom or near.bottom < reach.top
            if not apart and gap(area.outline, other.outline) < keeps:
                yield other


def _terrain(size: Extent, zone: Zone, seed: int, changes: Changes) -> tuple[list[Square], list[Area], list[Roll]]:
    """The squares of the table with the terrain that is rolled for each, and these rolls."""
    squares: list[Square] = []
    areas: list[Area] = []
    rolls: list[Roll] = []
    side = size.side * INCH
    for row, column in product(range(size.rows), range(size.columns)):
        number = len(squares)
        box = Box(column * side, row * side, (column + 1) * side, (row + 1) * side)
        name = square_name(column, row)
        # Each square has dice of its own, for rolls and for places, so that rolling one anew changes no other.
        times = changes.rerolled.get(number, 0)
        dice = SeededDice(seed, 1, number, times)
        square_rolls = _roll_square(dice, name, zone)
        rolls += dice.rolls
        square = Square(name, box, square_rolls.text)
        squares.append(square)
        areas += _lay_out(SeededDice(seed, 2, number, times), number, square, square_rolls)
    return squares, areas, rolls


def make(ground: BattlefieldQuestion, seed: int, changes: Changes, house: HouseRules) -> Battlefield:
    """The battlefield of a seed; the same for the same input. Raises ``QuestionError`` for impossible sizes."""
    size = extent_of(ground, house)
    general = _general_dice(seed)
    zone, season, hour, awc = climate_of(ground, general, house)
    squares, areas, rolls = _terrain(size, zone, seed, changes)
    areas = _apply_changes(areas, squares, changes)
    table_box = Box(0, 0, size.width * INCH, size.depth * INCH)
    ways = roads_between(areas, table_box)
    river = river_course(ground.river, areas, size, SeededDice(seed, 3))
    faults = list(check(areas, [*ways, *([river] if river else [])], squares, size))
    if ground.river is not River.NONE and river is None:
        faults.append(
            Fault("", "Highland and hills leave no course for the river. Move one of them, or leave the river out.")
        )
    ways = [*([river] if river else []), *ways]
    lights = {light_at(season, (hour + turn) % HOURS, house) for turn in range(ground.turns)}
    return Battlefield(
        size.width * INCH,
        size.depth * INCH,
        size.side * INCH,
        tuple(squares),
        tuple(areas),
        tuple(ways),
        bridges(ways),
        _strips(size),
        conditions(zone, season, hour, awc, house),
        turns_table(season, hour, awc, ground.turns, house),
        setting_up(house),
        (*general.rolls, *rolls),
        tuple(faults),
        tuple(lookups(lights, awc, {area.kind for area in areas}, house)),
    )
