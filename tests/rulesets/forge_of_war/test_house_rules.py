"""Readings of the rulebook: each tells where it should, is named there, and is not named where it does not tell."""

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rulesets.core.calculators import Answer, QuestionError
from rulesets.core.declarations.codec import decode
from rulesets.core.declarations.house_rules import HouseRules, RulingTrace
from rulesets.systems.forge_of_war import RULESET
from rulesets.systems.forge_of_war.catalogue import context_of
from tests.rulesets.forge_of_war import shorthand

CASES: list[dict[str, Any]] = tomllib.loads(Path(__file__).with_name("switch_cases.toml").read_text())["case"]
SWITCHES = {ruling.switch: ruling for ruling in RULESET.rulings if ruling.switch}
OF_LISTS = {"unit_size_severity", "training_severity", "armed_share"}
"""Switches that are read of listed units alone; their cases stand among those of the rules."""


def ask(case: dict[str, Any], data: dict[str, Any], reading: str) -> tuple[object, set[str]]:
    """What is said under a reading, the rulings left out, and the switches named; a refusal says its message."""
    calculator = RULESET.calculator(case["calculator"])
    question = decode(calculator.question, data)
    house = HouseRules(RULESET.rulings, [(case["switch"], reading)])
    try:
        answer: Answer = calculator.ask(question, RULESET.catalogue, house)
    except QuestionError as refused:
        return refused.message, set()
    return replace(answer, rulings=()), {played.ruling.switch for played in answer.rulings}


def readings(case: dict[str, Any]) -> list[str]:
    return [reading.key for reading in SWITCHES[case["switch"]].readings]


def names(case: dict[str, Any]) -> str:
    return f"{case['switch']}-{case['calculator']}"


@pytest.mark.parametrize("case", CASES, ids=names)
def test_every_reading_tells_and_is_named(case: dict[str, Any]) -> None:
    default = SWITCHES[case["switch"]].default
    telling = set()
    for data in case["matters"]:
        usual, named = ask(case, data, default)
        for other in readings(case):
            found, also_named = ask(case, data, other)
            if found != usual:
                telling.add(other)
                refused = isinstance(usual, str) or isinstance(found, str)
                assert refused or case["switch"] in named & also_named
    assert telling == set(readings(case)) - {default}


@pytest.mark.parametrize("case", CASES, ids=names)
def test_no_reading_is_named_where_it_does_not_tell(case: dict[str, Any]) -> None:
    for data in case["idle"]:
        answers = [ask(case, data, reading) for reading in readings(case)]
        assert all(found == answers[0][0] for found, _ in answers), data
        assert all(case["switch"] not in named for _, named in answers), data


def test_every_switch_has_a_case() -> None:
    assert {case["switch"] for case in CASES} | OF_LISTS == set(SWITCHES)
    assert len(SWITCHES) == 59


def rulings_read(unit: str, **house_rules: str) -> set[str]:
    context = context_of(shorthand.force({"units": [unit], "house_rules": house_rules}))
    trace = RulingTrace(context.house)
    context = replace(context, house=trace)
    for rule in RULESET.rules:
        if rule.id in ("FOW-U09", "FOW-U11", "FOW-U15", "FOW-W01"):
            for group, each in context.force.units():
                tuple(rule.check(each, group, context))
    return {played.ruling.switch for played in trace.rulings()}


def test_legality_reads_only_what_matters() -> None:
    assert rulings_read("line_infantry 4 | assault_rifle x4") == {"unit_size_severity"}
    assert rulings_read("line_infantry 10 | assault_rifle x10") == set()
    assert rulings_read("line_infantry 10 | assault_rifle x10 | training=veteran") == {"training_severity"}
    assert rulings_read("line_infantry 10 | assault_rifle x9, sniper_rifle x1 /1") == {"sniper_crew"}
    assert rulings_read("line_infantry 10 | assault_rifle x8, sniper_rifle x1") == set()
    assert rulings_read("line_infantry 10 | assault_rifle x9, sniper_rifle x1") == {"sniper_crew", "heavy_crew"}
    lone = "line_infantry 10 | assault_rifle x9, sniper_rifle x1"
    assert rulings_read(lone, sniper_crew="none") == {"sniper_crew"}
    assert rulings_read(lone, heavy_crew="loader_fires") == {"heavy_crew"}


def test_the_common_switches_come_first() -> None:
    main = {ruling.switch for ruling in RULESET.rulings if ruling.switch and not ruling.advanced}
    assert main == {
        "cover_mode", "charge_bonus", "zero_pool_divisor", "armour_move", "heavy_deploy", "lsw_wv", "hpa_av",
        "rally_initiative", "reaction_flee", "rifle_long_moved", "flame_hits", "vehicle_wounds", "indirect_attack",
        "cc_rounds", "coverfire_penalty",
    }  # fmt: skip


def test_the_register_is_whole() -> None:
    numbers = [f"AMB-{number:03d}" for number in range(1, 144)]
    split = ["007b", "072b", "072c", "077b", "089b", "100b", "102b", "104b", "104c", "133b", "136b"]
    assert sorted(ruling.id for ruling in RULESET.rulings) == sorted((*numbers, *(f"AMB-{number}" for number in split)))
