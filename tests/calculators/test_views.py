"""The calculators' pages."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client
from lxml import html

from armybuilder.armies.examples import store_example
from armybuilder.armies.revisions import load_head
from armybuilder.catalogue.models import EntryRow
from rulesets.registry import all_rulesets, get_ruleset
from tests.visitors import ALICE, BOB, browser_of

pytestmark = pytest.mark.django_db

FLOATING = "/ducks/calculators/floating/"


def page(response):
    return html.fromstring(response.content.decode())


def headline(response):
    return page(response).xpath("normalize-space(//*[contains(@class, 'answer-headline')]//h2)")


@pytest.fixture(params=["anonymous", "stranger", "staff"])
def visitor(request, client):
    if request.param != "anonymous":
        client.force_login(User.objects.create_user(request.param, is_staff=request.param == "staff"))
    return client


@pytest.mark.parametrize("address", ["/ducks/calculators/", FLOATING, "/ducks/calculators/skipping/"])
def test_everybody_may_calculate(visitor, ducks, address):
    assert visitor.get(address).status_code == 200


@pytest.mark.parametrize("address", ["/ducks/calculators/nonesuch/", "/geese/calculators/floating/"])
def test_what_is_not_there_is_not_found(client, ducks, address):
    assert client.get(address).status_code == 404


def test_a_calculator_asks_nothing_of_the_database(client, ducks, django_assert_num_queries):
    with django_assert_num_queries(0):
        client.get(FLOATING)


def test_own_entries_may_be_asked_with_by_their_owner_alone():
    fire = {"kind": "fixed", "dice": 4}
    gun = {"ruleset": "forge-of-war", "kind": "weapon", "key": "sun-lance", "name": "Sun lance", "source": "own"}
    EntryRow.objects.create(**gun, spec={"range": 24, "wv": 1, "weight_of_fire": fire}, claim_hash=ALICE.hash)
    address = "/forge-of-war/calculators/shooting/?q-shooters-volleys-0-weapon=sun-lance"
    assert headline(browser_of(ALICE).get(address)) == "10.0 of 10 figures lost on average, 28.0 hits"
    for client in (Client(), browser_of(BOB)):
        assert headline(client.get(address)) == "Please check the question"


def test_every_calculator_of_every_game_answers_its_empty_question(client, pebbles):
    asked = [(game.slug, calculator.slug) for game in all_rulesets() for calculator in game.calculators]
    assert ("pebbles", "skipping") in asked
    for game, calculator in asked:
        response = client.get(f"/{game}/calculators/{calculator}/")
        assert response.status_code == 200, (game, calculator)
        assert headline(response) != "Please check the question", (game, calculator)


def test_the_answer_shows_everything(client, ducks):
    shown = page(client.get(FLOATING))
    (answer,) = shown.xpath("//section[@id='answer']")
    assert answer.xpath("normalize-space(.//h2)") == "1 float <b>&</b>"
    assert answer.xpath("normalize-space(.//*[@class='mark mark-ok'])") == "Favourable"
    steps = answer.xpath(".//ol[@class='steps']/li")
    assert [
        (
            step.xpath("string(.//*[@class='step-value'])"),
            step.xpath("normalize-space(.//*[@class='step-label'])"),
            step.xpath("string(.//*[@class='step-rule'])"),
            step.xpath("string(.//a/@href)"),
        )
        for step in steps
    ] == [
        ("1", "Ducks as asked", "PEB-2", "/ducks/rules/#PEB-2"),
        ("a lake", "Pond", "P-2", "/ducks/rulings/#P-2"),
        ("off", "Wet", "§ 3", ""),
        ("folded", "Wings", "DUCK-1", "/ducks/rules/#DUCK-1"),
    ]
    assert answer.xpath(".//ul[@class='notes']/li/text()") == ["Feed them."]
    assert answer.xpath("normalize-space(.//ul[@class='depends']/li)") == (
        "P-1 Do wet rough stones skip like smooth ones? no"
    )
    ponds = answer.xpath(".//table[contains(@class, 'bars-divided')]")
    assert [pond.xpath("string(thead//th)") for pond in ponds] == ["Ponds 1", "Ponds 2", "Ponds 3"]
    assert [bool(pond.xpath("ancestor::details")) for pond in ponds] == [False, False, True]
    (table,) = answer.xpath(".//table[@class='data-table']")
    assert table.xpath(".//td/button[@class='abbreviation']/@title") == ["a <hint>"]
    assert [cell.get("class") for cell in table.xpath(".//td")] == ["centre tone-good", "right"]


def test_an_even_answer_has_no_sign_of_a_warning(client):
    shown = html.fromstring(client.get("/mbt2020/calculators/engagement/").text)
    (headline,) = shown.xpath("//div[contains(@class, 'answer-headline')]")
    assert headline.xpath("normalize-space(.//*[contains(@class, 'mark ')])") == "Even"
    assert headline.xpath(".//*[contains(@class, 'mark ')]/@class") == ["mark mark-even"]


def test_the_charts_of_an_answer_are_pictures_for_everybody(client):
    army, _ = store_example(get_ruleset("mbt2020"))
    unit, other = (unit.id for _, unit in list(load_head(army).force.units())[:16:15])
    question = f"army.own={army.pk}:{unit}&army.opposing={army.pk}:{other}&house.infantry_means_posture=on"
    shown = page(client.get(f"/mbt2020/calculators/engagement/?{question}"))
    links = shown.xpath("//section[@id='answer']//a[contains(@href, '/pictures/charts/')]")
    assert [link.text for link in links] == ["Opposing stand", "Your stand"]
    for link in links:
        address, _, query = link.get("href").partition("?")
        assert "army." not in query
        assert client.get(link.get("href")).headers["Content-Type"] == "image/png"
        drawn = [client.get(f"{address.replace('.png', '.svg')}?{each}").content for each in (query, question)]
        assert drawn[0] == drawn[1]


def test_htmx_is_given_the_answer_alone_and_a_short_address(client, ducks):
    query = "q-ducks-rows=1&q-ducks-0-weight=1&q-depth=5&q-frozen=0&q-frozen=1&house.wet_stones=on"
    response = client.get(f"{FLOATING}?{query}", headers={"HX-Request": "true", "HX-Request-Type": "partial"})
    assert response.headers["HX-Replace-Url"] == f"{FLOATING}?q-depth=5&house.wet_stones=on"
    assert "HX-Request-Type" in response.headers["Vary"]
    assert "<form" not in response.content.decode()
    assert re.search(r'<hx-partial hx-target="#said">\s*1 float', response.text)
    unchanged = client.get(FLOATING, headers={"HX-Request": "true", "HX-Request-Type": "partial"})
    assert unchanged.headers["HX-Replace-Url"] == FLOATING
