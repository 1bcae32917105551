"""Forces as they stand in a game."""

from collections.abc import Mapping
from typing import Any

from rulesets import get
from rulesets.core.forces.rules import CheckContext
from rulesets.core.play.definition import AnyPlay
from rulesets.core.play.matches import AT_START, Match, MatchState
from rulesets.core.play.states import AnyDeployed, PlayState
from rulesets.core.play.trackers import Track

Ticks = Mapping[str, Mapping[str, list[int]]]
"""Boxes ticked, by holder and track."""


def deployed(
    play: AnyPlay, context: CheckContext[Any, Any, Any], state: PlayState, conditions: PlayState = AT_START.conditions
) -> AnyDeployed:
    """A force of which so much is ticked, under conditions."""
    found = Match(play, (context, None)).deployed(MatchState((state, PlayState()), conditions), 0)
    assert found is not None
    return found


def after_tap(track: Track, box: int) -> Track:
    """The track once a box was touched: all up to it where they count, else it alone, or none if it was ticked."""
    boxes = range(1, box + 1) if track.counts else () if track.ticks == (box,) else (box,)
    return track.now(boxes)


def barred(game: str, calculator: str, own: str, opposing: str, ticked: Ticks, theirs: Ticks | None = None) -> str:
    """Why a unit of the game's example army may not do now what a calculator asks, with these boxes of both sides.

    Without an ``opposing`` unit the opponent has no list.
    """
    army = get(game).example()
    record = {"armies": [army, army if opposing else None], "start": {"sides": [ticked, theirs or {}]}}
    said: str = get(game).results(record, calculator, own, opposing)["barred"]
    return said
