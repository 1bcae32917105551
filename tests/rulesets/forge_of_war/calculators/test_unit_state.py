"""How a unit stands: thresholds and warnings."""

from typing import Any

from rulesets.core.calculators import Answer
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.systems.forge_of_war import RULESET
from rulesets.systems.forge_of_war.calculators.unit_state import CALCULATOR, UnitState
from rulesets.systems.forge_of_war.command.command_value import CommandState
from rulesets.systems.forge_of_war.tables import Training


def stand(state: CommandState, chosen: dict[str, str] | None = None, **rest: Any) -> Answer:
    return CALCULATOR.ask(
        UnitState(state, **rest), RULESET.catalogue, HouseRules(RULESET.rulings, (chosen or {}).items())
    )


def said(answer: Answer) -> set[tuple[str, str]]:
    return {(step.label, step.value) for step in answer.steps}


def test_a_fresh_unit_has_no_warnings() -> None:
    assert said(stand(CommandState())) == {
        ("Command Value", "7"),
        ("Activates", "70%"),
        ("Permanent D-markers", "0"),
    }


def test_warnings_at_the_thresholds() -> None:
    shaken = said(stand(CommandState(cv=7, markers=3, start=10, now=4)))
    assert {
        ("Modified Command Value", "3"),
        ("D-markers full", "3 of 3"),
        ("Half or less", "reached"),
        ("A third or less", "one loss away"),
        ("May flee", "value below 5"),
    } <= shaken
    assert ("A rally removes", "nothing") in said(stand(CommandState(markers=1, now=5)))


def test_more_markers_than_the_cap_are_explained() -> None:
    answer = stand(CommandState(markers=4))
    assert answer.headline.endswith(" chance to activate with 4 D-markers, 1 over its cap of 3")
    step = next(step for step in answer.steps if step.rule == "FOW-P03")
    assert (step.label, step.value, step.reason) == (
        "D-markers over the cap",
        "4, cap 3",
        "only a sniper rifle can give more than the cap, and each further hit removes a figure",
    )


def test_a_rally_names_its_die_and_value() -> None:
    reasons = {step.label: step.reason for step in stand(CommandState(cv=7, markers=3)).steps}
    assert reasons["A rally removes on average"] == (
        "roll a d10: one for each point below 4, with a 30% chance of one or more"
    )


def test_markers_of_losses_come_only_where_the_table_plays_them() -> None:
    crossed = CommandState(now=5)
    assert ("D-markers from these losses", "1") not in said(stand(crossed, before=7))
    assert ("D-markers from these losses", "1") in said(stand(crossed, {"perm_markers_auto": "on"}, before=7))
    assert ("D-markers from these losses", "1") not in said(stand(crossed, {"perm_markers_auto": "on"}, before=5))
    lost = {"leader_loss_marker": "1"}
    assert ("D-markers from these losses", "1") in said(stand(CommandState(), lost, leader_lost=True))
    full = CommandState(markers=1)
    assert ("D-markers from these losses", "1") not in said(
        stand(full, lost, leader_lost=True, training=Training.HORDE)
    )


def test_a_lost_leader_who_changes_nothing_is_said_to_change_nothing() -> None:
    said_of = ("D-markers for the lost leader", "0")
    assert said_of in said(stand(CommandState(), leader_lost=True))
    assert said_of not in said(stand(CommandState(), {"leader_loss_marker": "1"}, leader_lost=True))
    assert said_of not in said(stand(CommandState()))
