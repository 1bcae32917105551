"""The system and catalogue of every game have the format's published structure and refer to what is there."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import rulesets
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.interchange.battlescribe.data_format import read_root
from armybuilder.interchange.battlescribe.game_files import read_catalogue, write_catalogue, write_game_system
from armybuilder.interchange.battlescribe.rosters import write_roster
from armybuilder.interchange.entry_tables import read_table
from armybuilder.spreadsheets.columns import BadTable
from rulesets.core.declarations.catalogue import Source
from rulesets.core.declarations.fields import with_value
from rulesets.core.forces.force import Group, Unit
from rulesets.registry import get_ruleset
from tests.interchange.battlescribe.files import assert_valid
from tests.interchange.test_all_files import forces
from tests.rulesets.described.games import games_with
from tests.spreadsheets.test_untrusted import archive


@pytest.mark.parametrize("ruleset", games_with(), ids=lambda ruleset: ruleset.slug)
def test_a_game_has_the_published_structure(ruleset):
    system, catalogue = write_game_system(ruleset), write_catalogue(ruleset)
    assert_valid(system, "http://www.battlescribe.net/schema/gameSystemSchema")
    assert_valid(catalogue, "http://www.battlescribe.net/schema/catalogueSchema")
    types = {each.get("id"): each for each in read_root(system).iter("profileType")}
    assert "Unit" in {each.get("name") for each in types.values()}
    used = {each.get("typeId") for each in read_root(catalogue).iter("profile")}
    assert used <= set(types)
    ids = [each.get("id") for file in (system, catalogue) for each in read_root(file).iter() if each.get("id")]
    assert len(set(ids)) == len(ids)
    entries = list(read_root(catalogue).iter("selectionEntry"))
    named = [entry.name for entry in ruleset.catalogue]
    assert sorted(each.get("name", "") for each in entries) == sorted(
        [*named, ruleset.words.unit.capitalize(), "Settings"]
    )


@pytest.mark.parametrize("ruleset", games_with(), ids=lambda ruleset: ruleset.slug)
def test_units_stand_in_a_category_that_programs_find(ruleset):
    group, settings = read_root(write_game_system(ruleset)).findall("forceEntries/forceEntry")
    offered = {
        name: {link.get("targetId") for link in force.findall("categoryLinks/categoryLink")}
        for name, force in (("Settings", settings), ("", group))
    }
    for entry in read_root(write_catalogue(ruleset)).findall("selectionEntries/selectionEntry"):
        (link,) = entry.findall("categoryLinks/categoryLink")
        assert link.get("targetId") in offered["Settings" if entry.get("name") == "Settings" else ""], entry.attrib


def test_custom_entries_stand_beside_those_of_the_game():
    game = get_ruleset("forum-combat")
    weapon = game.catalogue.of_kind("weapon")[0]
    unit = game.catalogue.of_kind("unit")[0]
    own = (
        replace(weapon, key="sling", name="Sling", source=Source.OWN),
        replace(
            unit, key="slinger", name="Slinger", source=Source.OWN, spec=with_value(unit.spec, "weapons[0]", "sling")
        ),
    )
    written = write_catalogue(game, own)
    assert_valid(written, "http://www.battlescribe.net/schema/catalogueSchema")
    types = {
        each.get("id") for file in (write_game_system(game), written) for each in read_root(file).iter("profileType")
    }
    assert {each.get("typeId") for each in read_root(written).iter("profile")} <= types
    (slinger,) = read_root(written).findall("selectionEntries/selectionEntry[@name='Slinger']")
    assert "Sling" in {each.get("name") for each in slinger.findall("profiles/profile[@typeName='Weapon']")}
    text, _ = read_catalogue(game, game.kind("unit"), written)
    read = read_table(game.kind("unit"), text, game.catalogue.with_entries(own))
    assert [row.profile for row in read if row.name == "Slinger"] == [own[1].spec]


SHARED = """<gameSystem xmlns="http://www.battlescribe.net/schema/gameSystemSchema" id="g" name="Others">
 <sharedSelectionEntries><selectionEntry id="e1" name="Marl" type="upgrade">
  <infoLinks><infoLink id="l1" name="as stone" targetId="p1" type="profile"/>
   <infoLink id="l2" targetId="i1" type="infoGroup"/>
   <infoLink id="l3" name="Wet" targetId="r1" type="rule"/></infoLinks>
 </selectionEntry></sharedSelectionEntries>
 <sharedRules><rule id="r1" name="Wet"/></sharedRules>
 <sharedProfiles><profile id="p1" name="Marl"><characteristics><characteristic name="Weight">12</characteristic>
  </characteristics></profile></sharedProfiles>
 <sharedInfoGroups><infoGroup id="i1" name="More"><profiles><profile id="p2" name="Marl"><characteristics>
  <characteristic name="Colour">grey</characteristic></characteristics></profile></profiles>
  <infoLinks><infoLink id="l4" targetId="i1" type="infoGroup"/></infoLinks></infoGroup></sharedInfoGroups>
