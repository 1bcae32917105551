"""An exchange of fire: what is filled in from squads, and what is said."""

from typing import Any

import pytest

from rulesets.core.calculators import QuestionError
from rulesets.systems.forum_combat.calculators.exchange import Exchange, ReturnFire
from rulesets.systems.forum_combat.calculators.squad_fields import FiringUnits, StandingUnits
from tests.rulesets.forum_combat.calculators.questions import SIX, ask


def test_the_last_squad_hears_that_its_fire_is_likely_wasted() -> None:
    six = Exchange(firing=(FiringUnits(count=6),), squads=3, theirs=(ReturnFire(SIX),), own=(SIX,))
    answer = ask("exchange", six)
    assert [row[1].text for row in answer.tables[0].rows] == ["0%", "<0.1%", "3.2%"]
    assert answer.notes == ("The chance that the last of 3 squads wastes its fire is 3.2%.",)


@pytest.mark.parametrize(
    ("slug", "question", "field"),
    [
        ("exchange", Exchange(theirs=(ReturnFire(StandingUnits(hurt=1)),)), "theirs[0].unit.hurt"),
    ],
)
def test_a_question_without_sense_names_its_field(slug: str, question: Any, field: str) -> None:
    with pytest.raises(QuestionError) as refused:
        ask(slug, question)
    assert refused.value.field == field
