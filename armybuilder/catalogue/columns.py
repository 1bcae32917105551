"""The columns of a table whose rows are values of a declaration: headings, cells, and rows read back with mistakes.

A column is a scalar of the declaration; those of a part have dotted names (``weight.dry``). ``cells`` says what stands
in one cell. Beside them a table has columns of its own, such as the name, whose headings are ``taken``.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from armybuilder.catalogue.cells import guarded, leaves, read_cells, unguarded, value_at, write_cell
from rulesets.core.catalogue import Catalogue
from rulesets.core.codec import UNKNOWN, CodecError, decode, encode
from rulesets.core.declarations import NAME_LENGTH, Field, Kind, entries_used, fields_of
from rulesets.core.findings import Problem
from rulesets.core.text_values import text_problems

NAME = "name"


class BadTable(ValueError):
    """A text or workbook in which no table of the kind can be seen; the message says why and what would be right."""


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


def columns_of(spec: type[Any], taken: Collection[str] = (NAME,)) -> tuple[Column, ...]:
    """The columns of a declaration; a label that two share, or that is taken, gives way to the field's name."""
    found = list(leaves(spec))
    paths = {path.casefold() for path, _ in found} | set(taken)
    labels = [field.ask.label.casefold() for _, field in found]
    columns = []
    for path, field in found:
        label = field.ask.label
        plain = "." not in path and labels.count(label.casefold()) == 1
        free = label.casefold() not in paths - ({path.casefold()} - set(taken)) and label == guarded(label)
        columns.append(Column(path, label if plain and free else _outside(path, taken), field))
    return tuple(columns)


def _outside(path: str, taken: Collection[str]) -> str:
    """The path as a heading; a field called like a column of the table's own is told from it."""
    return f"spec.{path}" if path.casefold() in taken else path


def known_headings(spec: type[Any], own: Mapping[str, str]) -> dict[str, str]:
    """By heading in small letters the path of each column; those of the table's ``own`` go before."""
    known: dict[str, str] = {}
    columns = columns_of(spec, own)
    for column in columns:
        known.setdefault(column.field.ask.label.casefold(), column.path)
    known |= {_outside(column.path, own).casefold(): column.path for column in columns}
    return known | {column.heading.casefold(): column.path for column in columns} | dict(own)


def read_spec(
    spec: type[Any],
    texts: Mapping[str, str],
    catalogue: Catalogue,
    taken: Collection[str] = (NAME,),
    before: Any = None,
) -> tuple[Any, tuple[CellMistake, ...]]:
    """The value that the texts of cells by path are, and what is wrong in them.

    It is ``None`` where they cannot be read; a value may name entries that are in no catalogue. What there is no cell
    for is as in ``before`` (plain data), or has its default.
    """
    plain = read_cells(spec, {path: unguarded(text) for path, text in texts.items()}, before, catalogue)
    headings = {column.path: column.heading for column in columns_of(spec, taken)}
    try:
        value = decode(spec, plain)
    except CodecError as error:
        return None, tuple(mistake(problem, headings) for problem in text_problems(error))
    return value, tuple(unknown_entries(value, headings, catalogue))


def mistake(problem: Problem, headings: Mapping[str, str]) -> CellMistake:
    """A problem at a path as a mistake in the cell that holds it."""
    path = problem.path
    while path and path not in headings:
        path = re.split(r"[.\[][^.\[]*$", path)[0] if re.search(r"[.\[]", path) else ""
    message = problem.message
    if path and message.startswith(UNKNOWN):
        message = f"“{problem.path.rpartition('.')[2]}” {message}"
    return CellMistake(headings.get(path, problem.path), message)


def unknown_entries(value: Any, headings: Mapping[str, str], catalogue: Catalogue) -> Iterator[CellMistake]:
    """The references to entries that are in no catalogue."""
    for use in entries_used(value):
        if catalogue.get(use.kind, use.key) is None:
            unknown = catalogue.unknown(use.kind, use.key).removesuffix(".")
            yield mistake(Problem(use.path, unknown), headings)


def spec_cells(columns: Iterable[Column], spec: Any, catalogue: Catalogue) -> list[str]:
    """The cells of a value; entries that it refers to are written by name."""
    plain = encode(spec)
    return [column.cell(plain, catalogue) for column in columns]


# --- CSV ---------------------------------------------------------------------------------------------


def write_csv(rows: Iterable[Sequence[str]]) -> str:
    """Rows of cells as CSV."""
    out = io.StringIO(newline="")
    csv.writer(out).writerows(rows)
    return out.getvalue()


def read_csv(text: str, most: int) -> list[tuple[int, list[str]]]:
    """The rows that hold something, each with its number, the first ``most`` of them; raises ``BadTable``."""
    text = text.removeprefix("\ufeff")
    head = text.lstrip("\r\n").split("\n", 1)[0]
    delimiter = "\t" if "\t" in head else ";" if head.count(";") > head.count(",") else ","
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    try:
        rows = ((number, row) for number, row in enumerate(reader, 1) if any(cell.strip() for cell in row))
        return list(islice(rows, most))
    except csv.Error as error:
        raise BadTable(f"Line {reader.line_num} cannot be read as a row of cells ({error}).") from None


def shortened(heading: str) -> str:
    """A heading as it stands in a message."""
    return heading.strip()[:NAME_LENGTH]
