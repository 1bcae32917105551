"""Where an army stands in the game that is played with it: a signal that the app of games at the table answers."""

from __future__ import annotations

from typing import Any

from django.dispatch import Signal

from armybuilder.armies.models import Army
from rulesets.core.play_state import PlayState

FRESH = PlayState()

state_wanted = Signal()
"""Sent with an ``army``; a receiver returns its ``PlayState``, or ``None`` when no game is played with it."""


def state_of(army: Army) -> PlayState:
    """Where the army stands in its game; as before one where none is played."""
    answers: Any = state_wanted.send(Army, army=army)
    return next((state for _, state in answers if state is not None), FRESH)
