"""The page to browse the API: the OpenAPI document for people."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from armybuilder.api.openapi import document
from armybuilder.api.site import API

MAX_CHARACTERS = 6000
"""The longest schema of a body that the page shows; longer ones are only in the OpenAPI document."""
REFERENCE = "#/components/schemas/"


@dataclass(frozen=True, slots=True)
class ParameterItem:
    """A parameter of an endpoint: its location, whether it is required, and its allowed values."""

    name: str
    place: str
    required: bool
    about: str


@dataclass(frozen=True, slots=True)
class EndpointItem:
    """An endpoint: its summary, parameters and body, and its responses by status with the names of their shapes."""

    id: str
    method: str
    path: str
    summary: str
    token: bool
    parameters: tuple[ParameterItem, ...]
    body: str
    answers: tuple[tuple[str, str], ...]


def _name(schema: dict[str, Any]) -> str:
    return str(schema.get("$ref", "")).removeprefix(REFERENCE).removesuffix("Shape")


def _about(schema: dict[str, Any]) -> str:
    """The allowed values of a parameter in words."""
    if "enum" in schema:
        return "one of " + ", ".join(str(each) for each in schema["enum"])
    bounds = {"minimum": "at least", "maximum": "at most", "maxLength": "characters at most:", "default": "usually"}
    words = [f"{phrase} {schema[name]}" for name, phrase in bounds.items() if schema.get(name) not in (None, "")]
    return ", ".join([str(schema.get("type", "")), *words]).strip(", ")


def _parameters(operation: dict[str, Any]) -> Iterator[ParameterItem]:
    for each in operation.get("parameters", ()):
        about = "; ".join(filter(None, (each.get("description", ""), _about(each["schema"]))))
        yield ParameterItem(each["name"], each["in"], each.get("required", False), about)


def _body(operation: dict[str, Any], schemas: dict[str, Any]) -> str:
    for content in operation.get("requestBody", {}).get("content", {}).values():
        schema = content["schema"]
        text = json.dumps(schemas.get(_name(schema), schema), indent=1, ensure_ascii=False)
        return text if len(text) <= MAX_CHARACTERS else f"{_name(schema)}, in the OpenAPI document"
    return ""


def endpoints_of(openapi: dict[str, Any]) -> list[tuple[str, list[EndpointItem]]]:
    """The endpoints of an OpenAPI document by their tag, in its order."""
    endpoints = [
        (
            operation["tags"][0],
            EndpointItem(
                operation["operationId"],
                method.upper(),
                path,
                operation["summary"],
                "security" in operation,
                tuple(_parameters(operation)),
                _body(operation, openapi["components"]["schemas"]),
                tuple(
                    (status, next((_name(each.get("schema", {})) or kind for kind, each in content.items()), ""))
                    for status, answer in operation["responses"].items()
                    for content in [answer.get("content", {})]
                    if int(status) < 400
                ),
            ),
        )
        for path, operations in openapi["paths"].items()
        for method, operation in operations.items()
    ]
    tags = list(dict.fromkeys(tag for tag, _ in endpoints))
    endpoints.sort(key=lambda each: tags.index(each[0]))
    return [(tag, [item for _, item in items]) for tag, items in groupby(endpoints, key=lambda each: each[0])]


@require_safe
def browse(request: HttpRequest) -> HttpResponse:
    """All endpoints with their parameters, bodies and responses."""
    return render(request, "api/browse.html", {"sections": endpoints_of(document(API))})
