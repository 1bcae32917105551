"""The order of a round."""

from rulesets.core.house_rules import HouseRules
from rulesets.systems.mbt2020 import RULESET
from rulesets.systems.mbt2020.turn_sequence import AIR, round_parts


def test_a_round_has_its_parts_in_order() -> None:
    parts = round_parts(HouseRules(RULESET.rulings))
    assert [part.slug for part in parts] == [AIR, "cas", "cba", "defence", "fire", "group"]
