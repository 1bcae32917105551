"""Every endpoint with whatever its schema allows, and what it does not: no error of the server's, no undeclared answer.

The longer run is ``pytest -m long tests/api/test_fuzz.py``; with ``DATABASE_URL`` it is PostgreSQL's.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import Mock

import pytest
import schemathesis
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

import rulesets
from armybuilder.armies.models import Army
from armybuilder.jobs import running
from armybuilder.site import limits

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
pytestmark = pytest.mark.django_db


@contextmanager
def one_connection() -> Iterator[None]:
    """Requests leave the test's connection to the database open, as those of Django's own test client do."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    try:
        yield
    finally:
        for signal in signals:
            signal.connect(close_old_connections)


@pytest.fixture
def known(writer, monkeypatch) -> dict[str, Any]:
    """Words of addresses that are there; nothing is limited, and nothing is printed."""
    monkeypatch.setattr(limits, "add_to_count", lambda key: 1)
    for name in ("begin", "wait"):
        monkeypatch.setattr(running, name, Mock())
    army = writer("POST", "/armies", rulesets.get("warstrike").example()).json()
    link = writer("POST", f"/armies/{army['id']}/links", {}).json()["link"]
    return {
        "address": army["id"],
        "key": army["id"],
        "unit": army["army"]["groups"][0]["units"][0]["id"],
        "token": link,
        "kind": "weapon",
        "number": 1,
        "headers": {"Authorization": f"Bearer {writer.token}", "Accept-Encoding": "identity"},
    }


@one_connection()
def fuzz(known: dict[str, Any], examples: int, calculators: int) -> dict[str, int]:
    """Ask each endpoint so often, and of each game so many calculators; how often each status was answered."""
    schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", WSGIHandler())
    statuses: dict[str, int] = {}
    asked: dict[str, int] = {}
    operations: list[Any] = [found.ok() for found in schema.get_all_operations()]  # type: ignore[union-attr]
    # What is deleted is not there for those that are asked later; a part goes before the whole.
    operations.sort(key=lambda each: (each.method.upper() == "DELETE", -len(each.path)))
    for operation in operations:
        calculator = "/calculators/" in operation.path and "{" not in operation.path
        if calculator:
            game = operation.path.split("/")[4] + operation.path.rpartition("/")[2]
            asked[game] = asked.get(game, 0) + 1
            if asked[game] > calculators:
                continue

        @seed(20)
        @settings(
            max_examples=examples,
            deadline=None,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy())
        def ask(case: Any) -> None:
            for name in case.path_parameters or {}:
                case.path_parameters[name] = known.get(name, case.path_parameters[name])
            headers = dict(known["headers"])
            if "If-Match" in (case.headers or {}) and len(statuses) % 2:
                headers["If-Match"] = "*"
            response = case.call(headers=headers)
            case.validate_response(response, checks=CHECKS)
            key = f"{case.method} {response.status_code}"
            statuses[key] = statuses.get(key, 0) + 1

        ask()
    return statuses


def test_no_endpoint_fails_or_answers_what_it_does_not_declare(known):
    statuses = fuzz(known, 4, 2)
    assert {"GET 200", "POST 200", "POST 422", "GET 404"} <= set(statuses)
    assert Army.objects.filter(pk=known["address"]).exists()


@pytest.mark.long
def test_no_endpoint_fails_however_often_it_is_asked(known):
    print(fuzz(known, 200, 100))
