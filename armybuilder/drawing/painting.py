"""Helpers for drawing pictures: the site's colours, lines of text that fit, and the frame of an SVG."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Final

from django.conf import settings
from django.utils.html import escape

from armybuilder.drawing.lettering import POINT, FontCut, printable, split_lines, width

WIDTH: Final = 720
EDGE: Final = 24
ROOM: Final = WIDTH - 2 * EDGE
"""Units of a card's or chart's picture: its width, the space at its edges, and the width between them."""
CUT: Final = FontCut.NARROW_STRONG
NAMES = {FontCut.NARROW_STRONG: ("Barlow Condensed", 600), FontCut.NARROW: ("Barlow Condensed", 500)}


@cache
def colours() -> dict[str, str]:
    """The colours of the site's light theme, by their names in the style sheet."""
    text = (settings.BASE_DIR / "static" / "css" / "tokens.css").read_text()
    block = text[text.index('[data-bs-theme="light"]') : text.index('[data-bs-theme="dark"]')]
    return dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", block))


def pixels(text: str, cut: FontCut, size: float) -> float:
    """The width of a line of text in letters of that size."""
    return width(text, cut, 1) / POINT * size


def cut_short(text: str, cut: FontCut, size: float, room: float) -> str:
    """The text, or as much of it as fits, with an ellipsis."""
    text = printable(text)
    if pixels(text, cut, size) <= room:
        return text
    while text and pixels(f"{text}…", cut, size) > room:
        text = text[:-1]
    return f"{text.rstrip()}…"


def text_element(x: float, y: float, text: str, cut: FontCut, size: float, fill: str, anchor: str = "start") -> str:
    """A line of text on the line ``y``; ``anchor`` says whether its start, middle or end is at ``x``."""
    family, weight = NAMES[cut]
    place = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return (
        f'<text x="{x:g}" y="{y:g}" font-family="{family}, DejaVu Sans Condensed" font-weight="{weight}" '
        f'font-size="{size:g}" fill="{fill}"{place}>{escape(printable(text))}</text>'
    )


def lines_of(text: str, cut: FontCut, size: float, room: float) -> tuple[str, ...]:
    """The text in lines of at most ``room`` pixels, in letters of that size."""
    return split_lines(printable(text), cut, size, room * POINT)


def picture(width: float, height: float, parts: Iterable[str]) -> str:
    """The parts as one SVG of that size."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}">{"".join(parts)}</svg>'
