"""House rules: each switch changes some answer, which names it, and leaves another alone, which does not."""

from dataclasses import dataclass
from typing import Any

import pytest

from rulesets.core.calculators import Answer
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.systems.warstrike import RULESET
from rulesets.systems.warstrike.actions import WeaponRow
from rulesets.systems.warstrike.calculators.actions import ActionsQuestion
from rulesets.systems.warstrike.calculators.fall_back import FallBackQuestion
from rulesets.systems.warstrike.calculators.get_down import GetDownQuestion
from rulesets.systems.warstrike.calculators.suppression import SuppressionQuestion
from rulesets.systems.warstrike.calculators.what_happens_next import Action, ActivationQuestion
from rulesets.systems.warstrike.falling_back import Enemy, Position
from rulesets.systems.warstrike.house_rules import RULINGS
from rulesets.systems.warstrike.phase import LeaderRole, PlannedUnit, PlanQuestion
from rulesets.systems.warstrike.units import WeaponType


@dataclass(frozen=True)
class Pair:
    """A question that a switch answers otherwise, and a near one that it does not."""

    calculator: str
    matters: Any
    does_not: Any
    reading: str


INSPIRED = SuppressionQuestion(2, 3, 3, inspirer_nv=5)
LIGHT = (WeaponRow("Carbine", 3, 2, WeaponType.LIGHT),)
SUPPRESSED_OFFICER = PlannedUnit("Officer", 3, 5, 1, LeaderRole.OFFICER)
ORDERED = PlanQuestion((PlannedUnit("Officer", 3, 5, 0, LeaderRole.OFFICER), PlannedUnit("Rifles", 1, 4, 2)))
UNLED = PlanQuestion((PlannedUnit("Rifles", 1, 4, 2),))
INSPIRING = PlanQuestion((PlannedUnit("Hero", 3, 6, 0, LeaderRole.INSPIRING_HERO), PlannedUnit("Rifles", 1, 3, 2)))
DITCH = Position("Ditch", from_leader=9, from_nearest=6, from_enemy=8)

PAIRS = {
    "exact_half": Pair("fall-back", FallBackQuestion(left=5), FallBackQuestion(left=6), "choice"),
    "destroy_at_once": Pair(
        "what-happens-next", ActivationQuestion(2, 4, 2, left=2), ActivationQuestion(2, 4, 2, left=3), "on"
    ),
    "rout_removes_marker": Pair(
        "what-happens-next", ActivationQuestion(safer_position=False), ActivationQuestion(), "off"
    ),
    "fallback_measure": Pair(
        "fall-back", FallBackQuestion(covers=(DITCH,)), FallBackQuestion(covers=(Position("Ditch"),)), "nearest"
    ),
    "stop_at_cover": Pair(
        "fall-back",
        FallBackQuestion(covers=(Position(from_leader=3),)),
        FallBackQuestion(covers=(Position(from_leader=6),)),
        "overshoot",
    ),
    "rout_max": Pair("fall-back", FallBackQuestion(covers=()), FallBackQuestion(), "unlimited"),
    "getdown_stack": Pair("get-down", GetDownQuestion(2, 4, 3), GetDownQuestion(2, 4, 1), "dice_only"),
    "getdown_compare": Pair("get-down", GetDownQuestion(2, 4, 4), GetDownQuestion(2, 4, 1), "base"),
    "declare_action_first": Pair("actions", ActionsQuestion(2, 4, 1), ActionsQuestion(2, 4, 0), "on"),
    "inspire_reading": Pair(
        "suppression", INSPIRED, SuppressionQuestion(2, 1, 1, inspirer_nv=5), "final_value"
    ),
    "inspire_aura": Pair("plan", INSPIRING, ORDERED, "moving"),
    "range_to": Pair("plan", ORDERED, UNLED, "leader"),
    "officer_must_be_steady": Pair(
        "plan", PlanQuestion((SUPPRESSED_OFFICER, PlannedUnit("Rifles", 1, 4, 2))), ORDERED, "on"
    ),
    "inspire_scope": Pair("plan", INSPIRING, ORDERED, "model"),
    "snap_rounding": Pair(
        "actions",
        ActionsQuestion(arms=(WeaponRow("Pistol", 1, 10),)),
        ActionsQuestion(arms=(WeaponRow("Rifle", 2, 9),)),
        "unit",
    ),
    "gtg_until": Pair("actions", ActionsQuestion(), None, "activation"),
    "leaderless_ld": Pair(
        "suppression",
        SuppressionQuestion(leader_lost=True),
        SuppressionQuestion(ld=0, leader_lost=True),
        "minus_one",
    ),
    "coherency_in": Pair("fall-back", FallBackQuestion(), FallBackQuestion(coherency=3), "four"),
    "snapshots_need_target": Pair(
        "fall-back",
        FallBackQuestion(left=9, enemies=(Enemy(seen=False),)),
        FallBackQuestion(left=9, enemies=(Enemy(),)),
        "on",
    ),
    "hits_per_marker": Pair("suppression", SuppressionQuestion(hits=12), SuppressionQuestion(), "helper"),
    "weapon_types": Pair(
        "actions", ActionsQuestion(arms=LIGHT), ActionsQuestion(arms=(WeaponRow("Rifle", 3, 2),)), "on"
    ),
    "one_marker": Pair("what-happens-next", ActivationQuestion(2, 4, 1), ActivationQuestion(2, 4, 2), "checked"),
}  # fmt: skip


