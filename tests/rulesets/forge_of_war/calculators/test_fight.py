"""Close combat to the end: what is filled in from an army, and what is said."""

from fractions import Fraction
from typing import Any

from tests.rulesets.forge_of_war.calculators.questions import ask, chart, table


def test_fights_end_in_the_open_with_the_better_side() -> None:
    answer = ask("fight", {"attackers": {"fv": 8, "av": 4, "training": "veteran"}, "defenders": {"fv": 5}})
    ends = chart(answer, "How the fight ends")
    wins = ends["Defenders wiped out"] + ends["Defenders break off"]
    assert wins > Fraction(95, 100)
    assert len(table(answer, "Round by round")) == 6


def test_rounds_are_counted_in_turns_as_they_are_played() -> None:
    def rounds(question: dict[str, Any], **chosen: str) -> tuple[str, str]:
        step = ask("fight", question, **chosen).steps[0]
        return step.value, step.reason

    assert rounds({}) == ("6", "in 3 game turns")
    assert rounds({}, cc_rounds="once_per_turn") == ("6", "in 6 game turns")
    assert rounds({"rounds": 1}) == rounds({"rounds": 1}, cc_rounds="once_per_turn") == ("1", "in 1 game turn")
    assert rounds({"rounds": 2}, cc_rounds="once_per_turn") == ("2", "in 2 game turns")
