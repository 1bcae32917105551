"""A program that asks the API."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

import rulesets
from armybuilder.api.models import Token, create_token

Ask = Callable[..., Any]
JSON = "application/json"


class Program:
    """Asks with a token, or without one; what it sends is JSON."""

    def __init__(self, token: str = "") -> None:
        self.client, self.token = Client(), token

    def __call__(
        self, method: str, path: str, body: Any = None, content_type: str = "application/json", **headers: str
    ) -> Any:
        """The answer to a request below ``/api/v1``; of the headers' names underscores become hyphens."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.token:
            named["Authorization"] = f"Bearer {self.token}"
        data = body if isinstance(body, bytes | str) else b"" if body is None else json.dumps(body)
        return self.client.generic(method, f"/api/v1{path}", data, content_type=content_type, headers=named)


@pytest.fixture
def anybody() -> Program:
    """A program without a token."""
    return Program()


@pytest.fixture
def person(db) -> User:
    """Somebody with an account."""
    return User.objects.create_user("alice", "alice@example.org", "word")


@pytest.fixture
def writer(person) -> Program:
    """Their program, which may change things."""
    return Program(create_token(person, "Writer", Token.Scope.WRITE)[1])


@pytest.fixture
def reader(person) -> Program:
    """Their program, which may only read."""
    return Program(create_token(person, "Reader", Token.Scope.READ)[1])


@pytest.fixture
def stranger(db) -> Program:
    """Somebody else's program."""
    return Program(create_token(User.objects.create_user("bob"), "Writer", Token.Scope.WRITE)[1])


@pytest.fixture
def army(writer) -> dict[str, Any]:
    """The example army of a game, stored by a program."""
    answer = writer("POST", "/armies", rulesets.get("mbt2020").example())
    assert answer.status_code == 201
    assert (answer.headers["Location"], answer.headers["ETag"]) == (f"/api/v1/armies/{answer.json()['id']}", '"1"')
    made: dict[str, Any] = answer.json()
    return made
