"""Disengaging: what a success and a failure bring."""

from fractions import Fraction

import pytest

from tests.rulesets.forge_of_war.calculators.questions import ask, chart, said
from tests.rulesets.forge_of_war.rolls import brute

ENEMY = {"fv": 7, "figures": 2}


def test_a_small_unit_that_fails_is_struck_and_withdraws() -> None:
    """Three of ten, CV 7 and half strength: 6; two blows at FV 7 less AV 1, and 1 better by FV, on each failure."""
    answer = ask("disengage", {"unit": {"now": 3}, "fv": 5, "enemy": ENEMY, "training": "horde"})
    assert chart(answer, "Disengaging") == {"Away": Fraction(6, 10), "Withdraws": Fraction(4, 10)}
    assert said(answer)["A failure"] == "is struck, then withdraws"
    assert "If it fails, it takes" not in said(answer)
    lost = brute(2, lambda roll: max(0, sum(die <= 7 for die in roll) - 1))
    struck = chart(answer, "When it withdraws: Figures lost")
    assert {int(label): chance for label, chance in struck.items() if chance} == dict(lost.items())


def test_a_larger_unit_that_fails_stays_and_pays() -> None:
    answer = ask("disengage", {"unit": {"now": 4}, "enemy": ENEMY})
    assert chart(answer, "Disengaging") == {"Away": Fraction(6, 10), "Stays": Fraction(4, 10)}
    assert said(answer)["If it fails, it takes"] == "a D-marker"
    assert not [each for each in answer.charts if each.title.startswith("When it withdraws")]


@pytest.mark.parametrize(
    ("markers", "vehicle", "cost"),
    [(3, False, "a D-marker"), (3, True, "a D-marker"), (4, False, "a wound"), (4, True, "moderate damage")],
)
def test_beyond_its_markers_a_vehicle_pays_with_damage(markers: int, vehicle: bool, cost: str) -> None:
    data = {"unit": {"markers": markers}, "training": "veteran", "vehicle": vehicle}
    assert said(ask("disengage", data))["If it fails, it takes"] == cost


@pytest.mark.parametrize(("now", "away"), [(4, Fraction(1)), (3, Fraction(9, 10))])
def test_the_roll_of_a_small_unit_is_its_activation(now: int, away: Fraction) -> None:
    """Where a natural 10 fails an activation only, it fails the small unit that owes one."""
    answer = ask("disengage", {"unit": {"cv": 12, "now": now}}, nat10_scope="activation_only")
    assert chart(answer, "Disengaging")["Away"] == away


@pytest.mark.parametrize(("hurt", "lost"), [(0, 0), (1, 1)])
def test_wounds_are_counted_when_it_is_struck(hurt: int, lost: int) -> None:
    """Two blows that always hit: a D-marker to the cap of a horde and a wound, the last one of a hurt figure."""
    data = {"unit": {"now": 3}, "training": "horde", "fv": 9, "wounds": 2, "hurt": hurt}
    answer = ask("disengage", {**data, "enemy": {"fv": 12, "figures": 2}})
    assert chart(answer, "When it withdraws: Figures lost")[str(lost)] == 1


@pytest.mark.parametrize(("free_attack", "named"), [("off", False), ("on", True)])
def test_who_is_not_struck_depends_on_no_rule_of_losses(free_attack: str, named: bool) -> None:
    """Twenty blows at four figures go beyond those that can be seen, but only where the enemy strikes."""
    data = {"unit": {"start": 4, "now": 4}, "enemy": {"figures": 20}}
    rulings = {each.ruling.switch for each in ask("disengage", data, disengage_free_attack=free_attack).rulings}
    assert ("excess_hits_order" in rulings) is named
