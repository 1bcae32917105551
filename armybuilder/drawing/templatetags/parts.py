"""``{{ place|insertions }}``: what parts of the site show in a place of a page of another."""

from django import template

from armybuilder.site import parts

register = template.Library()


@register.filter
def insertions(place: str) -> tuple[str, ...]:
    """The templates for that place, to include."""
    return parts.insertions(place)
