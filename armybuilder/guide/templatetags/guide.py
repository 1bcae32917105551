"""``{% help_page %}``: the page of the guide about the page that is shown."""

from typing import Any

from django import template
from django.template import Context

from armybuilder.guide.pages import PAGES, PARTS_OF_THE_SITE, Page

register = template.Library()


@register.simple_tag(takes_context=True)
def help_page(context: Context) -> Page | None:
    """The page of the guide about the part of the site that was asked for; ``None`` where there is none."""
    match: Any = getattr(context.get("request"), "resolver_match", None)
    return PAGES.get(PARTS_OF_THE_SITE.get(match.namespace, "")) if match else None
