"""The map of the table on two phones: units are placed with two taps, and engagements know their distances."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from armybuilder.matches.log.store import MATCHES, load_match
from armybuilder.matches.models import Match
from tests.browser.accessibility import assert_accessible
from tests.browser.phones import (
    WIDTH,
    OpenPage,
    all_sent,
    begin_example,
    in_step,
    lose_network,
    regain_network,
    sit,
)
from tests.visitors import ALICE, BOB

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def seats(game: str, open_page: OpenPage, live_server: Any) -> tuple[Match, Page, Page]:
    """A game, and the phones of both players."""
    MATCHES.cache.clear()
    match = begin_example(game)
    alice, bob = (sit(open_page, live_server, claim, match) for claim in (ALICE, BOB))
    return match, alice, bob


def open_map(page: Page) -> None:
    """Open the map."""
    page.locator("#more-open").click()
    page.locator("#map-open").click()
    expect(page.locator("#map-board")).to_be_visible()


def close_map(page: Page) -> None:
    """Close the map and the sheet under it."""
    page.locator("#map-close").click()
    expect(page.locator("#map")).to_be_hidden()
    page.locator("#more-close").click()
    expect(page.locator("#more")).to_be_hidden()


def place(page: Page, unit: Locator, across: float, down: float) -> None:
    """Tap a unit, then its place, as shares of the map."""
    unit.tap()
    box = page.locator("#map-board").bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + across * box["width"], box["y"] + down * box["height"])


def waiting(page: Page, number: str) -> Locator:
    """The unit of that number, which is not on the map."""
    return page.locator("#map-list button").filter(has_text=number).first


def marker(page: Page, side: int, holder: str) -> Locator:
    """A unit on the map."""
    return page.locator(f'.map-marker[data-side="{side}"][data-holder="{holder}"]')


def test_looks(open_page: OpenPage, live_server: Any) -> None:
    import os
    for game in ("mbt2020", "forge-of-war", "warstrike", "forum-combat"):
        match, alice, bob = seats(game, open_page, live_server)
        open_map(alice); open_map(bob)
        n = alice.locator("#map-list button").count()
        print(game, n)
        for i in range(min(n, 12)):
            place(alice, alice.locator("#map-list button").first, 0.05 + 0.08 * i, 0.8)
        for i in range(min(bob.locator("#map-list button").count(), 12)):
            place(bob, bob.locator("#map-list button").first, 0.05 + 0.08 * i, 0.3)
        in_step(match, alice, bob)
        alice.screenshot(path=f"/tmp/map-{game}-1.png")
        alice.locator(".map-marker.is-own").nth(3).tap()
        alice.screenshot(path=f"/tmp/map-{game}-2.png")
        print(alice.locator("#map-unit").inner_text())
        b = alice.locator("#map-unit button", has_text="Targets")
        if b.count():
            b.tap()
            expect(alice.locator("#engage")).to_be_visible()
            alice.screenshot(path=f"/tmp/map-{game}-3.png")
            print(alice.locator("#engage").inner_text()[:1500])
            alice.locator("#engage .target >> visible=true").first.tap()
            expect(alice.locator("#engage-form")).to_be_visible()
            alice.screenshot(path=f"/tmp/map-{game}-4.png")
            print(alice.locator("#engage-measured").all_inner_texts())
