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


def test_the_tiles_needed_have_their_reason() -> None:
    for question, needed, reason in (
        (Charge(across=5, down=2), "5", "4 across and 1 down, to stand next to the target"),
        (Charge(across=8, down=0), "7", "7 across and 0 down, to stand next to the target"),
    ):
        step = ask("charge", question).steps[0]
        assert (step.value, step.reason) == (needed, reason)


@pytest.mark.parametrize(
    ("measure", "needed", "reason"),
    [
        ("zone", "5", "5 across and 2 down, less ENG 2"),
        ("adjacent", "5", "4 across and 1 down, to stand next to the target"),
        ("plain", "7", "5 across and 2 down"),
    ],
)
def test_the_reason_follows_the_reading_if_the_number_does_not(measure: str, needed: str, reason: str) -> None:
    step = ask("charge", Charge(across=5, down=2, eng=2), charge_measure=measure).steps[0]
    assert (step.value, step.reason) == (needed, reason)
