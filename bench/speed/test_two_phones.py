"""What two phones owe each other in a game at the table: the cellar, a refusal, and news after a rest.

``python -m pytest -s bench/speed/test_two_phones.py`` prints a row for each figure, with what it has to reach.
"""

import json
from collections.abc import Callable
from itertools import cycle, islice
from statistics import median
from time import perf_counter
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from armybuilder.matches.log.store import MATCHES
from armybuilder.matches.tests.browser.test_engage_panel import kinds
from armybuilder.matches.tests.browser.test_news import Player, game
from armybuilder.matches.tests.conftest import Begin, army, begin, gems, make_army
from armybuilder.matches.tests.screen.test_news import ADDRESS, Game, join
from armybuilder.matches.tests.screen.test_tracker_views import change, send
from bench.real_site import machine
from rulesets.registry import all_rulesets
from tests.browser.phones import OpenPage, begin_example, boxes, engage, lose_network, sit, targets
from tests.offline.test_worker import IS_KEPT_WHOLE
from tests.test_server import post_as, serve, site
from tests.visitors import ALICE, BOB, browser_of

__all__ = ["army", "begin", "game", "gems", "make_army", "serve", "site"]

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

EVENTS = 20
ENGAGEMENTS = 25
"""Of each game: with four games, 100."""
ONE_MINUTE = 60.0
NOTE_STATES = """async () => {
  const { get } = await import(document.querySelector('link[rel="modulepreload"]').href);
  const last = document.getElementById("last");
  window.keptAfter = {};
  new MutationObserver(async () => {
    const number = parseInt(last.textContent, 10);
    if (!number || number in keptAfter) return;
    keptAfter[number] = Infinity;
    const shown = performance.now();
    while (!((await get("kept", location.pathname))?.now?.head >= number)) await new Promise((go) => setTimeout(go, 5));
    keptAfter[number] = performance.now() - shown;
  }).observe(last, { childList: true, characterData: true, subtree: true });
}"""
"""Notes how many milliseconds after an entry is shown the device has the state with it."""


NOTE_ALERTS = """() => new MutationObserver((records) => {
  const added = records.flatMap(({ addedNodes }) => [...addedNodes]).filter(({ nodeType }) => nodeType === 1);
  if (added.some((each) => each.matches("[role=alert]") || each.querySelector("[role=alert]")))
    window.alerted = performance.timeOrigin + performance.now();
}).observe(document.getElementById("engage-panel"), { childList: true, subtree: true })"""
"""Notes when the panel has said that something was refused."""
NOTE_TAPS = """() => addEventListener("click", () => {
  window.tapped = performance.timeOrigin + performance.now();
}, true)"""
"""Notes when the page was last tapped."""


def row(what: str, figure: str, reach: str) -> None:
    """Print a figure."""
    print(f"{what:<60}{figure:>40}{reach:>22}  {machine()}")


def taken_after(page: Page) -> float:
    """Seconds from now until a phone has the rules and the armies of its game."""
    begun = perf_counter()
    while not page.evaluate(f"({IS_KEPT_WHOLE})()"):
        page.wait_for_timeout(200)
        assert perf_counter() - begun < 10 * ONE_MINUTE
    return perf_counter() - begun


@pytest.mark.parametrize("slug", [each.slug for each in all_rulesets() if each.play is not None])
def test_cellar(slug: str, open_page: OpenPage, live_server: Any) -> None:
    MATCHES.cache.clear()
    match = begin_example(slug, at_once=True)
    alice = sit(open_page, live_server, ALICE, match, scripts=(), expected="htmx: htmx:error: Failed to fetch")
    row(f"{slug}: rules and armies on the device", f"{taken_after(alice):.1f} s", "60 s")
    bob = sit(open_page, live_server, BOB, match)
    alice.evaluate(NOTE_STATES)
    asked = list(kinds(match))
    box = boxes(bob, 1, asked[0][1]).locator('.tick:not([role="radio"], [aria-disabled="true"])').first
    for number in range(1, EVENTS + 1):
        box.click()
        expect(alice.locator("#last")).to_contain_text(f"{number}: ")
    alice.wait_for_function(f"Object.values(keptAfter).filter(isFinite).length === {EVENTS}")
    kept = sorted(alice.evaluate("Object.values(keptAfter)"))
    row(f"{slug}: an event kept after", f"{median(kept):.0f} ms, at most {kept[-1]:.0f}", "300 ms")
    lose_network(alice)
    answered, panel = 0, alice.locator("#engage-panel")
    for own, opposing, engagement in islice(cycle(asked), ENGAGEMENTS):
        engage(alice, 0, own, opposing, engagement.title)
        expect(panel.locator("#answer > .alert").first).to_be_visible()
        answered += panel.locator("#answer:has(> .one-line) .answer-headline").count()
        panel.get_by_role("button", name="Close").first.click()
    row(f"{slug}: engagements answered without a network", f"{answered} of {ENGAGEMENTS}", "all")


