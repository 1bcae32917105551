"""The arrangement of tracks of boxes to tick: side by side if short, in rows of equal length if long."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from armybuilder.drawing.lettering import POINT, FontCut, width
from armybuilder.printing.fitting.lengths import lengths
from armybuilder.printing.fitting.text import paragraph_height
from rulesets.core.play.trackers import Track

MAX_BOXES = 150
"""Most boxes of a track; a longer one gets a line for the number."""
FIVE = 5
"""Plain boxes in a close group."""
MAX_TITLE_WIDTH = 0.45
"""The fraction of the width above which a title is placed above its boxes."""


def title_width(title: str, style: str) -> float:
    """The width of a track's title with what stands between it and the first box."""
    css = lengths(style)
    if not title:
        return 0.0
    heading = css["heading"] / POINT
    return width(f"{title.upper()} ", FontCut.NARROW_STRONG, heading) * css["capitals"] + css["box-gap"]


def box_width(track: Track, number: int, style: str, side: float = 0.0) -> float:
    """The width of one box, counted from 0, with the gap after it; ``side`` is that of a plain box, if it is larger."""
    css = lengths(style)
    text = track.names[number] if track.names else ""
    words = width(f"{text} ", FontCut.NARROW_STRONG, css["box-text"] / POINT) + 2 * css["cell-pad"] if text else 0.0
    return max(css["box"], side, words) + css["box-gap"]


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
    """A track on a card, or some of its boxes, from ``first`` to ``last``, where it goes on on the next."""

    track: Track
    first: int
    last: int

    @classmethod
    def whole(cls, track: Track) -> TrackPart:
        """All boxes."""
        return cls(track, 1, track.printed_boxes)

    @property
    def count(self) -> int:
        """How many boxes."""
        return self.last - self.first + 1

    @property
    def title(self) -> str:
        """The track's, with the number of the first box where that is not the first of all."""
        title = self.track.printed_title
        return title if self.first == 1 else f"{title} from {self.first}"

    @property
    def key(self) -> str:
        """What the marked boxes mean."""
        if self.track.twice:
            return strokes(self.track)
        return " · ".join(f"{number}: {word}" for number, word in self.track.marks if self.first <= number <= self.last)

    def parted(self, count: int) -> tuple[TrackPart, TrackPart]:
        """The first boxes, and the rest."""
        end = self.last if self.track.printed_boxes > MAX_BOXES else self.first + count - 1
        return replace(self, last=end), replace(self, first=end + 1)


@dataclass(frozen=True, slots=True)
class Arranged:
    """How a share stands: how many stand ``beside`` one another, the millimetres of its ``title`` (0 where that stands
    above), how many boxes make a row (0 for all), and the key of marked boxes that follows.
    """

    share: TrackPart
    beside: int = 1
    title: int = 0
    row: int = 0
    key: str = ""


@dataclass(frozen=True)
class Panel:
    """Tracks below and beside one another in a width; ``side`` is that of a box. All in millimetres."""

    tracks: tuple[Arranged, ...]
    side: float
    points: float
    available_width: float

    @cached_property
    def height(self) -> float:
        """The height of everything."""
        css = lengths("cards")
        row = self.side + css["track-gap"]
        height, filled = 0.0, 0
        for each in self.tracks:
            if each.beside > 1:
                height += 0.0 if filled else row
                filled = (filled + 1) % each.beside
            else:
                filled = 0
                height += self._rows(each) * row
                if each.share.title and not each.title:
                    height += paragraph_height(
                        each.share.title.upper(),
                        FontCut.NARROW_STRONG,
                        css["heading"] * css["capitals"],
                        self.available_width,
                        css["leading"],
                    )
            if each.key:
                height += paragraph_height(
                    each.key, FontCut.NARROW, self.points * POINT, self.available_width, css["leading"]
                )
                height += css["track-gap"]
                filled = 0
        return height

    def _rows(self, each: Arranged) -> int:
        share = each.share
        if share.track.printed_boxes > MAX_BOXES or each.title or not share.count:
            return 1
        if each.row:
            return math.ceil(share.count / each.row)
        rows, used = 1, 0.0
        for number in range(share.first - 1, share.last):
            wide = box_width(share.track, number, "cards", self.side)
            if used and used + wide > self.available_width:
                rows, used = rows + 1, 0.0
            used += wide
        return rows


