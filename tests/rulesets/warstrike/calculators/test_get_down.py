"""The markers that Get Down! removes."""

from fractions import Fraction

import pytest

from rulesets.core.calculators import SolveContext
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.systems.warstrike import RULESET
from rulesets.systems.warstrike.calculators.get_down import GetDownQuestion, get_down


def house(stack: str = "cumulative", compare: str = "check") -> HouseRules:
    return HouseRules(RULESET.rulings, (("getdown_stack", stack), ("getdown_compare", compare)))


def test_without_markers_it_only_goes_to_ground() -> None:
    answer = get_down(GetDownQuestion(markers=0), SolveContext(RULESET.catalogue, house()))
    assert answer.headline == "The unit has no markers to remove and only goes to ground."
    assert [step.rule for step in answer.steps] == ["WS-SUP-1", "WS-ACT-4b"]
    assert answer.notes == ("The unit is then Gone To Ground until your next Action Phase starts.",)


def test_what_is_said_of_the_worked_case() -> None:
    answer = get_down(GetDownQuestion(2, 3, 3), SolveContext(RULESET.catalogue, house()))
    assert answer.headline == "31% chance to get down. On average over all rolls, it removes 0.64 of 3 markers."
    assert [(step.label, step.value) for step in answer.steps[-3:]] == [
        ("Removed on average", "23/36 (0.64)"),
        ("Removed if it passes", "23/11 (2.09)"),
        ("All markers gone", "1/36 (2.8%)"),
    ]
    assert [chart.mean for chart in answer.charts] == [Fraction(23, 36), Fraction(23, 11)]


@pytest.mark.parametrize(
    ("stack", "compare", "removed"),
    [
        ("cumulative", "check", "1 for passing and 1 for each d6 of 1 or less"),
        ("dice_only", "check", "1 for each d6 of 1 or less"),
        ("dice_only", "base", "1 for each d6 of 3 or less"),
    ],
)
def test_what_comes_off_is_said_under_every_reading(stack: str, compare: str, removed: str) -> None:
    (step,) = (
        step
        for step in get_down(GetDownQuestion(2, 3, 3), SolveContext(RULESET.catalogue, house(stack, compare))).steps
        if step.label == "Removed if it passes"
    )
    assert step.reason == f"It removes {removed}, but no more than the 3 it has."


def test_a_check_that_cannot_be_passed() -> None:
    answer = get_down(GetDownQuestion(ld=0, markers=2), SolveContext(RULESET.catalogue, house()))
    assert answer.headline == "0% chance to get down. On average over all rolls, it removes 0 of 2 markers."
    assert len(answer.charts) == 1
