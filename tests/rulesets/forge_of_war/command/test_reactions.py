"""Reactions: a unit fires, does nothing or flees."""

from fractions import Fraction

import pytest

from rulesets.systems.forge_of_war.command.command_value import CommandTest, passes
from rulesets.systems.forge_of_war.command.reactions import reaction
from rulesets.systems.forge_of_war.fire.shooting import Target, aim_at
from rulesets.systems.forge_of_war.fire.shots import FireMode, Shooters, volley_shots
from tests.rulesets.forge_of_war.rolls import context, house
from tests.rulesets.forge_of_war.worked import (
    RIFLES,
    expected,
)


@pytest.mark.parametrize("markers", range(7))
def test_reactions_roll_by_roll(markers: int) -> None:
    mcv = 7 - markers
    found = reaction(7, mcv, context())
    fails = [roll for roll in range(1, 11) if not passes(roll, mcv, CommandTest.REACTION, house())]
    fleeing = [roll for roll in fails if roll == 10 and mcv < 5]
    assert found.reacts == Fraction(10 - len(fails), 10)
    assert found.flees == Fraction(len(fleeing), 10)
    assert found.reacts + found.nothing + found.flees == 1


def test_w46() -> None:
    def odds(markers: int, **chosen: str) -> dict[str, str]:
        found = reaction(7, 7 - markers, context(**chosen))
        return {"fires": str(found.reacts), "nothing": str(found.nothing), "flees": str(found.flees)}

    assert {
        "no markers": odds(0),
        "3 markers, natural 10 (default)": odds(3),
        "3 markers, shifted die 10 or more": odds(3, reaction_flee="shifted10plus"),
        "3 markers, shifted die exactly 10 or 11": odds(3, reaction_flee="shifted10or11"),
    } == expected("W46")


def test_w47() -> None:
    played = context()
    aim = aim_at(Target(), 10, played, FireMode.REACTION)
    volley = volley_shots(Shooters(sv=7, volleys=RIFLES), aim, played)[0]
    assert {"mean hits": str(volley.mean * reaction(7, 7, context()).reacts)} == expected("W47")
