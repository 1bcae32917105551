"""The columns of a table whose rows are values of a declaration: headings, cells, and mistakes in them.

A column is a scalar of the declaration, under the label of its form; those of a part have dotted paths
(``weight.dry``), which are read as headings too. ``cells`` has the format of a cell. A table also has columns outside
the declaration, such as the name; their headings are ``reserved``.
"""

import csv
import io
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from armybuilder.spreadsheets.cells import (
    escape_formula,
    is_formula,
    leaves,
    read_cells,
    unescape_formula,
    value_at,
    write_cell,
)
from rulesets.core.declarations.catalogue import Catalogue
from rulesets.core.declarations.codec import UNKNOWN, CodecError, decode, encode
from rulesets.core.declarations.fields import NAME_LENGTH, Field, Kind, entries_used, field_of, fields_of
from rulesets.core.declarations.problems import Problem
from rulesets.core.declarations.text_values import text_problems
from rulesets.core.names import Names, name_key

NAME = "name"
MAX_ABOVE = 40
"""Rows above a table that may be none of its own, such as a title."""
MAX_COLUMNS = 200
"""Columns of a table that are read."""
MAX_SHOWN = 160
"""Characters of a row in a message."""
TOTALS = frozenset(
    {"total", "totals", "total:", "sum", "sum:", "subtotal", "grand total", "summe", "gesamt", "totale", "suma"}
    | {"insgesamt", "zwischensumme", "sous-total", "subtotale", "totaal", "summa", "razem", "celkem", "合計"}
)
"""The words that begin a row of totals, by ``name_key``."""
MAX_TOTAL_WORDS = 6
"""Words of a row's name that may say that it is a total."""
NO_RESULT = "the result of the formula is not in the file"
_SEPARATORS = ("\t", ";", ",", "|")
RULES = re.compile(r"^\|?(?: ?:?-{1,200}:? ?\|)+(?: ?:?-{1,200}:? ?)?$|^\+(?:[-=]{3,200}\+){1,200}$", re.MULTILINE)
"""A line between headings and rows of a table in Markdown, or of one drawn with signs."""
_MARKED = re.compile(r"^(\*\*|__|`)([^*_`]{1,200})\1$")
"""A cell of Markdown whose text is bold or code."""
_SEPARATOR = re.compile(r"sep=(.)\r?\n", re.IGNORECASE)
"""The first line with which spreadsheets name the separator."""


class BadTable(ValueError):
    """A text or workbook that is not a table of the kind; the message says why and how to correct it."""


@dataclass(frozen=True, slots=True)
class SheetColumn:
    """A column: the field's ``path`` in the declaration, and its ``heading``."""

    path: str
    heading: str
    field: Field

    def cell(self, profile: Any, catalogue: Catalogue) -> str:
        """The cell of a profile, given as plain data."""
        return write_cell(self.field, value_at(profile, self.path), catalogue)

    @property
    def contents(self) -> str:
        """What a cell contains, in words."""
        item = self.field.item
        if item is None:
            return _contents(self.field)
        return f"several, each {_labels_inside(item.type)}" if item.kind is Kind.PART else f"several: {_contents(item)}"

    @property
    def has_names(self) -> bool:
        """Whether cells have names of entries, or lists; of these an example says more than words."""
        return self.field.item is not None or self.field.kind is Kind.ENTRY


def _contents(field: Field) -> str:
    """What a cell of one value contains; a part that may be missing has a cell that says whether it is there."""
    if field.kind is Kind.CHOICE:
        return " · ".join(choice.label for choice in field.choices if choice.label)
    if field.kind is Kind.ENTRY:
        return "a name from the catalogue"
    return str((Kind.BOOL if field.kind is Kind.PART else field.kind).value)


def _labels_inside(spec: type[Any]) -> str:
    """The labels of the fields that a list's item may have."""
    return ", ".join(field.ask.label for field in fields_of(spec) if field.kind is not Kind.PART)


@dataclass(frozen=True, slots=True)
class CellMistake:
    """A mistake in the cell of column ``heading`` (empty for the whole row)."""

    heading: str
    message: str


def columns_of(spec: type[Any], reserved: Collection[str] = (NAME,)) -> tuple[SheetColumn, ...]:
    """The columns of a declaration; an ambiguous label has that of its part before it (``Weight: Dry``).

    The field's path replaces what is then still ambiguous, or reserved.
    """
    fields = list(leaves(spec))
    paths = {path.casefold() for path, _ in fields} | set(reserved)
    labels = _unambiguous([field.ask.label for _, field in fields], [_full_label(spec, path) for path, _ in fields])
    columns = []
    for (path, field), label in zip(fields, labels, strict=True):
        free = label.casefold() not in paths - ({path.casefold()} - set(reserved)) and label == escape_formula(label)
        columns.append(SheetColumn(path, label if label and free else _unreserved_heading(path, reserved), field))
    return tuple(columns)


