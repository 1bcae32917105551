"""Entries of one kind as a table: CSV out, and CSV or cells copied from a spreadsheet in.

A column is a scalar of the kind's declaration; those of a part have dotted names (``weight.dry``), a list stands in one
cell (``a; b``), what an item holds between commas (``Sergeant, 1, Leader; Trooper, 8, Range: 6``); lists that cannot be
told so stand there as JSON. ``read_table`` of what ``write_table`` wrote gives the same profiles.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from armybuilder.schema_forms.forms import SENT_AS_TEXT
from armybuilder.schema_forms.plain import blank
from rulesets.core.catalogue import Catalogue, Entry, EntryKind
from rulesets.core.codec import UNKNOWN, CodecError, Problems, decode, encode, text_reader
from rulesets.core.declarations import NAME_LENGTH, Field, Kind, entries_used, fields_of
from rulesets.core.findings import Problem
from rulesets.core.force_document import decode_entry

NAME = "name"
MOST_ROWS = 500
MOST_CHARACTERS = 512 * 1024
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "'")
"""With these a spreadsheet takes a text for a formula; a ' before it tells it not to."""
_WHOLE_NUMBER = re.compile(r"[+-]?[0-9]{1,18}")
_YES = frozenset({"yes", "y", "true", "1", "x"})
_NO = frozenset({"no", "n", "false", "0", ""})
_SPLIT = "; "
_INSIDE = ", "


class BadTable(ValueError):
    """A text in which no table of the kind can be seen; the message says why and what would be right."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column: the field's ``path`` in the declaration, and the ``heading`` it is written with."""

    path: str
    heading: str
    field: Field

    @property
    def inside(self) -> tuple[str, ...]:
        """What each item of a list holds, in the words of its labels; empty for other columns."""
        item = self.field.item
        if item is None or item.kind is not Kind.PART:
            return ()
        return tuple(field.ask.label for field in fields_of(item.type) if field.kind is not Kind.PART)


@dataclass(frozen=True, slots=True)
class Mistake:
    """What is wrong in a cell of column ``heading`` (empty for the whole row)."""

    heading: str
    message: str


@dataclass(frozen=True, slots=True)
class Read:
    """One row: its number in the table (the headings are row 1), its name, and its profile unless it has mistakes."""

    number: int
    name: str
    profile: Any | None
    mistakes: tuple[Mistake, ...] = ()


def columns_of(kind: EntryKind[Any]) -> tuple[Column, ...]:
    """The columns of a kind behind the name; a label that two columns share gives way to the field's name."""
    found = list(_leaves(kind.spec, ""))
    paths = {path.casefold() for path, _ in found} | {NAME}
    labels = [field.ask.label.casefold() for _, field in found]
    columns = []
    for path, field in found:
        label = field.ask.label
        plain = "." not in path and labels.count(label.casefold()) == 1
        free = label.casefold() not in paths - {path.casefold()} and not label.startswith(_FORMULA)
        columns.append(Column(path, label if plain and free else _outside(path), field))
    return tuple(columns)


def _outside(path: str) -> str:
    """The path as a heading; a field called like the entry's name is told from it."""
    return f"spec.{path}" if path == NAME else path


def _leaves(spec: type[Any], before: str) -> Iterator[tuple[str, Field]]:
    for field in fields_of(spec):
        path = f"{before}{field.name}"
        if field.kind is not Kind.PART or field.optional:
            yield path, field
        if field.kind is Kind.PART:
            yield from _leaves(field.type, f"{path}.")


# --- out ---------------------------------------------------------------------------------------------


def write_table(kind: EntryKind[Any], entries: Iterable[Entry[Any]], catalogue: Catalogue) -> str:
    """The entries as CSV with a row of headings; entries that they refer to are written by name."""
    columns = columns_of(kind)
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(["Name", *(column.heading for column in columns)])
    for entry in entries:
        plain = encode(entry.spec)
        cells = (_cell(column, _at(plain, column.path), catalogue) for column in columns)
        writer.writerow([guarded(entry.name), *cells])
    return out.getvalue()


def example_of(column: Column, entries: Iterable[Entry[Any]], catalogue: Catalogue) -> str:
    """How the first entry that has one writes such a list; empty for other columns."""
    cells = (_cell(column, _at(encode(entry.spec), column.path), catalogue) for entry in entries if column.inside)
    return next(filter(None, cells), "")


def _at(plain: Any, path: str) -> Any:
    for name in path.split("."):
        if plain is None:
            return None
        plain = plain[name]
    return plain