def refusals(alice: Page, bob: Page, propose: Callable[[int], object]) -> str:
    """How soon refusals of Bob's are in Alice's open panel, by the clocks of their pages."""
    panel, times = alice.locator("#engage-panel"), list[float]()
    alice.evaluate(NOTE_ALERTS)
    bob.evaluate(NOTE_TAPS)
    for number in range(EVENTS):
        propose(number)
        bob.get_by_role("button", name="Not so").click()
        expect(panel.get_by_role("alert")).to_have_count(0)
        bob.get_by_role("button", name="Range").click()
        expect(panel.get_by_role("alert")).to_have_count(1)
        times.append((alice.evaluate("alerted") - bob.evaluate("tapped")) / 1000)
        panel.get_by_role("alert").evaluate("alert => alert.remove()")
    return f"{median(times):.2f} s, at most {max(times):.2f}"


def test_refusal(game: tuple[int, Game], open_page: OpenPage) -> None:
    _, table = game
    first = Player(open_page, table, table.player)
    with first.page.expect_navigation():
        joined = join(table, "player")
    alice, bob = first.page, Player(open_page, table, joined).page
    for page in (alice, bob):
        page.clock.resume()
    alice.locator(".row-unit[data-side='0'] .row-engage").first.click()
    expect(alice.locator("#engage-panel .targets")).to_be_visible()
    own, opposing = (
        alice.locator(f".row-unit[data-side='{side}']").first.get_attribute("data-holder") for side in (0, 1)
    )

    def propose(number: int) -> None:
        lost = {"track": "state", "box": "neutralised", "holder": opposing, "side": 1}
        event = change(f"e{number}", lost, calculator="engagement", own=own, opposing=opposing)
        body = json.dumps({"since": 0, "events": [event]}).encode()
        status, _, answer = post_as(
            table.port, ADDRESS, f"{table.address}/events", body, "application/json", table.player
        )
        assert (status, b"error" in answer) == (200, False)

    row("a refusal in the asker's panel", refusals(alice, bob, propose), "1 s")


def test_refusal_without_news(begin: Begin, open_page: OpenPage, live_server: Any) -> None:
    match = begin()
    alice, bob = (sit(open_page, live_server, claim, match) for claim in (ALICE, BOB))
    targets(alice, 0, "u3")

    def propose(number: int) -> None:
        thrown = {"track": "done", "box": "thrown", "holder": "u2", "side": 0}
        lost = {"track": "chips", "amount": 1, "holder": "u2", "side": 1}
        event = change(f"e{number}", thrown, lost, calculator="skipping", own="u2", opposing="u2")
        send(browser_of(ALICE), match, event)

    row("the same, phones that ask again", refusals(alice, bob, propose), "1 s")


def test_quiet(game: tuple[int, Game], open_page: OpenPage) -> None:
    _, table = game
    first = Player(open_page, table, table.player)
    with first.page.expect_navigation():
        joined = join(table, "player")
    phones, soon = (first, Player(open_page, table, joined)), 0
    for number in range(1, EVENTS + 1):
        for phone in phones:
            phone.rest()
        begun = perf_counter()
        assert table.throw(f"e{number}") == 200
        for phone in phones:
            phone.expect_entry(number)
        soon += perf_counter() - begun <= 1
    row("an event on two phones within 1 s, after three quiet minutes", f"{soon} of {EVENTS}", "19 of 20")
