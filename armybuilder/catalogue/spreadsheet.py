"""Entries of one kind as a table: CSV out, and CSV or cells copied from a spreadsheet in.

A column is a scalar of the kind's declaration; those of a part have dotted names (``weight.dry``). ``cells`` says what
stands in one cell. ``read_table`` of what ``write_table`` wrote gives the same profiles.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from armybuilder.catalogue.cells import guarded, leaves, read_cells, unguarded, value_at, write_cell
from rulesets.core.catalogue import Catalogue, Entry, EntryKind
from rulesets.core.codec import UNKNOWN, CodecError, Problems, decode, encode, text_reader
from rulesets.core.declarations import NAME_LENGTH, Field, Kind, entries_used, fields_of
from rulesets.core.findings import Problem
from rulesets.core.force_document import decode_entry
from rulesets.core.text_values import text_problems

NAME = "name"
MOST_ROWS = 500
MOST_CHARACTERS = 512 * 1024


class BadTable(ValueError):
    """A text in which no table of the kind can be seen; the message says why and what would be right."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column: the field's ``path`` in the declaration, and the ``heading`` it is written with."""

    path: str
    heading: str
    field: Field

    def cell(self, profile: Any, catalogue: Catalogue) -> str:
        """What stands in it for a profile as plain data."""
        return write_cell(self.field, value_at(profile, self.path), catalogue)

    @property
    def inside(self) -> tuple[str, ...]:
        """What each item of a list holds, in the words of its labels; empty for other columns."""
        item = self.field.item
        if item is None or item.kind is not Kind.PART:
            return ()
        return tuple(field.ask.label for field in fields_of(item.type) if field.kind is not Kind.PART)


@dataclass(frozen=True, slots=True)
class CellMistake:
    """What is wrong in a cell of column ``heading`` (empty for the whole row)."""

    heading: str
    message: str


@dataclass(frozen=True, slots=True)
class Read:
    """One row: its number in the table (the headings are row 1), its name, and its profile unless it has mistakes."""

    number: int
    name: str
    profile: Any | None
    mistakes: tuple[CellMistake, ...] = ()


def columns_of(kind: EntryKind[Any]) -> tuple[Column, ...]:
    """The columns of a kind behind the name; a label that two columns share gives way to the field's name."""
    found = list(leaves(kind.spec))
    paths = {path.casefold() for path, _ in found} | {NAME}
    labels = [field.ask.label.casefold() for _, field in found]
    columns = []
    for path, field in found:
        label = field.ask.label
        plain = "." not in path and labels.count(label.casefold()) == 1
        free = label.casefold() not in paths - {path.casefold()} and label == guarded(label)
        columns.append(Column(path, label if plain and free else _outside(path), field))
    return tuple(columns)


def _outside(path: str) -> str:
    """The path as a heading; a field called like the entry's name is told from it."""
    return f"spec.{path}" if path == NAME else path


# --- out ---------------------------------------------------------------------------------------------


def write_table(kind: EntryKind[Any], entries: Iterable[Entry[Any]], catalogue: Catalogue) -> str:
    """The entries as CSV with a row of headings; entries that they refer to are written by name."""
    columns = columns_of(kind)
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(["Name", *(column.heading for column in columns)])
    for entry in entries:
        plain = encode(entry.spec)
        cells = (column.cell(plain, catalogue) for column in columns)
        writer.writerow([guarded(entry.name), *cells])
    return out.getvalue()


def example_of(column: Column, entries: Iterable[Entry[Any]], catalogue: Catalogue) -> str:
    """How the first entry that has one writes such a list; empty for other columns."""
    cells = (column.cell(encode(entry.spec), catalogue) for entry in entries if column.inside)
    return next(filter(None, cells), "")


# --- in ----------------------------------------------------------------------------------------------


def read_table(
    kind: EntryKind[Any], text: str, catalogue: Catalogue, before: Mapping[str, Any] | None = None
) -> tuple[Read, ...]:
    """The rows of a pasted table, of CSV or of a JSON file of entries; raises ``BadTable``.

    What a table lacks a column for keeps what the entry of that name has in ``before`` (names in small letters), or
    has its default.
    """
    if len(text) > MOST_CHARACTERS:
        raise BadTable(f"The table is larger than {MOST_CHARACTERS // 1024} KB, the most that is read at once.")
    text = text.removeprefix("\ufeff")
    if text.lstrip()[:1] in ("[", "{"):
        return _without_doubles(_read_json(kind, text, catalogue))
    rows = _rows(text)
    if not rows:
        raise BadTable("The table is empty. Paste a row of headings and a row for each entry.")
    (_, headings), *rest = rows
    columns = _recognised(kind, headings)
    if len(rest) > MOST_ROWS:
        raise BadTable(f"The table has {len(rest)} rows; at most {MOST_ROWS} are read at once.")
    return _without_doubles(
        _read_row(kind, number, dict(zip(columns, cells, strict=False)), cells[len(columns) :], catalogue, before or {})
        for number, cells in rest
    )


