"""Close combat to the end: what is filled in from an army, and what is said."""

from fractions import Fraction

from tests.rulesets.forge_of_war.calculators.questions import ask, chart, table


def test_fights_end_in_the_open_with_the_better_side() -> None:
    answer = ask("fight", {"attackers": {"fv": 8, "av": 4, "training": "veteran"}, "defenders": {"fv": 5}})
    ends = chart(answer, "How the fight ends")
    wins = ends["Defenders wiped out"] + ends["Defenders break off"]
    assert wins > Fraction(95, 100)
    assert len(table(answer, "Round by round")) == 6
