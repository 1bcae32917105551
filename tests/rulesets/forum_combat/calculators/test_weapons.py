"""Weapons compared: what is filled in from squads, and what is said."""

from typing import Any

import pytest

from rulesets.core.calculators import QuestionError
from rulesets.systems.forum_combat.calculators.squad_fields import StandingUnits
from rulesets.systems.forum_combat.calculators.weapons import Comparison
from tests.rulesets.forum_combat.calculators.questions import ask


def test_weapons_are_compared_with_every_target() -> None:
    answer = ask("weapons", Comparison())
    assert [len(table.rows) for table in answer.tables] == [2, 2]
    assert [len(table.columns) for table in answer.tables] == [5, 5]
    assert len(answer.charts) == 2


@pytest.mark.parametrize(
    ("slug", "question", "field"),
    [
        ("weapons", Comparison(targets=(StandingUnits(hp=1, hurt=1),)), "targets[0].hurt"),
    ],
)
def test_a_question_without_sense_names_its_field(slug: str, question: Any, field: str) -> None:
    with pytest.raises(QuestionError) as refused:
        ask(slug, question)
    assert refused.value.field == field
