"""Answers in the browser about a game at the table: a calculator, an engagement, and what follows from the states.

Each message has the game as its ``match``, in the form that ``read_device_match`` reads.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from django.http import Http404, QueryDict
from django.template.loader import render_to_string
from django.urls import ResolverMatch, reverse

from armybuilder.matches.asking.sides import armies_of, in_game, sides_of
from armybuilder.matches.asking.targets import panel
from armybuilder.matches.log.device_match import DeviceMatch, read_device_match
from armybuilder.matches.screen.consequences import consequences, values_now
from armybuilder.matches.screen.guide import guide
from armybuilder.offline.browser import calculator_reply
from rulesets.core.force_document import encode_force
from rulesets.core.ruleset import AnyRuleset

NO_UNIT: Final = "This device does not know these two units. Go online to engage hidden units."
"""The refusal of an engagement with a unit that is hidden from the player, or is not in the device's armies."""


def reply(message: Mapping[str, Any], route: ResolverMatch, query: QueryDict) -> dict[str, Any]:
    """Answer a question; the game's own address gets what follows from its events, and the guide."""
    match = read_device_match(message["match"])
    if route.url_name == "match":
        return {
            "consequences": _consequences(match, message["match"]["forces"]),
            "guide": guide(match, match.viewer),
            "values": values_now(match, match.viewer),
            "turn": match.state.turn,
            "segment": match.state.segment,
        }
    address = route.kwargs["address"]
    if "slug" in route.kwargs:
        sides, calculator = sides_of(match, match.viewer, query), match.ruleset.calculator(route.kwargs["slug"])
        game = in_game(match, message["match"]["title"], address)
        choices, base = armies_of(match), game.calculators
        answer = calculator_reply(message, query, calculator, match.ruleset, sides, choices, base, game)
        if message.get("whole", False):
            shown = {"ruleset": match.ruleset, "in_game": game}
            answer["html"] = render_to_string("matches/in_game.html", shown) + answer["html"]
        return answer
    acting = int(query.get("side", "0")) if match.both or match.side is None else match.side
    try:
        template, context = panel(match, match.viewer, acting, query, address, message["path"])
    except Http404:
        return {"refusal": NO_UNIT}
    return {"html": render_to_string(template, context), "address": message["path"]}


def _consequences(match: DeviceMatch, forces: Sequence[Mapping[str, Any]]) -> list[list[Any]]:
    """What follows from the states of a match; of a force known in part, only what follows for its units."""
    found = consequences(match, match.viewer)
    for side, (plain, army) in enumerate(zip(forces, match.armies, strict=True)):
        if army and "standings" in plain:
            units = {unit.id for _, unit in army.force.units()}
            found[side] = [each for each in found[side] if each["holder"] in units]
    return found


def warm_up_messages(ruleset: AnyRuleset) -> Iterator[dict[str, Any]]:
    """Yield engagements of the first unit of the game's example army, of which every template is needed."""
    if ruleset.play is None:
        return
    force = ruleset.demo()
    unit = force.groups[0].units[0].id
    match = {
        "ruleset": ruleset.slug,
        "side": 0,
        "both": True,
        "at_once": False,
        "forces": [{"force": encode_force(force)}] * 2,
        "ticks": [{}, {}, {}],
        "turn": 1,
        "segment": 0,
        "ended": False,
        "events": [],
    }
    path = reverse("matches:engage", args=["a"])
    for query in (f"side=0&own={unit}", f"side=0&own={unit}&opposing={unit}"):
        yield {"path": path, "query": query, "match": match}
