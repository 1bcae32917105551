"""The quick-reference sheet: complete, and with what one force needs."""

from typing import Any

import pytest

from rulesets.core.reference import Section, Table
from rulesets.systems.forge_of_war import RULESET
from rulesets.systems.forge_of_war.catalogue import review_of
from tests.rulesets.forge_of_war import shorthand

BLOCKS = [
    "turn", "command", "actions", "markers", "chances", "movement", "cover", "shooting", "weapons", "hits",
    "close-combat", "vehicles", "options", "thresholds", "readings",
]  # fmt: skip


def sheet(**case: Any) -> dict[str, Section]:
    return {section.slug: section for section in RULESET.sections(review_of(shorthand.force(case)))}


COMPLETE = {section.slug: section for section in RULESET.sections(None)}


def cells(table: Table) -> list[list[str]]:
    return [[cell.text for cell in row] for row in table.rows]


def text(section: Section) -> str:
    return " | ".join(f"{line.term}: {line.text}" for line in section.lines)


def test_the_complete_sheet_has_every_block() -> None:
    assert list(COMPLETE) == BLOCKS


def test_numbers_of_the_complete_sheet() -> None:
    assert cells(COMPLETE["markers"].tables[0]) == [
        ["Elite", "5"],
        ["Veteran", "4"],
        ["Professional", "3"],
        ["Militia", "2"],
        ["Horde", "1"],
    ]
    assert cells(COMPLETE["chances"].tables[0])[0] == ["CV 3", "30 %", "20 %", "10 %", "0 %", "0 %", "0 %"]
    assert cells(COMPLETE["chances"].tables[0])[-1] == ["CV 10", "90 %", "90 %", "80 %", "70 %", "60 %", "50 %"]
    assert cells(COMPLETE["movement"].tables[0]) == [
        ["Infantry", "6″", "3″"],
        ["Cavalry", "12″", "6″"],
        ["Monstrous creature", "6″*", "3″"],
        ["Armour", "8″", "4″"],
        ["Other vehicle", "12″", "6″"],
    ]
    assert [row[2:] for row in cells(COMPLETE["cover"].tables[0])] == [
        ["+1", "−1"],
        ["+2", "−2"],
        ["+3", "−3"],
        ["+3", "−4"],
    ]
    assert cells(COMPLETE["shooting"].tables[1]) == [
        ["Dice ÷", *(str(number) for number in range(2, 12))],
        ["1s again, need", *(str(number) for number in range(10, 0, -1))],
    ]
    assert cells(COMPLETE["vehicles"].tables[0]) == [
        ["Damage", "Light", "Light ×2", "Moderate", "Moderate ×2", "Destroyed"]
    ]
    strengths = {row[0]: row[1:] for row in cells(COMPLETE["thresholds"].tables[0])}
    assert {start: strengths[start] for start in ("5", "7", "10", "15", "20")} == {
        "5": ["2", "1", "1"],
        "7": ["3", "2", "1"],
        "10": ["5", "3", "2"],
        "15": ["7", "5", "3"],
        "20": ["10", "6", "5"],
    }


def test_all_weapons_stand_on_the_complete_sheet() -> None:
    rows = cells(COMPLETE["weapons"].tables[0])
    assert len(rows) == 23
    assert rows[0] == ["20mm Minigun", "24/12", "4", "4", "heavy"]
    assert ["Howitzer", "120/60", "7", "6/8/1", "WV +2 at vehicles; indirect, inaccurate"] in rows


def test_a_foot_force_has_no_word_of_vehicles_or_options() -> None:
    foot = sheet(units=["line_infantry 10 | assault_rifle x10"])
    assert [block for block in BLOCKS if block not in foot] == ["vehicles", "options"]
    assert [row[0] for row in cells(foot["weapons"].tables[0])] == ["Assault Rifle"]
    assert cells(foot["markers"].tables[0]) == [["Professional", "3"]]
    assert [row[0] for row in cells(foot["chances"].tables[0])] == ["CV 7"]
    assert [row[0] for row in cells(foot["movement"].tables[0])] == ["Infantry"]
    assert [row[0] for row in cells(foot["thresholds"].tables[0])] == ["5", "10"]
    assert "Hiding" not in [row[0] for row in cells(foot["command"].tables[0])]


def test_anti_tank_weapons_bring_the_vehicle_block() -> None:
    assert "vehicles" in sheet(units=["line_infantry 10 | assault_rifle x9, rpg_heap x1"])
    assert "vehicles" in sheet(units=["!apc"])


