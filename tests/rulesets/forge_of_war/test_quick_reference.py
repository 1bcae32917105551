"""The quick-reference sheet has what the forces need; what it says is compared with the stored sheets."""

from typing import Any

import pytest

from rulesets.core.declarations.codec import decode
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.reference import Line, Section
from rulesets.core.tables import Table
from rulesets.systems.forge_of_war import RULESET
from rulesets.systems.forge_of_war.catalogue import context_of
from rulesets.systems.forge_of_war.modifiers import plain
from rulesets.systems.forge_of_war.quick_reference import OPTION_SWITCHES
from tests.rulesets.forge_of_war import shorthand
from tests.rulesets.sheets import complete_sheet, sheet_for

BLOCKS = [
    "turn", "command", "actions", "markers", "chances", "movement", "cover", "shooting", "weapons", "hits",
    "close-combat", "vehicles", "options", "thresholds",
]  # fmt: skip
COMPLETE = {section.slug: section for section in complete_sheet(RULESET)}
EVERYTHING = {
    "units": [
        "Squad: line_infantry 10 | assault_rifle x4, lsw x1, sniper_rifle x1, hmg x1 | role=leader",
        "Guns: line_infantry 10 | mortar_heavy x2, missile_heap x1, flame_thrower x1, plasma_rifle x2",
        "Riders: line_infantry 10 | smg x5, auto_pistol x5 | arm=cavalry",
        "Beast: hive_monsters 5 | - | arm=monstrous",
        "!battle_tank",
        "!apc",
    ],
    "settings": {"covering_fire": True, "stances": True, "reaction_tests": True, "indirect_fire": True},
}
"""A force to which every rule of the sheet applies."""
SWITCHES = {ruling.switch: ruling for ruling in RULESET.rulings if ruling.switch}
NOT_OF_PLAY = {"unit_size_severity", "training_severity", "hpa_av"}
"""Switches about lists before play, and about values that stand on cards."""


def sheet(**case: Any) -> dict[str, Section]:
    return {section.slug: section for section in sheet_for(RULESET, context_of(shorthand.force(case)))}


def cells(table: Table) -> list[list[str]]:
    return [[cell.text for cell in row] for row in table.rows]


def terms(section: Section) -> list[str]:
    return [line.term for line in section.lines]


def text(section: Section, term: str) -> str:
    return next(line.text for line in section.lines if line.term == term)


def test_the_complete_sheet_has_every_block() -> None:
    assert list(COMPLETE) == BLOCKS


def test_an_empty_force_has_a_sheet() -> None:
    empty = sheet(commander=False)
    assert [block for block in BLOCKS if block not in empty] == ["weapons", "vehicles", "options"]
    assert cells(empty["chances"].tables[0]) == cells(COMPLETE["chances"].tables[0])


def test_lines_are_short() -> None:
    for section in COMPLETE.values():
        for line in section.lines:
            assert len(line.text) <= 90, line


def body(**house_rules: str) -> list[Section]:
    """The sheet of everything under these house rules, but for the list of them."""
    made = sheet(**EVERYTHING, house_rules=house_rules)
    return [section for slug, section in made.items() if slug != "readings"]


@pytest.mark.parametrize(
    ("switch", "key"),
    [(switch, key) for switch, ruling in SWITCHES.items() for key in ruling.keys if key != ruling.default],
)
def test_every_reading_of_play_is_told_where_it_applies(switch: str, key: str) -> None:
    assert (body(**{switch: key}) != body()) is (switch not in NOT_OF_PLAY)


def test_a_foot_force_has_no_word_of_own_vehicles_or_options() -> None:
    foot = sheet(units=["line_infantry 10 | assault_rifle x10"])
    assert [block for block in BLOCKS if block not in foot] == ["options"]
    own = ["Bale out", "Still inside", "Turret, pintle"]
    assert [line.term for line in COMPLETE["vehicles"].lines if line not in foot["vehicles"].lines] == own
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


def test_an_own_weapon_stands_on_the_sheet() -> None:
    fire = {"kind": "fixed", "dice": 1}
    entry = {"kind": "weapon", "key": "laser", "name": "Laser rifle", "range": 31, "weight_of_fire": fire}
    used = sheet(units=["line_infantry 10 | laser x10"], entries=[entry])
    assert cells(used["weapons"].tables[0])[1:] == [["Laser rifle", "31/15.5", "0", "1", ""]]


