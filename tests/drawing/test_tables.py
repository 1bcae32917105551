"""Tables as HTML."""

import gzip
from dataclasses import replace
from typing import Any

from django.template.loader import render_to_string
from lxml import html

from armybuilder.drawing.tables import lay_out
from rulesets.core.tables import Cell, Table, Tone, table


def table_html(cells: Table, **how: Any) -> str:
    """The table as a page shows it."""
    return render_to_string("drawing/table.html", {"table": lay_out(cells, **how)})


def test_a_table_has_caption_headings_rows_and_note():
    drawn = html.fromstring(
        str(
            table_html(
                table(
                    "Moves <1>",
                    "Stand | >Good & bad | ^Mode",
                    [("INF", 8, Cell("FAST", Tone.BAD, 'not "so"')), (Cell("MBT", Tone.MUTED), "<i>", "")],
                    "By <road>.",
                ),
                links={"INF": "#inf"},
            )
        )
    )
    assert drawn.xpath("//caption/text()") == ["Moves <1>"]
    assert [(th.text, th.get("class")) for th in drawn.xpath("//thead//th")] == [
        ("Stand", None),
        ("Good & bad", "right"),
        ("Mode", "centre"),
    ]
    assert [
        [
            (cell.tag, cell.text_content().strip(), cell.get("class"), *cell.xpath("a/@href | button/@title"))
            for cell in row
        ]
        for row in drawn.xpath("//tbody/tr")
    ] == [
        [("th", "INF", None, "#inf"), ("td", "8", "right"), ("td", "FAST", "centre tone-bad", 'not "so"')],
        [("th", "MBT", "tone-muted"), ("td", "<i>", "right"), ("td", "", "centre")],
    ]
    assert drawn.xpath("//p[@class='table-note']/text()") == ["By <road>."]


def test_a_grid_of_every_kind_against_every_kind_is_light():
    columns = " | ".join(f"Kind {number}" for number in range(94))
    grid = table("Grid", f"Kind | {columns}", [(n, *[Cell("P", Tone.GOOD)] * 94) for n in range(94)])
    drawn = table_html(grid)
    assert drawn.count(' class="tone-good">P</td>') == 94 * 94
    assert len(gzip.compress(drawn.encode())) < 20_000


def test_a_caption_is_not_shown_under_a_heading_that_says_the_same():
    drawn = html.fromstring(str(table_html(table("Moves", "Stand", []), under="Moves")))
    assert drawn.xpath("//caption[@class='visually-hidden']/text()") == ["Moves"]


def test_a_column_without_a_heading_has_a_plain_cell_there():
    drawn = html.fromstring(str(table_html(table("Moves", "Stand | ", []))))
    assert [cell.tag for cell in drawn.xpath("//thead/tr/*")] == ["th", "td"]


def test_a_table_too_wide_for_a_phone_has_its_headings_at_every_cell():
    narrow = html.fromstring(str(table_html(table("Left", "Of | >So many", [("Ten", "3")]))))
    assert (narrow.xpath("//table/@class"), narrow.xpath("//@data-label")) == (["data-table"], [])
    rows = [(f"{number}", *["letters"] * 6) for number in range(6)]
    wide = html.fromstring(str(table_html(table("Left", "Of" + " | ^Column" * 6, rows))))
    assert (wide.xpath("//table/@class"), wide.xpath("//td/@data-label")) == (["data-table stacked"], ["Column"] * 36)
    assert set(wide.xpath("//th/@data-label")) == {"Of"}


def test_a_table_too_wide_for_a_phone_is_turned_where_that_fits():
    wide = table(
        "To hit", "Roll" + "".join(f" | >{n} tiles" for n in range(10)), [("Die", *range(10)), ("At", *"+" * 10)]
    )
    drawn = html.fromstring(str(table_html(wide)))
    on_desktop, on_phone = drawn.xpath("//div[contains(@class, 'table-frame')]")
    assert (on_desktop.get("class"), on_phone.get("class")) == ("table-frame table-wide", "table-frame table-turned")
    cells = [[[cell.text_content() for cell in row] for row in each.iter("tr")] for each in (on_desktop, on_phone)]
    assert cells[1] == [list(column) for column in zip(*cells[0], strict=True)]
    assert not drawn.xpath("//@data-label")
    assert set(on_phone.xpath(".//td/@class")) == {"right"}


def test_a_key_says_what_tones_mean_above_the_table():
    grid = replace(table("Grid", "Kind | Other", [("A", Cell("P", Tone.GOOD))]), key=(Cell("well", Tone.GOOD),))
    first, *_ = html.fragments_fromstring(table_html(grid).strip())
    assert (first.tag, first.get("class")) == ("ul", "table-key")
    assert [(each.get("class"), each.text) for each in first] == [("tone-good", "well")]