</gameSystem>"""
LINKING = """<catalogue xmlns="http://www.battlescribe.net/schema/catalogueSchema" id="c" name="Mine" gameSystemId="g">
 <entryLinks><entryLink id="k1" name="Grey marl" targetId="e1" type="selectionEntry"/>
  <entryLink id="k2" name="Marl" targetId="e1" type="selectionEntry"/>
  <entryLink id="k3" name="Opal" targetId="e9" type="selectionEntry"/></entryLinks>
 <catalogueLinks><catalogueLink id="k4" name="Mercenaries" targetId="m" type="catalogue"/></catalogueLinks>
</catalogue>"""


def test_links_in_the_files_of_others_are_followed_through_an_archive(pebbles):
    (kind, *_) = pebbles.kinds
    files = {"others.gst": SHARED.encode(), "mine.cat": LINKING.encode(), "index.xml": b"<dataIndex/>"}
    text, remarks = read_catalogue(pebbles, kind, archive(files))
    assert [row.name for row in read_table(kind, text, pebbles.catalogue)] == ["Marl", "Grey marl"]
    assert text.split() == ["Name,weight", "Marl,12", "Grey", "marl,12"]
    elsewhere = "is in another file. Put both into one ZIP archive."
    rest = ["“Colour” is unknown.", "its rule “Wet” is not read."]
    assert sorted(remarks) == sorted(
        [
            "index.xml: not a .cat or .gst file.",
            *(f"{name}: {each}" for name in ("Marl", "Grey marl") for each in rest),
            f"Opal: “Opal” {elsewhere}",
            f"The catalogue “Mercenaries” {elsewhere}",
        ]
    )
    packed = archive({"others.gst": SHARED.encode()})
    assert read_catalogue(pebbles, kind, packed) == read_catalogue(pebbles, kind, SHARED.encode())
    with pytest.raises(BadTable, match="is a <a>; a <catalogue> is expected"):
        read_catalogue(pebbles, kind, archive({"a.cat": b"<a/>"}))


def test_files_that_link_without_end_are_refused_at_once(pebbles):
    cells = '<characteristic name="Weight"/>' * 20
    groups = "".join(
        f'<infoGroup id="{number}"><profiles><profile><characteristics>{cells}</characteristics></profile></profiles>'
        f'<infoLinks><infoLink targetId="{number + 1}"/></infoLinks></infoGroup>'
        for number in range(200)
    )
    entries = '<selectionEntry name="a"><infoLinks><infoLink targetId="0"/></infoLinks></selectionEntry>' * 1000
    with pytest.raises(BadTable, match="links to more than 500000"):
        read_catalogue(pebbles, pebbles.kinds[0], f"<catalogue>{groups}{entries}</catalogue>".encode())


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


@pytest.mark.parametrize("ruleset", games_with(), ids=lambda ruleset: ruleset.slug)
@settings(max_examples=10, suppress_health_check=list(HealthCheck), deadline=None)
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


@pytest.mark.parametrize("ruleset", games_with(), ids=lambda ruleset: ruleset.slug)
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
    assert total == {"Units": "2.0", "Points": "35.0"}
    assert [each.get("value") for each in roster.findall(".//selection/costs/cost[@name='Points']")] == ["14.0", "21.0"]


@pytest.mark.django_db
def test_the_catalogue_page_offers_both():
    page = Client().get("/mbt2020/catalogue/").text
    for ending in ("gst", "cat"):
        assert f"/mbt2020/catalogue.{ending}" in page
        assert Client().get(f"/mbt2020/catalogue.{ending}").status_code == 200


@pytest.mark.django_db
def test_programs_see_that_a_file_is_newer(monkeypatch):
    def revision(ending):
        return int(read_root(Client().get(f"/mbt2020/catalogue.{ending}").content).attrib["revision"])

    first = revision("cat")
    monkeypatch.setattr("django.utils.timezone.now", lambda: datetime.now(UTC) + timedelta(minutes=1))
    assert revision("cat") > first
    assert revision("gst") == int("".join(f"{part:>02}" for part in rulesets.__version__.split(".")))
