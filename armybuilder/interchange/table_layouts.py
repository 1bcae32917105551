"""Tables in a sheet: where each begins, what its columns are, and the cells that name units of a game."""

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import repeat, zip_longest
from typing import Any, Final, NamedTuple

from armybuilder.interchange.text_counts import MAX_LINE, count_of_line, counted
from armybuilder.interchange.text_headings import OF_GROUPS
from armybuilder.interchange.text_units import new_unit, spellings
from armybuilder.interchange.unit_choices import amount_of
from armybuilder.spreadsheets.cells import leaves, value_at
from armybuilder.spreadsheets.columns import MAX_ABOVE, heading_place, is_total
from armybuilder.spreadsheets.row_columns import (
    COUNT,
    GROUP,
    GROUP_ID,
    LOCKED,
    NAME,
    NUMBER,
    ROW_NUMBERS,
    TITLE,
    column_of,
    part_headings,
)
from armybuilder.spreadsheets.workbooks import column_letter
from rulesets.core.declarations.codec import encode
from rulesets.core.declarations.fields import Kind
from rulesets.core.declarations.text_values import read_yes_no
from rulesets.core.force_document import MAX_UNITS
from rulesets.core.names import name_key
from rulesets.core.ruleset import AnyRuleset

Rows = Sequence[tuple[int, list[str]]]
"""The rows of a table with their numbers."""

EACH: Final = re.compile(r"\b(?:each|ea|per|unit|single|je|pro)\b", re.IGNORECASE)
"""What a heading says of points that are not those of the whole row."""
_OF_VALUES = re.compile(r"\b(?:types?|roles?|points?|pts|costs?|sizes?|strength)\b", re.IGNORECASE)
"""What a heading says of values, though it has a word for groups: ``Squad size``, ``Command points``."""
_OF_MODELS = re.compile(
    r"\b(?:own(?:ed)?|have|needs?|needed|wants?|bought|built|assembled|primed|paint\w*|based|bases?|varnish\w*|finished"
    r"|done|to ?do|wip|left|lost|spares?|stock|available|magneti\w*)\b",
    re.IGNORECASE,
)
"""What a heading says of models that somebody owns or works on, which are no group."""
_OF_PLACES = re.compile(r"\b(?:pages?|box|case|tray|shelf|year|id)\b", re.IGNORECASE)
"""What a heading says of numbers that only tell where something is."""
_OF_GRIDS = re.compile(r"[0-9]{0,3}|[-–xX]")
"""A number of units in the column of a group."""
_NUMBERED: Final = re.compile(r"^(?P<heading>.{0,100}\D)(?P<number>[0-9]{1,2})$")
"""A heading with a number, as in ``Unit 2``."""
FURTHER = ":further"
"""A further column of units, which another table has."""
NUMBER_OF_ROW = ":row number"
"""A column with the numbers of the rows."""


class NamingPaths(NamedTuple):
    """The fields of a unit that hold its entry of the catalogue: by key, or by name."""

    entries: tuple[str, ...]
    texts: tuple[str, ...]


@lru_cache(maxsize=100)
def naming_paths(ruleset: AnyRuleset) -> NamingPaths:
    """The fields that a new unit of an entry has from it."""
    entries: dict[str, None] = {}
    texts: dict[str, None] = {}
    for kind in ruleset.kinds:
        entry = next(iter(ruleset.catalogue.of_kind(kind.slug)), None)
        if kind.enlist is None or entry is None:
            continue
        plain = encode(kind.enlist(entry))
        for path, each in leaves(ruleset.unit):
            if each.kind is Kind.ENTRY and each.ask.entry == kind.slug and value_at(plain, path) == entry.key:
                entries[path] = None
            elif each.kind is Kind.TEXT and value_at(plain, path) == entry.name:
                texts[path] = None
    return NamingPaths(tuple(entries), tuple(texts))


