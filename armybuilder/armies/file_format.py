"""How an army file is made: its JSON Schema, and the same as tables to read. Both come from the game's declarations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rulesets.core.catalogue import Source
from rulesets.core.codec import encode
from rulesets.core.declarations import NAME_LENGTH, Field, Kind, fields_of
from rulesets.core.force_document import ID_LENGTH, MAX_ENTRIES, MAX_GROUPS, MAX_UNITS, NOTES_LENGTH, SCHEMA
from rulesets.core.house_rules import switches
from rulesets.core.json_schema import DIALECT, json_schema, object_schema, text_schema
from rulesets.core.ruleset import AnyRuleset

_ID = {"type": "string", "maxLength": ID_LENGTH, "pattern": "^[A-Za-z0-9]*$"}
MOST_SERIAL = 10**9 - 1


def force_schema(ruleset: AnyRuleset, address: str) -> dict[str, Any]:
    """The JSON Schema of a game's army files, which is found at ``address``."""
    words = ruleset.words
    unit = object_schema(
        {
            "id": _ID,
            "name": text_schema(NAME_LENGTH),
            "notes": text_schema(NOTES_LENGTH),
            "locked": {"type": "boolean", "description": "Suggestions leave it as it is.", "default": False},
            "spec": json_schema(ruleset.unit),
        }
    )
    group = object_schema(
        {
            "id": _ID,
            "name": text_schema(NAME_LENGTH),
            "notes": text_schema(NOTES_LENGTH),
            "spec": json_schema(ruleset.group),
            "units": {"type": "array", "title": words.units, "items": unit, "maxItems": MAX_UNITS},
        }
    )
    entry = {"anyOf": [_entry_schema(kind) for kind in ruleset.kinds]}
    house_rules = {
        switch: {"title": ruling.question, "enum": list(ruling.keys)}
        for switch, ruling in switches(ruleset.rulings).items()
    }
    force = object_schema(
        {
            "schema": {"const": SCHEMA, "description": "The version of this format."},
            "ruleset": {"const": ruleset.slug},
            "name": text_schema(NAME_LENGTH),
            "notes": text_schema(NOTES_LENGTH),
            "spec": json_schema(ruleset.force),
            "house_rules": object_schema(house_rules),
            "entries": {"type": "array", "title": "Own entries that are used", "items": entry, "maxItems": MAX_ENTRIES},
            "serial": {"type": "integer", "minimum": 0, "maximum": MOST_SERIAL, "title": "Last number given to a part"},
            "groups": {"type": "array", "title": words.groups, "items": group, "maxItems": MAX_GROUPS},
        },
        ["ruleset"],
    )
    return {"$schema": DIALECT, "$id": address, "title": f"{ruleset.title}: {words.force}", **force}


def _entry_schema(kind: Any) -> dict[str, Any]:
    return object_schema(
        {
            "kind": {"const": kind.slug},
            "key": text_schema(NAME_LENGTH),
            "name": text_schema(NAME_LENGTH),
            "cite": text_schema(NAME_LENGTH),
            "source": {"enum": [source.value for source in Source]},
            "spec": json_schema(kind.spec),
        },
        ["kind"],
    )


@dataclass(frozen=True, slots=True)
class FieldItem:
    """A field of a declaration for readers: its path in the file, its label, what it may hold, and its default."""

    path: str
    label: str
    holds: str
    default: str


@dataclass(frozen=True, slots=True)
class SpecTable:
    """A declaration for readers: where in the file it stands, and its fields."""

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
        *((f"Own entry: {kind.title}", f"entries[].spec, kind {kind.slug}", kind.spec) for kind in ruleset.kinds),
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
        return "needed"
    value = encode(field.default)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "as below"
    if isinstance(value, list):
        return "[]" if not value else f"{len(value)} rows"
    return "null" if value is None else f'"{value}"' if isinstance(value, str) else str(value)
