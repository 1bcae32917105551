"""The calculator of movement."""

from typing import Any

import pytest

from rulesets.systems.forum_combat.calculators.movement import Move
from tests.rulesets.forum_combat.calculators.questions import ask


@pytest.mark.parametrize(
    ("slug", "question", "headline"),
    [
        ("movement", Move(mov=6, downed=2), "7 tiles"),
        ("movement", Move(mov=0, shot=True), "0 tiles"),
    ],
)
def test_headlines(slug: str, question: Any, headline: str) -> None:
    assert ask(slug, question).headline == headline


def test_what_was_assumed_is_said() -> None:
    plain, worse = ask("movement", Move(mov=6)), ask("movement", Move(mov=6, shot=True, broken=True, downed=1))
    assert plain.assumed == ("without shooting",)
    assert worse.assumed == ("after shooting", "morale broken", "1 downed unit carried")


def test_the_working_says_what_changes_the_base() -> None:
    def working(question: Move) -> list[tuple[str, str, str]]:
        return [(step.rule, step.label, step.value) for step in ask("movement", question).steps]

    assert working(Move(mov=6, shot=True)) == [
        ("FC-MOV-1", "MOV of the slowest unit", "6"),
    ]
    assert working(Move(mov=6, broken=True, downed=1)) == [
        ("FC-MOV-1", "MOV of the slowest unit", "6"),
        ("FC-MOV-2", "Morale broken", "half, rounded up"),
        ("FC-MOV-3", "Did not shoot", "half as much again, rounded down"),
        ("FC-MOV-3", "MOV for this move", "4"),
        ("FC-MOV-4", "1 downed unit carried", "3"),
    ]
