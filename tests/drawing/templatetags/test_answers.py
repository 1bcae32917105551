"""Tags for the parts of answers."""

from fractions import Fraction

from django.template import Context, Template
from lxml import html

from armybuilder.drawing.charts import draw
from rulesets.core.calculators import Chart, Outcome, SideBySide, amounts
from rulesets.core.dice import Distribution
from rulesets.core.tables import Tone, table

THIRD = Chart("<Fate>", (Outcome("Lost & gone", Fraction(1, 3), Tone.BAD), Outcome("Kept", Fraction(2, 3), Tone.GOOD)))


def drawn(tag: str, **context: object) -> str:
    return Template("{% load answers %}" + tag).render(Context(context))


def test_each_part_is_drawn_as_what_it_is() -> None:
    chart, cells = amounts("Hits", Distribution({0: 1, 2: 1})), table("Cells", "A | B", [("1", "2")])
    assert "Hits" in drawn("{% answer_part part %}", part=chart)
    assert 'class="chart' in drawn("{% answer_part part %}", part=chart)
    assert "<table" in drawn("{% answer_part part %}", part=cells)
    assert drawn("{% data_table part %}", part=cells) == drawn("{% answer_part part %}", part=cells)


def test_a_line_breaks_neither_compounds_nor_counts() -> None:
    words = drawn("{% in_whole words %}", words="Fires: 3 D-markers & 2 × <Scout> 1a–1h of a-name-with-many-parts")
    page = html.fromstring(f"<p>{words}</p>")
    assert page.xpath("span[@class='whole']/text()") == ["D-markers", "2 ×", "1a–1h"]
    assert page.text_content() == "Fires: 3 D-markers & 2 × <Scout> 1a–1h of a-name-with-many-parts"


def test_each_outcome_is_a_row_with_its_chance() -> None:
    page = html.fromstring(drawn("{% answer_part part %}", part=THIRD))
    assert page.xpath("normalize-space(figcaption)") == "<Fate>"
    assert page.xpath("table/tbody/tr/th/text()") == ["Lost & gone", "Kept"]
    assert page.xpath("table/tbody/tr/td/@title") == ["1/3", "2/3"]
    bars = draw(THIRD).bars
    assert page.xpath("table/tbody/tr/td/span/text()") == [f"{bar.chance}, exactly {bar.exact}" for bar in bars]
    assert page.xpath("table//rect[@class='bar-fill']/@width") == [bar.length for bar in bars]
    assert page.xpath("svg | details") == []


def test_many_amounts_have_columns_a_mean_and_folded_bars() -> None:
    hits = amounts("Hits", Distribution(dict.fromkeys(range(20), 1)))
    page = html.fromstring(drawn("{% answer_part part %}", part=hits))
    assert page.xpath("string(.//*[@class='chart-mean'])") == "9.50 on average"
    assert len(page.xpath("svg[@role='img']/svg/rect")) == 20
    assert page.xpath("details/summary/text()") == ["All chances", "At least this many"]
    assert [len(each.xpath(".//tbody/tr")) for each in page.xpath("details")] == [20, 19]


def test_charts_side_by_side_share_a_legend() -> None:
    page = html.fromstring(drawn("{% answer_part part %}", part=SideBySide("Both", (THIRD, THIRD))))
    assert [each.text_content().strip() for each in page.xpath("ul/li")] == ["Lost & gone", "Kept"]
    assert page.xpath("table/tbody/tr/th/text()") == ["<Fate>", "<Fate>"]
    assert page.xpath("table/tbody/tr[1]/td/@title") == [page.xpath("string(table/tbody/tr[1]/td/span)")]
    assert len(page.xpath("table/tbody/tr[1]//rect[@class='bar-fill bar-piece']")) == 2
