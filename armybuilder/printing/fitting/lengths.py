"""Lengths read from the custom properties of a style sheet."""

import re
from collections.abc import Mapping
from functools import cache

from armybuilder.drawing.lettering import POINT
from armybuilder.printing.rendering import style_text

REM = 10.0
"""The default type size in points, relative to which lengths in ``rem`` scale."""
PROPERTY = re.compile(r"--([a-z][a-z-]*):\s*([\d.]+(?:\s+[\d.]+)*)(mm|pt|rem|em)?\s*;")
"""A custom property whose value is a number or several, with at most one unit."""


def style_of_size(style: str, rem: float) -> str:
    """The name of a style sheet for ``lengths`` with text of so many points."""
    return f"{style}@{rem:g}"


@cache
def lengths(style: str) -> Mapping[str, float]:
    """The numbers by name: lengths in ``mm``, ``pt`` and ``rem`` as millimetres, others as they are."""
    name, _, rem = style.partition("@")
    units = {"pt": POINT, "rem": float(rem or REM) * POINT}
    return {each: float(value) * units.get(unit, 1) for each, value, unit in _properties(name) if " " not in value}


@cache
def steps(style: str, name: str) -> tuple[float, ...]:
    """The numbers of a property that has several, such as type sizes in points."""
    for each, value, _ in _properties(style):
        if each == name:
            return tuple(map(float, value.split()))
    raise KeyError(name)


def _properties(name: str) -> list[tuple[str, str, str]]:
    return PROPERTY.findall(style_text(name))
