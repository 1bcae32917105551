"""Rosters: they have the format's published structure, come back whole, and others' are read by their names."""

import io
import random
import re
import zipfile
from dataclasses import replace

import pytest

from armybuilder.armies.documents import BadFile
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.interchange.battlescribe.data_format import entry_settings_id, read_root, settings_id
from armybuilder.interchange.battlescribe.rosters import (
    read_packed_roster,
    read_roster,
    write_packed_roster,
    write_roster,
)
from armybuilder.interchange.games import UnclearGame
from armybuilder.interchange.mending import mended
from rulesets.core.declarations.catalogue import Source
from rulesets.core.forces.force import change_group, change_unit
from rulesets.registry import all_rulesets, get_ruleset
from tests.interchange.battlescribe.files import assert_valid
from tests.spreadsheets.test_untrusted import LAUGHS, archive

SCHEMA = "http://www.battlescribe.net/schema/rosterSchema"
FOREIGN = """<?xml version="1.0" encoding="UTF-8"?>
<roster id="1" name="Raid &amp; run" battleScribeVersion="2.03" gameSystemId="x" gameSystemName=""
 xmlns="http://www.battlescribe.net/schema/rosterSchema">
 <forces><force id="2" name="Detachment" entryId="e" catalogueId="c"><selections>
  <selection id="3" name="Rifleman" entryId="r" number="3" type="unit" customName="Bravo">
   <selections><selection id="4" name="Rifle" entryId="w" number="1" type="upgrade"/></selections></selection>
  <selection id="6" name="Patrol" entryId="r" number="1" type="upgrade"><selections>
   <selection id="7" name="Rifleman" entryId="r" number="1" type="unit"/></selections></selection>
  <selection id="5" name="Riflemann" entryId="r" number="1" type="unit"/>
 </selections></force></forces><customNotes>At dawn</customNotes></roster>"""


@pytest.mark.parametrize("ruleset", all_rulesets(), ids=lambda ruleset: ruleset.slug)
def test_a_roster_has_the_published_structure(ruleset):
    force = ruleset.demo().with_ids()
    force = change_group(force, force.groups[0].id, notes="near\nthe bridge", name="")
    _, first = next(force.units())
    force = change_unit(force, first.id, notes="<hull down>", name=' "A" \u00a0& \t b')
    written = write_roster(LoadedArmy(ruleset, force))
    assert_valid(written, SCHEMA)
    assert written == write_roster(LoadedArmy(ruleset, force))
    units = read_root(written).findall(".//selection[@type='unit']")
    assert len(units) == len(list(force.units()))
    assert all(unit.find("profiles/profile[@typeName='Unit']") is not None for unit in units)
    ids = [
        each.get("id") for each in read_root(written).iter() if each.tag in ("force", "selection", "profile", "rule")
    ]
    assert len(ids) == len(set(ids))
    assert next(read_root(written).iter("force")).get("name") == ruleset.words.group.capitalize()
    read = read_roster(written)
    assert (read.loaded.force, read.remarks) == (force, ())


def test_a_packed_roster_is_an_archive_of_one_file():
    army = LoadedArmy(get_ruleset("mbt2020"), get_ruleset("mbt2020").demo().with_ids())
    packed = write_packed_roster(army)
    with zipfile.ZipFile(io.BytesIO(packed)) as found:
        (name,) = found.namelist()
        assert name.endswith(".ros")
        assert found.read(name) == write_roster(army)
    assert read_packed_roster(packed).loaded.force == army.force


def test_what_another_program_changed_is_read():
    game = get_ruleset("mbt2020")
    force = game.demo().with_ids()
    text = write_roster(LoadedArmy(game, force)).decode()
    changed = re.sub(r'number="1"\s+type="unit"', 'number="2" type="unit" customName="Twin"', text, count=1)
    units = read_roster(changed.replace(f'name="{force.name}"', 'name="New name"').encode()).loaded.force
    assert units.name == "New name"
    assert len(list(units.units())) == len(list(force.units())) + 1
    assert [unit.name for _, unit in units.units()][:3] == ["Twin", "Twin", ""]


def test_a_roster_of_another_program_is_read_with_a_report():
    read = read_roster(FOREIGN.encode())
    assert (read.loaded.ruleset.slug, read.loaded.force.name) == ("forum-combat", "Raid & run")
    assert read.loaded.force.notes == "At dawn"
    assert [group.name for group in read.loaded.force.groups] == ["Detachment"]
    assert [unit.name for _, unit in read.loaded.force.units()] == [*["Bravo"] * 3, ""]
    assert [(remark.place, remark.left_out) for remark in read.remarks] == [
        ("“Bravo”", False),
        ("“Bravo”", True),
        ("“Patrol”", True),
        ("“Rifleman”", False),
        ("“Riflemann”", True),
    ]
    assert read.remarks[1].message == "Its option “Rifle” was not read. Set it in the builder."
    assert "Did you mean “Rifleman”?" in read.remarks[4].message


ORCS = """<roster name="My list" gameSystemId="x" gameSystemName="{}"><forces><force name="Host"><selections>
  <selection name="Orc Chieftain" number="1" type="unit"/>
  <selection name="Orc Warrior" number="12" type="unit"/>
  <selection name="Warrior" number="6" type="unit"/>
 </selections></force></forces></roster>"""


def test_a_roster_that_names_another_game_is_refused_with_it():
    with pytest.raises(BadFile, match="“Fantasy Battle 4th Edition”, which is not a game of this site"):
        read_roster(ORCS.format("Fantasy Battle 4th Edition").encode())
    with pytest.raises(BadFile, match="“Fantasy Battle”"):
        read_roster(ORCS.format("Fantasy Battle").encode(), get_ruleset("mbt2020"))


