"""The system and catalogue of every game have the format's published structure and refer to what is there."""

import pytest
from django.test import Client

from armybuilder.catalogue.battlescribe import read_root
from armybuilder.catalogue.game_files import write_catalogue, write_game_system
from rulesets.registry import all_rulesets
from tests.armies.battlescribe import assert_valid


@pytest.mark.parametrize("ruleset", all_rulesets(), ids=lambda ruleset: ruleset.slug)
def test_a_game_has_the_published_structure(ruleset):
    system, catalogue = write_game_system(ruleset), write_catalogue(ruleset)
    assert_valid(system, "http://www.battlescribe.net/schema/gameSystemSchema")
    assert_valid(catalogue, "http://www.battlescribe.net/schema/catalogueSchema")
    types = {each.get("id"): each for each in read_root(system).iter("profileType")}
    assert "Unit" in {each.get("name") for each in types.values()}
    used = {each.get("typeId") for each in read_root(catalogue).iter("profile")}
    assert used <= set(types)
    entries = list(read_root(catalogue).iter("selectionEntry"))
    assert len({each.get("id") for each in entries}) == len(entries) == len(list(ruleset.catalogue))


@pytest.mark.django_db
def test_the_catalogue_page_offers_both():
    page = Client().get("/mbt2020/catalogue/").text
    for ending in ("gst", "cat"):
        assert f"/mbt2020/catalogue.{ending}" in page
        assert Client().get(f"/mbt2020/catalogue.{ending}").status_code == 200
