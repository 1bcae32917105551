"""Answers in a page: ``{% answer_part %}``, ``{% data_table %}``, unbroken, with_links."""

from fractions import Fraction
from functools import lru_cache

from django import template
from django.utils.safestring import SafeString

from armybuilder.drawing.chart_html import chart_html, side_by_side_html
from armybuilder.drawing.percentages import unbroken
from armybuilder.drawing.tables import table_html
from armybuilder.rule_places import citations, with_links
from rulesets.core.calculators import Chart, SideBySide
from rulesets.core.ruleset import AnyRuleset
from rulesets.core.tables import Table

register = template.Library()

register.filter(unbroken)
register.filter(with_links)


@register.simple_tag
@lru_cache(maxsize=300)
def answer_part(
    part: SideBySide | Chart | Table, tallest: Fraction | None = None, ruleset: AnyRuleset | None = None
) -> SafeString:
    """A chart, charts side by side or a table; ``tallest`` is the scale of all columns of the page.

    Table cells that cite a rule of the ``ruleset`` become links to it.

    The most recent ones are cached: many visitors look at the first answers of the calculators.
    """
    if isinstance(part, Table):
        return table_html(part, links=citations(ruleset) if ruleset else {})
    if isinstance(part, SideBySide):
        return side_by_side_html(part)
    return chart_html(part, tallest)


@register.simple_tag
def data_table(table: Table, under: str = "") -> SafeString:
    """A table that scrolls by itself where it is too wide; its caption is hidden where the heading says the same."""
    return table_html(table, under)
