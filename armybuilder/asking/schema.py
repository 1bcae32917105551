"""A declaration described as plain data: what a file or a command line may say."""

from __future__ import annotations

from typing import Any

from armybuilder.asking.plain import blank
from rulesets.core.asks import Field, Kind, fields_of


def schema_of(declaration: type[Any]) -> list[dict[str, Any]]:
    """Every field in order: name, type, label, limits, choices and default; parts and lists bring their own fields."""
    return [_described(field) for field in fields_of(declaration)]


def _described(field: Field) -> dict[str, Any]:
    described = {"name": field.name, **_type(field), "label": field.ask.label}
    if field.ask.help:
        described["help"] = field.ask.help
    if field.required:
        described["required"] = True
    else:
        described["default"] = blank(field)
    return described


def _type(field: Field) -> dict[str, Any]:
    ask = field.ask
    described: dict[str, Any] = {"type": field.kind.value}
    if field.optional:
        described["optional"] = True
    if field.kind is Kind.REPEAT and field.item is not None:
        described |= {"min": ask.min, "max": ask.max, "of": _type(field.item)}
    elif field.kind is Kind.PART:
        described["fields"] = schema_of(field.type)
    elif field.kind is Kind.INT:
        described |= {"min": ask.min, "max": ask.max, "unit": ask.unit, "decimals": ask.decimals or ""}
    elif field.kind is Kind.CHOICE:
        described["choices"] = {choice.value: choice.label for choice in field.choices}
    elif field.kind is Kind.ENTRY:
        described |= {"entry": ask.entry, "max_length": ask.max_length}
    elif field.kind in (Kind.TEXT, Kind.UNIT):
        described["max_length"] = ask.max_length
    return {key: value for key, value in described.items() if value not in (None, "")}
