"""The map's picture as files: its size in its own units, as a PNG, and as an SVG that carries its letters."""

from __future__ import annotations

import base64
import re
from functools import cache

from armybuilder.drawing.faces import VENDOR
from armybuilder.drawing.png import png_of

LONGEST_SIDE = 2400
"""Pixels of a picture's longer side at the most."""
ZOOM = 1.5
FONT = "Barlow Condensed"
CUT = 600
LATIN, BEYOND = "latin", "latin-ext"
"""The parts in which the font is kept: for the letters of western Europe, and for the others that it has."""
VIEW_BOX = re.compile(r'viewBox="[-\d.]+ [-\d.]+ ([\d.]+) ([\d.]+)"')


def size_of(svg: str) -> tuple[float, float]:
    """Width and height of a picture in its own units; raises ``ValueError`` without a view box."""
    found = VIEW_BOX.search(svg)
    if found is None:
        raise ValueError("the picture says nothing of its size")
    return float(found[1]), float(found[2])


def map_png_of(svg: str) -> bytes:
    """The picture at one and a half pixels a unit, or smaller where that would be huge."""
    size = size_of(svg)
    return png_of(svg, int(size[0] * min(ZOOM, LONGEST_SIDE / max(size))))


@cache
def _face(part: str) -> str:
    """A part of the font as a style sheet that fetches nothing."""
    (file,) = VENDOR.glob(f"barlow-condensed-*/barlow-condensed-{part}-{CUT}-normal.woff2")
    data = base64.b64encode(file.read_bytes()).decode()
    return (
        f'@font-face{{font-family:"{FONT}";font-weight:{CUT};src:url(data:font/woff2;base64,{data}) format("woff2")}}'
    )


def map_svg_of(svg: str) -> str:
    """The picture with its letters in it, so that it looks the same where it is loaded alone."""
    if FONT not in svg:
        return svg
    # The face declared last is asked first, and the next one for what it has not.
    faces = [_face(part) for part in ((LATIN,) if svg.isascii() else (BEYOND, LATIN))]
    head, end, rest = svg.partition(">")
    return f"{head}{end}<style>{''.join(faces)}</style>{rest}"
