"""Covering fire: what is filled in from an army, and what is said."""

from tests.rulesets.forge_of_war.calculators.questions import ask


def test_covering_fire_once_a_turn() -> None:
    assert ask("covering-fire", {"fired": True}).headline == "No shot: one covering shot a turn"


def test_fire_that_cannot_hit_says_so() -> None:
    answer = ask("covering-fire", {"shooters": {"sv": -20, "moved": 3, "deployed": False}})
    assert answer.headline == "No shot can hit"
    assert [step.label for step in answer.steps] == ["Assault Rifle", "Assault Rifle: value −22"]
    assert "heavy weapons not deployed" not in answer.assumed


def test_heavy_weapons_that_are_not_deployed_are_named() -> None:
    shooters = {"deployed": False, "volleys": [{"weapon": "minigun_20mm", "count": 1}]}
    assert "heavy weapons not deployed" in ask("covering-fire", {"shooters": shooters}).assumed
    assert (
        "heavy weapons not deployed"
        not in ask("covering-fire", {"shooters": {**shooters, "bearer": "vehicle"}}).assumed
    )