@dataclass(frozen=True, slots=True)
class PartTable:
    """A table in a sheet: the columns of its headings, the rows above them and those below."""

    sheet: str
    first: int
    headings: Sequence[str]
    columns: Sequence[str | None]
    above: Rows
    rows: Rows
    group: str = ""
    """The group of the rows that name none."""

    @property
    def has_groups(self) -> bool:
        """Whether its rows may name their groups."""
        return self.has(GROUP, GROUP_ID)

    def has(self, *columns: str) -> bool:
        """Whether the table has one of the columns."""
        return any(column in self.columns for column in columns)

    def place(self, row: int, column: int | None = None) -> str:
        """The place of a cell, or of a row, in the file."""
        where = f"row {row}" if column is None else f"{column_letter(column + 1)}{row}"
        return f"{self.sheet} {where}".strip()


def part_table(ruleset: AnyRuleset, spec: type[Any], sheet: str, rows: Rows) -> PartTable:
    """The table of a sheet that is not empty, which begins with the row that has most headings."""
    names = part_headings(ruleset, spec)

    def score(cells: Sequence[str]) -> int:
        return len({column_of(names, cell) for cell in cells} - {None})

    place = heading_place(rows, score)
    number, headings = rows[place]
    columns = [column_of(names, heading) for heading in headings]
    if spec == ruleset.unit:
        columns = _with_title(ruleset, headings, columns, rows[place + 1 :])
        columns = _with_any_units(ruleset, columns, rows[place + 1 :])
        columns = _with_groups(headings, columns, rows[place + 1 :])
        columns = _with_points_each(ruleset, headings, columns)
    columns = _without_row_numbers(headings, columns, rows[place + 1 :])
    columns = _with_counts(columns, rows[place + 1 :])
    return PartTable(sheet, number, headings, columns, rows[:place], rows[place + 1 :])


def _with_title(
    ruleset: AnyRuleset, headings: Sequence[str], columns: list[str | None], rows: Rows
) -> list[str | None]:
    """The columns, of which the one whose cells name units is that of units, if no heading tells another."""
    paths = naming_paths(ruleset)
    told = {TITLE, NAME, *paths.entries, *paths.texts}.intersection(columns)
    if told or any(count_of_line(heading)[0] is not None or names_unit(ruleset, heading) for heading in headings):
        return columns
    found: dict[int, int] = {}
    for at, heading in enumerate(headings):
        others = _others_than(at, headings)
        # Below may be the same headings for another group, totals, and lines that are no rows.
        cells = {
            cells[at]
            for _, cells in rows[:MAX_ABOVE]
            if len(cells) > at and cells[at].strip() and not is_total(cells[at])
            if len(headings) == 1 or _others_than(at, cells) not in (set(), others)
        }
        named = sum(names_unit(ruleset, cell) for cell in cells)
        if (heading.strip() or not at) and columns[at] is None and 2 * named > len(cells):
            found[at] = named
    title = max(found, key=lambda at: found[at], default=None)
    return [TITLE if place == title else column for place, column in enumerate(columns)]


def _others_than(at: int, cells: Sequence[str]) -> set[str]:
    """What a row has besides the cell at a place."""
    return {name_key(cell) for place, cell in enumerate(cells) if place != at and cell.strip()}


def _with_any_units(ruleset: AnyRuleset, columns: list[str | None], rows: Rows) -> list[str | None]:
    """The columns, of which the one for entries of a kind is that of units, if it has units of other kinds too."""
    fields, paths = dict(leaves(ruleset.unit)), naming_paths(ruleset).entries
    places = [at for at, column in enumerate(columns) if column in paths]
    if len(places) != 1 or {TITLE, NAME, LOCKED}.intersection(columns):
        return columns
    at = places[0]
    kind = fields[columns[at] or ""].ask.entry
    cells = {cells[at] for _, cells in rows[:MAX_ABOVE] if len(cells) > at and cells[at].strip()}
    others = (
        cell for cell in cells if not any(ruleset.catalogue.find_key(kind, name) for _, name in written_names(cell))
    )
    return [*columns[:at], TITLE, *columns[at + 1 :]] if any(names_unit(ruleset, cell) for cell in others) else columns