def _rows(text: str) -> list[tuple[int, list[str]]]:
    """The rows that hold something, each with its number."""
    head = text.lstrip("\r\n").split("\n", 1)[0]
    delimiter = "\t" if "\t" in head else ";" if head.count(";") > head.count(",") else ","
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    try:
        return [(number, row) for number, row in enumerate(reader, 1) if any(cell.strip() for cell in row)]
    except csv.Error as error:
        raise BadTable(f"Line {reader.line_num} cannot be read as a row of cells ({error}).") from None


def _recognised(kind: EntryKind[Any], headings: Sequence[str]) -> list[str]:
    """The path of each heading's column; that of the name is empty."""
    known: dict[str, str] = {}
    columns = columns_of(kind)
    for column in columns:
        known.setdefault(column.field.ask.label.casefold(), column.path)
    known |= {_outside(column.path).casefold(): column.path for column in columns}
    known |= {column.heading.casefold(): column.path for column in columns} | {NAME: ""}
    found: list[str] = []
    headings = list(headings)
    while headings and not headings[-1].strip():
        headings.pop()
    for place, heading in enumerate(headings, 1):
        word = heading.strip().casefold()
        if word not in known:
            listed = ", ".join(["Name", *(column.heading for column in columns)])
            raise BadTable(f"Column {place} is headed “{heading.strip()[:NAME_LENGTH]}”. Known headings are: {listed}.")
        if known[word] in found:
            raise BadTable(f"Column {place}, “{heading.strip()[:NAME_LENGTH]}”, stands there twice; keep one of them.")
        found.append(known[word])
    if "" not in found:
        raise BadTable("There is no column headed “Name”. The first row should hold the headings.")
    return found


def _read_row(
    kind: EntryKind[Any],
    number: int,
    cells: Mapping[str, str],
    beyond: Sequence[str],
    catalogue: Catalogue,
    before: Mapping[str, Any],
) -> Read:
    texts = {path: unguarded(text) for path, text in cells.items()}
    name = texts.pop("", "").strip()
    mistakes = list(_name_mistakes(name))
    if any(cell.strip() for cell in beyond):
        mistakes.append(CellMistake("", "has more cells than there are headings"))
    known = before.get(name.casefold())
    plain = read_cells(kind.spec, texts, encode(known) if known is not None else None, catalogue)
    profile = None
    headings = {column.path: column.heading for column in columns_of(kind)}
    try:
        profile = decode(kind.spec, plain)
    except CodecError as error:
        mistakes += [_mistake(problem, headings) for problem in text_problems(error)]
    else:
        mistakes += _unknown_entries(profile, headings, catalogue)
        mistakes += [_mistake(problem, headings) for problem in kind.faults(profile)]
    return Read(number, name, None if mistakes else profile, tuple(mistakes))


def _name_mistakes(name: str) -> Iterator[CellMistake]:
    if not name:
        yield CellMistake("Name", "is empty; every entry needs a name")
    problems = Problems()
    text_reader(NAME_LENGTH)(name, (), problems)
    yield from (CellMistake("Name", problem.message) for problem in problems.found)


def _mistake(problem: Problem, headings: Mapping[str, str]) -> CellMistake:
    path = problem.path
    while path and path not in headings:
        path = re.split(r"[.\[][^.\[]*$", path)[0] if re.search(r"[.\[]", path) else ""
    message = problem.message
    if path and message.startswith(UNKNOWN):
        message = f"“{problem.path.rpartition('.')[2]}” {message}"
    return CellMistake(headings.get(path, problem.path), message)


def _unknown_entries(profile: Any, headings: Mapping[str, str], catalogue: Catalogue) -> Iterator[CellMistake]:
    for use in entries_used(profile):
        if catalogue.get(use.kind, use.key) is None:
            unknown = catalogue.unknown(use.kind, use.key).removesuffix(".")
            yield _mistake(Problem(use.path, unknown), headings)


def _read_json(kind: EntryKind[Any], text: str, catalogue: Catalogue) -> Iterator[Read]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadTable(f"This begins like JSON but is not valid: {str(error)[:NAME_LENGTH]}.") from None
    entries = data.get("entries") if isinstance(data, dict) else data
    if not isinstance(entries, list) or len(entries) > MOST_ROWS:
        raise BadTable(f"The JSON should be a list of at most {MOST_ROWS} entries, as the download has it.")
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
            mistakes += _unknown_entries(profile, {}, catalogue)
            mistakes += [CellMistake(problem.path, problem.message) for problem in kind.faults(profile)]
        yield Read(number, name, None if mistakes else profile, tuple(mistakes))


def _without_doubles(rows: Iterable[Read]) -> tuple[Read, ...]:
    """Of two rows with one name the later one is a mistake."""
    first: dict[str, int] = {}
    checked = []
    for row in rows:
        known = first.setdefault(row.name.casefold(), row.number)
        if row.name and known != row.number:
            twice = CellMistake("Name", f"“{row.name}” stands in row {known} already; give it another name")
            row = Read(row.number, row.name, None, (*row.mistakes, twice))
        checked.append(row)
    return tuple(checked)
