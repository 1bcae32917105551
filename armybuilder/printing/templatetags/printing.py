"""What templates of printed pages need besides the data: symbols in the document's ink, names of shades."""

from django import template
from django.template import Context
from django.utils.safestring import SafeString, mark_safe

from armybuilder.drawing.symbols import symbol_svg
from armybuilder.printing.inks import shade, symbol_variant
from rulesets.core.cards import Symbol

register = template.Library()

register.filter("shade", shade)


@register.simple_tag(takes_context=True)
def symbol(context: Context, drawn: Symbol | None) -> SafeString:
    """The symbol as SVG with its words as title; nothing for none."""
    if drawn is None:
        return mark_safe("")
    return symbol_svg(drawn, symbol_variant(context["ink"]))
