"""Cards, rows, labels, markers and templates."""

from dataclasses import replace
from typing import Any

import pytest

from rulesets.core.cards import TokenShape
from rulesets.core.forces.force import Group, Unit
from rulesets.systems.forge_of_war import RULESET
from rulesets.systems.forge_of_war.catalogue import context_of
from rulesets.systems.forge_of_war.units import ForceList, Formation, ListedUnit
from tests.rulesets.forge_of_war import shorthand


def drawn(line: str, **case: Any) -> Any:
    force = shorthand.force({"units": [line], **case})
    context = context_of(force)
    group = force.groups[0]
    return RULESET.card(group.units[0], group, context)


def lines(card: Any) -> dict[str, str]:
    return {line.term: line.text for line in card.lines}


def back(card: Any) -> dict[str, str]:
    return {line.term: line.text for line in card.back}


def cells(card: Any) -> list[list[str]]:
    return [[cell.text for cell in row] for row in card.tables[0].rows]


def test_a_squad() -> None:
    card = drawn("First: line_infantry 10 | assault_rifle x8, lsw x1, rpg_heap x1")
    assert (card.title, card.subtitle, card.corner) == (
        "First",
        "Line Infantry Troops · Professional, 3\u00a0D",
        "One · 1·1",
    )
    assert [(stat.heading, stat.value) for stat in card.stats] == [
        ("CV", "7"),
        ("SV", "7"),
        ("FV", "6"),
        ("AV", "1"),
        ("W", "1"),
        ("Move", "6″"),
    ]
    assert cells(card) == [
        ["8× Assault Rifle", "24/12", "1", "2 (1\u00a0over 12″)"],
        ["1× LSW", "36/18", "1", "3"],
        ["1× RPG (HEAP)", "24/12", "4", "1"],
    ]
    assert lines(card) == {
        "RPG (HEAP)": "or RPG (HE): WV 0, dice 2/3/1",
        "Assault Rifle": "no dice over 12″ after moving",
    }
    assert back(card) == {
        "Activates with 0 to 3 D": "70% · 60% · 50% · 40%",
        "Assault Rifle at AV 0 to 5": "hits on 7, 7, 6, 5, 4, 3 or less",
        "LSW at AV 0 to 5": "hits on 7, 7, 6, 5, 4, 3 or less",
        "RPG (HEAP) at AV 0 to 5": "hits on 7, 7, 7, 7, 7, 6 or less",
        "RPG (HEAP) at AV 6 to 10": "hits on 5, 4, 3, 2, 1 or less",
        "Permanent D-markers": "1 with 5 or fewer left, 2 with 2 or fewer left",
    }
    assert card.footer == ""


def test_a_custom_weapon_says_what_moving_does() -> None:
    bands = [{"up_to": 12, "dice": 3, "after_moving": 1}, {"up_to": 24, "dice": 2, "after_moving": 0}]
    fire = {"kind": "by_range", "bands": bands}
    pulse = {"kind": "weapon", "key": "pulse", "name": "Pulse rifle", "range": 24, "weight_of_fire": fire}
    card = drawn(
        "line_infantry 10 | assault_rifle x4, pulse x3, spare x3",
        entries=[{**pulse, "note": "Overheats."}, {**pulse, "key": "spare", "name": "Spare"}],
    )
    assert lines(card) == {
        "Pulse rifle": "Overheats; 1 die after moving; no dice over 12″ after moving",
        "Assault Rifle": "no dice over 12″ after moving",
        "Spare": "1 die after moving, no dice over 12″ after moving",
    }


def test_a_vehicle_of_ones_own_tells_all_its_traits_and_features() -> None:
    walker = {"kind": "vehicle", "key": "walker", "name": "Walker", "skimmer": True, "fights": True, "transport": 12}
    card = drawn("!walker", entries=[{**walker, "features": "Smoke dischargers, searchlight"}])
    assert lines(card) == {
        "Traits": "Grav or hover, carries 12, fights hand to hand",
        "Features": "Smoke dischargers, searchlight",
    }


