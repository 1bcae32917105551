"""Dice by purpose, what each has to show, and the seed from which they can be rolled again."""

from collections import Counter
from itertools import product

import pytest

from rulesets.core.play.rolls import DiceRolled, Roller, seeded_roller
from tests.rulesets.every_roll import every_roll


def roller_of(*scores: int) -> Roller:
    """A roller whose dice show these scores."""
    following = iter(scores)
    return Roller(lambda limit: (next(following) - 1) % limit)


def test_dice_of_a_purpose_are_sorted_with_the_good_first() -> None:
    roller = roller_of(3, 6, 1, 5, 2)
    assert roller.roll(3, 6, "To hit", "4+", lambda score: score >= 4) == (6,)
    assert roller.successes(1, 6, "To hit", "4+", lambda score: score >= 4) == 1
    assert roller.roll(1, 6, "Morale") == (2,)
    assert roller.dice == (DiceRolled("To hit", 6, "4+", (5, 6), (1, 3)), DiceRolled("Morale", 6, "", (2,), ()))
    assert [each.text for each in roller.dice] == ["To hit, 4+: 2 of 4 (5, 6; 1, 3)", "Morale: 2"]


def test_no_dice_are_no_purpose() -> None:
    roller = roller_of()
    assert (roller.roll(0, 6, "To hit"), roller.dice) == ((), ())


def test_one_of_several_is_picked_by_a_die_and_the_only_one_without() -> None:
    roller = roller_of(2)
    assert (roller.pick("a", "Which"), roller.pick("abc", "Which")) == ("a", "b")
    assert roller.dice == (DiceRolled("Which", 3, "", (2,), ()),)


def test_a_seed_gives_the_same_dice_again() -> None:
    first, again, other = (seeded_roller(seed) for seed in (7, 7, 8))
    rolls = [roller.roll(20, 10, "To hit") for roller in (first, again, other)]
    assert rolls[0] == rolls[1] != rolls[2]


@pytest.mark.parametrize("needed", [1, 4, 7])
def test_all_rolls_are_those_of_every_face_of_every_die(needed: int) -> None:
    """What the tests of the games count by, against an enumeration."""

    def run(roller: Roller) -> tuple[int, tuple[int, ...]]:
        hits = roller.successes(2, 6, "To hit", "", lambda score: score >= needed)
        return hits, tuple(sorted(roller.roll(2, 6, "Damage", "", lambda score: score >= 5)))

    faces = range(1, 7)
    counted = Counter(
        (sum(score >= needed for score in dice[:2]), tuple(sorted(score for score in dice[2:] if score >= 5)))
        for dice in product(faces, repeat=4)
    )
    assert {found: chance * 6**4 for found, chance in every_roll(run).items()} == counted
