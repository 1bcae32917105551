"""The battle log: who, where and when, each turn in a line, and what became of each unit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any, ClassVar

from armybuilder.drawing.lettering import POINT, Cut, fits, lines, printable, width
from armybuilder.printing.blocks import CELL_PAD, LEADING, capitals_width
from armybuilder.printing.card_drawing import capitals
from armybuilder.printing.contents import DocumentHead
from armybuilder.printing.document import Page, Placed
from armybuilder.printing.drawn import Element, Ground, Letters, Part, Strokes, rule, text_lines
from armybuilder.printing.paper import Box, Size
from armybuilder.printing.roster import Heading
from armybuilder.printing.sheets import foot
from rulesets.core.rules import Review
from rulesets.core.ruleset import AnyRuleset

SIDE = 14.0
TOP = 12.0
BOTTOM = 14.0
HEAD = 16.0
LINE = 8.5
HEADINGS = 4.0
"""A row of headings."""
TITLES = (24.0, 21.0, 18.0, 15.0, 12.0)
TURNS = 12
LEAST_TURNS = 6
FEWEST_HERE = 3
"""Fewer turns than these have no place under the fields of a small page; the fields are the higher for it."""
TURN = 14.0
"""About how high a turn's row is."""
LEAST_ROW = 7.0
"""No row to write in is lower."""
TURN_NUMBER = 12.0
TURN_SHARE = 0.1
LOSSES_SHARE = 0.24
ROW = 6.4
ROW_POINTS = (9.5, 9.0, 8.5, 8.0)
TURN_COLUMN = 8.0
LEAST_NAME = 34.0
MOST_COLUMNS = 12
HEADING = 9.0
FIELD_POINTS = 9.0
FIELD_LINE = 4.6
FIELD_RULE = 0.25
FIELD_GAP = 6.0
ACROSS = 2
"""Fields beside one another."""
FIELDS = ("Date and place", "Opponent", "Scenario", "Opponent’s army", "Result", "Points or losses")
RULE = 0.2
BESIDE = 0.35
"""The share of the first page that the units may take."""


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


def log_pages(ruleset: AnyRuleset, review: Review[Any, Any, Any], sheet: Size, credit: str) -> Iterator[Page]:
    """The page of the turns, and as many pages as the units need."""
    force = review.force
    room = sheet.width - 2 * SIDE
    title = ruleset.name_of(force)
    points = next((size for size in TITLES if fits(title, Cut.NARROW_HEAVY, size, room)), TITLES[-1])
    head = DocumentHead(title, points, f"{ruleset.title} · battle log")
    end = sheet.height - BOTTOM - HEADINGS - 2
    top, y = _top(head, room, LINE)
    if end - y < FEWEST_HERE * LEAST_ROW:
        top, y = _top(head, room, min(TURN, LINE + (end - y) / (len(FIELDS) / ACROSS)))
    space = end - y
    names = list(_rows(ruleset, review))
    column = _column(names, room)
    own = HEADING + 2 + HEADINGS + column.row * len(names) + 4
    share = min(BESIDE * (sheet.height - TOP - BOTTOM), space - LEAST_TURNS * LEAST_ROW)
    beside = bool(names) and own <= share
    first, *pages = _turns(Box(SIDE, y, room, space - own if beside else space), sheet)
    pages.insert(0, top + first)
    units = _units(ruleset, names, column, sheet, room)
    if beside:
        (placed,) = units
        down = sheet.height - BOTTOM - own + 4 - TOP
        pages[0] += [replace(each, box=each.box.moved(0.0, down)) for each in placed]
    else:
        pages += units
    for number, placed in enumerate(pages, 1):
        words = f"battle log · page {number} of {len(pages)}"
        yield Page(
            sheet,
            tuple(placed),
            "Battle log" if number == 1 else "",
            foot(sheet, sheet.height - 10.5, credit, words, SIDE, title),
        )


def _top(head: DocumentHead, room: float, line: float) -> tuple[list[Placed], float]:
    """Head and fields, these so high, and where what follows begins."""
    high = max(HEAD, head.height(room))
    placed = [Placed(Box(SIDE, TOP, room, high), head.drawing, head)]
    wide = (room - (ACROSS - 1) * FIELD_GAP) / ACROSS
    for number, name in enumerate(FIELDS):
        row, column = divmod(number, ACROSS)
        box = Box(SIDE + column * (wide + FIELD_GAP), TOP + high + row * line, wide, line)
        placed.append(Placed(box, LogField.drawing, LogField(name)))
    return placed, TOP + high + len(FIELDS) / ACROSS * line + 5


def _turns(room: Box, sheet: Size) -> Iterator[list[Placed]]:
    """The turns in the room of the first page, its headings not counted; of a small page the last ones overleaf."""
    count = max(LEAST_TURNS, min(TURNS, int(room.height / TURN)))
    here = count if room.height >= count * LEAST_ROW else int(room.height / LEAST_ROW)
    here = here if here >= FEWEST_HERE else 0
    yield [_turn_rows(range(1, here + 1), room, room.height / here)] if here else []
    if here < count:
        rest = range(here + 1, count + 1)
        space = sheet.height - TOP - BOTTOM - HEADINGS
        yield [_turn_rows(rest, replace(room, y=TOP), min(TURN, space / len(rest)))]


