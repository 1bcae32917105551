"""A custom game on a device: its document travels with it, and the device answers as the site does."""

import json

import pytest
from lxml import html

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.revisions import create_army
from armybuilder.matches.log.creation import ChosenForce, begin_match
from armybuilder.offline.browser import reply
from armybuilder.site.claims import Author
from rulesets import registry
from rulesets.core.force_document import encode_force
from rulesets.registry import clear_game_caches, get_ruleset
from tests.visitors import ALICE

pytestmark = pytest.mark.django_db


@pytest.fixture
def elsewhere(monkeypatch):
    """Forget the games of the site, as a browser that never had them."""

    def forget():
        monkeypatch.setattr(registry, "_PROVIDED", registry._Provided())
        clear_game_caches()

    yield forget
    monkeypatch.undo()
    clear_game_caches()


def test_a_device_answers_and_edits_with_the_document(alice, version, elsewhere):
    game = get_ruleset(version.slug)
    loaded = LoadedArmy(game, game.demo().with_ids())
    army = create_army(loaded, "New army", Author(None, ALICE.hash))
    address, unit = army.get_absolute_url(), loaded.force.groups[0].units[0].id
    path, query = f"/{version.slug}/calculators/shooting/", f"army.own={army.pk}:{unit}&q-cover=on"
    there = html.fromstring(alice.get(f"{path}?{query}").text).get_element_by_id("answer")
    documents = alice.get(f"/offline/{version.slug}.json").json()["documents"]
    elsewhere()
    kept = {"address": address, "head": 1, "now": encode_force(loaded.force)}
    asked = {"path": path, "query": query, "armies": [kept], "whole": True, "documents": documents}
    here = html.fromstring(json.loads(reply(json.dumps(asked)))["html"]).get_element_by_id("answer")
    assert html.tostring(here).split() == html.tostring(there).split()
    edit = {"at": unit, "before": None, "edit": "copy-unit", "form": f"unit={unit}", "said": "", "token": ""}
    edited = json.loads(reply(json.dumps({"army": kept, "undoes": "", "redoes": "", **edit})))
    assert len(edited["now"]["groups"][0]["units"]) == 3


def test_listed_games_need_no_document(alice):
    assert alice.get("/offline/warstrike.json").json()["documents"] == {}


def test_a_game_at_the_table_brings_its_document(alice, version, elsewhere):
    game = get_ruleset(version.slug)
    army = create_army(LoadedArmy(game, game.demo().with_ids()), "New army", Author(None, ALICE.hash))
    ours = LoadedArmy(game, game.demo().with_ids())
    match = begin_match(ChosenForce(ours, army), ChosenForce(ours), {}, Author(None, ALICE.hash), at_once=True)
    kept = alice.get(f"{match.get_absolute_url()}/device.json").json()
    elsewhere()
    unit = ours.force.groups[0].units[0].id
    asked = {
        "path": f"{match.get_absolute_url()}/engage",
        "query": f"side=0&own={unit}&opposing={unit}",
        "match": {**kept["match"], **kept["now"], "title": "A game", "events": []},
        "documents": kept["documents"],
    }
    assert "3.33 hits on average" in json.loads(reply(json.dumps(asked)))["html"]
