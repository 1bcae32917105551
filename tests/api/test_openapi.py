"""The OpenAPI document: valid, made of the games' declarations, and true of what is answered."""

from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest
from openapi_spec_validator import validate

import rulesets
from armybuilder.api.site import API
from rulesets.core.declarations.json_schema import json_schema

pytestmark = pytest.mark.django_db


@pytest.fixture
def described(anybody) -> dict[str, Any]:
    """The document."""
    found: dict[str, Any] = anybody("GET", "/openapi.json").json()
    return found


def schema_of(described: dict[str, Any], path: str, method: str, status: str) -> dict[str, Any]:
    """The schema of an answer, with what it refers to."""
    content = described["paths"][path][method]["responses"][status]["content"]
    return {**next(iter(content.values()))["schema"], "components": described["components"]}


def test_the_document_is_valid(described):
    validate(described)
    assert described["openapi"].startswith("3.1")


def test_questions_and_armies_are_those_of_the_declarations(described):
    schemas = described["components"]["schemas"]
    for game in rulesets.games():
        for calculator in game.ruleset.calculators:
            fields = f"Fields-{game.slug}-{calculator.slug}"
            assert schemas[fields] == json_schema(calculator.question)
            question = schemas[f"Question-{game.slug}-{calculator.slug}"]["properties"]["question"]
            assert question == {"$ref": f"#/components/schemas/{fields}"}
            assert f"/api/v1/games/{game.slug}/calculators/{calculator.slug}/answer" in described["paths"]
        army = schemas[f"Army-{game.slug}"]
        jsonschema.validate(game.example(), army)
        assert schemas["Army"]["anyOf"].count({"$ref": f"#/components/schemas/Army-{game.slug}"}) == 1


def test_every_endpoint_declares_its_errors_and_limits(described):
    for path, operations in described["paths"].items():
        assert "head" not in operations
        for method, operation in operations.items():
            answers = operation["responses"]
            needed = {"400", "404", "405", "429"} | ({"413", "415", "422"} if "requestBody" in operation else set())
            assert needed <= set(answers), (path, method)
            assert [set(answers[each]["content"]) for each in needed] == [{"application/problem+json"}] * len(needed)
            assert {"RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset", "Retry-After"} <= set(
                answers["429"]["headers"]
            )


def test_answers_are_as_the_document_says(described, anybody):
    errors = {"422": {"question": {"nonsense": 1}}, "200": {}}
    for game in rulesets.games():
        for each in game.calculators():
            path = f"/games/{game.slug}/calculators/{each['calculator']}/answer"
            for status, body in errors.items():
                answer = anybody("POST", path, body)
                assert str(answer.status_code) == status
                jsonschema.validate(answer.json(), schema_of(described, f"/api/v1{path}", "post", status))


def test_the_document_is_of_the_games_that_are_there(pebbles, described):
    assert API.title == described["info"]["title"]
    assert "/api/v1/games/pebbles/check" in described["paths"]


def references(plain: Any) -> Iterator[str]:
    """Everything that the document refers to."""
    for name, value in plain.items() if isinstance(plain, dict) else enumerate(plain):
        if name == "$ref":
            yield value
        elif isinstance(value, dict | list):
            yield from references(value)


def test_only_components_are_referred_to(described):
    assert {reference.count("/") for reference in references(described)} == {3}


def test_every_endpoint_says_whether_it_takes_a_token(described, anybody):
    token: dict[str, list[str]] = {"PersonalToken": []}
    found = {each["operationId"]: each["security"] for each in operations(described)}
    assert found["armies-get"] == found["army-put"] == [token]
    assert found["army-get"] == found["entries-get"] == [{}, token]
    assert {str(security) for security in found.values()} == {str([token]), str([{}, token])}
    assert anybody("GET", "/games", Authorization="Bearer nonsense").status_code == 401


def operations(described: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """All operations of the document."""
    return (each for path in described["paths"].values() for each in path.values())


def test_licence_and_tags_are_named(described):
    assert described["info"]["license"] == {"name": "MIT", "identifier": "MIT"}
    used = {tag for each in operations(described) for tag in each["tags"]}
    assert {tag["name"] for tag in described["tags"]} == used


def test_deletions_name_the_revision_if_they_care(described):
    (header,) = [
        each
        for each in described["paths"]["/api/v1/armies/{address}"]["delete"]["parameters"]
        if each["name"] == "If-Match"
    ]
    assert header["required"] is False
