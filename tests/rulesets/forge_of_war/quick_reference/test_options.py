"""Optional rules and house rules on the sheet."""

import pytest

from rulesets.core.codec import decode
from rulesets.core.house_rules import HouseRules
from rulesets.core.reference import Line
from rulesets.systems.forge_of_war import RULESET
from rulesets.systems.forge_of_war.modifiers import plain
from rulesets.systems.forge_of_war.quick_reference.need import OPTION_SWITCHES
from tests.rulesets.forge_of_war.quick_reference.sheets import COMPLETE, EVERYTHING, SWITCHES, sheet, told


def test_optional_rules_in_use() -> None:
    used = sheet(units=["rioters 20"], settings={"covering_fire": True, "reaction_tests": True})
    assert [line.term for line in used["options"].lines] == [
        "Covering fire",
        "It opens fire",
        "Its orders",
        "Reaction",
        "No reaction",
        "Flees",
        "Fleeing",
    ]
    everything = {"covering_fire": True, "stances": True, "reaction_tests": True, "indirect_fire": True}
    assert used["options"] != COMPLETE["options"]
    assert sheet(units=["rioters 20"], settings=everything)["options"] == COMPLETE["options"]


@pytest.mark.parametrize(("switch", "option"), [(s, name) for name, found in OPTION_SWITCHES.items() for s in found])
def test_a_house_rule_about_an_optional_rule_brings_that_rule(switch: str, option: str) -> None:
    key = next(reading.key for reading in SWITCHES[switch].readings if reading.key != SWITCHES[switch].default)
    chosen = {"units": EVERYTHING["units"], "house_rules": {switch: key}}
    assert sheet(**chosen) == sheet(**chosen, settings={option: True})


@pytest.mark.parametrize("reading", ["flat_minus2", "normal_move_penalty", "cumulative"])
def test_the_sheet_and_the_calculator_cost_a_move_before_covering_fire_alike(reading: str) -> None:
    house = HouseRules(RULESET.rulings, [("coverfire_penalty", reading)])
    calculator = RULESET.calculator("covering-fire")
    values = []
    for moved in (0, 6, 7):
        question = decode(calculator.question, {"shooters": {"moved": moved}, "distance": 4})
        answer = calculator.ask(question, RULESET.catalogue, house)
        (shot,) = (step for step in answer.steps if step.label == "Assault Rifle")
        values.append(int(shot.value.replace("−", "-")))
    slow, fast = (plain(value - values[0]) for value in values[1:])
    words = f"after a move {slow}" if slow == fast else f"after a move {slow}, over 6″ {fast}"
    (line,) = told("options", "Covering fire", coverfire_penalty=reading)
    assert line.endswith(words)


def test_more_house_rules_than_the_sheet_has_room_for_are_listed_by_their_ids() -> None:
    other = [
        (ruling, next(key for key in ruling.keys if key != ruling.default))
        for ruling in RULESET.rulings
        if ruling.switch
    ]
    for count in (20, 21, len(other)):
        chosen = {ruling.switch: key for ruling, key in other[:count]}
        listed = sheet(**EVERYTHING, house_rules=chosen)["readings"].lines
        ids = ", ".join(ruling.id for ruling, _ in other[:count])
        assert listed == (
            tuple(Line(ruling.question, ruling.text(key)) for ruling, key in other[:count])
            if count == 20
            else (Line("Rulings", f"{ids} changed from the default, each noted where it applies"),)
        )


@pytest.mark.parametrize(
    ("switch", "key", "slug", "term", "usual", "other"),
    [
        (
            "indirect_attack",
            "weight_of_fire",
            "options",
            "Indirect",
            ["a friend out of close combat sees the point; dice less the lower SV = inches off"],
            ["a friend out of close combat sees the target; the weapon’s dice as in direct fire, no template"],
        ),
        (
            "coverfire_trigger",
            "moving_in_los",
            "options",
            "Covering fire",
            ["a shot a turn at an enemy that comes into sight; after a move −2"],
            ["a shot a turn at an enemy that moves in sight; after a move −2"],
        ),
        (
            "coverfire_penalty",
            "normal_move_penalty",
            "options",
            "Covering fire",
            ["a shot a turn at an enemy that comes into sight; after a move −2"],
            ["a shot a turn at an enemy that comes into sight; after a move −1, over 6″ −2"],
        ),
    ],
)
def test_what_the_sheet_says_under_a_reading(
    switch: str, key: str, slug: str, term: str, usual: list[str], other: list[str]
) -> None:
    assert told(slug, term) == usual
    assert told(slug, term, **{switch: key}) == other


@pytest.mark.parametrize(
    ("slug", "line"),
    [
        ("options", Line("Its orders", "last until it fires or acts again, into later turns")),
        (
            "options",
            Line(
                "No reaction",
                "who hides, is on covering fire (and just shoots), or fired it, tested or fled this turn",
            ),
        ),
    ],
)
def test_what_a_player_looks_up(slug: str, line: Line) -> None:
    assert line in COMPLETE[slug].lines
