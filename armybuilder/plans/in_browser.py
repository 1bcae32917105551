"""Plans in the browser, for a game at the table without a network.

Each message has the game as its ``match``, in the form that ``read_device_match`` reads.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from django.http import QueryDict
from django.template.loader import render_to_string
from django.urls import ResolverMatch, reverse

from armybuilder.matches.log.device_match import read_device_match
from armybuilder.plans.planning import plan_context
from rulesets.core.ruleset import AnyRuleset

SECONDS: Final = 6.0
"""How long a phone looks for a plan."""


def reply(message: Mapping[str, Any], route: ResolverMatch, query: QueryDict) -> dict[str, Any]:
    """Answer with the plan for the device's player."""
    match = read_device_match(message["match"])
    acting = int(query.get("side", "0")) if match.both or match.side is None else match.side
    engage = reverse("matches:engage", args=[route.kwargs["address"]])
    context = plan_context(match, match.viewer, acting, query, message["path"], engage, SECONDS)
    return {"html": render_to_string("plans/plan.html", context), "address": message["path"]}


def warm_up_messages(ruleset: AnyRuleset) -> Iterator[dict[str, Any]]:
    """Yield nothing: a plan is rarely the first thing that is asked, and takes seconds."""
    yield from ()
