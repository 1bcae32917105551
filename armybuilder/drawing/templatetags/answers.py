"""``{% chart chart %}`` and ``{% data_table table %}``: what a game answers, in a page."""

from django import template
from django.utils.safestring import SafeString

from armybuilder.drawing.charts import Drawn, draw
from armybuilder.drawing.tables import table_html
from rulesets.core.calculators import Chart
from rulesets.core.reference import Table

register = template.Library()


@register.inclusion_tag("drawing/chart.html")
def chart(chart: Chart) -> dict[str, Drawn]:
    """A chart as bars or columns with the table beside it."""
    return {"chart": draw(chart)}


@register.simple_tag
def data_table(table: Table, under: str = "") -> SafeString:
    """A table that scrolls by itself where it is too wide; its caption is hidden where the heading says the same."""
    return table_html(table, under)