def _with_groups(headings: Sequence[str], columns: list[str | None], rows: Rows) -> list[str | None]:
    """The columns, of which one below a word for groups, or the first if its names go in runs, is that of groups."""
    if {GROUP, GROUP_ID, LOCKED}.intersection(columns):
        return columns
    unknown = [at for at, heading in enumerate(headings) if columns[at] is None and heading.strip()]
    told = [
        at
        for at in unknown
        if OF_GROUPS.search(headings[at][:MAX_LINE]) and not _OF_VALUES.search(headings[at]) and _has_texts(rows, at)
    ]
    first = next((at for at, heading in enumerate(headings) if heading.strip()), None)
    found = told[0] if told else first if first in unknown and _go_in_runs(rows, first) else None
    return [GROUP if at == found else column for at, column in enumerate(columns)]


def _has_texts(rows: Rows, at: int) -> bool:
    """Whether a column has more than answers such as “yes” and “x”."""
    return any(isinstance(read_yes_no(cells[at].strip(" -–")), str) for _, cells in rows if len(cells) > at)


def _go_in_runs(rows: Rows, at: int) -> bool:
    """Whether a column has several names, each in rows one below the other, and one of them in several rows."""
    filled = [(cells[at].strip() if len(cells) > at else "", len(list(filter(str.strip, cells)))) for _, cells in rows]
    cells = [name for name, used in filled if used > 1 and not is_total(name)]
    runs = [name for place, name in enumerate(cells) if name and (not place or name != cells[place - 1])]
    are_names = all(re.search(r"[^\W\d]", name) for name in runs)
    return bool(cells and cells[0]) and are_names and 1 < len(set(runs)) == len(runs) < len(cells)


def _with_points_each(ruleset: AnyRuleset, headings: Sequence[str], columns: list[str | None]) -> list[str | None]:
    """The columns, of which one with the points of each unit leaves no other the meaning of points."""
    points = {path for path, each in leaves(ruleset.unit) if each.ask.points}
    each = [at for at, heading in enumerate(headings) if columns[at] in points and EACH.search(heading)]
    return [None if each and column in points and at not in each else column for at, column in enumerate(columns)]


def may_count(table: PartTable, at: int, ruleset: AnyRuleset) -> bool:
    """Whether a column that is not understood may say how many units each row is for.

    It does where no other column does, it has nothing but whole numbers, and its heading does not say what they are.
    """
    heading = table.headings[at] if at < len(table.headings) else ""
    is_other = any(words.search(heading) for words in (_OF_VALUES, _OF_MODELS, _OF_PLACES))
    has_units = can_name_units(table, ruleset) and not table.has(COUNT, LOCKED, amount_of(ruleset.unit))
    if is_other or not has_units or table.columns[at : at + 1] == [NUMBER_OF_ROW]:
        return False
    cells = [cells[at].strip() for _, cells in table.rows if len(cells) > at and cells[at].strip()]
    return all(re.fullmatch(r"[0-9]{1,2}", cell) for cell in cells) and any(int(cell) > 1 for cell in cells)


def _with_counts(columns: list[str | None], rows: Rows) -> list[str | None]:
    """The columns, of which a second one for units that has nothing but numbers says how many: ``Unit``, ``Stands``."""
    titles = [at for at, column in enumerate(columns) if column == TITLE]
    if len(titles) < 2 or COUNT in columns:
        return columns
    for at in titles:
        cells = [cells[at].strip() for _, cells in rows if len(cells) > at and cells[at].strip()]
        if cells and all(re.fullmatch(r"\d{1,4}", cell) for cell in cells):
            return [COUNT if place == at else column for place, column in enumerate(columns)]
    return columns


def _without_row_numbers(headings: Sequence[str], columns: list[str | None], rows: Rows) -> list[str | None]:
    """The columns, of which one that may say how many and counts 1, 2, 3 … has the numbers of the rows."""
    for at, column in enumerate(columns):
        is_number = name_key(headings[at].strip(" .:")) in map(name_key, ROW_NUMBERS) or headings[at].strip() == "#"
        if column not in (COUNT, NUMBER) or not is_number or LOCKED in columns:
            continue
        cells = [cells[at].strip(" .") for _, cells in rows if len(cells) > at]
        numbers = [cell for cell in cells if re.fullmatch("[0-9]{1,4}", cell)]
        if len(numbers) > 2 and numbers == [str(number) for number in range(1, len(numbers) + 1)]:
            return [NUMBER_OF_ROW if place == at else each for place, each in enumerate(columns)]
    return columns


