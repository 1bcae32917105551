"""How far a game at the table is from its answers: taps counted by doing them, times on a slow phone and the server.

``python -m pytest -s bench/speed/test_matches.py`` prints one table. The times depend on what else
the machine does; the load is printed with them.
"""

import os
import statistics
import time
from dataclasses import replace
from functools import partial
from typing import Any
from urllib.parse import urlencode

import pytest
from django.core.cache import caches
from django.test import Client
from playwright.sync_api import Locator, Page, expect

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.matches.log.creation import ChosenForce, begin_match
from armybuilder.matches.log.store import MATCHES, load_match
from armybuilder.matches.models import Match
from armybuilder.site.claims import Author
from armybuilder.site.rule_places import rule_places
from bench.speed.timing import median_ms, medians_ms
from rulesets.core.forces.force import add_group
from rulesets.core.play.states import Side
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import all_rulesets, get_ruleset
from tests.browser.phones import Finger, OpenPage, begin_example, row, sit
from tests.test_page_weight import weight
from tests.visitors import ALICE, browser_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

STANDS = 240
"""Units of each side of the large game."""
FEW_TARGETS = 24
"""Units of the other side in a usual game."""
SLOWED = 4
"""How many times slower the phone's processor is made."""
TIMES = 9
"""Runs of which the median is printed."""


def large(ruleset: AnyRuleset, count: int = STANDS) -> ChosenForce:
    """The example army with its groups repeated until it has that many units."""
    demo = ruleset.demo()
    force = replace(demo, groups=())
    while (left := count - sum(len(group.units) for group in force.groups)) > 0:
        group = demo.groups[len(force.groups) % len(demo.groups)]
        force = add_group(force, "Group", group.spec, group.units[:left])
    return ChosenForce(LoadedArmy(ruleset, force))


def slow(page: Page) -> None:
    """Make the page's processor slower."""
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})


def answer_of(page: Page) -> Locator:
    """The headline of the engagement panel."""
    return page.locator("#engage-panel .answer-headline h2")


def taps(open_page: OpenPage, live_server: Any, match: Match) -> list[tuple[str, str, str]]:
    """From the tracker to an answer, with another distance, and of another target with the armies unfolded."""
    page = sit(open_page, live_server, ALICE, match)
    finger = Finger(page)
    finger.tap(row(page, 0, "u2").locator(".row-engage"))
    finger.tap(page.locator('.target[data-target="u2"]'))
    expect(answer_of(page)).to_be_visible()
    first = finger.taps
    finger.tap(page.locator(".engage-steps button").last)
    expect(page.locator(".engage-steps button").last).to_have_attribute("aria-pressed", "true")
    with_distance = finger.taps
    # A list of choices is one tap to unfold and one to choose.
    finger.taps += 2
    page.locator("#engage-opposing").select_option("u3")
    expect(page.locator("#engage-opposing option[selected]")).to_have_attribute("value", "u3")
    following = finger.taps - with_distance
    page.close()
    return [
        ("tracker to answer, both units known", f"{first} taps, {finger.screens} screens", "2 taps, 0 screens"),
        ("  with another distance", f"{with_distance} taps", "3 taps"),
        ("next engagement, other target", f"{following} taps", "2 taps"),
    ]


TAP = """async (holder) => {
  const row = document.querySelector(`.row-unit[data-side="0"][data-holder="${holder}"]`);
  const tick = row.querySelector(".controls .tick:not([aria-checked=true])");
  const before = row.querySelector(".row-states").innerHTML;
  const begun = performance.now();
  tick.click();
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  if (row.querySelector(".row-states").innerHTML === before) throw new Error("The tap is not shown.");
  return performance.now() - begun;
}"""
"""The time from a tap on a box until the page has drawn it, which is before the server answers, in milliseconds."""


def large_game(open_page: OpenPage, live_server: Any, match: Match) -> list[tuple[str, str, str]]:
    """A game of twice that many units on a slow phone: how soon it opens, and a tap is shown."""
    page = open_page(360, 640, has_touch=True, is_mobile=True)
    browser = browser_of(ALICE)
    page.context.add_cookies(
        [{"name": name, "value": each.value, "url": live_server.url} for name, each in browser.cookies.items()]
    )
    slow(page)
    opened = []
    for _ in range(3):
        begun = time.perf_counter()
        page.goto(match.get_absolute_url())
        expect(page.locator("#turn-now")).not_to_be_empty()
        opened.append(time.perf_counter() - begun)
    sent = weight(browser, match.get_absolute_url())
    page.locator('[data-side="0"] .tracker-group > summary').first.tap()
    holders = [unit.id for unit in load_match(match).armies[0].force.groups[0].units][:TIMES]
    shown = []
    for holder in holders:
        row(page, 0, holder).locator(".row-open").tap()
        expect(row(page, 0, holder).locator(".row-card dl").first).to_be_visible()
        shown.append(page.evaluate(TAP, holder))
    page.close()
    return [
        (
            f"tap to shown, {STANDS} stands a side, {SLOWED} x slowed",
            f"{statistics.median(shown) / 1000:.3f} s",
            "0.1 s",
        ),
        (f"game of 2 x {STANDS} opens, {SLOWED} x slowed, first", f"{opened[0]:.2f} s", "1.5 s"),
        ("  again, its files kept", f"{min(opened[1:]):.2f} s", ""),
        ("  on the wire, with its files (gzip)", f"{sent / 1000:.0f} kB", "150 kB"),
    ]


