"""Sizes on the undersides of labels, calculated for a label whose shorter side is one inch."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from armybuilder.drawing.lettering import POINT, FontCut, lines, longest_word, width
from armybuilder.printing.fitting.lengths import lengths, steps
from armybuilder.printing.fitting.words import MORE, AvailableWidth, disc, rectangle
from armybuilder.printing.paper import INCH, Rectangle, Size
from rulesets.core.cards import Label

STYLE = "labels"
CODE_EDGE = 1.0
"""Millimetres between a QR code with its margin and the edge of a square label."""


@dataclass(frozen=True, slots=True)
class Blank:
    """A blank label: its size in millimetres, and the smallest type that was asked for, in points."""

    size: Size
    round: bool = False
    smallest: float = 0.0

    @property
    def inner(self) -> Rectangle:
        """The part for its contents."""
        inset = lengths(STYLE)["disc-inset"] * min(self.size.width, self.size.height) if self.round else 0.0
        return Rectangle(inset, inset, self.size.width - 2 * inset, self.size.height - 2 * inset)

    @property
    def scale(self) -> float:
        """The scale relative to a label of one inch."""
        return min(self.inner.width, self.inner.height) / INCH

    @property
    def minimum(self) -> float:
        """The size on that label of the smallest letters that can be read on any."""
        smallest = self.smallest if self.large else lengths(STYLE)["min-size"]
        return smallest / self.scale

    @property
    def large(self) -> bool:
        """Whether it has room for the smallest type that was asked for: that its text might have."""
        return self.smallest > 0 and max(steps(STYLE, "text-sizes")) * self.scale >= self.smallest

    @property
    def wide(self) -> bool:
        """Whether a symbol stands beside the text."""
        return self.inner.width > lengths(STYLE)["wide"] * self.inner.height

    @property
    def ground(self) -> Rectangle:
        """The background of a top: a disc, or a shape with round ends on a wide label."""
        css = lengths(STYLE)
        down = css["disc"] * min(self.inner.width, self.inner.height)
        wide = css["pill"] * self.inner.width if self.wide else down
        return Rectangle((self.size.width - wide) / 2, (self.size.height - down) / 2, wide, down)

    @property
    def code_side(self) -> float:
        """The side of the square for a QR code, in millimetres."""
        side = min(self.size.width, self.size.height)
        return side / math.sqrt(2) if self.round else side - 2 * CODE_EDGE

    @property
    def available_width(self) -> AvailableWidth:
        """The width for a top's words on that ground, if the label were one inch high."""
        css, ground = lengths(STYLE), self.ground
        line = 2 * css["disc-line"] * POINT
        wide, high = ground.width / self.scale - line, ground.height / self.scale - line
        if self.wide:
            return rectangle(wide * css["pill-filled"], high * css["pill-filled"])
        return disc(wide, css["disc-filled"])


@dataclass(frozen=True, slots=True)
class Fit:
    """The step of the sizes that an underside takes, that of its corner, the corner, its title and its lines.

    ``shortened`` if something had to be left out.
    """

    step: int
    corner_step: int
    corner: str
    title: str
    lines: tuple[str, ...]
    shortened: bool = False


def undersides(label: Label, blank: Blank) -> Iterator[Fit]:
    """The candidates for a label's underside, the largest first; names are kept longest."""
    css = lengths(STYLE)
    titles, texts = steps(STYLE, "title-sizes"), steps(STYLE, "text-sizes")
    pad = 2 * css["pad"] * POINT
    whole = Size(blank.inner.width / blank.scale - pad, blank.inner.height / blank.scale - pad)
    available_width = whole.width * (1 - css["beside"]) if blank.wide and label.symbol else whole.width
    high = whole.height - (css["corner-line"] * POINT if label.corner or label.star else 0.0)
    corner = _corner(label, available_width, blank.minimum)
    cut = corner[1] != label.corner
    last = max(0, sum(size >= blank.minimum for size in texts) - 1)
    for broken in (False, True):
        for step in range(last + 1):
            legible = titles[step] >= css["legible"] and _longest(label, step) <= available_width
            if (broken or legible) and _height(label.title, label.lines, step, available_width, label, blank) <= high:
                yield Fit(step, *corner, label.title, label.lines, shortened=cut)
    for count in range(len(label.lines) - 1, -1, -1):
        if _height(label.title, label.lines[:count], last, available_width, label, blank) <= high:
            yield Fit(last, *corner, label.title, label.lines[:count], shortened=True)
    for count in range(len(label.title) - 1, -1, -1):
        title = label.title[:count].rstrip() + MORE
        if _height(title, (), last, available_width, label, blank) <= high:
            yield Fit(last, *corner, title, (), shortened=True)


def _height(title: str, texts: tuple[str, ...], step: int, available_width: float, label: Label, blank: Blank) -> float:
    """The height of title, lines and a symbol above them."""
    css = lengths(STYLE)
    large, small = steps(STYLE, "title-sizes")[step], steps(STYLE, "text-sizes")[step]
    symbol = steps(STYLE, "symbol-sizes")[step] if label.symbol and not blank.wide else 0.0
    rows = lines(title, FontCut.NARROW_STRONG, large, available_width) * large
    rows += sum(lines(text, FontCut.NARROW, small, available_width) for text in texts) * small
    return (rows * css["leading"] + symbol) * POINT


def _longest(label: Label, step: int) -> float:
    """The width of the longest word of title and lines."""
    large, small = steps(STYLE, "title-sizes")[step], steps(STYLE, "text-sizes")[step]
    texts = (longest_word(text, FontCut.NARROW, small) for text in label.lines)
    return max(longest_word(label.title, FontCut.NARROW_STRONG, large), *texts, 0.0)


def _corner(label: Label, available_width: float, minimum: float) -> tuple[int, str]:
    """The step of the largest corner that stands on one line beside the star, and the corner, shortened if need be."""
    sizes = [size for size in steps(STYLE, "corner-sizes") if size >= minimum] or steps(STYLE, "corner-sizes")[:1]
    star = " ★" if label.star else ""
    for text in (label.corner, *(label.corner[:count] + MORE for count in range(len(label.corner) - 1, -1, -1))):
        for step, size in enumerate(sizes):
            if width(text + star, FontCut.NARROW_STRONG, size) <= available_width:
                return step, text
    return len(sizes) - 1, ""
