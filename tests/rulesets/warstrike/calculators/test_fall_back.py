"""The fall-back adviser: which move the rules demand, case by case."""

from dataclasses import replace

import pytest

from rulesets.core.calculators import Answer, QuestionError, SolveContext
from rulesets.systems.warstrike import RULESET
from rulesets.systems.warstrike.calculators.fall_back import FallBackQuestion, Goal, advise, goal_of
from rulesets.systems.warstrike.falling_back import Enemy, Position
from tests.rulesets.warstrike.shorthand import house


def ask(asked: FallBackQuestion, **chosen: str) -> Answer:
    return advise(asked, SolveContext(RULESET.catalogue, house(**chosen)))


def value(answer: Answer, rule: str) -> str:
    return next(step.value for step in answer.steps if step.rule == rule)


NEAR = Position("Ruin", from_leader=8, from_enemy=18)


@pytest.mark.parametrize(
    ("asked", "headline"),
    [
        (FallBackQuestion(left=6, covers=(NEAR,)), "Snap Shots without moving, or Fall Back Move to Ruin: 6–12″."),
        (FallBackQuestion(left=4, covers=(NEAR,)), "Fall Back Move to Ruin: 6–12″."),
        (FallBackQuestion(left=2, covers=(NEAR,)), "The unit is destroyed."),
        (FallBackQuestion(left=4, covers=()), "Rout Move: each model runs 12″ away from every enemy in sight."),
        (FallBackQuestion(left=4, covers=(Position("Hedge", from_leader=9, from_enemy=9),)),
         "Rout Move: each model runs 12″ away from every enemy in sight."),
        (FallBackQuestion(left=4, covers=(Position("Wall", from_leader=4),)), "Fall Back Move to Wall: 4″."),
        (FallBackQuestion(left=4, covers=(Position(from_leader=30, from_enemy=31),)),
         "Fall Back Move towards Position 1: 6–12″. The leader does not get there."),
        (FallBackQuestion(left=4, mv=0, covers=(Position(from_leader=1),)),
         "Fall Back Move towards Position 1: 0″. The leader does not get there."),
    ],
)  # fmt: skip
def test_headlines(asked: FallBackQuestion, headline: str) -> None:
    assert ask(asked).headline == headline


def test_the_nearest_position_that_counts_is_the_goal() -> None:
    covers = (
        Position("Far", from_leader=11, from_enemy=20),
        Position("Near the enemy", from_leader=7, from_enemy=5),
        Position("Right", from_leader=9, from_enemy=10),
    )
    answer = ask(FallBackQuestion(left=4, covers=covers))
    assert value(answer, "WS-FM-2") == "Right"
    assert [row[-1].text for row in answer.tables[0].rows] == ["counts", "nearer to the enemy", "run here"]


def test_a_goal_out_of_reach_is_run_for() -> None:
    assert goal_of(FallBackQuestion(mv=6, covers=(Position(from_leader=13, from_enemy=20),)), "leader", "stop") == Goal(
        0, 13, 6, 12, False
    )


@pytest.mark.parametrize(
    ("reading", "goal"),
    [("stop", Goal(0, 3, 3, 3, True)), ("overshoot", Goal(0, 3, 6, 12, False)), ("another", Goal(1, 10, 6, 12, True))],
)
def test_a_goal_nearer_than_the_least_distance(reading: str, goal: Goal) -> None:
    covers = (Position(from_leader=3), Position(from_leader=10))
    assert goal_of(FallBackQuestion(mv=6, covers=covers), "leader", reading) == goal


def test_a_leader_that_cannot_move_does_not_get_there() -> None:
    step = next(step for step in ask(FallBackQuestion(mv=0, covers=(NEAR,))).steps if step.rule == "WS-FM-3")
    assert (step.value, step.reason) == ("0″", "Mv is 0, so the leader cannot move and does not get there.")


def test_a_leader_who_may_not_stop_short_of_mv_runs_past_the_goal() -> None:
    answer = ask(FallBackQuestion(left=4, covers=(Position("Ruin", from_leader=1),)), stop_at_cover="overshoot")
    step = next(step for step in answer.steps if step.rule == "WS-FM-3")
    assert answer.headline == "Fall Back Move past Ruin: 6–12″."
    assert (step.value, step.reason) == ("6–12″", "The leader must move at least Mv, 6″, and so runs past the goal.")


def test_the_others_end_in_coherency_with_one_that_has_moved() -> None:
    asked = FallBackQuestion(left=4, coherency=3)
    assert ask(asked).steps[-2].reason == "Each ends in coherency with a model that has moved, within 3″."
    routed = ask(replace(asked, covers=())).steps[-2].reason
    assert routed == "Each ends in coherency with a model that has moved, within 3″. A model that cannot is a casualty."


def test_how_far_a_rout_runs_follows_the_house_rule() -> None:
    asked = FallBackQuestion(left=4, covers=())
    assert ask(asked).headline == "Rout Move: each model runs 12″ away from every enemy in sight."
    assert (
        ask(asked, rout_max="unlimited").headline
        == "Rout Move: each model runs 12″ or more away from every enemy in sight."
    )


def test_another_goal_is_none_where_all_are_near() -> None:
    assert goal_of(FallBackQuestion(mv=6, covers=(Position(from_leader=3),)), "leader", "another") == Goal(
        0, 3, 3, 3, True
    )


