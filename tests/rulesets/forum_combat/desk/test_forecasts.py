"""Chances told beside orders."""

from fractions import Fraction

import pytest

from rulesets.systems.forum_combat.desk import DESK
from rulesets.systems.forum_combat.desk.rounds import BattleRecord
from tests.rulesets.forum_combat.desk import battles


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


def test_who_disengages_from_nobody_is_told_so() -> None:
    case = {"squads": ["Alpha: rifleman A1", "!Reavers: raider P1"]}
    (told,) = DESK.forecast(BattleRecord(battles.combat(case)), "\nAlpha: hold\nAlpha: disengage A4")
    assert (told.line, told.text, told.mean) == (3, "nobody is engaged, so nobody risks being downed", None)


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


def test_the_odds_of_a_charge_are_those_after_the_squads_own_move() -> None:
    case = {"squads": ["Alpha: rifleman A1 A2", "!Reavers: raider R1"]}
    told = {
        text: [one.text for one in DESK.forecast(BattleRecord(battles.combat(case)), text)]
        for text in ("Alpha: charge Reavers", "Alpha: move J1; charge Reavers")
    }
    assert told == {
        "Alpha: charge Reavers": ["0% chance to charge home at Reavers, 16 tiles"],
        "Alpha: move J1; charge Reavers": ["58% chance to charge home at Reavers, 7 tiles after the move"],
    }


@pytest.mark.parametrize(("duration", "checks"), [("recheck", 1), ("round", 1), ("combat", 0)])
def test_a_check_has_a_chance_where_it_is_rolled(duration: str, checks: int) -> None:
    case = {
        "squads": ["Alpha (broken, of 5): rifleman A1 A2", "!Reavers: raider P1"],
        "house_rules": {"fc.break_duration": duration},
    }
    told = [one.text for one in DESK.forecast(BattleRecord(battles.combat(case)), "")]
    assert [text for text in told if "morale" in text] == ["58% chance to hold in the morale check"] * checks
