"""Zones of tiles on page and paper: ``{% zone_drawings %}``."""

from collections.abc import Sequence
from typing import Any

from django import template

from armybuilder.drawing.flows import SCREEN, Colours
from rulesets.core.reference import Zone

register = template.Library()


@register.inclusion_tag("drawing/zones.html")
def zone_drawings(zones: Sequence[Zone], colours: Colours = SCREEN) -> dict[str, Any]:
    """The zones side by side, in colours of flow charts."""
    reach = max(abs(offset) for zone in zones for tile in zone.tiles for offset in tile)
    size = 2 * reach + 1
    return {"zones": zones, "colours": colours, "view_box": f"{-reach - 0.1} {-reach - 0.1} {size + 0.2} {size + 0.2}"}
