"""Template tags for printed pages: symbols in the document's ink, names of shades."""

from django import template
from django.template import Context
from django.template.defaultfilters import stringfilter
from django.utils.safestring import SafeString

from armybuilder.drawing.symbols import symbol_svg
from armybuilder.printing.colours import colours, shade, symbol_variant
from armybuilder.printing.fitting.text import typeset
from rulesets.core.cards import Symbol

register = template.Library()

register.filter("shade", shade)
register.filter("typeset", stringfilter(typeset))


@register.simple_tag(takes_context=True)
def symbol(context: Context, value: Symbol | None, band: str = "") -> SafeString | str:
    """The symbol as SVG, with a title for the PDF's alternative text; empty without a symbol.

    On a ``band`` of a shade it has the band's text colour, since style sheets do not reach into it.
    """
    if value is None:
        return ""
    ink = context["ink"]
    colour = colours(band, ink)["on-band"] if band else ""
    return symbol_svg(value, symbol_variant(ink), titled=True, colour=colour)


@register.filter
def hundredths(points: float) -> int:
    """A type size as it stands in class names."""
    return round(points * 100)
