"""Every calculator answers its empty form and every corner of what it may be asked."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulesets.core.calculators import Calculator
from rulesets.core.declarations.codec import decode, encode
from rulesets.core.declarations.fields import Field, Kind, fields_of
from rulesets.core.play.states import Side
from rulesets.systems.forum_combat import RULESET
from tests.rulesets.forum_combat.calculators.questions import CALCULATORS, answered, ask, sides

MAX_VALUES: dict[str, int] = {"count": 6, "attacks": 3, "hp": 4, "rounds": 3, "squads": 3}
"""Amounts that make a question long rather than different are kept small."""


def test_the_six_subjects_are_there() -> None:
    assert list(CALCULATORS) == [
        "shooting", "firing-into-melee", "melee", "exchange", "movement", "disengage", "charge", "morale",
        "aftermath", "weapons",
    ]  # fmt: skip


@pytest.mark.parametrize("slug", CALCULATORS)
def test_an_empty_form_has_an_answer(slug: str) -> None:
    answer = ask(slug, CALCULATORS[slug].question())
    assert answer.headline
    assert answer.steps
    assert all(step.label and step.value and step.rule.startswith("FC-") for step in answer.steps)


def value(field: Field) -> st.SearchStrategy[Any]:
    if field.optional:
        return st.none() | value(replace(field, optional=False))
    if field.kind is Kind.INT:
        minimum, maximum = field.ask.min or 0, field.ask.max or 0
        return st.integers(minimum, max(minimum, min(maximum, MAX_VALUES.get(field.name, maximum))))
    if field.kind is Kind.BOOL:
        return st.booleans()
    if field.kind is Kind.TEXT:
        return st.text("abc", max_size=5)
    if field.kind is Kind.CHOICE:
        return st.sampled_from(field.choices)
    if field.kind is Kind.PART:
        return spec(field.type)
    assert field.kind is Kind.REPEAT
    return st.lists(spec(field.type), min_size=field.ask.min or 0, max_size=2).map(tuple)


def spec(declaration: type[Any]) -> st.SearchStrategy[Any]:
    return st.builds(declaration, **{field.name: value(field) for field in fields_of(declaration)})


READINGS = st.fixed_dictionaries(
    {},
    optional={
        ruling.switch.removeprefix("fc."): st.sampled_from([reading.key for reading in ruling.readings])
        for ruling in RULESET.rulings
        if ruling.switch
    },
)


@pytest.mark.parametrize("slug", CALCULATORS)
@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(data=st.data())
def test_every_question_has_an_answer_or_a_clear_refusal(slug: str, data: st.DataObject) -> None:
    question = data.draw(spec(CALCULATORS[slug].question))
    assert decode(CALCULATORS[slug].question, encode(question)) == question
    said, charts = answered(slug, question, data.draw(READINGS))
    assert said
    for chart in charts:
        assert sum((outcome.chance for outcome in chart.outcomes), Fraction(0)) == 1


@pytest.mark.parametrize("slug", [slug for slug, calculator in CALCULATORS.items() if calculator.prefill])
@pytest.mark.parametrize("opposed", [False, True])
def test_squads_fill_questions_in(slug: str, opposed: bool) -> None:
    calculator: Calculator[Any] = CALCULATORS[slug]
    fill: Callable[[Side, Side | None], dict[str, Any]] = calculator.prefill or (lambda own, opposing: {})
    for own in sides():
        for opposing in sides() if opposed else [None]:
            question = decode(calculator.question, fill(own, opposing))
            assert ask(slug, question).headline
