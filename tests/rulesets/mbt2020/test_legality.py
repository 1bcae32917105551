"""MBT-01 to MBT-16 by cases, and every combination of sub-class, posture, mode and helicopter."""

import itertools
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.forces.findings import Severity, is_legal
from rulesets.core.forces.force import Unit
from rulesets.systems.mbt2020 import RULESET
from rulesets.systems.mbt2020.legality import RULES, legal_kinds, max_fakes
from rulesets.systems.mbt2020.units import Mode, Posture, Region, Stand, kind_of
from tests.rulesets.mbt2020.shorthand import army, place
from tests.rulesets.mbt2020.surveys import HOUSE

CASES = tomllib.loads((Path(__file__).parent / "cases.toml").read_text())["case"]

INFANTRY_POSTURES = "INFANTRY LAS ATM REC ADA PDA"
LEGAL = {
    # sub-class: postures, modes, modes of helicopters
    "MBT+": ("ARMOUR", "STATIC MOBILE FAST", ""),
    "MBTn": ("ARMOUR", "STATIC MOBILE FAST", ""),
    "MBT-": ("ARMOUR", "STATIC MOBILE FAST", ""),
    "INF+": (INFANTRY_POSTURES, "STATIC MOBILE FAST", ""),
    "INFn": (INFANTRY_POSTURES, "STATIC MOBILE FAST", ""),
    "INF-": (INFANTRY_POSTURES, "STATIC MOBILE", ""),
    "ART+": ("CBA OTF", "STATIC SNS", ""),
    "ARTn": ("CBA OTF", "STATIC SNS", ""),
    "ART-": ("CBA OTF", "STATIC", ""),
    "AIR+": ("ECM ASF CAS", "MOBILE", "STATIC MOBILE"),
    "AIRn": ("ECM ASF CAS", "MOBILE", "STATIC MOBILE"),
    "AIR-": ("ECM ASF CAS", "MOBILE", "STATIC MOBILE"),
}
"""Written from the rulebook's chapters Posture and Mode, apart from the code."""


def test_the_severities():
    assert {rule.id: rule.severity.value for rule in RULES} == {
        "MBT-01": "error",
        "MBT-02": "error",
        "MBT-03": "error",
        "MBT-04": "error",
        "MBT-05": "error",
        "MBT-06": "error",
        "MBT-07": "warning",
        "MBT-08": "note",
        "MBT-09": "error",
        "MBT-10": "warning",
        "MBT-11": "note",
        "MBT-12": "warning",
        "MBT-13": "error",
        "MBT-14": "warning",
        "MBT-15": "error",
        "MBT-16": "note",
    }


