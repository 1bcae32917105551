"""Fire at a unit of figures: what is filled in from an army, and what is said."""

from dataclasses import replace

import pytest

from rulesets.core.declarations.codec import decode
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.play.states import Side
from rulesets.systems.forge_of_war import RULESET
from tests.rulesets.forge_of_war import shorthand
from tests.rulesets.forge_of_war.calculators.questions import ask, filled, said, side, table


def test_a_squad_at_a_team() -> None:
    data = filled("shooting", "First squad", "Scouts")
    assert [(row["weapon"], row["count"]) for row in data["shooters"]["volleys"]] == [
        ("assault_rifle", 8),
        ("lsw", 1),
        ("rpg_heap", 1),
    ]
    assert (data["shooters"]["sv"], data["shooters"]["figures"], data["shooters"]["bearer"]) == (7, 10, "foot")
    assert {name: data["target"][name] for name in ("arm", "training", "figures", "av", "policy")} == {
        "arm": "infantry",
        "training": "elite",
        "figures": 5,
        "av": 2,
        "policy": "markers",
    }
    assert said(ask("shooting", data))["Mean hits"] == "12.10"


def test_a_vehicle_fires_its_crewed_systems_only() -> None:
    force = shorthand.force({"units": ["Box: !apc | hmg x2 @pintle, minigun_20mm x1 @hull"]})
    group, unit = next(force.units())
    rows = (unit.spec.weapons[0], replace(unit.spec.weapons[1], crewed=False))
    own = Side(force, group, replace(unit, spec=replace(unit.spec, weapons=rows)))
    prefill = RULESET.calculator("shooting").prefill
    assert prefill is not None
    data = prefill(own, None)
    assert [row["weapon"] for row in data["shooters"]["volleys"]] == ["hmg"]
    assert data["shooters"]["bearer"] == "vehicle"


@pytest.mark.parametrize(("arm", "bearer"), [("cavalry", "mounted"), ("monstrous", "mounted"), ("infantry", "foot")])
def test_riders_and_monsters_fire_heavy_weapons_alone(arm: str, bearer: str) -> None:
    force = shorthand.force({"units": [f"Riders: line_infantry 5 | hmg x2 | arm={arm}"]})
    prefill = RULESET.calculator("shooting").prefill
    assert prefill is not None
    data = prefill(side(force, "Riders"), None)
    assert data["shooters"]["bearer"] == bearer
    data["shooters"]["deployed"] = False
    deploys = ("First take an action to deploy: Heavy Machine Gun (FOW-P14).",) if bearer == "foot" else ()
    assert ask("shooting", data).notes == deploys


def test_owners_choices_stand_side_by_side() -> None:
    answer = ask("shooting", {"target": {"policy": "split", "split": 2}})
    assert [row[0] for row in table(answer, "What the owner may choose")] == [
        "D-markers first",
        "Figures first",
        "2 D-markers, then figures",
    ]


def test_no_shot_at_a_melee_or_from_hiding() -> None:
    for data, rule in (({"target": {"engaged": True}}, "FOW-P08"), ({"shooters": {"stance": "hiding"}}, "FOW-P13")):
        answer = ask("shooting", data)
        assert [step.rule for step in answer.steps] == [rule]
        assert answer.charts == ()


def test_out_of_range_weapons_keep_silent() -> None:
    data = {"distance": 30, "shooters": {"volleys": [{"weapon": "smg", "count": 5}, {"weapon": "lsw", "count": 2}]}}
    answer = ask("shooting", data)
    assert said(answer)["Sub-machine Gun (SMG)"] == "no shot"
    assert [row[2] for row in table(answer, "By weapon")] == ["0", "6"]


@pytest.mark.parametrize(("reach", "distance", "value"), [(4, 2, "7"), (4, 3, "6"), (24, 3, "7"), (24, 4, "5")])
def test_inside_one_cover_no_range_grows(reach: int, distance: int, value: str) -> None:
    """Half of the 6 inches inside one area of cover, or of the weapon's own range if that is less (§21)."""
    fire = {"kind": "fixed", "dice": 1}
    entry = shorthand.entry({"kind": "weapon", "key": "dart", "range": reach, "weight_of_fire": fire})
    calculator = RULESET.calculator("shooting")
    shooters = {"volleys": [{"weapon": "dart", "count": 2}]}
    question = decode(calculator.question, {"distance": distance, "same_cover": True, "shooters": shooters})
    answer = calculator.ask(question, RULESET.catalogue.with_entries([entry]), HouseRules(RULESET.rulings))
    assert said(answer)["dart"] == value


@pytest.mark.parametrize(
    ("mode", "bunker", "value"),
    [("penalty", "4", "3"), ("penalty", "3", "4"), ("both", "3", "0"), ("av", "4", "3"), ("av", "3", "3")],
)
def test_a_bunker_costs_what_was_agreed(mode: str, bunker: str, value: str) -> None:
    """SV 7 and WV 1 at AV 1: the penalty is 3 or 4; as armour it is 4, which the agreement leaves alone."""
    answer = ask("shooting", {"target": {"cover": "bunker"}}, cover_mode=mode, bunker_penalty=bunker)
    assert said(answer)["Assault Rifle"] == value
