"""Orders as text: what is read of them, what is wrong with them by line and rule, and that nothing is rolled then."""

import tomllib
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from rulesets.core.desk import OrderIssue, OrdersRefused
from rulesets.core.findings import Severity
from rulesets.systems.forum_combat import RULESET
from rulesets.systems.forum_combat.desk import DESK
from rulesets.systems.forum_combat.desk.combat import Combat, Phase
from rulesets.systems.forum_combat.desk.order_checks import check_orders
from rulesets.systems.forum_combat.desk.order_reader import read_orders
from rulesets.systems.forum_combat.desk.orders import (
    BONUSES,
    HELP,
    NEAREST,
    AbilityUse,
    Bonus,
    CombatEnding,
    Orders,
    Shoot,
    SquadOrders,
    VerbLine,
)
from rulesets.systems.forum_combat.desk.rounds import BattleRecord
from tests.rulesets.forum_combat.desk import battles

CASES: list[dict[str, Any]] = tomllib.loads(Path(__file__).with_name("order_cases.toml").read_text())["case"]
BY_TITLE = pytest.mark.parametrize("case", CASES, ids=lambda case: case["title"])
ORDER_RULES = {f"FC-ORD-{number}" for number in range(1, 13)}


COMBATS = {case["title"]: battles.combat(case) for case in CASES}


def issues_of(case: dict[str, Any]) -> tuple[OrderIssue, ...]:
    return check_orders(COMBATS[case["title"]], case["orders"], 1, Phase.COMMAND)


def written(issue: OrderIssue) -> str:
    mark = "" if issue.severity is Severity.ERROR else "~"
    return f"{mark}{issue.line} {issue.rule} {issue.group}".rstrip()


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
def test_orders_with_an_error_roll_nothing_and_change_nothing(case: dict[str, Any]) -> None:
    battle, text = BattleRecord(COMBATS[case["title"]]), case["orders"]
    before = DESK.write(battle)
    wrong = any(not issue.startswith("~") for issue in case["issues"])
    if wrong:
        with pytest.raises(OrdersRefused) as refused:
            DESK.give(battle, text, 7)
        assert refused.value.issues == DESK.check(battle, text)
        first = next(issue for issue in refused.value.issues if issue.severity is Severity.ERROR)
        assert str(refused.value) == f"Line {first.line}: {first.message} ({first.rule})"
    else:
        given = DESK.give(battle, text, 7)
        assert (DESK.rounds(given), DESK.orders(given)) == (1, text)
    assert DESK.write(battle) == before


@BY_TITLE
def test_messages_say_who_and_what_would_be_right(case: dict[str, Any]) -> None:
    for issue in issues_of(case):
        assert 15 <= len(issue.message) <= 250
        assert issue.message.endswith(".")


def write_orders(combat: Combat, orders: Orders) -> str:
    """Orders as text that reads back as the same orders (line numbers apart), as a form gives them."""
    lines = []
    names = {squad.id: squad.name for squad in combat.squads} | {NEAREST: NEAREST}
    weapons = {weapon.key: weapon.name for weapon in combat.weapons}
    uses: dict[tuple[str, str, int], list[str]] = {}
    for use in orders.abilities:
        uses.setdefault((use.character, use.ability, use.line), []).append(use.piece or names[use.squad])
    for (character, ability, _), squads in uses.items():
        lines.append(f"{character}: use {combat.ability(ability).name} on {', '.join(squads)}")
    for own in orders.squads:
        parts = [_fire_words(shoot, names, weapons) for shoot in own.shoot if not shoot.piece]
        parts += [f"fight {names[own.fight]}"] if own.fight else []
        parts += ["disengage"] if own.disengage else []
        parts += [f"move {own.move}"] if own.move else []
        parts += [f"charge {names[own.charge]}"] if own.charge else []
        for verb, pieces in (("abandon", own.abandon), ("recover", own.recover)):
            parts += [f"{verb} {'all' if 'all' in pieces else ', '.join(pieces)}"] if pieces else []
        parts += [f"{name} {getattr(own.bonus, name):+d}" for name in BONUSES if getattr(own.bonus, name)]
        parts += ["hold"] if own.hold else []
        if parts:
            lines.append(f"{names[own.squad]}: {'; '.join(parts)}")
        lines += [f"{shoot.piece}: {_fire_words(shoot, names, weapons)}" for shoot in own.shoot if shoot.piece]
    if orders.ending is not None:
        lines.append(f"Combat: end {orders.ending.value}")
    return "\n".join(lines)


def _fire_words(shoot: Shoot, names: dict[str, str], weapons: dict[str, str]) -> str:
    targets = ", ".join(names[target] for target in shoot.targets)
    return f"shoot {targets}" + (
        f" with {' and '.join(weapons[key] for key in shoot.weapons)}" if shoot.weapons else ""
    )


