"""Throws that players make through the site: rock, paper, scissors, and dice with every score listed."""

from typing import Final

from rulesets.core.declarations.fields import Choice
from rulesets.core.seeded import SeededDice

MAX_DICE: Final = 100
"""Most dice of one throw."""
MAX_FACES: Final = 100
"""Most faces of a die."""


class Hand(Choice):
    """A choice in rock, paper, scissors; each beats the one before it, and the first beats the last."""

    ROCK = "rock", "Rock"
    PAPER = "paper", "Paper"
    SCISSORS = "scissors", "Scissors"


class ThrowOutcome(Choice):
    """The outcome of rock, paper, scissors for the player who began it."""

    DRAW = "draw", "Draw"
    WIN = "win", "Win"
    LOSE = "lose", "Lose"


def outcome_of(own: Hand, opposing: Hand) -> ThrowOutcome:
    """The outcome for the player who chose ``own``."""
    hands = tuple(Hand)
    return tuple(ThrowOutcome)[(hands.index(own) - hands.index(opposing)) % len(hands)]


def random_hand(seed: int) -> Hand:
    """The choice of an absent player."""
    hands = tuple(Hand)
    return hands[SeededDice(seed).below(len(hands))]


def scores_of(seed: int, dice: int, faces: int) -> tuple[int, ...]:
    """The scores of so many dice with so many faces, the same for the same seed."""
    source = SeededDice(seed)
    return tuple(source.between(1, faces) for _ in range(dice))
