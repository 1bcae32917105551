"""Armies that can be read no more."""

import json
import zlib

import pytest

from armybuilder.armies.models import Army, Revision
from armybuilder.armies.revisions import ARMIES, load_head
from armybuilder.interchange.army_files import write_army
from tests.armies.test_views import url

pytestmark = pytest.mark.django_db


def test_an_army_its_game_reads_no_more_is_said_to_be_so(alice, army):
    plain = json.loads(write_army(load_head(army).force))
    plain["groups"][0]["units"][0]["spec"]["shape"] = "round"
    Revision.objects.update(document=zlib.compress(json.dumps(plain).encode()))
    ARMIES.cache.clear()
    response = alice.get(url(army))
    assert response.status_code == 409
    assert "saved by another version" in response.text


def test_an_army_of_a_game_that_has_gone_is_listed_but_not_opened(alice, army):
    plain = json.loads(write_army(load_head(army).force))
    Revision.objects.update(document=zlib.compress(json.dumps(plain | {"ruleset": "gone"}).encode()))
    Army.objects.update(ruleset="gone")
    ARMIES.cache.clear()
    assert alice.get(url(army)).status_code == 404
    assert "Shore" in alice.get("/armies/").text
