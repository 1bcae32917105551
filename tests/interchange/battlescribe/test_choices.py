"""What stands inside units of rosters by other list builders: weapons, choices, models and costs, by their names."""

from dataclasses import replace

import pytest

from armybuilder.armies.documents import BadFile
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.interchange.battlescribe import choices as roster_choices
from armybuilder.interchange.battlescribe.data_format import read_root, settings_id
from armybuilder.interchange.battlescribe.rosters import read_roster, write_roster
from rulesets.core.declarations.codec import encode
from rulesets.registry import all_rulesets, get_ruleset


def roster(game: str, forces: str, before: str = "") -> bytes:
    """A roster as another list builder writes it."""
    return f"""<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<roster id="a1" name="Guests" battleScribeVersion="2.03" generatedBy="https://example.org" gameSystemId="sys-99"
 gameSystemName="{game}" gameSystemRevision="7" xmlns="http://www.battlescribe.net/schema/rosterSchema">
 {before}<forces>{forces}</forces></roster>""".encode()


def changed(content: bytes) -> list[dict[str, object]]:
    """What each unit of a roster has that a new unit has not."""
    loaded = read_roster(content).loaded
    blank = encode(loaded.ruleset.unit())
    specs = [encode(unit.spec) for _, unit in loaded.force.units()]
    return [{name: value for name, value in spec.items() if value != blank[name]} for spec in specs]


def told(content: bytes) -> list[str]:
    """The lines of a roster's report, those of what is left out with a minus."""
    return [f"{'-' if each.left_out else '+'} {each}" for each in read_roster(content).remarks]


PATROL = roster(
    "Forge of War",
    """
 <force id="f1" name="Patrol" entryId="x1" catalogueId="c1" catalogueRevision="3" catalogueName="Humans"><selections>
  <selection id="s1" name="Line Infantry Troops" entryId="u1::u2" number="1" page="12" type="unit" from="entry">
   <rules><rule id="r1" name="Jump packs" hidden="false"><description>Over walls</description></rule>
    <rule id="r2" name="Steady" hidden="false"/></rules>
   <profiles><profile id="p0" name="Line Infantry Troops" hidden="false" typeId="t1" typeName="Unit"/></profiles>
   <selections>
    <selection id="s2" name="Line Infantry Troops" entryId="m1" number="8" type="model">
     <selections><selection id="s3" name="Plasma Rifle" entryId="w1" number="6" type="upgrade" from="group"
       group="Squad::Wargear" entryGroupId="g1">
      <profiles><profile id="p1" name="Plasma Rifle" hidden="false" typeId="t2" typeName="Weapon"><characteristics>
       <characteristic name="Range" typeId="t3">24</characteristic></characteristics></profile></profiles>
      <costs><cost name="pts" typeId="points" value="12.0"/></costs></selection></selections>
     <costs><cost name="pts" typeId="points" value="64.0"/><cost name="PL" typeId="pl" value="4.0"/></costs>
    </selection>
    <selection id="s4" name="plasma rifle" entryId="w1" number="2" type="upgrade"/>
    <selection id="s5" name="Light Support Weapon" entryId="w2" number="1" type="upgrade"/>
    <selection id="s6" name="Power Armour" entryId="a" number="1" type="upgrade"/>
    <selection id="s7" name="Veteran" entryId="v" number="1" type="upgrade" from="group" group="Training"/>
    <selection id="s8" name="Banner" entryId="b" number="1" type="upgrade"/>
    <selection id="s9" name="Light walker" entryId="t" number="1" type="unit">
     <selections><selection id="s10" name="20mm Minigun" entryId="w3" number="1" type="upgrade"/></selections>
     <costs><cost name="pts" typeId="points" value="50.0"/></costs></selection>
   </selections><costs><cost name="pts" typeId="points" value="10.0"/><cost name="PL" typeId="pl" value="1.0"/></costs>
  </selection></selections>
  <forces><force id="f2" name="Reserve" entryId="x2" catalogueId="c1"><selections>
   <selection id="s11" name="Marines" entryId="u3" number="3" type="unit"><selections>
    <selection id="s12" name="Shotgun (Solid shot)" entryId="w4" number="15" type="upgrade"/></selections>
    <costs><cost name="Points" typeId="points" value="91.5"/></costs></selection>
   <selection id="s13" name="Rioters" entryId="u4" number="2" type="unit">
    <costs><cost name="Points" typeId="points" value="31"/></costs></selection>
  </selections></force></forces></force>""",
    """<costs><cost name="pts" typeId="points" value="258.5"/></costs><costLimits>
 <costLimit name="PL" typeId="pl" value="50.0"/><costLimit name="pts" typeId="points" value="500.0"/></costLimits>""",
)


