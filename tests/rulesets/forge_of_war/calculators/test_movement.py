"""Movement: what is filled in from an army, and what is said."""

from typing import Any

import pytest

from rulesets.core.calculators import QuestionError
from rulesets.systems.forge_of_war import RULESET
from tests.rulesets.forge_of_war import shorthand
from tests.rulesets.forge_of_war.calculators.questions import ask, said, side
from tests.rulesets.forge_of_war.test_tracks import army, side_of, up_to


@pytest.mark.parametrize(
    ("data", "headline"),
    [
        ({"actions": 2, "ground": "rushed"}, "It moves 12″ for 2 D-markers"),
        ({"arm": "armour", "ground": "buildings"}, "It moves 8″ for 1 D-marker"),
        ({"ground": "buildings"}, "It moves 3″"),
        ({"arm": "monstrous", "ground": "buildings", "actions": 2}, "It moves 6″"),
        ({"arm": "cavalry", "ground": "buildings", "on_foot": True, "actions": 2}, "It moves 6″"),
        ({"arm": "cavalry", "ground": "rushed", "on_foot": True}, "It moves 6″ for 1 D-marker"),
        ({"arm": "cavalry", "ground": "careful"}, "It moves 6″"),
        ({"stance": "cautious", "actions": 2}, "It moves 6″"),
        ({"jump": True, "hard_landing": True}, "It moves 12″ for 1 D-marker"),
        ({"actions": 2, "crossing": "careful"}, "It moves 10″"),
        ({"actions": 2, "crossing": "rushed"}, "It moves 12″ for 1 D-marker"),
        ({"move": 5, "ground": "careful"}, "It moves 2.5″"),
        ({"floors": 9}, "It moves 0″"),
        ({"arm": "cavalry", "on_foot": True, "floors": 1}, "It moves 3″"),
        ({"arm": "cavalry", "on_foot": True, "stance": "cautious"}, "It moves 3″"),
        ({"arm": "vehicle", "jump": True}, "It moves 12″"),
    ],
)
def test_movement(data: dict[str, Any], headline: str) -> None:
    assert ask("movement", data).headline == headline


@pytest.mark.parametrize(
    ("data", "inches", "reason"),
    [
        ({"ground": "careful"}, "3″", "half of 6″"),
        ({"ground": "careful", "crossing": "careful"}, "1″", "half of 6″, less 2″ for the obstacle"),
        ({"ground": "rushed"}, "6″", "gives 1 D-marker"),
    ],
)
def test_each_action_gives_the_reason_of_its_inches(data: dict[str, Any], inches: str, reason: str) -> None:
    step = next(step for step in ask("movement", data).steps if step.label.startswith("Action 1"))
    assert (step.value, step.reason) == (inches, reason)


def test_riders_lead_their_mounts_through_a_building_on_foot() -> None:
    force = shorthand.force({"units": ["Riders: line_infantry 10 | assault_rifle x10 | arm=cavalry"]})
    prefill = RULESET.calculator("movement").prefill
    assert prefill is not None
    data = prefill(side(force, "Riders"), None)
    assert ask("movement", data).headline == "It moves 24″"
    with pytest.raises(QuestionError, match="impassable for mounted cavalry"):
        ask("movement", {**data, "ground": "buildings"})
    led = ask("movement", {**data, "ground": "buildings", "on_foot": True})
    assert (led.headline, said(led)["On foot"]) == ("It moves 6″", "8 of 10 fight")


@pytest.mark.parametrize(
    ("becomes", "lost", "inches", "fight"),
    [
        ("garrison_troops", 0, "12″", "8 of 10 fight"),
        ("garrison_troops move=15", 3, "12″", "6 of 7 fight"),
        ("walkers", 7, "10″", "3 of 3 fight"),
    ],
)
def test_riders_who_have_dismounted_move_as_their_card_says(becomes: str, lost: int, inches: str, fight: str) -> None:
    """Ten riders, 12″ or 15″ when mounted; on foot as infantry, or as their row says; one in four left holds mounts."""
    walkers = {"kind": "troop_type", "key": "walkers", "move": 5}
    force = army(f"Riders: line_infantry 10 | smg x10 | arm=cavalry dismounted={becomes}", entries=[walkers])
    ticked = {"Riders": {"dismounted": [1], "strength": up_to(lost)}}
    prefill = RULESET.calculator("movement").prefill
    assert prefill is not None
    answer = ask("movement", prefill(side_of(force, "Riders", ticked), None))
    assert (answer.headline, said(answer)["On foot"]) == (f"It moves {inches}", fight)
    mounted = ask("movement", prefill(side_of(force, "Riders", {}), None))
    assert mounted.headline == ("It moves 30″" if "move" in becomes else "It moves 24″")


def test_markers_beyond_the_cap() -> None:
    steps = {step.label: step.reason for step in ask("movement", {"ground": "rushed", "markers": 3}).steps}
    assert steps["Costs"] == "1 beyond its cap: a figure each"
    armour = {"arm": "armour", "ground": "buildings", "markers": 3}
    assert {step.label: step.reason for step in ask("movement", armour).steps}["Costs"] == (
        "1 beyond its cap: moderate damage each"
    )


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        ({}, "troop type: infantry"),
        ({"move": 5}, "the unit’s move"),
        ({"move": 0}, "it is immobilised, or has no move"),
    ],
)
def test_the_reason_for_a_move_is_true_however_it_was_entered(asked: dict[str, Any], reason: str) -> None:
    assert ask("movement", asked).steps[0].reason == reason


@pytest.mark.parametrize(
    ("systems", "value", "reason"),
    [([], "12″", "the unit’s move"), ([3], "0″", "it is immobilised, or has no move")],
)
def test_nobody_entered_the_move_of_a_vehicle_in_an_army(systems: list[int], value: str, reason: str) -> None:
    """The third box is its propulsion."""
    prefill = RULESET.calculator("movement").prefill
    assert prefill is not None
    step = ask("movement", prefill(side_of(army(), "Box", {"Box": {"systems": systems}}), None)).steps[0]
    assert (step.value, step.reason) == (value, reason)


@pytest.mark.parametrize(
    ("markers", "value", "reason"),
    [
        (2, "−2″", "1″ for each D-marker"),
        (4, "−4″", "1″ for each D-marker"),
        (6, "−4″", "1″ for each D-marker, but not below 0″"),
    ],
)
def test_markers_slow_a_unit_to_a_halt_at_most(markers: int, value: str, reason: str) -> None:
    step = ask("movement", {"move": 4, "markers": markers}, dmarker_move_penalty="1").steps[1]
    assert (step.value, step.reason) == (value, reason)
