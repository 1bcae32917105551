"""How soon a stranger sees something, and how long the ways to odds and to a rule take on a slow phone.

``python -m pytest -s bench/speed/test_first_minute.py`` prints two tables, of the real server and a
Chromium whose processor is made slower; nothing is in its cache. The times depend on what else the machine does; the
load is printed with them. A way's time is that of its pages, from a tap to what it leads to: whoever taps reads in what
is left of the limit.
"""

import os
import re
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import BrowserContext, Page

from rulesets.registry import all_rulesets
from tests.browser.phones import HEIGHT, WIDTH
from tests.browser.test_journey import read_odds
from tests.browser.test_search import find_rule
from tests.test_page_weight import HEAVIEST
from tests.test_server import port, site

__all__ = ["port", "site"]

pytestmark = [pytest.mark.browser]

SLOWED = 4
"""How many times slower the phone's processor is made."""
RUNS = 5
FIRST_PAINT = 1.0
ODDS, RULE = (30.0, 5), (10.0, 3)
"""Seconds and taps within which odds are read from the front page, and a rule from any page."""

GAME = next(game for game in all_rulesets() if game.surveyor)
PAINTED = "performance.getEntriesByName('first-contentful-paint')[0].startTime / 1000"
SENT = """performance.getEntriesByType("navigation").concat(performance.getEntriesByType("resource"))
  .reduce((sum, each) => sum + each.transferSize, 0)"""


@pytest.fixture
def phone(new_context: Callable[..., BrowserContext], port: int) -> Callable[..., object]:
    """Make phones with a slow processor and an empty cache."""

    @contextmanager
    def slow(**context: object) -> Iterator[Page]:
        opened = new_context(
            base_url=f"http://localhost:{port}",
            viewport={"width": WIDTH, "height": HEIGHT},
            has_touch=True,
            is_mobile=True,
            **context,
        )
        page = opened.new_page()
        opened.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
        yield page
        opened.close()

    return slow


def test_first_paint(phone) -> None:
    with phone() as page:
        page.goto(f"/armies/example-{GAME.slug}/")
        page.get_by_role("button", name="Make a copy").tap()
        page.wait_for_url(re.compile(r"/armies/(?!example)\w+/$"))
        builder = page.url
        page.goto(f"{builder}share")
        page.get_by_role("button", name="Make a link").tap()
        shared = page.locator(".link input").first.input_value()
        kept = page.context.storage_state()
    game = f"/{GAME.slug}/"
    addresses = {
        "front page": "/",
        "example": f"/armies/example-{GAME.slug}/",
        "builder": builder,
        "calculator": f"{game}calculators/{GAME.calculators[0].slug}/",
        "catalogue": f"{game}catalogue/{GAME.kinds[-1].slug}/",
        "search": f"{game}search?q=cover",
        "shared army": shared,
        "guide": "/guide/first-army/",
        "battlefield": f"{game}battlefield/?seed=7",
    }
    print(f"\nload of the machine: {os.getloadavg()[0]:.1f}, processors: {os.cpu_count()}")
    late, heavy = {}, {}
    for name, address in addresses.items():
        painted = []
        for _ in range(RUNS):
            with phone(storage_state=kept) as page:
                page.goto(address, wait_until="networkidle")
                painted.append(page.evaluate(PAINTED))
                sent = page.evaluate(SENT)
        print(
            f"{name:<16}first paint {statistics.median(painted):.2f} s (best {min(painted):.2f}), {sent / 1000:.0f} kB"
        )
        if min(painted) > FIRST_PAINT:
            late[name] = painted
        if sent > HEAVIEST:
            heavy[name] = sent
    assert (late, heavy) == ({}, {})


def test_the_ways_to_odds_and_to_a_rule(phone) -> None:
    print(f"\nload of the machine: {os.getloadavg()[0]:.1f}, processors: {os.cpu_count()}")
    slow = {}
    for game in all_rulesets():
        for name, way, (maximum, max_taps) in (("odds", read_odds, ODDS), ("a rule", find_rule, RULE)):
            with phone() as page:
                page.goto("/")
                begun = time.perf_counter()
                taps = way(page, game)
                took = time.perf_counter() - begun
            print(f"{name:<8}{game.title:<16}{took:6.1f} s of {maximum:.0f}, {taps} taps of {max_taps}")
            if took > maximum or taps > max_taps:
                slow[name, game.slug] = took, taps
    assert slow == {}
