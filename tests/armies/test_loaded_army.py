"""Loaded armies: what is found wrong with them."""

import json

import pytest

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Revision
from armybuilder.armies.revisions import ARMIES, create_army, load_head, pack
from armybuilder.interchange.army_files import write_army
from rulesets.core.force_document import decode_force
from rulesets.registry import all_rulesets
from tests.armies.test_views import url

pytestmark = pytest.mark.django_db


def test_a_reference_that_has_gone_is_a_finding(alice, army):
    force = load_head(army).force
    broken = json.loads(write_army(force).replace('"flint"', '"gold"', 1))
    Revision.objects.update(document=pack(decode_force(army.game, broken)))
    ARMIES.cache.clear()
    page = alice.get(url(army)).text
    assert "“gold” is not in the catalogue. Choose another." in page
    assert "AB-01" in page


@pytest.mark.parametrize("game", all_rulesets(), ids=lambda game: game.slug)
def test_an_empty_army_is_called_legal_nowhere(alice, author, game):
    empty = create_army(LoadedArmy(game, game.new_force("Bare")), "New army", author)
    for address in ("/armies/", url(empty), url(empty, "history")):
        page = alice.get(address)
        assert page.status_code == 200
        assert "Legal" not in page.text, address
