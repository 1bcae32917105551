"""The pages about games."""

from typing import Any
from urllib.parse import parse_qsl

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from armybuilder.armies.examples import example_address
from armybuilder.drawing.picture_files import svg_file_of
from armybuilder.games.emblems import emblems
from armybuilder.games.pictures import picture_of_example, pictures
from armybuilder.games.table_drawing import draw_table
from armybuilder.site.limits import limit
from armybuilder.site.played_readings import readings_in, readings_query
from armybuilder.site.rule_groups import (
    played_at,
    rules_of_armies,
    rules_of_play,
    ruling_text,
    rulings_by_place,
    with_words,
)
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import all_rulesets

MAX_WORDS_LENGTH = 80
"""Characters of a search within a page; more are ignored."""
FIRST_CALCULATORS = 6
"""How many calculators a game's page names; another page has all of them."""
MAX_AGE = 300
"""Seconds for which browsers may keep a picture."""


def _example(ruleset: AnyRuleset) -> str:
    """The address of a game's example army."""
    return reverse("armies:builder", args=[example_address(ruleset.slug)])


@never_cache
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The front page: every game with what it offers."""
    offered = [(ruleset, emblems(ruleset), _example(ruleset)) for ruleset in all_rulesets()]
    return render(request, "games/home.html", {"offered": offered})


@never_cache
@require_safe
def game(request: HttpRequest, ruleset: AnyRuleset) -> HttpResponse:
    """A game: its calculators, catalogue, reference, rules and rulings."""
    kinds = [(kind, len(ruleset.catalogue.of_kind(kind.slug))) for kind in ruleset.kinds]
    calculators = [each for _, group in ruleset.grouped_calculators for each in group]
    context = {
        "ruleset": ruleset,
        "kinds": kinds,
        "example": _example(ruleset),
        "pictures": pictures(ruleset),
        "drawing": draw_table(ruleset),
        "shown_calculators": calculators[:FIRST_CALCULATORS],
    }
    return render(request, "games/game.html", context)


@require_safe
@limit("unit-cards")
def card(request: HttpRequest, ruleset: AnyRuleset) -> HttpResponse:
    """A card of the game's example army as a picture."""
    svg = svg_file_of(picture_of_example(ruleset))
    return HttpResponse(svg, content_type="image/svg+xml", headers={"Cache-Control": f"public, max-age={MAX_AGE}"})


@require_safe
def reference(request: HttpRequest, ruleset: AnyRuleset) -> HttpResponse:
    """The quick reference on screen, complete, under the readings in the address."""
    house = readings_in(request.GET, ruleset)
    context = {"ruleset": ruleset, "sections": ruleset.sections(house, ()), **_played(house)}
    return render(request, "games/reference.html", context)


@require_safe
def rules(request: HttpRequest, ruleset: AnyRuleset) -> HttpResponse:
    """Every rule that an army is checked by, and those of play with the readings in the address; ``q`` searches."""
    house, words = readings_in(request.GET, ruleset), _words(request)
    of_armies = with_words(
        rules_of_armies(ruleset), words, lambda rule: f"{rule.id} {rule.cite} {rule.sentence} {rule.severity}"
    )
    of_play = with_words(
        rules_of_play(ruleset), words, lambda rule: f"{rule.id} {rule.cite} {rule.sentence_under(house)}"
    )
    context = {
        "ruleset": ruleset,
        "words": words,
        "of_armies": of_armies,
        "of_play": [
            (place.title, played_at(place, house), [(rule, rule.sentence_under(house)) for rule in place.items])
            for place in of_play
        ],
        **_played(house),
    }
    return render(request, "games/rules.html", context)


def _words(request: HttpRequest) -> str:
    """The words searched for on a long page."""
    return request.GET.get("q", "")[:MAX_WORDS_LENGTH].strip()


def _played(house: HouseRules) -> dict[str, Any]:
    """The readings other than the defaults, and the query of addresses that follow them."""
    query = readings_query(house)
    return {"played": house.changed(), "readings": query, "kept": parse_qsl(query.removeprefix("?"))}


@require_safe
def rulings(request: HttpRequest, ruleset: AnyRuleset) -> HttpResponse:
    """Every open question of the rulebook with its readings, our default and the reason; ``q`` searches."""
    words = _words(request)
    places = with_words(rulings_by_place(ruleset), words, ruling_text)
    return render(request, "games/rulings.html", {"ruleset": ruleset, "words": words, "places": places})
