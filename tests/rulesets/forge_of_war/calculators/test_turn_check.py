"""What is said of a turn."""

from typing import Any

import pytest

from rulesets.core.declarations.codec import decode
from rulesets.systems.forge_of_war import RULESET
from rulesets.systems.forge_of_war.calculators.turn_check import CALCULATOR
from rulesets.systems.forge_of_war.play_rules import TurnState
from tests.rulesets.forge_of_war.calculators.questions import ask
from tests.rulesets.forge_of_war.play_cases import CASES, house


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["title"])
def test_the_calculator_names_what_is_broken(case: dict[str, Any]) -> None:
    answer = CALCULATOR.ask(decode(TurnState, case["state"]), RULESET.catalogue, house(case))
    assert [step.rule for step in answer.steps] == case["breaks"]
    (rules,) = answer.tables
    broken = [row[0].text for row in rules.rows if row[2].text == "broken"]
    assert broken == list(dict.fromkeys(case["breaks"]))


def test_a_broken_rule_is_named_and_not_only_numbered() -> None:
    answer = ask("turn-check", {"attempts": 2, "actions": ["shoot", "shoot"]})
    assert [(step.rule, step.label) for step in answer.steps] == [
        ("FOW-P01", "Attempts to activate"),
        ("FOW-P02", "Actions"),
    ]
