"""The pages of the games, for everybody alike."""

import re

import pytest
from django.contrib.auth.models import User
from lxml import html

from armybuilder.armies.examples import store_example
from armybuilder.catalogue.loading import load_catalogue
from armybuilder.games.emblems import emblems
from armybuilder.games.table_drawing import draw_table
from rulesets.core.cards import Symbol, SymbolSet
from rulesets.registry import all_rulesets
from tests.rulesets.described.games import DESCRIBED, games_with

PAGES = ["/", "/pebbles/", "/pebbles/reference/", "/pebbles/rules/", "/pebbles/rulings/"]


@pytest.fixture(params=["anonymous", "stranger", "staff"])
def visitor(request, client, db):
    if request.param != "anonymous":
        client.force_login(User.objects.create_user(request.param, is_staff=request.param == "staff"))
    return client


@pytest.mark.parametrize("address", PAGES)
def test_everybody_may_read_the_pages(visitor, pebbles, address):
    assert visitor.get(address).status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("address", PAGES)
def test_a_page_of_the_games_asks_nothing_of_the_database(client, pebbles, address, django_assert_num_queries):
    with django_assert_num_queries(0):
        client.get(address)


@pytest.mark.parametrize("address", ["/nonesuch/", "/nonesuch/rules/", "/Pebbles/", "/pebbles/nonesuch/"])
@pytest.mark.django_db
def test_what_is_no_game_is_not_found(client, pebbles, address):
    assert client.get(address).status_code == 404


@pytest.mark.django_db
def test_pages_are_only_read(client, pebbles):
    assert [client.post(address).status_code for address in PAGES] == [405] * len(PAGES)


def page(client, address):
    return html.fromstring(client.get(address).content.decode())


@pytest.mark.django_db
def test_home_shows_every_game_with_its_ways_in(client, pebbles):
    (game,) = page(client, "/").xpath("//li[.//h3[normalize-space()='Pebbles']]")
    assert game.get("data-accent") == "teal"
    assert [link.get("href") for link in game.xpath(".//a")] == [
        "/pebbles/",
        "/armies/example-pebbles/",
        "/pebbles/calculators/",
        "/pebbles/catalogue/",
        "/pebbles/reference/",
    ]
    assert game.xpath(".//form/@action") == ["/armies/new/pebbles"]


@pytest.mark.django_db
@pytest.mark.parametrize("game", [*all_rulesets(), *DESCRIBED], ids=lambda game: game.slug)
def test_a_game_says_what_it_plays_like_before_it_lists_anything(client, game):
    load_catalogue()
    shown = page(client, f"/{game.slug}/")
    lines = [(line[0].text, line[1].text_content().split()) for line in shown.xpath("//dl[@class='overview']/div")]
    rules = [("Rules", [*game.overview.rules.split(), "Get", "the", "rules"])] if game.page else []
    assert lines == [(line.term, line.text.split()) for line in game.overview.lines] + rules
    assert shown.xpath("//*[@class='table-drawing']/*/@aria-label") == [draw_table(game).words]
    titles = [title.text for title in shown.xpath("//main//*[self::h1 or self::h2]")]
    assert titles == [game.title, "Calculators", "At the table", "Catalogue"]
    named = shown.xpath("//section[@aria-labelledby='calculators']//li/a/text()")
    assert len(named) == min(6, len(game.calculators))
    assert shown.xpath("//p[@class='game-all']/a/@href") == (
        [f"/{game.slug}/calculators/"] if len(game.calculators) > 6 else []
    )


@pytest.mark.django_db
def test_every_rule_has_its_sentence_and_weight(client, pebbles):
    rows = page(client, "/pebbles/rules/").xpath("//ol[@class='rule-list']/li")
    shown = [
        (
            row.get("id"),
            row.xpath("string(.//*[@class='rule-sentence'])"),
            row.xpath("normalize-space(.//*[@class='rule-foot']/*)"),
        )
        for row in rows
    ]
    assert sorted(shown) == sorted((rule.id, rule.sentence, "Must be kept") for rule in pebbles.all_rules)


@pytest.mark.django_db
def test_rules_of_play_stand_apart(client, ducks):
    shown = page(client, "/ducks/rules/")
    (row,) = shown.xpath("//h2[@id='play']/following-sibling::details/ol/li")
    assert row.get("id") == "DUCK-1"
    assert row.xpath("normalize-space(.//*[@class='rule-sentence'])") == "A duck that floats does not fly."
    assert len(shown.xpath("//h2[@id='play']/preceding-sibling::details/ol/li")) == len(ducks.all_rules)


