"""Forces in shorthand, and exactly the findings they give."""

import tomllib
from pathlib import Path
from typing import Any

from rulesets.core.forces.findings import Finding
from rulesets.core.forces.rules import CORE_RULES, check_force
from rulesets.systems.forge_of_war.catalogue import context_of
from rulesets.systems.forge_of_war.legality.forces import FORCE_RULES
from rulesets.systems.forge_of_war.legality.units import UNIT_RULES
from rulesets.systems.forge_of_war.legality.vehicles import VEHICLE_RULES
from rulesets.systems.forge_of_war.legality.weapons import WEAPON_RULES
from tests.rulesets.forge_of_war import shorthand

RULES = UNIT_RULES + WEAPON_RULES + VEHICLE_RULES + FORCE_RULES
CASES: list[dict[str, Any]] = tomllib.loads(Path(__file__).parent.with_name("rule_cases.toml").read_text())["case"]


def found(case: dict[str, Any]) -> tuple[Finding, ...]:
    return check_force(RULES + CORE_RULES, context_of(shorthand.force(case)))


def written(case: dict[str, Any]) -> list[str]:
    names = shorthand.labels(shorthand.force(case), case.get("commander", True))
    return [
        f"{finding.rule} {names.get(finding.where.unit, '')} {finding.where.field}".rstrip() for finding in found(case)
    ]


def cases_of(letter: str) -> list[dict[str, Any]]:
    """The cases of the rules with that letter: a case belongs to the first rule that it names."""
    named = {case["title"]: [line.split()[0] for line in case["findings"]] + case.get("keeps", []) for case in CASES}
    first = {
        title: next((rule for rule in rules if rule.startswith("FOW-")), "FOW-U") for title, rules in named.items()
    }
    return [case for case in CASES if first[case["title"]].startswith(f"FOW-{letter}")]
