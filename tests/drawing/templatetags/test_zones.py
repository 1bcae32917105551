"""Zones of tiles on a page: each drawn around a unit, all in one scale, with its words for screen readers."""

import pytest
from lxml import html

from rulesets.registry import all_rulesets

DRAWN = [
    (game.slug, section)
    for game in all_rulesets()
    for section in game.sections(game.context(game.demo()).house, ())
    if section.zones
]


@pytest.mark.parametrize(("slug", "section"), DRAWN)
def test_a_page_draws_each_tile_of_a_zone_and_says_it(client, slug, section):
    page = html.fromstring(client.get(f"/{slug}/reference/").content)
    drawings = page.xpath(f"//section[@id='{section.slug}']//div[@class='zone']")
    assert [drawing.text for drawing in drawings] == [zone.title for zone in section.zones]
    assert [drawing.xpath("string(svg[@role='img']/title)") for drawing in drawings] == [
        zone.words for zone in section.zones
    ]
    for drawing, zone in zip(drawings, section.zones, strict=True):
        *tiles, own = [(int(each.get("x", 0)), int(each.get("y", 0))) for each in drawing.xpath("svg/rect")]
        assert sorted(tiles) == sorted(zone.tiles)
        assert own == (0, 0)
    largest = max(abs(offset) for zone in section.zones for tile in zone.tiles for offset in tile)
    boxes = {drawing.find("svg").get("viewbox") or drawing.find("svg").get("viewBox") for drawing in drawings}
    assert boxes == {" ".join(f"{number}" for number in (*[-largest - 0.1] * 2, *[2 * largest + 1.2] * 2))}
