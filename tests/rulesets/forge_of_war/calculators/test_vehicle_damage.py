"""Fire at a vehicle: what is filled in from an army, and what is said."""

from tests.rulesets.forge_of_war.calculators.questions import ask, filled, table


def test_a_team_at_a_carrier() -> None:
    data = filled("vehicle-damage", "Weapon team", "Carrier 1")
    assert {name: data["target"][name] for name in ("av", "av_delta", "wounds", "systems", "more")} == {
        "av": 7,
        "av_delta": 1,
        "wounds": 1,
        "systems": 2,
        "more": 1,
    }
    assert table(ask("vehicle-damage", data), "By side hit")[0][:2] == ["Front", "8"]


def test_harmless_weapons_are_named() -> None:
    answer = ask("vehicle-damage", {"shooters": {"volleys": [{"weapon": "rpg_he", "count": 1}]}})
    assert answer.headline == "0% chance to destroy it, 0% for any effect"
    assert [step.rule for step in answer.steps if step.value == "wasted"] == ["FOW-P11"]


def test_troops_are_told_how_likely_the_vehicle_stops_or_burns() -> None:
    assert ask("vehicle-damage", {}).notes == ()
    assert ask("vehicle-damage", {"target": {"wounds": 0}}).notes == (
        "10% chance that it is stopped or destroyed, so troops inside must test to bale out (§38).",
    )
