"""Columns of a roster: names, chips and boxes share the width so that rows are as low as possible.

Boxes are in a grid, of which a track takes as many units as it needs: after the chips in the same row if they fit, else
on separate lines below. These are estimates for the column widths; the rows themselves are laid out by the renderer.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from armybuilder.drawing.lettering import POINT, FontCut, lines, width
from armybuilder.printing.fitting.lengths import REM, lengths, sized
from armybuilder.printing.fitting.text import typeset
from armybuilder.printing.fitting.tracks import fives, track_width
from rulesets.core.cards import Chip, UnitRow
from rulesets.core.trackers import Track

STYLE = "roster"
LEAST_NAME, MOST_NAME = 0.4, 0.62
"""Of the room of names and chips, the parts that names have at least and at most where both are crowded."""


@dataclass(frozen=True)
class Columns:
    """The columns right of the symbols, in ``room`` millimetres of a sheet with text of ``rem`` points.

    Of the units of the grid, those ``beside`` the chips are for boxes.
    """

    room: float
    beside: int
    name: float = 0.0
    rem: float = REM

    @property
    def style(self) -> str:
        """The style sheet in that size of text."""
        return sized(STYLE, self.rem)

    @property
    def css(self) -> Mapping[str, float]:
        """Lengths of the look."""
        return lengths(self.style)

    @cached_property
    def units(self) -> int:
        """How many units the grid of boxes has across."""
        return max(1, int(self.room / self.css["unit"]))

    @property
    def unit(self) -> float:
        """The width of one unit."""
        return self.room / self.units

    @property
    def boxes(self) -> float:
        """The width of the column of boxes."""
        return self.beside * self.unit

    def track(self, track: Track) -> float:
        """The width of a track on one line."""
        wide = sum(len(name) > 1 for name in track.names)
        gaps = 1 + fives(track, track.boxes)
        return track_width(track, self.style) + gaps * self.css["box-gap"] + wide * self.css["wide-box"]

    def span(self, track: Track) -> int:
        """How many units a track takes; one that is longer than a line takes the whole."""
        return min(self.units, math.ceil(self.track(track) / self.unit))

    def lines(self, tracks: Sequence[Track], units: int) -> int:
        """How many lines tracks take in so many units; 0 where one of them is too long."""
        count, remaining = 0, 0
        for track in tracks:
            span = self.span(track)
            if span > units:
                return 0
            if span > remaining:
                count, remaining = count + 1, units
            remaining -= span
        return count

    def is_below(self, row: UnitRow, tracks: Sequence[Track]) -> bool:
        """Whether the boxes of a row take lines of their own, which makes it lower."""
        return bool(tracks) and (
            not self.lines(tracks, self.beside) or self._below(row, tracks) < self._beside(row, tracks)
        )

    def height(self, row: UnitRow, tracks: Sequence[Track]) -> float:
        """The height of a row with its boxes."""
        if not tracks:
            return self._text(row, self.boxes)
        return self._below(row, tracks) if self.is_below(row, tracks) else self._beside(row, tracks)

    def _below(self, row: UnitRow, tracks: Sequence[Track]) -> float:
        wrapped = (math.ceil(self.track(track) / self.room) - 1 for track in tracks)
        return self._text(row, 0.0) + (self.lines(tracks, self.units) + sum(wrapped)) * self._line

    def _beside(self, row: UnitRow, tracks: Sequence[Track]) -> float:
        return max(self._text(row, self.boxes), self.lines(tracks, self.beside) * self._line)

    @property
    def _line(self) -> float:
        return self.css["box"] + self.css["track-gap"]

    def _text(self, row: UnitRow, boxes: float) -> float:
        """The height of symbol, name and chips."""
        return max(self.css["symbol"], self._name(row), self._chips(row.chips, self.room - self.name - boxes))

    def _name(self, row: UnitRow) -> float:
        css = self.css
        name = max(self.name - css["name-gap"], 1.0)
        title, kind = css["title"], css["kind"]
        height = lines(typeset(row.title), FontCut.NARROW_STRONG, title / POINT, name) * title
        if row.subtitle and name_width(row, self.rem) > name:
            height += lines(typeset(row.subtitle), FontCut.NARROW, kind / POINT, name) * kind
        return height * css["leading"]

    def _chips(self, chips: Sequence[Chip], room: float) -> float:
        count, remaining = 0, 0.0
        for chip in chips:
            wide = chips_width((chip,), self.rem)
            if wide > remaining:
                count, remaining = count + 1, room
            remaining -= wide
        return count * self.css["chip-line"]


def name_width(row: UnitRow, rem: float = REM) -> float:
    """The width of a unit's name and kind on one line."""
    css = lengths(sized(STYLE, rem))
    kind = width(f" {row.subtitle}", FontCut.NARROW, css["kind"] / POINT) if row.subtitle else 0.0
    return width(row.title, FontCut.NARROW_STRONG, css["title"] / POINT) + kind


def chips_width(chips: Sequence[Chip], rem: float = REM) -> float:
    """The width of chips on one line."""
    css = lengths(sized(STYLE, rem))
    return sum(width(f"{chip.text} ", FontCut.NARROW, css["chip"] / POINT) + css["chip-more"] for chip in chips)


def columns_of(rows: Sequence[tuple[UnitRow, tuple[Track, ...]]], room: float, rem: float = REM) -> Columns:
    """The columns in which rows are lowest; of several such, those that leave most room for names and chips."""
    counts, css = Counter(rows), lengths(sized(STYLE, rem))
    names = max((name_width(row, rem) for row, _ in counts), default=0.0) + css["name-gap"]
    chips = max((chips_width(row.chips, rem) for row, _ in counts), default=0.0) + css["name-gap"]
    most = Columns(room, 0, rem=rem).units // 2 if any(tracks for _, tracks in counts) else 0
    tried = []
    for beside in range(most + 1):
        columns = Columns(room, beside, rem=rem)
        text = room - columns.boxes
        spare = text - names - chips
        wished = names + spare / 2 if spare >= 0 else text - chips
        name = wished if spare >= 0 else min(max(wished, text * LEAST_NAME), text * MOST_NAME)
        tried.append(Columns(room, beside, min(name, text), rem))
    return min(tried, key=lambda columns: sum(columns.height(*row) * count for row, count in counts.items()))
