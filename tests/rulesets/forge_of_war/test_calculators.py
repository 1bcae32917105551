"""Calculators as asked from a form or an army: refusals at their fields, what is filled in, what is said."""

import tomllib
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from rulesets.core.calculators import Answer, QuestionError, Side
from rulesets.core.codec import CodecError, decode
from rulesets.core.force import Force
from rulesets.core.houserules import House
from rulesets.systems.forge_of_war import RULESET
from rulesets.systems.forge_of_war.indirect_fire import block, under_template
from tests.rulesets.forge_of_war import shorthand

REFUSALS: list[dict[str, Any]] = tomllib.loads(Path(__file__).with_name("refusals.toml").read_text())["case"]


def ask(calculator: str, data: dict[str, Any], **chosen: str) -> Answer:
    asked = RULESET.calculator(calculator)
    return asked.ask(decode(asked.question, data), RULESET.catalogue, House(RULESET.rulings, chosen.items()))


def side(force: Force[Any, Any, Any], name: str) -> Side:
    for group, unit in force.units():
        if unit.name == name:
            return Side(force, group, unit)
    raise KeyError(name)


def said(answer: Answer) -> dict[str, str]:
    return {step.label: step.value for step in answer.steps}


def table(answer: Answer, title: str) -> list[list[str]]:
    return [[cell.text for cell in row] for table in answer.tables if table.title == title for row in table.rows]


def chart(answer: Answer, title: str) -> dict[str, Fraction]:
    (found,) = [chart for chart in answer.charts if chart.title == title]
    return {outcome.label: outcome.chance for outcome in found.outcomes}


@pytest.mark.parametrize("case", REFUSALS, ids=lambda case: case["title"])
def test_refusals_stand_at_their_field(case: dict[str, Any]) -> None:
    with pytest.raises(QuestionError) as refused:
        ask(case["calculator"], case["data"])
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


# --- filled in from an army --------------------------------------------------------------------------

DEMO = RULESET.demo()


def filled(calculator: str, own: str, opposing: str = "") -> dict[str, Any]:
    prefill = RULESET.calculator(calculator).prefill
    assert prefill is not None
    return prefill(side(DEMO, own), side(DEMO, opposing) if opposing else None)


def test_a_squad_at_a_team() -> None:
    data = filled("shooting", "First squad", "Scouts")
    assert [(row["weapon"], row["count"]) for row in data["shooters"]["volleys"]] == [
        ("assault_rifle", 8),
        ("lsw", 1),
        ("rpg_heap", 1),
    ]
    assert (data["shooters"]["sv"], data["shooters"]["figures"], data["shooters"]["bearer"]) == (7, 10, "foot")
    assert {name: data["target"][name] for name in ("arm", "training", "figures", "av", "policy")} == {
        "arm": "infantry",
        "training": "elite",
        "figures": 5,
        "av": 2,
        "policy": "markers",
    }
    assert said(ask("shooting", data))["Mean hits"] == "12.10"


def test_a_team_at_a_carrier() -> None:
    data = filled("vehicle-damage", "Weapon team", "Carrier 1")
    assert {name: data["target"][name] for name in ("av", "av_delta", "wounds", "systems", "more")} == {
        "av": 7,
        "av_delta": 1,
        "wounds": 1,
        "systems": 2,
        "more": 1,
    }
    assert table(ask("vehicle-damage", data), "By side hit")[0][:2] == ["Front", "8"]


def test_vehicles_and_figures_keep_to_their_calculators() -> None:
    assert "target" not in filled("shooting", "First squad", "Hammer")
    assert "target" not in filled("vehicle-damage", "First squad", "Scouts")
    charged = filled("close-combat", "First squad", "Hammer")
    assert charged["at_vehicle"] is True
    assert charged["vehicle"]["av"] == 9


def test_a_vehicle_fires_its_crewed_systems_only() -> None:
    force = shorthand.force({"units": ["Box: !apc | hmg x2 @pintle, minigun_20mm x1 @hull"]})
    group, unit = next(force.units())
    rows = (unit.spec.weapons[0], replace(unit.spec.weapons[1], crewed=False))
    own = Side(force, group, replace(unit, spec=replace(unit.spec, weapons=rows)))
    prefill = RULESET.calculator("shooting").prefill
    assert prefill is not None
    data = prefill(own, None)
    assert [row["weapon"] for row in data["shooters"]["volleys"]] == ["hmg"]
    assert data["shooters"]["bearer"] == "vehicle"


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
    assert headlines == ["All in order", {"cautious": "6″", "hiding": "18″"}[stance]]


