"""Answers in a page: ``{% chart %}``, ``{% side_by_side %}``, ``{% data_table %}``, ``{% flow_chart %}``, unbroken."""

from typing import Any

from django import template
from django.utils.safestring import SafeString

from armybuilder.drawing.charts import ChartDrawing, DrawnSideBySide, draw, draw_side_by_side
from armybuilder.drawing.flows import SCREEN, SCREEN_POINTS, SCREEN_ROOM, draw_flow, flow_in_words
from armybuilder.drawing.percentages import unbroken
from armybuilder.drawing.tables import table_html
from rulesets.core.calculators import Chart, SideBySide
from rulesets.core.reference import Flow
from rulesets.core.tables import Table

register = template.Library()

register.filter(unbroken)


@register.inclusion_tag("drawing/chart.html")
def chart(chart: Chart) -> dict[str, ChartDrawing]:
    """A chart as bars or columns with the table beside it."""
    return {"chart": draw(chart)}


@register.inclusion_tag("drawing/side_by_side.html")
def side_by_side(compared: SideBySide) -> dict[str, DrawnSideBySide]:
    """Charts side by side, a bar each."""
    return {"drawn": draw_side_by_side(compared)}


@register.simple_tag
def data_table(table: Table, under: str = "") -> SafeString:
    """A table that scrolls by itself where it is too wide; its caption is hidden where the heading says the same."""
    return table_html(table, under)


@register.inclusion_tag("drawing/flow_chart.html")
def flow_chart(flow: Flow) -> dict[str, Any]:
    """A flow chart, drawn and in words."""
    return {"it": draw_flow(flow, SCREEN_POINTS, SCREEN_ROOM), "colours": SCREEN, "told": flow_in_words(flow)}