def test_both_rounds_of_a_launcher_are_listed() -> None:
    rows = cells(sheet(units=["line_infantry 10 | assault_rifle x9, rpg_heap x1"])["weapons"].tables[0])
    assert [row[0] for row in rows] == ["Assault Rifle", "RPG (HE)", "RPG (HEAP)"]


def test_optional_rules_in_use() -> None:
    used = sheet(units=["rioters 20"], settings={"covering_fire": True, "reaction_tests": True})
    assert [line.term for line in used["options"].lines] == ["Covering fire", "Reaction", "Flees"]
    everything = {"covering_fire": True, "stances": True, "reaction_tests": True, "indirect_fire": True}
    assert used["options"] != COMPLETE["options"]
    assert sheet(units=["rioters 20"], settings=everything)["options"] == COMPLETE["options"]


def test_special_weapons_bring_their_line() -> None:
    plain = sheet(units=["line_infantry 10 | assault_rifle x10"])
    assert [line.term for line in plain["hits"].lines] == ["Each hit", "Beyond those seen", "Wounds"]
    special = sheet(units=["line_infantry 10 | flame_thrower x1, plasma_rifle x1, sniper_rifle x1"])
    assert [line.term for line in special["hits"].lines][3:] == ["Area", "Sniper", "Backfire"]


@pytest.mark.parametrize(
    ("backfires", "told"),
    [
        ({"backfires_on": 1}, "a d10 for each after firing: on 1 a hit on the firers"),
        ({"backfires_on": 2}, "a d10 for each after firing: hits on the firers as the weapon’s notes say"),
    ],
)
def test_weapons_that_backfire_otherwise_are_told_by_their_notes(backfires: dict[str, int], told: str) -> None:
    fire = {"kind": "fixed", "dice": 1}
    entry = {"kind": "weapon", "key": "sun", "name": "Sun gun", "range": 24, "weight_of_fire": fire, **backfires}
    used = sheet(units=["line_infantry 10 | sun x10"], entries=[entry])
    assert used["hits"].lines[-1].text == told


def test_an_own_weapon_stands_on_the_sheet() -> None:
    entry = {
        "kind": "weapon",
        "key": "laser",
        "name": "Laser rifle",
        "range": 31,
        "weight_of_fire": {"kind": "fixed", "dice": 1},
    }
    used = sheet(units=["line_infantry 10 | laser x10"], entries=[entry])
    assert cells(used["weapons"].tables[0])[1:] == [["Laser rifle", "31/15.5", "0", "1", ""]]


def test_changed_readings_show() -> None:
    changed = {
        "charge_bonus": "1",
        "zero_pool_divisor": "off",
        "armour_move": "all_12",
        "rally_initiative": "never_passes",
        "reaction_flee": "shifted10plus",
        "flame_hits": "roll_each",
        "vehicle_wounds": "none",
        "coverfire_penalty": "cumulative",
        "nat10_scope": "activation_only",
        "lsw_wv": "2",
    }
    used = sheet(
        units=["line_infantry 10 | lsw x9, flame_thrower x1", "!battle_tank"],
        house_rules=changed,
        settings={"covering_fire": True, "reaction_tests": True},
    )
    assert len(used["readings"].lines) == len(changed)
    assert ["Charged this turn", "+1"] in cells(used["close-combat"].tables[0])
    assert cells(used["shooting"].tables[1])[0] == ["Dice ÷", *["–"] * 10]
    assert ["Armour", "12″", "6″"] in cells(used["movement"].tables[0])
    assert "a rally never passes it" in text(used["turn"])
    assert "Flees: roll plus modifiers of 10 or more when the value is below 5" in text(used["options"])
    assert "after a move −2 and the usual penalty" in text(used["options"])
    assert "Area: attacks each in it, friends too" in text(used["hits"])
    assert "wounds cancel nothing" in text(used["vehicles"])
    assert "Natural 10: fails to activate or react" in text(used["command"])
    assert ["LSW", "36/18", "2", "3", ""] in cells(used["weapons"].tables[0])


def test_an_empty_force_has_a_sheet() -> None:
    empty = sheet(commander=False)
    assert [block for block in BLOCKS if block not in empty] == ["weapons", "vehicles", "options"]
    assert cells(empty["chances"].tables[0]) == cells(COMPLETE["chances"].tables[0])


def test_lines_are_short() -> None:
    for section in COMPLETE.values():
        for line in section.lines:
            assert len(line.text) <= 90, line
