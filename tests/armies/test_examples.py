"""Example armies."""

import pytest
from django.core.management import call_command
from lxml import html

from armybuilder.armies.examples import example_address, rival_address
from armybuilder.armies.models import Army
from rulesets.registry import all_rulesets

pytestmark = pytest.mark.django_db


def test_an_example_is_shown_without_tools_and_copied_by_anybody(bob, pebbles):
    call_command("make_demo", verbosity=0)
    page = bob.get("/armies/example-pebbles/").text
    assert f"Open a {pebbles.words.unit} to read its card. Copy the example to change it." in page
    assert "edits/" not in page
    response = bob.post("/armies/example-pebbles/copy")
    assert bob.get(response.url).status_code == 200
    assert "edits/" in bob.get(response.url).text


def test_an_army_to_compare_the_example_with_is_stored(alice):
    call_command("make_demo", verbosity=0)
    assert Army.objects.get(pk=rival_address("mbt2020")).name == "10th Panzer Division"
    listed = alice.get("/armies/").context["examples"]
    assert {each.army.pk for each in listed} == {example_address(game.slug) for game in all_rulesets()}


def test_anybody_reads_the_card_of_a_unit_of_an_example(bob, pebbles):
    call_command("make_demo", verbosity=0)
    address = "/armies/example-pebbles/"
    rows = html.fromstring(bob.get(address).text).xpath("//*[@id='groups']//a[contains(@class, 'unit-link')]/@href")
    assert rows
    page = html.fromstring(bob.get(address + rows[0].removesuffix("#inspector")).text)
    (opened,) = page.xpath("//*[@id='inspector']")
    assert opened.xpath(".//h2")[0].text_content() == page.xpath("//*[@aria-current]//*[@class='unit-name']/text()")[0]
    assert opened.xpath(".//form | .//input | .//button") == []
    assert bob.get(opened.xpath(".//iframe/@src")[0]).status_code == 200
