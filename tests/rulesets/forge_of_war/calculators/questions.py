"""Questions as forms and armies ask them, and what answers say."""

from fractions import Fraction
from typing import Any

from rulesets.core.calculators import Answer
from rulesets.core.declarations.codec import decode
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.forces.force import Force
from rulesets.core.play.states import Side
from rulesets.systems.forge_of_war import RULESET


def ask(calculator: str, data: dict[str, Any], **chosen: str) -> Answer:
    asked = RULESET.calculator(calculator)
    return asked.ask(decode(asked.question, data), RULESET.catalogue, HouseRules(RULESET.rulings, chosen.items()))


def side(force: Force[Any, Any, Any], name: str) -> Side:
    for group, unit in force.units():
        if unit.name == name:
            return Side(force, group, unit)
    raise KeyError(name)


def said(answer: Answer) -> dict[str, str]:
    return {step.label: step.value for step in answer.steps}


def table(answer: Answer, title: str) -> list[list[str]]:
    return [[cell.text for cell in row] for table in answer.tables if table.title == title for row in table.rows]


def chart(answer: Answer, title: str) -> dict[str, Fraction]:
    (found,) = [chart for chart in answer.charts if chart.title == title]
    return {outcome.label: outcome.chance for outcome in found.outcomes}


# --- filled in from an army --------------------------------------------------------------------------

DEMO = RULESET.demo()


def filled(calculator: str, own: str, opposing: str = "") -> dict[str, Any]:
    prefill = RULESET.calculator(calculator).prefill
    assert prefill is not None
    return prefill(side(DEMO, own), side(DEMO, opposing) if opposing else None)
