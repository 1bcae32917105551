"""Reaction tests: what is filled in from an army, and what is said."""

from fractions import Fraction
from typing import Any

import pytest

from rulesets.core.calculators import SolveContext
from rulesets.core.declarations.codec import decode
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.engagements import in_brief
from rulesets.systems.forge_of_war import RULESET
from tests.rulesets.forge_of_war.calculators.questions import ask, chart, said


def test_reactions_that_need_no_roll() -> None:
    refused: dict[str, dict[str, Any]] = {
        "No test: too far away": {"distance": 13},
        "No test: hiding units do not react": {"shooters": {"stance": "hiding"}},
        "No test: already tested this turn": {"tested": True},
        "No test needed: it is on covering fire": {"covering": True},
        "No shot: the target is in close combat": {"target": {"engaged": True}},
    }
    assert [ask("reaction-test", data).headline for data in refused.values()] == list(refused)
    charge = ask("reaction-test", {"melee_only": True})
    assert chart(charge, "Reaction") == {"Charges": Fraction(7, 10), "Nothing": Fraction(3, 10), "Flees": Fraction(0)}


@pytest.mark.parametrize("entered", [0, 3])
def test_a_unit_reacts_with_the_markers_it_tests_with(entered: int) -> None:
    """CV 7 and SV 7 with three D-markers: it reacts on 4, and fires at 7 - 3 - 2."""
    answer = ask("reaction-test", {"unit": {"markers": 3}, "shooters": {"markers": entered}})
    assert said(answer)["Assault Rifle"] == "2"
    assert chart(answer, "Reaction")["Fires"] == Fraction(4, 10)


def test_who_has_no_gun_may_charge_into_a_close_combat() -> None:
    charge = ask("reaction-test", {"melee_only": True, "target": {"engaged": True}})
    assert chart(charge, "Reaction")["Charges"] == Fraction(7, 10)


@pytest.mark.parametrize(
    ("data", "words", "refused"),
    [
        ({"distance": 13}, "No test: too far away", True),
        ({"melee_only": True}, "70% chance to charge, 0% to flee", False),
        ({"unit": {"markers": 3}}, "40% chance to fire, 10% to flee", False),
    ],
)
def test_the_figure_that_decides_is_the_chance_to_react(data: dict[str, Any], words: str, refused: bool) -> None:
    calculator, house = RULESET.calculator("reaction-test"), HouseRules(RULESET.rulings, ())
    brief = in_brief(calculator, decode(calculator.question, data), SolveContext(RULESET.catalogue, house))
    assert (brief.words, brief.refused) == (words, refused)
