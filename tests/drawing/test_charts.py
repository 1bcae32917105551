"""Charts laid out for the page."""

from fractions import Fraction

import pytest
from django.template import Context, Template
from hypothesis import given
from hypothesis import strategies as st
from lxml import html

from armybuilder.drawing.charts import MAX_BARS, draw, draw_side_by_side
from rulesets.core.calculators import Chart, Outcome, SideBySide, amounts, percent
from rulesets.core.dice import Distribution, die, successes
from rulesets.core.tables import Tone


def rows(bars):
    return [(bar.label, bar.chance, bar.length, bar.on_bar) for bar in bars]


def test_words_are_measured_against_certainty():
    chart = Chart("Shot", (Outcome("Hit", Fraction(1, 4), Tone.GOOD), Outcome("Miss", Fraction(3, 4))))
    drawn = draw(chart)
    assert rows(drawn.bars) == [("Hit", "25%", "25.00%", True), ("Miss", "75%", "75.00%", True)]
    assert [bar.tone for bar in drawn.bars] == [Tone.GOOD, Tone.PLAIN]
    assert (drawn.columns, drawn.at_least, drawn.mean) == ((), (), "")


def test_amounts_are_measured_against_certainty_too():
    drawn = draw(amounts("Hits", successes(2, Fraction(1, 2))))
    assert rows(drawn.bars) == [
        ("0", "25%", "25.00%", True),
        ("1", "50%", "50.00%", True),
        ("2", "25%", "25.00%", True),
    ]
    assert rows(drawn.at_least) == [("1", "75%", "75.00%", True), ("2", "25%", "25.00%", True)]
    assert drawn.mean == "1.00"


def test_columns_reach_up_to_the_likeliest_amount():
    steep = draw(amounts("Steep", Distribution({0: 38, **dict.fromkeys(range(1, 20), 19)})))
    assert [column.height for column in steep.columns] == ["100.00%"] + 19 * ["50.00%"]
    assert not draw(amounts("Ten", die(10))).columns


def test_equal_chances_read_alike():
    drawn = draw(Chart("Throw", tuple(Outcome(each, Fraction(1, 3)) for each in ("Win", "Draw", "Lose"))))
    assert [bar.chance for bar in drawn.bars] == 3 * [percent(Fraction(1, 3))]


def test_a_chance_without_room_stands_behind_its_bar():
    drawn = draw(Chart("Luck", (Outcome("Yes", Fraction(1, 300)), Outcome("No", Fraction(299, 300)))))
    assert rows(drawn.bars) == [("Yes", "0.3%", "0.33%", False), ("No", "99.7%", "99.67%", True)]


@pytest.mark.parametrize(
    ("chances", "written"),
    [
        ((100, 4900, 5000), ["1%", "49%", "50%"]),
        ((99, 4901, 5000), ["1.0%", "49.0%", "50.0%"]),
        ((1, 9999, 0), ["<0.1%", ">99.9%", "0%"]),
        ((50, 9950, 0), ["0.5%", "99.5%", "0%"]),
        ((0, 10000, 0), ["0%", "100%", "0%"]),
    ],
)
def test_the_percentages_of_a_chart_have_the_same_places(chances, written):
    outcomes = (Outcome(str(number), Fraction(chance, 10000)) for number, chance in enumerate(chances))
    assert [bar.chance for bar in draw(Chart("Luck", tuple(outcomes))).bars] == written


def test_hardly_possible_amounts_at_the_ends_are_gathered():
    drawn = draw(amounts("Hits", successes(40, Fraction(1, 2))))
    labels = [bar.label for bar in drawn.bars]
    assert (labels[0], labels[1], labels[-2], labels[-1]) == ("up to 9", "10", "30", "31 or more")
    assert drawn.at_least[-1].label == "31"
    assert len(drawn.columns) == len(labels) > MAX_BARS


def test_one_hardly_possible_amount_keeps_its_name():
    chart = amounts("Points", Distribution({0: 1, 1: 4999, 2: 5000}))
    assert [bar.label for bar in draw(chart).bars] == ["0", "1", "2"]


