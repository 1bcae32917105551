"""The words of answers, each branch of them, are those that were read and stored; see ``tests.stored.explanations``.

A sentence that says the opposite of what it should, or that is missing, differs from the snapshot.
"""

import json
from typing import Any

import pytest

from rulesets.core.calculators import Calculator
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import all_rulesets
from tests.stored.explanations import file_of, reply

CALCULATORS = [
    pytest.param(game, calculator, id=f"{game.slug}-{calculator.slug}")
    for game in all_rulesets()
    for calculator in game.calculators
]


@pytest.mark.parametrize(("game", "calculator"), CALCULATORS)
def test_answers_say_what_they_said_when_they_were_read(game: AnyRuleset, calculator: Calculator[Any]) -> None:
    stored = json.loads(file_of(game).read_text())[calculator.slug]
    assert stored
    changed = []
    for each in stored:
        says = reply(game, calculator, each["question"], each["readings"])
        if says != each["says"]:
            changed.append((each["question"], each["readings"], each["says"], says))
    assert not changed, f"{len(changed)} answers; if they are right: python -m tests.stored.explanations {game.slug}"


@pytest.mark.parametrize("game", all_rulesets(), ids=lambda game: game.slug)
def test_every_reading_that_answers_depend_on_is_walked(game: AnyRuleset) -> None:
    stored = json.loads(file_of(game).read_text())
    walked = {switch for kept in stored.values() for each in kept for switch in each["readings"]}
    assert len(walked) > len([ruling for ruling in game.rulings if ruling.switch]) / 2
