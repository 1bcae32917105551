"""Weapons and targets compared: what is filled in from an army, and what is said."""

from typing import Any

import pytest

from rulesets.core.declarations.codec import decode
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.play.states import DeployedForce
from rulesets.systems.forge_of_war import RULESET
from tests.rulesets.forge_of_war import shorthand
from tests.rulesets.forge_of_war.calculators.questions import DEMO, ask, filled, side, table


def test_a_force_is_compared_whole_and_a_unit_alone() -> None:
    calculator = RULESET.calculator("comparison")
    assert calculator.against_force is not None
    whole = calculator.against_force(side(DEMO, "First squad"), DeployedForce(DEMO))
    assert [row["name"] for row in whole["targets"]] == [unit.name for _, unit in DEMO.units()]
    answer = ask("comparison", whole)
    assert [each.title for each in answer.compared][:2] == [
        "All weapons against each target",
        "Each weapon against Headquarters",
    ]
    assert [chart.title for chart in answer.compared[0].charts] == [
        row[0] for row in table(answer, "All weapons against each target")
    ]
    alone = filled("comparison", "First squad", "Hammer")
    assert [row["name"] for row in alone["targets"]] == ["Hammer"]
    (by_weapon,) = ask("comparison", alone).compared
    assert [chart.title for chart in by_weapon.charts] == [
        "Assault Rifle ×8",
        "Light Support Weapon ×1",
        "Rocket-Propelled Grenade Launcher (HEAP) ×1",
        "All together",
    ]
    assert calculator.against_force(side(DEMO, "First squad"), DeployedForce(RULESET.new_force())).keys() == {
        "shooters"
    }


def test_comparison_names_the_best_target_and_leaves_gaps() -> None:
    entry = shorthand.entry(
        {
            "kind": "weapon",
            "key": "popgun",
            "range": 24,
            "weight_of_fire": {"kind": "by_target", "infantry": 2, "horde": 2, "vehicle": 0},
        }
    )
    calculator = RULESET.calculator("comparison")
    data = {"shooters": {"volleys": [{"weapon": "popgun", "count": 5}, {"weapon": "smg", "count": 5}]}}
    question = decode(calculator.question, data)
    answer = calculator.ask(question, RULESET.catalogue.with_entries([entry]), HouseRules(RULESET.rulings))
    grid = table(answer, "Each weapon against each target")
    assert [row[1] == "–" for row in grid] == [False, False, False, False, True, True]
    assert answer.headline.startswith("Best target: Citizen Militias,")
    at_targets, *by_weapon = answer.compared
    assert [chart.title for chart in at_targets.charts] == [row[0] for row in grid]
    assert [len(each.charts) for each in by_weapon] == [3, 3, 3, 3, 2, 2]


def test_targets_that_no_weapon_harms_are_said_to_be_safe() -> None:
    idle = {"shooters": {"volleys": [{"weapon": "smg", "count": 0}]}}
    assert ask("comparison", idle).headline == "No target here can be harmed"
    assert ask("comparison", idle | {"targets": [{"name": "Tank"}]}).headline == "Tank cannot be harmed"


@pytest.mark.parametrize(
    ("weapon", "target", "policy", "chances"),
    [
        ("smg", {}, "markers", ("4/25", "21/25", "0", "0", "0")),
        ("smg", {}, "figures", ("4/25", "0", "21/25", "0", "0")),
        ("smg", {"figures": 2}, "figures", ("4/25", "0", "0", "12/25", "9/25")),
        ("smg", {"wounds": 3}, "figures", ("4/25", "0", "21/25", "0", "0")),
        ("sniper_rifle", {}, "figures", ("0", "3/10", "7/10", "0", "0")),
        ("smg", {"arm": "vehicle", "av": 9, "wounds": 0}, "markers", ("23/25", "2/25", "0", "0", "0")),
        (
            "rpg_heap",
            {"arm": "vehicle", "figures": 1, "av": 5, "wounds": 0},
            "markers",
            ("2/5", "1/5", "0", "1/5", "1/5"),
        ),
    ],
)
def test_one_weapon_from_nothing_to_the_worst(
    weapon: str, target: dict[str, Any], policy: str, chances: tuple[str, ...]
) -> None:
    data = {
        "shooters": {"figures": 2, "volleys": [{"weapon": weapon, "count": 1}]},
        "targets": [target],
        "policy": policy,
    }
    alone, together = ask("comparison", data).compared[0].charts
    assert tuple(str(outcome.chance) for outcome in alone.outcomes) == chances
    assert together.outcomes == alone.outcomes