def ask(calculator: str, question: Any, **chosen: str) -> Answer:
    return RULESET.calculator(calculator).ask(question, RULESET.catalogue, HouseRules(RULESET.rulings, chosen.items()))


def content(answer: Answer) -> tuple[Any, ...]:
    """All that an answer says, the readings it names apart."""
    return answer.headline, answer.tone, answer.steps, answer.charts, answer.tables, answer.notes


def named(answer: Answer) -> set[str]:
    return {played.ruling.switch for played in answer.rulings}


def test_every_switch_has_its_pair() -> None:
    assert set(PAIRS) == {ruling.switch for ruling in RULESET.rulings if ruling.switch}


@pytest.mark.parametrize("switch", PAIRS)
def test_where_it_matters_the_answer_changes_and_names_it(switch: str) -> None:
    pair = PAIRS[switch]
    before, after = ask(pair.calculator, pair.matters), ask(pair.calculator, pair.matters, **{switch: pair.reading})
    assert content(before) != content(after)
    assert switch in named(before)
    assert switch in named(after)


@pytest.mark.parametrize("switch", PAIRS)
def test_where_it_does_not_matter_it_is_not_named(switch: str) -> None:
    pair = PAIRS[switch]
    calculator, question = (pair.calculator, pair.does_not) if pair.does_not else ("suppression", SuppressionQuestion())
    before, after = ask(calculator, question), ask(calculator, question, **{switch: pair.reading})
    assert content(before) == content(after)
    assert switch not in named(before) | named(after)


def test_readings_not_shown_above_change_their_answers_too() -> None:
    another = FallBackQuestion(covers=(Position(from_leader=3), Position(from_leader=10)))
    assert len({ask("fall-back", another, stop_at_cover=r).headline for r in ("stop", "overshoot", "another")}) == 3
    deep = GetDownQuestion(3, 5, 5)
    means = {ask("get-down", deep, getdown_compare=r).charts[0].mean for r in ("check", "base", "after")}
    assert len(means) == 3
    steps = {ask("fall-back", FallBackQuestion(), coherency_in=r).steps for r in ("open", "ld", "double_ld", "four")}
    assert len(steps) == 4
    notes = {ask("plan", ORDERED, range_to=r).notes for r in ("nearest", "leader", "whole")}
    assert len(notes) == 3


def test_get_down_in_what_happens_next_depends_on_its_readings() -> None:
    asked = ActivationQuestion(2, 4, 3, action=Action.GET_DOWN)
    assert named(ask("what-happens-next", asked)) == {"getdown_stack", "getdown_compare"}
    assert named(ask("what-happens-next", ActivationQuestion(2, 4, 3))) == set()


def test_the_register_is_complete() -> None:
    assert [ruling.id for ruling in RULINGS] == [f"WS-A{number:02d}" for number in range(1, 53)]
    assert all(len(ruling.readings) >= 2 for ruling in RULINGS)
    recommended = {ruling.switch for ruling in RULINGS if ruling.switch and not ruling.advanced}
    assert recommended == {
        "exact_half", "getdown_stack", "getdown_compare", "inspire_reading", "snap_rounding", "rout_removes_marker",
        "destroy_at_once", "hits_per_marker", "leaderless_ld", "coherency_in",
    }  # fmt: skip