@pytest.mark.django_db
def test_every_ruling_has_its_readings_default_and_reason(client, pebbles):
    wet, lake = page(client, "/pebbles/rulings/").xpath("//details[@class='ruling']")
    assert wet.get("id") == "P-1"
    assert [item.text_content().split() for item in wet.xpath(".//li")] == [["no", "default"], ["yes"]]
    assert wet.xpath("string(.//*[@class='ruling-reason'])") == "Roughness stays when wet."
    assert "You can choose" in wet.text_content()
    assert lake.xpath("normalize-space(.//*[@class='ruling-switch'])") == "Fixed"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("words", "found"),
    [("", ["P-1", "P-2"]), ("stays WET", ["P-1"]), ("wet_stones", ["P-1"]), ("p-2", ["P-2"]), ("wet p-2", [])],
)
def test_rulings_are_searched_by_all_that_they_say(client, pebbles, words, found):
    shown = page(client, f"/pebbles/rulings/?q={words}")
    assert shown.xpath("//details[@class='ruling']/@id") == found
    assert shown.xpath("//input[@id='search-within']/@value") == [words]
    assert bool(shown.xpath("//*[@id='found']//a[.='Show all']/@href")) == (not found)


@pytest.mark.django_db
def test_rules_are_searched_and_keep_the_readings(client, ducks):
    wanted = ducks.all_rules[0]
    (reading,) = [f"house.{ruling.switch}" for ruling in ducks.rulings if ruling.switch][:1]
    key = next(ruling for ruling in ducks.rulings if ruling.switch).readings[-1].key
    shown = page(client, f"/ducks/rules/?q={wanted.id}&{reading}={key}")
    assert shown.xpath("//ol[@class='rule-list']/li/@id") == [wanted.id]
    assert shown.xpath("//form[@class='search-within']//input[@type='hidden']/@name") == [reading]
    assert page(client, "/ducks/rules/?q=nonesuch").xpath("//ol[@class='rule-list']") == []


@pytest.mark.django_db
def test_the_reference_holds_every_table_and_line(client, pebbles):
    (section,) = page(client, "/pebbles/reference/").xpath("//div[@class='reference']/section")
    assert section.xpath(".//caption/text()") == ["Chances"]
    assert [[cell.text for cell in row] for row in section.xpath(".//tbody/tr")] == [
        ["Rough", "1/2"],
        ["Smooth", "1/2"],
    ]
    assert section.xpath(".//td/@class") == ["right", "right"]
    assert [(line[0].text, line[1].text) for line in section.xpath(".//dl/div")] == [("Aim", "Flat.")]


def test_a_game_shows_the_symbols_of_its_example(pebbles):
    assert emblems(pebbles) == (Symbol(SymbolSet.ICON, "stone", "Flint"),)


@pytest.mark.django_db
def test_a_game_leads_to_its_example(client, pebbles):
    store_example(pebbles)
    (example,) = page(client, "/pebbles/").xpath("//a[normalize-space()='Open an example for Pebbles']/@href")
    assert client.get(example).status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("game", [*all_rulesets(), *DESCRIBED], ids=lambda game: game.slug)
def test_a_game_names_neither_publisher_nor_rulings_without_any(client, game):
    load_catalogue()
    shown = page(client, f"/{game.slug}/")
    (edition,) = shown.xpath("//p[@class='overline']")
    assert edition.text_content() == " · ".join(filter(None, (game.edition, game.publisher)))
    assert len(shown.xpath("//a[normalize-space()='Rulings']")) == (2 if game.rulings else 0)
    guide = page(client, f"/{game.slug}/guide/")
    assert bool(guide.xpath("//main//ol//a[text()='rulings']")) is bool(game.rulings)


@pytest.mark.django_db
@pytest.mark.parametrize("game", games_with("lanes", "starter"), ids=lambda game: game.slug)
def test_no_page_of_a_game_names_a_switch_by_its_key(client, game):
    load_catalogue()
    keys = {ruling.switch for ruling in game.rulings if re.search(r"[_.]", ruling.switch)}
    assert keys
    addresses = ["", "rules/", "rulings/", "reference/", *(f"calculators/{each.slug}/" for each in game.calculators)]
    for address in addresses:
        (main,) = html.fromstring(client.get(f"/{game.slug}/{address}").content.decode()).xpath("//main")
        attributes = main.xpath(".//@title | .//@aria-label | .//@placeholder")
        told = set(re.findall(r"[\w.]+", " ".join([main.text_content(), *attributes])))
        assert keys & told == set(), address
