"""The examples of docs/api.md: each line is asked of the real addresses, and answers at least what stands below it."""

import json
import os
import re
import subprocess
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User

from armybuilder.api.models import Token, create_token
from armybuilder.armies.examples import store_example
from armybuilder.catalogue.loading import load_catalogue
from rulesets.registry import get_ruleset
from tests.api.conftest import Program

EXAMPLES = re.findall(
    r"```sh\n(.*?)\n```.*?```json\n(.*?)\n```", (settings.BASE_DIR / "docs" / "api.md").read_text(), re.DOTALL
)


def told_at_least(expected: Any, told: Any, where: str = "") -> None:
    """All that is expected is told; of a list at least as many items, in that order."""
    if isinstance(expected, dict):
        for name, value in expected.items():
            told_at_least(value, told[name], f"{where}.{name}")
    elif isinstance(expected, list):
        assert len(told) >= len(expected), where
        for place, value in enumerate(expected):
            told_at_least(value, told[place], f"{where}[{place}]")
    else:
        assert told == expected, where


@pytest.mark.django_db
def test_each_parameter_of_an_address_is_in_the_docs(anybody):
    text = (settings.BASE_DIR / "docs" / "api.md").read_text()
    operations = [
        operation for path in anybody("GET", "/openapi.json").json()["paths"].values() for operation in path.values()
    ]
    named = {(each["in"], each["name"]) for operation in operations for each in operation.get("parameters", ())}
    assert {("query", "game"), ("header", "If-Match")} <= named
    query = [name for place, name in named if place == "query" and not re.search(rf"[`?&]{re.escape(name)}[`=]", text)]
    headers = [name for place, name in named if place == "header" and not re.search(rf"`{name}[`:]", text)]
    assert (query, headers) == ([], [])


@pytest.mark.django_db(transaction=True)
def test_examples_are_answered_as_they_say(live_server):
    load_catalogue()
    store_example(get_ruleset("mbt2020"))
    _, token = create_token(User.objects.create_user("alice"), "Example", Token.Scope.WRITE)
    army = Program(token)("POST", "/armies", {"ruleset": "mbt2020"}).json()["id"]
    words = {**os.environ, "TOKEN": token, "ARMY": army}
    assert len(EXAMPLES) == 11
    for line, expected in EXAMPLES:
        asked = line.replace("http://localhost:8000", live_server.url)
        told_at_least(json.loads(expected), json.loads(subprocess.check_output(["sh", "-c", asked], env=words)), line)
