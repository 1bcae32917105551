"""The worked cases of the rulebook review, and how their numbers are written."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rulesets.core.dice import Distribution
from rulesets.systems.forge_of_war.command.command_value import CommandState
from rulesets.systems.forge_of_war.fire.consequences import consequences_of
from rulesets.systems.forge_of_war.fire.shooting import Target, aim_at
from rulesets.systems.forge_of_war.fire.shots import Shooters, Shot, WeaponsFired, volley_shots
from rulesets.systems.forge_of_war.tables import (
    Cover,
    Training,
)
from tests.rulesets.forge_of_war.rolls import context

CASES: dict[str, dict[str, Any]] = {
    case["id"]: case for case in json.loads(Path(__file__).with_name("worked_cases.json").read_text())
}


def expected(case: str) -> dict[str, Any]:
    return dict(CASES[case]["results"])


def chances(of: Distribution[Any], name: Callable[[Any], str] = str) -> dict[str, str]:
    """A distribution as the cases write it: outcome -> fraction in lowest terms."""
    return {name(outcome): str(chance) for outcome, chance in sorted(of.items(), key=lambda pair: str(pair[0]))}


def same(of: Distribution[Any], wanted: dict[str, str], name: Callable[[Any], str] = str) -> None:
    assert chances(of, name) == dict(sorted(wanted.items(), key=lambda pair: pair[0]))


def fired(shooters: Shooters, target: Target, distance: int, **chosen: str) -> tuple[Shot, ...]:
    played = context(**chosen)
    return volley_shots(shooters, aim_at(target, distance, played), played)


def one(weapon: str, sv: int, target: Target, distance: int, count: int = 1, **rest: Any) -> Shot:
    """One sort of weapon at a target; keyword arguments beyond the shooters' fields are readings."""
    fields = {name: rest.pop(name) for name in list(rest) if name in Shooters.__slots__}
    return fired(
        Shooters(sv=sv, figures=40, volleys=(WeaponsFired(weapon, count),), **fields), target, distance, **rest
    )[0]


HORDE_IN_FEAR = CommandState(cv=3, markers=1, now=5, terrifying=True)


SQUAD = (WeaponsFired("assault_rifle", 7), WeaponsFired("lsw", 1), WeaponsFired("rpg_he", 1))


MILITIA = Target(training=Training.MILITIA, cover=Cover.SOFT)


def hits_of(volley: tuple[Shot, ...]) -> Distribution[int]:
    return consequences_of(volley, aim_at(Target(), 10, context()), context()).hits


RIFLES = (WeaponsFired("assault_rifle", 10),)
