"""Rules of legality: forces in shorthand, and exactly the findings they give."""

from typing import Any

import pytest

from rulesets.core.forces.findings import Severity, is_legal
from rulesets.core.forces.rules import CORE_RULES, check_force
from rulesets.systems.forge_of_war.catalogue import context_of
from rulesets.systems.forge_of_war.house_rules import RULINGS
from tests.rulesets.forge_of_war import shorthand
from tests.rulesets.forge_of_war.legality.cases import CASES, RULES, found


@pytest.mark.parametrize("case", [case for case in CASES if "severity" in case], ids=lambda case: case["title"])
def test_severities(case: dict[str, Any]) -> None:
    assert [finding.severity.value for finding in found(case)] == case["severity"]


def test_every_rule_is_broken_by_a_case_and_kept_by_another() -> None:
    ids = {rule.id for rule in RULES}
    broken = {line.split()[0] for case in CASES for line in case["findings"]}
    kept = {rule for case in CASES for rule in case.get("keeps", [])}
    assert broken - {rule.id for rule in CORE_RULES} == ids
    assert kept == ids
    for case in CASES:
        assert {line.split()[0] for line in case["findings"]} & set(case.get("keeps", [])) == set(), case["title"]


def test_rule_ids_are_those_of_the_rulebook_review() -> None:
    last = {"U": 21, "W": 11, "V": 8, "F": 7}
    reviewed = [f"FOW-{letter}{number:02d}" for letter, count in last.items() for number in range(1, count + 1)]
    reviewed.remove("FOW-F01")  # An army has units in every game: AB-03.
    assert [rule.id for rule in RULES] == reviewed


@pytest.mark.parametrize(
    ("unit", "messages"),
    [
        ("line_infantry 1 | hmg x1", ["1 weapon needs 2 figures, second men included, but the unit has 1."]),
        ("line_infantry 1 | smg x2", ["2 weapons are too many for 1 figure. Each figure fires one."]),
        ("line_infantry 9 | smg x8, hmg x1", ["9 weapons need 10 figures, second men included, but the unit has 9."]),
        ("line_infantry 9 | hmg x1 /0", ["Heavy Machine Gun: 0 men each. A heavy weapon needs 2 or more."]),
        ("line_infantry 9 | hmg x1 /1", ["Heavy Machine Gun: 1 man each. A heavy weapon needs 2 or more."]),
        (
            "line_infantry 1 | sniper_rifle x1",
            ["Sniper rifle: nobody is left to spot. With its second man it needs 2 figures, but the unit has 1."],
        ),
    ],
)
def test_messages_count_as_people_do(unit: str, messages: list[str]) -> None:
    told = check_force(RULES, context_of(shorthand.force({"units": [unit]})))
    assert [each.message for each in told if each.rule in ("FOW-U15", "FOW-W01")] == messages


def test_messages_say_what_would_be_right() -> None:
    for case in CASES:
        for finding in found(case):
            assert 10 <= len(finding.message) <= 160
            assert finding.message.endswith(".")


def test_changed_rulings_are_named_as_on_the_page_of_rulings() -> None:
    changed = {"charge_bonus": "1", "heavy_deploy": "off"}
    told = [f.message for f in found({"units": [], "house_rules": changed}) if f.rule == "FOW-F07"]
    ids = [ruling.id for ruling in RULINGS if ruling.switch in changed]
    assert told == [f"2 rulings are played differently from the default: {ids[0]}, {ids[1]}."]
    every = {r.switch: next(x.key for x in r.readings if x.key != r.default) for r in RULINGS if r.switch}
    (all_told,) = [f.message for f in found({"units": [], "house_rules": every}) if f.rule == "FOW-F07"]
    assert all_told.startswith(f"{len(every)} rulings are played differently")
    assert all_told.endswith(f" and {len(every) - 8} more.")
    assert len(all_told) <= 160


def test_only_errors_make_a_force_illegal() -> None:
    sizes = {reading: {"unit_size_severity": reading} for reading in ("warning", "error", "none")}
    line = "line_infantry 4 | assault_rifle x4"
    legal = {name: is_legal(found({"units": [line], "house_rules": rules})) for name, rules in sizes.items()}
    assert legal == {"warning": True, "error": False, "none": True}


@pytest.mark.parametrize(
    ("reading", "message", "legal"),
    [
        ("note", "The table lists these troops as Professional, but here they are Veteran.", True),
        ("error", "These troops are not Veteran. Choose Professional.", False),
    ],
)
def test_training_that_is_not_in_the_table_is_as_agreed(reading: str, message: str, legal: bool) -> None:
    line = "line_infantry 10 | assault_rifle x10 | training=veteran"
    findings = found({"units": [line], "house_rules": {"training_severity": reading}})
    assert [each.message for each in findings if each.rule == "FOW-U09"] == [message]
    assert is_legal(findings) is legal


def test_default_severities() -> None:
    by_severity = {severity: {rule.id for rule in RULES if rule.severity is severity} for severity in Severity}
    assert by_severity[Severity.NOTE] == {
        "FOW-U14", "FOW-U21", "FOW-W02", "FOW-W11", "FOW-V07", "FOW-V08", "FOW-F03", "FOW-F05", "FOW-F06", "FOW-F07",
    }  # fmt: skip
    assert by_severity[Severity.WARNING] == {
        "FOW-U05", "FOW-U06", "FOW-U11", "FOW-U12", "FOW-U15", "FOW-U16", "FOW-U19", "FOW-U20",
        "FOW-W06", "FOW-W07", "FOW-W08", "FOW-W10", "FOW-V01", "FOW-V03", "FOW-V06", "FOW-F02", "FOW-F04",
    }  # fmt: skip
