"""The calculators with the two armies of a game at the table, as they stand."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from armybuilder.calculators.sides import Sides
from armybuilder.calculators.views import calculator_of, calculator_page, list_page
from armybuilder.limits import limit
from armybuilder.matches.log import LoadedMatch, load_match, readable
from armybuilder.matches.match_sides import armies_of, sides_of
from armybuilder.matches.models import Match
from armybuilder.matches.seats import seat_of
from rulesets.core.matches import FIRST


@dataclass(frozen=True, slots=True)
class InGame:
    """What a page says of the game that its armies are in: where it stands, and what holds for both sides."""

    match: Match
    turn: int
    segment: str
    conditions: tuple[str, ...]

    @property
    def calculators(self) -> str:
        """The address of the list of its calculators."""
        return reverse("matches:calculators", args=[self.match.pk])


def in_game(loaded: LoadedMatch) -> InGame:
    """Where a game stands now."""
    state, played = loaded.state, loaded.played
    tracks = (track for track in played.conditions_now(state).tracks if track.slug != FIRST.slug)
    conditions = tuple(f"{track.title} {track.title_of(box)}" for track in tracks for box in track.ticks)
    return InGame(loaded.stored, state.turn, played.segments[state.segment].title, conditions)


@never_cache
@require_safe
@readable
def calculators(request: HttpRequest, address: str) -> HttpResponse:
    """All calculators of the game, filled in from its armies."""
    loaded, sides, game = _loaded(request, address)
    return list_page(request, loaded.ruleset, sides, game.calculators, {"in_game": game})


@never_cache
@require_safe
@limit("engage")
@readable
def calculator(request: HttpRequest, address: str, slug: str) -> HttpResponse:
    """One calculator, filled in from the armies of the game."""
    loaded, sides, game = _loaded(request, address)
    found = calculator_of(loaded.ruleset, slug)
    armies = partial(armies_of, loaded)
    return calculator_page(request, loaded.ruleset, found, sides, armies, game.calculators, {"in_game": game})


def _loaded(request: HttpRequest, address: str) -> tuple[LoadedMatch, Sides, InGame]:
    seat = seat_of(request, address)
    loaded = load_match(seat.match)
    return loaded, sides_of(loaded, loaded.viewer(seat.side), request.GET), in_game(loaded)
