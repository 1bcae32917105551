"""Fields of a stand, filled in from an army."""

from dataclasses import replace

from rulesets.core.calculators import Unsuited
from rulesets.core.declarations.codec import decode
from rulesets.core.play.states import OUT, PlayState, Side
from rulesets.systems.mbt2020 import RULESET
from rulesets.systems.mbt2020.calculators.stand_fields import not_in_play
from rulesets.systems.mbt2020.play import PLAY
from rulesets.systems.mbt2020.units import Grade
from tests.rulesets.in_game import deployed
from tests.rulesets.mbt2020.shorthand import army


def test_prefill_grades_by_the_army_s_own_house_rules():
    force = army([{"stands": ["12x MBTn"]}], {"nation": "poland"})
    for rules, grade in (((), "GRADE-"), ((("former_pact", "europe"),), "GRADE+")):
        played = replace(force, house_rules=rules)
        side = Side(played, played.groups[0], played.groups[0].units[0])
        engagement = RULESET.calculator("engagement")
        assert engagement.prefill is not None
        assert engagement.prefill(side, None)["own"]["grade"] == grade


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


def test_stands_out_of_play_are_not_engaged():
    force = army([{"stands": ["3x MBTn HQ"]}], {})
    group = force.groups[0]
    pinned, neutralised, out = (unit.id for unit in group.units)
    ticks = {pinned: {"state": (1,)}, neutralised: {"state": (3,)}, out: {OUT.slug: (1,)}}
    played = deployed(PLAY, RULESET.context(force), PlayState(ticks))
    first, second, third = (Side(force, group, unit, played) for unit in group.units)
    assert not_in_play(first, None) is not_in_play(first, first) is None
    for opposing in (second, third):
        assert not_in_play(first, opposing) == Unsuited("The opposing stand is neutralised. Choose another stand.")
    assert not_in_play(second, first) == Unsuited("Your stand is neutralised. Choose another stand.")
