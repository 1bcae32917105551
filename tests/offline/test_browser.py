"""What runs in the browser, run here; ``test_engine`` compares it with the server in a browser."""

import json

import pytest
from django.test import Client
from django.urls import Resolver404

from armybuilder.offline.browser import reply


@pytest.mark.django_db
def test_a_reply_is_what_the_server_sends_for_the_same_question(client: Client) -> None:
    path = "/mbt2020/calculators/engagement/"
    for query in ("", "house.side_arc_r=nonsense", "offered=nonsense", "q-nonsense=1", "nonsense"):
        answer = client.get(f"{path}?{query}", headers={"HX-Request-Type": "partial"})
        expected = {"html": answer.text, "address": answer.headers["HX-Replace-Url"]}
        assert json.loads(reply(json.dumps({"path": path, "query": query}))) == expected


def test_questions_about_armies_are_refused_in_a_sentence() -> None:
    asked = {"path": "/mbt2020/calculators/engagement/", "query": "army.own=abc"}
    (refusal,) = json.loads(reply(json.dumps(asked))).items()
    assert refusal == (
        "refusal",
        "Questions about armies need a network; without armies this calculator answers here too.",
    )
    asked["query"] = "army.own="
    assert "html" in json.loads(reply(json.dumps(asked)))


def test_other_addresses_have_no_reply() -> None:
    with pytest.raises(Resolver404):
        reply(json.dumps({"path": "/none/calculators/engagement/", "query": ""}))
    with pytest.raises(KeyError):
        reply(json.dumps({"path": "/mbt2020/calculators/none/", "query": ""}))
