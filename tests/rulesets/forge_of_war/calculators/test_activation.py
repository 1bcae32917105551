"""The chance to activate: what is filled in from an army, and what is said."""

from typing import Any

from rulesets.systems.forge_of_war import RULESET
from tests.rulesets.forge_of_war import shorthand
from tests.rulesets.forge_of_war.calculators.questions import ask, side


def test_an_attached_leader_offers_his_command_value() -> None:
    force = shorthand.force(
        {
            "units": [
                "First: line_infantry 10 | assault_rifle x10",
                "Boss: special_forces_field 1 | auto_pistol x1 | role=leader attached_to=First",
            ]
        }
    )
    prefill = RULESET.calculator("activation").prefill
    assert prefill is not None
    assert prefill(side(force, "First"), None)["leader_cv"] == 9
    assert prefill(side(force, "Boss"), None)["leader_cv"] == 0


def test_what_a_failed_activation_brings() -> None:
    units: dict[str, dict[str, Any]] = {"seen": {}, "alone": {"no_enemy": True}, "third": {"now": 3}}
    notes = {name: ask("activation", {"unit": unit}).notes[0] for name, unit in units.items()}
    assert notes == {
        "seen": "If it fails, it may make one move to the nearest cover or directly away from the enemy (§10).",
        "alone": "If it fails, it does nothing and the initiative passes (§10).",
        "third": "If it fails, it withdraws: two full moves directly away from the enemy (§11).",
    }
