"""Tracks of boxes to tick: their widths, how they are parted, and how high they are on a card."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from armybuilder.drawing.lettering import POINT, FontCut, width
from armybuilder.printing.fitting.lengths import lengths
from armybuilder.printing.fitting.text import paragraph_height
from rulesets.core.play.trackers import Track

FRACTION = "No"
"""The Unicode category of fractions, whose signs boxes have room for."""
MAX_BOXES = 150
"""Most boxes of a track; a longer one gets a line for the number."""
FIVE = 5
"""Boxes in a close group."""


def title_width(title: str, style: str) -> float:
    """The width of a track's title with what stands between it and the first box."""
    css = lengths(style)
    if not title:
        return 0.0
    heading = css["heading"] / POINT
    return width(f"{title.upper()} ", FontCut.NARROW_STRONG, heading) * css["capitals"] + css["box-gap"]


def boxes_width(track: Track, style: str, first: int = 1, last: int | None = None) -> float:
    """The width of all boxes of a track, or of some counted from 1, in one row with the gaps after them."""
    css = lengths(style)
    numbers = range(first, (track.printed_boxes if last is None else last) + 1)
    boxes = sum(_box_width(words_in(track, number), style) for number in numbers)
    return boxes + len(numbers) // FIVE * css["box-gap"]


def words_in(track: Track, number: int) -> str:
    """The name or the fractions in a box, counted from 1."""
    if track.names:
        return track.names[number - 1]
    return "" if track.twice else fraction(dict(track.marks).get(number, ""))


def _box_width(text: str, style: str) -> float:
    css = lengths(style)
    words = width(f"{text} ", FontCut.NARROW_STRONG, css["box-text"] / POINT) + 2 * css["cell-pad"] if text else 0.0
    return max(css["box"], words) + css["box-gap"] + (len(text) > 1) * css["wide-box"]


def fraction(meaning: str) -> str:
    """The fractions in what a marked box means (``½`` in ``½ lost``), which stand in it; empty if there are none."""
    return "".join(letter for letter in meaning if unicodedata.category(letter) == FRACTION)


STRUCK, CROSSED = "/", "×"
"""A box ticked once and ticked twice, in a key."""


def stroke(track: Track, number: int) -> str:
    """What the box of a mark looks like, on a track whose boxes are ticked twice."""
    return STRUCK if number <= track.printed_boxes else CROSSED


def strokes(track: Track) -> str:
    """What the marks of a track mean whose boxes are ticked twice."""
    every = "all " if track.printed_boxes > 1 else ""
    return " · ".join(f"{every}{stroke(track, number)} {word}" for number, word in track.marks)


@dataclass(frozen=True, slots=True)
class TrackPart:
    """A track on a card, or some of its boxes, from ``first`` to ``last``, where it goes on on the next.

    ``long`` if its boxes stand under its title, with the ``key`` of marked boxes that follows it.
    """

    track: Track
    first: int
    last: int
    long: bool = False
    key: str = ""

    @classmethod
    def whole(cls, track: Track) -> TrackPart:
        """All boxes."""
        return cls(track, 1, track.printed_boxes)

    @property
    def to_write(self) -> bool:
        """Whether a number is written on a line, since the boxes are too many."""
        return self.track.printed_boxes > MAX_BOXES

    @property
    def title(self) -> str:
        """The track's, with the number of the first box where that is not the first of all."""
        title = self.track.printed_title
        return title if self.first == 1 else f"{title} from {self.first}"

    @property
    def meanings(self) -> str:
        """What the marked boxes mean."""
        if self.track.twice:
            return strokes(self.track)
        here = [(number, word) for number, word in self.track.marks if self.first <= number <= self.last]
        # A fraction that is all a box means stands in it already.
        told = (word if fraction(word) else f"{number}: {word}" for number, word in here)
        return " · ".join(text for text in told if text.replace(", ", "") != fraction(text))


def placed_tracks(parts: Sequence[TrackPart], available_width: float, style: str) -> list[TrackPart]:
    """The tracks of a card in that style; one key stands after all that share it."""
    return [
        replace(
            part,
            long=sum(_widths(part, style)) > available_width,
            key="" if after and after.meanings == part.meanings else part.meanings,
        )
        for part, after in zip_longest(parts, parts[1:])
    ]


def _widths(part: TrackPart, style: str) -> tuple[float, float]:
    """The widths of the title and of the boxes in one row."""
    boxes = boxes_width(part.track, style, part.first, part.last)
    return title_width(part.title, style), lengths(style)["to-write"] if part.to_write else boxes


def tracks_height(parts: Sequence[TrackPart], points: float, available_width: float, style: str) -> float:
    """The height of tracks on a card, which stand one after the other in as many rows as they need."""
    css = lengths(style)
    # A row may lack nearly one box.
    row = min(available_width, css["boxes"]) - css["box"]
    rows, used, height = 0, math.inf, 0.0
    for each in placed_tracks(parts, available_width, style):
        title, boxes = _widths(each, style)
        if each.long:
            size, text = css["heading"] * css["capitals"], each.title.upper()
            height += paragraph_height(text, FontCut.NARROW_STRONG, size, available_width, css["leading"])
            rows += 1 if boxes <= css["boxes"] else math.ceil(boxes / row)
            used = math.inf
        else:
            rows, used = (rows, used) if used + title + boxes <= available_width else (rows + 1, 0.0)
            used += title + boxes + css["between-tracks"]
        if each.key:
            height += paragraph_height(each.key, FontCut.NARROW, points * POINT, available_width, css["leading"])
            height += css["track-gap"]
            used = math.inf
    return height + rows * (css["box"] + css["track-gap"])
