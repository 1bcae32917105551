"""Calculators as asked from a form or an army: refusals at their fields, what is filled in, what is said."""

import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from rulesets.core.calculators import QuestionError
from rulesets.core.declarations.codec import CodecError, decode
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.systems.forge_of_war import RULESET
from tests.rulesets.forge_of_war import shorthand
from tests.rulesets.forge_of_war.calculators.questions import DEMO, ask, chart, filled, said, side

REFUSALS: list[dict[str, Any]] = tomllib.loads(Path(__file__).with_name("refusals.toml").read_text())["case"]


@pytest.mark.parametrize("case", REFUSALS, ids=lambda case: case["title"])
def test_refusals_stand_at_their_field(case: dict[str, Any]) -> None:
    calculator = RULESET.calculator(case["calculator"])
    catalogue = RULESET.catalogue.with_entries(shorthand.entry(row) for row in case.get("entries", []))
    house = HouseRules(RULESET.rulings, case.get("house_rules", {}).items())
    with pytest.raises(QuestionError) as refused:
        calculator.ask(decode(calculator.question, case["data"]), catalogue, house)
    assert (refused.value.field, refused.value.message) == (case["field"], case["message"])


@pytest.mark.parametrize(
    ("data", "path"),
    [
        ({"shooters": {"sv": 99}}, "shooters.sv"),
        ({"shooters": {"volleys": []}}, "shooters.volleys"),
        ({"shooters": {"volleys": [{"weapon": "hmg", "count": -1}]}}, "shooters.volleys[0].count"),
        ({"target": {"cover": "deep"}}, "target.cover"),
        ({"distance": 12.5}, "distance"),
    ],
)
def test_values_out_of_range_are_named_with_their_path(data: dict[str, Any], path: str) -> None:
    with pytest.raises(CodecError) as refused:
        ask("shooting", data)
    assert [problem.path for problem in refused.value.problems] == [path]


def test_vehicles_and_figures_keep_to_their_calculators() -> None:
    assert "target" not in filled("shooting", "First squad", "Hammer")
    assert "target" not in filled("vehicle-damage", "First squad", "Scouts")
    charged = filled("close-combat", "First squad", "Hammer")
    assert charged["at_vehicle"] is True
    assert charged["vehicle"]["av"] == 9


def test_weapons_without_dice_at_the_target_are_left_out() -> None:
    entries = [
        {
            "kind": "weapon",
            "key": "fragger",
            "range": 24,
            "weight_of_fire": {"kind": "by_target", "infantry": 4, "horde": 6},
        }
    ]
    force = shorthand.force(
        {"units": ["Box: !apc | fragger x1, hmg x2", "Post: rioters 20", "Gun: line_infantry 5 | fragger x5"]}
        | {"entries": entries}
    )

    def fired(calculator: str, own: str) -> list[str]:
        prefill = RULESET.calculator(calculator).prefill
        assert prefill is not None
        data = prefill(side(force, own), side(force, "Box" if calculator == "vehicle-damage" else "Post"))
        return [row["weapon"] for row in data["shooters"]["volleys"]]

    assert fired("shooting", "Box") == ["fragger", "hmg"]
    assert fired("vehicle-damage", "Box") == ["hmg"]
    assert fired("vehicle-damage", "Gun") == ["fragger"]


@pytest.mark.parametrize("stance", ["cautious", "hiding"])
def test_a_unit_in_a_stance_fills_in_a_turn_that_keeps_the_rules(stance: str) -> None:
    force = shorthand.force({"units": [f"Jumpers: line_infantry 10 | - | stance={stance} jump_packs=yes"]})
    headlines = []
    for calculator in ("turn-check", "movement"):
        prefill = RULESET.calculator(calculator).prefill
        assert prefill is not None
        headlines.append(ask(calculator, prefill(side(force, "Jumpers"), None)).headline)
    assert headlines == ["That turn was legal", {"cautious": "It moves 6″", "hiding": "It moves 18″"}[stance]]


@pytest.mark.parametrize(
    ("slug", "own", "opposing", "elsewhere"),
    [
        ("shooting", "First squad", "Hammer", "Hammer is a vehicle; vehicle-damage"),
        ("shooting", "First squad", "Scouts", ""),
        ("shooting", "Hammer", None, ""),
        ("vehicle-damage", "Weapon team", "Hammer", ""),
        ("vehicle-damage", "Weapon team", "Scouts", "Scouts is not a vehicle; shooting"),
        ("covering-fire", "First squad", "Carrier 1", "Carrier 1 is a vehicle; vehicle-damage"),
        ("reaction-test", "First squad", "Carrier 1", "Carrier 1 is a vehicle; vehicle-damage"),
        ("close-combat", "First squad", "Hammer", ""),
        (
            "close-combat",
            "Hammer",
            "First squad",
            "Hammer is a vehicle without a Fighting Value, so it does not attack; ",
        ),
        ("fight", "First squad", "Hammer", "Hammer is a vehicle; close-combat"),
        ("fight", "Hammer", None, "Hammer is a vehicle; close-combat"),
        ("fight", "First squad", "Scouts", ""),
        ("fight", "First squad", None, ""),
        ("indirect-fire", "Mortars", "Scouts", ""),
        ("indirect-fire", "Mortars", "Hammer", ""),
        ("indirect-fire", "First squad", "Scouts", "First squad has no indirect weapon; shooting"),
        ("stances", "First squad", None, ""),
        ("stances", "Hammer", None, "Hammer may not change its stance (FOW-U18); "),
        ("bale-out", "First squad", None, ""),
        ("bale-out", "Carrier 1", None, "Carrier 1 is a vehicle; "),
        ("withdrawal", "First squad", None, ""),
        ("withdrawal", "Carrier 1", None, "Carrier 1 is a vehicle; vehicle-damage"),
        ("comparison", "First squad", "Hammer", ""),
    ],
)
def test_units_that_a_calculator_has_no_use_for(slug: str, own: str, opposing: str | None, elsewhere: str) -> None:
    unsuited = RULESET.calculator(slug).unsuited
    assert unsuited is not None
    found = unsuited(side(DEMO, own), side(DEMO, opposing) if opposing else None)
    assert (f"{found.reason.partition('.')[0]}; {found.calculator}" if found else "") == elsewhere


