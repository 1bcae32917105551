"""What is said of a suppression check, and how Officers and Heroes better it."""

import pytest

from rulesets.core.calculators import Answer, SolveContext
from rulesets.core.codes import codes_shown
from rulesets.systems.warstrike import RULESET
from rulesets.systems.warstrike.calculators.suppression import SuppressionQuestion, check_suppression
from rulesets.systems.warstrike.suppression import Check, resolved_roll
from tests.rulesets.warstrike.shorthand import house


def ask(**fields: int | None) -> Answer:
    return check_suppression(SuppressionQuestion(**fields), SolveContext(RULESET.catalogue, house()))  # type: ignore[arg-type]


def test_without_markers_no_check() -> None:
    answer = ask(markers=0)
    assert answer.headline == "Acts without a check, as it has no markers."
    assert [step.rule for step in answer.steps] == ["WS-SUP-1"]


def test_markers_above_the_cap_are_said_to_be_dropped() -> None:
    answer = ask(nv=3, markers=5)
    assert [(step.rule, step.value) for step in answer.steps[:2]] == [("WS-SUP-4", "3"), ("WS-SUP-3", "1")]
    assert answer.headline == "31% chance to act (roll 2d6, and at least one must show 1 or less)."


def test_the_steps_give_the_reasons_of_their_numbers() -> None:
    reasons = [step.reason for step in ask(markers=3, officer_ld=3, inspirer_nv=7).steps]
    assert reasons == [
        "Nv 4 less 2, because the first of 3 markers is free.",
        "The inspirer’s current Nv is 7, less 2 for the unit’s markers.",
        "The unit rolls one d6 for each point of the Officer’s Ld.",
        "Roll 3d6. The unit passes if one of them shows 5 or less.",
    ]


def test_a_unit_without_nerve_never_holds_a_marker() -> None:
    assert ask(nv=0, markers=4).headline == "Acts without a check, as it has no markers."


def test_without_dice_none_passes() -> None:
    assert ask(ld=0, markers=1).headline == "Cannot act, because it cannot pass its check."
    assert (
        ask(ld=0, markers=1, officer_ld=3).headline
        == "96% chance to act (roll 3d6, and at least one must show 4 or less)."
    )


def test_a_lower_officer_need_not_be_followed() -> None:
    ordered = resolved_roll(Check(3, 4, 2, officer_ld=1), house())
    assert ordered == resolved_roll(Check(3, 4, 2), house())


def test_the_inspirer_lends_what_suppression_left() -> None:
    numbers = [resolved_roll(Check(2, 3, 2, None, 5, markers), house()).number for markers in range(7)]
    assert numbers == [4, 4, 3, 2, 2, 2, 2]


def test_inspiration_never_harms() -> None:
    assert resolved_roll(Check(2, 5, 3, None, 2), house()).number == 3


def test_the_table_has_every_marker_and_every_help() -> None:
    answer = ask(nv=5, markers=2, officer_ld=3, inspirer_nv=6)
    (ladder,) = answer.tables
    assert [column.heading for column in ladder.columns] == [
        "Markers",
        "Roll at most", "Chance to act", "Ordered: roll at most", "Chance to act",
        "Inspired: roll at most", "Chance to act", "Both: roll at most", "Chance to act",
    ]  # fmt: skip
    assert [row[0].text for row in ladder.rows] == ["0", "1", "2 (this check)", "3", "4", "5"]
    assert [cell.hint for cell in ladder.rows[3]][2::2] == ["3/4", "7/8", "8/9", "26/27"]


def test_an_order_to_an_unsuppressed_unit_is_said_to_be_lost() -> None:
    assert ask(markers=0, officer_ld=4).notes == ("An order does nothing for a unit without markers (WS-OFF-5).",)
    assert "An order does nothing" not in " ".join(ask(markers=1, officer_ld=4).notes)


@pytest.mark.parametrize(
    ("markers", "chosen", "note"),
    [
        (
            2,
            {},
            "If it fails the check, it does not act. With over half of its models left it may stay and fire Snap "
            "Shots. Otherwise it makes a Fall Back Move, or is destroyed if under a quarter are left.",
        ),
        (
            2,
            {"exact_half": "choice", "destroy_at_once": "on", "snapshots_need_target": "on"},
            "If it fails the check, it does not act. With half of its models or more left it may stay and fire "
            "Snap Shots at a target in sight. Otherwise it makes a Fall Back Move.",
        ),
        (1, {"one_marker": "checked"}, "If it fails the check with one marker, it does nothing."),
        (0, {}, ""),
    ],
)
def test_the_answer_says_what_a_failed_check_does(markers: int, chosen: dict[str, str], note: str) -> None:
    context = SolveContext(RULESET.catalogue, house(**chosen))
    assert "".join(check_suppression(SuppressionQuestion(ld=2, nv=4, markers=markers), context).notes) == note


def test_the_key_explains_markers_and_checks() -> None:
    key = {entry.term for entry in codes_shown(RULESET.codes, ask(markers=2).texts)}
    assert {"Ld 2 · Nv 4", "Markers", "check"} <= key


def test_hits_are_left_to_the_players() -> None:
    answer = ask(hits=13, markers=1)
    assert (answer.steps[0].rule, answer.steps[0].value) == ("WS-SUP-8", "0")
    assert answer.steps[0].reason.endswith("The rules, Action Phase 0.5, give no number.")


def test_hits_bring_markers_with_the_helper() -> None:
    context = SolveContext(RULESET.catalogue, house(hits_per_marker="helper"))
    answer = check_suppression(SuppressionQuestion(markers=1, hits=13), context)
    assert answer.steps[0].value == "2"
    assert answer.headline == "56% chance to act (roll 2d6, and at least one must show 2 or less)."
    every_four = check_suppression(SuppressionQuestion(nv=5, markers=1, hits=13, hits_for_one=4), context)
    assert every_four.steps[0].value == "3"


def test_a_lost_leader_is_in_the_steps_under_every_house_rule() -> None:
    question = SuppressionQuestion(ld=2, leader_lost=True)
    reasons = {
        reading: next(
            (step.value, step.reason)
            for step in check_suppression(question, SolveContext(RULESET.catalogue, house(leaderless_ld=reading))).steps
            if step.label == "Dice"
        )
        for reading in ("same", "minus_one")
    }
    rolls = "The unit rolls one d6 for each point of its Ld"
    assert reasons == {
        "same": ("2", f"{rolls}, which your house rules do not lower for a lost leader."),
        "minus_one": ("1", f"{rolls}, less one for the lost leader."),
    }
