"""The map of the table as a part of the tracker."""

import json
from typing import Any

import pytest
from lxml import html

from armybuilder.drawing.battlefields import ON_ONE_SHEET, ON_SCREEN, battlefield_svg
from armybuilder.matches.log.store import load_match
from armybuilder.matches.screen.table_map import map_of
from armybuilder.matches.tests.conftest import Begin, id_in
from armybuilder.matches.tests.screen.test_tracker_views import poll, send
from tests.browser.phones import begin_example
from tests.visitors import ALICE, BOB, browser_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("game", "size"),
    [
        ("mbt2020", (72, 48, 4, False)),
        ("forge-of-war", (72, 48, 4, False)),
        ("warstrike", (72, 48, 4, False)),
        ("forum-combat", (30, 20, 1, True)),
    ],
)
def test_an_empty_table_has_the_size_of_its_game(db: None, game: str, size: tuple[int, int, int, bool]) -> None:
    table = map_of(load_match(begin_example(game)))
    assert (table.width, table.depth, table.parts, table.tiled) == size
    assert not table.ground
    assert table.lines.count("M") == (29 + 19 if table.tiled else 5 + 3)


def test_a_game_on_a_battlefield_is_played_on_its_ground(db: None) -> None:
    match = begin_example("mbt2020")
    match.battlefield = "groups=4&seed=7"
    table = map_of(load_match(match))
    assert "<svg" in table.ground
    assert f'viewBox="0 0 {10 * table.width} {10 * table.depth}"' in table.ground
    (grid,) = html.fromstring(table.ground).xpath(f".//path[@stroke='{ON_SCREEN.grid}']/@stroke-width")
    assert float(grid) == ON_ONE_SHEET.grid
    match.battlefield = "seed=none"
    assert not map_of(load_match(match)).ground


def test_a_battlefield_is_drawn_once_for_all_who_open_it(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = []

    def draw(*arguments: Any) -> str:
        drawn.append(arguments)
        return battlefield_svg(*arguments)

    monkeypatch.setattr("armybuilder.matches.screen.table_map.battlefield_svg", draw)
    match = begin_example("mbt2020")
    match.battlefield = "groups=4&seed=1803"
    first = map_of(load_match(match))
    assert map_of(load_match(match)) == first
    assert len(drawn) == 1


def test_the_map_has_the_ranges_of_known_units_alone(begin: Begin) -> None:
    match = begin(hides=True)
    ranges = []
    for claim in (ALICE, BOB):
        page = html.fromstring(browser_of(claim).get(f"/matches/{match.pk}/map").content.decode())
        ranges.append(json.loads(page.xpath("string(//*[@id='map-ranges'])"))[1])
    assert ranges == [{}, {id_in(match, "u3"): [3], id_in(match, "u4"): [3]}]


@pytest.mark.parametrize("game", ["forge-of-war", "forum-combat", "mbt2020"])
def test_a_unit_has_each_of_its_ranges_once_the_shortest_first(db: None, game: str) -> None:
    page = html.fromstring(browser_of(ALICE).get(f"/matches/{begin_example(game).pk}/map").content.decode())
    ranges = [each for side in json.loads(page.xpath("string(//*[@id='map-ranges'])")) for each in side.values()]
    assert any(len(each) > 1 for each in ranges)
    assert all(each == sorted({*each} - {0}) for each in ranges)


def test_a_place_goes_to_the_other_phone_in_words(begin: Begin) -> None:
    match = begin()
    send(browser_of(ALICE), match, {"id": "a1", "kind": "place", "own": "u2", "place": [3, 4]})
    update = poll(browser_of(BOB), match).json()
    assert update["places"] == [{"u2": [3, 4]}, {}]
    assert update["entries"][0]["words"].endswith(": 3 across, 4 down on the map")
    send(browser_of(ALICE), match, {"id": "a2", "kind": "place", "own": "u2", "place": []})
    update = poll(browser_of(BOB), match, 1).json()
    assert update["places"] == [{}, {}]
    assert update["entries"][0]["words"].endswith(": removed from the map")


def test_a_player_places_units_of_one_side_alone(begin: Begin) -> None:
    match = begin()
    theirs = {"id": "a1", "kind": "place", "own": "u2", "place": [3, 4], "acting": 1}
    assert send(browser_of(ALICE), match, theirs)["places"] == [{"u2": [3, 4]}, {}]
    assert send(browser_of(ALICE), match, {**theirs, "id": "a2", "own": "u99"})["results"] == [
        {"error": "This unit is not in the game."}
    ]
