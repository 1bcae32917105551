"""Whatever a player may ask is answered, by every calculator and under every reading."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.core.calculators import Answer, Calculator, QuestionError
from rulesets.core.declarations.codec import decode, encode
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.forces.force import Unit, add_group
from rulesets.core.play.states import DeployedForce, Side
from rulesets.systems.warstrike import RULESET
from rulesets.systems.warstrike.phase import LeaderRole, PlannedUnit, PlanQuestion
from rulesets.systems.warstrike.units import Platoon, WarUnit
from tests.declared import values

RULE_IDS = (
    "WS-SUP", "WS-LD", "WS-FB", "WS-FM", "WS-RT", "WS-SNAP", "WS-ACT", "WS-OFF", "WS-INS", "WS-SEQ",
)  # fmt: skip

readings = st.fixed_dictionaries(
    {
        ruling.switch: st.sampled_from([reading.key for reading in ruling.readings])
        for ruling in RULESET.rulings
        if ruling.switch
    }
)


def well_made(answer: Answer) -> None:
    """What holds of every answer (tables and charts check their own shape when they are made)."""
    assert answer.headline.endswith(".")
    assert answer.steps
    assert all(step.rule.startswith(RULE_IDS) and step.label and step.value for step in answer.steps)
    for chart in answer.charts:
        assert chart.outcomes
        assert all(0 <= outcome.chance <= 1 for outcome in chart.outcomes)
        assert sum((outcome.chance for outcome in chart.outcomes), Fraction(0)) == 1
    for table in answer.tables:
        assert table.rows
        assert table.title


@pytest.mark.parametrize("calculator", RULESET.calculators, ids=lambda calculator: calculator.slug)
def test_the_empty_form_has_an_answer(calculator: Calculator[Any]) -> None:
    well_made(calculator.ask(calculator.question(), RULESET.catalogue, HouseRules(RULESET.rulings)))


@pytest.mark.parametrize("calculator", RULESET.calculators, ids=lambda calculator: calculator.slug)
@given(data=st.data())
@settings(max_examples=60)
def test_every_question_has_an_answer(calculator: Calculator[Any], data: st.DataObject) -> None:
    question = data.draw(values(calculator.question, RULESET.catalogue))
    house = HouseRules(RULESET.rulings, data.draw(readings).items())
    refused: list[QuestionError] = []
    try:
        answer = calculator.ask(question, RULESET.catalogue, house)
    except QuestionError as error:
        refused.append(error)
    if refused:
        assert refused[0].field.split("[")[0] in encode(question)
        assert refused[0].message.endswith(".")
        return
    well_made(answer)
    for played in answer.rulings:
        assert played.key == house.choice(played.ruling.switch)


@pytest.mark.parametrize("calculator", RULESET.calculators, ids=lambda calculator: calculator.slug)
@given(spec=values(WarUnit, RULESET.catalogue))
@settings(max_examples=40)
def test_every_unit_of_an_army_fills_in_a_question_that_fits(calculator: Calculator[Any], spec: WarUnit) -> None:
    force = add_group(RULESET.new_force("Any"), "One", Platoon(), (Unit("", spec, "A"),) * 2)
    group = force.groups[0]
    if calculator.prefill is not None:
        decode(calculator.question, calculator.prefill(Side(force, group, group.units[0]), None))
    if calculator.from_forces is not None:
        decode(calculator.question, calculator.from_forces(DeployedForce(force), None))
    assert (calculator.prefill is None) != (calculator.from_forces is None)


@given(units=st.lists(values(PlannedUnit, RULESET.catalogue), min_size=5, max_size=8), data=st.data())
@settings(max_examples=40)
def test_plans_for_as_many_units_as_there_may_be(units: list[PlannedUnit], data: st.DataObject) -> None:
    leading = [place for place, unit in enumerate(units) if unit.role is not LeaderRole.NONE]
    led = tuple(
        replace(unit, role=LeaderRole.NONE) if place in leading[3:] else unit for place, unit in enumerate(units)
    )
    question = PlanQuestion(led, data.draw(st.none() | st.integers(1, len(led))))
    well_made(RULESET.calculator("plan").ask(question, RULESET.catalogue, HouseRules(RULESET.rulings)))
