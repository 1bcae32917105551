"""What two armies settle of the ground, and their forces on the scenario sheet."""

from dataclasses import replace

import pytest

from rulesets.core.battlefields import Battlefield, Changes
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.tables import Table
from rulesets.systems.mbt2020 import RULESET
from rulesets.systems.mbt2020.battlefield import make
from rulesets.systems.mbt2020.ground import BattlefieldQuestion, ZoneFrom
from rulesets.systems.mbt2020.scenario import SURVEYOR, forces_table, from_forces
from rulesets.systems.mbt2020.units import Zone
from tests.rulesets.mbt2020.shorthand import army

HOUSE = HouseRules(RULESET.rulings)


def survey(ground: BattlefieldQuestion, seed: int = 1, changes: Changes | None = None) -> Battlefield:
    return make(ground, seed, changes or Changes(), HOUSE)


@pytest.mark.parametrize(
    ("own", "opposing", "zone"),
    [
        (Zone.COLD, Zone.COLD, "Cold"),
        (Zone.COLD, None, "Cold"),
        (None, Zone.DESERT, "Desert"),
        (Zone.COLD, Zone.DESERT, "Steppe"),
    ],
)
def test_the_zone_of_two_armies(own: Zone | None, opposing: Zone | None, zone: str) -> None:
    ground = BattlefieldQuestion(zone_from=ZoneFrom.ARMIES, zone=Zone.STEPPE, own_zone=own, opposing_zone=opposing)
    assert survey(ground).conditions[0].text == zone


def rows(of: Table) -> list[list[str]]:
    return [[cell.text for cell in row] for row in of.rows]


def test_forces_on_the_scenario_sheet() -> None:
    demo = RULESET.demo()
    listed = rows(forces_table(RULESET.context(demo)))
    assert len(listed) == len(demo.groups) + 1
    assert listed[0][3:] == ["12", "4 / 2"]


def test_two_armies_settle_size_and_zone() -> None:
    demo = RULESET.demo()
    cold = replace(demo, spec=replace(demo.spec, zone=Zone.COLD), groups=demo.groups[:1] * 3)
    asked = SURVEYOR.from_forces(replace(demo, spec=replace(demo.spec, nation="", zone=None)), cold)
    assert asked == {"battle_groups": 3, "opposing_zone": "cold", "zone_from": "armies"}


@pytest.mark.parametrize(
    ("settings", "own_zone"),
    [
        ({"nation": "poland"}, "steppe"),
        ({"nation": "france"}, "temperate"),
        ({"nation": "czechia"}, "temperate"),
        ({"nation": "myanmar"}, "tropical"),
        ({"nation": "egypt"}, "desert"),
        ({"nation": "russia"}, "cold"),
        ({"nation": "russia", "zone": "steppe"}, "steppe"),
        ({"nation": "brazil"}, None),
        ({}, None),
    ],
)
def test_an_army_comes_from_its_own_zone_or_that_of_its_nation(settings: dict[str, str], own_zone: str | None) -> None:
    filled = from_forces(army([{"stands": ["12x MBTn"]}], settings), army([], {"nation": "japan"}))
    assert filled.get("own_zone") == own_zone
    assert filled["opposing_zone"] == "cold"
    assert ("zone_from" in filled) is ("zone" in settings)
