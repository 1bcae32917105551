"""The order of a round."""

import pytest

from rulesets.core.house_rules import HouseRules
from rulesets.systems.mbt2020 import RULESET
from rulesets.systems.mbt2020.turn_sequence import AIR, round_parts


@pytest.mark.parametrize(("reading", "targets"), [("off", "ASF and ECM"), ("on", "ASF")])
def test_a_round_is_told_as_it_is_played(reading: str, targets: str) -> None:
    parts = round_parts(HouseRules(RULESET.rulings, [("ada_asf_only", reading)]))
    assert [part.slug for part in parts] == [AIR, "cas", "cba", "defence", "fire", "group"]
    assert parts[3].does == f"ADA engages {targets}, PDA any aircraft"
