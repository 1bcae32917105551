"""The four actions side by side."""

from dataclasses import replace

import pytest

from rulesets.core.calculators import Answer, SolveContext
from rulesets.core.declarations.codec import decode
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.play.states import Side
from rulesets.systems.warstrike import RULESET
from rulesets.systems.warstrike.actions import Shots, WeaponRow, shots_of
from rulesets.systems.warstrike.calculators.actions import CALCULATOR, ActionsQuestion, compare_actions
from rulesets.systems.warstrike.units import WeaponType

ARMS = (
    WeaponRow("Rifle", 1, 10),
    WeaponRow("Carbine", 3, 2, WeaponType.LIGHT),
    WeaponRow("Cannon", 5, 1, WeaponType.HEAVY),
    WeaponRow("Turret", 7, 1, WeaponType.STABILIZED),
)


def ask(asked: ActionsQuestion, **chosen: str) -> Answer:
    return compare_actions(asked, SolveContext(RULESET.catalogue, HouseRules(RULESET.rulings, chosen.items())))


@pytest.mark.parametrize(
    ("rounding", "types", "shots"),
    [
        ("weapon", "off", Shots(28, 7, 7, 0)),
        ("unit", "off", Shots(28, 14, 14, 0)),
        # Light in full on the advance (6) and at snap at the double; the heavy one silent, the stabilized one at snap.
        ("weapon", "on", Shots(28, 7, 9, 2)),
        ("unit", "on", Shots(28, 14, 14, 3)),
    ],
)
def test_shots(rounding: str, types: str, shots: Shots) -> None:
    assert shots_of(ARMS, rounding, types) == shots


def test_rows_of_the_actions() -> None:
    answer = ask(ActionsQuestion(2, 4, 2, mv=5, aw=14, arms=(WeaponRow("Rifle", 2, 9), WeaponRow("Gun", 5, 1))))
    actions, weapons = answer.tables
    assert [[cell.text for cell in row][:5] for row in actions.rows] == [
        ["Open Fire!", "none", "23", "14″", "1"],
        ["Open Fire!, snap", "none", "11", "28″", "1"],
        ["Advance!", "up to 5″", "11", "14″", "1"],
        ["At The Double!", "up to 10″", "0", "–", "1"],
        ["Get Down!", "none", "0", "–", "0"],
    ]
    assert [[cell.text for cell in row] for row in weapons.rows] == [
        ["Rifle", "9", "2", "1", "18"],
        ["Gun", "1", "5", "2", "5"],
    ]
    assert answer.headline == "75% chance to act: 23 shots standing, 11 on the move. Get Down! leaves 0 of 2 markers."
    assert ask(ActionsQuestion(markers=0)).headline == "Acts: 23 shots standing, 11 on the move."


def test_markers_left_by_get_down_are_those_of_a_unit_that_passed() -> None:
    answer = ask(ActionsQuestion(2, 3, 3))
    assert [row[4].text for row in answer.tables[0].rows] == ["2", "2", "2", "2", "0.91"]


@pytest.mark.parametrize(
    ("markers", "chosen", "note"),
    [
        (2, {}, "The number of markers left assumes that the unit passes its check, which removes one marker. "
         "Get Down! can remove more."),
        (1, {}, "The number of markers left assumes that the unit passes its check, which removes its marker."),
        (1, {"one_marker": "checked"}, "The number of markers left assumes that the unit passes its check, which "
         "removes none. Get Down! can remove it."),
    ],
)  # fmt: skip
def test_the_note_on_markers_left_agrees_with_get_down(markers: int, chosen: dict[str, str], note: str) -> None:
    assert note in ask(ActionsQuestion(markers=markers), **chosen).notes


def test_a_step_says_why_get_down_leaves_so_many_markers() -> None:
    steps = {step.label: (step.value, step.reason) for step in ask(ActionsQuestion(2, 4, 2)).steps}
    assert steps["Get Down! removes"] == (
        "2",
        "This assumes that the check is passed. Passing removes one marker, and the die that passed removes the other.",
    )


def test_weapons_that_fall_silent_at_snap_fire() -> None:
    answer = ask(ActionsQuestion(arms=(WeaponRow("Pistol", 1, 10),)))
    assert answer.notes[-1] == "With Snap Fire this unit has no shots, because half a shot is rounded down."


def test_without_weapons_there_is_no_table_of_them() -> None:
    assert [table.title for table in ask(ActionsQuestion(arms=())).tables] == ["The actions"]


def test_a_unit_of_an_army_fills_in_the_question() -> None:
    force = RULESET.demo()
    group = force.groups[0]
    unit = group.units[1]
    assert CALCULATOR.prefill is not None
    asked = decode(ActionsQuestion, CALCULATOR.prefill(Side(force, group, unit), None))
    assert asked == ActionsQuestion(
        2, 4, mv=6, aw=12, arms=(WeaponRow("Battle rifle", 2, 9), WeaponRow("Squad machine gun", 5, 1))
    )


def test_missing_and_negative_values_fill_in_nothing_or_zero() -> None:
    force = RULESET.demo()
    group = force.groups[0]
    bad = replace(group.units[1], spec=replace(group.units[1].spec, mv=None, aw=-3, ld=None, nv=-1))
    assert CALCULATOR.prefill is not None
    filled = CALCULATOR.prefill(Side(force, group, bad), None)
    assert {name: value for name, value in filled.items() if name != "arms"} == {"aw": 0, "nv": 0}
