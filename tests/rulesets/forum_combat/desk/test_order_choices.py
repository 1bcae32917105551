"""Orders offered by the form."""

from rulesets.systems.forum_combat.desk import DESK
from rulesets.systems.forum_combat.desk.rounds import BattleRecord
from tests.rulesets.forum_combat.desk import battles


def test_abilities_of_one_side_are_offered_for_it_alone() -> None:
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


def test_the_form_offers_the_own_squad_s_units_for_what_is_for_one() -> None:
    case = {
        "squads": ["Alpha: rifleman A1 A2=0, officer B1 [2 CP steady]", "!Reavers: raider P1"],
        "entries": [{"kind": "ability", "key": "steady", "target": "unit"}],
    }
    battle = BattleRecord(battles.combat(case))
    orders = [choice.order for group in DESK.choices(battle) for choice in group.choices if group.subject == "Hero 1"]
    assert orders == ["use Steady on 1a", "use Steady on 1c"]
    assert [issue.rule for issue in DESK.check(battle, f"Hero 1: {orders[0]}")] == []