def test_squads_come_with_their_weapons_choices_and_points():
    loaded = read_roster(PATROL).loaded
    assert [(group.name, len(group.units)) for group in loaded.force.groups] == [("Patrol", 2), ("Reserve", 5)]
    assert loaded.force.spec.limit == 500
    squad, walker, *reserve = changed(PATROL)
    held = {"crew": None, "mount": None, "crewed": True}
    assert squad == {
        "troops": "line_infantry",
        "figures": 8,
        "weapons": [{"weapon": "plasma_rifle", "count": 8, **held}, {"weapon": "lsw", "count": 1, **held}],
        "armour": "power",
        "training": "veteran",
        "jump_packs": True,
        "value": 86,
    }
    assert walker["weapons"] == [{"weapon": "minigun_20mm", "count": 1, **held}]
    assert walker["value"] == 50
    assert [each.get("weapons") for each in reserve[:3]] == [[{"weapon": "shotgun_solid", "count": 5, **held}]] * 3
    assert {each.get("value", 0) for each in reserve} == {0}
    assert told(PATROL) == [
        "+ “Line Infantry Troops”: read by its name: Line Infantry Troops",
        "- Costs: “PL” is not a number of this game’s units.",
        "+ “Line Infantry Troops”: read by its name: 8 × Line Infantry Troops",
        "+ “Line Infantry Troops”: read by its name: 6 × Plasma Rifle (Weapons)",
        "+ “Line Infantry Troops”: read by its name: 2 × plasma rifle (Weapons)",
        "+ “Line Infantry Troops”: read by its name: Light Support Weapon (Weapons)",
        "+ “Line Infantry Troops”: read by its name: Power Armour (Armour)",
        "+ “Line Infantry Troops”: read by its name: Veteran (Training)",
        "- “Line Infantry Troops”: Its option “Banner” was not read. Set it in the builder.",
        "+ “Line Infantry Troops”: read by its name: Jump packs (Jump packs)",
        "- “Line Infantry Troops”: Its option “Steady” was not read. Set it in the builder.",
        "+ “Line Infantry Troops”: read by its name: 86 (Your points)",
        "+ “Light walker”: read by its name: Light walker",
        "+ “Light walker”: read by its name: 20mm Minigun (Weapons)",
        "+ “Light walker”: read by its name: 50 (Your points)",
        "+ “Marines”: read by its name: 3 × Marines",
        "- “Marines”: “91.5” Points: the number should be whole and at least 0.",
        "+ “Marines”: read by its name: 5 × Shotgun (Solid shot) (Weapons)",
        "+ “Rioters”: read by its name: 2 × Rioters",
        "- “Rioters”: 31 points cannot be divided equally among 2 units.",
        "- Limits: 50.0 “PL” is not a limit of this game’s forces.",
        "+ Limits: read by its name: 500 pts (Points limit)",
    ]


def test_models_of_a_name_that_a_unit_has_are_counted():
    content = roster(
        "WarStrike",
        """<force id="f" name="First" entryId="x" catalogueId="c"><selections>
 <selection id="1" name="Rifle Section" entryId="u" number="1" type="unit"><selections>
  <selection id="2" name="Rifleman" entryId="m" number="3" type="model"><selections>
   <selection id="3" name="Battle rifle" entryId="w" number="3" type="upgrade"/></selections></selection>
  <selection id="4" name="rifleman" entryId="m" number="2" type="model"><selections>
   <selection id="5" name="Laser cannon" entryId="w" number="100" type="upgrade"/></selections></selection>
  <selection id="6" name="Veterans" entryId="m" number="1" type="upgrade"/>
  <selection id="7" name="Standard" entryId="m" number="1" type="upgrade"/>
 </selections><costs><cost name="Points" typeId="p" value="10000.0"/></costs></selection>
</selections></force>""",
        """<costLimits><costLimit name="Points limit" typeId="p" value="1500.0"/>
 <costLimit name="pts" typeId="p" value="20.0"/><costLimit name="CP" typeId="q" value="-1.0"/></costLimits>""",
    )
    loaded = read_roster(content).loaded
    assert loaded.force.spec.points_limit == 1500
    ((_, unit),) = loaded.force.units()
    assert [(row.name, row.number) for row in unit.spec.models] == [("Sergeant", 1), ("Rifleman", 5), ("Gunner", 1)]
    assert [(row.weapon, row.number) for row in unit.spec.weapons] == [("battle-rifle", 3)]
    assert [line for line in told(content) if line[0] == "-"] == [
        "- “Rifle Section”: 100 × Laser cannon (Weapons): enter a number from 1 to 99, not 100. Set it in the builder.",
        "- “Rifle Section”: Its option “Veterans” was not read. Set it in the builder.",
        "- “Rifle Section”: Its option “Standard” was not read. Set it in the builder.",
        "- “Rifle Section”: 10000 (Points): enter a number from 0 to 9999, not 10000. Set it in the builder.",
        "- Limits: 20.0 “pts” is not a limit of this game’s armies.",
    ]


