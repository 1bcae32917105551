"""Dice that are rolled bring what the exact chances say, and the site rolls no others."""

from dataclasses import replace
from fractions import Fraction

import pytest

from rulesets.core.dice import Distribution
from rulesets.core.play.rolls import Roller, seeded_roller
from rulesets.systems.forge_of_war.hits import hits_at
from rulesets.systems.forge_of_war.vehicles.damage import Fate, damage_dice, fates_of
from rulesets.systems.forge_of_war.vehicles.targets import VehicleTarget
from tests.rulesets.every_roll import Fields, Ticked, assert_exact_odds, every_roll
from tests.rulesets.forge_of_war.rolls import context

ARMS: Fields = {"shooters.volleys": [{"weapon": "assault_rifle", "count": 1}, {"weapon": "lsw", "count": 1}]}
PLASMA: Fields = {"shooters.volleys": [{"weapon": "plasma_rifle", "count": 2}]}
ROCKETS: Fields = {"shooters.volleys": [{"weapon": "rpg_heap", "count": 2}, {"weapon": "plasma_rifle", "count": 1}]}
FEW: Fields = {"attackers.figures": 2, "defenders.figures": 3}
AT_VEHICLE: Fields = {"attackers.figures": 2, "attackers.close_combat": 2}
SHAKEN: Ticked = {"u5": {"markers": (1, 2), "situation": (1,)}}
SMALL: Ticked = {"u5": {"strength": (1, 2, 3, 4, 5, 6, 7), "markers": (1,), "situation": (1,)}}

FULL: Ticked = {"u3": {"markers": (1, 2, 3), "situation": (1,)}}
LEAVES: Fields = {"disengage_free_attack": "on"}

FAR_ABOVE: Fields = {"target.av": 15, "shooters.volleys": [{"weapon": "plasma_rifle", "count": 4}]}

CASES: list[tuple[str, str, str, Fields, Fields, Ticked]] = [
    ("activation", "u5", "", {}, {}, {}),
    ("activation", "u5", "", {}, {}, SMALL),
    ("rally", "u5", "", {}, {}, SHAKEN),
    ("rally", "u5", "", {}, {"rally_initiative": "needs_activation"}, SHAKEN),
    ("shooting", "u5", "u5", ARMS, {}, {}),
    ("shooting", "u5", "u5", PLASMA, {}, {}),
    ("shooting", "u5", "u5", FAR_ABOVE, {}, {}),
    ("shooting", "u5", "u5", FAR_ABOVE, {"zero_pool_divisor": "off"}, {}),
    ("covering-fire", "u6", "u5", PLASMA, {}, {"u6": {"covering": (1,)}}),
    ("vehicle-damage", "u5", "u3", ROCKETS, {}, {}),
    ("vehicle-damage", "u5", "u10", FAR_ABOVE, {"vehicle_reroll_damage": "margin"}, {}),
    ("close-combat", "u5", "u5", FEW, {}, {}),
    ("close-combat", "u5", "u5", FEW | {"charge.cover": "hard"}, {}, {}),
    ("close-combat", "u5", "u3", AT_VEHICLE, {}, {}),
    ("close-combat", "u5", "u3", FEW, {"cc_vs_vehicle": "normal"}, {}),
    ("reaction-test", "u5", "u5", PLASMA, {}, {}),
    ("reaction-test", "u5", "u5", {"melee_only": True}, {}, {}),
    ("disengage", "u5", "u5", {"enemy.figures": 3}, {}, SHAKEN),
    ("disengage", "u5", "u5", {"enemy.figures": 3}, {"disengage_free_attack": "on"}, SHAKEN),
    ("disengage", "u5", "u5", {"enemy.figures": 3}, {}, SMALL),
    ("disengage", "u3", "u5", {"enemy.figures": 3, "enemy.close_combat": 2}, LEAVES, FULL),
    ("disengage", "u3", "u5", {}, {}, FULL),
    ("indirect-fire", "u8", "u5", {"target.figures": 3, "distance": 12}, {}, {}),
    ("indirect-fire", "u8", "u3", {}, {}, {}),
    ("indirect-fire", "u8", "u5", {"under": 3}, {}, {}),
    ("indirect-fire", "u8", "u5", {}, {"indirect_attack": "weight_of_fire"}, {}),
]  # fmt: skip


@pytest.mark.parametrize("natural_ten", ["off", "on"])
@pytest.mark.parametrize("value", [12, 10, 4, 1, 0, -3, -9, -10])
@pytest.mark.parametrize("dice", [0, 1, 3])
def test_rolled_hits_have_the_exact_chances(dice: int, value: int, natural_ten: str) -> None:
    played = context(shoot_nat10_miss=natural_ten)
    exact = hits_at(dice, value, "To hit", played)
    rolled = every_roll(lambda roller: hits_at(dice, value, "To hit", replace(played, roller=roller)))
    assert {outcome: chance for of, chance in rolled.items() for outcome in of.outcomes()} == dict(exact.items())


@pytest.mark.parametrize("value", [11, 7, 0, -4, -10])
def test_rolled_damage_has_the_exact_chances(value: int) -> None:
    target, played = VehicleTarget(wounds=1, systems=1), context(vehicle_reroll_damage="margin")

    def fates(roller: Roller | None) -> Distribution[Fate]:
        return fates_of(damage_dice(2, value, "To hit", replace(played, roller=roller)), target, played.house)

    found: dict[Fate, Fraction] = {}
    for of, chance in every_roll(fates).items():
        (outcome,) = of.outcomes()
        found[outcome] = found.get(outcome, Fraction(0)) + chance
    assert found == dict(fates(None).items())


def test_dice_that_cannot_hit_are_not_rolled() -> None:
    roller = seeded_roller(1)
    played = replace(context(), roller=roller)
    assert hits_at(4, -10, "To hit", played).outcomes() == {0}
    assert damage_dice(4, -10, "To hit", played) == []
    assert roller.dice == ()


@pytest.mark.parametrize(("slug", "own", "opposing", "fields", "played", "ticked"), CASES)
def test_a_roll_has_the_exact_odds_of_its_question(
    slug: str, own: str, opposing: str, fields: Fields, played: Fields, ticked: Ticked
) -> None:
    assert_exact_odds("forge-of-war", slug, own, opposing, fields, played, ticked)
