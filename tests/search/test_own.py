"""A visitor's own armies among the results."""

import pytest
from lxml import html

from armybuilder.armies.edits import make_edit
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.revisions import create_army
from tests.search.test_views import found

pytestmark = pytest.mark.django_db


@pytest.fixture
def army(pebbles, author):
    """An army of Alice's, with three flints."""
    loaded = make_edit("add-template", LoadedArmy(pebbles, pebbles.new_force("Shoreline")), {"template": "three"})
    return create_army(LoadedArmy(pebbles, loaded.force), "New army", author)


def test_own_armies_are_found_by_name_and_by_unit_but_by_nobody_else(alice, bob, army):
    answer = alice.get("/search", {"q": "shoreline"})
    assert ("Your army · Pebbles", "Shoreline", army.get_absolute_url()) in found(answer)
    assert army.get_absolute_url() in [address for _, _, address in found(alice.get("/pebbles/search", {"q": "flint"}))]
    assert army.get_absolute_url() not in bob.get("/search", {"q": "shoreline"}).text
    assert army.get_absolute_url() not in alice.get("/mbt2020/search", {"q": "shoreline"}).text


def test_units_of_own_armies_are_written_as_in_the_army(alice, army):
    assert army.get_absolute_url() in alice.get("/search", {"q": "FLINT"}).text
    excerpts = html.fromstring(alice.get("/search", {"q": "shoreline"}).text).xpath("//ol[@class='search-list']//p")
    assert any("Flint" in each.text_content() for each in excerpts)


@pytest.mark.parametrize("way", ["Rivière", "riviere", "RIVI\u200bÈRE", "Ｒivière"])
def test_an_own_army_is_found_in_any_way_of_writing_its_name(alice, pebbles, author, way):
    river = create_army(LoadedArmy(pebbles, pebbles.new_force("Rivière")), "New army", author)
    assert river.get_absolute_url() in [address for _, _, address in found(alice.get("/search", {"q": way}))]


def test_deleted_armies_are_not_found(alice, army):
    alice.post(f"{army.get_absolute_url()}delete")
    assert army.get_absolute_url() not in alice.get("/search", {"q": "shoreline"}).text
