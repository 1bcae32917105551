"""The quick-reference sheet: complete, and with what one force needs, under the readings played."""

import pytest

from rulesets.core.reference import Section
from tests.rulesets.forge_of_war.quick_reference.sheets import COMPLETE, EVERYTHING, SWITCHES, cells, sheet, text

BLOCKS = [
    "turn", "command", "actions", "markers", "chances", "movement", "cover", "shooting", "weapons", "hits",
    "close-combat", "vehicles", "options", "thresholds", "readings",
]  # fmt: skip


def test_the_complete_sheet_has_every_block() -> None:
    assert list(COMPLETE) == BLOCKS


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


def test_an_empty_force_has_a_sheet() -> None:
    empty = sheet(commander=False)
    assert [block for block in BLOCKS if block not in empty] == ["weapons", "vehicles", "options"]
    assert cells(empty["chances"].tables[0]) == cells(COMPLETE["chances"].tables[0])


def test_lines_are_short() -> None:
    for section in COMPLETE.values():
        for line in section.lines:
            assert len(line.text) <= 90, line
