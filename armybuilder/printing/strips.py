"""Strips for base edges: which stand this is, to be read without lifting it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from armybuilder.drawing.lettering import POINT, Cut, lines, longest_word, width, words_of
from armybuilder.printing.document import Page
from armybuilder.printing.inks import shade
from armybuilder.printing.paper import Grid, Size
from armybuilder.printing.sheets import cut_sheets
from rulesets.core.cards import Label

PAD = 1.0
"""Left and right of the words."""
GAP = 1.4
STAR = 0.62
"""A star, in parts of the strip's height."""
FILLED = 0.66
"""The most of its height that letters fill."""
SMALLEST = 5.5
STEP = 0.25
LEADING = 1.05
MARK_POINTS = 8.0
"""A mark's size beside two lines of words."""


@dataclass(frozen=True, slots=True)
class Strip:
    """One strip: a mark on a coloured ground, a name, and where it belongs; on one line, or ``folded`` on two."""

    drawing: ClassVar = "strip"
    mark: str
    title: str
    tail: str
    star: bool
    points: float
    mark_width: float
    shade: str
    size: Size
    folded: bool = False

    @property
    def mark_points(self) -> float:
        """The mark's size."""
        return MARK_POINTS if self.folded else self.points

    @property
    def line(self) -> float:
        """The height of a line of the words."""
        return self.size.height / 2 if self.folded else self.size.height

    @property
    def star_side(self) -> float:
        """The star's width and height."""
        return self.size.height * STAR

    @property
    def star_top(self) -> float:
        """Where it stands."""
        return self.size.height * (1 - STAR) / 2

    @property
    def title_left(self) -> float:
        """Where the words after the mark begin."""
        return self.mark_width + PAD + (self.star_side + PAD * 0.6 if self.star else 0.0)

    @property
    def title_width(self) -> float:
        """The room of those words."""
        return self.size.width - self.title_left - PAD


def _mark(label: Label) -> tuple[str, str]:
    """What stands first on a strip, and last."""
    if not label.top or label.top == label.title or label.corner.startswith(label.top):
        return label.corner, ""
    return label.top, label.corner


def strip(label: Label, size: Size) -> Strip:
    """The strip with as much of its words as fits, in the largest letters."""
    mark, tail = _mark(label)
    star = size.height * STAR + PAD * 0.6 if label.star else 0.0
    largest = round(size.height * FILLED / POINT / STEP)
    smallest = round(min(SMALLEST, size.height * FILLED / POINT) / STEP)
    choices = [(label.title, tail), (label.title, "")] if tail else [(label.title, "")]
    for title, end in choices:
        for step in range(largest, smallest - 1, -1):
            points = step * STEP
            wide = width(mark, Cut.NARROW_HEAVY, points) + 2 * PAD if mark else 0.0
            words = width(title, Cut.NARROW_STRONG, points) + (GAP + width(end, Cut.NARROW, points) if end else 0.0)
            if wide + star + words + 2 * PAD <= size.width:
                return Strip(mark, title, end, label.star, points, wide, shade(label.tint), size)
    folded = _on_two_lines(label, mark, star, size)
    if folded is not None:
        return folded
    sizes = (step * STEP for step in range(largest, smallest, -1))
    room = size.width - 2 * PAD
    points = next((each for each in sizes if width(mark, Cut.NARROW_HEAVY, each) <= room), smallest * STEP)
    return Strip(mark, "", "", label.star, points, size.width, shade(label.tint), size)


def _on_two_lines(label: Label, mark: str, star: float, size: Size) -> Strip | None:
    """A strip whose title takes two lines of small type; a still longer title loses its last words."""
    points = min(SMALLEST, size.height / 2 / LEADING / POINT)
    wide = width(mark, Cut.NARROW_HEAVY, MARK_POINTS) + 2 * PAD if mark else 0.0
    room = size.width - wide - star - 2 * PAD
    words = words_of(label.title)
    for count in range(len(words), 0, -1):
        title = " ".join(words[:count]) + ("" if count == len(words) else " …")
        if (
            longest_word(title, Cut.NARROW_STRONG, points) <= room
            and lines(title, Cut.NARROW_STRONG, points, room) <= 2
        ):
            return Strip(mark, title, "", label.star, points, wide, shade(label.tint), size, folded=True)
    return None


def strip_pages(labels: Sequence[Label], grid: Grid, credit: str) -> Iterator[Page]:
    """Sheets of strips with crop marks."""
    strips = [strip(label, grid.piece) for label in labels]
    yield from cut_sheets(grid.holding(len(strips)), Strip.drawing, strips, "Base-edge strips", credit)
