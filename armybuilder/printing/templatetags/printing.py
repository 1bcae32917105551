"""Template tags for printed pages: symbols in the document's ink, names of shades."""

from django import template
from django.template import Context
from django.template.defaultfilters import stringfilter
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from armybuilder.drawing.symbols import symbol_svg
from armybuilder.printing.colours import colours, shade, symbol_variant
from armybuilder.printing.fitting.text import typeset
from rulesets.core.cards import Symbol

register = template.Library()

register.filter("shade", shade)
register.filter("typeset", stringfilter(typeset))


@register.simple_tag(takes_context=True)
def symbol(context: Context, value: Symbol | None, band: str = "") -> SafeString:
    """The symbol as SVG, with a title for the PDF's alternative text; empty without a symbol.

    On a ``band`` of a shade it has the band's text colour, since style sheets do not reach into it.
    """
    if value is None:
        return mark_safe("")
    ink = context["ink"]
    drawing = symbol_svg(value, symbol_variant(ink))
    if band:
        drawing = mark_safe(drawing.replace("currentColor", colours(band, ink)["on-band"]))  # noqa: S308
    return named(drawing, value.text)


@register.filter
def named(svg: SafeString, words: str) -> SafeString:
    """The SVG with a title, which is the alternative text in a PDF."""
    tag, _, drawing = svg.partition(">")
    return format_html("{}><title>{}</title>{}", mark_safe(tag), words, mark_safe(drawing))  # noqa: S308


@register.filter
def hundredths(points: float) -> int:
    """A type size as it stands in class names."""
    return round(points * 100)
