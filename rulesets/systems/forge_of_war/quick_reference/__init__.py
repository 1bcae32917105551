"""The quick-reference sheet: complete or for some forces, under the house rules in use.

Numbers come from the functions that the calculators use, so that a house rule changes both.
"""

from __future__ import annotations

from rulesets.core.house_rules import HouseRules
from rulesets.core.reference import Section
from rulesets.systems.forge_of_war.quick_reference.close_combat import close_combat_block
from rulesets.systems.forge_of_war.quick_reference.command import (
    actions_block,
    chances_block,
    command_block,
    markers_block,
    thresholds_block,
    turn_block,
)
from rulesets.systems.forge_of_war.quick_reference.movement import cover_block, movement_block
from rulesets.systems.forge_of_war.quick_reference.need import Need
from rulesets.systems.forge_of_war.quick_reference.options import options_block, readings_block
from rulesets.systems.forge_of_war.quick_reference.shooting import hits_block, shooting_block, weapons_block
from rulesets.systems.forge_of_war.quick_reference.vehicles import vehicles_block
from rulesets.systems.forge_of_war.units import ListedContext


def sections(house: HouseRules, armies: tuple[ListedContext, ...]) -> tuple[Section, ...]:
    """The sheet under these house rules: what the forces' units and settings need, complete without any."""
    need = Need(house, armies)
    blocks = [
        turn_block(need),
        command_block(need),
        actions_block(need),
        markers_block(need),
        chances_block(need),
        movement_block(need),
        cover_block(need.house),
        shooting_block(need),
        weapons_block(need),
        hits_block(need),
        close_combat_block(need),
        vehicles_block(need),
        options_block(need),
        thresholds_block(need),
        readings_block(need),
    ]
    return tuple(section for section in blocks if section is not None)