def test_a_run_in_an_order_of_ones_own() -> None:
    units = [{"name": name, "cv": cv} for name, cv in (("A", 9), ("B", 8), ("C", 7), ("D", 6))]
    units[3]["place"] = 1
    units[0]["place"] = 3
    answer = ask("activation-run", {"units": units, "opposing": [{"cv": 5}]})
    assert [row[1:] for row in table(answer, "In this order")] == [
        ["D", "60 %", "60 %"],
        ["B", "80 %", "48 %"],
        ["A", "90 %", "43 %"],
        ["C", "70 %", "30 %"],
    ]
    assert said(answer)["Mean run in this order"] == "1.81"
    late = ask("activation-run", {"units": [{"name": "A", "place": 9}, {"name": "B"}, {"name": "C", "place": 9}]})
    assert [row[1] for row in table(late, "In this order")] == ["B", "A", "C"]


@pytest.mark.parametrize(("arm", "bearer"), [("cavalry", "mounted"), ("monstrous", "mounted"), ("infantry", "foot")])
def test_riders_and_monsters_fire_heavy_weapons_alone(arm: str, bearer: str) -> None:
    force = shorthand.force({"units": [f"Riders: line_infantry 5 | hmg x2 | arm={arm}"]})
    prefill = RULESET.calculator("shooting").prefill
    assert prefill is not None
    data = prefill(side(force, "Riders"), None)
    assert data["shooters"]["bearer"] == bearer
    data["shooters"]["deployed"] = False
    deploys = ("Deploy first, it takes an action: Heavy Machine Gun (FOW-P14).",) if bearer == "foot" else ()
    assert ask("shooting", data).notes == deploys


def test_pistols_count_in_close_combat() -> None:
    force = shorthand.force({"units": ["Gang: line_infantry 10 | auto_pistol x10 | grenades=yes", "Post: rioters 20"]})
    prefill = RULESET.calculator("close-combat").prefill
    assert prefill is not None
    data = prefill(side(force, "Gang"), side(force, "Post"))
    assert (data["attackers"]["fv"], data["charge"]["grenades"], data["defenders"]["training"]) == (7, True, "horde")


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


def test_a_whole_force_in_order() -> None:
    from_forces = RULESET.calculator("activation-run").from_forces
    assert from_forces is not None
    data = from_forces(DEMO, DEMO)
    assert [(row["name"], row["cv"]) for row in data["units"]] == [
        ("Headquarters", 7), ("Carrier 1", 7), ("First squad", 7), ("Second squad", 7), ("Weapon team", 7),
        ("Mortars", 7), ("Scouts", 9), ("Hammer", 7),
    ]  # fmt: skip
    assert len(data["opposing"]) == 8
    assert from_forces(RULESET.new_force(), None) == {}


def test_mortars_bring_weapon_and_agreed_radius() -> None:
    data = filled("indirect-fire", "Mortars", "Scouts")
    assert (data["weapon"], data["radius"], data["target"]["figures"]) == ("mortar_light", 3, 5)


def test_a_force_is_compared_whole_and_a_unit_alone() -> None:
    calculator = RULESET.calculator("comparison")
    assert calculator.against_force is not None
    whole = calculator.against_force(side(DEMO, "First squad"), DEMO)
    assert [row["name"] for row in whole["targets"]] == [unit.name for _, unit in DEMO.units()]
    answer = ask("comparison", whole)
    assert [each.title for each in answer.compared][:2] == ["All weapons at each target", "Each weapon at Headquarters"]
    assert [chart.title for chart in answer.compared[0].charts] == [
        row[0] for row in table(answer, "All weapons at each target")
    ]
    alone = filled("comparison", "First squad", "Hammer")
    assert [row["name"] for row in alone["targets"]] == ["Hammer"]
    (by_weapon,) = ask("comparison", alone).compared
    assert [chart.title for chart in by_weapon.charts] == [
        "Assault Rifle ×8",
        "Light Support Weapon ×1",
        "Rocket-Propelled Grenade Launcher (HEAP) ×1",
        "All together",
    ]
    assert calculator.against_force(side(DEMO, "First squad"), RULESET.new_force()).keys() == {"shooters"}