def test_troops_stand_in_for_a_vehicle_that_would_fight_on() -> None:
    assert filled("fight", "First squad", "Hammer").keys() == {"attackers", "charge"}
    assert filled("fight", "Hammer", "First squad").keys() == {"defenders", "charge"}
    assert filled("close-combat", "First squad", "Hammer").keys() >= {"attackers", "defenders", "vehicle"}


def test_vehicles_are_fired_at_by_covering_and_reaction_fire() -> None:
    for slug, mode, moved, value in (
        ("shooting", "", 0, "5"),
        ("covering-fire", "covering", 0, "5"),
        ("covering-fire", "covering", 4, "3"),
        ("reaction-test", "reaction", 4, "3"),
    ):
        unsuited = RULESET.calculator(slug).unsuited
        found = unsuited(side(DEMO, "Weapon team"), side(DEMO, "Carrier 1")) if unsuited else None
        assert found is not None
        assert found.asks == ((("mode", mode),) if mode else ())
        shooters = {"moved": moved, "figures": 2, "volleys": [{"weapon": "missile_heap", "count": 1}]}
        answer = ask("vehicle-damage", {"shooters": shooters, **dict(found.asks)})
        assert said(answer)["Missile Launcher (HEAP)"] == value


def test_who_has_no_weapon_fires_none_of_its_own() -> None:
    force = shorthand.force({"units": ["Mob: rioters 20 | - | melee_only=yes"]})
    for slug in ("shooting", "vehicle-damage", "covering-fire", "comparison"):
        unsuited = RULESET.calculator(slug).unsuited
        found = unsuited(side(force, "Mob"), None) if unsuited else None
        assert found is not None
        assert found.reason == "Mob has no ranged weapon."


def test_a_stance_is_not_compared_under_the_fire_of_who_has_no_weapon() -> None:
    force = shorthand.force(
        {"units": ["Mob: rioters 20 | - | melee_only=yes", "Line: line_infantry 10 | assault_rifle x10"]}
    )
    unsuited = RULESET.calculator("stances").unsuited
    assert unsuited is not None
    found = [unsuited(side(force, "Line"), side(force, other)) for other in ("Mob", "Line")]
    assert [each and each.reason for each in found] == ["Mob has no ranged weapon.", None]


def test_every_calculator_that_a_unit_is_sent_to_is_there() -> None:
    slugs = {calculator.slug for calculator in RULESET.calculators}
    sent = {
        found.calculator
        for calculator in RULESET.calculators
        if calculator.unsuited
        for _, own in DEMO.units()
        for _, opposing in DEMO.units()
        if (found := calculator.unsuited(side(DEMO, own.name), side(DEMO, opposing.name)))
    }
    assert sent - {""} <= slugs


def test_a_shell_hurts_a_vehicle_as_often_as_it_falls_on_it() -> None:
    data: dict[str, Any] = {"at_vehicle": True, "weapon": "howitzer", "distance": 100, "radius": 1}
    answer = ask("indirect-fire", {**data, "vehicle": {"wounds": 0}})
    # 2d10 less SV 7 is 1 or less in 28 of 100 cases; AV 7 is cancelled: at 7 a roll of 3 or less destroys.
    assert said(answer)["Under the template"] == "28%"
    assert chart(answer, "What happens to the vehicle")["Destroyed"] == Fraction(28, 100) * Fraction(3, 10)
    played = ask("indirect-fire", data, indirect_attack="weight_of_fire")
    assert played.headline == ask(
        "vehicle-damage",
        {
            "distance": 100,
            "shooters": {"figures": 1, "bearer": "vehicle", "volleys": [{"weapon": "howitzer", "count": 1}]},
            "target": {"facing": "side"},
        },
    ).headline  # fmt: skip


@pytest.mark.parametrize(
    ("charge", "later"), [({"cover": "hard"}, "5"), ({"cover": "bunker"}, "5"), ({"obstacle": True}, "3")]
)
def test_only_a_declared_obstacle_helps_in_every_round_where_so_read(charge: dict[str, Any], later: str) -> None:
    """Hard cover helps in the turn of the charge, but not thereafter (§21)."""
    data = {"charge": charge}
    for initial, value in ((True, "3"), (False, later)):
        answer = ask("close-combat", {**data, "initial": initial}, cc_obstacle_duration="always")
        assert said(answer)["Attackers: value"] == value
    ends = [ask("fight", data, cc_obstacle_duration=reading).charts for reading in ("always", "initial")]
    assert (ends[0] == ends[1]) == (later == "5")
