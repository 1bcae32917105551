"""The match that is played with an army, asked for by signals that the app ``matches`` answers."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Model
from django.dispatch import Signal

from armybuilder.armies.models import Army
from rulesets.core.play.states import PlayState

FRESH = PlayState()

state_requested = Signal()
"""Sent with an ``army``; a receiver returns its ``CurrentState``, or ``None`` when no game is played with it."""
hiding_game_requested = Signal()
"""Sent with an ``army``; a receiver returns a running game that hides units of it, or ``None``."""


@dataclass(frozen=True, slots=True)
class CurrentState:
    """How an army stands in its game: its boxes, and the turn and time in words; empty if no game is played."""

    boxes: PlayState = FRESH
    moment: str = ""


BEFORE = CurrentState()


def hiding_game(army: Army) -> Model | None:
    """A running game that hides units of the army, if there is one."""
    answers: Any = hiding_game_requested.send(Army, army=army)
    return next((game for _, game in answers if game is not None), None)


def state_of(army: Army) -> CurrentState:
    """The state of the army in its game; as before a game if none is played."""
    answers: Any = state_requested.send(Army, army=army)
    return next((state for _, state in answers if state is not None), BEFORE)
