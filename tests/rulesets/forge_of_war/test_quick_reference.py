"""The quick-reference sheet: complete, and with what one force needs, under the readings played."""

from typing import Any

import pytest

from rulesets.core.codec import decode
from rulesets.core.house_rules import HouseRules
from rulesets.core.reference import Line, Section
from rulesets.core.tables import Table
from rulesets.systems.forge_of_war import RULESET
from rulesets.systems.forge_of_war.catalogue import context_of
from rulesets.systems.forge_of_war.modifiers import plain
from rulesets.systems.forge_of_war.quick_reference.need import OPTION_SWITCHES
from tests.rulesets.forge_of_war import shorthand

BLOCKS = [
    "turn", "command", "actions", "markers", "chances", "movement", "cover", "shooting", "weapons", "hits",
    "close-combat", "vehicles", "options", "thresholds", "readings",
]  # fmt: skip


def sheet(**case: Any) -> dict[str, Section]:
    return {section.slug: section for section in RULESET.sections(context_of(shorthand.force(case)))}


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


def test_a_foot_force_has_no_word_of_own_vehicles_or_options() -> None:
    foot = sheet(units=["line_infantry 10 | assault_rifle x10"])
    assert [block for block in BLOCKS if block not in foot] == ["options"]
    assert [line.term for line in COMPLETE["vehicles"].lines if line not in foot["vehicles"].lines] == [
        "Bale out",
        "Still inside",
        "Turret, pintle",
    ]
    assert [row[0] for row in cells(foot["weapons"].tables[0])] == ["Assault Rifle"]
    assert cells(foot["markers"].tables[0]) == [["Professional", "3"]]
    assert [row[0] for row in cells(foot["chances"].tables[0])] == ["CV 7"]
    assert [row[0] for row in cells(foot["movement"].tables[0])] == ["Infantry"]
    assert [row[0] for row in cells(foot["thresholds"].tables[0])] == ["5", "10"]
    assert "Hiding" not in [row[0] for row in cells(foot["command"].tables[0])]


def test_vehicles_and_weapons_that_harm_them_bring_the_vehicle_block() -> None:
    assert "vehicles" not in sheet(units=["rioters 20 | shotgun_solid x20"], commander=False)
    assert "vehicles" in sheet(units=["rioters 20 | smg x1"], commander=False)
    assert "vehicles" in sheet(units=["!apc"], commander=False)


def test_both_rounds_of_a_launcher_are_listed() -> None:
    rows = cells(sheet(units=["line_infantry 10 | assault_rifle x9, rpg_heap x1"])["weapons"].tables[0])
    assert [row[0] for row in rows] == ["Assault Rifle", "RPG (HE)", "RPG (HEAP)"]


def test_optional_rules_in_use() -> None:
    used = sheet(units=["rioters 20"], settings={"covering_fire": True, "reaction_tests": True})
    assert [line.term for line in used["options"].lines] == [
        "Covering fire", "Its orders", "Reaction", "No reaction", "Flees",
    ]  # fmt: skip
    everything = {"covering_fire": True, "stances": True, "reaction_tests": True, "indirect_fire": True}
    assert used["options"] != COMPLETE["options"]
    assert sheet(units=["rioters 20"], settings=everything)["options"] == COMPLETE["options"]


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
    assert [row[0] for row in cells(used["shooting"].tables[1])] == ["1s again, need"]
    assert used["shooting"].tables[1].note == "All dice are rolled."
    assert ["Armour", "12″", "6″"] in cells(used["movement"].tables[0])
    assert "a rally never passes it" in text(used["turn"])
    assert "Flees: roll plus modifiers of 10 or more when the value is below 5" in text(used["options"])
    assert "after a move −3, over 6″ −4" in text(used["options"])
    assert "Area: attacks each in it, friends too" in text(used["hits"])
    assert "wounds cancel nothing" in text(used["vehicles"])
    assert "Natural 10: fails a test of activation and reaction" in text(used["command"])
    assert ["LSW", "36/18", "2", "3", ""] in cells(used["weapons"].tables[0])


EVERYTHING = {
    "units": [
        "Squad: line_infantry 10 | assault_rifle x4, lsw x1, sniper_rifle x1, hmg x1 | role=leader",
        "Guns: line_infantry 10 | mortar_heavy x2, missile_heap x1, flame_thrower x1, plasma_rifle x2",
        "Riders: line_infantry 10 | smg x10 | arm=cavalry",
        "Beast: hive_monsters 5 | - | arm=monstrous",
        "!battle_tank",
        "!apc",
    ],
    "settings": {"covering_fire": True, "stances": True, "reaction_tests": True, "indirect_fire": True},
}
"""A force to which every rule of the sheet applies."""

