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


@pytest.mark.parametrize(
    ("question", "readings", "reason"),
    [
        (Morale(), {}, "4 of 10 standing. A check is due below half, which is 4 or fewer."),
        (
            Morale(hp_start=13, hp_left=5),
            {"strength": "hp"},
            "5 of 13 HP left. A check is due below half, which is 6 HP or fewer.",
        ),
        (
            Morale(downed=2),
            {"strength": "living"},
            "6 of 10 not killed. A check is due below half, which is 4 or fewer not killed.",
        ),
        (Morale(start=1, standing=1), {}, "1 of 1 standing. The squad needs no check while a unit stands."),
        (Morale(standing=0), {}, "Nobody is standing."),
    ],
)
def test_a_check_says_what_is_left_and_when_it_is_due(question: Morale, readings: dict[str, str], reason: str) -> None:
    assert ask("morale", question, **readings).steps[0].reason == reason


@pytest.mark.parametrize(
    ("question", "need", "reason"),
    [
        (Morale(abandoned=1, bonus=2), "6+",
         "LD 7+, raised by 1 for abandoned units, lowered by 2 for the bonus to the roll"),
        (Morale(bonus=-1), "8+", "LD 7+, raised by 1 for the penalty to the roll"),
        (Morale(ld=2), "anything", "LD 2+"),
    ],
)  # fmt: skip
def test_what_the_dice_must_show_goes_up_and_down_in_words(question: Morale, need: str, reason: str) -> None:
    step = ask("morale", question).steps[2]
    assert (step.value, step.reason) == (need, reason)
