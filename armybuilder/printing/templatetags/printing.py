"""Places and sizes as class names: ``{{ box|at }}`` is ``x975 y1515 w6350 h8890``, in hundredths of a millimetre.

A page for the screen may hold no style attributes; ``geometry_css`` writes the rules for the names a page uses.
"""

import re

from django import template
from django.template import Context
from django.utils.safestring import SafeString

from armybuilder.drawing.flows import Colours
from armybuilder.drawing.lettering import printable
from armybuilder.drawing.symbols import UnknownSymbol, Variant, drawing
from armybuilder.printing.inks import INK, SHADES, Ink, drawn_shade
from armybuilder.printing.paper import Box, Size
from rulesets.core.cards import Symbol, SymbolSet

register = template.Library()

PROPERTIES = {
    "x": "left",
    "y": "top",
    "w": "width",
    "h": "height",
    "g": "margin-top",
    "i": "padding-left",
    "l": "line-height",
    "f": "font-size",
    "r": "border-radius",
}
"""What the letter of a class name stands for; type sizes are in hundredths of a point."""
USED = re.compile(r"(?<=[ \"])([xywhgilfr])(-?\d+)(?=[ \"])", re.ASCII)


def name(letter: str, value: float) -> str:
    """One class name."""
    return f"{letter}{round(value * 100)}"


@register.filter
def at(box: Box) -> str:
    """Place and size."""
    return f"{name('x', box.x)} {name('y', box.y)} {name('w', box.width)} {name('h', box.height)}"


@register.filter
def wide(value: float) -> str:
    """A width."""
    return name("w", value)


@register.filter
def high(value: float) -> str:
    """A height."""
    return name("h", value)


@register.filter
def below(value: float) -> str:
    """A distance from what stands above."""
    return name("g", value)


@register.filter
def left(value: float) -> str:
    """A distance from the left."""
    return name("x", value)


@register.filter
def top(value: float) -> str:
    """A distance from the top."""
    return name("y", value)


@register.filter
def radius(value: float) -> str:
    """The corners of a box of that side, so round that it is a disc."""
    return name("r", value / 2)


@register.filter
def indent(value: float) -> str:
    """Room before the text."""
    return name("i", value)


@register.filter
def leading(value: float) -> str:
    """The height of a line."""
    return name("l", value)


@register.filter
def points(value: float) -> str:
    """A type size."""
    return name("f", value)


register.filter("print", printable)


@register.simple_tag
def figure(symbol: Symbol, variant: str, room: Size, colour: str = INK, hanging: bool = False) -> SafeString:
    """A symbol as large as the room allows, in its middle; nothing for an unknown one.

    The staff of a ``hanging`` headquarters reaches below the room, so that frames in a list are of one size.

    ``colour`` is that of its lines: WeasyPrint knows no ``currentColor`` in drawings.
    """
    try:
        drawn = drawing(symbol.set, symbol.code, Variant(variant))
    except UnknownSymbol:
        return SafeString("")
    scale = min(room.width / drawn.width, room.height / (drawn.height - (drawn.staff if hanging else 0)))
    above = max(0.0, room.height - drawn.height * scale) / 2
    shown = f"{name('w', drawn.width * scale)} {name('h', drawn.height * scale)} {name('g', above)}"
    svg = drawn.svg(f' class="figure {shown} " aria-hidden="true"')
    return SafeString(svg.replace("currentColor", colour))


@register.filter
def deep(shade: str, ink: Ink) -> str:
    """The colour of a shade's lines, for drawings, which style sheets do not reach."""
    return drawn_shade(SHADES[shade], ink).deep


@register.simple_tag(takes_context=True)
def flow_colours(context: Context) -> Colours:
    """The colours of a flow chart in the document's shade and inks."""
    ink = context["document"].ink
    shade = drawn_shade(SHADES[context["document"].shade], ink)
    end, end_ink = ("#ffffff", shade.deep) if ink is Ink.SAVER else (shade.deep, "#ffffff")
    return Colours(shade.deep, shade.pale, "#ffffff", INK, end, end_ink)


@register.filter
def is_map_symbol(symbol: Symbol | None) -> bool:
    """Whether the symbol has colours of its own and wants a white ground."""
    return symbol is not None and symbol.set is SymbolSet.APP6


def geometry_css(html: str) -> str:
    """The rules for all places and sizes that the page uses, in order."""
    used = sorted(set(USED.findall(html)), key=lambda pair: (pair[0], int(pair[1])))
    return "".join(
        f".{letter}{number}{{{PROPERTIES[letter]}:{int(number) / 100:g}{'pt' if letter == 'f' else 'mm'}}}"
        for letter, number in used
    )
