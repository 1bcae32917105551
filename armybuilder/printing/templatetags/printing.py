"""Template tags for printed pages: symbols in the document's ink, names of shades, names that are set apart."""

from django import template
from django.template import Context
from django.template.defaultfilters import stringfilter
from django.utils.safestring import SafeString

from armybuilder.drawing.rich_text import TEMPLATE, rich
from armybuilder.drawing.symbols import symbol_svg
from armybuilder.printing.colours import colours, shade, symbol_variant
from armybuilder.printing.fitting.text import typeset
from rulesets.core.cards import Symbol
from rulesets.core.wording import isolated

register = template.Library()

register.filter("shade", shade)
register.filter("typeset", stringfilter(typeset))
register.filter("isolated", stringfilter(isolated))
register.inclusion_tag(TEMPLATE)(rich)


@register.simple_tag(takes_context=True)
def symbol(context: Context, value: Symbol | None, tint: str = "", name: str = "on-band") -> SafeString | str:
    """The symbol as SVG, with a title for the PDF's alternative text; empty without a symbol.

    With a ``tint`` it has that shade's colour of this name, since style sheets do not reach into it.
    """
    if value is None:
        return ""
    ink = context["ink"]
    colour = colours(tint, ink)[name] if tint else ""
    return symbol_svg(value, symbol_variant(ink), titled=True, colour=colour)


@register.filter
def hundredths(points: float) -> int:
    """A type size as it stands in class names."""
    return round(points * 100)
