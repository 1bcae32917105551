"""Firing into a melee: modifiers for numbers and size, and the second roll of stray shots at friends (FC-FFI)."""

from rulesets.core.declarations.house_rules import HouseRules

from . import attacks, tables


def edge(friends: int, enemies: int, friends_size: int, enemies_size: int) -> int:
    """The modifier to the second roll for numbers and size: positive if friends are more or larger (FC-FFI-4)."""
    numbers = (friends > enemies) - (friends < enemies)
    size = (friends_size > enemies_size) - (friends_size < enemies_size)
    return tables.MELEE_EDGE * (numbers + size)


def second_modifier(shooter: int, at_enemy: int, at_friends: int, edges: int, house: HouseRules) -> int:
    """The modifier to ACC of a miss that is rolled again (FC-FFI-3, FC-A10).

    ``shooter`` is the shooters' modifier, ``at_enemy`` and ``at_friends`` are those of the two targets (cover).
    """

    def total(reading: str) -> int:
        return {
            "shooter": shooter + at_friends + edges,
            "all": shooter + at_enemy + edges,
            "none": edges,
        }[reading]

    return house.resolve(lambda reading: attacks.net_modifier(total(reading)), "fc.ffi_carry")
