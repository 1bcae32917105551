"""Readings in the addresses of a game's pages: who comes from an army or a game reads what is played there."""

from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse
from lxml import html

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.revisions import create_army
from armybuilder.site.claims import Author
from armybuilder.site.played_readings import readings_in, readings_query
from rulesets.core.declarations.house_rules import HouseRules, switches
from rulesets.core.forces.force import add_group
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import all_rulesets
from tests.rulesets.described.games import games_with
from tests.rulesets.sheets import complete_sheet

each_game = pytest.mark.parametrize(
    "game", [pytest.param(game, id=game.slug) for game in games_with("lanes", "starter")]
)


def others(game: AnyRuleset) -> tuple[tuple[str, str], ...]:
    """A reading other than the default for each switch."""
    known = switches(game.rulings).items()
    return tuple((switch, next(key for key in ruling.keys if key != ruling.default)) for switch, ruling in known)


def text_of(page: bytes) -> str:
    """The text of a page, with single spaces."""
    return " ".join(html.fromstring(page.decode()).text_content().split())


@each_game
def test_readings_go_through_an_address(game: AnyRuleset) -> None:
    house = HouseRules(game.rulings, others(game))
    query = dict(pair.split("=") for pair in readings_query(house).removeprefix("?").split("&"))
    assert readings_in(query, game) == house
    assert readings_query(HouseRules(game.rulings)) == ""
    assert readings_in({"house.nonesuch": "on", f"house.{others(game)[0][0]}": "nonesuch"}, game).changed() == ()


@pytest.mark.django_db
@each_game
def test_the_reference_follows_the_readings_in_its_address(client: Client, game: AnyRuleset) -> None:
    """Each line of the sheet under other readings is on the page, and each of these readings is named."""
    address = reverse("games:reference", args=[game])
    usual = text_of(client.get(address).content)
    assert "The sheet uses our default rulings" in usual
    played = text_of(client.get(address + readings_query(HouseRules(game.rulings, others(game)))).content)
    assert "our default readings" not in played
    for section in complete_sheet(game, *others(game)):
        for line in section.lines:
            assert " ".join(line.text.split()) in played
    assert played.count(switches(game.rulings)[others(game)[0][0]].text(others(game)[0][1])) >= 1


@pytest.mark.django_db
@pytest.mark.parametrize("game", all_rulesets(), ids=lambda game: game.slug)
def test_the_rules_of_play_say_which_readings_are_played(client: Client, game: AnyRuleset) -> None:
    address = reverse("games:rules", args=[game])
    assert "This page uses our default rulings" in text_of(client.get(address).content)
    page = text_of(client.get(address + readings_query(HouseRules(game.rulings, others(game)))).content)
    for switch, key in others(game):
        assert " ".join(switches(game.rulings)[switch].text(key).split()) in page
    assert "House rule:" in page
    for rule in game.play_rules:
        assert " ".join(rule.sentence_under(HouseRules(game.rulings, others(game))).split()) in page


@pytest.mark.django_db
@pytest.mark.parametrize("reading", ["", "other"])
def test_the_builder_leads_to_the_reference_and_rules_of_its_army(
    alice: Client, pebbles: AnyRuleset, author: Author, reading: str
) -> None:
    chosen = others(pebbles) if reading else ()
    broken = add_group(replace(pebbles.demo(), house_rules=chosen), "Empty", pebbles.group(), ())
    army = create_army(LoadedArmy(pebbles, broken), "New army", author)
    page = html.fromstring(alice.get(army.get_absolute_url()).content.decode())
    query = readings_query(HouseRules(pebbles.rulings, chosen))
    assert bool(query) == bool(reading)
    (reference,) = page.xpath("//a[normalize-space()='Quick reference']/@href")
    assert reference == reverse("games:reference", args=[pebbles]) + query
    rules = page.xpath("//a[@class='finding-rule']/@href")
    assert rules
    assert {link.partition("#")[0] for link in rules} == {reverse("games:rules", args=[pebbles]) + query}
