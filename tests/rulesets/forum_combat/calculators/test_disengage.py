"""The calculator of disengage."""

from typing import Any

import pytest

from rulesets.core.calculators import QuestionError
from rulesets.systems.forum_combat.calculators.disengage import Disengage
from tests.rulesets.forum_combat.calculators.questions import ask


@pytest.mark.parametrize(
    ("slug", "question", "headline"),
    [
        ("disengage", Disengage(), "2.0 of 4 downed on average (6% chance of none)"),
    ],
)
def test_headlines(slug: str, question: Any, headline: str) -> None:
    assert ask(slug, question).headline == headline


@pytest.mark.parametrize(
    ("slug", "question", "field"),
    [
        ("disengage", Disengage(engaged=7, standing=6), "engaged"),
    ],
)
def test_a_question_without_sense_names_its_field(slug: str, question: Any, field: str) -> None:
    with pytest.raises(QuestionError) as refused:
        ask(slug, question)
    assert refused.value.field == field