SWITCHES = {ruling.switch: ruling for ruling in RULESET.rulings if ruling.switch}
NOT_OF_PLAY = {"unit_size_severity", "hpa_av"}
"""Switches about lists before play, and about values that stand on cards."""


def body(**house_rules: str) -> list[Section]:
    """The sheet of everything under these house rules, but for the list of them."""
    made = sheet(**EVERYTHING, house_rules=house_rules)
    return [section for slug, section in made.items() if slug != "readings"]


@pytest.mark.parametrize(
    ("switch", "key"),
    [
        (switch, reading.key)
        for switch, ruling in SWITCHES.items()
        for reading in ruling.readings
        if reading.key != ruling.default
    ],
)
def test_every_reading_of_play_is_told_where_it_applies(switch: str, key: str) -> None:
    assert (body(**{switch: key}) != body()) is (switch not in NOT_OF_PLAY)


@pytest.mark.parametrize(("switch", "option"), [(s, name) for name, found in OPTION_SWITCHES.items() for s in found])
def test_a_house_rule_about_an_optional_rule_brings_that_rule(switch: str, option: str) -> None:
    key = next(reading.key for reading in SWITCHES[switch].readings if reading.key != SWITCHES[switch].default)
    chosen = {"units": EVERYTHING["units"], "house_rules": {switch: key}}
    assert sheet(**chosen) == sheet(**chosen, settings={option: True})


def told(slug: str, term: str, **house_rules: str) -> list[str]:
    """The line of that term, or the row of a table that begins with it, as the sheet of everything has it."""
    section = sheet(**EVERYTHING, house_rules=house_rules)[slug]
    rows = {row[0]: row[1:] for each in section.tables for row in cells(each)}
    return {**rows, **{line.term: [line.text] for line in section.lines}}[term]


@pytest.mark.parametrize(
    ("switch", "key", "slug", "term", "usual", "other"),
    [
        ("cover_mode", "av", "cover", "Bunker", ["by agreement", "+3", "−4"], ["by agreement", "+3", "+4"]),
        ("cover_mode", "both", "cover", "Bunker", ["by agreement", "+3", "−4"], ["by agreement", "+3", "+4", "−4"]),
        (
            "rifle_long_moved", "one_die", "weapons", "Assault Rifle",
            ["24/12", "1", "2, over\xa012″\xa01", "no dice over 12″ after moving"],
            ["24/12", "1", "2, over\xa012″\xa01", ""],
        ),
        (
            "rule_of_one", "exactly_one", "command", "Rally",
            ["one D-marker off for each point below the value, on a 1 at least one"],
            ["one D-marker off for each point below the value, on a 1 just one"],
        ),
        (
            "obstacle_at_cap", "lose_figure", "movement", "Obstacle",
            ["hedges, low walls, wire, fences: −2″ once, or a D-marker; at the cap with care only"],
            ["hedges, low walls, wire, fences: −2″ once, or a D-marker; at the cap a figure"],
        ),
        (
            "heavy_deploy", "off", "actions", "Two of",
            ["move, shoot, deploy a heavy weapon; only a move twice"],
            ["move, shoot; only a move twice"],
        ),
        (
            "indirect_attack", "weight_of_fire", "options", "Indirect",
            ["a friend out of close combat sees the point; dice less the lower SV = inches off"],
            ["a friend out of close combat sees the target; the weapon’s dice as in direct fire, no template"],
        ),
        ("cc_fighters", "all", "close-combat", "Dice",
         ["attacks of each figure in contact"], ["attacks of every figure of the unit"]),
        (
            "coverfire_trigger", "moving_in_los", "options", "Covering fire",
            ["a shot a turn at an enemy that comes into sight; after a move −2"],
            ["a shot a turn at an enemy that moves in sight; after a move −2"],
        ),
        (
            "coverfire_penalty", "normal_move_penalty", "options", "Covering fire",
            ["a shot a turn at an enemy that comes into sight; after a move −2"],
            ["a shot a turn at an enemy that comes into sight; after a move −1, over 6″ −2"],
        ),
        ("sniper_crew", "error", "actions", "Sniper’s spotter", ["should have one"], ["cannot fire without one"]),
        ("dmarker_move_penalty", "1", "markers", "Each",
         ["−1 to CV, SV and FV"], ["−1 to CV, SV and FV, −1″ to a move"]),
        ("vehicle_no_system_left", "ignored", "vehicles", "Nothing left to give",
         ["it is destroyed"], ["no more happens"]),
    ],
)  # fmt: skip
def test_what_the_sheet_says_under_a_reading(
    switch: str, key: str, slug: str, term: str, usual: list[str], other: list[str]
) -> None:
    assert told(slug, term) == usual
    assert told(slug, term, **{switch: key}) == other


