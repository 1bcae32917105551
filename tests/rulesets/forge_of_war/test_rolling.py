"""What the site rolls for questions of Forge of War agrees with their odds."""

import pytest

from tests.rulesets.every_roll import Fields, Ticked, assert_exact_odds

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
    ("covering-fire", "u6", "u5", PLASMA, {}, {"u6": {"covering": (1,)}}),
    ("vehicle-damage", "u5", "u3", ROCKETS, {}, {}),
    ("vehicle-damage", "u5", "u10", FAR_ABOVE, {"vehicle_reroll_damage": "margin"}, {}),
    ("close-combat", "u5", "u5", FEW, {}, {}),
    ("close-combat", "u5", "u5", FEW | {"charge.cover": "hard"}, {}, {}),
    ("close-combat", "u5", "u3", AT_VEHICLE, {}, {}),
    ("reaction-test", "u5", "u5", PLASMA, {}, {}),
    ("reaction-test", "u5", "u5", {"melee_only": True}, {}, {}),
    ("disengage", "u5", "u5", {"enemy.figures": 3}, {}, SHAKEN),
    ("disengage", "u5", "u5", {"enemy.figures": 3}, {"disengage_free_attack": "on"}, SHAKEN),
    ("disengage", "u5", "u5", {"enemy.figures": 3}, {}, SMALL),
    ("disengage", "u3", "u5", {"enemy.figures": 3, "enemy.close_combat": 2}, LEAVES, FULL),
    ("disengage", "u3", "u5", {}, {}, FULL),
    ("indirect-fire", "u8", "u5", {"target.figures": 3, "distance": 12}, {}, {}),
    ("indirect-fire", "u8", "u3", {}, {}, {}),
    ("indirect-fire", "u8", "u5", {}, {"indirect_attack": "weight_of_fire"}, {}),
]  # fmt: skip


@pytest.mark.parametrize(("slug", "own", "opposing", "fields", "played", "ticked"), CASES)
def test_a_roll_has_the_exact_odds_of_its_question(
    slug: str, own: str, opposing: str, fields: Fields, played: Fields, ticked: Ticked
) -> None:
    assert_exact_odds("forge-of-war", slug, own, opposing, fields, played, ticked)
