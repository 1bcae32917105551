"""Between a form's flat names and plain data: ``own-weapons-1-figures`` and ``{"own": {"weapons": [...]}}``.

A name that was not sent keeps what stood there before, so that an address needs to hold only what differs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rulesets.core.catalogue import Catalogue
from rulesets.core.codec import encode
from rulesets.core.declarations import Field, Kind, fields_of

SEPARATOR = "-"
ROWS = "rows"
ADD_ROW = "add-row"
REMOVE_ROW = "remove-row"
MOST_ROWS = 100
"""The most rows a list may have on a form when its declaration sets no limit."""

_WHOLE_NUMBER = re.compile(r"[+-]?[0-9]{1,18}")
_DECIMAL_NUMBER = re.compile(r"([+-]?)([0-9]{0,18})[.,]([0-9]{1,18})")
_YES = frozenset({"1", "on", "true", "yes"})
_NO = frozenset({"0", "", "off", "false", "no"})


def inner(name: str, part: str | int) -> str:
    """The form name of a field or row inside another."""
    return f"{name}{SEPARATOR}{part}" if name else str(part)


def form_name(path: str, prefix: str = "") -> str:
    """The form name of the place that a codec path such as ``weapons[1].figures`` points to."""
    return inner(prefix, re.sub(r"[.\[]", SEPARATOR, path.replace("]", "")))


def blank(field: Field) -> Any:
    """Plain data for a field that nobody has answered: its default, or the least of its kind."""
    if not field.required:
        return encode(field.default)
    if field.optional:
        return None
    return blank_item(field)


def blank_item(field: Field) -> Any:
    """Plain data of the field's kind, whatever its default."""
    if field.kind is Kind.INT:
        return max(field.ask.min or 0, 0)
    if field.kind is Kind.BOOL:
        return False
    if field.kind is Kind.CHOICE:
        return field.choices[0].value
    if field.kind is Kind.PART:
        return blank_spec(field.type)
    return [] if field.kind is Kind.REPEAT else ""


def blank_spec(spec: type[Any]) -> dict[str, Any]:
    """Plain data for a declaration that nobody has answered yet."""
    return {field.name: blank(field) for field in fields_of(spec)}


def completed(spec: type[Any], data: Mapping[str, Any]) -> dict[str, Any]:
    """Plain data of a declaration of which only some fields are given, with blanks for the others."""
    return {
        field.name: _completed_field(field, data[field.name]) if field.name in data else blank(field)
        for field in fields_of(spec)
    }


def _completed_field(field: Field, value: Any) -> Any:
    if value is None:
        return None
    if field.kind is Kind.PART:
        return completed(field.type, value)
    if field.kind is Kind.REPEAT and field.item is not None:
        return [_completed_field(field.item, row) for row in value]
    return value


def most_rows(field: Field) -> int:
    """How many rows a list may have on a form."""
    return MOST_ROWS if field.ask.max is None else field.ask.max