@BY_TITLE
def test_what_was_read_is_written_so_that_it_reads_the_same(case: dict[str, Any]) -> None:
    combat = COMBATS[case["title"]]
    orders, _ = read_orders(combat, case["orders"])
    again, issues = read_orders(combat, write_orders(combat, orders))
    assert issues == ()
    assert write_orders(combat, again) == write_orders(combat, orders)
    assert without_lines(again) == without_lines(orders)


def without_lines(orders: Orders) -> Orders:
    squads = tuple(
        replace(own, line=0, lines=(), shoot=tuple(replace(shoot, line=0) for shoot in sorted(own.shoot, key=order_of)))
        for own in orders.squads
    )
    uses = tuple(replace(use, line=0) for use in orders.abilities)
    return replace(orders, squads=squads, abilities=uses, ending_line=0)


def order_of(shoot: Shoot) -> bool:
    """Orders to single units are written behind those to all."""
    return bool(shoot.piece)


FIELD = {
    "squads": [
        "Alpha: rifleman A1 A2=0 A3, heavy-weapon-team A4, officer B1 [4 CP take-aim stand-fast]",
        "!Reavers: raider P1",
        "!Skulkers with Knives: raider P4",
    ]
}


def spoken(verbs: dict[int, str]) -> tuple[VerbLine, ...]:
    return tuple(VerbLine(verb, line) for line, words in verbs.items() for verb in words.split())


def test_an_order_of_every_kind_is_read() -> None:
    text = """Hero 1: use Take Aim on Alpha; use Stand Fast
Alpha: SHOOT at Reavers with bolt-action rifle; move to c7; charge Skulkers with Knives; abandon 1B; acc -1; morale +2
1d: shoot Skulkers with Knives with Heavy Machine Gun
1: fight Reavers; recover 1b
Reavers: shoot 1, nearest; disengage P2; hold
Combat: end early"""
    orders, issues = read_orders(battles.combat(FIELD), text)
    assert issues == ()
    assert orders == Orders(
        (
            SquadOrders(
                "1",
                2,
                (
                    Shoot(("2",), ("bolt-action-rifle",), line=2),
                    Shoot(("3",), ("heavy-machine-gun",), "1d", 3),
                ),
                "2",
                "C7",
                charge="3",
                abandon=("1b",),
                recover=("1b",),
                bonus=Bonus(acc=-1, morale=2),
                lines=spoken({2: "shoot move charge abandon acc morale", 4: "fight recover"}),
            ),
            SquadOrders(
                "2",
                5,
                (Shoot(("1", NEAREST), (), line=5),),
                move="P2",
                disengage=True,
                hold=True,
                lines=spoken({5: "shoot disengage hold"}),
            ),
        ),
        (AbilityUse("Hero 1", "take-aim", "1", 1), AbilityUse("Hero 1", "stand-fast", "1", 1)),
        CombatEnding.EARLY,
        6,
    )


def test_a_text_that_is_too_long_is_refused_as_a_whole() -> None:
    combat = battles.combat(FIELD)
    for text in ("Alpha: hold\n" * 3001, "#" * 150_001):
        orders, issues = read_orders(combat, text)
        assert orders == Orders()
        assert [(issue.line, issue.rule) for issue in issues] == [(0, "FC-RND-2")]


def test_the_longest_text_is_read_to_its_last_line() -> None:
    orders, issues = read_orders(battles.combat(FIELD), "# a post\n" * 2999 + "Alpha: hold".ljust(150_000 - 9 * 2999))
    assert (orders.of("1").hold, orders.of("1").line, issues) == (True, 3000, ())


def test_all_the_same_what_is_left_of_a_line_with_a_mistake_is_read() -> None:
    orders, issues = read_orders(battles.combat(FIELD), "Alpha: dance; move C3\nBravo: hold\nReavers: hold")
    assert [(issue.line, issue.group) for issue in issues] == [(1, "1"), (2, "")]
    assert [(own.squad, own.move, own.hold) for own in orders.squads] == [("1", "C3", False), ("2", "", True)]


