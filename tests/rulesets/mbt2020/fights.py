"""Engagements in shorthand, and what is said of them."""

from rulesets.systems.mbt2020.engagement import judge
from rulesets.systems.mbt2020.engagement_state import Combatant, Conditions, State, Turn
from rulesets.systems.mbt2020.readings import SWITCHES, Readings
from rulesets.systems.mbt2020.units import Grade
from tests.rulesets.mbt2020.shorthand import kind


def fight(
    own: str, opposing: str, distance: int, grades=(Grade.NORM, Grade.NORM), states=(State.OK, State.OK), **given
):
    """The verdict, with conditions, turn and readings by their field names."""
    readings = {name: given.pop(name) for name in SWITCHES if name in given}
    turn = {name: given.pop(name) for name in Turn.__dataclass_fields__ if name in given}
    return judge(
        Combatant(kind(own), grades[0], states[0]),
        Combatant(kind(opposing), grades[1], states[1]),
        Conditions(distance=distance, **given),
        Turn(**turn),
        Readings(**readings),
    )


def told(verdict):
    """A verdict in short: kind, factors, shift, and what win, draw and lose give as printed."""
    win, draw, lose = (throw.result for throw in verdict.throws)
    return (
        "mutual" if verdict.mutual else "unilateral",
        " ".join(verdict.factors),
        verdict.shift,
        f"{win.opposing} {draw.own}/{draw.opposing} {lose.own}",
    )
