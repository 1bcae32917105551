"""How wide rows of boxes are."""

from __future__ import annotations

from functools import lru_cache

from armybuilder.drawing.lettering import POINT, Cut, width
from armybuilder.printing.fitting.lengths import REM, lengths
from rulesets.core.trackers import Track

BORDER = 0.25
"""Millimetres of a box's frame."""
FIFTH = 5
"""After so many plain boxes the gap is twice as wide."""


@lru_cache(maxsize=4096)
def track_width(track: Track, style: str, rem: float = REM) -> float:
    """The width of a track's title and boxes on one line, by the lengths of that style sheet."""
    css = lengths(style, rem)
    heading = css["heading"] / POINT
    title = width(track.title.upper(), Cut.NARROW_STRONG, heading) * css["capitals"]
    between = css["box-gap"] + width(" ", Cut.NARROW, rem) if track.title else 0.0
    boxes = sum(box_width(track, number, style, rem) for number in range(track.boxes))
    return (max(title, css["track-title"]) if track.title else 0.0) + between + boxes


def box_width(track: Track, number: int, style: str, rem: float = REM) -> float:
    """The width of one box, counted from 0, with the gap after it."""
    css = lengths(style, rem)
    text = track.names[number] if track.names else ""
    within = width(text, Cut.NARROW_STRONG, css["box-text"] / POINT)
    wide = max(css["box"], within + 2 * (css["cell-pad"] + BORDER) if len(text) > 1 else 0.0)
    gaps = 1 if track.names or (number + 1) % FIFTH else 2
    return wide + css["box-gap"] * gaps
