"""Every page in the table of addresses, as its owner sees it: dark, light, and with text twice as large.

This is where plain pages meet axe; journeys ask it about what a page becomes under their hands.
"""

from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest
from django.contrib.staticfiles import finders
from django.db import DEFAULT_DB_ALIAS, connections
from django.test import Client
from playwright.sync_api import BrowserContext, Route

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.revisions import create_army
from armybuilder.site.claims import Author
from rulesets.registry import all_rulesets
from tests.browser.accessibility import DESK, PHONE, UNFOLD, assert_accessible
from tests.route_rows import Row
from tests.routes import ROUTES
from tests.test_page_weight import HEAVIEST, HEAVIEST_GAME, HEAVIEST_PRINT, weight
from tests.test_routes import World, address, world
from tests.visitors import ALICE, browser_of

__all__ = ["world"]

pytestmark = [pytest.mark.browser, pytest.mark.django_db]

USUAL, TWICE = 16, 32
"""Font sizes that a browser may be set to, in pixels."""

BEYOND = "document.documentElement.scrollWidth - document.documentElement.clientWidth"

COVERING = """() => {
  const focused = document.activeElement, box = focused.getBoundingClientRect();
  const over = document.elementFromPoint(box.left + box.width / 2, box.bottom - 3);
  const bar = over?.closest(".tabs, .answer-headline, .tracker-foot, .print-go");
  const covers = bar && focused !== document.body && !bar.contains(focused);
  return covers ? `${focused.outerHTML.slice(0, 80)} under ${bar.className}` : "";
}"""
"""Script that returns the bar that covers the lower end of the focused element, if any."""


OVERLAPPING = """() => [...document.querySelectorAll(".unit")].flatMap((unit) => {
  const words = document.createRange();
  words.selectNodeContents(unit.querySelector(".unit-words"));
  const places = [...words.getClientRects()];
  return [...unit.querySelectorAll(".unit-chips > *")].filter((chip) => {
    const box = chip.getBoundingClientRect();
    return places.some((place) => place.left < box.right && box.left < place.right
      && place.top < box.bottom && box.top < place.bottom);
  }).map((chip) => chip.textContent);
})"""
"""Script that returns the chips of units in the builder that overlap the words beside them."""


def pages(world: World, visitor: str = "owner") -> dict[str, str]:
    """The addresses of whole pages that answer Alice, or a visitor to whom they are there alone, by their names."""
    browser, found = world.browsers[visitor], {}
    for row in ROUTES:
        answers = row.answer(visitor) == 200 and (visitor == "owner" or row.answer("owner") != 200)
        if row.method == "GET" and answers and not row.is_for_programs and "admin" not in row.name:
            path = path_of(row, world)
            if b"<main" in browser.get(path).content:
                found[row.name] = path
    return found | ({"nothing": "/nothing-here"} if visitor == "owner" else {})


def path_of(row: Row, world: World) -> str:
    """The row's address, filled in with Alice's things."""
    words = [world.things.get(word[1:-1], word) for word in row.words.split()]
    sent = {name: world.things.get(str(value)[1:-1], value) for name, value in row.sent.items()}
    return f"{address(row, words)}?{urlencode(sent)}"


def answering(browser: Client) -> Any:
    """Answer a page's requests as the site does, within the test's own transaction.

    Playwright asks in the event loop of its own, in which Django would open another connection.
    """
    connection = connections[DEFAULT_DB_ALIAS]

    def answer(route: Route) -> None:
        asked = urlsplit(route.request.url)
        file = finders.find(asked.path.removeprefix("/static/")) if asked.path.startswith("/static/") else None
        if file:
            route.fulfill(path=Path(str(file)))
            return
        connections[DEFAULT_DB_ALIAS] = connection
        answered = browser.generic(route.request.method, asked.path, QUERY_STRING=asked.query)
        body = answered.getvalue()
        route.fulfill(status=answered.status_code, content_type=answered.headers.get("Content-Type"), body=body)

    return answer


@pytest.mark.parametrize(("visitor", "count"), [("owner", 70), ("anonymous", 2)])
def test_every_page_is_accessible_and_fits_letters_twice_as_large(
    world: World, new_context: Any, visitor: str, count: int
) -> None:
    context: BrowserContext = new_context(color_scheme="dark", reduced_motion="reduce", service_workers="block")
    page = context.new_page()
    page.route("**/*", answering(world.browsers[visitor]))
    session = context.new_cdp_session(page)
    wide, found = {}, pages(world, visitor)
    assert len(found) >= count
    for name, path in found.items():
        page.set_viewport_size({"width": PHONE, "height": 740})
        page.goto(f"http://localhost{path}")
        page.evaluate(UNFOLD)
        assert_accessible(page)
        page.emulate_media(color_scheme="light")
        assert_accessible(page, only_colours=True)
        page.emulate_media(color_scheme="dark")
        for size, width in ((TWICE, PHONE), (TWICE, DESK), (USUAL, DESK)):
            page.set_viewport_size({"width": width, "height": 740})
            session.send("Page.setFontSizes", {"fontSizes": {"standard": size}})
            if page.evaluate(BEYOND):
                wide[name, size, width] = page.evaluate(BEYOND)
    assert wide == {}


def test_every_page_is_light(world: World) -> None:
    browser = world.browsers["owner"]
    weights = {name: weight(browser, path) for name, path in pages(world).items()}
    limits = {"matches:match": HEAVIEST_GAME, "printing:choose": HEAVIEST_PRINT}
    assert {name: size for name, size in weights.items() if size > limits.get(name, HEAVIEST)} == {}


def test_chips_of_units_lie_beside_their_words(db: None, new_context: Any) -> None:
    page = new_context(service_workers="block").new_page()
    page.route("**/*", answering(browser_of(ALICE)))
    over = {}
    for game in all_rulesets():
        army = create_army(LoadedArmy(game, game.demo()), "Example", Author(None, ALICE.hash))
        page.goto(f"http://localhost{army.get_absolute_url()}")
        for width in (PHONE, 1000, DESK):
            page.set_viewport_size({"width": width, "height": 740})
            over[game.slug, width] = page.evaluate(OVERLAPPING)
    assert {where: chips for where, chips in over.items() if chips} == {}


def test_the_focused_element_is_not_covered_by_bars(world: World, new_context: Any) -> None:
    page = new_context(
        viewport={"width": PHONE, "height": 480}, reduced_motion="reduce", service_workers="block"
    ).new_page()
    page.route("**/*", answering(world.browsers["owner"]))
    rows = {row.name: row for row in ROUTES if row.method == "GET"}
    covered = {}
    for name in ("armies:builder", "calculators:calculator", "matches:match", "printing:choose"):
        page.goto(f"http://localhost{path_of(rows[name], world)}")
        for number in range(40):
            page.keyboard.press("Tab")
            over = page.evaluate(COVERING)
            if over:
                covered[name, number] = over
    assert covered == {}
