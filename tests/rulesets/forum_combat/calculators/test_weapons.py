"""Weapons compared: what is filled in from squads, and what is said."""

from typing import Any

import pytest

from rulesets.core.calculators import QuestionError
from rulesets.systems.forum_combat.calculators.squad_fields import FiringUnits, StandingUnits
from rulesets.systems.forum_combat.calculators.weapons import Comparison
from tests.rulesets.forum_combat.calculators.questions import ask


def test_weapons_are_compared_with_every_target() -> None:
    answer = ask("weapons", Comparison())
    assert [len(table.rows) for table in answer.tables] == [2, 2]
    assert [len(table.columns) for table in answer.tables] == [5, 5]
    assert len(answer.charts) == 2


RIFLES = FiringUnits()
GUNS = FiringUnits("Machine gun", 2, 4, 4, 5, 1, 1, 30)
UNIT = StandingUnits("Unit", 1, 1, 6, 1)
HULK = StandingUnits("Hulk", 1, 12, 2, 60)


@pytest.mark.parametrize(
    ("weapons", "target", "headline"),
    [
        ((RIFLES, GUNS), StandingUnits("Brutes", 4, 5, 5, 4),
         "Best against Brutes: Machine gun, which puts less than 0.1 out of action on average"),
        ((RIFLES, GUNS), UNIT,
         "No clear best against Unit: Bolt-Action Rifle and Machine gun each put about 1.0 out of action on average"),
        ((RIFLES, GUNS), HULK, "No weapon here can put Hulk out of action"),
        ((RIFLES,), HULK, "Bolt-Action Rifle cannot put Hulk out of action"),
        ((RIFLES,), UNIT, "Bolt-Action Rifle against Unit: 1.0 out of action on average"),
        ((FiringUnits("Stick", 1, 1, 6, 1),), StandingUnits("Vehicle", 1, 7, 3, 1),
         "Stick against Vehicle: less than 0.1 out of action on average"),
    ],
)  # fmt: skip
def test_the_headline_names_a_best_weapon_only_where_one_is(
    weapons: tuple[FiringUnits, ...], target: StandingUnits, headline: str
) -> None:
    assert ask("weapons", Comparison(weapons=weapons, targets=(target,))).headline == headline


@pytest.mark.parametrize(
    ("slug", "question", "field"),
    [
        ("weapons", Comparison(targets=(StandingUnits(hp=1, hurt=1),)), "targets[0].hurt"),
    ],
)
def test_a_question_without_sense_names_its_field(slug: str, question: Any, field: str) -> None:
    with pytest.raises(QuestionError) as refused:
        ask(slug, question)
    assert refused.value.field == field


@pytest.mark.parametrize(
    ("weapon", "target", "reason"),
    [
        (RIFLES, UNIT, "10 dice hit on 4+, a hit wounds on 2+, and the target saves on 6+: "),
        (RIFLES, HULK, "10 dice hit on 4+, a hit wounds on 6+, and the target saves on 2+: "),
        (FiringUnits("Bow", 1, 1, 6, 4, 6), UNIT,
         "1 die hits on 6+, a hit wounds on 2+, and the target has no save: "),
        (FiringUnits("Jammed", 0), UNIT, "no dice to roll: "),
    ],
)  # fmt: skip
def test_a_step_says_what_the_dice_need(weapon: FiringUnits, target: StandingUnits, reason: str) -> None:
    (step,) = ask("weapons", Comparison(weapons=(weapon,), targets=(target,))).steps
    assert step.reason.startswith(reason)
