"""The quick-reference sheet, complete or with what one army needs."""

from __future__ import annotations

from rulesets.core.house_rules import HouseRules
from rulesets.core.reference import Section, house_rules_in_force
from rulesets.systems.mbt2020.quick_reference.engagements import factors_block, ranges_block, results_block, smoke_block
from rulesets.systems.mbt2020.quick_reference.need import Need
from rulesets.systems.mbt2020.quick_reference.stands import postures_block, sub_classes_block
from rulesets.systems.mbt2020.quick_reference.terrain import season_block, terrain_block
from rulesets.systems.mbt2020.quick_reference.turn import deployment_block, fragile_block, movement_block, turn_block
from rulesets.systems.mbt2020.units import ArmyContext


def sections(house: HouseRules, armies: tuple[ArmyContext, ...]) -> tuple[Section, ...]:
    """The sheet under these house rules: only rows that the armies' stands and options need, complete without any."""
    need = Need(house, armies)
    return (
        *house_rules_in_force(house),
        sub_classes_block(need),
        postures_block(need),
        ranges_block(need),
        factors_block(need),
        results_block(need),
        movement_block(need),
        turn_block(need),
        deployment_block(need),
        smoke_block(need),
        terrain_block(need),
        season_block(need),
        fragile_block(need),
    )
