"""The calculator of aftermath."""

from typing import Any

import pytest

from rulesets.systems.forum_combat.calculators.aftermath import Aftermath
from tests.rulesets.forum_combat.calculators.questions import ask


@pytest.mark.parametrize(
    ("slug", "question", "headline"),
    [
        ("aftermath", Aftermath(), "1.7 of 5 die on average (13% chance that all live)"),
    ],
)
def test_headlines(slug: str, question: Any, headline: str) -> None:
    assert ask(slug, question).headline == headline
