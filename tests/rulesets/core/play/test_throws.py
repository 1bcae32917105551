"""Throws that players make through the site: what wins, and dice that the same seed throws again."""

from collections import Counter

import pytest

from rulesets.core.play.throws import Hand, ThrowOutcome, outcome_of, random_hand, scores_of
from rulesets.core.seeded import SeededDice

WINS = [(Hand.ROCK, Hand.SCISSORS), (Hand.SCISSORS, Hand.PAPER), (Hand.PAPER, Hand.ROCK)]


@pytest.mark.parametrize(("own", "opposing"), WINS)
def test_each_hand_beats_one_and_loses_to_another(own: Hand, opposing: Hand) -> None:
    assert outcome_of(own, opposing) is ThrowOutcome.WIN
    assert outcome_of(opposing, own) is ThrowOutcome.LOSE
    assert outcome_of(own, own) is ThrowOutcome.DRAW


def test_hands_are_drawn_alike_often() -> None:
    drawn = Counter(random_hand(seed) for seed in range(3_000))
    assert set(drawn) == set(Hand)
    assert min(drawn.values()) > 900


def test_a_seed_gives_the_same_dice_again() -> None:
    assert scores_of(7, 5, 6) == scores_of(7, 5, 6) != scores_of(8, 5, 6)
    dice = SeededDice(7)
    assert scores_of(7, 5, 6) == tuple(dice.die(6, "") for _ in range(5))
    assert set(scores_of(1, 100, 10)) == set(range(1, 11))
