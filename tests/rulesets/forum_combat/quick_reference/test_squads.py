"""Squads and their morale on the sheet."""

import pytest

from tests.rulesets.forum_combat.quick_reference.sheets import Readings, cells, line, lines_of, sheet


@pytest.mark.parametrize(
    ("readings", "squads"),
    [
        ({}, [["Alpha", "10", "≤ 4", "6+"], ["Bravo", "9", "≤ 4", "6+"], ["Charlie", "4", "≤ 1", "7+"]]),
        (
            {"strength": "hp"},
            [["Alpha", "10", "≤ 6 HP", "6+"], ["Bravo", "9", "≤ 5 HP", "6+"], ["Charlie", "4", "≤ 1 HP", "7+"]],
        ),
        (
            {"strength": "living"},
            [
                ["Alpha", "10", "≤ 4 not killed", "6+"],
                ["Bravo", "9", "≤ 4 not killed", "6+"],
                ["Charlie", "4", "≤ 1 not killed", "7+"],
            ],
        ),
        (
            {"hwt_units": "two"},
            [["Alpha", "11", "≤ 5", "6+"], ["Bravo", "9", "≤ 4", "6+"], ["Charlie", "4", "≤ 1", "7+"]],
        ),
    ],
    ids=["default", "hp", "living", "two"],
)
def test_squads_check_at_what_counts_as_strength(readings: Readings, squads: list[list[str]]) -> None:
    assert cells(sheet(**readings)["morale"], 1) == squads


@pytest.mark.parametrize(("section", "term", "switch", "key", "text"), lines_of("morale", "profiles", "order-form"))
def test_a_line_says_what_is_played(section: str, term: str, switch: str, key: str, text: str) -> None:
    assert line(sheet(**{switch: key})[section], term) == text
