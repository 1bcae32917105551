"""Firing into a melee: the edge of numbers and size, and the second roll."""

import pytest

from rulesets.systems.forum_combat.firing_into_melee import edge, second_modifier
from tests.rulesets.forum_combat.rolls import house


@pytest.mark.parametrize(
    ("friends", "enemies", "friends_size", "enemies_size", "expected"),
    [(3, 2, 2, 1, 2), (2, 3, 1, 2, -2), (2, 2, 1, 1, 0), (3, 2, 1, 2, 0), (3, 2, 1, 1, 1)],
)
def test_numbers_and_size_count_one_each(
    friends: int, enemies: int, friends_size: int, enemies_size: int, expected: int
) -> None:
    assert edge(friends, enemies, friends_size, enemies_size) == expected


@pytest.mark.parametrize(("carried", "modifier"), [("shooter", 2), ("all", -1), ("none", 1)])
def test_what_the_second_roll_carries_is_a_ruling(carried: str, modifier: int) -> None:
    assert second_modifier(1, -3, 0, 1, house(ffi_carry=carried)) == modifier


def test_the_second_roll_keeps_to_the_limit() -> None:
    assert second_modifier(2, 0, 2, 2, house(ffi_carry="shooter")) == 2
