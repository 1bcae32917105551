"""Custom games among the results of the site's search, and named by files."""

import pytest
from django.urls import reverse
from lxml import html

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army
from armybuilder.armies.revisions import create_army
from armybuilder.custom_games import access
from armybuilder.custom_games.drafts import create_game, save_draft
from armybuilder.custom_games.tests.documents import changed, repriced
from armybuilder.custom_games.versions import publish
from armybuilder.custom_games.views import starter
from armybuilder.interchange import army_views
from armybuilder.site.claims import Author
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


def test_the_list_of_a_device_makes_no_game(alice, version, author, monkeypatch):
    create_army(
        LoadedArmy(get_ruleset(version.slug), get_ruleset(version.slug).new_force("Listed army")), "New army", author
    )

    def refuse(slug):
        pytest.fail(f"{slug} was made")

    monkeypatch.setattr("rulesets.registry.get_ruleset", refuse)
    assert "Listed army" in alice.get("/device/").text


def test_an_army_of_a_custom_game_is_found_with_the_game(alice, version, author):
    game = get_ruleset(version.slug)
    army = create_army(LoadedArmy(game, game.demo().with_ids()), "New army", author)
    assert "Your army · Starter" in [
        each[0] for each in results(alice, "veterans") if each[2] == army.get_absolute_url()
    ]


TEXT = """Iron Guard
Game: Starter

First squad
5 Veterans
10 Regulars
"""


def read(client, content):
    """The slug of the game of which a file is read; else the page with its problems."""
    response = client.post("/armies/import", {"text": content, "store": "1"})
    if response.status_code != 302:
        return html.fromstring(response.text).text_content()
    return Army.objects.get(pk=response["Location"].split("/")[-2]).ruleset


@pytest.fixture(params=["text", "csv", "ros"])
def file(request, alice, version, author):
    """A file that names a game by its title alone."""
    if request.param == "text":
        return TEXT
    game = get_ruleset(version.slug)
    army = create_army(LoadedArmy(game, game.demo().with_ids()), "New army", author)
    text = alice.get(reverse("interchange:format", args=[army.pk, request.param])).text
    army.delete()
    return f"Game: {game.title}\n{text}" if request.param == "csv" else text.replace(version.slug, game.title)


def test_a_file_that_names_a_custom_game_is_read_as_that(alice, version, file):
    assert read(alice, file) == version.slug


def test_a_file_is_read_as_a_game_shared_with_its_player(version, file):
    bob, game = browser_of(BOB), get_ruleset(version.slug)
    assert "“Starter”, which is not a game of this site" in read(bob, file)
    create_army(LoadedArmy(game, game.demo().with_ids()), "New army", Author(None, BOB.hash))
    assert read(bob, file) == version.slug


def test_many_armies_of_one_game_hide_no_other_game(version, author, monkeypatch):
    monkeypatch.setattr(access, "MAX_OWN", 2)
    other = create_game(changed(starter(), title="Other"), "Started", author)
    for slug in (version.slug, *[publish(other, 1).slug] * 3):
        game = get_ruleset(slug)
        create_army(LoadedArmy(game, game.demo().with_ids()), "New army", Author(None, BOB.hash))
    assert read(browser_of(BOB), TEXT) == version.slug


def test_a_file_is_read_as_the_newest_version(alice, custom_game, version):
    save_draft(custom_game, 1, repriced("12"))
    newest = publish(custom_game, 2)
    assert read(alice, TEXT) == newest.slug


def test_a_large_file_names_a_custom_game_as_well(alice, version, monkeypatch):
    monkeypatch.setattr(army_views, "is_large", lambda content: True)
    page = alice.post("/armies/import", {"text": TEXT}, follow=True)
    assert "Starter" in html.fromstring(page.text).xpath("string(//main)")
    assert "is not a game of this site" not in page.text
