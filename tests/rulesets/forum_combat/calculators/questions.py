"""Questions as plain data, and their answers."""

from fractions import Fraction
from typing import Any

from rulesets.core.calculators import Answer, Chart, QuestionError
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.play.states import Side
from rulesets.systems.forum_combat import RULESET
from rulesets.systems.forum_combat.calculators.squad_fields import StandingUnits
from rulesets.systems.forum_combat.templates import enemies, players

CALCULATORS = {calculator.slug: calculator for calculator in RULESET.calculators}


def ask(slug: str, question: Any, **readings: str) -> Answer:
    house = HouseRules(RULESET.rulings, [(f"fc.{switch}", key) for switch, key in readings.items()])
    return CALCULATORS[slug].ask(question, RULESET.catalogue, house)


def means(answer: Answer) -> dict[str, Fraction | None]:
    return {chart.title: chart.mean for chart in answer.charts}


def answered(slug: str, question: Any, readings: dict[str, str]) -> tuple[str, tuple[Chart, ...]]:
    """The headline and charts, or the sentence of a refusal; anything else that is raised is a defect."""
    try:
        answer = ask(slug, question, **readings)
    except QuestionError as error:
        return error.message, ()
    return answer.headline, answer.charts


SIX = StandingUnits(count=6)


def sides() -> list[Side]:
    return [Side(force, group, group.units[0]) for force in (players(), enemies()) for group in force.groups]