@given(st.dictionaries(st.integers(0, 60), st.integers(1, 10**6), min_size=1, max_size=40))
def test_bars_and_columns_fill_their_drawing_and_hold_every_chance(weights):
    chart = amounts("Any", Distribution(weights))
    drawn = draw(chart)
    shares = [float(bar.length[:-1]) for bar in drawn.bars]
    assert all(0 <= share <= 100 for share in shares)
    assert abs(sum(shares) - 100) < 1
    if drawn.columns:
        edges = [float(column.left[:-1]) + float(column.width[:-1]) for column in drawn.columns]
        assert edges == sorted(edges)
        assert edges[-1] <= 100
        assert sum(1 for column in drawn.columns if column.label) <= 12
        assert max(float(column.height[:-1]) for column in drawn.columns) == 100


def drawn_page(chart):
    text = Template("{% load answers %}{% answer_part chart %}").render(Context({"chart": chart}))
    return html.fromstring(text)


def test_every_chance_stands_in_a_table():
    page = drawn_page(amounts("Hits", successes(2, Fraction(1, 2))))
    exact, at_least = page.xpath(".//table")
    assert [
        (row.xpath("string(th)"), row.xpath("string(td/span)"), row.xpath("string(td/svg/text)"))
        for row in exact.xpath(".//tbody/tr")
    ] == [("0", "25%, exactly 1/4", "25%"), ("1", "50%, exactly 1/2", "50%"), ("2", "25%, exactly 1/4", "25%")]
    assert page.xpath("string(.//summary)") == "At least this many"
    assert [row.xpath("string(td/span)") for row in at_least.xpath(".//tbody/tr")] == [
        "75%, exactly 3/4",
        "25%, exactly 1/4",
    ]
    assert page.xpath("//@style") == []


def test_short_words_beside_a_bar_stay_on_one_line():
    names = ("Enemy wiped out", "Enemy wiped out by then")
    page = drawn_page(Chart("How it stands", tuple(Outcome(name, Fraction(1, 2)) for name in names)))
    assert [(row.text, row.get("class")) for row in page.xpath(".//tbody/tr/th")] == [
        ("Enemy wiped out", "bar-short"),
        ("Enemy wiped out by then", None),
    ]


def test_columns_have_a_table_to_open():
    page = drawn_page(amounts("Hits", successes(60, Fraction(1, 2))))
    assert page.xpath("//svg[@role='img']/@aria-label") == ["Hits: the same chances are in the table below"]
    assert page.xpath("//summary/text()") == ["All chances", "At least this many"]
    assert len(page.xpath("(//table)[1]/tbody/tr")) == len(page.xpath("//svg[@role='img']//rect"))


def weather(day, *chances):
    words = (("Dry", Tone.GOOD), ("Rain", Tone.FAIR), ("Storm", Tone.BAD))
    return Chart(day, tuple(Outcome(word, chance, tone) for (word, tone), chance in zip(words, chances, strict=True)))


DAYS = SideBySide(
    "Days",
    (
        weather("Monday", Fraction(1, 2), Fraction(2, 5), Fraction(1, 10)),
        weather("Tuesday", Fraction(0), Fraction(1), Fraction(0)),
    ),
)


def test_charts_side_by_side_are_bars_divided_into_their_outcomes():
    drawn = draw_side_by_side(DAYS)
    assert drawn.legend == (("Dry", Tone.GOOD), ("Rain", Tone.FAIR), ("Storm", Tone.BAD))
    assert [[(piece.left, piece.width, piece.chance) for piece in row.pieces] for row in drawn.rows] == [
        [("0.00%", "50.00%", "50%"), ("50.00%", "40.00%", "40%"), ("90.00%", "10.00%", "")],
        [("0.00%", "100.00%", "100%")],
    ]
    assert [row.description for row in drawn.rows] == [
        "Dry 50%, Rain 40%, Storm 10%",
        "Dry 0%, Rain 100%, Storm 0%",
    ]


def test_what_is_not_alike_does_not_stand_side_by_side():
    odd = Chart("Sunday", (Outcome("Dry", Fraction(1)),))
    with pytest.raises(ValueError, match="Days: the charts do not have the same outcomes"):
        SideBySide("Days", (*DAYS.charts, odd))


def test_side_by_side_every_chance_is_told():
    shown = html.fromstring(Template("{% load answers %}{% answer_part days %}").render(Context({"days": DAYS})))
    rows = shown.xpath("//tbody/tr")
    assert [row.xpath("string(th)") for row in rows] == ["Monday", "Tuesday"]
    assert [row.xpath("string(td/span)") for row in rows] == [row.description for row in draw_side_by_side(DAYS).rows]
    assert [len(row.xpath(".//svg/svg")) for row in rows] == [3, 1]
