"""Tables of units: where a table begins, which of its columns mean something, and the unit that each row names.

No row is a unit without a cell that names one of the game's. What else it has is told with its text.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

from armybuilder.armies.comparison import unit_name
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.interchange.army_rows import ArmyReader, PartRow
from armybuilder.interchange.games import game_named
from armybuilder.interchange.imported import MAX_REST, ImportRemark
from armybuilder.interchange.table_layouts import (
    FURTHER,
    NUMBER_OF_ROW,
    PartTable,
    counted_names,
    may_count,
    names_unit,
    naming_paths,
    written_names,
)
from armybuilder.interchange.table_points import PointsOf, count_in, points_of
from armybuilder.interchange.text_counts import count_of_cell
from armybuilder.interchange.text_units import new_unit
from armybuilder.interchange.unit_choices import models_remark
from armybuilder.spreadsheets.cells import escape_formula, is_formula, leaves
from armybuilder.spreadsheets.columns import is_total, read_spec, row_text, shorten
from armybuilder.spreadsheets.row_columns import (
    COUNT,
    GROUP,
    GROUP_ID,
    HOUSE_RULE,
    LOCKED,
    NAME,
    NOTES,
    NUMBER,
    TITLE,
    column_of,
    columns,
    own_headings,
    part_headings,
)
from rulesets.core.declarations.codec import encode
from rulesets.core.declarations.text_values import number_or_text
from rulesets.core.forces.force import AnyUnit, Group, Unit
from rulesets.core.names import name_key
from rulesets.core.ruleset import AnyRuleset

_NAMES = (TITLE, NAME)
"""The columns that name a unit in words."""


def part_rows(reader: ArmyReader, table: PartTable) -> list[PartRow]:
    """The rows of a table; what stands above it, and columns that mean nothing, is told."""
    _tell_above(reader, table)
    names = part_headings(reader.ruleset, reader.ruleset.unit)
    used: dict[int, str] = {}
    for at, (heading, column) in enumerate(zip(table.headings, table.columns, strict=True)):
        is_rule = name_key(heading).startswith(HOUSE_RULE)
        if column == TITLE and column_of(names, heading) is None:
            written = f"“{shorten(heading)}”" if heading.strip() else "This column"
            message = f"{written} was read as the column that names the {reader.ruleset.words.units}."
            _tell(reader, table.place(table.first, at), message)
        if column == GROUP and column_of(names, heading) is None:
            message = f"“{shorten(heading)}” was read as the column of the {reader.ruleset.words.groups}."
            _tell(reader, table.place(table.first, at), message)
        if column == NUMBER_OF_ROW:
            _tell(reader, table.place(table.first, at), f"“{shorten(heading)}” numbers the rows and is not a count.")
        elif column == FURTHER:
            continue
        elif (column is not None and column not in used.values()) or is_rule:
            used[at] = column or name_key(heading)
        elif column is not None:
            remark = f"“{shorten(heading)}” is the heading of another column too, so this column was left out."
            reader.leave_out(table.place(table.first, at), remark)
        elif heading.strip() and may_count(table, at, reader.ruleset):
            _tell_doubtful_counts(reader, table.place(table.first, at), f"“{shorten(heading)}”")
        elif heading.strip():
            reader.leave_out(table.place(table.first, at), f"Unknown column “{shorten(heading)}”.")
    _tell_cells_without_heading(reader, table)
    places = {name_key(table.headings[at]): at for at in reversed(used)}
    heads = [name_key(heading) for heading in table.headings if heading.strip()]
    rows = []
    for number, cells in table.rows:
        if [name_key(cell) for cell in cells if cell.strip()] == heads:
            continue  # The headings again, as on every page of a print.
        texts = {column: cells[at] if at < len(cells) else "" for at, column in used.items()}
        rows.append(PartRow(texts, _places(table, number, places), row_text(cells)))
    return rows


def _tell_above(reader: ArmyReader, table: PartTable) -> None:
    """Say which group a table is of, and which rows above its headings were not read."""
    if table.group:
        message = f"“{shorten(table.group)}” was read as the {reader.ruleset.words.group} of the rows below it."
        _tell(reader, table.place(table.first), message)
    for number, cells in table.above:
        if not _names_game(cells, reader.ruleset):
            _tell(reader, table.place(number), f"“{row_text(cells)}” is above the headings and was not read.")


def _names_game(cells: Sequence[str], ruleset: AnyRuleset) -> bool:
    """Whether a row says no more than the game, as in ``Game: …``."""
    label, _, name = " ".join(filter(None, map(str.strip, cells))).replace(":", " ", 1).partition(" ")
    return name_key(label) == "game" and game_named(name) is ruleset


def _tell_cells_without_heading(reader: ArmyReader, table: PartTable) -> None:
    """Report each column without a heading once, with its first cell."""
    told: dict[int, tuple[int, str]] = {}
    for number, cells in table.rows:
        for at, cell in enumerate(cells):
            has_column = at < len(table.headings) and (table.headings[at].strip() or table.columns[at])
            if cell.strip() and not has_column:
                told.setdefault(at, (number, cell))
    for at, (number, cell) in told.items():
        if may_count(table, at, reader.ruleset):
            _tell_doubtful_counts(reader, table.place(number, at), "A column without a heading")
        else:
            reader.leave_out(table.place(number, at), f"“{row_text([cell])}” is in a column without a heading.")


def _tell_doubtful_counts(reader: ArmyReader, place: str, column: str) -> None:
    """Report a column of numbers that may say how many units there are."""
    words = reader.ruleset.words
    message = f"{column} has numbers that were not read. If they count {words.units}, write “Qty” above them."
    reader.remarks.append(ImportRemark(place, message, left_out=True, hides_units=True))


def _tell(reader: ArmyReader, place: str, message: str) -> None:
    """Report what belongs to no unit."""
    reader.remarks.append(ImportRemark(place, message))


def _places(table: PartTable, number: int, places: Mapping[str, int]) -> Callable[[str], str]:
    """Return a function that gives the place of the cell under a heading: ``Stands D7 (Posture)``."""

    def place(heading: str) -> str:
        at = places.get(name_key(heading))
        if at is not None:
            return f"{table.place(number, at)} ({heading})"
        return f"{table.sheet} row {number} {heading}".strip()

    return place


class NamedUnit(NamedTuple):
    """A row's unit: its spec, how many there are of it, and its player's name for it if no other column has that."""

    spec: Any
    times: int
    name: str = ""


@dataclass
class UnitRows:
    """Adds the units of a table to an army, each to the group that its row names."""

    reader: ArmyReader
    table: PartTable
    _by_id: dict[str, int] = field(default_factory=dict)
    _by_name: dict[str, int] = field(default_factory=dict)
    _above: str = ""
    """The group of the rows above, which those without one belong to."""
    _told_above: bool = False
    _told_points: bool = False
    _heading: PartRow | None = None
    """A row that has nothing but the name of a group."""

    def __post_init__(self) -> None:
        ruleset = self.reader.ruleset
        self._above = self.table.group
        self._told_above = bool(self.table.group)
        self.paths = naming_paths(ruleset)
        self.of_site = self.table.has(LOCKED)
        self.complete = all(path in self.table.columns for path, _ in leaves(ruleset.unit))
        self.blank = LoadedArmy(ruleset, ruleset.new_force())
        for place, (group, _) in enumerate(self.reader.groups):
            if group.id:
                self._by_id[group.id] = place
            self._by_name.setdefault(name_key(group.name), place)

    def add(self) -> None:
        """Add the unit of each row, and tell what the other rows have."""
        for row in self._with_headings(part_rows(self.reader, self.table)):
            if self._is_group_heading(row):
                self._leave_heading()
                self._heading = row
                continue
            found = self._unit_of(row)
            if found is not None:
                self._add(row, found)
        self._leave_heading()

    def _with_headings(self, rows: list[PartRow]) -> list[PartRow]:
        """The rows, of which those with nothing but an unknown name have a group if one of them begins the table."""
        titles = {TITLE, NAME, *self.paths.texts, *self.paths.entries}
        filled = [[column for column, text in row.texts.items() if text.strip()] for row in rows]
        alone = [
            at
            for at, columns in enumerate(filled)
            if len(columns) == 1 and titles.issuperset(columns) and len([*filled, []][at + 1]) > 1
        ]
        names = {at: rows[at].text(filled[at][0]).strip() for at in alone}
        sure = any(self._may_be_group(name) for name in names.values()) and self.table.has(COUNT)
        places = [at for at, name in names.items() if self._may_be_group(name, similar=sure)]
        if self.table.has_groups or self.of_site or places[:1] != [0]:
            return rows
        for at in places:
            rows[at] = replace(rows[at], texts={GROUP: rows[at].text(filled[at][0])})
            group = self.reader.ruleset.words.group
            message = f"“{rows[at].written}” is not the name of a {self._word}, so it became a {group}."
            _tell(self.reader, rows[at].at(""), message)
        return rows

    def _may_be_group(self, text: str, *, similar: bool = False) -> bool:
        """Whether a text is no unit, or nearly one unless it may be ``similar``, nor a word for a total."""
        ruleset = self.reader.ruleset
        is_other = names_unit(ruleset, text) or is_formula(text) or is_total(text)
        return not is_other and (similar or "you mean" not in self.reader.unknown(text))

    def _is_group_heading(self, row: PartRow) -> bool:
        filled = [column for column, text in row.texts.items() if text.strip()]
        return filled == [GROUP] and not is_total(row.text(GROUP))

    def _leave_heading(self) -> None:
        if self._heading is not None:
            self._leave_nameless(self._heading)
            self._heading = None

    def _leave_nameless(self, row: PartRow) -> None:
        _tell(self.reader, row.at(""), f"“{row.written}” is not the name of a {self._word}, so it was left out.")

    @property
    def _word(self) -> str:
        return self.reader.ruleset.words.unit

    @property
    def _words(self) -> str:
        return self.reader.ruleset.words.units

    # --- the unit ------------------------------------------------------------------------------------

    def _unit_of(self, row: PartRow) -> NamedUnit | None:
        """The unit that a row names; what else it has is told."""
        title, ruleset = self._title(row), self.reader.ruleset
        named = [row.text(column) for column in (*_NAMES, COUNT, *self.paths.texts, *self.paths.entries)]
        if any(map(is_total, named)) and not any(names_unit(ruleset, text) for text in named):
            self._leave_nameless(row)
            return None
        count = self._count(row)
        if count == 0:
            _tell(self.reader, row.at(""), f"“{row.written}” has a count of 0 and was left out.")
            return None
        row, counted = self._with_entries(self._with_points(row, title))
        mistakes = len(self.reader.remarks)
        for times, name in written_names(title):
            times = max(times, counted)
            found = self._spec(row, name)
            if len(self.reader.remarks) > mistakes:
                self._lose(
                    row, f"“{row.written}” was left out, because of a mistake in one of its cells.", count or times
                )
                return None
            if found is None:
                continue
            if count is None or (times > 1 and row.text(COUNT).strip() and count != times):
                self._lose(
                    row, f"“{row.written}” was left out, because its number of {self._words} could not be read.", 1
                )
                return None
            known = new_unit(self.reader.ruleset, self.reader.catalogue, name) is not None
            own_name = "" if known or self.table.has(NAME) else name
            if known and name not in (read for _, read in counted_names(title)):
                _tell(self.reader, row.at(self._title_heading), f"“{title}” was read as {name}.")
            return NamedUnit(found, times if times > 1 else count, own_name)
        self._tell_no_unit(row, title)
        return None

    def _with_points(self, row: PartRow, title: str) -> PartRow:
        """A row with the points of each of its units; others are left out, and reported."""
        points, count = row.text(self._points).strip(), count_in(title, row.text(COUNT))
        if self.of_site or not points:
            return row
        number = number_or_text(points, unit="points")
        is_decimal = re.fullmatch(r"[0-9]{1,6}[.,][0-9]{1,3}", points) is not None and not isinstance(number, int)
        if count > 1 and not is_decimal:
            self._tell_points(row)
            if self._points_of is PointsOf.UNIT or not isinstance(number, int):
                return row
            is_divided = self._points_of is PointsOf.ROW and number % count == 0
            return replace(row, texts={**row.texts, self._points: str(number // count) if is_divided else ""})
        if not is_decimal:
            return row
        self.reader.leave_out(row.at(self._labels[self._points]), f"“{points}” is not a whole number and was left out.")
        return replace(row, texts={**row.texts, self._points: ""})

    @cached_property
    def _points_of(self) -> PointsOf:
        """Whose points stand beside counts."""
        return points_of(self.reader.ruleset, self.table, self._points)

    def _tell_points(self, row: PartRow) -> None:
        """Say once how the points beside counts were read."""
        if self._told_points:
            return
        self._told_points = True
        place = row.at(self._labels[self._points])
        if self._points_of is PointsOf.UNCLEAR:
            advice = "Name their column “Points each” or “Total points”."
            message = f"The points beside a count may be for each {self._word} or for the row, so they were left out."
            self.reader.leave_out(place, f"{message} {advice}")
        elif self._points_of is PointsOf.ROW:
            _tell(self.reader, place, f"The points beside a count were read as those of all {self._words} in the row.")
        else:
            _tell(self.reader, place, f"The points beside a count were read as the points of each {self._word}.")

    def _with_entries(self, row: PartRow) -> tuple[PartRow, int]:
        """A row whose cells for entries have their names alone, and the count that one of them has beside its name."""
        fields, catalogue = dict(leaves(self.reader.ruleset.unit)), self.reader.catalogue
        for path in self.paths.entries:
            kind, text = fields[path].ask.entry, row.text(path).strip()
            if not text or catalogue.find_key(kind, text):
                continue
            found = next((each for each in written_names(text) if catalogue.find_key(kind, each[1])), None)
            if found is not None:
                times, name = found
                if name not in (read for _, read in counted_names(text)):
                    _tell(self.reader, row.at(self._title_heading), f"“{text}” was read as {name}.")
                return replace(row, texts={**row.texts, path: name}), times
        return row, 1

    def _title(self, row: PartRow) -> str:
        """The cell that names the unit in words, of the columns that the table has for it."""
        for column in (*_NAMES, *self.paths.texts):
            if self.table.has(column):
                text = row.text(column).strip()
                return "" if is_formula(row.texts.get(column, "")) else text
        return ""

    def _spec(self, row: PartRow, name: str) -> Any:
        """The spec of a row whose title has that name; ``None`` if nothing in the row names a unit."""
        reader, ruleset = self.reader, self.reader.ruleset
        cells = {path: text for path, text in row.texts.items() if path[:1] != ":" and HOUSE_RULE not in path}
        filled = {path: text for path, text in cells.items() if text.strip()}
        has_entry = any(path in filled for path in self.paths.entries)
        if self.complete and has_entry:
            return reader.spec_of(ruleset.unit, row)
        if self.of_site and filled:
            value, _ = read_spec(ruleset.unit, cells, reader.catalogue, own_headings(ruleset))
            if value is not None and self._is_title(value, row, name):
                return value
        new_spec = new_unit(ruleset, reader.catalogue, name) if name else None
        if new_spec is not None:
            given = {path: text for path, text in filled.items() if path not in self.paths.texts or self.complete}
            row = replace(row, texts=given)
            return reader.spec_of(ruleset.unit, row, encode(new_spec)) if given else new_spec
        return reader.spec_of(ruleset.unit, row) if has_entry else None

    def _is_title(self, spec: Any, row: PartRow, name: str) -> bool:
        """Whether this site would list a unit of these values under that name."""
        unit: AnyUnit = Unit("u", spec, row.text(NAME))
        group = Group("g", "", self.reader.ruleset.group(), (unit,))
        return name_key(unit_name(self.blank, group, unit)) == name_key(name)

    def _count(self, row: PartRow) -> int | None:
        """How many equal units a row is for; ``None`` if that cannot be read."""
        text = row.text(COUNT) or ("" if self.of_site else row.text(NUMBER))
        if not text.strip():
            return None if self._has_zeros else 1
        return count_of_cell(text)

    @cached_property
    def _has_zeros(self) -> bool:
        """Whether the table lists what may be taken too, so that a blank count can mean none."""
        places = [at for at, column in enumerate(self.table.columns) if column == COUNT]
        cells = [cells[at] for at in places for _, cells in self.table.rows if len(cells) > at]
        return any(count_of_cell(cell) == 0 for cell in cells)

    def _tell_no_unit(self, row: PartRow, title: str) -> None:
        is_sentence = title.endswith(("!", "?")) or (" " in title and title.endswith((".", ":", "…")))
        is_sentence |= title[:1].islower() and title.count(" ") > 1 and self.table.has(COUNT)
        is_said = is_sentence and len([*filter(str.strip, row.texts.values())]) == 1
        if title and not is_said:
            times, name = next((each for each in counted_names(title) if each[0] > 1), (self._count(row) or 1, title))
            self._lose(row, self.reader.unknown(name), times, self.reader.likely(name))
        else:
            self._leave_nameless(row)

    def _lose(self, row: PartRow, message: str, units: int, likely: str = "") -> None:
        """Name units of a row that are not in the army, with their group and what the row says of them."""
        group = row.text(GROUP) or (self._heading.text(GROUP) if self._heading else self._above)
        place, rest = row.at(self._title_heading), self._rest(row)
        remark = ImportRemark(place, message, True, units, 0, group.strip(), rest, likely=likely)
        self.reader.remarks.append(remark)
        self._above = row.text(GROUP) or self._above

    @cached_property
    def _title_heading(self) -> str:
        """The heading above the names of the units; empty without one."""
        columns = (TITLE, NAME, *self.paths.texts, *self.paths.entries)
        first = next(filter(self.table.has, columns), None)
        return "" if first is None else self.table.headings[self.table.columns.index(first)]

    def _rest(self, row: PartRow) -> str:
        """What a row says of its unit besides the name, a line for each cell."""
        filled = {column: row.text(column).strip() for column in row.texts if column not in self.paths.texts}
        lines = (
            f"{self._labels[column]}: {text}" for column, text in filled.items() if text and column in self._labels
        )
        return "\n".join(("", *(line.replace("\n", " ") for line in lines)))[:MAX_REST]

    @cached_property
    def _labels(self) -> dict[str, str]:
        """The headings of what a unit has besides the name of its entry, by column."""
        every = columns(self.reader.ruleset, self.reader.ruleset.unit)
        labels = {column.path: column.heading for column in every if column.path not in self.paths.texts}
        return labels | {NOTES: "Notes"} | ({NAME: "Name"} if self.table.has(TITLE) else {})

    @cached_property
    def _points(self) -> str:
        """The path of a unit's points; empty in games without."""
        return next((path for path, each in leaves(self.reader.ruleset.unit) if each.ask.points), "")

    # --- its group -----------------------------------------------------------------------------------

    def _add(self, row: PartRow, found: NamedUnit) -> None:
        place = self._group_of(row)
        texts = dict(row.texts)
        if found.name:
            texts[NAME] = escape_formula(found.name)
        elif not self.table.has(TITLE):
            texts.pop(NAME, None)
        row = replace(row, texts=texts)
        kinds = self.reader.ruleset.kinds
        several = next((kind.several for kind in kinds if kind.enlist is not None), None)
        specs = several(found.spec, found.times) if several is not None and found.times > 1 else (found.spec,)
        for spec in dict.fromkeys(specs):
            times = specs.count(spec)
            added = self.reader.add_unit(row, place, times, spec)
            remark = models_remark(self.reader.ruleset, spec, times, row.at(self._title_heading))
            if added and remark and not self.of_site:
                self.reader.tell_of_added(remark, place)

    def _group_of(self, row: PartRow) -> int:
        """The group that a row names by id or name, which is added if there is none; blank, that of the rows above."""
        name = row.text(GROUP).strip()
        if self._heading is not None and not name.strip():
            name, self._heading = self._heading.text(GROUP).strip(), None
        else:
            self._leave_heading()
        place = self._by_id.get(row.text(GROUP_ID))
        if place is None and not name.strip() and self._above:
            name = self._above
            if not self._told_above:
                word = self.reader.ruleset.words.group
                _tell(self.reader, row.at(""), f"Rows without a {word} were read as part of the {word} above.")
                self._told_above = True
        if place is None:
            place = self._by_name.get(name_key(name))
        if place is None:
            place = self._by_name[name_key(name)] = len(self.reader.groups)
            self.reader.add_group(replace(row, texts={NAME: escape_formula(name)}))
        self._above = name
        return place
