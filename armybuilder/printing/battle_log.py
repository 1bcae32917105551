"""The battle log: who, where and when, each turn in a line, and what became of each unit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from armybuilder.drawing.lettering import Cut, width
from armybuilder.printing.document import Page, Placed
from armybuilder.printing.paper import Box, Size
from armybuilder.printing.sheets import foot
from rulesets.core.rules import Review
from rulesets.core.ruleset import AnyRuleset

SIDE = 14.0
TOP = 12.0
BOTTOM = 14.0
HEAD = 13.0
LINE = 8.5
TURN = 9.5
TITLES = (24.0, 21.0, 18.0, 15.0, 12.0)
TURNS = 12
LEAST_TURNS = 6
ROW = 6.4
ROW_POINTS = (9.5, 9.0, 8.5, 8.0)
TURN_COLUMN = 8.0
LEAST_NAME = 34.0
MOST_COLUMNS = 12
HEADING = 9.0
BESIDE = 0.35
"""The share of the first page that the units may take."""


@dataclass(frozen=True, slots=True)
class LogHead:
    """The army, and lines to write on."""

    drawing: ClassVar = "log_head"
    title: str
    points: float
    game: str


@dataclass(frozen=True, slots=True)
class LogField:
    """Something to fill in: its name and a line."""

    drawing: ClassVar = "log_field"
    name: str


@dataclass(frozen=True, slots=True)
class LogTable:
    """An empty table with headings, and first cells that are filled in."""

    drawing: ClassVar = "log_table"
    headings: tuple[str, ...]
    widths: tuple[float, ...]
    rows: tuple[tuple[str, ...], ...]
    row_height: float
    points: float


@dataclass(frozen=True, slots=True)
class LogHeading:
    """The title of a table."""

    drawing: ClassVar = "roster_heading"
    title: str


def log_pages(ruleset: AnyRuleset, review: Review[Any, Any, Any], sheet: Size, credit: str) -> Iterator[Page]:
    """The page of the turns, and as many pages as the units need."""
    force = review.force
    room = sheet.width - 2 * SIDE
    title = force.name or f"Unnamed {ruleset.words.force}"
    points = next((size for size in TITLES if width(title, Cut.NARROW_HEAVY, size) <= room), TITLES[-1])
    head = LogHead(title, points, f"{ruleset.title} · battle log")
    names = list(_rows(ruleset, review))
    own = HEADING + 2 + TURN + ROW * len(names) + 4
    beside = bool(names) and own <= BESIDE * (sheet.height - TOP - BOTTOM)
    pages = [_turns(head, sheet, room, own if beside else 0.0)]
    units = _units(ruleset, names, sheet, room)
    if beside:
        (placed,) = units
        down = sheet.height - BOTTOM - own + 4 - TOP
        pages[0] += [replace(each, box=each.box.moved(0.0, down)) for each in placed]
    else:
        pages += units
    for number, placed in enumerate(pages, 1):
        words = f"{title} · battle log · page {number} of {len(pages)}"
        yield Page(
            sheet,
            tuple(placed),
            "Battle log" if number == 1 else "",
            foot(sheet, sheet.height - 10.5, credit, words, SIDE),
        )


def _turns(head: LogHead, sheet: Size, room: float, kept: float) -> list[Placed]:
    """Head, fields and turns; ``kept`` millimetres at the foot are left for the units."""
    placed = [Placed(Box(SIDE, TOP, room, HEAD), head.drawing, head)]
    y = TOP + HEAD + 3
    for names in (("Date and place", "Opponent"), ("Scenario", "Opponent's army"), ("Result", "Points or losses")):
        for place, name in enumerate(names):
            wide = (room - 6) / 2
            placed.append(Placed(Box(SIDE + place * (wide + 6), y, wide, LINE), LogField.drawing, LogField(name)))
        y += LINE
    y += 5
    space = sheet.height - BOTTOM - y - TURN - 2 - kept
    count = max(LEAST_TURNS, min(TURNS, int(space / 14)))
    widths = (12.0, (room - 12.0) * 0.52, (room - 12.0) * 0.24, (room - 12.0) * 0.24)
    rows = tuple((str(number), "", "", "") for number in range(1, count + 1))
    table = LogTable(("Turn", "What happened", "My losses", "Theirs, objectives"), widths, rows, space / count, 12.0)
    placed.append(Placed(Box(SIDE, y, room, TURN + space), table.drawing, table))
    return placed


def _units(ruleset: AnyRuleset, rows: Sequence[str], sheet: Size, room: float) -> Iterator[list[Placed]]:
    """A row for each unit and a column for each turn."""
    if not rows:
        return
    points, names = _names(rows, room)
    columns = min(MOST_COLUMNS, int((room - names) / TURN_COLUMN))
    turn = (room - names) / columns
    widths = (names, *(turn for _ in range(columns)))
    headings = (ruleset.words.unit.capitalize(), *map(str, range(1, columns + 1)))
    per_page = int((sheet.height - TOP - BOTTOM - HEADING - TURN) / ROW)
    pages = -(-len(rows) // per_page)
    share = -(-len(rows) // pages)
    for start in range(0, len(rows), share):
        part = tuple((name, *("" for _ in range(columns))) for name in rows[start : start + share])
        title = f"What became of each {ruleset.words.unit}, turn by turn"
        height = TURN + ROW * len(part)
        heading, table = LogHeading(title), LogTable(headings, widths, part, ROW, points)
        yield [
            Placed(Box(SIDE, TOP, room, HEADING), heading.drawing, heading),
            Placed(Box(SIDE, TOP + HEADING + 2, room, height), table.drawing, table),
        ]


def _rows(ruleset: AnyRuleset, review: Review[Any, Any, Any]) -> Iterator[str]:
    for number, group in enumerate(review.force.groups, 1):
        for place, unit in enumerate(group.units, 1):
            yield f"{number}.{place} {ruleset.row(unit, group, review).title}"


def _names(rows: Sequence[str], room: float) -> tuple[float, float]:
    """The type size of the names and the width of their column."""
    most = room - 6 * TURN_COLUMN
    for points in ROW_POINTS:
        widest = max(width(row, Cut.NARROW_STRONG, points) for row in rows) + 3
        if widest <= most:
            return points, max(widest, LEAST_NAME)
    return ROW_POINTS[-1], most
