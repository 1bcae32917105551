"""The calculator of movement."""

from typing import Any

import pytest

from rulesets.systems.forum_combat.calculators.movement import Moving
from tests.rulesets.forum_combat.calculators.questions import ask


@pytest.mark.parametrize(
    ("slug", "question", "headline"),
    [
        ("movement", Moving(mov=6, downed=2), "7 tiles"),
        ("movement", Moving(mov=0, shot=True), "0 tiles"),
    ],
)
def test_headlines(slug: str, question: Any, headline: str) -> None:
    assert ask(slug, question).headline == headline