@pytest.mark.parametrize(
    ("slug", "own", "opposing", "elsewhere"),
    [
        ("shooting", "First squad", "Hammer", "Hammer is a vehicle; vehicle-damage"),
        ("shooting", "First squad", "Scouts", ""),
        ("shooting", "Hammer", None, ""),
        ("vehicle-damage", "Weapon team", "Hammer", ""),
        ("vehicle-damage", "Weapon team", "Scouts", "Scouts is no vehicle; shooting"),
        ("covering-fire", "First squad", "Carrier 1", "Carrier 1 is a vehicle; vehicle-damage"),
        ("reaction-test", "First squad", "Carrier 1", "Carrier 1 is a vehicle; vehicle-damage"),
        ("close-combat", "First squad", "Hammer", ""),
        ("close-combat", "Hammer", "First squad", "Hammer is a vehicle; "),
        ("fight", "First squad", "Hammer", "Hammer is a vehicle; close-combat"),
        ("fight", "Hammer", None, "Hammer is a vehicle; close-combat"),
        ("fight", "First squad", "Scouts", ""),
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
    assert (f"{found.reason.partition(';')[0]}; {found.calculator}" if found else "") == elsewhere


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
        assert found.reason == "Mob has no ranged weapon; the weapons below are not its own."


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


def test_a_third_of_a_unit_withdraws() -> None:
    assert filled("withdrawal", "First squad")["unit"]["now"] == 3


# --- what is said ------------------------------------------------------------------------------------


def test_best_order_is_recommended() -> None:
    units = [{"name": name, "cv": cv} for name, cv in (("a", 5), ("b", 9), ("c", 7))]
    listed, best = (ask("activation-run", {"units": units, "order": order}) for order in ("listed", "best"))
    assert said(listed)["Mean run in this order"] == "1.27"
    assert said(best)["Mean run in this order"] == said(listed)["Mean run, best first"] == "1.85"
    assert [row[1] for row in table(best, "In this order")] == ["b", "c", "a"]
    assert listed.notes == ("Try the surest units first: the run is longest then.",)
    assert best.notes == ()


def test_what_a_failed_activation_brings() -> None:
    units: dict[str, dict[str, Any]] = {"seen": {}, "alone": {"no_enemy": True}, "third": {"now": 3}}
    notes = {name: ask("activation", {"unit": unit}).notes[0] for name, unit in units.items()}
    assert notes == {
        "seen": "If it fails: one move to the nearest cover or straight away (§10).",
        "alone": "If it fails, it does nothing and the initiative passes (§10).",
        "third": "If it fails, it withdraws: two full moves straight away from the enemy (§11).",
    }


def test_owners_choices_stand_side_by_side() -> None:
    answer = ask("shooting", {"target": {"policy": "split", "split": 2}})
    assert [row[0] for row in table(answer, "What the owner may choose")] == [
        "D-markers first",
        "Figures first",
        "2 D-markers, then figures",
    ]


def test_no_shot_at_a_melee_or_from_hiding() -> None:
    for data, rule in (({"target": {"engaged": True}}, "FOW-P08"), ({"shooters": {"stance": "hiding"}}, "FOW-P13")):
        answer = ask("shooting", data)
        assert [step.rule for step in answer.steps] == [rule]
        assert answer.charts == ()


def test_out_of_range_weapons_keep_silent() -> None:
    data = {"distance": 30, "shooters": {"volleys": [{"weapon": "smg", "count": 5}, {"weapon": "lsw", "count": 2}]}}
    answer = ask("shooting", data)
    assert said(answer)["Sub-machine Gun (SMG)"] == "no shot"
    assert [row[2] for row in table(answer, "By weapon")] == ["0", "6"]


def test_harmless_weapons_are_named() -> None:
    answer = ask("vehicle-damage", {"shooters": {"volleys": [{"weapon": "rpg_he", "count": 1}]}})
    assert answer.headline == "0 % to destroy it, 0 % for any effect"
    assert [step.rule for step in answer.steps if step.value == "wasted"] == ["FOW-P11"]


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
    harmed = chart(together, "What becomes of the vehicle")["Unharmed"]
    assert harmed == Fraction(6, 10)
    charged = ask("close-combat", {**walker, "attackers": hero, "charge": {"cover": "hard"}})
    assert said(charged)["Who strikes first"] == "the vehicle strikes first"
    assert said(charged)["Attackers: value"] == "2"
    assert chart(charged, "What becomes of the vehicle")["Unharmed"] == 1 - Fraction(6, 10) * Fraction(2, 10)


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
    assert chart(near, "What becomes of the vehicle")["D-markers only"] == Fraction(9, 100)
    missed = ask("indirect-fire", {**data, "under": 0})
    assert chart(missed, "What becomes of the vehicle")["Unharmed"] == 1


def test_a_shell_hurts_a_vehicle_as_often_as_it_falls_on_it() -> None:
    data: dict[str, Any] = {"at_vehicle": True, "weapon": "howitzer", "distance": 100, "radius": 1}
    answer = ask("indirect-fire", {**data, "vehicle": {"wounds": 0}})
    # 2d10 less SV 7 is 1 or less in 28 of 100 cases; AV 7 is cancelled: at 7 a roll of 3 or less destroys.
    assert said(answer)["Under the template"] == "28 %"
    assert chart(answer, "What becomes of the vehicle")["Destroyed"] == Fraction(28, 100) * Fraction(3, 10)
    played = ask("indirect-fire", data, indirect_attack="weight_of_fire")
    assert played.headline == ask(
        "vehicle-damage",
        {
            "distance": 100,
            "shooters": {"figures": 1, "bearer": "vehicle", "volleys": [{"weapon": "howitzer", "count": 1}]},
            "target": {"facing": "side"},
        },
    ).headline  # fmt: skip


def test_reactions_that_need_no_roll() -> None:
    refused: dict[str, dict[str, Any]] = {
        "No test: too far away": {"distance": 13},
        "No test: hiding units do not react": {"shooters": {"stance": "hiding"}},
        "No test: one a turn": {"tested": True},
        "No test needed: it is on covering fire": {"covering": True},
    }
    assert [ask("reaction-test", data).headline for data in refused.values()] == list(refused)
    charge = ask("reaction-test", {"melee_only": True})
    assert chart(charge, "Reaction") == {"Charges": Fraction(7, 10), "Nothing": Fraction(3, 10), "Flees": Fraction(0)}


@pytest.mark.parametrize("entered", [0, 3])
def test_a_unit_reacts_with_the_markers_it_tests_with(entered: int) -> None:
    """CV 7 and SV 7 with three D-markers: it reacts on 4, and fires at 7 - 3 - 2."""
    answer = ask("reaction-test", {"unit": {"markers": 3}, "shooters": {"markers": entered}})
    assert said(answer)["Assault Rifle"] == "2"
    assert chart(answer, "Reaction")["Fires"] == Fraction(4, 10)


def test_stances_side_by_side() -> None:
    """Ten rifles, SV 7, at AV 1: WV 1 cancels the unit's own AV, not what its stance adds."""
    answer = ask("stances", {"command": {"cv": 7, "markers": 3}})
    assert answer.headline == "Hiding takes 10.0 hits instead of 14.0"
    rows = table(answer, "Stances")
    assert [[row[0], row[1], row[2], row[4], row[5], row[6]] for row in rows] == [
        ["Normal", "1", "14.0", "0", "6″", "0.60"],
        ["Cautious", "2", "12.0", "−1", "3″", "0.60"],
        ["Hiding", "3", "10.0", "no shots", "none", "0.90"],
    ]


def test_covering_fire_once_a_turn() -> None:
    assert ask("covering-fire", {"fired": True}).headline == "No shot: one covering shot a turn"


def test_a_unit_of_more_than_a_third_does_not_run() -> None:
    assert ask("withdrawal", {"unit": {"now": 4}}).headline == "It does not withdraw: more than a third is left"


def test_withdrawing_turn_by_turn() -> None:
    """Three of ten, CV 7: 6 in ten at first (half strength), later each failure but the first costs a marker."""
    answer = ask("withdrawal", {"turns": 3, "edge": 36})
    assert table(answer, "Turn by turn") == [
        ["1", "60 %", "0", "3", "40 %"],
        ["2", "60 %", "0", "3", "16 %"],
        ["3", "50 %", "1", "3", "8 %"],
    ]
    assert chart(answer, "What becomes of it") == {
        "Acts again in turn 1": Fraction(60, 100),
        "Acts again in turn 2": Fraction(24, 100),
        "Acts again in turn 3": Fraction(8, 100),
        "Lost": Fraction(8, 100),
        "Still withdrawing": Fraction(0),
    }


def test_a_shaken_unit_that_keeps_running_loses_figures() -> None:
    answer = ask("withdrawal", {"unit": {"cv": 3, "markers": 3, "now": 1}, "failures": 1, "turns": 2})
    assert chart(answer, "What becomes of it") == {
        "Acts again in turn 1": Fraction(0),
        "Lost": Fraction(1),
        "Still withdrawing": Fraction(0),
    }


@pytest.mark.parametrize(
    ("data", "headline"),
    [
        ({"actions": 2, "ground": "rushed"}, "12″ for 2 D-markers"),
        ({"arm": "armour", "ground": "buildings"}, "8″ for 1 D-marker"),
        ({"ground": "buildings"}, "3″"),
        ({"arm": "monstrous", "ground": "buildings", "actions": 2}, "6″"),
        ({"arm": "cavalry", "ground": "buildings", "on_foot": True, "actions": 2}, "6″"),
        ({"arm": "cavalry", "ground": "rushed", "on_foot": True}, "6″ for 1 D-marker"),
        ({"arm": "cavalry", "ground": "careful"}, "6″"),
        ({"stance": "cautious", "actions": 2}, "6″"),
        ({"jump": True, "hard_landing": True}, "12″ for 1 D-marker"),
        ({"actions": 2, "crossing": "careful"}, "10″"),
        ({"actions": 2, "crossing": "rushed"}, "12″ for 1 D-marker"),
        ({"move": 5, "ground": "careful"}, "2.5″"),
        ({"floors": 9}, "0″"),
    ],
)
def test_movement(data: dict[str, Any], headline: str) -> None:
    assert ask("movement", data).headline == headline


def test_riders_of_a_force_lead_their_mounts_through_a_building_at_the_pace_of_infantry() -> None:
    force = shorthand.force({"units": ["Riders: line_infantry 10 | assault_rifle x10 | arm=cavalry"]})
    prefill = RULESET.calculator("movement").prefill
    assert prefill is not None
    data = prefill(side(force, "Riders"), None)
    assert ask("movement", data).headline == "24″"
    with pytest.raises(QuestionError, match="impassable for mounted cavalry"):
        ask("movement", {**data, "ground": "buildings"})
    led = ask("movement", {**data, "ground": "buildings", "on_foot": True})
    assert (led.headline, said(led)["On foot"]) == ("6″", "8 of 10 fight")


def test_markers_beyond_the_cap() -> None:
    steps = {step.label: step.reason for step in ask("movement", {"ground": "rushed", "markers": 3}).steps}
    assert steps["Costs"] == "1 beyond its cap: a figure each"
    armour = {"arm": "armour", "ground": "buildings", "markers": 3}
    assert {step.label: step.reason for step in ask("movement", armour).steps}["Costs"] == (
        "1 beyond its cap: moderate damage each"
    )


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


@pytest.mark.parametrize(
    ("unit", "modified", "alone"),
    [
        ({}, "7", "7"),
        ({"markers": 2}, "5", "5"),
        ({"start": 20}, "6", "7"),
        ({"commander": True}, "8", "7"),
        ({"commander": True, "own_command": True}, "7", "7"),
        ({"terrifying": True, "markers": 1}, "5", "6"),
        ({"no_enemy": True, "start": 30, "commander": True}, "8", "7"),
        ({"cover": "soft"}, "8", "7"),
    ],
)
def test_a_bale_out_is_a_command_test_against_the_modified_value(
    unit: dict[str, Any], modified: str, alone: str
) -> None:
    """§30 says what a command test is, §38 asks for one; another reading counts D-markers alone (AMB-118)."""
    for reading, value in (("modified", modified), ("markers_only", alone)):
        answer = ask("bale-out", unit, baleout_modifiers=reading)
        assert said(answer)["Modified Command Value"] == value
        assert chart(answer, "Baling out")["Out"] == Fraction(int(value), 10)


@pytest.mark.parametrize(("reach", "distance", "value"), [(4, 2, "7"), (4, 3, "6"), (24, 3, "7"), (24, 4, "5")])
def test_inside_one_cover_no_range_grows(reach: int, distance: int, value: str) -> None:
    """Half of the 6 inches inside one area of cover, or of the weapon's own range if that is less (§21)."""
    fire = {"kind": "fixed", "dice": 1}
    entry = shorthand.entry({"kind": "weapon", "key": "dart", "range": reach, "weight_of_fire": fire})
    calculator = RULESET.calculator("shooting")
    shooters = {"volleys": [{"weapon": "dart", "count": 2}]}
    question = decode(calculator.question, {"distance": distance, "same_cover": True, "shooters": shooters})
    answer = calculator.ask(question, RULESET.catalogue.with_entries([entry]), House(RULESET.rulings))
    assert said(answer)["dart"] == value


def test_fights_end_in_the_open_with_the_better_side() -> None:
    answer = ask("fight", {"attackers": {"fv": 8, "av": 4, "training": "veteran"}, "defenders": {"fv": 5}})
    ends = chart(answer, "How the fight ends")
    wins = ends["Defenders wiped out"] + ends["Defenders break off"]
    assert wins > Fraction(95, 100)
    assert len(table(answer, "Round by round")) == 6


def test_comparison_names_the_best_target_and_leaves_gaps() -> None:
    entry = shorthand.entry(
        {
            "kind": "weapon",
            "key": "popgun",
            "range": 24,
            "weight_of_fire": {"kind": "by_target", "infantry": 2, "horde": 2, "vehicle": 0},
        }
    )
    calculator = RULESET.calculator("comparison")
    data = {"shooters": {"volleys": [{"weapon": "popgun", "count": 5}, {"weapon": "smg", "count": 5}]}}
    question = decode(calculator.question, data)
    answer = calculator.ask(question, RULESET.catalogue.with_entries([entry]), House(RULESET.rulings))
    grid = table(answer, "Each weapon at each target")
    assert [row[1] == "–" for row in grid] == [False, False, False, False, True, True]
    assert answer.headline.startswith("Best at Citizen Militias")
    at_targets, *by_weapon = answer.compared
    assert [chart.title for chart in at_targets.charts] == [row[0] for row in grid]
    assert [len(each.charts) for each in by_weapon] == [3, 3, 3, 3, 2, 2]


@pytest.mark.parametrize(
    ("weapon", "target", "policy", "chances"),
    [
        ("smg", {}, "markers", ("4/25", "21/25", "0", "0", "0")),
        ("smg", {}, "figures", ("4/25", "0", "21/25", "0", "0")),
        ("smg", {"figures": 2}, "figures", ("4/25", "0", "0", "12/25", "9/25")),
        ("smg", {"wounds": 3}, "figures", ("4/25", "0", "21/25", "0", "0")),
        ("sniper_rifle", {}, "figures", ("0", "3/10", "7/10", "0", "0")),
        ("smg", {"arm": "vehicle", "av": 9, "wounds": 0}, "markers", ("23/25", "2/25", "0", "0", "0")),
        (
            "rpg_heap",
            {"arm": "vehicle", "figures": 1, "av": 5, "wounds": 0},
            "markers",
            ("2/5", "1/5", "0", "1/5", "1/5"),
        ),
    ],
)
def test_one_weapon_from_nothing_to_the_worst(
    weapon: str, target: dict[str, Any], policy: str, chances: tuple[str, ...]
) -> None:
    data = {
        "shooters": {"figures": 2, "volleys": [{"weapon": weapon, "count": 1}]},
        "targets": [target],
        "policy": policy,
    }
    alone, together = ask("comparison", data).compared[0].charts
    assert tuple(str(outcome.chance) for outcome in alone.outcomes) == chances
    assert together.outcomes == alone.outcomes


# --- under the template ------------------------------------------------------------------------------


def test_a_block_is_as_square_as_can_be_round_its_point() -> None:
    assert block(4, 2) == ((-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0))
    places = block(7, 2)
    assert len(set(places)) == 7
    assert {y for _, y in places} == {-2.0, 0.0, 2.0}


@pytest.mark.parametrize(("radius", "caught"), [(1, 1), (2, 5), (3, 9), (12, 9)])
def test_nine_figures_under_a_template_on_the_point(radius: int, caught: int) -> None:
    assert under_template(9, 2, radius, 0).outcomes() == {caught}


def test_a_template_that_falls_wide_catches_nobody() -> None:
    assert under_template(9, 2, 3, 12).outcomes() == {0}
    near = under_template(9, 2, 2, 2)
    assert near.chance(lambda count: count > 0) == 1
    assert max(near.outcomes()) < 9
