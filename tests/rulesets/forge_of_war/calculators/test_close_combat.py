"""One round of close combat: what is filled in from an army, and what is said."""

from fractions import Fraction
from typing import Any

import pytest

from rulesets.core.declarations.codec import decode
from rulesets.core.engagements import in_brief
from rulesets.systems.forge_of_war import RULESET
from tests.rulesets.forge_of_war import shorthand
from tests.rulesets.forge_of_war.calculators.questions import ask, chart, said, side
from tests.rulesets.forge_of_war.rolls import brute, context


def test_pistols_count_in_close_combat() -> None:
    force = shorthand.force({"units": ["Gang: line_infantry 10 | auto_pistol x10 | grenades=yes", "Post: rioters 20"]})
    prefill = RULESET.calculator("close-combat").prefill
    assert prefill is not None
    data = prefill(side(force, "Gang"), side(force, "Post"))
    assert (data["attackers"]["fv"], data["charge"]["grenades"], data["defenders"]["training"]) == (7, True, "horde")


def test_a_walker_is_hurt_by_hand_only_with_a_value() -> None:
    carrier = {"at_vehicle": True, "defenders": {"fv": 0}, "vehicle": {"wounds": 0}}
    assert ask("close-combat", carrier).headline == "No harm, as nothing they fight with can damage a vehicle"
    hero = {"fv": 10, "close_combat": 2, "figures": 1}
    armed = ask("close-combat", {**carrier, "attackers": hero})
    assert armed.headline == "10% chance to destroy it"


def test_a_walker_strikes_back() -> None:
    """FV 5 at AV 1 with one die: hits on 4, or before the hero does when he charges it in a wood, and he falls."""
    walker = {"at_vehicle": True, "defenders": {"fv": 5}, "vehicle": {"wounds": 0, "av": 6, "av_delta": 0}}
    hero = {"fv": 6, "close_combat": 4, "figures": 1, "policy": "figures"}
    together = ask("close-combat", {**walker, "attackers": hero})
    assert together.headline == "0% chance to destroy it. Attackers: 0.4 of 1 figure lost on average"
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


WALKER: dict[str, Any] = {"by_vehicle": True, "attacker": {"av": 6, "av_delta": 0, "wounds": 0}}


def ending_of(light: int) -> str:
    """How a crew with a cap of 3 ends after so much light damage: the fourth is moderate."""
    return "Weapon out" if light > 3 else "D-markers only" if light else "Unharmed"


def test_a_walker_attacks() -> None:
    """FV 5 at AV 1 hits on 4 with each of two dice; FV 6 at AV 6 with a value of 2 hits on 2, twice on 1, lightly."""
    data = {**WALKER, "attackers": {"fv": 5, "attacks": 2}, "defenders": {"figures": 2, "close_combat": 2}}
    answer = ask("close-combat", {**data, "defenders": {**data["defenders"], "policy": "figures"}})
    hits = brute(2, lambda roll: sum(die <= 4 for die in roll))
    lost = chart(answer, "Defenders: Figures lost")
    assert {int(label): chance for label, chance in lost.items() if chance} == dict(hits.items())
    light = {1: 2, 2: 1}
    harm = brute(2, lambda roll: ending_of(sum(light.get(die, 0) for die in roll)))
    ends = chart(answer, "What happens to the attacking vehicle")
    assert {label: chance for label, chance in ends.items() if chance} == dict(harm.items())
    assert answer.headline == "Defenders: 0.8 of 2 figures lost on average. 0% chance to lose the attacking vehicle"


def test_nothing_harms_a_walker_that_attacks_men_without_a_value() -> None:
    answer = ask("close-combat", {**WALKER, "attackers": {"fv": 5}})
    assert said(answer)["Hits on the attacking vehicle"] == "wasted"
    assert "lose" not in answer.headline
    read = ask("close-combat", {**WALKER, "attackers": {"fv": 5}}, cc_vs_vehicle="normal")
    assert "to lose the attacking vehicle" in read.headline


def test_a_walker_that_is_struck_first_strikes_back_with_what_is_left() -> None:
    """A hero in hard cover: FV 10 at AV 6 with a value of 4 hits on 9; FV 5 less 1, 2 and 1 is a walker's value of 1.

    Each D-marker makes it 1 less, a wreck strikes nobody; at 0 and less a 1 is rolled again.
    """
    hero = {"fv": 10, "figures": 1, "close_combat": 4, "policy": "figures"}
    answer = ask("close-combat", {**WALKER, "attackers": {"fv": 5}, "defenders": hero, "charge": {"cover": "hard"}})
    assert said(answer)["Who strikes first"] == "the defenders strike first"

    def falls(roll: tuple[int, ...]) -> int:
        blow, die, again = roll
        markers = {8: 2, 9: 1}.get(blow, 0)
        if blow <= 5:
            return 0
        return int(die == 1 and (not markers or again <= 10 + 1 - markers))

    lost = chart(answer, "Defenders: Figures lost")
    assert {int(label): chance for label, chance in lost.items() if chance} == dict(brute(3, falls).items())


def test_two_walkers_fight() -> None:
    data = {**WALKER, "at_vehicle": True, "vehicle": {"av": 6, "av_delta": 0, "wounds": 0}}
    answer = ask("close-combat", {**data, "attackers": {"fv": 8, "close_combat": 3}, "defenders": {"fv": 8}})
    assert answer.headline == "10% chance to destroy it"
    assert said(answer)["Hits on the attacking vehicle"] == "wasted"


CLAW = {"kind": "weapon", "key": "claw", "close_combat": 3}


def test_a_listed_walker_brings_its_claw() -> None:
    case = {"units": ["Walker: !light_walker | claw x1, minigun_20mm x1", "Post: rioters 20"], "entries": [CLAW]}
    force = shorthand.force(case)
    prefill = RULESET.calculator("close-combat").prefill
    assert prefill is not None
    data = prefill(side(force, "Walker"), side(force, "Post"))
    assert (data["by_vehicle"], data["attackers"]["figures"], data["attackers"]["close_combat"]) == (True, 1, 3)
    assert (data["attacker"]["av"], data["attacker"]["systems"]) == (6, 2)
    assert RULESET.calculator("shooting").prefill is not None


@pytest.mark.parametrize(("reading", "value"), [("obstacle", "3"), ("first_strike", "5")])
def test_hard_cover_is_an_obstacle_or_gives_the_first_strike_alone(reading: str, value: str) -> None:
    answer = ask("close-combat", {"charge": {"cover": "hard"}}, cc_hard_cover=reading)
    assert said(answer)["Attackers: value"] == value
    assert said(answer)["Who strikes first"] == "the defenders strike first"


def test_a_figure_in_brief_is_refused_as_its_answer_is() -> None:
    calculator = RULESET.calculator("close-combat")
    question = decode(calculator.question, {"defenders": {"figures": 0}})
    brief = in_brief(calculator, question, context())
    assert (brief.refused, brief.words) == (True, "The unit has no figures. Enter one or more.")
