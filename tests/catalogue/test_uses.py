"""Where own entries are used."""

import pytest
from lxml import html

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.revisions import create_army
from armybuilder.site.claims import Author
from tests.catalogue.test_collections import own, stones
from tests.visitors import ALICE, BOB

__all__ = ["stones"]

pytestmark = pytest.mark.django_db


def test_an_entry_says_which_armies_it_is_used_in(alice, pebbles):
    own()
    own(name="Amb")
    armies = [
        create_army(LoadedArmy(pebbles, pebbles.new_force(name)), "New", Author(None, claim.hash))
        for name, claim in (("Shore", ALICE), ("Dunes", ALICE), ("Gone", ALICE), ("Foreign", BOB))
    ]
    for army in armies:
        army.own_entries = "\nstone/amber\n"
        army.save()
    alice.post(f"/armies/{armies[2].pk}/delete")
    for part in ("", "edit"):
        page = html.fromstring(alice.get(f"/pebbles/catalogue/stone/amber/{part}").content.decode())
        assert set(page.xpath("//p[@class='entry-uses']/a/text()")) == {"Shore", "Dunes"}
        other = html.fromstring(alice.get(f"/pebbles/catalogue/stone/amb/{part}").content.decode())
        assert other.xpath("//p[@class='entry-uses']") == []
