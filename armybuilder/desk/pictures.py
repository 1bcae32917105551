"""The size of the map's picture, in its own units and as a PNG."""

from __future__ import annotations

import re

from armybuilder.drawing.png import png_of

LONGEST_SIDE = 2400
"""Pixels of a picture's longer side at the most."""
ZOOM = 1.5
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
