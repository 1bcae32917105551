"""What templates of printed pages need besides the data: symbols in the document's ink, names of shades."""

import re

from django import template
from django.template import Context
from django.utils.safestring import SafeString, mark_safe

from armybuilder.drawing.symbols import symbol_svg
from armybuilder.printing.inks import shade, symbol_variant
from rulesets.core.cards import Symbol

register = template.Library()

BOUND = re.compile(r" (?=[×%(])|(?<=[·×]) (?=\S)")
"""Spaces at which no line ends: those after ``·`` and ``×``, and those before a bracket, ``×`` and ``%``."""
LAST = 9
"""Letters of a word that would look lost on a line of its own."""

register.filter("shade", shade)


@register.simple_tag(takes_context=True)
def symbol(context: Context, drawn: Symbol | None) -> SafeString:
    """The symbol as SVG with its words as title; nothing for none."""
    if drawn is None:
        return mark_safe("")
    return symbol_svg(drawn, symbol_variant(context["ink"]))


@register.filter
def hundredths(points: float) -> int:
    """A type size as it stands in class names."""
    return round(points * 100)


@register.filter
def typeset(text: str) -> str:
    """The text with spaces that do not break where no line should end, and before the last word where that is short,
    so that it does not stand alone.
    """
    words = BOUND.sub("\u00a0", str(text))
    head, _, last = words.rpartition(" ")
    return f"{head}\u00a0{last}" if head.count(" ") > 1 and len(last) <= LAST else words
