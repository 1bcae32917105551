"""The OpenAPI document: valid, made of the games' declarations, and true of what is answered."""

from typing import Any

import jsonschema
import pytest
from openapi_spec_validator import validate

import rulesets
from armybuilder.api.site import API
from rulesets.core.json_schema import json_schema

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
            question = schemas[f"Question-{game.slug}-{calculator.slug}"]["properties"]["question"]
            assert question == json_schema(calculator.question)
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
