"""Template filters of the desk."""

from django import template

from rulesets.core.desk import GroupChoices

register = template.Library()
MIN_ROWS, MAX_ROWS = 8, 24


@register.filter
def box_rows(text: str) -> int:
    """The height of the order box, in lines."""
    return min(max(MIN_ROWS, text.count("\n") + 3), MAX_ROWS)


@register.filter
def takes_tile(choices: GroupChoices) -> bool:
    """Whether some order of the group is followed by a tile's name."""
    return any(choice.tile for choice in choices.choices)
