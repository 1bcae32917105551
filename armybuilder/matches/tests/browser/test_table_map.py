"""The map of the table on two phones: units are placed with two taps, and engagements know their distances."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from armybuilder.matches.log.store import MATCHES, load_match
from armybuilder.matches.models import Match
from tests.browser.accessibility import assert_accessible
from tests.browser.phones import (
    WIDTH,
    Finger,
    OpenPage,
    begin_example,
    in_step,
    lose_network,
    regain_network,
    sit,
)
from tests.visitors import ALICE, BOB

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


MAPS_OF_TWO_TAPS = """() => {
  const [ask, asked] = [window.fetch, []];
  window.fetch = (address, ...rest) => { asked.push(address); return ask(address, ...rest); };
  document.getElementById("more-open").click();
  for (let tap = 0; tap < 2; tap++) document.getElementById("map-open").click();
  window.fetch = ask;
  return asked.filter((address) => address.endsWith("/map")).length;
}"""
"""How often the map is loaded by two quick taps on its button."""


COVERED = """markers => markers.filter((marker) => {
  const { left, right, top, bottom } = marker.getBoundingClientRect();
  return [left + 1, right - 1].some((x) => !marker.contains(document.elementFromPoint(x, (top + bottom) / 2)));
}).map(({ textContent }) => textContent)"""
"""The markers of units on the map that others cover."""


def seats(game: str, open_page: OpenPage, live_server: Any, **choices: Any) -> tuple[Match, Page, Page]:
    """A game, and the phones of both players."""
    MATCHES.cache.clear()
    match = begin_example(game, **choices)
    alice, bob = (sit(open_page, live_server, claim, match) for claim in (ALICE, BOB))
    return match, alice, bob


def open_map(page: Page) -> None:
    """Open the map."""
    page.locator("#more-open").click()
    page.locator("#map-open").click()
    expect(page.locator("#map-board")).to_be_visible()


def tap_place(page: Page, across: float, down: float) -> None:
    """Tap a place of the map, told in shares of it."""
    box = page.locator("#map-board").bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + across * box["width"], box["y"] + down * box["height"])


def place(page: Page, across: float, down: float) -> None:
    """Place the chosen unit by numbers."""
    for name, number in (("across", across), ("down", down)):
        page.locator(f"#map-unit [name={name}]").fill(str(number))
    page.locator("#map-unit").get_by_role("button", name="Place").tap()


def waiting(page: Page, number: str) -> Locator:
    """The unit of that number, which is not on the map."""
    return page.locator("#map-list button").filter(has_text=number).first


def marker(page: Page, side: int, holder: str) -> Locator:
    """A unit on the map."""
    return page.locator(f'.map-marker[data-side="{side}"][data-holder="{holder}"]')


def assert_looks_right(page: Page) -> None:
    """The map is accessible in both themes, and not too wide."""
    assert page.evaluate("document.documentElement.scrollWidth") <= WIDTH
    assert_accessible(page)
    page.emulate_media(color_scheme="dark")
    expect(page.locator("html")).to_have_attribute("data-bs-theme", "dark")
    assert_accessible(page, only_colours=True)
    page.emulate_media(color_scheme="light")


def test_units_are_placed_with_two_taps_and_engage_at_their_distance(open_page: OpenPage, live_server: Any) -> None:
    match, alice, bob = seats("forge-of-war", open_page, live_server)
    for page in (alice, bob):
        open_map(page)
        expect(page.locator("#map-unit")).to_contain_text("No unit is on the map yet.")
    finger = Finger(alice)
    finger.tap(waiting(alice, "1·4"))
    tap_place(alice, 0.5, 0.5)
    assert finger.taps == 1  # and one on the place
    expect(marker(alice, 0, "u5")).to_have_attribute("aria-label", re.compile("36 across, 24 down$"))
    in_step(match, alice, bob)
    expect(marker(bob, 0, "u5")).to_be_visible()
    box = marker(bob, 0, "u5").bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 24
    # Without a pointer a place is two numbers.
    waiting(bob, "1·4").press("Enter")
    for name, number in (("across", "36"), ("down", "41.25")):
        bob.locator(f"#map-unit [name={name}]").fill(number)
    bob.locator("#map-unit [name=down]").press("Enter")
    expect(marker(bob, 1, "u5")).to_be_visible()
    in_step(match, bob, alice)
    expect(alice.locator("#map-rings circle")).to_have_count(2)
    assert_looks_right(alice)
    alice.locator("#map-unit").get_by_role("button", name="Targets").tap()
    target = alice.locator('#engage-panel [data-target="u5"]')
    expect(target).to_contain_text("At 17¼″ on the map")
    target.tap()
    expect(alice.locator("#engage-measured")).to_have_text("Distance from the map: 17¼″")
    expect(alice.locator("[name=q-distance]")).to_have_value("18")
    # The other player moves: the open question follows, until a player says otherwise.
    place(bob, 36, 34)
    in_step(match, bob, alice)
    expect(alice.locator("#engage-measured")).to_have_text("Distance from the map: 10″")
    expect(alice.locator("[name=q-distance]")).to_have_value("10")
    alice.locator("[name=q-distance]").fill("9")
    expect(alice.locator("#answer")).to_contain_text("at 9″")
    # Nothing stands where there is nothing to say.
    alice.locator("#engage-opposing").select_option(index=0)
    expect(alice.locator("#engage-measured")).to_have_text("")
    expect(alice.locator("#engage-measured")).to_be_hidden()


def test_a_unit_is_placed_moved_and_removed_without_a_network(open_page: OpenPage, live_server: Any) -> None:
    match, alice, bob = seats("forum-combat", open_page, live_server)
    open_map(alice)
    waiting(alice, "Alpha").tap()
    tap_place(alice, 0.05, 0.05)
    expect(marker(alice, 0, "g1")).to_have_attribute("aria-label", re.compile("2 across, 1 down$"))
    in_step(match, alice, bob)
    lose_network(alice)
    tap_place(alice, 0.49, 0.49)
    expect(marker(alice, 0, "g1")).to_have_attribute("aria-label", re.compile("15 across, 10 down$"))
    alice.get_by_role("button", name="Remove from map").tap()
    expect(marker(alice, 0, "g1")).to_have_count(0)
    tap_place(alice, 1 - 0.01, 1 - 0.01)
    expect(alice.locator("#sending")).to_contain_text("3 not sent")
    regain_network(alice)
    in_step(match, alice, bob)
    # The next unit gets the place that was tapped, though the first stands there.
    waiting(alice, "Bravo").tap()
    marker(alice, 0, "g1").tap()
    expect(marker(alice, 0, "g5")).to_be_visible()
    in_step(match, alice, bob)
    assert load_match(match).state.places[0].keys() == {"g1", "g5"}
    assert load_match(match).state.places[0]["g1"] == (30, 20)
    assert bob.evaluate(MAPS_OF_TWO_TAPS) == 1
    expect(marker(bob, 0, "g1")).to_have_attribute("aria-label", re.compile("30 across, 20 down$"))
    # Back closes the map, and then the sheet.
    bob.go_back()
    expect(bob.locator("#map")).to_be_hidden()
    expect(bob.locator("#more")).to_be_visible()
    bob.go_back()
    expect(bob.locator("#more")).to_be_hidden()


def test_a_hidden_unit_stands_on_the_other_map_as_its_blank(open_page: OpenPage, live_server: Any) -> None:
    match, alice, bob = seats("mbt2020", open_page, live_server, hides=True)
    open_map(bob)
    hidden = waiting(bob, "Challenger")
    hidden.tap()
    tap_place(bob, 0.25, 0.5)
    mine = bob.locator(".map-marker.is-own")
    expect(mine).to_have_attribute("aria-label", re.compile("Challenger 2 .*18 across, 24 down$"))
    in_step(match, bob, alice)
    open_map(alice)
    blank = alice.locator('.map-marker[data-side="1"]')
    expect(blank).to_have_attribute("aria-label", re.compile(r"^\?\d+ Blank \(Blues\), 18 across, 24 down$"))
    assert "Challenger" not in blank.evaluate("marker => marker.outerHTML")
    number = match.numbers[1][mine.get_attribute("data-holder")]
    assert blank.get_attribute("data-holder") == f"blank-{number}"
    assert_looks_right(alice)


def test_units_close_together_are_each_in_sight(open_page: OpenPage, live_server: Any) -> None:
    _, alice, bob = seats("warstrike", open_page, live_server)
    open_map(alice)
    for number, across in (("1·1", 20), ("1·2", 21), ("1·3", 20)):
        waiting(alice, number).tap()
        place(alice, across, 40)
        expect(waiting(alice, number)).to_have_count(0)
    open_map(bob)
    for phone in (alice, bob):
        markers = phone.locator(".map-marker")
        expect(markers).to_have_count(3)
        assert markers.evaluate_all(COVERED) == []
    expect(markers.first).to_have_accessible_name("1·1 Lieutenant (Reds), 20 across, 40 down")
