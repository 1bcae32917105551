"""Paper sizes and positions of pieces as CSS, which a style sheet cannot know. All lengths in millimetres."""

import re
from collections.abc import Iterable, Mapping

from django.utils.text import Truncator

from armybuilder.drawing.lettering import FontCut, width
from armybuilder.printing.fitting.lengths import lengths, steps
from armybuilder.printing.paper import Rectangle, Size


def sheet_css(name: str, sheet: Size, nudge: tuple[float, float] = (0.0, 0.0)) -> str:
    """CSS for a page called ``name`` of this size without margins, moved so far to the right and down."""
    moved = lengths_css({"left": nudge[0], "top": nudge[1]})
    return _size_css(name, sheet, "margin:0") + f".{name}{{{moved}}}"


MAX_NUMBERED = 45
"""Most characters before the number of a page, so that its line fits beside the credit on small paper."""


def page_css(style: str, sheet: Size, credit: str, words: str) -> str:
    """CSS for pages of this size with that style sheet and for elements of that class.

    At the foot are the credit and, with the number of the page, what it is, in the largest type that leaves both on one
    line; on small paper the credit may take two.
    """
    short = Truncator(words).chars(MAX_NUMBERED) + " · " * bool(words)
    css, sizes = lengths(style), steps("base", "foot-sizes")
    line = f"{credit}{short}page 88 of 88"
    available_width = sheet.width - 2 * css["side"] - lengths("base")["foot-gap"]
    size = next((size for size in sizes if width(line, FontCut.NARROW, size) <= available_width), sizes[0])
    texts = {
        "left": css_string(credit),
        "right": f'{css_string(short)} "page " counter(page) " of " counter(pages)',
    }
    boxes = "".join(f"@bottom-{side}{{content:{text};font-size:{size:g}pt}}" for side, text in texts.items())
    return _size_css(style, sheet, boxes)


def _size_css(name: str, sheet: Size, boxes: str) -> str:
    """CSS for a page called ``name`` and for elements of that class, with its size as custom properties."""
    size = f"{sheet.width:g}mm {sheet.height:g}mm"
    properties = properties_css({"sheet-width": sheet.width, "sheet-height": sheet.height})
    return f"@page {name}{{size:{size};{boxes}}}.{name}{{page:{name};{properties}}}"


def rem_css(rem: float) -> str:
    """CSS that sets ``rem`` to the type size in points, so that lengths in ``rem`` scale with it."""
    return f"html{{font-size:{rem:g}pt}}"


def properties_css(lengths: Mapping[str, float]) -> str:
    """Lengths as custom properties."""
    return "".join(f"--{name}:{length:.4g}mm;" for name, length in lengths.items())


def places_css(name: str, boxes: Iterable[Rectangle], mirrored: str = "") -> str:
    """CSS for the boxes of the pieces ``name-0``, ``name-1`` and so on; on backs they and their crop marks are
    ``mirrored`` along the X or the Y axis.
    """
    side, end = "right" if mirrored == "X" else "left", "bottom" if mirrored == "Y" else "top"
    places = ({side: box.x, end: box.y, "width": box.width, "height": box.height} for box in boxes)
    css = "".join(f".{name}-{number}{{{lengths_css(place)}}}" for number, place in enumerate(places))
    return f"{css}.{name} .marks{{transform:scale{mirrored}(-1)}}" if mirrored else css


def lengths_css(lengths: Mapping[str, float]) -> str:
    """Lengths of CSS properties."""
    return "".join(f"{name}:{length:.3f}mm;" for name, length in lengths.items())


SHEET_WIDTH = re.compile(r"--sheet-width:([\d.]+)mm")
PIXELS = 96 / 25.4
"""CSS pixels per millimetre."""
PHONE, STEP = 240, 20
"""The smallest width of a preview's frame in pixels, and the steps in which its zoom follows the width."""
BESIDE = 32
"""Pixels at the sides of a sheet in a preview, and of a scroll bar."""


def zoom_css(geometry: str) -> str:
    """CSS that zooms sheets so that the widest fits the window, up to true size."""
    widest = max(float(width) for width in SHEET_WIDTH.findall(geometry)) * PIXELS
    widths = range(PHONE, int(widest) + BESIDE + STEP, STEP)
    return "".join(
        f"@media screen and (min-width:{width}px){{.preview-pages{{zoom:{min((width - BESIDE) / widest, 1):.3f}}}}}"
        for width in widths
    )


def css_string(text: str) -> str:
    """The text as a CSS string."""
    return (
        '"'
        + "".join(letter if letter.isalnum() or letter in " .,-" else f"\\{ord(letter):x} " for letter in text)
        + '"'
    )