def test_a_roster_without_a_game_needs_most_of_its_names():
    with pytest.raises(BadFile, match="“My list”, which is not a game of this site"):
        read_roster(ORCS.format("").encode())
    fewer = ORCS.replace("Orc Chieftain", "Ajax").replace("Orc Warrior", "Challenger 2")
    for name in ("", "mbt2020", "MBT 2020 v1.3", "MBT 2020 (2nd edition)"):
        read = read_roster(fewer.format(name).encode())
        assert (read.loaded.ruleset.slug, read.loaded.unit_count) == ("mbt2020", 19)


def test_a_roster_that_fits_two_games_is_asked_for():
    captain = ORCS.format("").replace("Orc Chieftain", "Ajax").replace("Orc Warrior", "Rifleman")
    text = captain.replace('<selection name="Warrior" number="6" type="unit"/>', "")
    with pytest.raises(UnclearGame) as asked:
        read_roster(text.replace("Ajax", "Captain").encode())
    assert [game.slug for game in asked.value.games] == ["forum-combat", "warstrike"]


FOREIGN_WORDS = """
Orc Elf Dwarf Goblin Warrior Captain Champion Scouts Rifleman Officer Walker Militia Brute Raider Marines Chieftain
Rider Knight Lord Guard Squad Section Battle Heavy Light Tank War Beast Infantry Assault Shaman
"""


def foreign(seed: int) -> bytes:
    """A roster of a game that there is not, of names that share words with ours."""
    drawn = random.Random(seed)
    system = " ".join(drawn.sample(FOREIGN_WORDS.split(), 2)) if seed % 2 else ""
    names = [
        " ".join(drawn.sample(FOREIGN_WORDS.split(), drawn.choice((2, 2, 2, 3)))) for _ in range(drawn.randint(3, 12))
    ]
    names[0] = drawn.choice(("Warrior", "Captain", "Scouts", "Rifleman"))
    rows = "".join(f"<selection name='{name}' number='{drawn.randint(1, 20)}' type='unit'/>" for name in names)
    force = f"<forces><force name='Host'><selections>{rows}</selections></force></forces>"
    return f"<roster name='R' gameSystemId='x' gameSystemName='{system}'>{force}</roster>".encode()


def test_a_thousand_rosters_of_other_games_are_refused():
    for seed in range(1000):
        with pytest.raises(BadFile):
            read_roster(foreign(seed))


@pytest.mark.parametrize(
    ("number", "cost", "points", "told"),
    [(1, "150.0", 150, ""), (2, "300", 150, ""), (3, "100", 0, "This was not understood: 100 points for 3")],
)
def test_a_unit_chosen_for_a_selection_costs_its_points(number, cost, points, told):
    selections = f"""<selection name="Captain" type="unit"/><selection name="Wolker" number="{number}" type="unit">
      <selections><selection name="Big gun"><costs><cost name="pts" value="0"/></costs></selection></selections>
      <costs><cost name="pts" value="{cost}"/></costs></selection>"""
    roster = f"""<roster name="L" gameSystemName="WarStrike"><forces><force name="First">
      <selections>{selections}</selections></force></forces></roster>"""
    read = mended(read_roster(roster.encode()), {"mend-0": "unit/walker"})
    units = [unit.spec for _, unit in read.loaded.force.units()][1:]
    assert [unit.context.points for unit in units] == [points] * number
    left = [each.message for each in read.remarks if each.place == "“Wolker”"][1:]
    assert [words for words in left if "100" in words] == [words for words in left if told and told in words], left
    assert bool(told) == any("100" in words for words in left)


def test_a_roster_packed_again_on_a_mac_is_read():
    game = get_ruleset("mbt2020")
    roster = write_roster(LoadedArmy(game, game.demo().with_ids()))
    packed = archive({"lists/": b"", "lists/a.ros": roster, "__MACOSX/lists/._a.ros": b"\0\5", ".DS_Store": b"\0"})
    assert read_packed_roster(packed).loaded.force == game.demo().with_ids()


def test_own_entries_of_rosters_before_are_read():
    game = get_ruleset("forum-combat")
    force = game.demo().with_ids()
    entry = replace(game.catalogue.of_kind("unit")[0], key="guard", name="Guard", source=Source.OWN)
    force = replace(force, entries=(entry,))
    written = write_roster(LoadedArmy(game, force)).decode()
    before = written.replace(entry_settings_id(game, "unit"), settings_id(game, "unit"))
    assert before != written
    assert read_roster(before.encode()).loaded.force == force


def test_a_roster_may_be_nested_deeply():
    deep = "<forces><force>" * 20_000 + "</force></forces>" * 20_000
    with pytest.raises(BadFile, match="is not a game of this site"):
        read_roster(f"<roster name='Deep'>{deep}</roster>".encode())


def test_what_is_no_roster_is_refused_in_words():
    for content, told in (
        (b"<catalogue/>", "a data file of BattleScribe, not a roster"),
        (b"<army/>", "a <roster> is expected"),
        (b"<roster>", "not valid XML"),
        (LAUGHS, "DOCTYPE"),
        (b"<roster><forces><force/></forces></roster>", "is not a game of this site"),
        (FOREIGN.replace('number="3"', 'number="99999"').encode(), "more than 3000 units"),
        (
            b"<roster><forces><force><selections>"
            + b"<selection name='Rifleman'/>" * 3001
            + b"</selections></force></forces></roster>",
            "more than 3000 selections",
        ),
    ):
        with pytest.raises(BadFile, match=told):
            read_roster(content)
    for files in ({}, {"a.ros": b"<a/>", "b.ros": b"<b/>"}):
        with pytest.raises(BadFile, match="exactly one"):
            read_packed_roster(archive(files))
