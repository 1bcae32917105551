"""The rows of a group's units in the builder: ``{% unit_rows builder group %}``."""

from typing import Any, Final

from django import template

from armybuilder.armies.builder import Builder
from armybuilder.armies.loaded_army import GroupItem

register = template.Library()

LONG_SUBTITLE: Final = 40
"""Letters from which a unit's kind needs a line of its own on a phone."""


@register.inclusion_tag("armies/builder_units.html")
def unit_rows(builder: Builder, group: GroupItem) -> dict[str, Any]:
    """The rows, with their tools where the visitor may edit."""
    rows = [(unit, builder.pictures.get(unit.id), len(unit.row.subtitle) > LONG_SUBTITLE) for unit in group.units]
    return {"builder": builder, "rows": rows}
