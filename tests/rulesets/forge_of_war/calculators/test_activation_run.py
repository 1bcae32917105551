"""The run of activations of a force: what is filled in from an army, and what is said."""

from rulesets.core.play.states import DeployedForce
from rulesets.systems.forge_of_war import RULESET
from tests.rulesets.forge_of_war.calculators.questions import DEMO, ask, said, table


def test_a_run_in_an_order_of_ones_own() -> None:
    units = [{"name": name, "cv": cv} for name, cv in (("A", 9), ("B", 8), ("C", 7), ("D", 6))]
    units[3]["place"] = 1
    units[0]["place"] = 3
    answer = ask("activation-run", {"units": units, "opposing": [{"cv": 5}]})
    assert [row[1:] for row in table(answer, "In this order")] == [
        ["D", "60%", "60%"],
        ["B", "80%", "48%"],
        ["A", "90%", "43%"],
        ["C", "70%", "30%"],
    ]
    assert said(answer)["Average streak in this order"] == "1.81"
    late = ask("activation-run", {"units": [{"name": "A", "place": 9}, {"name": "B"}, {"name": "C", "place": 9}]})
    assert [row[1] for row in table(late, "In this order")] == ["B", "A", "C"]


def test_a_whole_force_in_order() -> None:
    from_forces = RULESET.calculator("activation-run").from_forces
    assert from_forces is not None
    data = from_forces(DeployedForce(DEMO), DeployedForce(DEMO))
    assert [(row["name"], row["cv"]) for row in data["units"]] == [
        ("Headquarters", 7), ("Carrier 1", 7), ("First squad", 7), ("Second squad", 7), ("Weapon team", 7),
        ("Mortars", 7), ("Scouts", 9), ("Hammer", 7),
    ]  # fmt: skip
    assert len(data["opposing"]) == 8
    assert from_forces(DeployedForce(RULESET.new_force()), None) == {}


# --- what is said ------------------------------------------------------------------------------------


def test_best_order_is_recommended() -> None:
    units = [{"name": name, "cv": cv} for name, cv in (("a", 5), ("b", 9), ("c", 7))]
    listed, best = (ask("activation-run", {"units": units, "order": order}) for order in ("listed", "best"))
    assert said(listed)["Average streak in this order"] == "1.27"
    assert said(best)["Average streak in this order"] == said(listed)["Average streak, surest first"] == "1.85"
    assert [row[1] for row in table(best, "In this order")] == ["b", "c", "a"]
    assert listed.notes == ("The streak is longest if you try the surest units first.",)
    assert best.notes == ()
