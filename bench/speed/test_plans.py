"""How soon there is a plan, and the grid of two armies, in each game: on the server, and on a slowed phone.

``python -m pytest -s bench/speed/test_plans.py`` prints seconds until the first plan of 12 units against 12, and until
the one that is not looked for any longer; the server's are of processor time.
"""

import os
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client
from playwright.sync_api import Page, expect

from armybuilder.armies.loaded_army import LoadedArmy, SideArmy
from armybuilder.calculators.sides import Sides, choose
from armybuilder.matches.log.creation import ChosenForce, begin_match
from armybuilder.matches.log.store import MATCHES
from armybuilder.matches.models import Match
from armybuilder.plans.grids import ShownGrid
from armybuilder.site.claims import Author
from bench.speed.test_matches import large, slow
from rulesets.core.play.definition import units_on_table
from rulesets.core.play.states import DeployedForce
from rulesets.registry import all_rulesets, get_ruleset
from tests.browser.phones import OpenPage, sheet, sit
from tests.offline.engine_memory import GiveEngine, give_engine
from tests.offline.test_device import STAYS
from tests.visitors import ALICE, browser_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

__all__ = ["give_engine"]
each_game = pytest.mark.parametrize("slug", [game.slug for game in all_rulesets()])
UNITS, GRID_UNITS = 12, 24
FIRST, WHOLE, GRID = 1.0, 3.0, 5.0
"""Seconds of processor time for a first plan, for one that is done, and for a grid."""
ON_PHONE = 8.0
"""Seconds on a phone for one that is done."""


def many(slug: str, count: int) -> ChosenForce:
    """The example army with its groups repeated until so many units can be engaged, all of different names."""
    ruleset, units = get_ruleset(slug), count
    while True:
        loaded = large(ruleset, units).loaded
        deployed = DeployedForce(loaded.force, {})
        assert ruleset.play is not None
        present = [*units_on_table(ruleset.play, deployed, by_group=ruleset.group_card is not None)]
        if len(present) >= count:
            break
        units += 1
    groups = tuple(
        replace(
            group,
            name=f"Group {place}",
            units=tuple(replace(unit, name=f"Unit {place}.{number}") for number, unit in enumerate(group.units)),
        )
        for place, group in enumerate(loaded.force.groups)
    )
    return ChosenForce(LoadedArmy(ruleset, replace(loaded.force, groups=groups)))


def match_of(slug: str) -> Match:
    """A game of so many units on each side."""
    MATCHES.cache.clear()
    return begin_match(many(slug, UNITS), many(slug, UNITS), {}, Author(None, ALICE.hash), plans=True)


def load() -> str:
    """What else the machine does."""
    return f"load {os.getloadavg()[0]:.1f}"


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """Seconds of processor time, and what came of it."""
    begin = time.process_time()
    found = work()
    return time.process_time() - begin, found


def get(browser: Client, path: str) -> Any:
    """A page, as if it were the first of its minute."""
    caches["counts"].clear()
    return browser.get(path)


@each_game
def test_the_server_plans_in_time(slug: str) -> None:
    path, browser = f"/matches/{match_of(slug).pk}/plan?side=0", browser_of(ALICE)
    browser.get(f"/{slug}/")
    first, page = timed(lambda: get(browser, path))
    whole = 0.0
    if page.context["progress"] is not None:
        whole, page = timed(lambda: get(browser, f"{path}&more=1"))
    again, _ = timed(lambda: get(browser, path))
    planner = page.context["panel"].planner
    size = f"{len(planner.units)} x {len(planner.targets)}"
    print(f"\n{slug} {size}: first {first:.2f} s, then {whole:.2f} s, again {again:.2f} s, {load()}")
    assert first <= FIRST
    assert whole <= WHOLE


@each_game
def test_a_grid_is_compared_in_time(slug: str) -> None:
    loaded = many(slug, GRID_UNITS).loaded
    own, opposing = (choose(SideArmy(key, slug, loaded), "") for key in "ab")
    taken, shown = timed(lambda: list(ShownGrid(Sides(own, opposing), {}, "/").rows()))
    print(f"\n{slug}: grid of {len(shown)} x {len(shown[0].cells)} units {taken:.2f} s, {load()}")
    assert taken <= GRID


def shown_after(page: Page, begin: float) -> tuple[float, float]:
    """Seconds until there is a plan, and until none is looked for any longer."""
    panel = page.locator("#engage-panel")
    expect(panel.locator(".plan ol > li").first).to_be_visible(timeout=120_000)
    first = time.monotonic() - begin
    expect(panel.get_by_role("progressbar")).to_have_count(0, timeout=120_000)
    return first, time.monotonic() - begin


@each_game
def test_a_phone_plans_in_time_without_a_network(
    open_page: OpenPage, live_server: Any, give_engine: GiveEngine, slug: str
) -> None:
    match = match_of(slug)
    page = sit(open_page, live_server, ALICE, match)
    with sheet(page):
        take = page.locator("#take-offline")
        expect(take.get_by_role("button")).to_be_visible(timeout=60_000)
        give_engine(page)
        take.get_by_role("button").click()
        expect(take.get_by_role("status")).to_have_text(STAYS, timeout=300_000)
    page.context.set_offline(True)
    page.reload()
    slow(page)
    taken = []
    for _ in range(2):
        page.get_by_role("button", name="More of this game").click()
        begin = time.monotonic()
        page.get_by_role("button", name="Plan", exact=True).click()
        taken.append(shown_after(page, begin))
        page.locator("#engage-panel").get_by_role("button", name="Close").click()
    said = ", ".join(f"first {first:.1f} s, done {whole:.1f} s" for first, whole in taken)
    print(f"\n{slug} on a phone without a network: {said}, {load()}")
    assert taken[0][1] <= ON_PHONE