def test_boxes_of_a_squad() -> None:
    strength, markers = drawn("line_infantry 10 | assault_rifle x10").tracks
    assert (strength.boxes, strength.marks) == (10, ((5, "½"), (7, "⅔"), (8, "¾")))
    assert markers.names == ("1", "2", "3", "S", "S")


@pytest.mark.parametrize(
    ("figures", "marks"), [(5, ((3, "½"), (4, "⅔, ¾"))), (4, ((2, "½"), (3, "⅔, ¾"))), (2, ((1, "½"),))]
)
def test_lines_drawn_through_small_units(figures: int, marks: tuple[tuple[int, str], ...]) -> None:
    assert drawn(f"line_infantry {figures} | assault_rifle x{figures}").tracks[0].marks == marks


def test_a_weapon_team() -> None:
    card = drawn("line_infantry 4 | hmg x1, missile_heap x1")
    assert lines(card) == {
        "HMG": "fired by 2 men, deploy it first",
        "Missile (HEAP)": "fired by 2 men, deploy it first; or Missile (HE): WV 1, dice 2/3/1",
    }
    assert [track.slug for track in card.tracks] == ["strength", "markers", "deployed"]
    assert card.symbol.text == "Weapon team"
    at_once = drawn("line_infantry 4 | hmg x1, missile_heap x1", house_rules={"heavy_deploy": "off"})
    assert lines(at_once)["HMG"] == "fired by 2 men"
    assert [track.slug for track in at_once.tracks] == ["strength", "markers"]


def test_power_armour_needs_no_crew() -> None:
    card = drawn("marines 10 | adv_assault_rifle x9, minigun_20mm x1")
    assert lines(card) == {"Traits": "Power armour", "Adv. Assault Rifle": "no dice over 12″ after moving"}
    assert [track.slug for track in card.tracks] == ["strength", "markers"]


def test_traits() -> None:
    flags = "terrifying=yes jump_packs=yes grenades=yes close_combat=2 role=command_squad"
    card = drawn(f"line_infantry 10 | auto_pistol x10 | {flags}")
    assert lines(card)["Traits"] == (
        "Command squad, terrifying, jump packs, fragmentation grenades, pistols: FV +1, close combat weapon: FV +2"
    )
    assert lines(drawn("rioters 20"))["Traits"] == "Close combat only"


def test_changed_values_are_marked() -> None:
    card = drawn("line_infantry 10 | assault_rifle x10 | cv=8 attacks=2")
    assert [stat.value for stat in card.stats][:3] == ["8*", "7", "6(2)"]
    assert card.footer == "* changed from the list"


def test_a_vehicle() -> None:
    card = drawn("Box: !apc | heavy_flame_thrower x1 @hull, hmg x2 @pintle")
    assert [stat.value for stat in card.stats] == ["7", "6", "–", "8/7/6", "1", "12″"]
    assert lines(card) == {
        "Traits": "Carries 10",
        "Heavy Flamer": "hull",
        "HMG": "pintle, fires over friends",
    }
    assert {track.slug: track.names for track in card.tracks} == {
        "markers": ("1", "2", "3"),
        "wounds": (),
        "systems": ("Heavy Flamer", "HMG", "Propulsion"),
    }
    assert back(card)["Hit value less the die"] == "0 light, 1 light ×2, 2 moderate, 3 moderate ×2, 4 or more destroyed"


def test_guns_at_vehicles_have_their_bonus() -> None:
    shots = back(drawn("!battle_tank | tank_cannon x1 @turret"))["Tank Cannon at AV 6 to 10"]
    assert shots == "hits on 7, 7, 7, 6, 5 or less"


def test_examples_say_so() -> None:
    assert drawn("!battle_tank").footer == "example profile"
    assert drawn("!battle_tank | | sv=8").footer == "* changed from the list · example profile"


def test_the_reading_of_the_light_support_weapon_is_printed() -> None:
    line = "line_infantry 10 | lsw x10"
    assert [cells(drawn(line, house_rules={"lsw_wv": reading}))[0][2] for reading in ("1", "2")] == ["1", "2"]


