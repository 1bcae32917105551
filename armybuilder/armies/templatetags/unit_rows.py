"""The rows of a group's units in the builder, and the groups to choose from."""

from dataclasses import dataclass
from typing import Any, Final

from django import template

from armybuilder.armies.builder import Builder
from armybuilder.armies.loaded_army import GroupItem, Run, UnitItem

register = template.Library()

LONG_SUBTITLE: Final = 40
"""Letters from which a unit's kind needs a line of its own on a phone."""


@dataclass(frozen=True, slots=True)
class DrawnUnit:
    """A unit with its picture, if it has one."""

    unit: UnitItem
    picture: str | None

    @property
    def is_long(self) -> bool:
        """Whether its kind needs a line of its own."""
        return len(self.unit.row.subtitle) > LONG_SUBTITLE


@dataclass(frozen=True, slots=True)
class DrawnRun:
    """Equal units; ``is_open`` if one of them alone is chosen or has a picture."""

    run: Run
    units: tuple[DrawnUnit, ...]
    is_open: bool


@register.inclusion_tag("armies/builder_units.html")
def unit_rows(builder: Builder, group: GroupItem) -> dict[str, Any]:
    """The rows, with their tools where the visitor may edit."""
    chosen = None if builder.changes_equals else builder.chosen.at
    runs = [
        DrawnRun(
            run,
            tuple(DrawnUnit(unit, builder.pictures.get(unit.id)) for unit in run.units),
            any(unit.id == chosen or unit.id in builder.pictures for unit in run.units),
        )
        for run in group.runs
    ]
    return {"builder": builder, "runs": runs}


@register.inclusion_tag("armies/builder_group_options.html")
def group_options(builder: Builder, selected: str = "", without: str = "") -> dict[str, Any]:
    """The groups as options: ``{% group_options builder selected=id without=id %}``."""
    return {
        "options": [(group.id, group.name) for group in builder.loaded.groups if group.id != without],
        "selected": selected,
    }
