"""How soon a kept page is shown without a network, on a phone whose processor is made slower.

``python -m pytest -s bench/speed/test_offline_pages.py`` prints the median for each of ten pages; the
times depend on what else the machine does, and the load is printed with them.
"""

import os
import statistics
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import BrowserContext

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.revisions import create_army
from armybuilder.matches.log.creation import ChosenForce, begin_match
from armybuilder.matches.tests.browser.test_match_evening import IS_KEPT
from armybuilder.site.claims import Author
from bench.speed.test_first_minute import PAINTED, SLOWED
from rulesets.registry import get_ruleset
from tests.browser.phones import HEIGHT, WIDTH
from tests.offline.test_device import sign_in, take_offline

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SHOWN = 0.3
"""Seconds within which a kept page is shown."""
RUNS = 5
GAME_PAGES = ("", "reference/", "rules/", "rulings/", "catalogue/", "calculators/", "calculators/engagement/")


def test_kept_pages_are_shown_soon(
    new_context: Callable[..., BrowserContext], live_server: Any, author: Author
) -> None:
    game = get_ruleset("mbt2020")
    reds, blues = (LoadedArmy(game, replace(game.demo(), name=name)) for name in ("Reds", "Blues"))
    army = create_army(reds, "New army", author)
    match = begin_match(ChosenForce(reds, army), ChosenForce(blues), {}, author)
    context = new_context(base_url=live_server.url, viewport={"width": WIDTH, "height": HEIGHT})
    page = context.new_page()
    sign_in(page, live_server)
    take_offline(page, army)
    place = match.get_absolute_url()
    page.goto(place)
    assert page.evaluate(IS_KEPT, place)
    context.set_offline(True)
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    pages = [f"/{game.slug}/{each}" for each in GAME_PAGES]
    pages += [army.get_absolute_url(), f"{army.get_absolute_url()}print/preview", place]
    shown = {}
    print(f"\nload {os.getloadavg()[0]:.1f}")
    for address in pages:
        taken = []
        for _ in range(RUNS):
            page.goto(address)
            assert page.locator("html[data-kept]").count()
            page.wait_for_function("performance.getEntriesByName('first-contentful-paint').length")
            taken.append(page.evaluate(PAINTED))
        shown[address] = statistics.median(taken)
        print(f"{shown[address]:.2f} s ({min(taken):.2f} to {max(taken):.2f}) {address}")
    assert [address for address, seconds in shown.items() if seconds > SHOWN] == []
