"""Throws that players make through the site: rock, paper, scissors, and dice of which every one is listed."""

from __future__ import annotations

from typing import Final

from rulesets.core.declarations import Choice
from rulesets.core.seeded import SeededDice

MOST_DICE: Final = 100
"""Dice of one throw."""
MOST_FACES: Final = 100
"""Faces of a die."""


class Hand(Choice):
    """What a player chooses in rock, paper, scissors; each one beats that before it, the first the last."""

    ROCK = "rock", "Rock"
    PAPER = "paper", "Paper"
    SCISSORS = "scissors", "Scissors"


class ThrowOutcome(Choice):
    """What a throw of rock, paper, scissors is for the player who began it."""

    DRAW = "draw", "Draw"
    WIN = "win", "Win"
    LOSE = "lose", "Lose"


def outcome_of(own: Hand, opposing: Hand) -> ThrowOutcome:
    """What it is for the player who chose ``own``."""
    hands = tuple(Hand)
    return tuple(ThrowOutcome)[(hands.index(own) - hands.index(opposing)) % len(hands)]


def drawn_hand(seed: int) -> Hand:
    """The choice of a player who is not there."""
    hands = tuple(Hand)
    return hands[SeededDice(seed).below(len(hands))]


def scores_of(seed: int, dice: int, faces: int) -> tuple[int, ...]:
    """What so many dice with so many faces show, the same for the same seed."""
    source = SeededDice(seed)
    return tuple(source.between(1, faces) for _ in range(dice))
