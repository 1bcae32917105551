import pytest
from lxml import html

from armybuilder.catalogue.models import EntryRow
from armybuilder.search.index import index_of
from tests.visitors import ALICE

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _anew(pebbles):
    index_of.cache_clear()
    yield
    index_of.cache_clear()


def found(answer):
    rows = html.fromstring(answer.content.decode()).xpath("//ol[@class='search-list']/li")
    return [(row.xpath("normalize-space(p)"), row.xpath("normalize-space(a)"), row.xpath("a/@href")[0]) for row in rows]


def count(answer):
    return html.fromstring(answer.content.decode()).xpath("normalize-space(//*[@id='search-count'])")


def test_a_game_is_searched(client):
    answer = client.get("/pebbles/search", {"q": "p-1"})
    assert found(answer)[0] == ("Ruling", "P-1 · Do wet rough stones skip like smooth ones?", "/pebbles/rulings/#P-1")
    assert count(answer) == f"{len(found(answer))} results."


def test_the_search_of_a_game_keeps_its_menu(client):
    for address, menus in (("/pebbles/search", 1), ("/search", 0)):
        tree = html.fromstring(client.get(address, {"q": "flint"}).content.decode())
        assert len(tree.xpath("//nav[@class='game-nav']")) == menus


def test_before_a_search_of_all_games_its_page_leads_to_their_places(client):
    page = html.fromstring(client.get("/search").content.decode())
    links = page.xpath("//*[@id='search-results']//a/@href")
    assert ["/pebbles/", *(f"/pebbles/{part}/" for part in ("catalogue", "reference", "rules", "rulings"))] == [
        link for link in links if link.startswith("/pebbles/")
    ]
    assert {client.get(link).status_code for link in links} == {200}
    searched = html.fromstring(client.get("/search", {"q": "flint"}).content.decode())
    assert not searched.xpath("//*[@id='search-results']//ul[@class='sheets']")


def test_all_games_are_searched_and_named(client):
    answer = client.get("/search", {"q": "flint"})
    assert ("Stone · Pebbles", "Flint", "/pebbles/catalogue/stone/flint/") in found(answer)


def test_a_rule_that_is_called_by_its_place_is_named_once(client):
    answer = client.get("/mbt2020/search", {"q": "movement"})
    assert found(answer)[0] == ("Rule", "Movement", "/mbt2020/rules/#Movement")


def test_a_part_of_a_page_is_the_results_and_their_number(client):
    answer = client.get("/pebbles/search", {"q": "flint"}, headers={"HX-Request": "true"})
    assert "<html" not in answer.text
    assert (count(answer), len(found(answer))) == ("1 result.", 1)
    assert 'id="search-count" hx-swap-oob="innerHTML"' in answer.text


def test_where_nothing_is_found_the_page_says_what_to_try(client):
    answer = client.get("/pebbles/search", {"q": "flimt"})
    page = html.fromstring(answer.content.decode())
    assert (count(answer), found(answer)) == ("Nothing found for “flimt”.", [])
    assert page.xpath("//*[@id='search-results']//a/@href") == ["/pebbles/search?q=flint"]
    assert "Try other words" in answer.text


def test_what_has_some_of_the_words_is_shown_where_nothing_has_all(client):
    answer = client.get("/pebbles/search", {"q": "zzz flints"})
    assert (count(answer), [name for _, name, _ in found(answer)]) == (
        "No result has all of these words. These have some of them.",
        ["Flint"],
    )


def test_what_other_games_have_is_said(client):
    page = html.fromstring(client.get("/pebbles/search", {"q": "leclerc"}).content.decode())
    assert page.xpath("//*[@id='search-results']//a/@href") == ["/search?q=leclerc"]


def test_a_search_asks_nothing_of_the_database(client, django_assert_num_queries):
    with django_assert_num_queries(0):
        client.get("/pebbles/search", {"q": "stone"})


@pytest.mark.parametrize("text", ["x" * 5_000, "<script>", "' OR 1=1 --", "%", '"'])
def test_bad_input_is_answered_and_escaped(client, text):
    answer = client.get("/pebbles/search", {"q": text})
    assert answer.status_code == 200
    assert "<script>" not in answer.text


@pytest.mark.parametrize("address", ["/pebbles/", "/pebbles/rules/", "/pebbles/catalogue/", "/armies/new/pebbles"])
def test_every_page_of_a_game_leads_to_its_search(client, address):
    page = html.fromstring(client.get(address).content.decode())
    assert page.xpath("//a[@data-search]/@href") == ["/pebbles/search"]
    assert page.xpath("//dialog//form[@role='search']/@action") == ["/pebbles/search"]


def test_custom_entries_are_found_first_and_by_their_player_alone(alice, bob, client):
    row = {"ruleset": "pebbles", "kind": "stone", "source": "own", "spec": {}}
    EntryRow.objects.create(**row, key="own-opal", name="Ópal <b>flint</b>", claim_hash=ALICE.hash)
    EntryRow.objects.create(**row | {"ruleset": "gone"}, key="own-opal", name="Opal", claim_hash=ALICE.hash)
    mine = ("Stone, your own · Pebbles", "Ópal <b>flint</b>", "/pebbles/catalogue/stone/own-opal/")
    assert found(alice.get("/search", {"q": "opal"})) == [mine]
    answer = alice.get("/pebbles/search", {"q": "flint"})
    assert [name for _, name, _ in found(answer)] == ["Ópal <b>flint</b>", "Flint"]
    assert count(answer) == "2 results."
    assert alice.get("/warstrike/search", {"q": "opal"}).text.count("own-opal") == 0
    for browser in (bob, client):
        assert found(browser.get("/search", {"q": "opal"})) == []
