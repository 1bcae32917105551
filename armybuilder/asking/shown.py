"""A declaration's value as lines to read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulesets.core.asks import Choice, Field, Kind, fields_of
from rulesets.core.catalogue import Catalogue
from rulesets.core.reference import Line

NOTHING = "–"


def shown(spec: Any, catalogue: Catalogue) -> list[Line]:
    """Label and value of every field in order; parts and rows of lists bring their own lines, named after them."""
    return list(_lines(spec, catalogue, ""))


def _lines(spec: Any, catalogue: Catalogue, before: str) -> Iterator[Line]:
    for field in fields_of(type(spec)):
        value = getattr(spec, field.name)
        label = f"{before}{field.ask.label}"
        if field.item is None or not value:
            yield from _field(field, label, value, catalogue)
        elif field.item.kind is Kind.PART:
            for number, row in enumerate(value, 1):
                yield from _lines(row, catalogue, f"{label} {number}: ")
        else:
            yield Line(label, ", ".join(_text(field.item, row, catalogue) for row in value))


def _field(field: Field, label: str, value: Any, catalogue: Catalogue) -> Iterator[Line]:
    if field.kind is Kind.PART and value is not None:
        yield from _lines(value, catalogue, f"{label}: ")
    else:
        yield Line(label, _text(field, value, catalogue))


def _text(field: Field, value: Any, catalogue: Catalogue) -> str:
    if value in (None, "", ()):
        return NOTHING
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Choice):
        return value.label
    if field.kind is Kind.ENTRY:
        entry = catalogue.get(field.ask.entry, value)
        return entry.name if entry else str(value)
    return field.ask.with_unit(value) if field.kind is Kind.INT else str(value)
