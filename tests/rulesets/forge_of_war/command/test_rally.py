"""Rallying: D-markers that go."""

from fractions import Fraction

import pytest

from rulesets.core.dice import mean
from rulesets.systems.forge_of_war.command.command_value import CommandState, rally_modifiers
from rulesets.systems.forge_of_war.command.rally import attempts_until_clean, removal, removed_by
from rulesets.systems.forge_of_war.modifiers import modified
from rulesets.systems.forge_of_war.tables import (
    CAPS,
    Training,
    permanent_markers,
)
from tests.rulesets.forge_of_war.rolls import brute, house
from tests.rulesets.forge_of_war.worked import (
    HORDE_IN_FEAR,
    chances,
    expected,
)


@pytest.mark.parametrize("value", range(-1, 13))
@pytest.mark.parametrize("floor", [0, 1, 2])
def test_rally_roll_by_roll(value: int, floor: int) -> None:
    def removed(roll: tuple[int, ...]) -> int:
        (die,) = roll
        below = 0 if die == 10 else max(0, value - die)
        return min(max(below, die == 1), max(0, 3 - floor))

    assert removal(value, 3, floor, house()) == brute(1, removed)


def test_rallies_until_clean_by_long_simulation_of_the_chain() -> None:
    """The expected number is the sum over rounds of the chance to carry a marker still."""
    carried = {3: Fraction(1)}
    expected = Fraction(0)
    for _ in range(400):
        after_rally: dict[int, Fraction] = {}
        for markers, weight in carried.items():
            if markers == 0:
                continue
            expected += weight
            for gone, chance in removal(7 - markers, markers, 0, house()).items():
                after_rally[markers - gone] = after_rally.get(markers - gone, Fraction(0)) + weight * chance
        carried = {markers: Fraction(weight).limit_denominator(10**30) for markers, weight in after_rally.items()}
    assert abs(expected - 5) < Fraction(1, 10**9)
    assert attempts_until_clean(7, 3, 0, house()) == 5


def test_w08() -> None:
    assert {f"roll {roll} removes": removed_by(roll, 6, 3, 0, house()) for roll in (5, 4, 6)} == expected("W08")


def rally_value(state: CommandState, slaughtered: bool = False) -> int:
    return modified(state.cv, rally_modifiers(state, slaughtered, False, house()))


def test_w09() -> None:
    gone = removal(rally_value(CommandState(cv=7, markers=3)), 3, 0, house())
    assert {"removed": chances(gone), "mean": str(mean(gone))} == expected("W09")


def test_w10() -> None:
    state = CommandState(cv=7, markers=3, commander=True, no_enemy=True)
    gone = removal(rally_value(state), 3, 0, house())
    assert {"removed": chances(gone), "mean": str(mean(gone))} == expected("W10")


def test_w11() -> None:
    gone = removal(rally_value(HORDE_IN_FEAR), 1, 0, house())
    assert {"removed": chances(gone)} == expected("W11")


def test_w12() -> None:
    def after(now: int, markers: int, band: Training) -> dict[str, str]:
        return chances(removal(6, markers, permanent_markers(now, 20, CAPS[band]), house()))

    assert {
        "9 of 20": after(9, 3, Training.PROFESSIONAL),
        "5 of 20": after(5, 3, Training.PROFESSIONAL),
        "horde 5 of 20": after(5, 1, Training.HORDE),
    } == expected("W12")


def test_w13() -> None:
    assert {
        "no modifiers": str(attempts_until_clean(7, 3, 0, house())),
        "with +2": str(attempts_until_clean(9, 3, 0, house())),
    } == expected("W13")


def test_w58() -> None:
    value = rally_value(CommandState(cv=10, markers=1, commander=True, no_enemy=True), slaughtered=True)
    assert {
        "modified CV": value,
        "removed, natural 10 fails (default)": removed_by(10, value, 1, 0, house()),
        "removed, natural 10 has no effect": removed_by(10, value, 1, 0, house(nat10_scope="activation_only")),
        "P(removed 1), default": str(removal(value, 1, 0, house()).chance(1)),
    } == expected("W58")
