"""The format of army files, as JSON Schema and as tables for people. Both come from the game's declarations."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rulesets.core.declarations.codec import encode
from rulesets.core.declarations.fields import Field, Kind, fields_of
from rulesets.core.declarations.json_schema import DIALECT
from rulesets.core.force_document import force_schema
from rulesets.core.ruleset import AnyRuleset


def schema_file(ruleset: AnyRuleset, address: str) -> dict[str, Any]:
    """The JSON Schema of a game's army files, published at ``address``."""
    title = f"{ruleset.title}: {ruleset.words.force}"
    return {"$schema": DIALECT, "$id": address, "title": title, **force_schema(ruleset)}


@dataclass(frozen=True, slots=True)
class FieldItem:
    """A field of a declaration for readers: its path in the file, its label, what it may hold, and its default."""

    path: str
    label: str
    holds: str
    default: str


@dataclass(frozen=True, slots=True)
class SpecTable:
    """A declaration for readers: its path in the file, and its fields."""

    title: str
    at: str
    fields: tuple[FieldItem, ...]


def tables_of(ruleset: AnyRuleset) -> tuple[SpecTable, ...]:
    """Every declaration of a game as a table."""
    words = ruleset.words
    specs = [
        (words.force.capitalize(), "spec", ruleset.force),
        (words.group.capitalize(), "groups[].spec", ruleset.group),
        (words.unit.capitalize(), "groups[].units[].spec", ruleset.unit),
        *((f"Custom entry: {kind.title}", f"entries[].spec, kind {kind.slug}", kind.spec) for kind in ruleset.kinds),
    ]
    return tuple(SpecTable(title, at, tuple(_items(spec, ""))) for title, at, spec in specs)


def _items(spec: type[Any], before: str) -> Iterator[FieldItem]:
    for field in fields_of(spec):
        described = field.item or field
        path = f"{before}{field.name}{'[]' if field.item else ''}"
        yield FieldItem(path, field.ask.label, _holds(field), _default(field))
        if described.kind is Kind.PART:
            yield from _items(described.type, f"{path}.")


def _holds(field: Field) -> str:
    if field.item is not None:
        rows = f"{field.ask.min or 0} to {field.ask.max}" if field.ask.max is not None else "any number of"
        return f"list of {rows} rows, each {_holds(field.item)}"
    ask = field.ask
    words = field.kind.value
    if field.kind is Kind.INT and (ask.min is not None or ask.max is not None):
        words = f"{words}, {'' if ask.min is None else ask.min} … {'' if ask.max is None else ask.max}"
    elif field.kind is Kind.CHOICE:
        words = "one of " + ", ".join(choice.value for choice in field.choices)
    elif field.kind is Kind.ENTRY:
        words = f"key of a {ask.entry}"
    elif field.kind is Kind.TEXT:
        words = f"text of {ask.max_length} characters"
    elif field.kind is Kind.PART:
        words = "object"
    return f"{words}, or null" if field.optional else words


def _default(field: Field) -> str:
    if field.required:
        return "required"
    value = encode(field.default)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "as below"
    if isinstance(value, list):
        return "[]" if not value else f"{len(value)} rows"
    return "null" if value is None else f'"{value}"' if isinstance(value, str) else str(value)
