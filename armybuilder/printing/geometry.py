"""Places and sizes as class names: ``x975 y1515 w6350 h8890``, in hundredths of a millimetre.

A page for the screen may hold no style attributes; ``geometry_css`` writes the rules for the names a page uses.
"""

import re

from armybuilder.printing.paper import Box

PROPERTIES = {
    "x": "left",
    "y": "top",
    "w": "width",
    "h": "height",
    "l": "line-height",
    "f": "font-size",
    "r": "border-radius",
    "u": "border-top-left-radius",
    "e": "border-width",
    "z": "transform",
}
"""What the letter of a class name stands for; type sizes are in points by a hundred."""
WRITTEN = {"f": "{:g}pt", "z": "scale({:g})"}
"""How values are written that are no lengths in millimetres."""
USED = re.compile(r"(?<=[ \"])([xywhlfruez])(-?\d+)(?=[ \"])", re.ASCII)


def name(letter: str, value: float) -> str:
    """One class name."""
    return f"{letter}{round(value * 100)}"


def at(box: Box) -> str:
    """Place and size."""
    return f"{name('x', box.x)} {name('y', box.y)} {name('w', box.width)} {name('h', box.height)}"


def geometry_css(html: str) -> str:
    """The rules for all places and sizes that the page uses, in order."""
    used = sorted(set(USED.findall(html)), key=lambda pair: (pair[0], int(pair[1])))
    return "".join(_rule(letter, number) for letter, number in used)


def _rule(letter: str, number: str) -> str:
    value = WRITTEN.get(letter, "{:g}mm").format(int(number) / 100)
    more = f";border-top-right-radius:{value}" if letter == "u" else ""
    return f".{letter}{number}{{{PROPERTIES[letter]}:{value}{more}}}"
