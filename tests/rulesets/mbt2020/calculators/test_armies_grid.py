"""Army against army."""

from rulesets.core.declarations.codec import decode
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.play.states import OUT, DeployedForce, PlayState
from rulesets.systems.mbt2020 import RULESET
from rulesets.systems.mbt2020.play import PLAY
from tests.rulesets.in_game import deployed
from tests.rulesets.mbt2020.shorthand import KINDS, army, ask, stand


def test_armies_are_merged_and_counted():
    own = army([{"stands": ["MBTn HQ", "10x MBTn", "INF+ REC FAST"]}], {"nation": "france"})
    opposing = army([{"stands": ["MBT- HQ", "5x MBT-", "6x INF- INFANTRY"]}], {"nation": "iraq"})
    calculator = RULESET.calculator("armies-grid")
    assert calculator.from_forces is not None
    question = decode(calculator.question, calculator.from_forces(DeployedForce(own), DeployedForce(opposing)))
    assert [row.count for row in question.own_stands] == [11, 1]
    answer = calculator.ask(question, RULESET.catalogue, HouseRules(RULESET.rulings))
    (table,) = answer.tables
    assert [column.heading for column in table.columns] == [
        "Your stands",
        "6 × MBT- MOBILE GRADE-",
        "6 × INF- INFANTRY MOBILE GRADE-",
        "May engage",
    ]
    assert [[cell.text for cell in row] for row in table.rows] == [
        ["11 × MBTn MOBILE GRADE+", "favourable M\u00a0RR:\u00a0N\u00a0R/N\u00a0R", "–", "6"],
        ["1 × INF+ REC FAST GRADE+", "–", "–", "0"],
    ]
    assert answer.headline == "12 stands against 12 at 4″: 66 of 144 pairings possible, 66 favourable."


def test_illegal_stands_are_left_out_of_the_grid_aloud():
    answer = ask(
        "armies-grid",
        {"own_stands": [stand("MBTn"), stand("INF- INFANTRY FAST", count=2)], "opposing_stands": [stand("MBTn")]},
    )
    assert len(answer.tables[0].rows) == 1
    assert answer.notes == (
        "2 stands of INF- left out: INF- cannot take the FAST mode. Choose the mode STATIC or MOBILE.",
    )
    nobody = ask("armies-grid", {"own_stands": [stand("MBTn LAS")], "opposing_stands": [stand("MBTn")]})
    assert (nobody.headline, nobody.tables) == ("One of the sides has no legal stand.", ())


def test_very_many_kinds_are_cut_to_the_most_numerous():
    texts = [f"{kind.sub_class} {kind.posture} {kind.mode} {'heli' * kind.helicopter}" for kind in KINDS]
    force = army([{"stands": [*texts, texts[-1], texts[-1], texts[-2]]}], {})
    calculator = RULESET.calculator("armies-grid")
    assert calculator.from_forces is not None
    rows = decode(calculator.question, calculator.from_forces(DeployedForce(force), None)).own_stands
    assert (len(KINDS), len(rows)) == (94, 60)
    assert [row.count for row in rows[:3]] == [3, 2, 1]


def test_stands_in_different_states_stand_apart_and_those_out_of_play_nowhere():
    own = army([{"stands": ["5x MBTn HQ"]}], {})
    units = [unit.id for _, unit in own.units()]
    ticks = {unit: {"state": (box,)} for box, unit in enumerate(units[:3], 1)} | {units[3]: {OUT.slug: (1,)}}
    there = deployed(PLAY, RULESET.context(own), PlayState(ticks))
    calculator = RULESET.calculator("armies-grid")
    assert calculator.from_forces is not None
    question = decode(calculator.question, calculator.from_forces(there, DeployedForce(own)))
    answer = calculator.ask(question, RULESET.catalogue, HouseRules(RULESET.rulings))
    assert [[cell.text for cell in row] for row in answer.tables[0].rows] == [
        ["1 × MBTn MOBILE GRADEn, Pinned", "even M\u00a0L:\u00a0P\u00a0P/R\u00a0N", "5"],
        ["1 × MBTn MOBILE GRADEn, Repulsed", "favourable M\u00a0LL:\u00a0R\u00a0P/R\u00a0N", "5"],
        ["1 × MBTn MOBILE GRADEn", "even M\u00a0green:\u00a0N\u00a0P/P\u00a0N", "5"],
    ]