def tables_inside(ruleset: AnyRuleset, table: PartTable) -> list[PartTable]:
    """The tables of units that a sheet has beside each other, and below each other with the group of each above it."""
    starts = [0, *_repeated(table, {TITLE, *naming_paths(ruleset).entries})]
    if len(starts) == 1:
        return [each for part in _by_title(ruleset, table) for each in _below(ruleset, part)]
    ends = [*starts[1:], len(table.headings)]
    return [
        each for start, end in zip(starts, ends, strict=True) for each in _below(ruleset, _beside(table, start, end))
    ]


def _repeated(table: PartTable, naming: Set[str | None]) -> Iterator[int]:
    """The places where the columns begin again, as those of another table with the same heading for units."""
    start = 0
    for at, heading in enumerate(table.headings):
        titles = [name_key(table.headings[place]) for place in range(start, at) if table.columns[place] in naming]
        if table.columns[at] in naming and name_key(heading) in titles:
            columns = table.columns[start:at]
            again = (place for place, column in enumerate(columns) if column is not None and column in columns[:place])
            start += next(again, at - start)
            yield start


def _by_title(ruleset: AnyRuleset, table: PartTable) -> list[PartTable]:
    """The table, and one for each further column of units, such as “Unit 2” behind “Unit 1”, with its “Qty 2”."""
    names, entries = part_headings(ruleset, ruleset.unit), naming_paths(ruleset).entries
    numbers: list[int | None] = [None] * len(table.headings)
    meant = [*table.columns]
    for at, heading in enumerate(table.headings):
        match = _NUMBERED.match(heading)
        column = (
            column_of(names, match["heading"].strip(" #")) if match and table.columns[at] in (None, TITLE) else None
        )
        if match and column is not None:
            numbers[at], meant[at] = int(match["number"]), TITLE if column in entries else column
    titles = [at for at, column in enumerate(meant) if column in (TITLE, *entries)]
    if len(titles) < 2 or all(number is None for number in numbers):
        return [table]
    counts = {COUNT, amount_of(ruleset.unit)}
    tables: list[PartTable] = []
    for at in titles:
        columns = [column or FURTHER if tables else column for column in _columns_beside(at, titles, numbers, meant)]
        rows = [row for row in table.rows if not tables or (len(row[1]) > at and row[1][at].strip())]
        part = replace(table, columns=columns, above=() if tables else table.above, rows=rows)
        count = next((place for place, column in enumerate(columns) if column in counts), None)
        of_number = {number for number, column in zip(numbers, meant, strict=True) if column in counts}
        has_none = any(numbers[title] is not None and numbers[title] not in of_number for title in titles)
        is_shared = numbers[count or 0] is None and has_none
        tables.append(_with_counts_of(part, at, titles, count) if count is not None and is_shared else part)
    return tables


def _columns_beside(
    title: int, titles: Sequence[int], numbers: Sequence[int | None], columns: Sequence[str | None]
) -> list[str | None]:
    """The columns that say something of units in one of several columns: those of its number, or of no number."""
    number = numbers[title]
    of_number = {columns[at] for at, each in enumerate(numbers) if each == number is not None}

    def is_beside(at: int) -> bool:
        if at in titles:
            return at == title
        return numbers[at] == number is not None or (numbers[at] is None and columns[at] not in of_number)

    return [column if is_beside(at) else FURTHER for at, column in enumerate(columns)]


