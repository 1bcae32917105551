"""Declarations as JSON Schemas, which describe the files to programs."""

from typing import Any

from rulesets.core.declarations.codec import encode
from rulesets.core.declarations.fields import Field, Kind, fields_of

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def object_schema(properties: dict[str, Any], required: list[str] | None = None) -> dict[str, Any]:
    """The schema of an object with these properties and no others."""
    schema: dict[str, Any] = {"type": "object", "properties": properties, "additionalProperties": False}
    return {**schema, "required": required} if required else schema


def text_schema(longest: int) -> dict[str, Any]:
    """The schema of a text with at most ``longest`` characters."""
    return {"type": "string", "maxLength": longest}


def json_schema(declaration: type[Any]) -> dict[str, Any]:
    """The schema of a declaration's values as stored in files."""
    fields = fields_of(declaration)
    return object_schema(
        {field.name: _described(field) for field in fields}, [field.name for field in fields if field.required]
    )


def _described(field: Field) -> dict[str, Any]:
    described = {"title": field.ask.label, **_type(field)}
    if field.ask.help:
        described["description"] = field.ask.help
    if not field.required:
        described["default"] = encode(field.default)
    return described


def _type(field: Field) -> dict[str, Any]:
    schema = _present(field)
    return {"anyOf": [schema, {"type": "null"}]} if field.optional else schema


def _present(field: Field) -> dict[str, Any]:
    ask = field.ask
    if field.kind is Kind.PART:
        return json_schema(field.type)
    if field.kind is Kind.REPEAT and field.item is not None:
        return _bounded({"type": "array", "items": _type(field.item)}, minItems=ask.min, maxItems=ask.max)
    if field.kind is Kind.INT:
        return _bounded({"type": "integer"}, minimum=ask.min, maximum=ask.max)
    if field.kind is Kind.BOOL:
        return {"type": "boolean"}
    if field.kind is Kind.CHOICE:
        return {"enum": [choice.value for choice in field.choices]}
    return text_schema(ask.max_length)


def _bounded(schema: dict[str, Any], **bounds: int | None) -> dict[str, Any]:
    return schema | {name: bound for name, bound in bounds.items() if bound is not None}
