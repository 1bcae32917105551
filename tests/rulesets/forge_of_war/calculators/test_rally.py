"""What is said of a rally."""

import pytest

from tests.rulesets.forge_of_war.calculators.questions import ask


@pytest.mark.parametrize(
    ("cv", "removes", "keeps"),
    [
        (7, "roll a d10: one for each point below 4", "roll a d10: 4 or less passes"),
        (4, "roll a d10: only a natural 1 removes one", "roll a d10: 1 or less passes"),
        (2, "roll a d10: only a natural 1 removes one", ""),
    ],
)
def test_steps_name_the_die_and_the_value_that_it_is_rolled_against(cv: int, removes: str, keeps: str) -> None:
    reasons = {step.label: step.reason for step in ask("rally", {"unit": {"cv": cv, "markers": 3}}).steps}
    assert (reasons["Removes on average"], reasons["Keeps the initiative"]) == (removes, keeps)