def test_rows() -> None:
    force = shorthand.force({"units": ["line_infantry 10 | assault_rifle x10", "!apc"]})
    context = context_of(force)
    rows = [RULESET.row(unit, group, context) for group, unit in force.units()]
    assert [[chip.text for chip in row.chips] for row in rows] == [
        ["10 figures", "CV7-SV7-FV6-AV1-W1", "3 D"],
        ["vehicle", "CV7-SV6-FV0-AV7(1)-W1", "3 D"],
        ["5 figures", "CV7-SV7-FV6-AV1-W1", "3 D", "Force Commander"],
    ]
    assert [row.title for row in rows] == ["Line Infantry Troops", "Armoured Personnel Carrier", "Headquarters"]


def test_a_unit_with_nothing_chosen_still_has_a_card() -> None:
    unit = Unit("u1", ListedUnit())
    group = Group("g1", "", Formation(), (unit,))
    card = RULESET.card(unit, group, context_of(RULESET.new_force()))
    assert (card.title, card.corner) == ("Unit", "1·1")


def test_labels() -> None:
    made = RULESET.labels(context_of(RULESET.demo()))
    assert [label.top for label in made] == [
        "Headquarters", "Carrier 1", "First squad", "Second squad", "Weapon team", "Mortars", "Scouts", "Hammer",
    ]  # fmt: skip
    assert [label.star for label in made] == [True] + [False] * 7
    assert made[0].lines == ("CV7-SV7-FV6-AV1-W1", "3 D", "4× Assault Rifle, 1× Auto Pistol")


def tokens(settings: ForceList, *units: str) -> dict[str, tuple[int, int]]:
    force = replace(shorthand.force({"units": list(units), "commander": False}), spec=settings)
    sides = (side for token in RULESET.tokens(context_of(force)) for side in (token, token.back) if side)
    return {side.slug: (side.count, side.size) for side in sides}


def test_markers_of_a_plain_game() -> None:
    assert tokens(ForceList(), "line_infantry 10 | assault_rifle x10", "rioters 20") == {
        "d-marker": (4, 60),
        "permanent": (3, 60),
        "done": (2, 60),
        "half": (2, 60),
        "third": (2, 60),
        "cohesion": (2, 60),
        "fast": (2, 60),
        "blown": (1, 60),
        "withdrawing": (2, 60),
        "slaughter": (1, 60),
    }


def test_wounds_are_marked_on_vehicles_and_on_figures_that_live() -> None:
    counts = {"!apc": 1, "!battle_tank": None, "marine_leaders 1 | | wounds=3": 2, "line_infantry 10": None}
    for unit, count in counts.items():
        assert tokens(ForceList(), unit).get("wound", (None,))[0] == count, unit


def test_markers_of_optional_rules() -> None:
    everything = ForceList(covering_fire=True, stances=True, reaction_tests=True, indirect_fire=True, blast_radius=2)
    assert tokens(everything, "line_infantry 4 | mortar_light x2") == {
        "d-marker": (3, 60),
        "permanent": (2, 60),
        "done": (1, 60),
        "half": (1, 60),
        "third": (1, 60),
        "cohesion": (1, 60),
        "fast": (1, 60),
        "blown": (1, 60),
        "withdrawing": (1, 60),
        "slaughter": (1, 60),
        "deployed": (1, 60),
        "covering": (1, 75),
        "covering-moved": (1, 75),
        "cautious": (1, 75),
        "hiding": (1, 75),
        "reacted": (1, 75),
        "fled": (1, 75),
        "template-2": (1, 400),
    }


def test_templates_are_round_in_true_size_with_the_credit() -> None:
    force = shorthand.force({"units": ["line_infantry 10 | assault_rifle x9, flame_thrower x1"]})
    template = RULESET.tokens(context_of(force))[-1]
    assert (template.shape, template.size, template.text) == (TokenShape.ROUND, 600, "3″ radius")
    assert template.title == RULESET.credit


