"""The drawing of a game's table."""

from dataclasses import replace

import pytest
from django.template.loader import render_to_string
from lxml import etree

from armybuilder.games.table_drawing import SYMBOL, WIDTH, draw_table
from rulesets.core.reference import Overview, PlayingArea
from rulesets.core.ruleset import AnyRuleset


@pytest.mark.parametrize(
    ("area", "size", "zone", "tile"),
    [
        (PlayingArea(), "Players agree on the size", 0, 0),
        (PlayingArea(72, 48, zone=8), "72″ × 48″", 33, 0),
        (PlayingArea(30, 20, "tiles", tiles=True), "30 × 20 tiles", 0, 10),
        (PlayingArea(999, 1), "999″ × 1″", 0, 0),
        (PlayingArea(1, 999), "1″ × 999″", 0, 0),
    ],
)
def test_a_table_has_its_size_zones_and_tiles(
    pebbles: AnyRuleset, area: PlayingArea, size: str, zone: int, tile: float
) -> None:
    drawing = draw_table(replace(pebbles, overview=Overview(table=area)))
    assert (drawing.size, drawing.zone, drawing.tile) == (size, zone, tile)
    assert ("within 8″ of an edge" in drawing.words) == bool(zone)
    assert len(drawing.symbols) == 12
    for each in drawing.symbols:
        assert 0 <= each.left <= WIDTH - SYMBOL
        assert 0 <= each.top <= drawing.depth - SYMBOL
    figure = etree.fromstring(render_to_string("games/table_drawing.html", {"drawing": drawing}))
    texts = figure.iter("text")
    assert next(texts).text == size
    assert len(list(texts)) == (1 if zone else 0)


def test_a_tile_has_lines_along_whole_edges(pebbles: AnyRuleset) -> None:
    drawing = draw_table(replace(pebbles, overview=Overview(table=PlayingArea(30, 20, "tiles", tiles=True))))
    figure = etree.fromstring(render_to_string("games/table_drawing.html", {"drawing": drawing}))
    assert [path.get("d") for path in figure.iter("path") if path.get("class") == "table-line"] == [
        "M0,0 h10.000 M0,0 v10.000"
    ]


def test_a_zone_in_words_has_a_space_before_a_unit_of_letters(pebbles: AnyRuleset) -> None:
    drawing = draw_table(replace(pebbles, overview=Overview(table=PlayingArea(180, 120, "cm", zone=20))))
    assert "each within 20 cm of an edge" in drawing.words
    assert "within 20 cm of an edge" in render_to_string("games/table_drawing.html", {"drawing": drawing})
