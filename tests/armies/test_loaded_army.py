"""Loaded armies: what is found wrong with them."""

import json

import pytest
from lxml import html

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Revision
from armybuilder.armies.revisions import ARMIES, create_army, load_head, pack
from armybuilder.interchange.army_files import write_army
from armybuilder.interchange.texts import write_text
from rulesets.core.force_document import decode_force
from tests.armies.test_views import url
from tests.rulesets.described.games import games_with

pytestmark = pytest.mark.django_db


def test_a_reference_that_has_gone_is_a_finding(alice, army):
    force = load_head(army).force
    broken = json.loads(write_army(force).replace('"flint"', '"gold"', 1))
    Revision.objects.update(document=pack(decode_force(army.game, broken)))
    ARMIES.cache.clear()
    page = alice.get(url(army)).text
    assert "“gold” is not in the catalogue. Choose another." in page
    assert "AB-01" in page


@pytest.mark.parametrize("game", games_with(), ids=lambda game: game.slug)
def test_units_are_counted_alike_in_rows_lists_and_texts(alice, author, game):
    loaded = LoadedArmy(game, game.demo())
    army = create_army(loaded, "New army", author)
    units = sum(unit.row.count for group in loaded.groups for unit in group.units)
    counted = f"{units} {game.words.units}"
    assert army.revisions.get().units == loaded.unit_count == units >= loaded.row_count
    page = html.fromstring(alice.get(url(army)).content)
    assert sum(int(each.text) for each in page.xpath("//span[@class='group-count']")) == units
    for address in ("/armies/", url(army, "history")):
        assert counted in " ".join(html.fromstring(alice.get(address).content).text_content().split()), address
    assert counted in write_text(loaded)


@pytest.mark.parametrize("game", games_with(), ids=lambda game: game.slug)
def test_an_empty_army_is_called_legal_nowhere(alice, author, game):
    empty = create_army(LoadedArmy(game, game.new_force("Bare")), "New army", author)
    for address in ("/armies/", url(empty), url(empty, "history")):
        page = alice.get(address)
        assert page.status_code == 200
        assert "Legal" not in page.text, address