def _with_counts_of(table: PartTable, title: int, titles: Sequence[int], count: int) -> PartTable:
    """A table of one of several columns of units beside the same count, with its part of counts such as ``7/4/1``."""
    rows = []
    for number, cells in table.rows:
        named = [at for at in titles if len(cells) > at and cells[at].strip()]
        text = cells[count] if len(cells) > count else ""
        if title in named and len(named) > 1 and text.strip():
            parts = re.split("[/,;+&]", text)
            part = parts[named.index(title)] if len(parts) == len(named) else f"{text} for {len(named)} units"
            rows.append((number, [*cells[:count], part, *cells[count + 1 :]]))
        else:
            rows.append((number, cells))
    return replace(table, rows=rows)


def _beside(table: PartTable, start: int, end: int) -> PartTable:
    """The part of a table between two columns, with the group that stands alone above it."""

    def part(cells: Sequence[str]) -> list[str]:
        return [cell if start <= at < end else "" for at, cell in enumerate(cells)]

    columns = [column if start <= at < end else None for at, column in enumerate(table.columns)]
    above = [(number, part(cells)) for number, cells in table.above]
    rows = [(number, cells) for number, each in table.rows if any(map(str.strip, cells := part(each)))]
    own = PartTable(table.sheet, table.first, part(table.headings), columns, above, rows)
    alone = _alone(above[-1][1]) if above else ""
    return replace(own, group=alone, above=above[:-1]) if alone and not own.has_groups else own


def _below(ruleset: AnyRuleset, table: PartTable) -> list[PartTable]:
    """The tables that begin with the same headings, with the name of a group alone above each of them, or among them.

    The name among them is the heading of the column that names the units.
    """
    names = part_headings(ruleset, ruleset.unit)
    title = table.columns.index(TITLE) if table.has(TITLE) else None
    inside = title if title is not None and column_of(names, table.headings[title]) is None else None

    def heads(cells: Sequence[str]) -> list[str]:
        return [name_key(cell) for at, cell in enumerate(cells) if cell.strip() and at != inside]

    def group_at(at: int) -> str:
        if inside is not None:
            return "".join(table.rows[at][1][inside : inside + 1]).strip(" *_:#")
        return _alone(table.rows[at - 1][1]).strip("*_# ") if at else ""

    own = heads(table.headings)
    places = [at for at, (_, cells) in enumerate(table.rows) if own and heads(cells) == own]
    groups = [group_at(at) for at in places]
    if not places or not all(groups) or table.has_groups:
        return [table]
    back = 1 if inside is None else 0
    first = _alone(table.above[-1][1]) if table.above and not table.group and back else ""
    above = table.above[:-1] if first else table.above
    first = first or (table.headings[inside].strip(" *_:#") if inside is not None else table.group)
    tables = [replace(table, above=above, rows=table.rows[: places[0] - back], group=first.strip("*_# "))]
    ends = [*(place - back for place in places[1:]), len(table.rows)]
    for at, end, group in zip(places, ends, groups, strict=True):
        number, cells = table.rows[at]
        headings = [*cells, *repeat("", len(table.columns))][: len(table.columns)]
        rows = table.rows[at + 1 : end]
        tables.append(replace(table, first=number, headings=headings, above=(), rows=rows, group=group))
    return tables


def _alone(cells: Sequence[str]) -> str:
    """The only text of a row; empty if it has none or several."""
    filled = {cell.strip() for cell in cells if cell.strip()}
    return next(iter(filled)) if len(filled) == 1 else ""


def is_swapped(ruleset: AnyRuleset, rows: Rows) -> bool:
    """Whether the headings of a table of units are its first column."""
    columns = zip_longest(*(cells for _, cells in rows[:MAX_ABOVE]), fillvalue="")
    swapped = [(number, list(cells)) for number, cells in enumerate(columns, 1) if any(map(str.strip, cells))]
    if not swapped:
        return False
    table = part_table(ruleset, ruleset.unit, "", swapped)
    naming = {TITLE, NAME, *naming_paths(ruleset).entries}
    at = next((at for at, column in enumerate(table.columns) if column in naming), None)
    return at is not None and any(len(cells) > at and names_unit(ruleset, cells[at]) for _, cells in table.rows)


class Grid(NamedTuple):
    """A table with a column of numbers for each group: the groups, and its rows with a row for each number."""

    groups: Sequence[str]
    rows: Rows


