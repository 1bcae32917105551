"""Command tests: their modifiers and chances."""

from fractions import Fraction

import pytest

from rulesets.systems.forge_of_war.command.command_value import (
    CommandState,
    CommandTest,
    command_modifiers,
    roll_words,
    success,
)
from rulesets.systems.forge_of_war.modifiers import modified
from rulesets.systems.forge_of_war.tables import (
    Cover,
)
from tests.rulesets.forge_of_war.rolls import house
from tests.rulesets.forge_of_war.worked import (
    HORDE_IN_FEAR,
    expected,
)

ROLLED_AS_ACTIVATION = (CommandTest.ACTIVATION, CommandTest.REACTION)
"""Tests of which the rulebook says that they are rolled the same as for activation."""


@pytest.mark.parametrize("value", range(-2, 14))
@pytest.mark.parametrize("test", list(CommandTest))
def test_command_tests_roll_by_roll(value: int, test: CommandTest) -> None:
    counted = Fraction(sum(roll <= value and roll != 10 for roll in range(1, 11)), 10)
    assert success(value, test, house()) == counted
    literal = Fraction(sum(roll <= value for roll in range(1, 11)), 10)
    plain = success(value, test, house(nat10_scope="activation_only"))
    assert plain == (counted if test in ROLLED_AS_ACTIVATION else literal)
    lucky = success(value, test, house(nat1_activation="on"))
    assert lucky == (max(counted, Fraction(1, 10)) if test in ROLLED_AS_ACTIVATION else counted)


@pytest.mark.parametrize(
    ("value", "chosen", "said"),
    [
        (7, {}, "roll a d10: 7 or less passes"),
        (12, {}, "roll a d10: 9 or less passes, because a natural 10 always fails"),
        (0, {}, "no roll of a d10 is low enough"),
        (0, {"nat1_activation": "on"}, "roll a d10: only a natural 1 passes"),
    ],
)
def test_the_roll_in_words(value: int, chosen: dict[str, str], said: str) -> None:
    assert roll_words(value, CommandTest.ACTIVATION, house(**chosen)) == said


def activation(state: CommandState, **chosen: str) -> tuple[int, Fraction]:
    value = modified(state.cv, command_modifiers(state, CommandTest.ACTIVATION, house()))
    return value, success(value, CommandTest.ACTIVATION, house(**chosen))


def test_w01() -> None:
    value, chance = activation(CommandState(cv=7))
    assert {"modified CV": value, "p": str(chance)} == expected("W01")


def test_w02() -> None:
    state = CommandState(cv=7, markers=3, now=5, terrifying=True, commander=True, cover=Cover.HARD)
    value, chance = activation(state)
    assert {"modified CV": value, "p": str(chance)} == expected("W02")


def test_w03() -> None:
    value, chance = activation(CommandState(cv=10, no_enemy=True, cover=Cover.FORTIFIED))
    assert {"modified CV": value, "p": str(chance)} == expected("W03")


def test_w04() -> None:
    value, chance = activation(HORDE_IN_FEAR)
    always = activation(HORDE_IN_FEAR, nat1_activation="on")[1]
    found = {"modified CV": value, "p": str(chance), "p if a natural 1 always passes (switch)": str(always)}
    assert found == expected("W04")


def test_w35() -> None:
    state = CommandState(cv=7, markers=1)
    value = modified(state.cv, command_modifiers(state, CommandTest.DISENGAGE, house()))
    assert {"p": str(success(value, CommandTest.DISENGAGE, house()))} == expected("W35")


def test_w60() -> None:
    found = {
        f"CV {cv}": "  ".join(
            f"{float(success(cv - count, CommandTest.ACTIVATION, house())):.1f}" for count in range(6)
        )
        for cv in (3, 5, 6, 7, 8, 9, 10)
    }
    assert found == expected("W60")
