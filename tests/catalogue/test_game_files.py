"""The system and catalogue of every game have the format's published structure and refer to what is there."""

from dataclasses import replace
from functools import cache

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.rosters import write_roster
from armybuilder.catalogue.battlescribe import read_root
from armybuilder.catalogue.game_files import read_catalogue, write_catalogue, write_game_system
from armybuilder.catalogue.spreadsheet import read_table
from rulesets.core.force import Group, Unit
from rulesets.registry import all_rulesets, get_ruleset
from tests.armies.battlescribe import assert_valid
from tests.armies.test_all_files import forces


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
    assert len({each.get("id") for each in entries}) == len(entries)
    named = [entry.name for entry in ruleset.catalogue]
    assert sorted(each.get("name", "") for each in entries) == sorted(
        [*named, ruleset.words.unit.capitalize(), "Settings"]
    )


REFERENCES = {
    "typeId": {"costType", "profileType", "characteristicType"},
    "entryId": {"selectionEntry", "categoryEntry", "forceEntry"},
    "targetId": {"categoryEntry"},
    "gameSystemId": {"gameSystem"},
    "catalogueId": {"catalogue"},
    "publicationId": {"publication"},
}


@cache
def files_of(slug):
    return [read_root(write_game_system(get_ruleset(slug))), read_root(write_catalogue(get_ruleset(slug)))]


@pytest.mark.parametrize("ruleset", all_rulesets(), ids=lambda ruleset: ruleset.slug)
@settings(database=None, max_examples=10, suppress_health_check=list(HealthCheck), deadline=None)
@given(data=st.data())
def test_what_a_file_refers_to_is_in_the_system_or_the_catalogue(ruleset, data):
    files = files_of(ruleset.slug)
    tags = {each.get("id"): each.tag for file in files for each in file.iter() if each.get("id")}
    for force in (ruleset.demo().with_ids(), data.draw(forces(ruleset))):
        roster = read_root(write_roster(LoadedArmy(ruleset, force)))
        for each in (found for file in (*files, roster) for found in file.iter()):
            for name, wanted in REFERENCES.items():
                if name in each.attrib:
                    assert tags.get(each.get(name)) in wanted, (each.tag, each.attrib)


@pytest.mark.parametrize("ruleset", all_rulesets(), ids=lambda ruleset: ruleset.slug)
def test_an_exported_catalogue_is_read_whole(ruleset):
    for kind in ruleset.kinds:
        text, remarks = read_catalogue(ruleset, kind, write_catalogue(ruleset))
        rows = read_table(kind, text, ruleset.catalogue)
        assert remarks == ()
        assert {row.name: (row.profile, row.mistakes) for row in rows} == {
            entry.name: (entry.spec, ()) for entry in ruleset.catalogue.of_kind(kind.slug)
        }


def test_the_players_own_points_are_counted_beside_the_units():
    for slug, counted in (("mbt2020", ["Stands"]), ("warstrike", ["Units", "Points"])):
        names = [each.get("name") for each in read_root(write_game_system(get_ruleset(slug))).iter("costType")]
        assert names == counted
    game = get_ruleset("forum-combat")
    force = game.demo().with_ids()
    own = game.catalogue.of_kind("unit")[0]
    worth = replace(own, key="guard", name="Guard", spec=replace(own.spec, points=7))
    group = game.group()
    lines = tuple(Unit(f"x{number}", replace(game.unit(), profile="guard", count=number)) for number in (2, 3))
    force = replace(force, entries=(worth,), groups=(Group("g", "", group, lines),))
    roster = read_root(write_roster(LoadedArmy(game, force)))
    total = {each.get("name"): each.get("value") for each in roster.findall("costs/cost")}
    assert total == {"Lines": "2.0", "Points": "35.0"}
    assert [each.get("value") for each in roster.findall(".//selection/costs/cost[@name='Points']")] == ["14.0", "21.0"]


@pytest.mark.django_db
def test_the_catalogue_page_offers_both():
    page = Client().get("/mbt2020/catalogue/").text
    for ending in ("gst", "cat"):
        assert f"/mbt2020/catalogue.{ending}" in page
        assert Client().get(f"/mbt2020/catalogue.{ending}").status_code == 200
