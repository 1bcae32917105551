"""Baling out: what is filled in from an army, and what is said."""

from fractions import Fraction
from typing import Any

import pytest

from tests.rulesets.forge_of_war.calculators.questions import ask, chart, said


@pytest.mark.parametrize(
    ("unit", "modified", "alone"),
    [
        ({}, "7", "7"),
        ({"markers": 2}, "5", "5"),
        ({"start": 20}, "6", "7"),
        ({"commander": True}, "8", "7"),
        ({"commander": True, "own_command": True}, "7", "7"),
        ({"terrifying": True, "markers": 1}, "5", "6"),
        ({"no_enemy": True, "start": 30, "commander": True}, "8", "7"),
        ({"cover": "soft"}, "8", "7"),
    ],
)
def test_a_bale_out_is_a_command_test_against_the_modified_value(
    unit: dict[str, Any], modified: str, alone: str
) -> None:
    """§30 says what a command test is, §38 asks for one; another reading counts D-markers alone (AMB-118)."""
    for reading, value in (("modified", modified), ("markers_only", alone)):
        answer = ask("bale-out", unit, baleout_modifiers=reading)
        steps = said(answer)
        assert steps.get("Modified Command Value", steps["Command Value"]) == value
        assert chart(answer, "Baling out")["Out"] == Fraction(int(value), 10)
