"""``{{ builder.pictures|of:unit.id }}``: the address of a part's picture, empty without one."""

from collections.abc import Mapping

from django import template

register = template.Library()


@register.filter
def of(pictures: Mapping[str, str], part: str) -> str:
    """The address of the picture of that part."""
    return pictures.get(part, "")
