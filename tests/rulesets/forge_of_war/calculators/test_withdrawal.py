"""Withdrawing: what is filled in from an army, and what is said."""

from fractions import Fraction

import pytest

from tests.rulesets.forge_of_war.calculators.questions import ask, chart, filled, table


def test_a_third_of_a_unit_withdraws() -> None:
    assert filled("withdrawal", "First squad")["unit"]["now"] == 3


def test_a_unit_of_more_than_a_third_does_not_run() -> None:
    assert ask("withdrawal", {"unit": {"now": 4}}).headline == "It does not withdraw: more than a third is left"


def test_withdrawing_turn_by_turn() -> None:
    """Three of ten, CV 7: 6 in ten at first (half strength), later each failure but the first costs a marker."""
    answer = ask("withdrawal", {"turns": 3, "edge": 36})
    assert table(answer, "Turn by turn") == [
        ["1", "60%", "0", "3", "40%"],
        ["2", "60%", "0", "3", "16%"],
        ["3", "50%", "1", "3", "8%"],
    ]
    assert chart(answer, "What happens to it") == {
        "Acts again in turn 1": Fraction(60, 100),
        "Acts again in turn 2": Fraction(24, 100),
        "Acts again in turn 3": Fraction(8, 100),
        "Lost": Fraction(8, 100),
        "Still withdrawing": Fraction(0),
    }


def test_the_steps_work_out_the_command_value_of_the_first_test() -> None:
    steps = [(step.label, step.value) for step in ask("withdrawal", {"unit": {"now": 3, "cover": "soft"}}).steps]
    assert steps[1:6] == [
        ("Command Value", "7"),
        ("Half strength or less", "−1"),
        ("Soft cover", "+1"),
        ("Modified Command Value", "7"),
        ("Acts in turn 1", "70%"),
    ]


@pytest.mark.parametrize("failures", [0, 7])
def test_failures_after_the_first_also_cost_a_marker_or_a_figure(failures: int) -> None:
    steps = {step.label: (step.value, step.reason) for step in ask("withdrawal", {"failures": failures}).steps}
    assert steps["Failures after the first"] == ("also a D-marker", "or a figure, once it is at its cap of 3")


def test_the_headline_counts_a_unit_that_is_still_withdrawing() -> None:
    assert (
        ask("withdrawal", {"turns": 2}).headline
        == "84% chance to act again within 2 turns, 0% lost, 16% still withdrawing"
    )
    assert ask("withdrawal", {"turns": 3, "edge": 36}).headline == "92% chance to act again within 3 turns, 8% lost"


def test_a_shaken_unit_that_keeps_running_loses_figures() -> None:
    answer = ask("withdrawal", {"unit": {"cv": 3, "markers": 3, "now": 1}, "failures": 1, "turns": 2})
    assert chart(answer, "What happens to it") == {
        "Acts again in turn 1": Fraction(0),
        "Lost": Fraction(1),
        "Still withdrawing": Fraction(0),
    }
