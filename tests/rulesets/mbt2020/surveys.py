"""Battlefields of the tests."""

from rulesets.core.battlefields import Battlefield, Changes
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.systems.mbt2020 import RULESET
from rulesets.systems.mbt2020.battlefield import make
from rulesets.systems.mbt2020.ground import BattlefieldQuestion, ZoneFrom
from rulesets.systems.mbt2020.units import Zone

HOUSE = HouseRules(RULESET.rulings)


def survey(ground: BattlefieldQuestion, seed: int = 1, changes: Changes | None = None) -> Battlefield:
    return make(ground, seed, changes or Changes(), HOUSE)


def hand(zone: Zone) -> BattlefieldQuestion:
    return BattlefieldQuestion(zone_from=ZoneFrom.HAND, zone=zone)
