"""A volley: what is filled in from squads, and what is said."""

from dataclasses import replace
from typing import Any

import pytest

from rulesets.core.calculators import QuestionError, SolveContext
from rulesets.core.declarations.codec import decode
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.systems.forum_combat import RULESET
from rulesets.systems.forum_combat.calculators.shooting import Shooting
from rulesets.systems.forum_combat.calculators.squad_fields import FiringUnits, StandingUnits
from tests.rulesets.forum_combat.calculators.questions import CALCULATORS, ask, sides


def test_modifiers_beyond_the_limit_are_noted() -> None:
    answer = ask("shooting", Shooting(broken=True, cover=2))
    assert answer.notes == ("Modifiers of −4 together count as −2.",)
    assert answer.steps[0].value == "6+"
    assert answer.steps[0].reason == "ACC 4+, −2 broken, −2 cover, together −2 at most: roll 10d6, each 17% to hit"


def test_the_steps_give_the_reasons_of_their_numbers() -> None:
    by_label = {step.label.split(": ")[-1]: step for step in ask("shooting", Shooting(save_bonus=1)).steps}
    assert by_label["to wound"].reason == "STR 4 against T 3: roll a d6 for each hit, 67% to wound"
    assert by_label["target’s save"].value == "4+"
    assert by_label["target’s save"].reason == "SAV 5+, AP 0, +1 to saves: roll a d6 for each wound, 50% to save"


def test_a_hard_hit_is_noted() -> None:
    answer = ask("shooting", Shooting(firing=(FiringUnits(damage=2),)))
    assert answer.notes == ("One unsaved wound with DMG 2 kills an unhurt Unit outright.",)


def test_a_squad_fires_what_it_has() -> None:
    alpha, bravo, _, _, _, brutes = sides()
    fill = CALCULATORS["shooting"].prefill
    assert fill is not None
    filled = fill(alpha, brutes)
    assert [(row["name"], row["count"]) for row in filled["firing"]] == [
        ("Bolt-Action Rifle", 8), ("Heavy Machine Gun", 1), ("Sidearm", 1),
    ]  # fmt: skip
    assert [(row["name"], row["count"], row["hp"]) for row in filled["target"]] == [("Brute", 3, 4)]
    assert [(row["name"], row["count"]) for row in fill(bravo, None)["firing"]] == [
        ("Submachine Gun", 8), ("Grenades", 8), ("Sidearm", 1),
    ]  # fmt: skip


def test_equal_saves_of_several_kinds_of_unit_are_told_once() -> None:
    target = (
        StandingUnits("Raider", 3, sav=4),
        StandingUnits("Sergeant", 1, sav=4, hp=3),
        StandingUnits("Brute", 1, sav=5),
    )
    answer = ask("shooting", Shooting((FiringUnits(),), target=target))
    saves = [(step.value, step.reason.partition(":")[0]) for step in answer.steps if step.rule == "FC-SAVE-2"]
    assert saves == [("4+", "SAV 4+, AP 0"), ("5+", "SAV 5+, AP 0")]


@pytest.mark.parametrize(
    ("slug", "question", "headline"),
    [
        ("shooting", Shooting(), "2.2 of 10 out of action on average (1% chance to fall below half strength)"),
        ("shooting", Shooting(distance=37), "Out of range: nobody fires"),
        (
            "shooting",
            Shooting(distance=30, range_bonus=20),
            "2.2 of 10 out of action on average (1% chance to fall below half strength)",
        ),
    ],
)
def test_headlines(slug: str, question: Any, headline: str) -> None:
    assert ask(slug, question).headline == headline


@pytest.mark.parametrize(
    ("slug", "question", "field"),
    [
        ("shooting", Shooting(start=5), "start"),
        ("shooting", Shooting(firing=(FiringUnits(count=80, attacks=60),)), "firing"),
        ("shooting", Shooting(target=(StandingUnits(hp=2, hurt=2),)), "target[0].hurt"),
        ("shooting", Shooting(target=(StandingUnits(count=80), StandingUnits(count=1))), "target"),
    ],
)
def test_a_question_without_sense_names_its_field(slug: str, question: Any, field: str) -> None:
    with pytest.raises(QuestionError) as refused:
        ask(slug, question)
    assert refused.value.field == field


def test_results_of_a_volley_are_offered_for_its_target() -> None:
    alpha, *_, brutes = sides()
    calculator = CALCULATORS["shooting"]
    assert calculator.prefill is not None
    assert calculator.results is not None
    context = SolveContext(RULESET.catalogue, HouseRules(RULESET.rulings))
    question = decode(Shooting, calculator.prefill(alpha, brutes))
    labels = [result.label for result in calculator.results(question, alpha, brutes, context)]
    assert labels[0] == "Target: nobody hurt"
    assert len(labels) == len(set(labels)) > 3
    assert calculator.results(replace(question, target=(StandingUnits(),)), alpha, brutes, context) == ()
    assert [result.label for result in calculator.results(question, alpha, None, context)] == ["Has shot"]
