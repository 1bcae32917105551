"""Fields of a stand, filled in from an army."""

from dataclasses import replace

from rulesets.core.calculators import Side
from rulesets.core.codec import decode
from rulesets.core.play_state import FieldedForce
from rulesets.systems.mbt2020 import RULESET
from rulesets.systems.mbt2020.units import Grade
from tests.rulesets.mbt2020.shorthand import army


def test_prefill_grades_by_the_army_s_own_house_rules():
    force = army([{"stands": ["12x MBTn"]}], {"nation": "poland"})
    for rules, grade in (((), "GRADE-"), ((("former_pact", "europe"),), "GRADE+")):
        played = replace(force, house_rules=rules)
        side = Side(played, played.groups[0], played.groups[0].units[0])
        engagement, armies = RULESET.calculator("engagement"), RULESET.calculator("armies-grid")
        assert engagement.prefill is not None
        assert armies.from_forces is not None
        assert engagement.prefill(side, None)["own"]["grade"] == grade
        assert armies.from_forces(FieldedForce(played), None)["own_stands"][0]["grade"] == grade


def test_prefill_knows_grade_and_mixed_group():
    force = army(
        [
            {"stands": ["MBTn HQ", "10x MBTn", "AIR+ CAS heli apache"]},
            {"grade": "GRADE-", "stands": ["ARTn OTF SNS HQ", "11x ARTn CBA SNS"]},
        ],
        {"nation": "france", "agreed_groups": 2},
    )
    calculator = RULESET.calculator("engagement")
    assert calculator.prefill is not None
    (tanks, guns) = force.groups
    own, opposing = Side(force, tanks, tanks.units[-1]), Side(force, guns, guns.units[0])
    question = decode(calculator.question, calculator.prefill(own, opposing))
    assert (question.own.grade, question.own.helicopter, question.turn.mixed_group) == (Grade.PLUS, True, True)
    assert (question.opposing.grade, question.opposing.posture.value) == (Grade.MINUS, "OTF")
    assert decode(calculator.question, calculator.prefill(opposing, None)).turn.mixed_group is False
