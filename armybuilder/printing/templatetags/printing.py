"""Places and sizes as class names: ``{{ box|at }}`` is ``x975 y1515 w6350 h8890``; and drawn pieces."""

from typing import Any

from django import template
from django.template import Context
from django.utils.safestring import SafeString

from armybuilder.drawing.flows import Colours
from armybuilder.drawing.lettering import printable
from armybuilder.printing.document import Placed
from armybuilder.printing.drawn_html import drawn_html
from armybuilder.printing.geometry import at, name
from armybuilder.printing.inks import INK, SHADES, Ink, colours, drawn_shade
from armybuilder.printing.pieces import element_of, is_drawn, key_of, shade_of

register = template.Library()

register.filter(at)


@register.filter
def wide(value: float) -> str:
    """A width."""
    return name("w", value)


@register.filter
def high(value: float) -> str:
    """A height."""
    return name("h", value)


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
def leading(value: float) -> str:
    """The height of a line."""
    return name("l", value)


@register.filter
def points(value: float) -> str:
    """A type size."""
    return name("f", value)


register.filter("print", printable)


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
def rule(shade: str, ink: Ink) -> str:
    """The colour of a shade's fine lines, for drawings."""
    return drawn_shade(SHADES[shade], ink).line


@register.filter
def less(value: float, other: float) -> float:
    """A length without a part of it."""
    return value - other


@register.filter
def scaled(value: float) -> str:
    """How much larger everything in a box is drawn."""
    return name("z", value)


register.filter("is_drawn", is_drawn)


@register.simple_tag(takes_context=True)
def drawn(context: dict[str, Any], placed: Placed) -> SafeString:
    """A piece that is drawn line by line."""
    document = context["document"]
    key = key_of(placed)
    shade = shade_of(key, document.shade)
    return drawn_html(element_of(key), shade, colours(shade, document.ink), document.ink)
