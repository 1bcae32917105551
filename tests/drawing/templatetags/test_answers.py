"""Tags for the parts of answers."""

from django.template import Context, Template

from rulesets.core.calculators import amounts
from rulesets.core.dice import Distribution
from rulesets.core.tables import table


def drawn(tag: str, **context: object) -> str:
    return Template("{% load answers %}" + tag).render(Context(context))


def test_each_part_is_drawn_as_what_it_is() -> None:
    chart, cells = amounts("Hits", Distribution({0: 1, 2: 1})), table("Cells", "A | B", [("1", "2")])
    assert "Hits" in drawn("{% answer_part part %}", part=chart)
    assert 'class="chart' in drawn("{% answer_part part %}", part=chart)
    assert "<table" in drawn("{% answer_part part %}", part=cells)
    assert drawn("{% data_table part %}", part=cells) == drawn("{% answer_part part %}", part=cells)


def test_percentages_do_not_break() -> None:
    assert drawn("{{ text|unbroken }}", text="50 %") == "50\u00a0%"
