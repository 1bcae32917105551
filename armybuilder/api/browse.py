"""The page to browse the API: the OpenAPI document for people."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from armybuilder.api.openapi import document
from armybuilder.api.site import API
from rulesets.game import Game
from rulesets.registry import all_rulesets

MAX_CHARACTERS = 6000
"""The longest schema of a body that the page shows; longer ones are only in the OpenAPI document."""
BEGINNING = 12
"""The number of lines of the first example's answer that the page shows."""
REFERENCE = "#/components/schemas/"


@dataclass(frozen=True, slots=True)
class ParameterItem:
    """A parameter of an endpoint: its location, whether it is required, and its allowed values.

    ``id`` is that of its row among the parameters that several endpoints take; empty for others.
    """

    name: str
    place: str
    required: bool
    about: str
    id: str = ""


@dataclass(frozen=True, slots=True)
class EndpointItem:
    """An endpoint: its summary, parameters and body, and its responses by status with the names of their shapes.

    ``example`` is a request as a shell command, without what is optional.
    """

    id: str
    method: str
    path: str
    summary: str
    token: bool
    example: str
    parameters: tuple[ParameterItem, ...]
    body: str
    answers: tuple[tuple[str, str], ...]

    @property
    def parts(self) -> list[str]:
        """The path between its slashes, after which a line may break."""
        return self.path.split("/")

    @property
    def example_parts(self) -> list[str]:
        """The example between its slashes, after which a line may break."""
        return self.example.split("/")


@dataclass(frozen=True, slots=True)
class Section:
    """The endpoints of a tag."""

    title: str
    endpoints: tuple[EndpointItem, ...]

    @property
    def rows(self) -> list[list[EndpointItem]]:
        """The endpoints of one summary in a row, such as one question and many to a calculator."""
        rows: dict[str, list[EndpointItem]] = {}
        for each in self.endpoints:
            rows.setdefault(each.summary, []).append(each)
        return list(rows.values())


def _name(schema: dict[str, Any]) -> str:
    return str(schema.get("$ref", "")).removeprefix(REFERENCE).removesuffix("Shape")


def _about(schema: dict[str, Any]) -> str:
    """The allowed values of a parameter in words."""
    if "enum" in schema:
        return "one of " + ", ".join(str(each) for each in schema["enum"])
    bounds = {"minimum": "at least", "maximum": "at most", "maxLength": "characters at most:", "default": "usually"}
    words = [f"{phrase} {schema[name]}" for name, phrase in bounds.items() if schema.get(name) not in (None, "")]
    return ", ".join([str(schema.get("type", "")), *words]).strip(", ")


def _parameters(operation: dict[str, Any]) -> tuple[ParameterItem, ...]:
    return tuple(
        ParameterItem(
            each["name"],
            each["in"],
            each.get("required", False),
            "; ".join(filter(None, (each.get("description", ""), _about(each["schema"])))),
        )
        for each in operation.get("parameters", ())
    )


def _body(operation: dict[str, Any], schemas: dict[str, Any]) -> str:
    for content in operation.get("requestBody", {}).get("content", {}).values():
        schema = content["schema"]
        text = json.dumps(schemas.get(_name(schema), schema), indent=1, ensure_ascii=False)
        return text if len(text) <= MAX_CHARACTERS else f"{_name(schema)}, in the OpenAPI document"
    return ""


def _needs_token(operation: dict[str, Any]) -> bool:
    return {} not in operation["security"]


def _example(site: str, method: str, path: str, operation: dict[str, Any]) -> str:
    """A request by curl: the first game, ``$NAME`` for other parts of the address, and an empty body."""
    command = ["curl", "-s"]
    url = site + path
    for each in operation.get("parameters", ()):
        if each["in"] == "path":
            values = each["schema"].get("enum", [f"${each['name'].upper()}"])
            url = url.replace(f"{{{each['name']}}}", values[0])
        elif each["in"] == "header" and each.get("required"):
            command += ["-H", f"'{each['name']}: …'"]
    if _needs_token(operation):
        command += ["-H", '"Authorization: Bearer $TOKEN"']
    if "requestBody" in operation:
        command += ["--json", "'{}'"]
    if method != ("post" if "requestBody" in operation else "get"):
        command += ["-X", method.upper()]
    return " ".join([*command, url])


