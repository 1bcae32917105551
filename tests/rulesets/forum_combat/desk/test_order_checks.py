"""What is wrong with orders, by line and rule."""

from typing import Any

from rulesets.systems.forum_combat import RULESET
from rulesets.systems.forum_combat.desk.combat import Phase
from rulesets.systems.forum_combat.desk.order_checks import check_orders
from tests.rulesets.forum_combat.desk import battles
from tests.rulesets.forum_combat.desk.order_cases import (
    BY_TITLE,
    CASES,
    ORDER_RULES,
    issues_of,
    written,
)


@BY_TITLE
def test_all_that_is_wrong_is_named_by_line_and_rule(case: dict[str, Any]) -> None:
    assert sorted(written(issue) for issue in issues_of(case)) == sorted(case["issues"])


def test_the_game_tells_each_rule_that_orders_break() -> None:
    named = {issue.rule for case in CASES for issue in issues_of(case)}
    assert named - set(RULESET.rule_ids) - {ruling.id for ruling in RULESET.rulings} == set()


def test_every_order_rule_is_broken_by_a_case_and_kept_by_another() -> None:
    broken = {issue.split()[1] for case in CASES for issue in case["issues"]}
    kept = {rule for case in CASES for rule in case.get("keeps", [])}
    assert {rule for rule in broken if rule.startswith("FC-ORD")} == ORDER_RULES
    assert {rule for rule in kept if rule.startswith("FC-ORD")} == ORDER_RULES
    assert {rule for rule in broken if rule.startswith("FC-TRK")} <= kept
    for case in CASES:
        assert {issue.split()[1] for issue in case["issues"]} & set(case.get("keeps", [])) <= {"FC-TRK-3"}, case[
            "title"
        ]


@BY_TITLE
def test_messages_say_who_and_what_would_be_right(case: dict[str, Any]) -> None:
    for issue in issues_of(case):
        assert 15 <= len(issue.message) <= 250
        assert issue.message.endswith(".")


def test_only_what_is_still_to_be_played_is_looked_at() -> None:
    combat = battles.combat({"squads": ["Alpha: rifleman A1", "!Reavers: raider Y2"]})
    text = "Alpha: shoot Reavers; move P1"
    found = {phase: [issue.rule for issue in check_orders(combat, text, 1, phase)] for phase in Phase}
    assert found == {
        Phase.COMMAND: ["FC-ORD-7", "FC-ORD-11"],
        Phase.SHOOTING: ["FC-ORD-7", "FC-ORD-11"],
        Phase.MELEE: ["FC-ORD-11"],
        Phase.MOVEMENT: ["FC-ORD-11"],
        Phase.MORALE: [],
    }


def test_a_way_round_says_why_it_is_long() -> None:
    ground = ["..#....", "..#....", "..#....", "..#....", "......."]
    combat = battles.combat({"squads": ["Alpha: rifleman A1", "!Reavers: raider G1"], "map": ground})
    assert [issue.message for issue in check_orders(combat, "Alpha: move E1", 1, Phase.COMMAND)] == [
        "E1 is 12 steps away, 4 without the walls and squads in between. Alpha may move 9."
    ]
    shooting = check_orders(combat, "Alpha: shoot Reavers; move D2", 1, Phase.COMMAND)
    assert [issue.message for issue in shooting if issue.rule in ("FC-ORD-8", "FC-ORD-11")] == [
        "D2 is 10 steps away, 4 without the walls and squads in between. Alpha may move 6."
    ]
