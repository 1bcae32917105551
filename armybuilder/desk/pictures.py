"""The map as a PNG, drawn by the server from the SVG with the site's own letters."""

from __future__ import annotations

import re

import resvg_py

from armybuilder.drawing.lettering import VENDOR

LONGEST_SIDE = 2400
"""Pixels of a picture's longer side at the most."""
ZOOM = 1.5
FONTS = [
    str(file) for family in ("barlow-condensed", "dejavu") for file in sorted(VENDOR.glob(f"{family}-[0-9]*/*.ttf"))
]
VIEW_BOX = re.compile(r'viewBox="[-\d.]+ [-\d.]+ ([\d.]+) ([\d.]+)"')


def size_of(svg: str) -> tuple[float, float]:
    """Width and height of a picture in its own units; raises ``ValueError`` without a view box."""
    found = VIEW_BOX.search(svg)
    if found is None:
        raise ValueError("the picture says nothing of its size")
    return float(found[1]), float(found[2])


def png_of(svg: str) -> bytes:
    """The picture at one and a half pixels a unit, or smaller where that would be huge."""
    zoom = min(ZOOM, LONGEST_SIDE / max(size_of(svg)))
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=FONTS, zoom=zoom))
