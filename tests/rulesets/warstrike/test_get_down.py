"""Get Down! against every roll under every reading."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import icepool
import pytest

from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.dice import Distribution
from rulesets.systems.warstrike import RULESET
from rulesets.systems.warstrike.get_down import activations_to_recover, getting_down, good_dice
from rulesets.systems.warstrike.suppression import Check

READINGS = list(product(("cumulative", "dice_only"), ("check", "base", "after"), ("suppressed", "checked")))


def house(stack: str = "cumulative", compare: str = "check", single: str = "suppressed") -> HouseRules:
    readings = {"getdown_stack": stack, "getdown_compare": compare, "one_marker": single}
    return HouseRules(RULESET.rulings, readings.items())


def rolled(ld: int, nv: int, markers: int, stack: str, compare: str, single: str) -> Iterator[tuple[bool, int]]:
    """Every roll played out with the rules' own words."""
    number = nv - (markers - 1)
    good = {"check": number, "base": nv, "after": min(nv, number + 1)}[compare]
    for roll in product(range(1, 7), repeat=ld):
        if min(roll, default=9) > number:
            yield False, 0
            continue
        left = markers - (1 if stack == "cumulative" and (markers > 1 or single == "suppressed") else 0)
        for die in roll:
            left -= die <= good
        yield True, markers - max(0, left)


def test_removal_agrees_with_every_roll() -> None:
    checks = product((0, 1, 2, 3), [(1, 1), (3, 1), (3, 2), (3, 3), (5, 4), (6, 2), (8, 3), (8, 8)])
    for readings, (ld, (nv, markers)) in product(READINGS, checks):
        rolls = Counter(rolled(ld, nv, markers, *readings))
        expected: Distribution[tuple[bool, int]] = Distribution(dict(rolls))
        removed = getting_down(Check(ld, nv, markers), house(*readings)).outcomes
        assert removed == expected, (readings, ld, nv, markers)


def test_many_dice_agree_with_an_independent_library() -> None:
    good = icepool.d6.map(lambda face: icepool.vectorize(int(face <= 2), int(face <= 3)))
    summed = 12 @ good
    other = summed.map(lambda first, counted: (first > 0, counted))
    ours = good_dice(12, 2, 3)
    assert {out: Fraction(n, other.denominator()) for out, n in other.items()} == dict(ours.items())


@pytest.mark.parametrize(("stack", "compare", "single"), READINGS)
def test_recovery_agrees_with_a_walk_over_all_rolls(stack: str, compare: str, single: str) -> None:
    expected = {0: Fraction(0)}
    for markers in range(1, 5):
        rolls = list(rolled(2, 4, markers, stack, compare, single))
        retreat = 0 if markers == 1 and single == "checked" else 1
        offs = [off if passed else retreat for passed, off in rolls]
        # A walk that stays where it is begins anew: E = 1 + stays * E + the rest.
        went = sum((expected[markers - off] for off in offs if off), Fraction(0))
        expected[markers] = (len(rolls) + went) / (len(rolls) - offs.count(0))
    found = {
        markers: activations_to_recover(Check(2, 4, markers), markers, "same", "replace_base", stack, compare, single)
        for markers in range(5)
    }
    assert found == expected


def test_a_last_marker_that_no_check_can_remove_never_goes() -> None:
    def recovery(ld: int, single: str) -> Fraction | None:
        return activations_to_recover(Check(ld, 4, 1), 1, "same", "replace_base", "cumulative", "check", single)

    assert recovery(0, "checked") is None
    assert recovery(0, "suppressed") == 1
