"""Shapes of pictures for other sites, the site's colours, and lines of text that fit."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from typing import ClassVar, Final

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from armybuilder.drawing.fallback_fonts import MARKS, ignored, lender
from armybuilder.drawing.lettering import POINT, FontCut, letters_of, printable, split_lines, width
from armybuilder.site.folders import SHARED_DIR

WIDTH: Final = 720
EDGE: Final = 24
AVAILABLE_WIDTH: Final = WIDTH - 2 * EDGE
"""Units of a card's or chart's picture: its width, the space at its edges, and the width between them."""
CUT: Final = FontCut.NARROW_STRONG
NAMES = {
    FontCut.NARROW_STRONG: ("Barlow Condensed SemiBold, Barlow Condensed", 600),
    FontCut.NARROW: ("Barlow Condensed Medium, Barlow Condensed", 500),
}
"""The family and weight of each cut: first as its file has it, then as in style sheets."""


@cache
def colours() -> dict[str, str]:
    """The colours of the site's light theme, by their names in the style sheet."""
    text = (SHARED_DIR / "static" / "css" / "tokens.css").read_text()
    block = text[text.index('[data-bs-theme="light"]') : text.index('[data-bs-theme="dark"]')]
    return dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", block))


def pixels(text: str, cut: FontCut, size: float) -> float:
    """The width of a line of text in letters of that size."""
    return width(text, cut, 1) / POINT * size


def cut_short(text: str, cut: FontCut, size: float, available_width: float) -> str:
    """The text, or as much of it as fits, with an ellipsis."""
    text = printable(text)
    if pixels(text, cut, size) <= available_width:
        return text
    while text and pixels(f"{text}…", cut, size) > available_width:
        text = text[:-1]
    return f"{text.rstrip()}…"


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A rectangle, with an edge if it has a ``stroke``."""

    x: float
    y: float
    width: float
    height: float
    fill: str = "none"
    stroke: str = ""
    stroke_width: int = 2

    kind: ClassVar = "rectangle"


@dataclass(frozen=True, slots=True)
class Rule:
    """A horizontal line."""

    x: float
    y: float
    width: float
    stroke: str

    kind: ClassVar = "rule"


@dataclass(frozen=True, slots=True)
class TextRun:
    """Neighbouring letters of a line in one font: that of the line, or one that lends them, wide or condensed."""

    text: str
    family: str = ""
    condensed: bool = False


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line of text on the line ``y``; ``anchor`` says whether its start, middle or end is at ``x``."""

    x: float
    y: float
    runs: tuple[TextRun, ...]
    family: str
    weight: int
    size: float
    fill: str
    anchor: str

    kind: ClassVar = "text"


@dataclass(frozen=True, slots=True)
class PlacedSymbol:
    """A map symbol or icon, whose plain lines have the ``colour``."""

    x: float
    y: float
    svg: SafeString
    colour: str

    kind: ClassVar = "symbol"


Shape = Rectangle | Rule | TextLine | PlacedSymbol


def text_line(x: float, y: float, text: str, cut: FontCut, size: float, fill: str, anchor: str = "start") -> TextLine:
    """A line of text in a cut of the site's font."""
    return TextLine(x, y, _runs(printable(text), cut), *NAMES[cut], size, fill, anchor)


def _runs(text: str, cut: FontCut) -> tuple[TextRun, ...]:
    """The text by the fonts that it is measured with; marks and what is invisible stand with the letter before."""
    own, runs = letters_of(cut), list[TextRun]()
    for letter in text:
        lent = None if ord(letter) in own or ignored(letter) else lender(letter, cut.value[1], narrow=True)
        run = TextRun(letter, lent.condensed or lent.name, bool(lent.condensed)) if lent else TextRun(letter)
        hangs_on = ignored(letter) or unicodedata.category(letter) in MARKS
        if runs and (hangs_on or run == replace(runs[-1], text=letter)):
            runs[-1] = replace(runs[-1], text=runs[-1].text + letter)
        else:
            runs.append(run)
    return tuple(runs)


def lines_of(text: str, cut: FontCut, size: float, available_width: float) -> tuple[str, ...]:
    """The text in lines of at most ``available_width`` pixels, in letters of that size."""
    return split_lines(printable(text), cut, size, available_width * POINT)


def picture(width: float, height: float, shapes: Iterable[Shape]) -> SafeString:
    """The shapes as one SVG of that size."""
    return render_to_string("drawing/picture.svg", {"width": width, "height": height, "shapes": shapes})
