"""The OpenAPI document: django-ninja's description of the endpoints, with the bodies that the games declare."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import lru_cache
from typing import Any, Final

from django.urls import reverse
from ninja import NinjaAPI

from armybuilder.api.games import (
    ARMY,
    FIELDS,
    HOUSE_RULES,
    QUESTION,
    QUESTIONS,
    house_value,
    question_body,
    questions_body,
)
from armybuilder.api.shapes import ANY_ARMY, ANY_SPEC, FROM_DECLARATIONS
from armybuilder.site.errors import PROBLEM_TYPE
from rulesets.core.declarations.json_schema import json_schema
from rulesets.core.force_document import force_schema
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import all_rulesets

Plain = dict[str, Any]

LICENCE: Final[Plain] = {"name": "MIT", "identifier": "MIT"}

LIMIT_HEADERS: Final[Plain] = {
    "RateLimit-Limit": {"description": "Requests allowed per minute", "schema": {"type": "integer"}},
    "RateLimit-Remaining": {"description": "Requests left in this minute", "schema": {"type": "integer"}},
    "RateLimit-Reset": {"description": "Seconds until the limit is reset", "schema": {"type": "integer"}},
}
RETRY_AFTER: Final[Plain] = {
    "Retry-After": {"description": "Seconds until you can try again", "schema": {"type": "integer"}}
}
TOKEN_SCHEME: Final[Plain] = {
    "type": "http",
    "scheme": "bearer",
    "description": "A personal token. Create one on your account page.",
}


def document(api: NinjaAPI) -> Plain:
    """The document for the games that are installed now."""
    return _document(api, all_rulesets())


@lru_cache(2)
def _document(api: NinjaAPI, rulesets: tuple[AnyRuleset, ...]) -> Plain:
    prefix = reverse("api:openapi").removesuffix("openapi.json")
    spec: Plain = deepcopy(dict(api.get_openapi_schema(path_prefix=prefix)))
    spec["info"]["license"] = LICENCE
    spec["paths"] = dict(_paths(spec["paths"], rulesets))
    used = {tag: None for operations in spec["paths"].values() for each in operations.values() for tag in each["tags"]}
    spec["tags"] = [{"name": tag} for tag in used]
    components = spec["components"]
    components["securitySchemes"] = {"PersonalToken": TOKEN_SCHEME}
    components["headers"] = LIMIT_HEADERS | RETRY_AFTER
    for shape in components["schemas"].values():
        # Clients learn of every key.
        shape.setdefault("additionalProperties", False)
    components["schemas"] |= dict(_declared(rulesets))
    linked: Plain = _with_links(spec)
    return linked


def _paths(paths: Plain, rulesets: tuple[AnyRuleset, ...]) -> Iterator[tuple[str, Plain]]:
    for path, operations in paths.items():
        operations.pop("head", None)  # which answers as GET does, without a body
        for operation in operations.values():
            _describe_answers(operation)
        of = next((_mark_of(each) for each in operations.values() if _mark_of(each)), "")
        if "{game}" in path and of in _PER_GAME:
            for ruleset in rulesets:
                yield from _PER_GAME[of](path, operations, ruleset)
        else:
            for operation in operations.values():
                for parameter in operation.get("parameters", ()):
                    if parameter["name"] == "game":
                        parameter["schema"] = {"enum": [ruleset.slug for ruleset in rulesets]}
            yield path, operations


def _mark_of(operation: Plain) -> str:
    """The kind of an operation's body that games declare; empty for other bodies."""
    for content in operation.get("requestBody", {}).get("content", {}).values():
        return str(content["schema"].get(FROM_DECLARATIONS, ""))
    return ""


def _describe_answers(operation: Plain) -> None:
    """Describe errors as problems, and add the rate limit headers to every response."""
    operation["responses"] = {str(status): response for status, response in operation["responses"].items()}
    for status, response in operation["responses"].items():
        headers = list(LIMIT_HEADERS)
        if int(status) >= 400 and "content" in response:
            response["content"] = {PROBLEM_TYPE: next(iter(response["content"].values()))}
        if int(status) == 429:
            headers += RETRY_AFTER
        if int(status) not in (400, 401, 404, 405):  # which may be answered before anything is counted
            response["headers"] = {
                **{name: {"$ref": f"#/components/headers/{name}"} for name in headers},
                **response.get("headers", {}),
            }


def _of_game(path: str, operations: Plain, ruleset: AnyRuleset, *more: str) -> Plain:
    """The operations of one game; ``more`` are further slugs in the address."""
    result: Plain = deepcopy(operations)
    for operation in result.values():
        operation["operationId"] = "-".join((operation["operationId"], ruleset.slug, *more))
        operation["tags"] = [ruleset.title]
        parameters = [each for each in operation["parameters"] if each["in"] != "path"]
        operation["parameters"] = parameters
        for content in operation["requestBody"]["content"].values():
            mark = content["schema"][FROM_DECLARATIONS]
            content["schema"] = {"$ref": f"#/components/schemas/{'-'.join((mark, ruleset.slug, *more))}"}
    return result


def _army_path(path: str, operations: Plain, ruleset: AnyRuleset) -> Iterator[tuple[str, Plain]]:
    yield path.replace("{game}", ruleset.slug), _of_game(path, operations, ruleset)


def _calculator_paths(path: str, operations: Plain, ruleset: AnyRuleset) -> Iterator[tuple[str, Plain]]:
    for calculator in ruleset.calculators:
        result = _of_game(path, operations, ruleset, calculator.slug)
        for operation in result.values():
            operation["summary"] = f"{calculator.title}: {operation['summary'][0].lower()}{operation['summary'][1:]}"
        yield path.replace("{game}", ruleset.slug).replace("{calculator}", calculator.slug), result


_PER_GAME: dict[str, Callable[[str, Plain, AnyRuleset], Iterator[tuple[str, Plain]]]] = {
    QUESTION: _calculator_paths,
    QUESTIONS: _calculator_paths,
    ARMY: _army_path,
}


def _declared(rulesets: tuple[AnyRuleset, ...]) -> Iterator[tuple[str, Plain]]:
    """The schemas that come from declarations, by the names of their components."""
    for ruleset in rulesets:
        yield f"{HOUSE_RULES}-{ruleset.slug}", house_value(ruleset).schema()
        yield f"{ARMY}-{ruleset.slug}", {"title": f"{ruleset.title}: {ruleset.words.force}", **force_schema(ruleset)}
        for calculator in ruleset.calculators:
            slugs = f"{ruleset.slug}-{calculator.slug}"
            yield f"{FIELDS}-{slugs}", json_schema(calculator.question)
            yield f"{QUESTION}-{slugs}", question_body(ruleset, calculator).schema()
            yield f"{QUESTIONS}-{slugs}", questions_body(ruleset, calculator).schema()
    yield ANY_ARMY, {"anyOf": [{"$ref": f"#/components/schemas/{ARMY}-{ruleset.slug}"} for ruleset in rulesets]}
    yield ANY_SPEC, {"anyOf": [json_schema(kind.spec) for ruleset in rulesets for kind in ruleset.kinds]}


def _with_links(plain: Any) -> Any:
    """The same with every mark of a schema that is declared replaced by the way to its component."""
    if isinstance(plain, dict):
        if FROM_DECLARATIONS in plain:
            return {"$ref": f"#/components/schemas/{plain[FROM_DECLARATIONS]}"}
        return {name: _with_links(value) for name, value in plain.items()}
    return [_with_links(each) for each in plain] if isinstance(plain, list) else plain