def show(value: Any) -> str:
    """A scalar of plain data as the text that a form or an address holds."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "1" if value else "0"
    return str(value)


def written(field: Field, value: Any) -> str:
    """A scalar of plain data as the text that a form or an address holds for that field."""
    return field.ask.written(value) if field.kind is Kind.INT and type(value) is int else show(value)


@dataclass
class Reading:
    """What was sent, read into plain data; ``rows_changed`` tells whether a row was added or removed on the way."""

    data: Mapping[str, str]
    catalogue: Catalogue
    rows_changed: bool = False

    def spec(self, spec: type[Any], name: str, before: Mapping[str, Any]) -> dict[str, Any]:
        """Plain data of a declaration: what was sent, over what stood there before."""
        return {field.name: self.field(field, inner(name, field.name), before[field.name]) for field in fields_of(spec)}

    def field(self, field: Field, name: str, before: Any) -> Any:
        """Plain data of one field; a text that is no such value stays as it was sent, for the codec to refuse."""
        if field.kind is Kind.PART:
            return self._part(field, name, before)
        if field.kind is Kind.REPEAT:
            return self._rows(field, name, before)
        if name not in self.data:
            return before
        if field.kind is Kind.ENTRY:
            return self._entry(field, self.data[name])
        return _scalar(field, self.data[name])

    def _entry(self, field: Field, text: str) -> str | None:
        if text == "" and field.optional:
            return None
        if self.catalogue.get(field.ask.entry, text):
            return text
        word = text.strip().casefold()
        named = [entry.key for entry in self.catalogue.of_kind(field.ask.entry) if entry.name.casefold() == word]
        return named[0] if len(named) == 1 else text

    def _part(self, field: Field, name: str, before: Any) -> Any:
        if field.optional and not _scalar_yes(self.data.get(name, show(before is not None))):
            return None
        return self.spec(field.type, name, blank_spec(field.type) if before is None else before)

    def _rows(self, field: Field, name: str, before: Any) -> Any:
        assert field.item is not None  # noqa: S101 (a list always has its item)
        old = list(before or ())
        sent = self.data.get(inner(name, ROWS), "")
        count = int(sent) if _WHOLE_NUMBER.fullmatch(sent) else len(old)
        count = max(0, min(count, most_rows(field) + 1))
        rows = [
            self.field(field.item, inner(name, index), old[index] if index < len(old) else blank_item(field.item))
            for index in range(count)
        ]
        if self.data.get(ADD_ROW) == name and count < most_rows(field):
            rows.append(blank_item(field.item))
            self.rows_changed = True
        removed = next((row for row in range(count) if self.data.get(REMOVE_ROW) == inner(name, row)), None)
        if removed is not None:
            del rows[removed]
            self.rows_changed = True
        return None if field.optional and not rows else rows


def _scalar_yes(text: str) -> bool:
    return text.strip().lower() in _YES or text == show(True)


def _scalar(field: Field, text: str) -> Any:
    if field.kind is Kind.BOOL:
        word = text.strip().lower()
        return True if word in _YES else False if word in _NO else text
    if text == "" and field.optional:
        return None
    if field.kind is Kind.INT:
        return _number(field.ask.decimals, text)
    return text.replace("\r\n", "\n")


def _number(decimals: int, text: str) -> int | str:
    number = text.strip()
    if _WHOLE_NUMBER.fullmatch(number):
        return int(number + "0" * decimals)
    found = _DECIMAL_NUMBER.fullmatch(number)
    if found is None or len(found[3]) > decimals:
        return text
    stored = int((found[2] or "0") + found[3].ljust(decimals, "0"))
    return -stored if found[1] == "-" else stored


def differences(
    spec: type[Any], name: str, data: Mapping[str, Any], before: Mapping[str, Any]
) -> Iterator[tuple[str, str]]:
    """Name and text of all that a form must send to turn ``before`` into ``data``."""
    for field in fields_of(spec):
        yield from _field_differences(field, inner(name, field.name), data[field.name], before[field.name])


def _field_differences(field: Field, name: str, value: Any, before: Any) -> Iterator[tuple[str, str]]:
    if field.kind is Kind.PART:
        if (value is None) != (before is None):
            yield name, "0" if value is None else "1"
        if value is not None:
            yield from differences(field.type, name, value, blank_spec(field.type) if before is None else before)
    elif field.kind is Kind.REPEAT:
        assert field.item is not None  # noqa: S101 (a list always has its item)
        rows, old = list(value or ()), list(before or ())
        if len(rows) != len(old):
            yield inner(name, ROWS), str(len(rows))
        for index, row in enumerate(rows):
            known = old[index] if index < len(old) else blank_item(field.item)
            yield from _field_differences(field.item, inner(name, index), row, known)
    elif value != before or type(value) is not type(before):
        yield name, written(field, value)
