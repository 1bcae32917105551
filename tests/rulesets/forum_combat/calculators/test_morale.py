"""The calculator of morale."""

from typing import Any

import pytest

from rulesets.core.calculators import QuestionError
from rulesets.systems.forum_combat.calculators.morale import Morale
from tests.rulesets.forum_combat.calculators.questions import ask


@pytest.mark.parametrize(
    ("slug", "question", "headline"),
    [
        ("morale", Morale(ld=8, hero_ld=6, abandoned=1), "58% chance to hold, 42% to break"),
        ("morale", Morale(standing=5), "No check: not below half strength"),
        ("morale", Morale(standing=0), "Nobody is left to roll"),
    ],
)
def test_headlines(slug: str, question: Any, headline: str) -> None:
    assert ask(slug, question).headline == headline


@pytest.mark.parametrize(
    ("slug", "question", "field"),
    [
        ("morale", Morale(standing=11), "standing"),
        ("morale", Morale(hp_start=3, hp_left=4), "hp_left"),
    ],
)
def test_a_question_without_sense_names_its_field(slug: str, question: Any, field: str) -> None:
    with pytest.raises(QuestionError) as refused:
        ask(slug, question)
    assert refused.value.field == field
