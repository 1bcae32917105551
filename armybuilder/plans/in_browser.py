"""Plans in the browser, for a game at the table without a network.

Each message has the game as its ``match``, in the form that ``read_device_match`` reads.
"""

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from hashlib import sha256
from typing import Any

from django.http import QueryDict
from django.template.loader import render_to_string
from django.urls import ResolverMatch, reverse

from armybuilder.matches.log.device_match import read_device_match
from armybuilder.plans.planning import Found, PlanPanel, plan_context
from rulesets.core.ruleset import AnyRuleset

AT_ONCE, MORE_AT_ONCE, SECONDS = 1.0, 1.5, 4.0
"""How long a phone looks for a plan before it shows one, before it shows a better one each time, and in all."""


@lru_cache(maxsize=50)
def _found_for(question: bytes) -> list[Found]:
    """Where the best plan for a question, by its digest, is kept."""
    return []


@lru_cache(maxsize=1)
def _panel_of(key: str) -> PlanPanel:
    """The plan that was asked for last, by the message as JSON, so that its search goes on where it was."""
    message_match, data = json.loads(key)
    match = read_device_match(message_match)
    acting = int(data.get("side", "0")) if match.both or match.side is None else match.side
    return PlanPanel(match, match.viewer, acting, data)


def reply(message: Mapping[str, Any], route: ResolverMatch, query: QueryDict) -> dict[str, Any]:
    """Answer with the plan for the device's player."""
    data = {name: str(query.get(name, "")) for name in query if name != "more"}
    key = json.dumps([message["match"], data])
    panel, kept = _panel_of(key), _found_for(sha256(key.encode()).digest())
    progress = panel.search(MORE_AT_ONCE if "more" in query else AT_ONCE, SECONDS, *kept)
    kept[:] = [panel.found]
    context = plan_context(panel, message["path"], reverse("matches:engage", args=[route.kwargs["address"]]), progress)
    return {"html": render_to_string("plans/plan.html", context), "address": message["path"]}


def warm_up_messages(ruleset: AnyRuleset) -> Iterator[dict[str, Any]]:
    """Yield nothing: a plan is rarely the first thing that is asked, and takes seconds."""
    yield from ()
