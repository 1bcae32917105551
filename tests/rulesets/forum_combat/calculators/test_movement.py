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


def test_what_was_assumed_is_said() -> None:
    plain, worse = ask("movement", Moving(mov=6)), ask("movement", Moving(mov=6, shot=True, broken=True, downed=1))
    assert plain.assumed == ("without shooting",)
    assert worse.assumed == ("after shooting", "morale broken", "1 downed taken along")
