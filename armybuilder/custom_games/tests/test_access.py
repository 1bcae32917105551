"""Custom games among the results of the site's search."""

import pytest
from django.urls import reverse

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.revisions import create_army
from rulesets.registry import get_ruleset
from tests.search.test_views import found
from tests.visitors import BOB, browser_of

pytestmark = pytest.mark.django_db


def results(client, query, path="/search"):
    """What a search finds."""
    return found(client.get(path, {"q": query}))


def test_a_custom_game_is_found_by_its_player_alone(alice, custom_game):
    expected = ("Your custom game", "Starter", custom_game.get_absolute_url())
    assert expected in results(alice, "stárter")
    assert expected not in results(browser_of(BOB), "starter")
    alice.post(reverse("custom_games:delete", args=[custom_game.pk]))
    assert expected not in results(alice, "starter")


def test_a_published_one_is_found_in_its_own_search_too(alice, custom_game, version):
    address = custom_game.get_absolute_url()
    assert address in [each[2] for each in results(alice, "starter", f"/{version.slug}/search")]
    assert address not in [each[2] for each in results(alice, "starter", "/warstrike/search")]


def test_an_army_of_a_custom_game_is_found_with_the_game(alice, version, author):
    game = get_ruleset(version.slug)
    army = create_army(LoadedArmy(game, game.demo().with_ids()), "New army", author)
    assert "Your army · Starter" in [
        each[0] for each in results(alice, "veterans") if each[2] == army.get_absolute_url()
    ]
