"""Rules of a legal roster: forces in shorthand, and exactly the findings they give."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from rulesets.core.forces.findings import Finding, is_legal
from rulesets.systems.forum_combat import RULESET
from rulesets.systems.forum_combat.catalogue import UNIT
from rulesets.systems.forum_combat.legality import RULES
from rulesets.systems.forum_combat.templates import enemies
from tests.rulesets.forum_combat import shorthand

CASES: list[dict[str, Any]] = tomllib.loads(Path(__file__).with_name("roster_cases.toml").read_text())["case"]


def found(case: dict[str, Any]) -> tuple[Finding, ...]:
    return RULESET.check(shorthand.force(case))


def written(case: dict[str, Any]) -> list[str]:
    names = shorthand.places(shorthand.force(case))
    lines = []
    for finding in found(case):
        place = names.get(finding.where.unit) or names.get(finding.where.group, "")
        lines.append(" ".join(part for part in (finding.rule, place, finding.where.field) if part))
    return lines


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["title"])
def test_findings(case: dict[str, Any]) -> None:
    assert written(case) == case["findings"]


@pytest.mark.parametrize("case", [case for case in CASES if "severity" in case], ids=lambda case: case["title"])
def test_severities(case: dict[str, Any]) -> None:
    assert [finding.severity.value for finding in found(case)] == case["severity"]


def test_every_rule_is_broken_by_a_case_and_kept_by_another() -> None:
    ids = {rule.id for rule in RULES}
    broken = {line.split()[0] for case in CASES for line in case["findings"]}
    kept = {rule for case in CASES for rule in case.get("keeps", [])}
    assert ids == {f"FC-BLD-{number}" for number in range(1, 10)}
    assert broken - {"AB-01", "AB-03"} == ids
    assert kept == ids
    for case in CASES:
        assert {line.split()[0] for line in case["findings"]} & set(case.get("keeps", [])) == set(), case["title"]


def test_messages_say_what_would_be_right() -> None:
    for case in CASES:
        for finding in found(case):
            assert 10 <= len(finding.message) <= 160
            assert finding.message.endswith(".")


def test_the_example_forces_are_legal() -> None:
    assert is_legal(RULESET.check(RULESET.demo()))
    assert is_legal(RULESET.check(enemies()))


@pytest.mark.parametrize(("times", "counts"), [(1, [1]), (12, [12]), (40, [40]), (50, [40, 10])])
def test_equal_units_added_at_once_are_one_line(times: int, counts: list[int]) -> None:
    entry = RULESET.catalogue.of_kind("unit")[0]
    assert UNIT.enlist is not None
    lines = UNIT.several(UNIT.enlist(entry), times)
    assert [(line.profile, line.count) for line in lines] == [(entry.key, count) for count in counts]
