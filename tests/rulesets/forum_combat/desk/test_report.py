"""Reports in three markups, short and with every die, and what players write in them."""

import re
from collections.abc import Callable

import pytest

from rulesets.core.desk import ReportForm
from rulesets.systems.forum_combat.desk import DESK
from rulesets.systems.forum_combat.desk.report import round_report
from rulesets.systems.forum_combat.desk.rounds import BattleRecord, give_orders
from tests.rulesets.forum_combat.desk import battles
from tests.rulesets.forum_combat.desk.test_resolution import Written, write_dice

__all__ = ["write_dice"]

CASE = {
    "title": "Ridge",
    "squads": ["Alpha: rifleman A1 A2, officer B1 [2 CP take-aim]", "!Reavers: raider P1"],
    "objectives": ["Mast C1 3"],
}
ORDERS = "Hero 1: use Take Aim on Alpha\nAlpha: shoot Reavers with Bolt-Action Rifle"
DICE = "3 2 3 6"


@pytest.fixture
def battle(write_dice: Callable[[str], Written]) -> BattleRecord:
    write_dice(DICE)
    return battles.play_round(give_orders(BattleRecord(battles.combat(CASE)), ORDERS, 1))


def test_rulings_that_mattered_are_named(battle: BattleRecord) -> None:
    section = round_report(battle, 1).sections[-1]
    assert section.title == "Rulings that mattered"
    assert "FC-A37 How near is near an objective? 3 tiles." not in [line.text for line in section.lines]
    assert [line.text.split()[0] for line in section.lines] == ["FC-A37b"]
    ends = {form: DESK.report(battle, 1, form, False).partition("held by players.")[2] for form in ReportForm}
    assert ends == {
        ReportForm.BBCODE: "\n\n[b]Rulings that mattered:[/b] FC-A37b",
        ReportForm.MARKDOWN: "\n\n**Rulings that mattered:** FC-A37b",
        ReportForm.HTML: "</li></ul><p><strong>Rulings that mattered:</strong> FC-A37b</p>",
    }


def test_every_die_rolled_is_in_the_full_report(battle: BattleRecord) -> None:
    full = DESK.report(battle, 1, ReportForm.BBCODE, True)
    told = [int(die) for rolled in re.findall(r"\+: ([1-6 ]+) \(", full) for die in rolled.split()]
    recorded = [
        int(die)
        for record in battle.rounds[0].records
        for event in record.events
        for roll in event.rolls
        for die in roll.dice
    ]
    assert told == recorded == [3, 2, 3, 6]
