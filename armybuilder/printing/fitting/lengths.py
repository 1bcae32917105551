"""Lengths read from the custom properties of a style sheet."""

import re
from collections.abc import Mapping
from functools import cache

from armybuilder.drawing.lettering import POINT
from armybuilder.printing.rendering import style_text

REM = 10.0
"""The default type size in points, relative to which lengths in ``rem`` scale."""
LARGE = 16.0
"""Points of text that is large print; from this size on a style sheet's properties in ``.large-print &`` apply."""
LARGE_PRINT = re.compile(r"\.large-print & \{([^}]*)\}")
PROPERTY = re.compile(r"--([a-z][a-z-]*):\s*([\d.]+(?:\s+[\d.]+)*)(mm|pt|rem|em)?\s*;")
"""A custom property whose value is a number or several, with at most one unit."""


def style_of_size(style: str, rem: float) -> str:
    """The name of a style sheet for ``lengths`` with text of so many points."""
    return f"{style}@{rem:g}"


@cache
def lengths(style: str) -> Mapping[str, float]:
    """The numbers by name: lengths in ``mm``, ``pt`` and ``rem`` as millimetres, others as they are."""
    rem = style.partition("@")[2]
    units = {"pt": POINT, "rem": float(rem or REM) * POINT}
    return {each: float(value) * units.get(unit, 1) for each, value, unit in _properties(style) if " " not in value}


@cache
def steps(style: str, name: str) -> tuple[float, ...]:
    """The numbers of a property that has several, such as type sizes in points."""
    return {each: tuple(map(float, value.split())) for each, value, _ in _properties(style)}[name]


def _properties(style: str) -> list[tuple[str, str, str]]:
    """Names, values and units; the last of a name is the one that applies."""
    name, _, rem = style.partition("@")
    text = style_text(name)
    large = LARGE_PRINT.findall(text) if float(rem or REM) >= LARGE else ()
    return PROPERTY.findall("".join((LARGE_PRINT.sub("", text), *large)))
