"""``{% help_page %}``: the guide's page about the current page."""

from typing import Any

from django import template
from django.template import Context

from armybuilder.guide.pages import PAGES, PARTS_OF_THE_SITE, GuidePage

register = template.Library()


@register.simple_tag(takes_context=True)
def help_page(context: Context) -> GuidePage | None:
    """The guide's page about the current part of the site; ``None`` if there is none."""
    match: Any = getattr(context.get("request"), "resolver_match", None)
    return PAGES.get(PARTS_OF_THE_SITE.get(match.namespace, "")) if match else None