def guarded(text: str) -> str:
    """The text as a cell that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(_FORMULA) else text


def _unguarded(text: str) -> str:
    return text[1:] if text[:1] == "'" and text[1:].startswith(_FORMULA) else text


def _cell(column: Column, value: Any, catalogue: Catalogue) -> str:
    field = column.field
    if value is None:
        return ""
    if field.kind is Kind.PART:
        return "yes"
    if field.kind is Kind.REPEAT:
        return guarded(_list_cell(field, value, catalogue))
    text = _scalar_cell(field, value, catalogue)
    return text if field.kind is Kind.INT else guarded(text)


def _list_cell(field: Field, rows: list[Any], catalogue: Catalogue) -> str:
    assert field.item is not None  # noqa: S101 (a list always has its item)
    if rows and field.item.kind is Kind.PART:
        text = _SPLIT.join(_item(field.item.type, row, catalogue) for row in rows)
        if _list(field, text, catalogue) == rows:
            return text
    elif rows and None not in rows:
        texts = [_scalar_cell(field.item, row, catalogue) for row in rows]
        if all(text and text == text.strip() and ";" not in text for text in texts) and not texts[0].startswith("["):
            return _SPLIT.join(texts)
    return json.dumps(rows, ensure_ascii=False) if rows or field.optional else ""


def _item(spec: type[Any], row: Any, catalogue: Catalogue) -> str:
    """What an item of a list holds, as a player would write it; not everything can be told so."""
    told: list[str] = []
    blanks = _plain(spec, "", {}, None, catalogue)
    for path, field in _leaves(spec, ""):
        value = _at(row, path)
        if field.kind in (Kind.PART, Kind.REPEAT) or value is None or value == "":
            continue
        text = _scalar_cell(field, value, catalogue)
        if "." not in path and field.kind in (Kind.INT, Kind.TEXT, Kind.ENTRY, Kind.UNIT):
            told.append(text)
        elif value != _at(blanks, path):
            plain = field.kind is Kind.CHOICE or (field.kind is Kind.BOOL and value)
            told.append((text if field.kind is Kind.CHOICE else field.ask.label) if plain else f"{path}: {text}")
    return _INSIDE.join(told)


def _scalar_cell(field: Field, value: Any, catalogue: Catalogue) -> str:
    if field.kind is Kind.BOOL:
        return "yes" if value else "no"
    if field.kind is Kind.CHOICE:
        label = next(choice.label for choice in field.choices if choice.value == value)
        return label if _choice(field, label) == value else str(value)
    if field.kind is Kind.ENTRY:
        entry = catalogue.get(field.ask.entry, value)
        return entry.name if entry and _key(field, entry.name, catalogue) == value else str(value)
    return str(value)


def _choice(field: Field, text: str) -> str | None:
    """The stored value that a text means, by value before label; ``None`` when none or several."""
    word = text.strip().casefold()
    for heads in ([choice.value for choice in field.choices], [choice.label for choice in field.choices]):
        found = [choice.value for choice, head in zip(field.choices, heads, strict=True) if head.casefold() == word]
        if len(found) == 1:
            return found[0]
    return None


def _key(field: Field, text: str, catalogue: Catalogue) -> str | None:
    """The key of the entry that a text means, by key before name; ``None`` when none or several."""
    if text == "" or catalogue.get(field.ask.entry, text):
        return text
    word = text.strip().casefold()
    found = [entry.key for entry in catalogue.of_kind(field.ask.entry) if entry.name.casefold() == word]
    return found[0] if len(found) == 1 else None


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
    texts = {path: _unguarded(text) for path, text in cells.items()}
    name = texts.pop("", "").strip()
    mistakes = list(_name_mistakes(name))
    if any(cell.strip() for cell in beyond):
        mistakes.append(Mistake("", "has more cells than there are headings"))
    known = before.get(name.casefold())
    plain = _plain(kind.spec, "", texts, encode(known) if known is not None else None, catalogue)
    profile = None
    headings = {column.path: column.heading for column in columns_of(kind)}
    try:
        profile = decode(kind.spec, plain)
    except CodecError as error:
        mistakes += [_mistake(problem, headings) for problem in error.problems]
    else:
        mistakes += _unknown_entries(profile, headings, catalogue)
        mistakes += [_mistake(problem, headings) for problem in kind.faults(profile)]
    return Read(number, name, None if mistakes else profile, tuple(mistakes))


def _name_mistakes(name: str) -> Iterator[Mistake]:
    if not name:
        yield Mistake("Name", "is empty; every entry needs a name")
    problems = Problems()
    text_reader(NAME_LENGTH)(name, (), problems)
    yield from (Mistake("Name", problem.message) for problem in problems.found)


def _mistake(problem: Problem, headings: Mapping[str, str]) -> Mistake:
    path = problem.path
    while path and path not in headings:
        path = re.split(r"[.\[][^.\[]*$", path)[0] if re.search(r"[.\[]", path) else ""
    message = problem.message.removesuffix(SENT_AS_TEXT)
    if path and message.startswith(UNKNOWN):
        message = f"“{problem.path.rpartition('.')[2]}” {message}"
    return Mistake(headings.get(path, problem.path), message)


def _unknown_entries(profile: Any, headings: Mapping[str, str], catalogue: Catalogue) -> Iterator[Mistake]:
    for use in entries_used(profile):
        if catalogue.get(use.kind, use.key) is None:
            problem = Problem(use.path, f"“{use.key}” is in no catalogue; write the name of an entry that is")
            yield _mistake(problem, headings)


def _plain(spec: type[Any], path: str, texts: Mapping[str, str], before: Any, catalogue: Catalogue) -> dict[str, Any]:
    plain = {}
    for field in fields_of(spec):
        here = f"{path}{field.name}"
        known = blank(field) if before is None else before[field.name]
        if field.kind is Kind.PART:
            plain[field.name] = _part(field, here, texts, known, catalogue)
        elif here in texts:
            plain[field.name] = _value(field, texts[here], catalogue)
        elif before is None and field.required:
            continue
        else:
            plain[field.name] = known
    return plain


def _part(field: Field, path: str, texts: Mapping[str, str], known: Any, catalogue: Catalogue) -> Any:
    if field.optional:
        said = texts.get(path, "").strip()
        inside = any(text.strip() for name, text in texts.items() if name.startswith(f"{path}."))
        present = inside if not said else _truth(said)
        if path not in texts and not any(name.startswith(f"{path}.") for name in texts):
            return known
        if not isinstance(present, bool):
            return present
        if not present:
            return None
    return _plain(field.type, f"{path}.", texts, known, catalogue)


def _truth(text: str) -> bool | str:
    word = text.strip().casefold()
    return True if word in _YES else False if word in _NO else text


def _value(field: Field, text: str, catalogue: Catalogue) -> Any:
    """Plain data of a cell; a text that is no such value stays a text, for the codec to refuse."""
    if field.kind is Kind.REPEAT:
        return _list(field, text, catalogue)
    if field.kind in (Kind.TEXT, Kind.UNIT):
        return None if text == "" and field.optional else text.replace("\r\n", "\n")
    if not text.strip():
        return _empty(field)
    if field.kind is Kind.BOOL:
        return _truth(text)
    if field.kind is Kind.INT:
        return int(text) if _WHOLE_NUMBER.fullmatch(text.strip()) else text
    found = _choice(field, text) if field.kind is Kind.CHOICE else _key(field, text, catalogue)
    return text if found is None else found


def _empty(field: Field) -> Any:
    """What an empty cell means: nothing where that is allowed, else the field's default."""
    if field.optional:
        return None
    if field.kind is Kind.ENTRY or any(choice.value == "" for choice in field.choices):
        return ""
    if field.kind is Kind.BOOL:
        return False
    return "" if field.required else blank(field)


