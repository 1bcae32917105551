"""Every page of every game in a browser."""

from typing import Any

import pytest
from playwright.sync_api import expect

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.revisions import create_army
from armybuilder.catalogue.loading import load_catalogue
from armybuilder.site.claims import Author
from rulesets.registry import all_rulesets
from tests.browser.accessibility import UNFOLD, assert_accessible
from tests.browser.phones import OpenPage, begin_example, sit
from tests.browser.test_every_page import BEYOND, TWICE, USUAL
from tests.visitors import ALICE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PLACES = "all => all.map(({ innerText, offsetTop, offsetLeft }) => [innerText, [offsetTop, offsetLeft]])"
"""Words of elements with their places, all at one moment."""


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (360, 640)])
def test_a_stranger_can_start_an_army_without_scrolling(open_page, width, height):
    page = open_page(width, height)
    for address in ("/", *(f"/{game.slug}/" for game in all_rulesets())):
        page.goto(address)
        expect(page.get_by_role("main").get_by_text("Start an army").first).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("slug", [ruleset.slug for ruleset in all_rulesets()])
def test_every_page_of_a_game_is_accessible_on_a_phone(open_page, slug):
    load_catalogue()
    (game,) = [ruleset for ruleset in all_rulesets() if ruleset.slug == slug]
    addresses = ["", "rules/", "rulings/", "reference/", "calculators/", "catalogue/"]
    addresses += [f"calculators/{calculator.slug}/" for calculator in game.calculators]
    addresses += [f"catalogue/{kind.slug}/" for kind in game.kinds]
    page = open_page(360, 800, color_scheme="dark")
    session, wide = page.context.new_cdp_session(page), {}
    for address in addresses:
        page.goto(f"/{slug}/{address}")
        page.evaluate(UNFOLD)
        assert_accessible(page)
        session.send("Page.setFontSizes", {"fontSizes": {"standard": TWICE}})
        wide[address] = page.evaluate(BEYOND)
        session.send("Page.setFontSizes", {"fontSizes": {"standard": USUAL}})
    assert set(wide.values()) == {0}, wide


def test_the_calculators_of_a_game_come_before_its_catalogue(open_page):
    for width in (360, 1280):
        page = open_page(width, 740)
        for game in all_rulesets():
            page.goto(f"/{game.slug}/")
            found = dict(page.locator("#catalogue, #calculators").evaluate_all(PLACES))
            assert found["Calculators"] < found["Catalogue"], game.slug


def test_the_key_of_an_entry_is_right_below_its_card_on_a_phone(open_page: OpenPage) -> None:
    load_catalogue()
    page = open_page(360, 640)
    for game in all_rulesets():
        kind = next(kind for kind in game.kinds if kind.is_unit)
        page.goto(f"/{game.slug}/catalogue/{kind.slug}/{game.catalogue.of_kind(kind.slug)[0].key}/")
        below = page.locator(".card-frame").evaluate("it => it.getBoundingClientRect().bottom")
        key, details = page.locator(".entry-key").bounding_box(), page.locator(".entry-rest").bounding_box()
        assert key is not None
        assert details is not None
        assert 0 <= key["y"] - below < 32, game.slug
        assert key["y"] + key["height"] <= details["y"], game.slug
        assert key["height"] < 640, "less than a screen"


@pytest.mark.parametrize("game", all_rulesets(), ids=lambda game: game.slug)
def test_the_key_to_codes_stands_above_rows_until_closed(open_page: OpenPage, live_server: Any, game: Any) -> None:
    load_catalogue()
    army = create_army(LoadedArmy(game, game.demo()), "New army", Author(None, ALICE.hash))
    begun = begin_example(game.slug)
    page, match = sit(open_page, live_server, ALICE, begun, newcomer=True), begun.get_absolute_url()
    rows = {
        match: ".row-unit, .row-run",
        army.get_absolute_url(): "#groups .unit, #groups .run",
        f"/{game.slug}/catalogue/{game.kinds[0].slug}/": ".entry-table td",
    }
    key = page.locator("#code-key")
    for address, row in rows.items():
        page.goto(address)
        expect(key).to_be_visible()
        end, start = (
            page.locator(each).first.evaluate(f"it => it.getBoundingClientRect().{edge}")
            for each, edge in (("#code-key", "bottom"), (row, "top"))
        )
        assert end <= start
        lines = key.evaluate("it => it.clientHeight / parseFloat(getComputedStyle(it).lineHeight)")
        assert lines < (5 if "/catalogue/" in address else 4), "a code and the padding, of a list perhaps a long one"
        page.evaluate(UNFOLD)
        assert_accessible(page)
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    page.get_by_role("button", name="Got it").tap()
    for address, row in rows.items():
        page.goto(address)
        expect(page.locator(row).first).to_be_visible()
        expect(key).to_be_hidden()
    with page.expect_request(lambda request: "tracker/code_key" in request.url) as script:
        page.goto(match)
    page.evaluate("script => import(script)", script.value.url)
    expect(key).to_be_hidden()
    assert [url for url in fetched if url.endswith("/codes")] == []
    page.goto(address)
    page.get_by_text("More", exact=True).tap()
    page.get_by_role("button", name="Key to codes").tap()
    expect(key).to_be_focused()
