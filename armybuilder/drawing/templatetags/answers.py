"""Answers in a page: ``{% answer_part %}``, ``{% data_table %}``, ``{% in_whole %}``, ``{% rich %}``, with_links."""

import re
from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from armybuilder.drawing.charts import draw, draw_side_by_side
from armybuilder.drawing.rich_text import TEMPLATE, rich
from armybuilder.drawing.tables import TableLayout, lay_out
from armybuilder.site.rule_places import citations, with_links
from rulesets.core.calculators import Chart, SideBySide
from rulesets.core.ruleset import AnyRuleset
from rulesets.core.tables import Table

register = template.Library()

register.filter(with_links)
register.inclusion_tag(TEMPLATE)(rich)
KEPT = re.compile(r"((?<![\w–-])\w{1,12}[–-]\w{1,12}(?![\w–-])|\d{1,9} ×)")
"""What a line does not break: “D-markers”, “1a–1h”, “4 ×”; a name as long as a line it does."""


@register.inclusion_tag("drawing/in_whole.html")
def in_whole(text: object) -> dict[str, list[str]]:
    """The text, in which a line does not break what belongs together; every second part is kept in one piece."""
    return {"parts": KEPT.split(str(text))}


@register.simple_tag
@lru_cache(maxsize=300)
def answer_part(part: SideBySide | Chart | Table, ruleset: AnyRuleset | None = None) -> SafeString:
    """A chart, charts side by side or a table, whose cells that cite a rule of the ``ruleset`` become links to it.

    The most recent ones are cached: many visitors look at the first answers of the calculators.
    """
    if isinstance(part, Table):
        links = citations(ruleset) if ruleset else {}
        return render_to_string("drawing/table.html", {"table": lay_out(part, links=links)})
    if isinstance(part, SideBySide):
        return render_to_string("drawing/side_by_side.html", {"chart": draw_side_by_side(part)})
    return render_to_string("drawing/chart.html", {"chart": draw(part)})


@register.inclusion_tag("drawing/table.html")
def data_table(table: Table, under: str = "") -> dict[str, TableLayout]:
    """A table that scrolls by itself where it is too wide; its caption is hidden where the heading says the same."""
    return {"table": lay_out(table, under)}
