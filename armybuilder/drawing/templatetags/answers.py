"""Answers in a page: ``{% answer_part %}``, ``{% data_table %}``, ``{% flow_chart %}``, unbroken."""

from fractions import Fraction
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from armybuilder.drawing.charts import draw, draw_side_by_side
from armybuilder.drawing.flows import SCREEN, SCREEN_POINTS, SCREEN_ROOM, draw_flow, flow_in_words
from armybuilder.drawing.percentages import unbroken
from armybuilder.drawing.tables import table_html
from rulesets.core.calculators import Chart, SideBySide
from rulesets.core.reference import Flow
from rulesets.core.tables import Table

register = template.Library()

register.filter(unbroken)


@register.simple_tag
def answer_part(part: SideBySide | Chart | Table, tallest: Fraction | None = None) -> SafeString:
    """A chart, charts side by side or a table; ``tallest`` is the scale of all columns of the page."""
    if isinstance(part, Table):
        return table_html(part)
    if isinstance(part, SideBySide):
        return render_to_string("drawing/side_by_side.html", {"drawn": draw_side_by_side(part)})
    return render_to_string("drawing/chart.html", {"chart": draw(part, tallest)})


@register.simple_tag
def data_table(table: Table, under: str = "") -> SafeString:
    """A table that scrolls by itself where it is too wide; its caption is hidden where the heading says the same."""
    return table_html(table, under)


@register.inclusion_tag("drawing/flow_chart.html")
def flow_chart(flow: Flow) -> dict[str, Any]:
    """A flow chart, drawn and in words."""
    return {"it": draw_flow(flow, SCREEN_POINTS, SCREEN_ROOM), "colours": SCREEN, "told": flow_in_words(flow)}