def test_the_first_strike_names_the_cover_that_gives_it() -> None:
    for reading, term in (("any_cover", "Into cover"), ("hard_only", "Into hard cover")):
        lines = [line.term for line in sheet(house_rules={"cc_soft_first_strike": reading})["close-combat"].lines]
        assert [each for each in lines if each.startswith("Into")] == [term]


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


@pytest.mark.parametrize("reading", ["flat_minus2", "normal_move_penalty", "cumulative"])
def test_the_sheet_and_the_calculator_cost_a_move_before_covering_fire_alike(reading: str) -> None:
    house = HouseRules(RULESET.rulings, [("coverfire_penalty", reading)])
    calculator = RULESET.calculator("covering-fire")
    values = []
    for moved in (0, 6, 7):
        question = decode(calculator.question, {"shooters": {"moved": moved}, "distance": 4})
        answer = calculator.ask(question, RULESET.catalogue, house)
        (shot,) = (step for step in answer.steps if step.label == "Assault Rifle")
        values.append(int(shot.value.replace("−", "-")))
    slow, fast = (plain(value - values[0]) for value in values[1:])
    words = f"after a move {slow}" if slow == fast else f"after a move {slow}, over 6″ {fast}"
    (line,) = told("options", "Covering fire", coverfire_penalty=reading)
    assert line.endswith(words)


@pytest.mark.parametrize(
    ("slug", "line"),
    [
        ("movement", Line("Difficult", "woods, bog, fords, ash, steep slopes, rocks, scree, deep snow")),
        (
            "movement",
            Line("Road", "full speed through difficult ground if every figure keeps to it; streets are clear"),
        ),
        ("movement", Line("Impassable", "lava, deep water, city walls, unless by bridge, boat, gate or ladder")),
        (
            "movement",
            Line("Buildings", "difficult on foot; impassable for mounted cavalry; armour: a D-marker each move"),
        ),
        (
            "movement",
            Line(
                "Dismounted",
                "one in 4 holds the mounts; a move action to get off or on; may lead them through buildings",
            ),
        ),
        ("options", Line("Its orders", "last until it fires or acts again, into later turns")),
        (
            "options",
            Line(
                "No reaction",
                "who hides, is on covering fire (and just shoots), or fired it, tested or fled this turn",
            ),
        ),
        (
            "close-combat",
            Line("Away", "a full move from the enemy first, if it can to its own edge; then all but new contact"),
        ),
        (
            "vehicles",
            Line("Still inside", "try again with their next attempt; out by that, they do nothing else this turn"),
        ),
    ],
)
def test_what_a_player_looks_up(slug: str, line: Line) -> None:
    assert line in COMPLETE[slug].lines


def test_buildings_are_told_to_those_who_are_there() -> None:
    riders = sheet(units=["line_infantry 10 | smg x10 | arm=cavalry"], commander=False)
    assert [line.text for line in riders["movement"].lines if line.term == "Buildings"] == [
        "impassable for mounted cavalry"
    ]
    carrier = sheet(units=["!apc"], commander=False)
    assert "Buildings" not in [line.term for line in carrier["movement"].lines]


def test_more_house_rules_than_the_sheet_has_room_for_are_listed_by_their_ids() -> None:
    other = [
        (ruling, next(key for key in ruling.keys if key != ruling.default))
        for ruling in RULESET.rulings
        if ruling.switch
    ]
    for count in (20, 21, len(other)):
        chosen = {ruling.switch: key for ruling, key in other[:count]}
        listed = sheet(**EVERYTHING, house_rules=chosen)["readings"].lines
        ids = ", ".join(ruling.id for ruling, _ in other[:count])
        assert listed == (
            tuple(Line(ruling.question, ruling.text(key)) for ruling, key in other[:count])
            if count == 20
            else (Line("Rulings", f"{ids} changed from the default, each noted where it applies"),)
        )


def test_an_empty_force_has_a_sheet() -> None:
    empty = sheet(commander=False)
    assert [block for block in BLOCKS if block not in empty] == ["weapons", "vehicles", "options"]
    assert cells(empty["chances"].tables[0]) == cells(COMPLETE["chances"].tables[0])


def test_lines_are_short() -> None:
    for section in COMPLETE.values():
        for line in section.lines:
            assert len(line.text) <= 90, line
