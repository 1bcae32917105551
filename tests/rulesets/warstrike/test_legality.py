"""Rules of legality: armies in shorthand, and exactly the findings they give."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from rulesets.core.forces.findings import Finding, Severity, is_legal
from rulesets.systems.warstrike import RULESET
from tests.rulesets.warstrike import shorthand

CASES: list[dict[str, Any]] = tomllib.loads(Path(__file__).with_name("rule_cases.toml").read_text())["case"]


def found(case: dict[str, Any]) -> tuple[Finding, ...]:
    return RULESET.check(shorthand.force(case))


def written(case: dict[str, Any]) -> list[str]:
    names = {unit.id: unit.name for _, unit in shorthand.force(case).units()}
    lines = ((f.rule, names.get(f.where.unit, ""), f.where.field) for f in found(case))
    return [" ".join(part for part in line if part) for line in lines]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["title"])
def test_findings(case: dict[str, Any]) -> None:
    assert written(case) == case["findings"]


def test_every_rule_is_broken_by_a_case_and_kept_by_another() -> None:
    ids = {rule.id for rule in RULESET.rules}
    broken = {line.split()[0] for case in CASES for line in case["findings"]}
    kept = {rule for case in CASES for rule in case.get("keeps", [])}
    assert broken - {"AB-01", "AB-03"} == ids
    assert kept == ids
    for case in CASES:
        assert {line.split()[0] for line in case["findings"]} & set(case.get("keeps", [])) == set(), case["title"]


def test_rule_ids_are_those_of_the_rules_review() -> None:
    expected = [f"WS-ARMY-{n}" for n in range(1, 6)] + [f"WS-BLD-{n}" for n in range(1, 11)]
    assert sorted(rule.id for rule in RULESET.rules) == sorted(expected)


def test_errors_and_warnings() -> None:
    errors = {rule.id for rule in RULESET.rules if rule.severity is Severity.ERROR}
    assert errors == {"WS-BLD-1", "WS-BLD-2", "WS-BLD-3", "WS-BLD-4", "WS-BLD-5", "WS-ARMY-1"}
    assert {rule.severity for rule in RULESET.rules} == {Severity.ERROR, Severity.WARNING}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["title"])
def test_only_errors_make_an_army_illegal(case: dict[str, Any]) -> None:
    errors = {rule.id for rule in RULESET.all_rules if rule.severity is Severity.ERROR}
    assert is_legal(found(case)) == (not errors & {line.split()[0] for line in case["findings"]})


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["title"])
def test_messages_say_it_in_a_sentence(case: dict[str, Any]) -> None:
    for finding in found(case):
        assert 10 <= len(finding.message) <= 160
        assert finding.message.endswith(".")


def test_what_the_rulebook_leaves_open_is_said_of_the_rule() -> None:
    context = {rule.id for rule in RULESET.rules if "not in the rules, Action Phase 0.5" in rule.cite}
    assert context == {"WS-BLD-10", "WS-ARMY-1", "WS-ARMY-2", "WS-ARMY-3", "WS-ARMY-4"}
