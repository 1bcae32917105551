"""Cells of a table of entries: values of a declaration as text, and texts as plain data.

A list is one cell (``a; b``), with commas between the values of an item: ``Sergeant, 1, Leader; Trooper, 8, Range: 6``.
Lists that cannot be written this way are JSON.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from armybuilder.schema_forms.plain import blank
from rulesets.core.declarations.catalogue import Catalogue
from rulesets.core.declarations.fields import Field, Kind, fields_of
from rulesets.core.declarations.text_values import find_choice, number_or_text, read_value, read_yes_no, write_value
from rulesets.core.names import name_key

_FORMULA = (*"=+-@＝＋－＠", "\t", "\r", "\n", "'")
"""A spreadsheet reads a text that begins with these as a formula, unless a ' is put before it; some read the full-width
signs as the others, and skip what does not print.
"""
_SPLIT = "; "
_INSIDE = ", "


def escape_formula(text: str) -> str:
    """The text as a cell that no spreadsheet reads as a formula."""
    return f"'{text}" if text.startswith(_FORMULA) else text


def unescape_formula(text: str) -> str:
    """The text of a guarded cell."""
    return text[1:] if text[:1] == "'" and text[1:].startswith(_FORMULA) else text


def is_formula(text: str) -> bool:
    """Whether a cell is a formula without a stored value; text behind a guarding sign is not one."""
    return text.startswith(("=", "＝")) and len(text) > 1


def leaves(spec: type[Any], before: str = "") -> Iterator[tuple[str, Field]]:
    """The fields of a declaration and its parts that have a cell, each with its dotted path."""
    for field in fields_of(spec):
        path = f"{before}{field.name}"
        if field.kind is not Kind.PART or field.optional:
            yield path, field
        if field.kind is Kind.PART:
            yield from leaves(field.type, f"{path}.")


def value_at(plain: Any, path: str) -> Any:
    """The value of plain data at a dotted path; ``None`` if a part on the way is missing."""
    for name in path.split("."):
        if plain is None:
            return None
        plain = plain[name]
    return plain


def write_cell(field: Field, value: Any, catalogue: Catalogue) -> str:
    """The cell of a field's value; entries that it refers to are written by name."""
    if value is None:
        return ""
    if field.kind is Kind.PART:
        return "yes"
    if field.kind is Kind.REPEAT:
        return escape_formula(_list_cell(field, value, catalogue))
    text = _scalar_cell(field, value, catalogue)
    return text if field.kind is Kind.INT else escape_formula(text)


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
    """A list item as a player would write it; not every item can be written this way."""
    pieces: list[str] = []
    blanks = read_cells(spec, {}, None, catalogue)
    for path, field in leaves(spec):
        value = value_at(row, path)
        if field.kind in (Kind.PART, Kind.REPEAT) or value is None or value == "":
            continue
        text = _scalar_cell(field, value, catalogue)
        if "." not in path and field.kind in (Kind.INT, Kind.TEXT, Kind.ENTRY, Kind.UNIT):
            pieces.append(text)
        elif value != value_at(blanks, path):
            plain = field.kind is Kind.CHOICE or (field.kind is Kind.BOOL and value)
            pieces.append((text if field.kind is Kind.CHOICE else field.ask.label) if plain else f"{path}: {text}")
    return _INSIDE.join(pieces)


def _scalar_cell(field: Field, value: Any, catalogue: Catalogue) -> str:
    if field.kind is Kind.BOOL:
        return "yes" if value else "no"
    if field.kind is Kind.CHOICE:
        label = next(choice.label for choice in field.choices if choice.value == value)
        return label if find_choice(field, label) == value else str(value)
    if field.kind is Kind.ENTRY:
        entry = catalogue.get(field.ask.entry, value)
        return entry.name if entry and catalogue.find_key(field.ask.entry, entry.name) == value else str(value)
    return write_value(field, value)


def read_cells(
    spec: type[Any], texts: Mapping[str, str], before: Any, catalogue: Catalogue, path: str = ""
) -> dict[str, Any]:
    """Plain data of a declaration from the texts of its cells by path.

    Fields without a cell keep their value in ``before`` or get their default; required fields are left out.
    """
    plain = {}
    for field in fields_of(spec):
        here = f"{path}{field.name}"
        previous = blank(field) if before is None else before[field.name]
        if field.kind is Kind.PART:
            plain[field.name] = _part(field, here, texts, previous, catalogue)
        elif here in texts:
            plain[field.name] = _value(field, texts[here], catalogue)
        elif before is None and field.required:
            continue
        else:
            plain[field.name] = previous
    return plain


def _part(field: Field, path: str, texts: Mapping[str, str], previous: Any, catalogue: Catalogue) -> Any:
    if field.optional:
        cell = texts.get(path, "").strip()
        inside = any(text.strip() for name, text in texts.items() if name.startswith(f"{path}."))
        present = inside if not cell else read_yes_no(cell)
        if path not in texts and not any(name.startswith(f"{path}.") for name in texts):
            return previous
        if not isinstance(present, bool):
            return present
        if not present:
            return None
    return read_cells(field.type, texts, previous, catalogue, f"{path}.")


def _value(field: Field, text: str, catalogue: Catalogue) -> Any:
    """Plain data of a cell; an invalid text stays a text, which the codec refuses."""
    if field.kind is Kind.REPEAT:
        return _list(field, text, catalogue)
    if not text.strip() and field.kind not in (Kind.TEXT, Kind.UNIT):
        if field.optional:
            return None
        if field.kind is Kind.ENTRY or any(choice.value == "" for choice in field.choices):
            return ""
        if field.kind is Kind.BOOL:
            return False
        return "" if field.required else blank(field)
    return read_value(field, text, catalogue)


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
    """Plain data of a comma-separated item; an unknown word is kept, and the codec refuses it."""
    fields = dict(leaves(spec))
    texts: dict[str, str] = {}
    for piece in filter(None, (piece.strip() for piece in text.split(","))):
        path, value = _field_of_piece(fields, texts, piece)
        if path is None:
            return {piece: value}
        texts[path] = value
    return read_cells(spec, texts, None, catalogue)


def _field_of_piece(fields: Mapping[str, Field], filled: Mapping[str, str], piece: str) -> tuple[str | None, str]:
    """The field of a piece of an item and its value, found by name, by the word itself or by position."""
    head, colon, value = piece.partition(":")
    word = name_key(head)
    for path, field in fields.items():
        if word in (name_key(path), name_key(field.ask.label)) and (colon or field.kind is Kind.BOOL):
            return path, value.strip() or "yes"
    free = [(path, field) for path, field in fields.items() if "." not in path and path not in filled]
    for path, field in free:
        if field.kind is Kind.CHOICE and find_choice(field, piece) is not None:
            return path, piece
    numbers = [
        path
        for path, field in free
        if field.kind is Kind.INT and isinstance(number_or_text(piece, field.ask.decimals, field.ask.unit), int)
    ]
    texts = [path for path, field in free if field.kind in (Kind.TEXT, Kind.ENTRY, Kind.UNIT)]
    fitting = numbers if isinstance(number_or_text(piece), int) else numbers + texts
    return (fitting[0] if fitting else None), piece
