"""``{% module script %}``: a script of a page and those that it imports, which the browser fetches all at once."""

from typing import Any

from django import template

from armybuilder.site.staticfiles import imports_of

register = template.Library()


@register.inclusion_tag("components/module.html")
def module(script: str) -> dict[str, Any]:
    """The script with that name among the static files."""
    return {"script": script, "imports": imports_of(script)}
