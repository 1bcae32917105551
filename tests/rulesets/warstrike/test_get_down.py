"""Get Down! against every roll under every reading."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import icepool
import pytest

from rulesets.core.calculators import Setting
from rulesets.core.dice import Distribution
from rulesets.core.houserules import House
from rulesets.systems.warstrike import RULESET
from rulesets.systems.warstrike.get_down import (
    GetDownQuestion,
    activations_to_recover,
    get_down,
    getting_down,
    good_dice,
)
from rulesets.systems.warstrike.suppression import Check

READINGS = list(product(("cumulative", "dice_only"), ("check", "base", "after")))


def house(stack: str = "cumulative", compare: str = "check") -> House:
    return House(RULESET.rulings, (("getdown_stack", stack), ("getdown_compare", compare)))


def rolled(ld: int, nv: int, markers: int, stack: str, compare: str) -> Iterator[tuple[bool, int]]:
    """Every roll played out with the rules' own words."""
    number = nv - (markers - 1)
    good = {"check": number, "base": nv, "after": min(nv, number + 1)}[compare]
    for roll in product(range(1, 7), repeat=ld):
        if min(roll, default=9) > number:
            yield False, 0
            continue
        left = markers - (1 if stack == "cumulative" else 0)
        for die in roll:
            left -= die <= good
        yield True, markers - max(0, left)


@pytest.mark.parametrize(("stack", "compare"), READINGS)
@pytest.mark.parametrize("ld", [0, 1, 2, 3])
@pytest.mark.parametrize(("nv", "markers"), [(1, 1), (3, 1), (3, 2), (3, 3), (5, 4), (6, 2), (8, 3), (8, 8)])
def test_removal_agrees_with_every_roll(stack: str, compare: str, ld: int, nv: int, markers: int) -> None:
    rolls = Counter(rolled(ld, nv, markers, stack, compare))
    expected: Distribution[tuple[bool, int]] = Distribution(dict(rolls))
    assert getting_down(Check(ld, nv, markers), house(stack, compare)).removed == expected


def test_many_dice_agree_with_an_independent_library() -> None:
    good = icepool.d6.map(lambda face: icepool.vectorize(int(face <= 2), int(face <= 3)))
    summed = 12 @ good
    other = summed.map(lambda first, counted: (first > 0, counted))
    ours = good_dice(12, 2, 3)
    assert {out: Fraction(n, other.denominator()) for out, n in other.items()} == dict(ours.items())


@pytest.mark.parametrize(("stack", "compare"), READINGS)
def test_recovery_agrees_with_a_walk_over_all_rolls(stack: str, compare: str) -> None:
    expected = {0: Fraction(0)}
    for markers in range(1, 5):
        rolls = list(rolled(2, 4, markers, stack, compare))
        went = [expected[markers - (off if passed else 1)] for passed, off in rolls]
        expected[markers] = 1 + sum(went, Fraction(0)) / len(rolls)
    found = {
        markers: activations_to_recover(Check(2, 4, markers), markers, "same", "replace_base", stack, compare)
        for markers in range(5)
    }
    assert found == expected


def test_without_markers_it_only_goes_to_ground() -> None:
    answer = get_down(GetDownQuestion(markers=0), Setting(RULESET.catalogue, house()))
    assert answer.headline == "No markers to take off; the unit only goes to ground."
    assert [step.rule for step in answer.steps] == ["WS-SUP-1", "WS-ACT-4b"]
    assert answer.notes == ("Gone To Ground until your next Action Phase begins.",)


def test_what_is_said_of_the_worked_case() -> None:
    answer = get_down(GetDownQuestion(2, 3, 3), Setting(RULESET.catalogue, house()))
    assert answer.headline == "31 % to get down; 0.64 of 3 markers off on average."
    assert [(step.label, step.value) for step in answer.steps[-3:]] == [
        ("Removed, over all rolls", "23/36 (0.64)"),
        ("Removed, once it passed", "23/11 (2.09)"),
        ("All markers gone", "1/36 (2.8 %)"),
    ]
    assert [chart.mean for chart in answer.charts] == [Fraction(23, 36), Fraction(23, 11)]


@pytest.mark.parametrize("stack", ["cumulative", "dice_only"])
def test_what_comes_off_is_said_alike_under_every_reading(stack: str) -> None:
    (step,) = (
        step
        for step in get_down(GetDownQuestion(2, 3, 3), Setting(RULESET.catalogue, house(stack))).steps
        if step.label == "Removed, once it passed"
    )
    assert step.reason == "What passing and the good dice take off, as the table reads it; never more than it has."


def test_a_check_that_cannot_be_passed() -> None:
    answer = get_down(GetDownQuestion(ld=0, markers=2), Setting(RULESET.catalogue, house()))
    assert answer.headline == "0 % to get down; 0 of 2 markers off on average."
    assert len(answer.charts) == 1