def _found(case: dict[str, Any]) -> list[str]:
    force = army(case["groups"], case.get("army", {}))
    return [place(finding, force) for finding in RULESET.check(force)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_case(case):
    assert _found(case) == case["findings"]


@pytest.mark.parametrize("rule", [rule.id for rule in RULES])
def test_every_rule_is_broken_by_a_case_and_kept_by_another(rule):
    broken = {case["name"] for case in CASES if any(found.startswith(rule) for found in case["findings"])}
    assert broken
    assert broken != {case["name"] for case in CASES}


def test_every_combination():
    force = army([{"stands": []}], {})
    context, group = RULESET.context(force), force.groups[0]
    legal = 0
    for sub_class, posture, mode, helicopter in itertools.product(LEGAL, Posture, Mode, (False, True)):
        postures, modes, helicopter_modes = LEGAL[sub_class]
        expected = set()
        if posture.value not in postures.split():
            expected.add("MBT-03")
        allowed = helicopter_modes if helicopter and helicopter_modes else modes
        if mode.value not in allowed.split():
            expected.add("MBT-04")
        if helicopter and not helicopter_modes:
            expected.add("MBT-05")
        stand = Unit("x", Stand(sub_class, "", posture, mode, helicopter))
        errors = [
            finding.rule for finding in RULESET.check_unit(context, group, stand) if finding.severity is Severity.ERROR
        ]
        assert sorted(errors) == sorted(expected), stand
        legal += not expected
    assert legal == 94


def test_the_94_legal_kinds():
    expected = {
        (sub_class, posture, mode, helicopter)
        for sub_class, (postures, modes, helicopter_modes) in LEGAL.items()
        for helicopter, of_mode in ((False, modes), (True, helicopter_modes))
        for posture in postures.split()
        for mode in of_mode.split()
    }
    found = [
        (kind.sub_class, kind.posture.value, kind.mode.value, kind.helicopter)
        for kind in legal_kinds(RULESET.catalogue)
    ]
    assert len(expected) == len(found) == 94
    assert set(found) == expected


def test_optional_sub_classes_have_no_kind():
    for name in ("FE", "MNF", "OBS", "gone"):
        assert kind_of(Stand(name), RULESET.catalogue) is None


PACT = "albania belarus bulgaria czechia estonia hungary latvia lithuania moldova poland romania slovakia ukraine"


def test_former_pact_and_soviet_states_in_europe_are_graded_alike():
    alike = {entry.key for entry in RULESET.catalogue.of_kind("nation") if entry.spec.region is Region.FORMER_PACT}
    assert alike == set(PACT.split())
    for reading, grade in (("pact", "GRADE-"), ("europe", "GRADE+")):
        for nation in alike:
            force = replace(
                army([{"stands": ["12x MBTn"]}], {"nation": nation}), house_rules=(("former_pact", reading),)
            )
            context, group = RULESET.context(force), force.groups[0]
            assert RULESET.card(group.units[0], group, context).footer == grade
            assert RULESET.labels(context)[0].lines[-1] == grade
            assert "MBT-12" not in {finding.rule for finding in RULESET.check(force)}
            other = replace(force, spec=replace(force.spec, region=Region.EUROPE))
            assert ("MBT-12" in {finding.rule for finding in RULESET.check(other)}) is (grade == "GRADE-")


@pytest.mark.parametrize(
    ("nation", "grade"),
    [
        ("poland", "GRADE-; GRADE+ under a house rule"),
        ("belarus", "GRADE-; GRADE+ under a house rule"),
        ("east-germany", "GRADE-"),
        ("soviet-union", "GRADE-"),
        ("russia", "GRADE-"),
        ("serbia", "GRADE+"),
        ("israel", "GRADE+"),
    ],
)
def test_a_nation_tells_its_grade(nation, grade):
    entry = RULESET.catalogue.get("nation", nation)
    assert entry is not None
    assert dict(RULESET.kind("nation").facts(entry.spec))["Grade"] == grade


@pytest.mark.parametrize(("stands", "fakes"), [(12, 3), (24, 7), (36, 10), (60, 18), (0, 0), (3, 0), (4, 1)])
def test_fakes(stands, fakes):
    assert max_fakes(stands, HOUSE) == fakes
    rounded_up = fakes if stands in (0, 60) else fakes + 1
    assert max_fakes(stands, HouseRules(RULESET.rulings, [("fakes_up", "on")])) == rounded_up


@pytest.mark.parametrize(("reading", "warned"), [("off", True), ("on", False)])
def test_a_fake_more_is_allowed_where_so_read(reading, warned):
    force = replace(army([{"stands": ["12x MBTn"]}], {"fakes": 4}), house_rules=(("fakes_up", reading),))
    assert ("MBT-09" in {finding.rule for finding in RULESET.check(force)}) is warned


def test_the_example_cases_hold_legal_and_illegal_armies():
    legal = [is_legal(RULESET.check(army(case["groups"], case.get("army", {})))) for case in CASES]
    assert True in legal
    assert False in legal


@pytest.mark.parametrize(
    ("nation", "told"),
    [
        ("Untied Kingdom", "“Untied Kingdom” is not in the catalogue. Did you mean “United Kingdom”?"),
        ("frnace", "“frnace” is not in the catalogue. Did you mean “France”?"),
        ("Atlantis", "“Atlantis” is not in the catalogue. Choose another."),
    ],
)
def test_a_misspelt_nation_is_told_what_may_be_meant(nation, told):
    force = army([{"stands": ["MBTn HQ", "10x MBTn", "INF+ REC FAST"]}], {"nation": nation})
    assert [finding.message for finding in RULESET.check(force)] == [told]


@pytest.mark.parametrize(("agreed", "told"), [(1, "1 is agreed"), (3, "3 are agreed")])
def test_the_agreed_number_is_told(agreed, told):
    group = {"stands": ["MBTn HQ", "10x MBTn", "INF+ REC FAST"]}
    force = army([group, group], {"agreed_groups": agreed})
    messages = [finding.message for finding in RULESET.check(force) if finding.rule == "MBT-06"]
    assert messages == [f"The army has 2 battle groups, but {told}. Change the army or the number."]


@pytest.mark.parametrize(
    ("text", "reading", "warned"),
    [
        ("ARTn CBA SNS HQ", "off", True),
        ("ARTn CBA SNS HQ", "on", False),
        ("ARTn OTF SNS HQ", "on", True),
    ],
)
def test_a_counter_battery_can_be_the_headquarters(text, reading, warned):
    force = army([{"stands": [text, "11x MBTn"]}], {})
    found = RULESET.check(replace(force, house_rules=(("cba_on_table", reading),)))
    assert ("MBT-07" in {finding.rule for finding in found}) is warned