def _list(field: Field, text: str, catalogue: Catalogue) -> Any:
    assert field.item is not None  # noqa: S101 (a list always has its item)
    if not text.strip():
        return None if field.optional else []
    if text.lstrip().startswith("["):
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            return text
    if field.item.kind is Kind.PART:
        return [_read_item(field.item.type, part, catalogue) for part in text.split(";") if part.strip()]
    return [_value(field.item, part.strip(), catalogue) for part in text.split(";")]


def _read_item(spec: type[Any], text: str, catalogue: Catalogue) -> Any:
    """Plain data of an item told between commas; a word that means nothing is kept for the codec to refuse."""
    leaves = dict(_leaves(spec, ""))
    texts: dict[str, str] = {}
    for piece in filter(None, (piece.strip() for piece in text.split(","))):
        path, said = _meant(leaves, texts, piece)
        if path is None:
            return {piece: said}
        texts[path] = said
    return _plain(spec, "", texts, None, catalogue)


def _meant(leaves: Mapping[str, Field], told: Mapping[str, str], piece: str) -> tuple[str | None, str]:
    """The field that a piece of an item is about, and what it says: by name, as a word of its own, or by its place."""
    head, colon, said = piece.partition(":")
    word = head.strip().casefold()
    for path, field in leaves.items():
        if word in (path.casefold(), field.ask.label.casefold()) and (colon or field.kind is Kind.BOOL):
            return path, said.strip() or "yes"
    free = [(path, field) for path, field in leaves.items() if "." not in path and path not in told]
    for path, field in free:
        if field.kind is Kind.CHOICE and _choice(field, piece) is not None:
            return path, piece
    number = _WHOLE_NUMBER.fullmatch(piece) is not None
    kinds = {Kind.INT} if number else {Kind.TEXT, Kind.ENTRY, Kind.UNIT}
    return next((path for path, field in free if field.kind in kinds), None), piece


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
            mistakes += [Mistake(problem.path, problem.message) for problem in error.problems]
            profile = None
        else:
            mistakes += _unknown_entries(profile, {}, catalogue)
            mistakes += [Mistake(problem.path, problem.message) for problem in kind.faults(profile)]
        yield Read(number, name, None if mistakes else profile, tuple(mistakes))


def _without_doubles(rows: Iterable[Read]) -> tuple[Read, ...]:
    """Of two rows with one name the later one is a mistake."""
    first: dict[str, int] = {}
    checked = []
    for row in rows:
        known = first.setdefault(row.name.casefold(), row.number)
        if row.name and known != row.number:
            twice = Mistake("Name", f"“{row.name}” stands in row {known} already; give it another name")
            row = Read(row.number, row.name, None, (*row.mistakes, twice))
        checked.append(row)
    return tuple(checked)
