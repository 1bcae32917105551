"""Every calculator answers its empty form and every corner of what it may be asked."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulesets.core.calculators import Calculator, QuestionError, Side
from rulesets.core.codec import decode, encode
from rulesets.core.declarations import Field, Kind, fields_of
from rulesets.systems.forum_combat import RULESET
from rulesets.systems.forum_combat.calculators.aftermath import Aftermath
from rulesets.systems.forum_combat.calculators.charge import Charging
from rulesets.systems.forum_combat.calculators.disengage import Disengaging
from rulesets.systems.forum_combat.calculators.exchange import Exchange, Returning
from rulesets.systems.forum_combat.calculators.melee import Fighting, Melee
from rulesets.systems.forum_combat.calculators.morale import Morale
from rulesets.systems.forum_combat.calculators.movement import Moving
from rulesets.systems.forum_combat.calculators.shooting import Shooting
from rulesets.systems.forum_combat.calculators.squad_fields import Attack, Firing, StandingUnits
from rulesets.systems.forum_combat.calculators.weapons import Comparison
from tests.rulesets.forum_combat.calculators.questions import CALCULATORS, answered, ask, sides

LARGEST: dict[str, int] = {"count": 6, "attacks": 3, "hp": 4, "rounds": 3, "squads": 3}
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
        least, most = field.ask.min or 0, field.ask.max or 0
        return st.integers(least, max(least, min(most, LARGEST.get(field.name, most))))
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


FORTY = (Fighting(StandingUnits(count=40, hp=3)),)
REFUSED: list[tuple[str, Any, str]] = [
    ("shooting", Shooting(start=5), "start"),
    ("shooting", Shooting(firing=(Firing(count=80, attacks=60),)), "firing"),
    ("shooting", Shooting(target=(StandingUnits(hp=2, hurt=2),)), "target[0].hurt"),
    ("shooting", Shooting(target=(StandingUnits(count=80), StandingUnits(count=1))), "target"),
    ("melee", Melee(theirs=(Fighting(StandingUnits(hp=3, hurt=3)),)), "theirs[0].unit.hurt"),
    ("melee", Melee(own=(Fighting(StandingUnits(count=80), Attack(60)),)), "own[0].blows.attacks"),
    ("melee", Melee(own=FORTY, theirs=FORTY), "rounds"),
    ("exchange", Exchange(theirs=(Returning(StandingUnits(hurt=1)),)), "theirs[0].unit.hurt"),
    ("disengage", Disengaging(engaged=7, standing=6), "engaged"),
    ("morale", Morale(standing=11), "standing"),
    ("morale", Morale(hp_start=3, hp_left=4), "hp_left"),
    ("weapons", Comparison(targets=(StandingUnits(hp=1, hurt=1),)), "targets[0].hurt"),
]


@pytest.mark.parametrize(("slug", "question", "field"), REFUSED)
def test_a_question_without_sense_names_its_field(slug: str, question: Any, field: str) -> None:
    with pytest.raises(QuestionError) as refused:
        ask(slug, question)
    assert refused.value.field == field


HEADLINES: list[tuple[str, Any, str]] = [
    ("shooting", Shooting(), "2.2 of 10 out of action on average; 1 % to fall below half strength"),
    ("shooting", Shooting(distance=37), "Out of range: nobody fires"),
    (
        "shooting",
        Shooting(distance=30, range_bonus=20),
        "2.2 of 10 out of action on average; 1 % to fall below half strength",
    ),
    ("movement", Moving(mov=6, downed=2), "7 tiles"),
    ("movement", Moving(mov=0, shot=True), "0 tiles"),
    ("disengage", Disengaging(), "2.0 of 4 downed on average; 6 % for nobody"),
    ("charge", Charging(across=8, down=0), "58 % to charge home over 7 tiles"),
    ("charge", Charging(across=8, down=0, disengages=True), "38 % to charge home over 7 tiles"),
    ("charge", Charging(across=14, down=0), "0 % to charge home over 13 tiles"),
    ("morale", Morale(ld=8, hero_ld=6, abandoned=1), "58 % to hold, 42 % to break"),
    ("morale", Morale(standing=5), "No check: not below half strength"),
    ("morale", Morale(standing=0), "Nobody is left to roll"),
    ("aftermath", Aftermath(), "1.7 of 5 die on average; 13 % that all live"),
]


@pytest.mark.parametrize(("slug", "question", "headline"), HEADLINES)
def test_headlines(slug: str, question: Any, headline: str) -> None:
    assert ask(slug, question).headline == headline


@pytest.mark.parametrize("slug", [slug for slug, calculator in CALCULATORS.items() if calculator.prefill])
@pytest.mark.parametrize("opposed", [False, True])
def test_squads_fill_questions_in(slug: str, opposed: bool) -> None:
    calculator: Calculator[Any] = CALCULATORS[slug]
    fill: Callable[[Side, Side | None], dict[str, Any]] = calculator.prefill or (lambda own, opposing: {})
    for own in sides():
        for opposing in sides() if opposed else [None]:
            question = decode(calculator.question, fill(own, opposing))
            assert ask(slug, question).headline