def _endpoints(openapi: dict[str, Any], site: str) -> Iterator[tuple[str, EndpointItem]]:
    """The endpoints of an OpenAPI document, each with its tag."""
    for path, operations in openapi["paths"].items():
        for method, operation in operations.items():
            answers = {
                status: next((_name(each.get("schema", {})) or kind for kind, each in content.items()), "")
                for status, response in operation["responses"].items()
                for content in [response.get("content", {})]
                if int(status) < 400
            }
            yield (
                operation["tags"][0],
                EndpointItem(
                    operation["operationId"],
                    method.upper(),
                    path,
                    operation["summary"],
                    _needs_token(operation),
                    _example(site, method, path, operation),
                    _parameters(operation),
                    _body(operation, openapi["components"]["schemas"]),
                    tuple(answers.items()),
                ),
            )


def _noted(endpoints: Sequence[EndpointItem]) -> tuple[dict[str, str], list[EndpointItem]]:
    """What several summaries say after a colon, each with the end of their paths, and the endpoints without it."""
    parts = [each.summary.partition(": ") for each in endpoints]
    counts = Counter(sentence for _, _, sentence in parts if sentence)
    said = zip(endpoints, parts, strict=True)
    ends = {sentence: each.path.rpartition("/")[2] for each, (*_, sentence) in said if counts[sentence] > 1}
    return ends, [
        replace(each, summary=name) if sentence in ends else each
        for each, (name, _, sentence) in zip(endpoints, parts, strict=True)
    ]


def sections_of(openapi: dict[str, Any], site: str) -> tuple[list[ParameterItem], dict[str, str], list[Section]]:
    """The parameters that several endpoints take, and the endpoints of an OpenAPI document by tag, in its order.

    Between them stand sentences about several endpoints, each with the end of their paths. ``site`` is the site's
    address, for examples.
    """
    tags, listed = zip(*_endpoints(openapi, site), strict=True)
    notes, endpoints = _noted(listed)
    counts = Counter(each for item in endpoints for each in item.parameters)
    shared = {
        each: replace(each, id=f"parameter-{number}")
        for number, each in enumerate((each for each, count in counts.items() if count > 1), 1)
    }
    by_tag: dict[str, list[EndpointItem]] = {}
    for tag, item in zip(tags, endpoints, strict=True):
        parameters = tuple(shared.get(each, each) for each in item.parameters)
        by_tag.setdefault(tag, []).append(replace(item, parameters=parameters))
    return list(shared.values()), notes, [Section(tag, tuple(items)) for tag, items in by_tag.items()]


def _first_example(site: str) -> tuple[str, str]:
    """A question to the first calculator of the first game by curl, and the beginning of its answer."""
    ruleset = all_rulesets()[0]
    calculator = ruleset.calculators[0].slug
    answer = json.dumps(Game(ruleset).ask(calculator, {}, {}), ensure_ascii=False, indent=2).splitlines()
    url = f"{site}/api/v1/games/{ruleset.slug}/calculators/{calculator}/answer"
    return f"curl -s --json '{{}}' {url}", "\n".join(answer[:BEGINNING])


@require_safe
def browse(request: HttpRequest) -> HttpResponse:
    """All endpoints with an example, their parameters, bodies and responses."""
    site = request.build_absolute_uri("/").rstrip("/")
    shared, notes, sections = sections_of(document(API), site)
    example, answer = _first_example(site)
    context = {
        "shared": shared,
        "notes": notes,
        "sections": sections,
        "example_parts": example.split("/"),
        "answer": answer,
    }
    return render(request, "api/browse.html", context)
