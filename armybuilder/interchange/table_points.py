"""Points beside counts in a table: whether they are those of each unit, or of all units of a row together."""

import enum
import re
from collections.abc import Set
from typing import NamedTuple

from armybuilder.interchange.table_layouts import EACH, PartTable, counted_names, naming_paths
from armybuilder.interchange.text_counts import count_of_cell
from armybuilder.spreadsheets.columns import is_total
from armybuilder.spreadsheets.row_columns import COUNT, NAME, TITLE
from rulesets.core.declarations.text_values import number_or_text
from rulesets.core.names import name_key
from rulesets.core.ruleset import AnyRuleset

_OF_ROWS = re.compile(r"\b(?:total|row|line|all|gesamt|summe|sum)\b", re.IGNORECASE)
"""What a heading says of points of all units of a row."""


class PointsOf(enum.Enum):
    """Whose points a table has."""

    UNIT = enum.auto()
    ROW = enum.auto()
    UNCLEAR = enum.auto()


class _Priced(NamedTuple):
    """A row with points: the name of its ``units``, how many there are, and the ``others`` of its numbers."""

    name: str
    units: int
    points: int
    others: frozenset[int]


def count_in(title: str, count: str) -> int:
    """How many units a row has by the cell for their count, or else by the one for their name; 1 if neither tells."""
    in_cell = count_of_cell(count) if count.strip() else None
    return in_cell or next((times for times, _ in counted_names(title) if times > 1), 1)


def points_of(ruleset: AnyRuleset, table: PartTable, path: str) -> PointsOf:
    """Whose points the column of that path has.

    Its heading, totals beside or below, points that are no multiple of their count, or rows of one unit tell it.
    """
    at = table.columns.index(path)
    if EACH.search(table.headings[at]):
        return PointsOf.UNIT
    if _OF_ROWS.search(table.headings[at]):
        return PointsOf.ROW
    rows, totals = _priced(table, at, {TITLE, NAME, *naming_paths(ruleset).entries})
    if all(row.units == 1 for row in rows):
        return PointsOf.UNIT
    if all(row.units * row.points in row.others for row in rows):
        return PointsOf.UNIT
    of_units, of_rows = sum(row.units * row.points for row in rows), sum(row.points for row in rows)
    if of_units in totals or of_rows in totals:
        return PointsOf.UNIT if of_units in totals else PointsOf.ROW
    if any(row.points % row.units for row in rows):
        return PointsOf.UNIT
    by_name: dict[str, set[_Priced]] = {}
    for row in rows:
        by_name.setdefault(name_key(row.name), set()).add(row)
    for same in by_name.values():
        if len({row.units for row in same}) > 1:
            return PointsOf.UNIT if len({row.points for row in same}) == 1 else PointsOf.ROW
    return PointsOf.UNCLEAR


def _priced(table: PartTable, at: int, naming: Set[str]) -> tuple[list[_Priced], set[int]]:
    """The rows with points in a column, and the totals below them."""
    columns = [
        [place for place, column in enumerate(table.columns) if column in wanted] for wanted in (naming, {COUNT})
    ]
    rows: list[_Priced] = []
    totals: set[int] = set()
    for _, cells in table.rows:
        points = number_or_text(cells[at], unit="points") if len(cells) > at and cells[at].strip() else ""
        if not isinstance(points, int):
            continue
        name, count = (next((cells[place] for place in places if len(cells) > place), "") for places in columns)
        if is_total(name) or any(map(is_total, cells)):
            totals.add(points)
        else:
            numbers = (count_of_cell(cell) for place, cell in enumerate(cells) if place not in (at, *columns[1]))
            others = frozenset(number for number in numbers if number is not None)
            rows.append(_Priced(name, count_in(name, count), points, others))
    return rows, totals
