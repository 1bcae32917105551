"""The calculator of charge."""

from typing import Any

import pytest

from rulesets.systems.forum_combat.calculators.charge import Charge
from tests.rulesets.forum_combat.calculators.questions import ask


@pytest.mark.parametrize(
    ("slug", "question", "headline"),
    [
        ("charge", Charge(across=8, down=0), "58% chance to charge home over 7 tiles"),
        ("charge", Charge(across=8, down=0, disengages=True), "38% chance to charge home over 7 tiles"),
        ("charge", Charge(across=14, down=0), "0% chance to charge home over 13 tiles"),
    ],
)
def test_headlines(slug: str, question: Any, headline: str) -> None:
    assert ask(slug, question).headline == headline
