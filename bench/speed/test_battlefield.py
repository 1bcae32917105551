"""How long a battlefield of MBT 2020 takes, from one battle group to a corps.

Run with ``pytest -s bench/speed/test_battlefield.py``; medians are printed.
"""

from dataclasses import replace

from bench.speed.timing import median_ms
from rulesets.core.battlefields import Changes
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.systems.mbt2020 import RULESET
from rulesets.systems.mbt2020.battlefield import make
from rulesets.systems.mbt2020.ground import BattlefieldQuestion, River, ZoneFrom
from rulesets.systems.mbt2020.units import Zone


def test_a_corps_table_is_laid_out_at_once() -> None:
    house = HouseRules(RULESET.rulings)
    medians = {}
    for zone in Zone:
        for groups in (1, 4, 20):
            ground = BattlefieldQuestion(battle_groups=groups, zone_from=ZoneFrom.HAND, zone=zone, river=River.DIAGONAL)
            medians[groups] = median_ms(lambda ground=ground: make(ground, 5, Changes(), house), 7)  # type: ignore[misc]
            print(f"{zone.value:10} {groups:3} battle groups: {medians[groups]:8.2f} ms")
        assert medians[20] < 300
    assert replace(ground, battle_groups=20) == ground
