"""A game in a cellar: the rules come along while there is a network, and being without one takes one line."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from armybuilder.matches.log.store import MATCHES
from tests.browser.pages import FULL, wait_until
from tests.browser.phones import (
    OpenPage,
    begin_example,
    engage,
    happened,
    lose_network,
    row,
    sit,
)
from tests.offline.test_device import until
from tests.offline.test_engine import WORKED_OUT
from tests.offline.test_worker import IS_KEPT_WHOLE
from tests.visitors import ALICE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LONG = 300_000
"""Milliseconds for a device to start the rules for the first time, on a slow machine."""
LINE = 24


def heights(place: Locator) -> tuple[float, bool]:
    """How high an element is, and whether it is in sight with nothing over its middle."""
    found = place.evaluate("""place => {
      const { left, right, top, bottom, height } = place.getBoundingClientRect();
      return [height, place.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2))];
    }""")
    return found[0], found[1]


def test_the_rules_come_along_by_themselves(open_page: OpenPage, live_server: Any, tmp_path: Path) -> None:
    MATCHES.cache.clear()
    match = begin_example("warstrike", at_once=True)
    alice = sit(open_page, live_server, ALICE, match, expected="htmx: htmx:error: Failed to fetch", scripts=())
    line, panel = alice.locator("#page-state"), alice.locator("#engage-panel")
    expect(line).to_contain_text("the rules")
    alice.screenshot(path=tmp_path / "taking.png")
    assert heights(line) == (LINE, True)
    expect(line).to_be_hidden(timeout=LONG)
    until(alice, IS_KEPT_WHOLE)
    lose_network(alice)
    expect(line).to_have_text("Offline.")
    row(alice, 1, "u4").scroll_into_view_if_needed()
    assert heights(line) == (LINE, True)
    engage(alice, 0, "u3", "u4")
    told = panel.locator("#answer > .alert")
    expect(told).to_have_text(WORKED_OUT)
    alice.screenshot(path=tmp_path / "answer.png")
    assert heights(told)[0] <= LINE + 2
    told.locator("summary").click()
    assert heights(told)[0] > LINE + 2
    happened(panel, "2 markers")
    alice.reload()
    expect(alice.locator("#sending")).to_contain_text("1 not sent")
    expect(row(alice, 1, "u4").locator(".row-states .chip")).to_have_count(1)
    alice.screenshot(path=tmp_path / "offline.png")


def test_a_device_without_room_is_asked_once(open_page: OpenPage, live_server: Any, tmp_path: Path) -> None:
    MATCHES.cache.clear()
    alice = sit(open_page, live_server, ALICE, begin_example("warstrike"), scripts=(FULL,))
    asked = alice.locator(".notice")
    expect(asked).to_contain_text("This device is short of storage.")
    expect(asked.get_by_role("button", name="Store the rules")).to_be_in_viewport(ratio=1)
    alice.screenshot(path=tmp_path / "asked.png")
    assert alice.evaluate("localStorage.getItem('asked about room')") is None
    asked.get_by_role("button", name="Close").click()
    assert alice.evaluate("localStorage.getItem('asked about room')") == "yes"
    assert not alice.evaluate("caches.has('engine')")


@pytest.mark.parametrize("place", ["#foot", "#engage-panel"])
def test_that_the_calculators_start_takes_one_line(place: str, open_page: OpenPage, live_server: Any) -> None:
    MATCHES.cache.clear()
    alice = sit(open_page, live_server, ALICE, begin_example("warstrike"))
    wait_until(alice, "[...document.styleSheets].some(({ href }) => href?.includes('css/engage'))")
    alice.evaluate(
        """place => {
          const element = document.querySelector(place);
          element.hidden = false;
          element.prepend(document.getElementById("engine-start").content.cloneNode(true));
        }""",
        place,
    )
    told = alice.locator(".engine-start")
    assert heights(told)[0] <= LINE + 2
    expect(told.get_by_label("Starting the calculators on this device…")).to_be_in_viewport(ratio=1)
