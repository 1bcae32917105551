"""Orders in shorthand, and all that is wrong with them."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from rulesets.core.desk import OrderIssue
from rulesets.core.forces.findings import Severity
from rulesets.systems.forum_combat.desk.combat import Phase
from rulesets.systems.forum_combat.desk.order_checks import check_orders
from tests.rulesets.forum_combat.desk import battles

CASES: list[dict[str, Any]] = tomllib.loads(Path(__file__).with_name("order_cases.toml").read_text())["case"]


BY_TITLE = pytest.mark.parametrize("case", CASES, ids=lambda case: case["title"])


ORDER_RULES = {f"FC-ORD-{number}" for number in range(1, 13)}


COMBATS = {case["title"]: battles.combat(case) for case in CASES}


def issues_of(case: dict[str, Any]) -> tuple[OrderIssue, ...]:
    return check_orders(COMBATS[case["title"]], case["orders"], 1, Phase.COMMAND)


def written(issue: OrderIssue) -> str:
    mark = "" if issue.severity is Severity.ERROR else "~"
    return f"{mark}{issue.line} {issue.rule} {issue.group}".rstrip()


FIELD = {
    "squads": [
        "Alpha: rifleman A1 A2=0 A3, heavy-weapon-team A4, officer B1 [4 CP take-aim stand-fast]",
        "!Reavers: raider P1",
        "!Skulkers with Knives: raider P4",
    ]
}
