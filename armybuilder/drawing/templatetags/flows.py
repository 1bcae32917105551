"""Flow charts in a page: ``{% flow_chart %}``."""

from typing import Any

from django import template

from armybuilder.drawing.flows import SCREEN, SCREEN_POINTS, SCREEN_WIDTH, draw_flow, flow_in_words
from rulesets.core.reference import Flow

register = template.Library()


@register.inclusion_tag("drawing/flow_chart.html")
def flow_chart(flow: Flow) -> dict[str, Any]:
    """A flow chart as a drawing and as text."""
    return {"it": draw_flow(flow, SCREEN_POINTS, SCREEN_WIDTH), "colours": SCREEN, "steps": flow_in_words(flow)}
