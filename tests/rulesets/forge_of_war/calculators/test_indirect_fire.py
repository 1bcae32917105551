"""Indirect fire: what is filled in from an army, and what is said."""

from fractions import Fraction
from typing import Any

import pytest

from tests.rulesets.forge_of_war.calculators.questions import ask, chart, filled, said


def test_mortars_bring_weapon_and_agreed_radius() -> None:
    data = filled("indirect-fire", "Mortars", "Scouts")
    assert (data["weapon"], data["radius"], data["target"]["figures"]) == ("mortar_light", 3, 5)


def test_a_shell_on_a_vehicle_hits_its_top_without_range_or_movement() -> None:
    data = filled("indirect-fire", "Mortars", "Hammer")
    assert (data["at_vehicle"], data["vehicle"]["facing"]) == (True, "side")
    near, far = (
        ask("indirect-fire", {**data, "under": 1, "distance": distance, "vehicle": {**data["vehicle"], "fast": fast}})
        for distance, fast in ((4, False), (24, True))
    )
    # Tank crews: SV 7; AV 9, WV 1 cancels 1: the value is -1, so a 1 is rolled again and needs 9 or less.
    assert [said(each)["Value of each attack"] for each in (near, far)] == ["−1", "−1"]
    assert chart(near, "One attack") == chart(far, "One attack")
    assert chart(near, "One attack")["Light"] == Fraction(9, 100)
    assert chart(near, "What happens to the vehicle")["D-markers only"] == Fraction(9, 100)
    missed = ask("indirect-fire", {**data, "under": 0})
    assert chart(missed, "What happens to the vehicle")["Unharmed"] == 1


IN_COMBAT = ({"target": {"engaged": True}}, {"at_vehicle": True, "vehicle": {"engaged": True}})


@pytest.mark.parametrize("data", IN_COMBAT, ids=["infantry", "vehicle"])
@pytest.mark.parametrize(
    ("attack", "aimed"),
    [("per_model_under_template", "safe"), ("weight_of_fire", "safe"), ("weight_of_fire", "hits")],
)
def test_no_shell_falls_on_a_close_combat(data: dict[str, Any], attack: str, aimed: str) -> None:
    answer = ask("indirect-fire", data, indirect_attack=attack, template_on_combat=aimed)
    assert answer.headline == "No shot: the target is in close combat"
    named = {played.ruling.switch for played in answer.rulings}
    assert ("template_on_combat" in named) == (attack == "per_model_under_template")


@pytest.mark.parametrize(("data", "part"), list(zip(IN_COMBAT, ("target", "vehicle"), strict=True)))
def test_a_template_may_be_aimed_at_a_close_combat(data: dict[str, Any], part: str) -> None:
    into = ask("indirect-fire", data, template_on_combat="hits")
    beside = ask("indirect-fire", {**data, part: {}}, template_on_combat="hits")
    assert (into.headline, into.charts, into.steps) == (beside.headline, beside.charts, beside.steps)
    assert into.notes[-1].startswith("Friends under the template, such as those fighting the target, are attacked")
    assert "template_on_combat" in {played.ruling.switch for played in into.rulings}
    assert "template_on_combat" not in {played.ruling.switch for played in beside.rulings}


@pytest.mark.parametrize(
    ("reading", "value", "on_point"), [("own", "5", Fraction(1, 2)), ("printed", "6", Fraction(6, 10))]
)
def test_the_fall_of_shot_counts_markers_where_the_table_does(reading: str, value: str, on_point: Fraction) -> None:
    """SV 7 with a spotter of SV 6 and a D-marker: a light mortar at 10 inches falls on the point on that roll."""
    data = {"distance": 10, "spotter_sv": 6, "spotter_markers": 1, "spacing": 6, "radius": 1}
    answer = ask("indirect-fire", {**data, "target": {"figures": 1}}, indirect_markers=reading)
    assert said(answer)["Lower Shooting Value"] == value
    under = chart(answer, "Figures under the template")["1"]
    assert under == on_point + Fraction(1, 10)