def get(browser: Client, address: str) -> None:
    """A request as if it were the first of its minute, which is answered."""
    caches["counts"].clear()
    assert browser.get(address).status_code == 200


def engage_answer(match: Match, game: str) -> tuple[str, str, str]:
    """How long the server takes for an engagement, in processor time."""
    loaded, browser = load_match(match), browser_of(ALICE)
    own, opposing = (loaded.setup.deployed(loaded.state, side) for side in (0, 1))
    assert own is not None
    assert opposing is not None
    slowest = 0.0, ""
    known = set()
    for group, unit in own.force.units():
        for other_group, other in opposing.force.units():
            sides = Side(own.force, group, unit, own), Side(opposing.force, other_group, other, opposing)
            for each in loaded.setup.play.engagements(*sides):
                if each.calculator in known:
                    continue
                known.add(each.calculator)
                query = urlencode({"own": unit.id, "opposing": other.id, "side": 0, "calculator": each.calculator})
                address = f"{match.get_absolute_url()}/engage?{query}"
                slowest = max(slowest, (median_ms(partial(get, browser, address), TIMES) / 1000, each.calculator))
    seconds, calculator = slowest
    return f"engage answer, {game}, slowest: {calculator}", f"{seconds:.3f} s", "0.15 s"


def engage_targets(ruleset: AnyRuleset) -> list[tuple[str, str, str]]:
    """How long the server takes for all targets of a unit, measured in answers for one of them.

    Of many targets the likeliest are answered first, and all of them on the next tap.
    """
    browser, addresses = browser_of(ALICE), []
    for count in (FEW_TARGETS, STANDS):
        match = begin_match(large(ruleset), large(ruleset, count), {}, Author(None, ALICE.hash))
        own, opposing = (next(unit.id for _, unit in army.force.units()) for army in load_match(match).armies if army)
        address = f"{match.get_absolute_url()}/engage?side=0&own={own}"
        addresses += [f"{address}&opposing={opposing}", f"{address}&distance=6", f"{address}&distance=6&all=1"]
    one, few, _, same, likeliest, every = medians_ms([partial(get, browser, address) for address in addresses], TIMES)
    return [
        (f"{FEW_TARGETS} targets, {ruleset.title}", f"{few / one:.1f} answers’ time", "5 answers’ time"),
        (f"  {STANDS} targets, the likeliest of them", f"{likeliest / same:.1f} answers’ time", "5 answers’ time"),
        ("  and then all", f"{every / same:.1f} answers’ time", ""),
    ]


def citations(ruleset: AnyRuleset) -> tuple[str, str, str]:
    """How many rules that the first answers of the calculators cite have a text on the site, one tap away."""
    places, cited = rule_places(ruleset), set()
    house = ruleset.context(ruleset.demo()).house
    for calculator in ruleset.calculators:
        answer = calculator.ask(calculator.question(), ruleset.catalogue, house)
        cited |= {step.rule for step in answer.steps if step.rule}
    return f"rule's text from a working, {ruleset.slug}", f"{len(cited & places.keys())} of {len(cited)}", "all"


def test_reach(open_page: OpenPage, live_server: Any) -> None:
    MATCHES.cache.clear()
    mbt = get_ruleset("mbt2020")
    begun = begin_match(large(mbt), large(mbt), {}, Author(None, ALICE.hash))
    rows = [*taps(open_page, live_server, begin_example("mbt2020", at_once=True))]
    rows += large_game(open_page, live_server, begun)
    for ruleset in all_rulesets():
        rows.append(engage_answer(begin_example(ruleset.slug), ruleset.title))
        rows += engage_targets(ruleset)
    rows += [citations(ruleset) for ruleset in all_rulesets()]
    print(f"\nload of the machine: {os.getloadavg()[0]:.1f}, processors: {os.cpu_count()}")
    for what, now, reach in rows:
        print(f"{what:<58}{now:>20}{reach:>26}")