def _full_label(spec: type[Any], path: str) -> str:
    """The labels of the parts in which a field is, and its own, each once."""
    labels = []
    for name in path.split("."):
        field = field_of(spec, name)
        labels.append(field.ask.label)
        spec = field.type
    return ": ".join(dict.fromkeys(labels))


def _unambiguous(labels: Sequence[str], full_labels: Sequence[str]) -> Iterator[str]:
    """Each label, or the full one where another field has it too; empty where that is no help."""
    short, full = (Counter(label.casefold() for label in each) for each in (labels, full_labels))
    for label, full_label in zip(labels, full_labels, strict=True):
        if short[label.casefold()] == 1:
            yield label
        else:
            yield full_label if full_label != label and full[full_label.casefold()] == 1 else ""


def _unreserved_heading(path: str, reserved: Collection[str]) -> str:
    """The path as a heading, with a prefix if it is reserved."""
    return f"spec.{path}" if path.casefold() in reserved else path


def known_headings(spec: type[Any], own: Mapping[str, str], others: Iterable[tuple[str, str]] = ()) -> Names[str]:
    """The path of each column by its heading; the table's ``own`` columns take precedence, ``others`` come last."""
    paths = {name_key(heading): path for heading, path in others}
    columns = columns_of(spec, own)
    labels: dict[str, str] = {}
    for column in columns:
        for label in filter(None, (column.field.ask.label, column.field.ask.former_label)):
            labels.setdefault(name_key(label), column.path)
    paths |= labels
    paths |= {name_key(_unreserved_heading(column.path, own)): column.path for column in columns}
    paths |= {name_key(column.heading): column.path for column in columns}
    paths |= {name_key(heading): path for heading, path in own.items()}
    return Names(paths.items())


def read_spec(
    spec: type[Any],
    texts: Mapping[str, str],
    catalogue: Catalogue,
    reserved: Collection[str] = (NAME,),
    before: Any = None,
) -> tuple[Any, tuple[CellMistake, ...]]:
    """The value read from the texts of cells by path, and the mistakes in them.

    The value is ``None`` if they cannot be read; it may name entries that are in no catalogue. Fields without a cell
    are as in ``before`` (plain data) or have their default.
    """
    plain = read_cells(spec, {path: unescape_formula(text) for path, text in texts.items()}, before, catalogue)
    headings = {column.path: column.heading for column in columns_of(spec, reserved)}
    formulas = [CellMistake(headings.get(path, path), NO_RESULT) for path, text in texts.items() if is_formula(text)]
    if formulas:
        return None, tuple(formulas)
    try:
        value = decode(spec, plain)
    except CodecError as error:
        return None, tuple(mistake(_in_labels(problem, spec), headings) for problem in text_problems(error))
    return value, tuple(unknown_entries(value, headings, catalogue))


def _in_labels(problem: Problem, spec: type[Any]) -> Problem:
    """A problem of plain data in the words of cells: with the labels of choices and of a list item's fields."""
    field = _field_at(spec, problem.path)
    if field is None:
        item = _field_at(spec, problem.path.rpartition(".")[0])
        if item is not None and problem.message.startswith(UNKNOWN):
            return replace(problem, message=f"{UNKNOWN}. An item has {_labels_inside(item.type)}")
    elif field.kind is Kind.BOOL:
        return replace(problem, message="enter yes or no")
    elif field.kind is Kind.CHOICE:
        told = problem.message[problem.message.rindex(", not ") :]
        return replace(problem, message=f"choose one of {_contents(field)}{told}")
    return problem


def _field_at(spec: type[Any], path: str) -> Field | None:
    """The field at a codec path, ``None`` for an unknown name; items of a list are one field."""
    field: Field | None = None
    for name, index in re.findall(r"([^.\[\]]+)|\[(\d+)\]", path):
        if index:
            field = field.item if field is not None else None
        else:
            field = next((each for each in fields_of(spec) if each.name == name), None)
        if field is None:
            return None
        spec = field.type
    return field


