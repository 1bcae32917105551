"""Firing into a melee: what numbers and size give, and the roll for every miss at one's own friends (FC-FFI)."""

from __future__ import annotations

from rulesets.core.house_rules import HouseRules
from rulesets.systems.forum_combat import attacks, tables


def edge(friends: int, enemies: int, friends_size: int, enemies_size: int) -> int:
    """What numbers and size do to the second roll: better when the friends have more or are larger (FC-FFI-4)."""
    numbers = (friends > enemies) - (friends < enemies)
    size = (friends_size > enemies_size) - (friends_size < enemies_size)
    return tables.MELEE_EDGE * (numbers + size)


def second_modifier(shooter: int, at_enemy: int, at_friends: int, edges: int, house: HouseRules) -> int:
    """The modifier to ACC of a miss that is rolled again (FC-FFI-3, FC-A10).

    ``shooter`` comes from the shooters, ``at_enemy`` and ``at_friends`` from the two squads as targets (cover).
    """

    def read(carried: str) -> int:
        return {
            "shooter": shooter + at_friends + edges,
            "all": shooter + at_enemy + edges,
            "none": edges,
        }[carried]

    return house.resolve(lambda carried: attacks.net_modifier(read(carried)), "fc.ffi_carry")
