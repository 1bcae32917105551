"""One round of close combat: what is filled in from an army, and what is said."""

from fractions import Fraction
from typing import Any

import pytest

from rulesets.systems.forge_of_war import RULESET
from tests.rulesets.forge_of_war import shorthand
from tests.rulesets.forge_of_war.calculators.questions import ask, chart, said, side


def test_pistols_count_in_close_combat() -> None:
    force = shorthand.force({"units": ["Gang: line_infantry 10 | auto_pistol x10 | grenades=yes", "Post: rioters 20"]})
    prefill = RULESET.calculator("close-combat").prefill
    assert prefill is not None
    data = prefill(side(force, "Gang"), side(force, "Post"))
    assert (data["attackers"]["fv"], data["charge"]["grenades"], data["defenders"]["training"]) == (7, True, "horde")


def test_a_walker_is_hurt_by_hand_only_with_a_value() -> None:
    carrier = {"at_vehicle": True, "defenders": {"fv": 0}, "vehicle": {"wounds": 0}}
    assert ask("close-combat", carrier).headline == "No harm: nothing they fight with can damage a vehicle"
    hero = {"fv": 10, "close_combat": 2, "figures": 1}
    armed = ask("close-combat", {**carrier, "attackers": hero})
    assert armed.headline == "10 % to destroy it"


def test_a_walker_strikes_back() -> None:
    """FV 5 at AV 1 with one die: hits on 4, or before the hero does when he charges it in a wood, and he falls."""
    walker = {"at_vehicle": True, "defenders": {"fv": 5}, "vehicle": {"wounds": 0, "av": 6, "av_delta": 0}}
    hero = {"fv": 6, "close_combat": 4, "figures": 1, "policy": "figures"}
    together = ask("close-combat", {**walker, "attackers": hero})
    assert together.headline == "0 % to destroy it; attackers: 0.4 of 1 figure lost on average"
    assert chart(together, "Attackers: Figures lost") == {"0": Fraction(6, 10), "1": Fraction(4, 10)}
    assert said(together)["Who strikes first"] == "both strike at once"
    harmed = chart(together, "What happens to the vehicle")["Unharmed"]
    assert harmed == Fraction(6, 10)
    charged = ask("close-combat", {**walker, "attackers": hero, "charge": {"cover": "hard"}})
    assert said(charged)["Who strikes first"] == "the vehicle strikes first"
    assert said(charged)["Attackers: value"] == "2"
    assert chart(charged, "What happens to the vehicle")["Unharmed"] == 1 - Fraction(6, 10) * Fraction(2, 10)


@pytest.mark.parametrize(
    ("charge", "attackers", "defenders"),
    [
        ({"cover": "hard"}, "3", "5"),
        ({"cover": "hard", "outside": False}, "5", "5"),
        ({"cover": "soft"}, "5", "5"),
        ({"obstacle": True, "outside": False}, "3", "5"),
    ],
)
def test_hard_cover_helps_against_those_outside_it(charge: dict[str, Any], attackers: str, defenders: str) -> None:
    """Who already stands in the same cover charges nobody behind it (§21); an obstacle may lie inside."""
    values = said(ask("close-combat", {"charge": charge}))
    assert (values["Attackers: value"], values["Defenders: value"]) == (attackers, defenders)


def test_what_is_true_of_a_charge_alone_is_assumed_in_its_round() -> None:
    charge = {"cover": "soft", "grenades": True, "hiding": True}
    assert ask("close-combat", {"charge": charge}).assumed == (
        "in the round of the charge",
        "defenders in soft cover",
        "attackers from outside",
        "with grenades",
        "defenders were hiding",
    )
    assert ask("close-combat", {"charge": charge, "initial": False}).assumed == (
        "in a later round",
        "defenders in soft cover",
        "attackers from outside",
    )