def mistake(problem: Problem, headings: Mapping[str, str]) -> CellMistake:
    """A problem at a path as a mistake in the cell that holds it, or in the first cell of a part."""
    path = problem.path
    while path and path not in headings:
        path = re.split(r"[.\[][^.\[]*$", path)[0] if re.search(r"[.\[]", path) else ""
    message = problem.message
    if path and message.startswith(UNKNOWN):
        message = f"“{problem.path.rpartition('.')[2]}” is unknown{message.removeprefix(UNKNOWN)}"
    inside = (heading for below, heading in headings.items() if below.startswith(f"{problem.path}."))
    return CellMistake(headings.get(path) or next(inside, problem.path), message)


def unknown_entries(value: Any, headings: Mapping[str, str], catalogue: Catalogue) -> Iterator[CellMistake]:
    """The references to entries that are in no catalogue."""
    for use in entries_used(value):
        if catalogue.get(use.kind, use.key) is None:
            unknown = catalogue.unknown(use.kind, use.key).removesuffix(".")
            yield mistake(Problem(use.path, unknown), headings)


def spec_cells(columns: Iterable[SheetColumn], spec: Any, catalogue: Catalogue) -> list[str]:
    """The cells of a value; entries that it refers to are written by name."""
    plain = encode(spec)
    return [column.cell(plain, catalogue) for column in columns]


# --- CSV ---------------------------------------------------------------------------------------------


def write_csv(rows: Iterable[Sequence[str]]) -> str:
    """Rows of cells as CSV."""
    out = io.StringIO(newline="")
    csv.writer(out).writerows(rows)
    return out.getvalue()


def read_csv(text: str, maximum: int, is_heading: Callable[[str], bool] = bool) -> list[tuple[int, list[str]]]:
    """The first ``maximum`` rows that are not empty, each with its number; raises ``BadTable``.

    The separator is the one that the text names, or with which a row has most headings.
    """
    text = RULES.sub("", text.removeprefix("\ufeff"))
    named = _SEPARATOR.match(text)
    if named is not None:
        return [row for row in _narrow(_rows(text, named[1], maximum + 1)) if row[0] > 1][:maximum]
    counts = {each: _headings_with(text, each, is_heading) for each in _SEPARATORS}
    return list(_narrow(_rows(text, max(_SEPARATORS, key=lambda each: counts[each]), maximum)))


def _rows(text: str, separator: str, maximum: int) -> Iterator[tuple[int, list[str]]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    try:
        read = ([_MARKED.sub(r"\2", cell.strip()) for cell in row] if separator == "|" else row for row in reader)
        rows = ((number, row) for number, row in enumerate(read, 1) if any(cell.strip() for cell in row))
        yield from islice(rows, maximum)
    except csv.Error as error:
        raise BadTable(f"Line {reader.line_num} cannot be read as a row of cells ({error}).") from None


def _narrow(rows: Iterable[tuple[int, list[str]]]) -> Iterator[tuple[int, list[str]]]:
    """The rows without the blank cells that programs export behind them; raises ``BadTable`` for other cells there."""
    for number, cells in rows:
        if any(map(str.strip, cells[MAX_COLUMNS:])):
            raise BadTable(f"Row {number} has more than {MAX_COLUMNS} columns, which is the limit.")
        yield number, cells[:MAX_COLUMNS]


def _headings_with(text: str, separator: str, is_heading: Callable[[str], bool]) -> tuple[int, int]:
    """Of the rows at the beginning, the most headings and the most cells in one row."""
    try:
        rows = [row for _, row in _rows(text, separator, MAX_ABOVE)]
    except BadTable:
        return (0, 0)
    filled = [[cell for cell in row[:MAX_COLUMNS] if cell.strip()] for row in rows]
    headings = max((len([cell for cell in row if is_heading(cell)]) for row in filled), default=0)
    return headings, len(filled[0]) if filled else 0


def is_total(text: str) -> bool:
    """Whether a cell begins a row of totals, as “Total”, “Subtotal Alpha” and “Alpha total” do."""
    key = name_key(text)
    words = key.split()
    if not words or len(words) > MAX_TOTAL_WORDS:
        return False
    return key in TOTALS or words[0] in TOTALS or words[-1] in ("total", "subtotal")


def heading_place(rows: Sequence[tuple[int, list[str]]], score: Callable[[Sequence[str]], int]) -> int:
    """The place of the first of the rows with the highest score among those where a table may begin."""
    scores = [score(cells) for _, cells in rows[: MAX_ABOVE + 1]]
    return scores.index(max(scores)) if scores else 0


def row_text(cells: Iterable[str]) -> str:
    """What a row says, shortened for a message."""
    return " · ".join(unescape_formula(cell).strip() for cell in cells if cell.strip())[:MAX_SHOWN]


def shorten(heading: str) -> str:
    """A heading shortened for a message."""
    return heading.strip()[:NAME_LENGTH]
