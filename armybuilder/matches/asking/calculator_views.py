"""The calculators filled in with the two armies of a game at the table, in their current state."""

from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from armybuilder.calculators.sides import Sides
from armybuilder.calculators.views import calculator_of, calculator_page, list_page
from armybuilder.matches.asking.sides import armies_of, in_game, sides_of
from armybuilder.matches.log.seats import seat_of
from armybuilder.matches.log.store import LoadedMatch, load_match, readable
from armybuilder.site.limits import limit


@never_cache
@require_safe
@readable
def calculators(request: HttpRequest, address: str) -> HttpResponse:
    """All calculators of the game, filled in from its armies."""
    loaded, sides, context = _load(request, address)
    return list_page(request, loaded.ruleset, sides, context["in_game"].calculators, context)


@never_cache
@require_safe
@limit("engage")
@readable
def calculator(request: HttpRequest, address: str, slug: str) -> HttpResponse:
    """One calculator, filled in from the armies of the game."""
    loaded, sides, context = _load(request, address)
    selected = calculator_of(loaded.ruleset, slug)
    armies = partial(armies_of, loaded)
    base = context["in_game"].calculators
    return calculator_page(request, loaded.ruleset, selected, sides, armies, base, context)


def _load(request: HttpRequest, address: str) -> tuple[LoadedMatch, Sides, dict[str, Any]]:
    """The game, the sides of the question, and what the page says of the game and asks to follow it."""
    seat = seat_of(request, address)
    loaded = load_match(seat.match)
    context = {
        "in_game": in_game(loaded, str(seat.match), address),
        "happened": reverse("matches:events", args=[address]),
        "head": seat.match.head - 1,
    }
    return loaded, sides_of(loaded, loaded.viewer(seat.side), request.GET), context
