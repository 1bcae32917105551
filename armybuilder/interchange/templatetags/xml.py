"""``{{ name|xml }}``: any text as an attribute or inside an element, which ``unescape`` restores."""

from django import template
from django.utils.html import escape as escape_markup
from django.utils.safestring import SafeString, mark_safe

from armybuilder.spreadsheets.untrusted import escape

register = template.Library()


@register.filter
def xml(text: str) -> SafeString:
    """The text with references for markup and white space, and ``escape`` for characters that XML cannot hold."""
    # Without references, all white space of an attribute is read as spaces.
    references = escape_markup(escape(text)).replace("\t", "&#9;").replace("\n", "&#10;")
    return mark_safe(references)  # noqa: S308 (escaped)
