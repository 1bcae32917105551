"""How wide rows of boxes are."""

from __future__ import annotations

from functools import lru_cache

from armybuilder.drawing.lettering import POINT, Cut, width
from armybuilder.printing.fitting.lengths import lengths
from rulesets.core.trackers import Track


@lru_cache(maxsize=4096)
def track_width(track: Track, style: str) -> float:
    """The width of a track's title and boxes on one line, by the lengths of that style sheet."""
    css = lengths(style)
    heading = css["heading"] / POINT
    title = width(f"{track.title.upper()} ", Cut.NARROW_STRONG, heading) * css["capitals"] + css["box-gap"]
    return max(title, css["track-title"]) + sum(box_width(track, number, style) for number in range(track.boxes))


def box_width(track: Track, number: int, style: str) -> float:
    """The width of one box, counted from 0, with the gap after it."""
    css = lengths(style)
    text = track.names[number] if track.names else ""
    wide = max(css["box"], width(text, Cut.NARROW_STRONG, css["box-text"] / POINT) + 2 * css["cell-pad"])
    return wide + css["box-gap"]
