"""Shooting, weapons and hits on the sheet."""

import pytest

from tests.rulesets.forge_of_war.quick_reference.sheets import COMPLETE, SWITCHES, cells, sheet, told


def test_all_weapons_stand_on_the_complete_sheet() -> None:
    rows = cells(COMPLETE["weapons"].tables[0])
    assert len(rows) == 23
    assert rows[0] == ["20mm Minigun", "24/12", "4", "4", "heavy"]
    assert ["Howitzer", "120/60", "7", "6/8/1", "WV +2 at vehicles; indirect, inaccurate"] in rows


def test_special_weapons_bring_their_line() -> None:
    plain = sheet(units=["line_infantry 10 | assault_rifle x10"])
    assert [line.term for line in plain["hits"].lines] == ["Each hit", "Beyond those seen", "Wounds", "Snipers"]
    special = sheet(units=["line_infantry 10 | flame_thrower x1, plasma_rifle x1, sniper_rifle x1"])
    assert [line.term for line in special["hits"].lines][3:] == ["Area", "Snipers", "Backfire"]
    tank = sheet(units=["!battle_tank"], commander=False)
    assert "Snipers" not in [line.term for line in tank["hits"].lines]


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


def test_the_note_on_low_values_says_what_is_rounded() -> None:
    notes = {
        reading: sheet(house_rules={"zero_pool_group": reading})["shooting"].tables[1].note
        for reading in SWITCHES["zero_pool_group"].keys
    }
    assert notes == {
        "weapon": "Dice rounded up for each weapon.",
        "value": "Dice rounded up for all weapons of one value together.",
        "unit": "Dice rounded up once for the unit, the best chances first.",
    }


def test_cover_as_armour_leaves_the_list_of_penalties() -> None:
    rows = {row[0]: row[1] for row in cells(sheet(house_rules={"cover_mode": "av"})["shooting"].tables[0])}
    assert "Soft / hard / fortified / bunker" not in rows
    assert rows["Target’s AV, cover included, less WV"] == "−AV"
    usual = {row[0]: row[1] for row in cells(COMPLETE["shooting"].tables[0])}
    assert usual["Soft / hard / fortified / bunker"] == "−1 / −2 / −3 / −4"


def test_ones_are_rolled_again_at_low_values() -> None:
    assert cells(COMPLETE["shooting"].tables[1]) == [
        ["Dice ÷", *(str(number) for number in range(2, 12))],
        ["1s again, need", *(str(number) for number in range(10, 0, -1))],
    ]


@pytest.mark.parametrize(
    ("switch", "key", "slug", "term", "usual", "other"),
    [
        (
            "rifle_long_moved",
            "one_die",
            "weapons",
            "Assault Rifle",
            ["24/12", "1", "2, over\xa012″\xa01", "no dice over 12″ after moving"],
            ["24/12", "1", "2, over\xa012″\xa01", ""],
        ),
    ],
)
def test_what_the_sheet_says_under_a_reading(
    switch: str, key: str, slug: str, term: str, usual: list[str], other: list[str]
) -> None:
    assert told(slug, term) == usual
    assert told(slug, term, **{switch: key}) == other
