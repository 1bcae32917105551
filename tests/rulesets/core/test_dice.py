from fractions import Fraction
from itertools import product

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.core.dice import Distribution, at_least, certain, dice, die, mean, quantile, successes, sum_of, total, yes


def test_weights_are_kept_in_lowest_terms() -> None:
    assert Distribution({1: 2, 2: 4}) == Distribution({1: 1, 2: 2})
    assert Distribution({1: 2, 2: 4}).total == 3
    assert hash(Distribution({1: 2})) == hash(Distribution({1: 5}))


def test_equal_outcomes_add_up_and_impossible_ones_drop_out() -> None:
    assert Distribution([(1, 1), (1, 1), (2, 1), (3, 0)]).weights() == {1: 2, 2: 1}


@pytest.mark.parametrize("weights", [{}, {1: 0}, {1: -1, 2: 3}])
def test_a_distribution_needs_positive_weights(weights: dict[int, int]) -> None:
    with pytest.raises(ValueError, match=r"weight|outcome"):
        Distribution(weights)


@pytest.mark.parametrize(("count", "faces"), [(0, 6), (1, 10), (2, 6), (3, 4)])
def test_sums_of_dice_agree_with_enumeration(count: int, faces: int) -> None:
    rolls = list(product(range(1, faces + 1), repeat=count))
    brute = Distribution((sum(roll), 1) for roll in rolls)
    assert dice(count, faces) == brute


def test_sums_of_different_dice_agree_with_enumeration() -> None:
    rolls = product(range(1, 5), range(1, 7), range(1, 9))
    assert sum_of(die(faces) for faces in (4, 6, 8)) == Distribution((sum(roll), 1) for roll in rolls)
    assert sum_of([]) == certain(0)


def test_two_dice_reach_four_to_twelve_as_published() -> None:
    chances = [round(float(at_least(dice(2, 6), n)) * 100, 1) for n in range(4, 13)]
    assert chances == [91.7, 83.3, 72.2, 58.3, 41.7, 27.8, 16.7, 8.3, 2.8]


def test_three_dice_against_two_as_published() -> None:
    attack = die(6).then(lambda a: die(6).then(lambda b: die(6).map(lambda c: tuple(sorted((a, b, c), reverse=True)))))
    defence = die(6).then(lambda a: die(6).map(lambda b: tuple(sorted((a, b), reverse=True))))
    losses = attack.with_(defence, lambda a, d: sum(x <= y for x, y in zip(a, d, strict=False)))
    assert [losses.chance(n) for n in (2, 1, 0)] == [
        Fraction(2275, 7776),
        Fraction(2611, 7776),
        Fraction(2890, 7776),
    ]


@given(st.integers(0, 30), st.fractions(0, 1, max_denominator=20))
def test_successes_agree_with_powers_of_one_try(count: int, chance: Fraction) -> None:
    assert successes(count, chance) == total(yes(chance).map(int), count)


def test_successes_agree_with_an_independent_library() -> None:
    other = 40 @ icepool.coin(1, 3)
    ours = successes(40, Fraction(1, 3))
    assert {n: Fraction(q, other.denominator()) for n, q in other.items()} == dict(ours.items())


def test_a_cap_gathers_everything_above_it() -> None:
    capped = total(die(6), 5, cap=12)
    assert capped.chance(12) == at_least(dice(5, 6), 12)
    assert mean(capped) < mean(dice(5, 6))


@given(st.dictionaries(st.integers(-3, 8), st.integers(1, 5), min_size=1), st.integers(0, 9))
def test_sums_of_weighted_rolls_agree_with_joining_them(weights: dict[int, int], times: int) -> None:
    one = Distribution(weights)
    assert total(one, times) == sum_of([one] * times)


def test_mean_and_quantiles() -> None:
    assert mean(dice(2, 6)) == 7
    assert [quantile(die(10), share) for share in (Fraction(1, 10), Fraction(1, 2), Fraction(9, 10))] == [1, 5, 9]


def test_what_follows_is_weighed_by_what_came_before() -> None:
    rolled = yes(Fraction(1, 3)).then(lambda good: die(4) if good else certain(0))
    assert dict(rolled.items()) == {
        0: Fraction(2, 3),
        **dict.fromkeys(range(1, 5), Fraction(1, 12)),
    }


def test_very_many_dice_keep_every_chance() -> None:
    many = successes(3000, Fraction(1, 6))
    assert many.chance(0) == Fraction(5, 6) ** 3000
    assert sum((chance for _, chance in many.items()), Fraction(0)) == 1
