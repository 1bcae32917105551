"""What season, hour and weather do in each turn."""

from dataclasses import replace

import pytest

from rulesets.core.battlefields import Battlefield, Changes
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.tables import Table
from rulesets.systems.mbt2020 import RULESET
from rulesets.systems.mbt2020.battlefield import make
from rulesets.systems.mbt2020.engagement_state import Light
from rulesets.systems.mbt2020.ground import BattlefieldQuestion, Weather
from rulesets.systems.mbt2020.scenario_sheet import lookups
from rulesets.systems.mbt2020.tables import Season

HOUSE = HouseRules(RULESET.rulings)


def survey(ground: BattlefieldQuestion, seed: int = 1, changes: Changes | None = None) -> Battlefield:
    return make(ground, seed, changes or Changes(), HOUSE)


NIGHT = "By night, going is bad for INFANTRY and ARMOUR except by road."


def rows(of: Table) -> list[list[str]]:
    return [[cell.text for cell in row] for row in of.rows]


def test_the_light_moves_on_an_hour_a_turn() -> None:
    ground = replace(BattlefieldQuestion(), season=Season.WINTER, hour=14, weather=Weather.FAIR, turns=4)
    turns = survey(ground).turns
    assert rows(turns) == [
        ["1", "14:00", "day", "full"],
        ["2", "15:00", "dusk or dawn", "half"],
        ["3", "16:00", "dusk or dawn", "half"],
        ["4", "17:00", "night", "half"],
    ]
    assert turns.note == NIGHT
    assert survey(replace(ground, turns=3)).turns.note == ""


def test_night_and_weather_quarter_the_ranges_unless_halved_once() -> None:
    ground = replace(BattlefieldQuestion(), season=Season.WINTER, hour=23, weather=Weather.ADVERSE, turns=2)
    assert [row[3] for row in rows(survey(ground).turns)] == ["quarter", "quarter"]
    assert (
        survey(ground).turns.note
        == f"{NIGHT} In every turn, CAS may not engage INFANTRY or ARMOUR, and smoke is useless."
    )
    allowed = make(ground, 1, Changes(), HouseRules(RULESET.rulings, [("cas_in_awc", "on")]))
    assert "CAS engages INFANTRY and ARMOUR one column to the left, and smoke is useless." in allowed.turns.note
    once = make(ground, 1, Changes(), HouseRules(RULESET.rulings, [("halve_once", "on")]))
    assert [row[3] for row in rows(once.turns)] == ["half", "half"]


@pytest.mark.parametrize(
    ("lights", "awc", "kinds", "asked"),
    [
        (
            {Light.DAY},
            False,
            {"LFA", "hill"},
            [("engagement", {"conditions": {}}), ("movement", {"ground": "LFA"})],
        ),
        (
            {Light.NIGHT},
            True,
            {"BUA"},
            [
                ("engagement", {"conditions": {"light": "night", "awc": True}}),
                (
                    "engagement",
                    {"conditions": {"light": "night", "awc": True, "target_going": "bad", "target_built_up": True}},
                ),
                ("movement", {"ground": "built-up", "night": True}),
            ],
        ),
    ],
)
def test_what_a_battlefield_settles_of_a_question(lights, awc, kinds, asked) -> None:
    assert [(lookup.calculator, lookup.data) for lookup in lookups(lights, awc, kinds, HOUSE)] == asked


@pytest.mark.parametrize(("reading", "nights"), [("off", [None]), ("on", [True])])
def test_movement_at_dusk_and_dawn_is_as_read(reading, nights) -> None:
    house = HouseRules(RULESET.rulings, [("twilight_slows", reading)])
    found = lookups({Light.TWILIGHT}, False, {"LFA"}, house)
    assert [lookup.data.get("night") for lookup in found if lookup.calculator == "movement"] == nights
    both = lookups({Light.TWILIGHT, Light.NIGHT}, False, {"LFA"}, house)
    asked = [lookup.data.get("night") for lookup in both if lookup.calculator == "movement"]
    assert asked == ([None, True] if reading == "off" else [True])