@pytest.mark.parametrize(
    ("units", "told"),
    [
        (["line_infantry 10 | smg x10"], "difficult on foot"),
        (["line_infantry 10 | smg x10 | arm=cavalry"], "impassable for mounted cavalry"),
        (["!battle_tank"], "a D-marker for each move by armour"),
        (["line_infantry 10 | smg x10", "!battle_tank"], "difficult on foot, a D-marker for each move by armour"),
        (
            ["line_infantry 10 | smg x10 | arm=cavalry", "!battle_tank"],
            "impassable for mounted cavalry, a D-marker for each move by armour",
        ),
    ],
)
def test_buildings_are_told_to_those_who_are_there(units: list[str], told: str) -> None:
    assert text(sheet(units=units, commander=False)["movement"], "Buildings") == told


def test_other_vehicles_have_no_word_on_buildings() -> None:
    assert "Buildings" not in terms(sheet(units=["!apc"], commander=False)["movement"])


def test_special_weapons_bring_their_line() -> None:
    usual = sheet(units=["line_infantry 10 | assault_rifle x10"])
    assert terms(usual["hits"]) == ["Each hit", "More hits than visible figures", "Wounds", "Snipers"]
    special = sheet(units=["line_infantry 10 | flame_thrower x1, plasma_rifle x1, sniper_rifle x1"])
    assert terms(special["hits"])[3:] == ["Area", "Snipers", "Backfire"]
    assert "Snipers" not in terms(sheet(units=["!battle_tank"], commander=False)["hits"])


@pytest.mark.parametrize(
    ("backfires", "told"),
    [
        ({"backfires_on": 1}, "a d10 for each after firing, with a hit on the firers on 1"),
        ({"backfires_on": 2}, "a d10 for each after firing, with hits on the firers as the weapon’s notes say"),
    ],
)
def test_weapons_that_backfire_otherwise_are_told_by_their_notes(backfires: dict[str, int], told: str) -> None:
    fire = {"kind": "fixed", "dice": 1}
    entry = {"kind": "weapon", "key": "sun", "name": "Sun gun", "range": 24, "weight_of_fire": fire, **backfires}
    used = sheet(units=["line_infantry 10 | sun x10"], entries=[entry])
    assert text(used["hits"], "Backfire") == told


def test_optional_rules_in_use() -> None:
    used = sheet(units=["rioters 20"], settings={"covering_fire": True, "reaction_tests": True})
    covering, reaction = (
        ["Covering fire", "It opens fire", "Its orders"],
        ["Reaction", "No reaction", "Flees", "Fleeing"],
    )
    assert terms(used["options"]) == covering + reaction
    assert sheet(units=["rioters 20"], settings=EVERYTHING["settings"])["options"] == COMPLETE["options"]


@pytest.mark.parametrize(("switch", "option"), [(s, name) for name, found in OPTION_SWITCHES.items() for s in found])
def test_a_house_rule_about_an_optional_rule_brings_that_rule(switch: str, option: str) -> None:
    key = next(key for key in SWITCHES[switch].keys if key != SWITCHES[switch].default)
    chosen = {"units": EVERYTHING["units"], "house_rules": {switch: key}}
    assert sheet(**chosen) == sheet(**chosen, settings={option: True})


@pytest.mark.parametrize("reading", ["flat_minus2", "normal_move_penalty", "cumulative"])
def test_sheet_and_calculator_cost_covering_fire_alike(reading: str) -> None:
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
    options = sheet(**EVERYTHING, house_rules={"coverfire_penalty": reading})["options"]
    assert text(options, "Covering fire").endswith(f"({words})")


def test_house_rules_without_room_are_listed_by_their_ids() -> None:
    other = [(ruling, next(key for key in ruling.keys if key != ruling.default)) for ruling in SWITCHES.values()]
    for count in (20, 21, len(other)):
        chosen = {ruling.switch: key for ruling, key in other[:count]}
        listed = sheet(**EVERYTHING, house_rules=chosen)["readings"].lines
        ids = ", ".join(ruling.id for ruling, _ in other[:count])
        assert listed == (
            tuple(Line(ruling.question, ruling.text(key)) for ruling, key in other[:count])
            if count == 20
            else (Line("Rulings", f"{ids} changed from the default, each noted where it applies"),)
        )
