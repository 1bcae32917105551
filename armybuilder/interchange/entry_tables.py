"""Entries of one kind as a table: export as CSV and XLSX; import of both and of cells pasted from a spreadsheet.

``columns`` has the columns. ``read_table`` gives the profiles that ``write_table`` wrote.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from armybuilder.schema_forms.layouts import Layouts, layout_of
from armybuilder.schema_forms.plain import blank
from armybuilder.spreadsheets.cells import escape_formula, is_formula, read_cells, unescape_formula
from armybuilder.spreadsheets.columns import (
    MAX_ABOVE,
    NAME,
    TOTALS,
    BadTable,
    CellMistake,
    SheetColumn,
    columns_of,
    heading_place,
    known_headings,
    mistake,
    read_csv,
    read_spec,
    row_text,
    shorten,
    spec_cells,
    unknown_entries,
    write_csv,
)
from rulesets.core.declarations.catalogue import Catalogue, Entry, EntryKind
from rulesets.core.declarations.codec import CodecError, Problems, encode, text_reader
from rulesets.core.declarations.fields import NAME_LENGTH, Kind, fields_of
from rulesets.core.force_document import decode_entry
from rulesets.core.names import name_key

_OWN = {NAME: ""}
"""The column outside the declaration."""
MAX_ROWS = 500
MAX_CHARACTERS = 512 * 1024


@dataclass(frozen=True, slots=True)
class TableRow:
    """One row: its number in the table (the headings are row 1), its name, and its profile unless it has mistakes."""

    number: int
    name: str
    profile: Any | None
    mistakes: tuple[CellMistake, ...] = ()


# --- out ---------------------------------------------------------------------------------------------


def table_rows(kind: EntryKind[Any], entries: Iterable[Entry[Any]], catalogue: Catalogue) -> Iterator[list[str]]:
    """The entries as rows of cells, the headings first; entries that they refer to are written by name."""
    columns = columns_of(kind.spec)
    yield ["Name", *(column.heading for column in columns)]
    for entry in entries:
        yield [escape_formula(entry.name), *spec_cells(columns, entry.spec, catalogue)]


def write_table(kind: EntryKind[Any], entries: Iterable[Entry[Any]], catalogue: Catalogue) -> str:
    """The entries as CSV."""
    return write_csv(table_rows(kind, entries, catalogue))


def example_of(column: SheetColumn, entries: Iterable[Entry[Any]], catalogue: Catalogue) -> str:
    """A cell with a name or a list, if possible of several, as an example; empty for other columns."""
    cells = [column.cell(encode(entry.spec), catalogue) for entry in entries if column.has_names]
    return next((cell for cell in cells if ";" in cell), next(filter(None, cells), ""))


# --- in ----------------------------------------------------------------------------------------------


def read_table(
    kind: EntryKind[Any],
    text: str,
    catalogue: Catalogue,
    before: Mapping[str, Any] | None = None,
    layouts: Layouts | None = None,
) -> tuple[TableRow, ...]:
    """The rows of a pasted table, of CSV or of a JSON file of entries; raises ``BadTable``.

    Fields without a column keep the value of the entry of that name in ``before`` (by ``name_key``). In a new entry
    they get their default, or the value that a filled field applies to by the ``layouts``.
    """
    if len(text) > MAX_CHARACTERS:
        raise BadTable(
            f"The table is larger than {MAX_CHARACTERS // 1024} KB, which is the limit. Split it into several tables."
        )
    if text.lstrip("\ufeff \r\n\t")[:1] in ("[", "{"):
        return _without_doubles(_read_json(kind, text.removeprefix("\ufeff"), catalogue))
    headings = known_headings(kind.spec, _OWN)
    rows = read_csv(text, MAX_ROWS + 2 + MAX_ABOVE, lambda cell: headings.find(cell) is not None)
    return read_rows(kind, rows, catalogue, before, layouts)


def read_rows(
    kind: EntryKind[Any],
    rows: Sequence[tuple[int, list[str]]],
    catalogue: Catalogue,
    before: Mapping[str, Any] | None = None,
    layouts: Layouts | None = None,
) -> tuple[TableRow, ...]:
    """The rows of a table by their numbers, as ``read_table`` reads them; raises ``BadTable``.

    What stands above the headings, and columns that mean nothing, are rows with a mistake.
    """
    if not rows:
        raise BadTable("The table is empty. Paste a row of headings and then a row for each entry.")
    place = heading_place(rows, lambda cells: headings_in(kind, cells))
    (first, headings), rest = rows[place], rows[place + 1 :]
    paths = _column_paths(kind, headings)
    if len(rest) > MAX_ROWS:
        raise BadTable(f"The table has more than {MAX_ROWS} rows. Split it into several tables.")
    above = "“{}” is above the headings and was not read"
    left = [_left(number, above.format(row_text(cells))) for number, cells in rows[:place]]
    left += (
        _left(first, "this is not a column of this table and was not read", each) for each in _unknown(headings, paths)
    )
    context = (catalogue, before or {}, layouts or {})
    read = (_read_row(kind, number, cells, headings, paths, *context) for number, cells in rest)
    return (*left, *_without_doubles(read))


def headings_in(kind: EntryKind[Any], cells: Iterable[str]) -> int:
    """How many cells are different headings of a table of that kind."""
    headings = known_headings(kind.spec, _OWN)
    return len({headings.find(cell) for cell in cells} - {None})


def _left(number: int, message: str, heading: str = "") -> TableRow:
    """A row that is told and not read."""
    return TableRow(number, "", None, (CellMistake(shorten(heading), message),))


def _column_paths(kind: EntryKind[Any], headings: Sequence[str]) -> list[str | None]:
    """The path of each heading's column, ``None`` for one that means nothing; that of the name is empty.

    If no column is called “Name”, the column called after the kind of entry, such as “Weapon”, has the names.
    """
    names = known_headings(kind.spec, _OWN)
    paths: list[str | None] = []
    for place, heading in enumerate(headings, 1):
        path = names.find(heading) if heading.strip() else None
        if path is not None and path in paths:
            raise BadTable(f"Column {place}, “{shorten(heading)}”, appears twice. Keep one of them.")
        paths.append(path)
    if "" not in paths:
        keys = {name_key(kind.title), name_key(kind.plural)}
        titles = [at for at, path in enumerate(paths) if path is None and name_key(headings[at]) in keys]
        if len(titles) != 1:
            raise BadTable("There is no “Name” column. The first row should contain the headings.")
        paths[titles[0]] = ""
    return paths


def _unknown(headings: Sequence[str], paths: Sequence[str | None]) -> Iterator[str]:
    """The headings of columns that mean nothing."""
    return (heading for heading, path in zip(headings, paths, strict=True) if path is None and heading.strip())


def _read_row(
    kind: EntryKind[Any],
    number: int,
    cells: Sequence[str],
    headings: Sequence[str],
    paths: Sequence[str | None],
    catalogue: Catalogue,
    before: Mapping[str, Any],
    layouts: Layouts,
) -> TableRow:
    texts = {path: cell for path, cell in zip_longest(paths, cells[: len(paths)], fillvalue="") if path is not None}
    written = texts.pop("", "")
    name = unescape_formula(written).strip()
    if is_formula(written) or name_key(name) in TOTALS:
        return TableRow(number, name, None, (CellMistake("", f"“{row_text(cells)}” is not an entry and was not read"),))
    mistakes = list(_name_mistakes(name))
    no_heading = (cell for cell, heading in zip(cells, headings, strict=False) if not heading.strip())
    if any(cell.strip() for cell in (*cells[len(paths) :], *no_heading)):
        mistakes.append(CellMistake("", "the row has more cells than there are headings"))
    previous = before.get(name_key(name))
    if previous is None:
        plain = read_cells(kind.spec, texts, None, catalogue)
        texts |= dict(_decided(kind.spec, plain, texts, layouts))
    profile, wrong = read_spec(kind.spec, texts, catalogue, before=encode(previous) if previous is not None else None)
    mistakes += wrong
    labels = {column.path: column.heading for column in columns_of(kind.spec)}
    if profile is not None:
        mistakes += [mistake(problem, labels) for problem in kind.faults(profile)]
    missing = {heading for path, heading in labels.items() if path not in paths}
    told = (_with_way_out(each) if previous is None and each.heading in missing else each for each in mistakes)
    return TableRow(number, name, None if mistakes else profile, tuple(told))


def _with_way_out(wrong: CellMistake) -> CellMistake:
    """A mistake in a column that the table does not have."""
    return CellMistake(wrong.heading, f"{wrong.message}. Add a column “{wrong.heading}” to the table")


def _decided(
    spec: type[Any], plain: Mapping[str, Any], texts: Mapping[str, str], layouts: Layouts, path: str = ""
) -> Iterator[tuple[str, str]]:
    """The choices without a cell of which filled fields apply to one value alone, each as path and value."""
    only = layout_of(layouts, spec).only
    filled = {field.name for field in fields_of(spec) if not field.required and plain.get(field.name) != blank(field)}
    for field in fields_of(spec):
        here = f"{path}{field.name}"
        inside = plain.get(field.name)
        if field.kind is Kind.PART and isinstance(inside, dict):
            yield from _decided(field.type, inside, texts, layouts, f"{here}.")
        elif field.name in only and not texts.get(here, "").strip():
            values = [value for value, names in only[field.name].items() if filled.intersection(names)]
            if len(values) == 1:
                yield here, values[0]


def _name_mistakes(name: str) -> Iterator[CellMistake]:
    if not name:
        yield CellMistake("Name", "every entry needs a name")
    problems = Problems()
    text_reader(NAME_LENGTH)(name, (), problems)
    yield from (CellMistake("Name", problem.message) for problem in problems.found)


def _read_json(kind: EntryKind[Any], text: str, catalogue: Catalogue) -> Iterator[TableRow]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadTable(f"This starts like JSON but is not valid: {str(error)[:NAME_LENGTH]}.") from None
    entries = data.get("entries") if isinstance(data, dict) else data
    if not isinstance(entries, list) or len(entries) > MAX_ROWS:
        raise BadTable(f"The JSON should be a list of at most {MAX_ROWS} entries, as in the download.")
    for number, each in enumerate(entries, 1):
        name = each.get(NAME) if isinstance(each, dict) else None
        name = name.strip() if isinstance(name, str) else ""
        mistakes = list(_name_mistakes(name))
        try:
            profile = decode_entry(kind, each).spec
        except CodecError as error:
            mistakes += [CellMistake(problem.path, problem.message) for problem in error.problems]
            profile = None
        else:
            mistakes += unknown_entries(profile, {}, catalogue)
            headings = {column.path: column.heading for column in columns_of(kind.spec)}
            mistakes += [mistake(problem, headings) for problem in kind.faults(profile)]
        yield TableRow(number, name, None if mistakes else profile, tuple(mistakes))


def _without_doubles(rows: Iterable[TableRow]) -> tuple[TableRow, ...]:
    """The rows, with a mistake in each row whose name an earlier row has."""
    first: dict[str, int] = {}
    checked = []
    for row in rows:
        first_number = first.setdefault(name_key(row.name), row.number)
        if row.name and first_number != row.number:
            twice = CellMistake("Name", f"“{row.name}” is already in row {first_number}. Use another name")
            row = TableRow(row.number, row.name, None, (*row.mistakes, twice))
        checked.append(row)
    return tuple(checked)
