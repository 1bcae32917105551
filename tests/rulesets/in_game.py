"""Forces as they stand in a game."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulesets.core.calculators import AnyFielded
from rulesets.core.matches import Match, MatchState
from rulesets.core.play import AnyPlay
from rulesets.core.play_state import PlayState
from rulesets.core.rules import CheckContext
from rulesets.core.trackers import AT_FIRST, Track, UnitState


def fielded(
    play: AnyPlay, context: CheckContext[Any, Any, Any], state: PlayState, conditions: UnitState = AT_FIRST
) -> AnyFielded:
    """A force of which so much is ticked, under conditions."""
    found = Match(play, (context, None)).fielded(MatchState(sides=(state, PlayState())), 0)
    assert found is not None
    return replace(found, conditions=conditions)


def after_tap(track: Track, box: int) -> Track:
    """The track once a box was touched: all up to it where they count, else it alone, or none if it was ticked."""
    boxes = range(1, box + 1) if track.counts else () if track.ticks == (box,) else (box,)
    return track.now(boxes)