def _counts_units(ruleset: AnyRuleset, rows: Rows, of_groups: Sequence[int], *, has_corner: bool) -> bool:
    """Whether rows have the names of units first and how many of them there are below each group."""
    first = [cells for _, cells in rows]
    # Rows end with their last cell that is filled.
    numbers = [cells[at].strip() if at < len(cells) else "" for cells in first for at in of_groups]
    # Values such as strength and toughness have a number in each cell, counts seldom.
    are_values = has_corner and all(each.isdigit() for each in numbers)
    named = sum(names_unit(ruleset, cells[0]) for cells in first)
    return not are_values and 2 * named > len(first) and all(_OF_GRIDS.fullmatch(each) for each in numbers)


def grid_of(ruleset: AnyRuleset, rows: Rows) -> Grid | None:
    """The table as one that has the numbers of each unit below the names of groups; ``None`` for another table.

    The units are in its first column, below no heading, or below one for units if some of the other cells are empty.
    """
    if not rows:
        return None
    names = part_headings(ruleset, ruleset.unit)
    has_corner = bool(rows[0][1][0].strip())
    place = len(part_table(ruleset, ruleset.unit, "", rows).above) if has_corner else 0
    headings, below = rows[place][1], rows[place + 1 :]
    of_groups = [at for at, heading in enumerate(headings) if at and heading.strip() and not is_total(heading)]
    are_models = any(_OF_MODELS.search(headings[at]) for at in of_groups)
    of_units = not headings[0].strip() or column_of(names, headings[0]) in {TITLE, NAME, *naming_paths(ruleset).entries}
    are_columns = any(column_of(names, headings[at]) is not None for at in of_groups)
    if are_models or are_columns or len(of_groups) < 2 or not of_units:
        return None
    if not _counts_units(ruleset, below[:MAX_ABOVE], of_groups, has_corner=has_corner):
        return None
    listed: list[tuple[int, list[str]]] = [(rows[place][0], ["Unit", "Qty", "Group"])]
    for at in of_groups:
        counts = [(number, cells[0], cells[at].strip() if len(cells) > at else "") for number, cells in below]
        listed += [
            (number, [name, "1" if count in "xX" else count, headings[at]])
            for number, name, count in counts
            if count.strip("-–0") and not names_total(ruleset, name)
        ]
        if len(listed) > MAX_UNITS + 1:
            # It is refused for so many rows.
            break
    used = {number for number, _ in listed}
    listed += [
        (number, [cells[0], "" if names_total(ruleset, cells[0]) else "0", ""])
        for number, cells in below
        if number not in used and cells[0].strip()
    ]
    return Grid([headings[at] for at in of_groups], [*rows[:place], *listed])


def names_unit(ruleset: AnyRuleset, text: str) -> bool:
    """Whether a cell names a unit of the game, with or without a count."""
    return any(new_unit(ruleset, ruleset.catalogue, name) is not None for _, name in written_names(text))


def names_total(ruleset: AnyRuleset, text: str) -> bool:
    """Whether a cell begins a row of totals, and is no unit of that name."""
    return is_total(text) and not names_unit(ruleset, text)


def can_name_units(table: PartTable, ruleset: AnyRuleset) -> bool:
    """Whether the table has a column that may name units of the game."""
    paths = naming_paths(ruleset)
    return table.has(TITLE, NAME, *paths.entries, *paths.texts)


def counted_names(text: str) -> Iterator[tuple[int, str]]:
    """The ways to read a cell as a count and a name; without a count, the cell is one unit."""
    spaced = " ".join(text.split())
    ways = ((count, name) for count, name in (*counted(spaced), count_of_line(spaced)) if count is not None)
    yield from dict.fromkeys(((1, text), *ways))


def written_names(text: str) -> Iterator[tuple[int, str]]:
    """The counts and names of a cell, and then those of which the names are plurals."""
    ways = list(counted_names(text))
    yield from ways
    yield from ((times, singular) for times, name in ways for singular in [*spellings(name)][1:])