def test_measuring_from_the_nearest_model_may_save_from_a_rout() -> None:
    asked = FallBackQuestion(left=4, covers=(Position("Ditch", from_leader=9, from_nearest=6, from_enemy=8),))
    assert ask(asked).headline.startswith("Rout Move")
    assert ask(asked, fallback_measure="nearest").headline == "Fall Back Move to Ditch: 6–12″."


def test_a_rout_says_why_it_is_one() -> None:
    asked = FallBackQuestion(
        left=4, covers=(Position("Wall", from_leader=8, from_enemy=8), Position("Hedge", from_leader=8, from_enemy=6))
    )
    answer, open_ground = ask(asked), ask(replace(asked, covers=(), enemies=(Enemy(seen=False),)))
    step = answer.steps[1]
    assert (step.rule, step.value) == ("WS-FM-2", "none")
    assert step.reason == "No position is nearer to the unit than to an enemy, so the move is a Rout Move."
    assert [row[-1].text for row in answer.tables[0].rows] == ["as near to the enemy", "nearer to the enemy"]
    assert open_ground.steps[1].reason == "There is no position to run for, so the move is a Rout Move."
    assert open_ground.headline == "Rout Move: each model runs 12″ towards your table edge."


def test_the_table_has_the_distances_that_decide() -> None:
    asked = FallBackQuestion(left=4, covers=(Position("Ditch", from_leader=9, from_nearest=6, from_enemy=8),))
    for reading, row in (("leader", ["9″", "8″", "nearer to the enemy"]), ("nearest", ["6″", "8″", "run here"])):
        found = ask(asked, fallback_measure=reading).tables[0].rows[0]
        assert [cell.text for cell in found[2:]] == row


def test_a_single_model_has_no_others() -> None:
    answer = ask(FallBackQuestion(starting=1, left=1, covers=(NEAR,)))
    assert "WS-FM-4" not in [step.rule for step in answer.steps]


@pytest.mark.parametrize(
    ("enemies", "way"),
    [
        ((Enemy(),), "It runs twice its Mv directly away from the one enemy in sight."),
        ((Enemy(), Enemy()), "It runs twice its Mv in any direction that ends no nearer to any enemy in sight."),
        ((Enemy(seen=False),), "No enemy is in sight, so it runs twice its Mv towards your table edge."),
    ],
)
def test_ways_of_a_rout(enemies: tuple[Enemy, ...], way: str) -> None:
    answer = ask(FallBackQuestion(left=4, covers=(), enemies=enemies))
    assert next(step.reason for step in answer.steps if step.rule == "WS-RT-1") == way


@pytest.mark.parametrize("enemies", [(Enemy(),), (Enemy(), Enemy()), (Enemy(seen=False),)])
def test_the_way_of_a_rout_does_not_contradict_its_distance(enemies: tuple[Enemy, ...]) -> None:
    asked = FallBackQuestion(left=4, covers=(), enemies=enemies)
    step = next(step for step in ask(asked, rout_max="unlimited").steps if step.rule == "WS-RT-1")
    assert (step.value, "runs twice its Mv or more " in step.reason) == ("12″ or more", True)


@pytest.mark.parametrize(("edge", "told"), [(11, True), (12, False), (None, False)])
def test_a_table_edge_too_near_is_said(edge: int | None, told: bool) -> None:
    answer = ask(FallBackQuestion(left=4, covers=(), edge=edge))
    assert ("Table edge" in [step.label for step in answer.steps]) == told


def test_markers_come_off_after_the_move() -> None:
    assert value(ask(FallBackQuestion(left=4, markers=3)), "WS-FB-6") == "2"
    assert "WS-FB-6" not in [step.rule for step in ask(FallBackQuestion(left=4, markers=0)).steps]
    routed = FallBackQuestion(left=4, markers=3, covers=())
    assert ask(routed).steps[-1].value == "2"
    assert ask(routed, rout_removes_marker="off").steps[-1].value == "3"


def test_exactly_half_is_said_to_be_so() -> None:
    assert value(ask(FallBackQuestion(left=5)), "WS-FB-5") == "a Fall Back Move"
    assert value(ask(FallBackQuestion(left=5), exact_half="choice"), "WS-FB-5").startswith("Snap Shots")


def test_snap_shots_without_a_target() -> None:
    asked = FallBackQuestion(left=9, enemies=(Enemy(seen=False),))
    assert ask(asked).headline.startswith("Snap Shots")
    needed = ask(asked, snapshots_need_target="on")
    assert needed.headline.startswith("Fall Back Move")
    assert (needed.steps[0].value, needed.steps[0].reason) == (
        "a Fall Back Move",
        "9 of 10 models left. That is over 50%. No enemy is in sight for Snap Shots.",
    )


def test_more_models_than_it_started_with() -> None:
    with pytest.raises(QuestionError) as caught:
        ask(FallBackQuestion(starting=3, left=4))
    assert caught.value.field == "left"


@pytest.mark.parametrize(
    ("reading", "why"),
    [
        ("forced", "5 of 10 models left. That is exactly half. Only a unit with more than half may stay."),
        ("choice", "5 of 10 models left. That is exactly half. Your house rules let such a unit stay."),
    ],
)
def test_a_unit_with_exactly_half_is_told_why_it_may_stay_or_not(reading: str, why: str) -> None:
    assert ask(FallBackQuestion(left=5), exact_half=reading).steps[0].reason == why
