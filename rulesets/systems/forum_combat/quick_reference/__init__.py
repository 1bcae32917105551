"""The quick-reference sheet, complete or for some forces."""

from __future__ import annotations

from rulesets.core.house_rules import HouseRules
from rulesets.core.reference import Section
from rulesets.systems.forum_combat.legality import Roster
from rulesets.systems.forum_combat.quick_reference.melee import engagement_block, into_melee_block, melee_block
from rulesets.systems.forum_combat.quick_reference.movement import movement_block, special_moves_block
from rulesets.systems.forum_combat.quick_reference.round import end_block, round_block, table_block
from rulesets.systems.forum_combat.quick_reference.shooting import (
    attack_block,
    health_block,
    hits_block,
    who_shoots_block,
    wounds_block,
)
from rulesets.systems.forum_combat.quick_reference.squads import morale_block, orders_block, weapons_block
from rulesets.systems.forum_combat.units import members, slowest

USUAL_MOVES = (5, 6, 7)


def sections(house: HouseRules, armies: tuple[Roster, ...]) -> tuple[Section, ...]:
    """The whole sheet under these house rules; for forces, with their own moves, checks and weapons."""
    groups = ((squad.name, members(squad, army.catalogue)) for army in armies for squad in army.force.groups)
    squads = tuple((name, lines) for name, lines in groups if lines)
    moves = tuple(sorted({slowest(lines) for _, lines in squads})) or USUAL_MOVES
    arms = tuple(armed for _, lines in squads for line in lines for armed in line.arms)
    return (
        table_block(house, armies),
        round_block(house),
        who_shoots_block(house, arms),
        attack_block(house),
        hits_block(house),
        wounds_block(),
        health_block(house),
        engagement_block(house),
        into_melee_block(house),
        melee_block(house),
        movement_block(moves, house),
        special_moves_block(house),
        morale_block(squads, house),
        end_block(house),
        *weapons_block(squads, arms),
        orders_block(tuple(name for name, _ in squads), house),
    )