def _turn_rows(turns: Sequence[int], room: Box, row: float) -> Placed:
    headings = ("Turn", "What happened", "My losses", "Theirs, objectives")
    least = [capitals_width(heading) + CELL_PAD for heading in headings]
    turn = min(TURN_NUMBER, max(least[0], TURN_SHARE * room.width))
    mine, theirs = (max(LOSSES_SHARE * (room.width - turn), wide) for wide in least[2:])
    widths = (turn, room.width - turn - mine - theirs, mine, theirs)
    table = LogTable(headings, widths, tuple((str(number), "", "", "") for number in turns), row, 12.0)
    return Placed(Box(room.x, room.y, room.width, HEADINGS + row * len(turns)), table.drawing, table)


@dataclass(frozen=True, slots=True)
class _Column:
    """The column of the names: their type size, its width and the height of its rows."""

    points: float
    width: float
    row: float


def _column(names: Sequence[str], room: float) -> _Column:
    """One line for each name; where that leaves too little room for turns, as many as the longest takes."""
    most = max(room - 6 * TURN_COLUMN, room / 2)
    for points in ROW_POINTS:
        widest = max((width(name, Cut.NARROW_STRONG, points) for name in names), default=0.0) + CELL_PAD + 0.5
        if widest <= most:
            return _Column(points, max(widest, min(LEAST_NAME, most)), ROW)
    count = max(lines(name, Cut.NARROW_STRONG, ROW_POINTS[-1], most - CELL_PAD) for name in names)
    return _Column(ROW_POINTS[-1], most, max(ROW, count * ROW_POINTS[-1] * POINT * LEADING + 1.0))


def _units(
    ruleset: AnyRuleset, names: Sequence[str], column: _Column, sheet: Size, room: float
) -> Iterator[list[Placed]]:
    """A row for each unit and a column for each turn."""
    if not names:
        return
    turns = max(1, min(MOST_COLUMNS, int((room - column.width) / TURN_COLUMN)))
    widths = (column.width, *((room - column.width) / turns for _ in range(turns)))
    headings = (ruleset.words.unit.capitalize(), *map(str, range(1, turns + 1)))
    per_page = max(1, int((sheet.height - TOP - BOTTOM - HEADING - HEADINGS - 2) / column.row))
    pages = -(-len(names) // per_page)
    share = -(-len(names) // pages)
    for start in range(0, len(names), share):
        part = tuple((name, *("" for _ in range(turns))) for name in names[start : start + share])
        title = f"Each {ruleset.words.unit}, turn by turn"
        height = HEADINGS + column.row * len(part)
        heading, table = Heading(title), LogTable(headings, widths, part, column.row, column.points)
        yield [
            Placed(Box(SIDE, TOP, room, HEADING), heading.drawing, heading),
            Placed(Box(SIDE, TOP + HEADING + 2, room, height), table.drawing, table),
        ]


def _rows(ruleset: AnyRuleset, review: Review[Any, Any, Any]) -> Iterator[str]:
    for number, group in enumerate(review.force.groups, 1):
        for place, unit in enumerate(group.units, 1):
            yield f"{number}.{place} {ruleset.row(unit, group, review).title}"


def field_element(field: LogField, size: Size) -> Element:
    """The name, and the line that it stands on."""
    name = Letters(0, size.height - FIELD_LINE, size.width, FIELD_LINE, field.name, Cut.NARROW, FIELD_POINTS, "muted")
    return Element("div", (Element("p", (name,)), rule(0, size.height, size.width, "line", FIELD_RULE)))


def log_table_element(table: LogTable, size: Size) -> Element:
    """Headings on a pale ground, and rows in a net of fine lines."""
    bottom = HEADINGS + len(table.rows) * table.row_height
    lefts = list(accumulate(table.widths, initial=0.0))
    edges = [(max(RULE / 2, left - RULE / 2), HEADINGS, max(RULE / 2, left - RULE / 2), bottom) for left in lefts]
    head: tuple[Part, ...] = (
        Ground(Box(0, 0, size.width, HEADINGS - RULE), "pale"),
        rule(0, HEADINGS, size.width, "deep", RULE),
        *(
            Element("th", (capitals(text, left + CELL_PAD / 2, 0, wide - CELL_PAD, "deep", tall=HEADINGS),), "col")
            for text, left, wide in zip(table.headings, lefts, table.widths, strict=False)
        ),
    )
    rows = tuple(
        _log_row(table, lefts, row, HEADINGS + number * table.row_height) for number, row in enumerate(table.rows)
    )
    return Element(
        "table",
        (
            Strokes(tuple(edges), "line", RULE),
            Element("thead", (Element("tr", head),)),
            Element("tbody", rows),
        ),
    )


def _log_row(table: LogTable, lefts: Sequence[float], row: Sequence[str], top: float) -> Element:
    """The first cell is the row's heading; the others wait to be written in."""
    tall = table.points * POINT * LEADING
    cells: list[Part] = []
    for number, (text, left, wide) in enumerate(zip(row, lefts, table.widths, strict=False)):
        room = wide - CELL_PAD
        count = lines(printable(text), Cut.NARROW_STRONG, table.points, room)
        y = top + (table.row_height - count * tall) / 2
        written = text_lines(text, left + CELL_PAD / 2, y, room, tall, Cut.NARROW_STRONG, table.points)
        cells.append(Element("td" if number else "th", written, "" if number else "row"))
    return Element("tr", (*cells, rule(0, top + table.row_height, lefts[-1], "line", RULE)))
