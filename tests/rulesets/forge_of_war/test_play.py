"""Rules of play: turns, and exactly the rules they break; how a unit stands."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from rulesets.core.calculators import Answer
from rulesets.core.codec import decode
from rulesets.core.houserules import House
from rulesets.systems.forge_of_war import RULESET
from rulesets.systems.forge_of_war.command import CommandState
from rulesets.systems.forge_of_war.play import PLAY_RULES, TURN_CHECK, UNIT_STATE, TurnState, UnitState, breaches
from rulesets.systems.forge_of_war.tables import Training

CASES: list[dict[str, Any]] = tomllib.loads(Path(__file__).with_name("play_cases.toml").read_text())["case"]


def house(case: dict[str, Any]) -> House:
    return House(RULESET.rulings, case.get("house", {}).items())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["title"])
def test_breaches(case: dict[str, Any]) -> None:
    found = breaches(decode(TurnState, case["state"]), house(case))
    assert [rule.id for rule, _ in found] == case["breaks"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["title"])
def test_the_calculator_names_what_is_broken(case: dict[str, Any]) -> None:
    answer = TURN_CHECK.ask(decode(TurnState, case["state"]), RULESET.catalogue, house(case))
    assert [step.rule for step in answer.steps] == case["breaks"]
    (rules,) = answer.tables
    broken = [row[0].text for row in rules.rows if row[2].text == "broken"]
    assert broken == list(dict.fromkeys(case["breaks"]))


def test_every_rule_of_play_is_broken_by_a_case_and_kept_by_another() -> None:
    ids = [rule.id for rule in PLAY_RULES]
    assert ids == [f"FOW-P{number:02d}" for number in range(1, 15)]
    assert {rule for case in CASES for rule in case["breaks"]} == set(ids)
    assert {rule for case in CASES for rule in case.get("keeps", [])} == set(ids)
    for case in CASES:
        assert set(case["breaks"]) & set(case.get("keeps", [])) == set(), case["title"]


def test_legality_and_play_make_sixty_rules() -> None:
    ids = [rule.id for rule in RULESET.rules] + [rule.id for rule in PLAY_RULES]
    assert len(ids) == len(set(ids)) == 60


def stand(state: CommandState, chosen: dict[str, str] | None = None, **rest: Any) -> Answer:
    return UNIT_STATE.ask(UnitState(state, **rest), RULESET.catalogue, House(RULESET.rulings, (chosen or {}).items()))


def said(answer: Answer) -> set[tuple[str, str]]:
    return {(step.label, step.value) for step in answer.steps}


def test_a_fresh_unit_has_no_warnings() -> None:
    assert said(stand(CommandState())) == {
        ("Modified Command Value", "7"),
        ("Activates", "70 %"),
        ("Permanent D-markers", "0"),
    }


def test_warnings_at_the_thresholds() -> None:
    shaken = said(stand(CommandState(cv=7, markers=3, start=10, now=4)))
    assert {
        ("Modified Command Value", "3"),
        ("D-markers full", "3 of 3"),
        ("Half or less", "reached"),
        ("A third or less", "one loss away"),
        ("May flee", "value below 5"),
    } <= shaken
    assert ("A rally removes", "nothing") in said(stand(CommandState(markers=1, now=5)))


def test_markers_of_losses_come_only_where_the_table_plays_them() -> None:
    crossed = CommandState(now=5)
    assert ("D-markers from these losses", "1") not in said(stand(crossed, before=7))
    assert ("D-markers from these losses", "1") in said(stand(crossed, {"perm_markers_auto": "on"}, before=7))
    assert ("D-markers from these losses", "1") not in said(stand(crossed, {"perm_markers_auto": "on"}, before=5))
    lost = {"leader_loss_marker": "1"}
    assert ("D-markers from these losses", "1") in said(stand(CommandState(), lost, leader_lost=True))
    full = CommandState(markers=1)
    assert ("D-markers from these losses", "1") not in said(
        stand(full, lost, leader_lost=True, training=Training.HORDE)
    )