def test_lists_without_numbers_and_words_of_two_fields_are_read():
    content = roster(
        "Forum Combat",
        """<force id="f" name="First" entryId="x" catalogueId="c"><selections>
 <selection id="1" name="Officer" entryId="u" number="1" type="model">
  <profiles><profile id="p" name="Sidearm" hidden="false" typeId="t" typeName="Weapon"/></profiles><selections>
  <selection id="2" name="Officer" entryId="m" number="2" type="model"/>
  <selection id="6" name="Rifleman" entryId="m" number="1" type="model"/>
  <selection id="7" name="Raider" entryId="m" number="1" type="upgrade"/>
  <selection id="3" name="Great Claws" entryId="w" number="4" type="upgrade"/>
  <selection id="4" name="Take Aim" entryId="w" number="1" type="upgrade"/>
  <selection id="5" name="CP" entryId="w" number="3" type="upgrade"/>
 </selections><costs><cost name="pts" typeId="p" value="25.0"/></costs></selection>
</selections></force>""",
        '<costLimits><costLimit name="pts" typeId="p" value="300"/></costLimits>',
    )
    assert read_roster(content).loaded.force.spec.budget == 300
    assert changed(content) == [
        {"profile": "officer", "count": 2, "weapons": ["great-claws", "sidearm"], "cp": 3, "abilities": ["take-aim"]},
        {"profile": "rifleman"},
    ]
    assert [line for line in told(content) if line[0] == "-"] == [
        "- Costs: “pts” is not a number of this game’s units.",
        "- “Officer”: Its option “Raider” was not read. Set it in the builder.",
    ]
    squad = """<force id="f" name="First" entryId="x" catalogueId="c"><selections>
 <selection id="1" name="Alpha" entryId="u" number="1" type="unit"><selections>
  <selection id="2" name="Rifleman" entryId="m" number="7" type="model"><selections>
   <selection id="3" name="Bayonet" entryId="w" number="7" type="upgrade"/></selections></selection>
  <selection id="4" name="Brute" entryId="m" number="41" type="model"/></selections></selection>
</selections></force>"""
    assert changed(roster("Forum Combat", squad)) == [
        {"profile": "rifleman", "count": 7, "weapons": ["bayonet"]},
        {"profile": "brute"},
    ]
    assert told(roster("Forum Combat", squad))[-1] == (
        "- “Brute”: 41 × Brute: enter a number from 1 to 40, not 41. Set it in the builder."
    )
    content = roster(
        "MBT 2020",
        """<force id="f" name="First" entryId="x" catalogueId="c"><selections>
 <selection id="1" name="INF+" entryId="u" number="1" type="unit"><selections>
  <selection id="2" name="Warrior" entryId="m" number="1" type="model"/>
  <selection id="3" name="INFANTRY" entryId="m" number="1" type="upgrade"/>
  <selection id="4" name="fast" entryId="m" number="1" type="upgrade"/>
  <selection id="5" name="BGHQ" entryId="m" number="1" type="upgrade"/></selections></selection>
</selections></force>""",
        '<costLimits><costLimit name="pts" typeId="p" value="300"/></costLimits>',
    )
    assert changed(content) == [
        {"sub_class": "INF+", "vehicle": "warrior", "posture": "INFANTRY", "mode": "FAST", "hq": True}
    ]
    assert [line for line in told(content) if line[0] == "-"] == [
        "- Limits: 300 “pts” is not a limit of this game’s armies."
    ]


def test_a_name_of_two_fields_is_told_with_both():
    def leader(group: str) -> bytes:
        return roster(
            "Forge of War",
            f"""<force id="f" name="First" entryId="x" catalogueId="c"><selections>
 <selection id="1" name="Marines" entryId="u" number="1" type="unit"><selections>
  <selection id="2" name="Rioters" entryId="m" number="1" type="upgrade" group="{group}"/></selections></selection>
</selections></force>""",
        )

    assert changed(leader("Dismounted"))[0]["dismounted"] == "rioters"
    (_, line) = told(leader("Wargear"))
    assert line == "- “Marines”: Its option “Rioters” may be its Troops or Dismounted. Set it in the builder."


def test_profiles_of_a_catalogue_set_nothing_and_limits_go_out():
    game = get_ruleset("forge-of-war")
    force = game.demo().with_ids()
    force = replace(force, spec=replace(force.spec, limit=900))
    written = write_roster(LoadedArmy(game, force))
    limits = read_root(written).findall("costLimits/costLimit")
    assert [(each.get("name"), each.get("value")) for each in limits] == [("Points", "900.0")]
    assert read_roster(written.replace(settings_id(game, "unit").encode(), b"0")).loaded.force.spec.limit == 900
    for game in all_rulesets():
        written = write_roster(LoadedArmy(game, game.demo().with_ids()))
        written = written.replace(settings_id(game, "unit").encode(), b"0").replace(b'value="0.0"', b'value="5.0"')
        by_name = read_roster(written)
        assert [each for each in by_name.remarks if each.place == "Costs" or "(Weapons)" in each.message] == []


def test_a_roster_of_very_many_names_is_refused(monkeypatch):
    monkeypatch.setattr(roster_choices, "MAX_NAMES", 5)
    with pytest.raises(BadFile, match=r"too many names to look up\. The limit is 5\."):
        read_roster(PATROL)
