from collections import Counter

import pytest

from rulesets.core.seeded import MAX_SEED, Roll, SeededDice, new_seed


def test_the_same_seed_rolls_the_same_everywhere() -> None:
    assert [roll.score for roll in _rolls(2020, 1)] == [2, 1, 6, 4, 5, 2, 2, 1, 2, 4, 4, 2]
    assert _rolls(2020, 1)[0] == Roll("x", 6, 2)


def test_a_new_seed_is_one_of_a_million() -> None:
    seeds = {new_seed() for _ in range(200)}
    assert 0 <= min(seeds) <= max(seeds) < 1_000_000 < MAX_SEED
    assert len(seeds) > 190


def _rolls(*seed: int) -> list[Roll]:
    dice = SeededDice(*seed)
    for _ in range(12):
        dice.die(6, "x")
    return dice.rolls


def test_the_first_numbers_are_those_of_splitmix64() -> None:
    # Reference values of the published algorithm for the seed 1234567.
    dice = SeededDice()
    dice._state = 1234567
    assert [dice._next() for _ in range(3)] == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_seeds_and_their_order_matter() -> None:
    assert len({tuple(roll.score for roll in _rolls(*seed)) for seed in [(1, 2), (2, 1), (1,), (3,), (0, 0), ()]}) == 6


def test_every_score_comes_up_evenly() -> None:
    dice = SeededDice(7)
    counts = Counter(dice.below(6) for _ in range(60_000))
    assert sorted(counts) == [0, 1, 2, 3, 4, 5]
    # Five standard deviations of a binomial (60000, 1/6).
    assert all(abs(count - 10_000) < 5 * 91.3 for count in counts.values())


def test_shuffling_keeps_everything() -> None:
    items = list(range(20))
    mixed = SeededDice(5).shuffled(items)
    assert sorted(mixed) == items
    assert mixed != items
    assert items == list(range(20))


def test_a_choice_from_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="choose from"):
        SeededDice(1).below(0)
