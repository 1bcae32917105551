"""``{% symbol row.symbol %}``: a map symbol or icon in a page."""

from django import template
from django.utils.safestring import SafeString

from armybuilder.drawing.symbols import Variant, symbol_svg
from rulesets.core.cards import Symbol

register = template.Library()


@register.simple_tag
def symbol(
    symbol: Symbol | None, variant: str = Variant.FRIEND, named: bool = True, width: int = 40
) -> SafeString | str:
    """The symbol as inline SVG; nothing for no symbol. ``variant``: friend, hostile, friend-plain, hostile-plain.

    ``named=False`` where the words beside it say the same; ``width`` in pixels, which CSS on ``.symbol`` may change.
    """
    return "" if symbol is None else symbol_svg(symbol, Variant(variant), named=named, width=width)