def test_summary() -> None:
    assert [(line.term, line.text) for line in RULESET.summary(context_of(RULESET.demo()))] == [
        ("Units", "8, one attempt each per turn"),
        ("Figures", "38 and 2 vehicles"),
        ("Force Commander", "Headquarters"),
        ("Transport", "10 of 10 places taken"),
    ]
    limited = shorthand.force({"units": ["rioters 20 | - | value=30"], "settings": {"limit": 50}, "commander": False})
    assert [line.text for line in RULESET.summary(context_of(limited))][-1] == "30 of 50"


def test_a_card_tells_what_rifles_do_after_moving_as_it_is_played() -> None:
    rifles = "line_infantry 10 | assault_rifle x10"
    assert lines(drawn(rifles))["Assault Rifle"] == "no dice over 12″ after moving"
    assert "Assault Rifle" not in lines(drawn(rifles, house_rules={"rifle_long_moved": "one_die"}))


def test_a_pistols_bonus_stands_on_the_card_only_where_it_counts() -> None:
    for pistols, traits in ((10, "Pistols: FV +1"), (5, "Pistols: FV +1"), (4, "")):
        card = drawn(f"line_infantry 10 | auto_pistol x{pistols}, smg x{10 - pistols}")
        assert lines(card).get("Traits", "") == traits
        assert "Auto Pistol" not in lines(card)


SWORD = {"kind": "weapon", "key": "sword", "close_combat": 2}


def test_a_weapon_for_close_combat_alone_has_its_row_and_its_bonus() -> None:
    card = drawn("line_infantry 10 | assault_rifle x10, sword x5", entries=[SWORD])
    assert cells(card)[1] == ["5× sword", "contact", "–", "–"]
    assert lines(card)["Traits"] == "Close combat weapon: FV +2"
    assert not [term for term in back(card) if term.startswith("sword")]
    swordsmen = drawn("line_infantry 10 | sword x10", entries=[SWORD])
    assert lines(swordsmen)["Traits"] == "Close combat only, close combat weapon: FV +2"


def test_riders_say_what_they_are_on_foot() -> None:
    rider = drawn("line_infantry 10 | smg x10 | arm=cavalry dismounted=garrison_troops")
    assert lines(rider)["On foot"].endswith("CV6-SV5-FV5-AV1-W1, 8 of 10 fight")
    assert "On foot" not in lines(drawn("line_infantry 10 | smg x10 | dismounted=garrison_troops"))
    assert lines(drawn("line_infantry 10 | smg x10 | arm=cavalry"))["On foot"] == "8 of 10 fight"


def test_a_card_says_that_the_second_man_fires_where_he_does() -> None:
    guns = "line_infantry 4 | hmg x1"
    assert lines(drawn(guns))["HMG"] == "fired by 2 men, deploy it first"
    played = {"heavy_crew": "loader_fires", "heavy_deploy": "off"}
    assert lines(drawn(guns, house_rules=played))["HMG"] == "2 men, who both fire"


def test_a_carriers_boxes_follow_the_readings_on_systems_and_wounds() -> None:
    tracks = {track.slug: track for track in drawn("!apc").tracks}
    assert (tracks["systems"].names, tracks["wounds"].boxes) == (("Heavy Flamer", "HMG", "Propulsion"), 1)
    played = {"vehicle_xn": "n_systems", "vehicle_wounds": "none"}
    tracks = {track.slug: track for track in drawn("!apc", house_rules=played).tracks}
    assert tracks["systems"].names == ("Heavy Flamer", "HMG", "HMG", "Propulsion")
    assert "wounds" not in tracks


def test_a_card_says_when_permanent_markers_are_taken() -> None:
    squad = "line_infantry 10 | assault_rifle x10"
    usual = "1 with 5 or fewer left, 2 with 2 or fewer left"
    assert back(drawn(squad))["Permanent D-markers"] == usual
    assert (
        back(drawn(squad, house_rules={"perm_markers_auto": "on"}))["Permanent D-markers"] == f"{usual}, taken at once"
    )


def test_a_card_has_the_armour_that_is_played() -> None:
    marines = "assault_marines 6 | smg x6"
    values = [
        {stat.heading: stat.value for stat in drawn(marines, house_rules=chosen).stats}["AV"]
        for chosen in ({}, {"hpa_av": "7"})
    ]
    assert values == ["5", "7"]
