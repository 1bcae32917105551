"""One attack: the rolls needed to hit, to wound and to save, and their chances."""

from fractions import Fraction

import pytest

from rulesets.systems.forum_combat.attacks import (
    hit_chance,
    hit_needed,
    hit_number,
    net_modifier,
    range_cap,
    save_chance,
    save_needed,
    save_number,
    saves,
    wound_chance,
    wound_number,
)
from tests.rulesets.forum_combat.rolls import house, wound


def test_bonuses_and_penalties_are_added_and_held_to_two() -> None:
    assert [net_modifier(*parts) for parts in ((1, 2), (-1, -2), (3, -2), ())] == [2, -2, 1, 0]
    assert hit_number(4, 3) == 2
    assert hit_number(4, -3) == 6


@pytest.mark.parametrize(("number", "chance", "needed"), [(2, 5, 2), (4, 3, 4), (6, 1, 6), (8, 1, 6), (1, 6, 1)])
def test_a_natural_six_always_hits(number: int, chance: int, needed: int) -> None:
    assert (hit_chance(number, house()), hit_needed(number, house())) == (Fraction(chance, 6), needed)


def test_a_natural_one_may_fail() -> None:
    assert (hit_chance(1, house(nat1_fails="on")), hit_needed(1, house(nat1_fails="on"))) == (Fraction(5, 6), 2)


@pytest.mark.parametrize("strength", range(1, 11))
@pytest.mark.parametrize("toughness", range(1, 11))
def test_the_extremes_of_wounding_count_first(strength: int, toughness: int) -> None:
    number = wound(strength, toughness)
    assert wound_number(strength, toughness) == number
    assert wound_chance(number) == Fraction(7 - number, 6)


@pytest.mark.parametrize(
    ("number", "readings", "good"),
    [
        (4, {}, [4, 5, 6]),
        (7, {}, []),
        (7, {"save_nat6": "on"}, [6]),
        (1, {}, [1, 2, 3, 4, 5, 6]),
        (1, {"save_nat1": "on"}, [2, 3, 4, 5, 6]),
        (None, {"save_nat6": "on"}, []),
    ],
)
def test_saves_by_the_die(number: int | None, readings: dict[str, str], good: list[int]) -> None:
    played = house(**readings)
    assert [roll for roll in range(1, 7) if saves(roll, number, played)] == good
    assert save_chance(number, played) == Fraction(len(good), 6)
    assert save_needed(number, played) == (good[0] if good else None)


def test_ap_and_bonuses_shift_a_save_and_nobody_saves_without_one() -> None:
    assert [save_number(4, 1), save_number(4, 1, 2), save_number(7, 0)] == [5, 3, None]


def test_range_grows_by_half_at_most() -> None:
    assert [range_cap(10, 3), range_cap(10, 5), range_cap(10, 9), range_cap(11, 9)] == [13, 15, 15, 16]
