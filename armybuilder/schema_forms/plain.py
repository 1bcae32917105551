"""Between a form's flat names and plain data: ``own-weapons-1-figures`` and ``{"own": {"weapons": [...]}}``.

A name that was not sent keeps what stood there before, so that an address needs to hold only what differs.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rulesets.core.declarations.catalogue import Catalogue
from rulesets.core.declarations.codec import encode
from rulesets.core.declarations.fields import Field, Kind, fields_of
from rulesets.core.declarations.text_values import number_or_text, read_value, read_yes_no, write_scalar, write_value

SEPARATOR = "-"
JOIN = "-or-"
"""Between the names of fields that share a select, whose values name the field: ``troops:militia``."""
ROWS = "rows"
ADD_ROW = "add-row"
REMOVE_ROW = "remove-row"
MAX_ROWS = 100
"""The most rows a list may have on a form when its declaration sets no limit."""


def inner(name: str, part: str | int) -> str:
    """The form name of a field or row inside another."""
    return f"{name}{SEPARATOR}{part}" if name else str(part)


def form_name(path: str, prefix: str = "") -> str:
    """The form name of the place that a codec path such as ``weapons[1].figures`` points to."""
    return inner(prefix, re.sub(r"[.\[]", SEPARATOR, path.replace("]", "")))


def joined_name(name: str, fields: Iterable[str]) -> str:
    """The form name of the select that some fields of a declaration share."""
    return inner(name, JOIN.join(fields))


def names_in(name: str) -> list[str]:
    """The form names of the fields that an input is for: several if they share a select."""
    first, *others = name.split(JOIN)
    before = first.rpartition(SEPARATOR)[0]
    return [first, *(inner(before, other) for other in others)]


def _separated(data: Mapping[str, str]) -> Mapping[str, str]:
    """What was sent, with a text for each of the fields that share a select: blank for those not chosen."""
    shared = {name: names_in(name) for name in data if JOIN in name}
    texts = dict(data.items())
    for name, fields in shared.items():
        chosen, _, key = data[name].partition(":")
        texts |= {field: key if field.rpartition(SEPARATOR)[2] == chosen else "" for field in fields}
    return texts


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


def fill_blanks(spec: type[Any], data: Mapping[str, Any]) -> dict[str, Any]:
    """Plain data of a declaration of which only some fields are given, with blanks for the others."""
    return {
        field.name: _completed_field(field, data[field.name]) if field.name in data else blank(field)
        for field in fields_of(spec)
    }


def _completed_field(field: Field, value: Any) -> Any:
    if value is None:
        return None
    if field.kind is Kind.PART:
        return fill_blanks(field.type, value)
    if field.kind is Kind.REPEAT and field.item is not None:
        return [_completed_field(field.item, row) for row in value]
    return value


def max_rows(field: Field) -> int:
    """How many rows a list may have on a form."""
    return MAX_ROWS if field.ask.max is None else field.ask.max


@dataclass
class SubmittedData:
    """What was sent, read into plain data; ``rows_changed`` tells whether a row was added or removed on the way."""

    data: Mapping[str, str]
    catalogue: Catalogue
    rows_changed: bool = False

    def __post_init__(self) -> None:
        """Read the selects that several fields share."""
        self.data = _separated(self.data)

    def spec(self, spec: type[Any], name: str, before: Mapping[str, Any]) -> dict[str, Any]:
        """Plain data of a declaration: what was sent, over what stood there before."""
        return {field.name: self.field(field, inner(name, field.name), before[field.name]) for field in fields_of(spec)}

    def field(self, field: Field, name: str, before: Any) -> Any:
        """Plain data of one field; a text that is not such a value stays as it was sent, for the codec to refuse."""
        if field.kind is Kind.PART:
            return self._part(field, name, before)
        if field.kind is Kind.REPEAT:
            return self._rows(field, name, before)
        if name not in self.data:
            return before
        return read_value(field, self.data[name], self.catalogue)

    def _part(self, field: Field, name: str, before: Any) -> Any:
        if field.optional and read_yes_no(self.data.get(name, write_scalar(before is not None))) is not True:
            return None
        return self.spec(field.type, name, blank_spec(field.type) if before is None else before)

    def _rows(self, field: Field, name: str, before: Any) -> Any:
        assert field.item is not None  # noqa: S101 (a list always has its item)
        old = list(before or ())
        row_count = number_or_text(self.data.get(inner(name, ROWS), ""))
        count = max(0, min(row_count if isinstance(row_count, int) else len(old), max_rows(field) + 1))
        rows = [
            self.field(field.item, inner(name, index), old[index] if index < len(old) else blank_item(field.item))
            for index in range(count)
        ]
        if self.data.get(ADD_ROW) == name and count < max_rows(field):
            rows.append(blank_item(field.item))
            self.rows_changed = True
        removed = next((row for row in range(count) if self.data.get(REMOVE_ROW) == inner(name, row)), None)
        if removed is not None:
            del rows[removed]
            self.rows_changed = True
        return None if field.optional and not rows else rows


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
        yield name, write_value(field, value)
