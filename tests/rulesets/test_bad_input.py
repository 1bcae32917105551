"""The error for invalid input."""

import rulesets
from rulesets.core.declarations.problems import Problem


def test_the_message_has_a_line_for_each_problem() -> None:
    problems = Problem("seed", "should be a number."), Problem("", "The round is over.")
    bad = rulesets.BadInput(*problems)
    assert isinstance(bad, ValueError)
    assert (bad.problems, str(bad).splitlines()) == (problems, [str(each) for each in problems])
    assert str(rulesets.BadInput()) == ""
