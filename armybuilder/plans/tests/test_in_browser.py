"""Plans in the browser are those of the server."""

from typing import Any

import pytest
from django.http import QueryDict
from django.urls import resolve

from armybuilder.plans import in_browser
from rulesets.core.force_document import encode_force
from rulesets.registry import get_ruleset


@pytest.mark.parametrize("slug", ["warstrike", "forum-combat"])
def test_a_device_plans_without_a_network(slug: str) -> None:
    force = encode_force(get_ruleset(slug).demo())
    match: dict[str, Any] = {
        "ruleset": slug,
        "side": 0,
        "both": True,
        "at_once": False,
        "forces": [{"force": force}] * 2,
        "ticks": [{}, {}, {}],
        "turn": 1,
        "segment": 0,
        "ended": False,
        "events": [],
    }
    path = "/matches/a/plan"
    query = QueryDict("side=0&distance=6")
    answer = in_browser.reply({"path": path, "match": match}, resolve(path), query)
    assert "Expected: " in answer["html"]
    assert "/matches/a/engage?own=" in answer["html"]
    assert list(in_browser.warm_up_messages(get_ruleset(slug))) == []