def test_every_word_of_the_help_is_read() -> None:
    """Each kind of order that the help names can be written and is understood."""
    combat = battles.combat(FIELD)
    for words in (
        "Reavers: shoot Alpha", "Alpha: shoot Reavers with Bolt-Action Rifle", "Reavers: shoot Alpha, nearest",
        "Alpha: fight Reavers", "Alpha: move C7", "Alpha: disengage C7", "Alpha: charge Reavers",
        "Alpha: abandon all", "Alpha: recover 1b", "Hero 1: use Take Aim on Alpha",
        "Alpha: acc +1; rng +6; save +1; mov +2; morale +1", "Alpha: hold", "Combat: end met", "# note",
    ):  # fmt: skip
        assert read_orders(combat, words)[1] == ()
    steady = {
        "squads": ["Alpha: rifleman A1 A2 A3, officer B1 [2 CP steady]", "!Reavers: raider P1"],
        "entries": [{"kind": "ability", "key": "steady", "target": "unit"}],
    }
    (use,) = read_orders(battles.combat(steady), "Hero 1: use Steady on 1C")[0].abilities
    assert use == AbilityUse("Hero 1", "steady", "1", 1, piece="1c")
    assert [line.term.split(" ")[0] for line in HELP] == [
        "Whom", "shoot", "shoot", "shoot", "fight", "move", "disengage", "charge", "abandon", "recover", "use", "use",
        "acc", "hold", "Combat:", "#",
    ]  # fmt: skip


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
        "E1 is 12 steps away, 4 if no wall or squad stood between; Alpha may move 9."
    ]
    shooting = check_orders(combat, "Alpha: shoot Reavers; move D2", 1, Phase.COMMAND)
    assert [issue.message for issue in shooting if issue.rule in ("FC-ORD-8", "FC-ORD-11")] == [
        "D2 is 10 steps away, 4 if no wall or squad stood between; Alpha may move 6."
    ]


def test_orders_that_cannot_be_carried_out_have_no_numbers() -> None:
    text = "Alpha: shoot Reavers\nReavers: shoot nearest"
    told = []
    for skulker in ("B1", "B9"):
        case = {
            "squads": ["Alpha: rifleman with sidearm A1 A2", "!Reavers: raider P1 P2", f"!Skulkers: raider {skulker}"]
        }
        first = DESK.forecast(BattleRecord(battles.combat(case)), text)
        told.append([(one.text, one.mean) for one in first if one.line == 1 and "melee" not in one.text])
    assert told == [[("at Reavers: nobody may shoot", None)], [("at Reavers: out of range", None)]]


def test_the_form_offers_abilities_on_either_side_and_on_the_own_squad_what_is_for_it_alone() -> None:
    case = {
        "squads": [
            "Alpha: officer B1 [2 CP smoke duck heads-down]",
            "Bravo: rifleman B4, officer B5=0 [2 CP smoke]",
            "!Reavers: raider P1",
        ],
        "entries": [{"kind": "ability", "key": "duck", "target": "self"}],
    }
    offered = {
        group.subject: [(choice.order, choice.possible) for choice in group.choices]
        for group in DESK.choices(BattleRecord(battles.combat(case)))
    }
    names = ("Alpha", "Bravo", "Reavers")
    assert offered["Hero 1"] == [
        *((f"use Smoke on {name}", True) for name in names),
        ("use Duck on Alpha", True),
        *((f"use Heads Down on {name}", True) for name in names),
    ]
    assert offered["Hero 2"] == [(f"use Smoke on {name}", False) for name in names]


def test_who_disengages_from_nobody_is_told_so() -> None:
    case = {"squads": ["Alpha: rifleman A1", "!Reavers: raider P1"]}
    (told,) = DESK.forecast(BattleRecord(battles.combat(case)), "\nAlpha: hold\nAlpha: disengage A4")
    assert (told.line, told.text, told.mean) == (3, "nobody is engaged, so nobody risks falling", None)


def test_who_is_ordered_to_shoot_is_not_counted_at_close_quarters() -> None:
    case = {
        "squads": [
            "Alpha: rifleman with bolt-action-rifle+sidearm A1 A4",
            "!Reavers: raider with bolt-action-rifle B1 B2",
        ]
    }
    means = [
        next(one.mean for one in DESK.forecast(BattleRecord(battles.combat(case)), text) if "in melee" in one.text)
        for text in ("Alpha: hold", "Alpha: shoot Reavers")
    ]
    assert means == [Fraction(5, 12), Fraction(5, 24)]


def test_the_form_offers_the_own_squad_s_units_for_what_is_for_one() -> None:
    case = {
        "squads": ["Alpha: rifleman A1 A2=0, officer B1 [2 CP steady]", "!Reavers: raider P1"],
        "entries": [{"kind": "ability", "key": "steady", "target": "unit"}],
    }
    battle = BattleRecord(battles.combat(case))
    orders = [choice.order for group in DESK.choices(battle) for choice in group.choices if group.subject == "Hero 1"]
    assert orders == ["use Steady on 1a", "use Steady on 1c"]
    assert [issue.rule for issue in DESK.check(battle, f"Hero 1: {orders[0]}")] == []


def test_the_odds_of_a_charge_are_those_after_the_squads_own_move() -> None:
    case = {"squads": ["Alpha: rifleman A1 A2", "!Reavers: raider R1"]}
    told = {
        text: [one.text for one in DESK.forecast(BattleRecord(battles.combat(case)), text)]
        for text in ("Alpha: charge Reavers", "Alpha: move J1; charge Reavers")
    }
    assert told == {
        "Alpha: charge Reavers": ["0 % to charge home at Reavers, 16 tiles"],
        "Alpha: move J1; charge Reavers": ["58 % to charge home at Reavers, 7 tiles after the move"],
    }