@lru_cache(maxsize=4096)
def panel(shares: tuple[TrackPart, ...], points: float, available_width: float) -> Panel:
    """The tracks arranged on a card with text of this size."""
    css = lengths("cards")
    side = max(css["box"], css["box-share"] * points)
    runs = [
        (short, tuple(run))
        for short, run in itertools.groupby(shares, lambda share: _is_short(share, side, available_width))
    ]
    runs = [(short and len(run) > 1, run) for short, run in runs]
    column = _title_column([share for short, run in runs if not short for share in run], side, available_width)
    arranged: list[Arranged] = []
    for short, run in runs:
        arranged += _short(run, side, available_width) if short else _long(run, side, available_width, column)
    return Panel(tuple(arranged), side, points, available_width)


def _title_width(share: TrackPart) -> float:
    """The room of a title beside its boxes."""
    return title_width(share.title, "cards") + (lengths("cards")["title-gap"] if share.title else 0.0)


def _boxes_width(share: TrackPart, side: float) -> float:
    """All boxes in one row."""
    css = lengths("cards")
    if share.track.printed_boxes > MAX_BOXES:
        return css["to-write"]
    numbers = range(share.first - 1, share.last)
    return sum(box_width(share.track, number, "cards", side) for number in numbers) + _fives(share, share.count)


def _fives(share: TrackPart, count: int) -> float:
    """What stands between fives of plain boxes in a row."""
    return fives(share.track, count) * lengths("cards")["box-gap"]


def fives(track: Track, count: int) -> int:
    """How many gaps between fives there are among so many boxes in a row."""
    return 0 if track.names else max(0, count - 1) // FIVE


def _is_short(share: TrackPart, side: float, available_width: float) -> bool:
    return _title_width(share) + _boxes_width(share, side) <= available_width / 2


def _title_column(shares: Sequence[TrackPart], side: float, available_width: float) -> int:
    """The room for titles that stand beside their boxes."""
    titles = [(_title_width(share), _boxes_width(share, side)) for share in shares]
    fitting = [
        title
        for title, boxes in titles
        if title + boxes <= available_width and title <= MAX_TITLE_WIDTH * available_width
    ]
    return math.ceil(max(fitting, default=0.0))


def _short(run: Sequence[TrackPart], side: float, available_width: float) -> Iterator[Arranged]:
    """Short tracks side by side with aligned boxes; the key of their marks follows the last one."""
    title = math.ceil(max(_title_width(share) for share in run))
    widest = title + max(_boxes_width(share, side) for share in run)
    beside = min(len(run), int(available_width / widest)) or 1
    named: dict[str, list[str]] = {}
    for share in run:
        if share.key:
            named.setdefault(share.key, []).append(share.title)
    keys = [f"{', '.join(titles)} – {key}" for key, titles in named.items()] if len(named) > 1 else list(named)
    yield from (Arranged(share, beside, title) for share in run[:-1])
    yield Arranged(run[-1], beside, title, key="; ".join(keys))


def _long(run: Sequence[TrackPart], side: float, available_width: float, column: int) -> Iterator[Arranged]:
    for share, after in itertools.zip_longest(run, run[1:]):
        key = share.key if after is None or after.key != share.key else ""
        boxes = _boxes_width(share, side)
        if share.title and _title_width(share) <= column and column + boxes <= available_width:
            yield Arranged(share, title=column, key=key)
        else:
            yield Arranged(share, row=0 if share.track.names else _even(share, side, available_width), key=key)


def _even(share: TrackPart, side: float, available_width: float) -> int:
    """The number of plain boxes in a row so that all rows are about equally long."""
    step = side + lengths("cards")["box-gap"]
    maximum = 1
    while (maximum + 1) * step + _fives(share, maximum + 1) <= available_width + lengths("cards")["box-gap"]:
        maximum += 1
    rows = math.ceil(share.count / maximum)
    even = math.ceil(share.count / rows) if rows else 0
    whole = math.ceil(even / FIVE) * FIVE
    return whole if rows > 1 and whole <= maximum and share.count - (rows - 1) * whole >= whole / 2 else even
