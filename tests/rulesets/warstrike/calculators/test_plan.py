"""What is said of a plan, and how an army fills in the question."""

import pytest

from rulesets.core.calculators import Answer, QuestionError, SolveContext
from rulesets.core.declarations.codec import decode
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.forces.force import add_group
from rulesets.core.play.states import DeployedForce
from rulesets.systems.warstrike import RULESET
from rulesets.systems.warstrike.calculators.plan import CALCULATOR, plan_phase
from rulesets.systems.warstrike.phase import LeaderRole, PlannedUnit, PlanQuestion, leaders_of
from rulesets.systems.warstrike.units import Platoon


def test_a_check_cites_the_rule_for_its_markers() -> None:
    answer = ask(PlanQuestion(tuple(PlannedUnit(markers=markers) for markers in range(3))))
    assert [step.rule for step in answer.steps] == ["WS-SUP-1", "WS-SUP-2", "WS-SUP-3"]


def ask(asked: PlanQuestion, **chosen: str) -> Answer:
    return plan_phase(asked, SolveContext(RULESET.catalogue, HouseRules(RULESET.rulings, chosen.items())))


def test_what_is_said() -> None:
    units = (
        PlannedUnit("Captain", 3, 5, 0, LeaderRole.OFFICER),
        PlannedUnit("Rifles", 1, 4, 9),
    )
    answer = ask(PlanQuestion(units))
    assert answer.headline == "1.42 of 2 units act on average, 0.25 more than without help."
    assert [(step.rule, step.label, step.value, step.reason) for step in answer.steps] == [
        ("WS-SUP-1", "1. Captain", "100%", "It acts without a check, as it has no markers."),
        (
            "WS-OFF-2",
            "2. Rifles",
            "42.1%",
            "9 markers entered, but only 4 counted: a unit cannot have more markers than its Nv. "
            "It rolls with the Ld of Captain. "
            "Roll 3d6, and at least one must show 1 or less.",
        ),
    ]
    assert ask(PlanQuestion(units, goal=2)).headline == (
        "42% chance that 2 or more of 2 units act, 25 points more than without help."
    )


def test_what_each_help_is_worth() -> None:
    answer = ask(PlanQuestion(goal=5))
    worths = next(table for table in answer.tables if table.title == "What each is worth")
    assert [row[0].text for row in worths.rows] == [
        "Captain: order to First rifles",
        "Lieutenant: order to Gunners",
        "Captain: Inspiration",
    ]
    compared = next(table for table in answer.tables if table.title == "At least this many units act")
    assert [column.heading for column in compared.columns] == [
        "Units", "Without help", "Orders only", "Inspiration only", "The plan",
    ]  # fmt: skip
    by_help = [float(cell.text.split()[-1].strip("<>%")) for cell in compared.rows[4][1:]]
    assert by_help == sorted(by_help)


def test_nothing_helps() -> None:
    answer = ask(PlanQuestion((PlannedUnit(markers=1), PlannedUnit())))
    assert answer.headline == "1.89 of 2 units act on average. Neither an order nor Inspiration helps here."
    assert [table.title for table in answer.tables] == ["The plan", "At least this many units act"]


def test_too_many_leaders_and_too_high_a_goal() -> None:
    with pytest.raises(QuestionError) as caught:
        ask(PlanQuestion((PlannedUnit(role=LeaderRole.OFFICER),) * 4))
    assert caught.value.field == "units[3].role"
    with pytest.raises(QuestionError) as caught:
        ask(PlanQuestion((PlannedUnit(),), goal=2))
    assert caught.value.field == "goal"


def test_an_army_fills_in_the_question() -> None:
    assert CALCULATOR.from_forces is not None
    asked = decode(PlanQuestion, CALCULATOR.from_forces(DeployedForce(RULESET.demo()), None))
    assert [(unit.name, unit.role) for unit in asked.units if unit.role is not LeaderRole.NONE] == [
        ("Lieutenant", LeaderRole.OFFICER),
        ("Captain", LeaderRole.INSPIRING_OFFICER),
        ("Champion", LeaderRole.INSPIRING_HERO),
    ]
    assert (asked.units[1].ld, asked.units[1].nv, asked.units[1].markers) == (2, 4, 0)
    assert CALCULATOR.from_forces(DeployedForce(RULESET.new_force()), None) == {}


def test_a_large_army_gives_its_first_units_and_leaders() -> None:
    force = RULESET.demo()
    for number in range(2):
        force = add_group(force, f"More {number}", Platoon(), force.groups[0].units)
    assert CALCULATOR.from_forces is not None
    asked = decode(PlanQuestion, CALCULATOR.from_forces(DeployedForce(force), None))
    assert len(asked.units) == 8
    assert len(leaders_of(asked.units)) == 3
