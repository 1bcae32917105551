"""A game that was opened once opens without a network."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core import signing
from playwright.sync_api import Locator, Page, expect

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army
from armybuilder.armies.revisions import create_army, load_head
from armybuilder.matches.log.creation import ChosenForce, begin_match
from armybuilder.matches.models import Match
from armybuilder.matches.tests.conftest import Begin, _empty_desk, army, begin, gems, make_army
from armybuilder.site import claims
from armybuilder.site.claims import Author
from rulesets.registry import get_ruleset
from tests.browser.pages import wait_until
from tests.browser.phones import end_segment, engage, happened, in_step, open_row, row, targets
from tests.offline.engine_memory import GiveEngine, give_engine
from tests.offline.test_device import STAYS, set_version, sign_in, take_offline, until
from tests.visitors import ALICE, browser_of

__all__ = ["_empty_desk", "army", "begin", "gems", "give_engine", "make_army"]

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

KEPT = """async (cards) => {
  for (let tries = 0; tries < 200; tries += 1) {
    const pages = await (await caches.open("pages")).keys();
    if (pages.filter(({ url }) => url.includes("/units/")).length === cards) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}"""


def test_a_game_opened_once_sends_its_events_later(
    begin: Begin, open_page: Callable[..., Page], live_server: Any
) -> None:
    match = begin()
    page = open_page(360, 640)
    signer = signing.get_cookie_signer(salt=claims.COOKIE + claims.SALT)
    page.context.add_cookies([{"name": claims.COOKIE, "value": signer.sign(ALICE.key), "url": live_server.url}])
    page.goto(match.get_absolute_url())
    assert page.evaluate(KEPT, 6)
    page.reload()
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_text("Offline. The game was stored on")).to_be_visible()
    first = open_row(page, 0, "u2")
    expect(first.get_by_text("It flies over water.")).to_be_visible()
    first.get_by_role("button", name="Chips: one more").click()
    expect(page.locator("#sending")).to_contain_text("1 not sent")
    page.goto("/pebbles/rules/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    for address, heading in (("/armies/", "My armies"), ("/matches/", "Games in play"), ("/", "")):
        page.goto(address)
        expect(page.locator("#page-state")).to_contain_text("was stored on")
        expect(page.get_by_role("heading", level=1)).to_contain_text(heading)
    page.goto("/armies/import")
    expect(page.get_by_role("heading", name="You are offline")).to_be_visible()
    page.goto(match.get_absolute_url())
    expect(page.locator("#sending")).to_contain_text("1 not sent")
    page.context.set_offline(False)
    expect(page.locator("#sending")).to_have_text("Saved")
    page.reload()
    expect(page.get_by_text("You are offline.")).to_have_count(0)
    expect(first.locator(".row-states")).to_contain_text("1")


def test_a_form_without_a_network_stays_filled_in(army: Army, open_page: Callable[..., Page], live_server: Any) -> None:
    page = open_page()
    signer = signing.get_cookie_signer(salt=claims.COOKIE + claims.SALT)
    page.context.add_cookies([{"name": claims.COOKIE, "value": signer.sign(ALICE.key), "url": live_server.url}])
    page.goto("/armies/new/pebbles")
    page.evaluate(
        "() => navigator.serviceWorker.register('/service-worker.js').then(() => navigator.serviceWorker.ready)"
    )
    page.reload()
    wait_until(page, "navigator.serviceWorker.controller !== null")
    name = page.get_by_label("Name", exact=True)
    name.fill("Cliff")
    page.context.set_offline(True)
    page.get_by_role("button", name="Start building").click()
    expect(page.locator("#messages")).to_contain_text("The site could not be reached, so nothing was saved or shown.")
    expect(name).to_have_value("Cliff")
    page.context.set_offline(False)
    page.get_by_role("button", name="Start building").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Cliff")
    assert Army.objects.filter(name="Cliff").count() == 1
    page.goto("/armies/new/pebbles")
    name.fill("Dune")
    requests: list[str] = []
    page.context.on("request", lambda request: requests.append(f"{request.method} {request.url}"))
    page.get_by_role("button", name="Start building").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Dune")
    assert requests[0] == f"POST {live_server.url}/armies/new/pebbles"
    assert [each for each in requests if each.startswith("HEAD")] == []


def test_a_reload_without_a_network_shows_the_last_event(
    begin: Begin, open_page: Callable[..., Page], live_server: Any
) -> None:
    match = begin(seated=False)
    address, page = match.get_absolute_url(), open_page(360, 640)
    sign_in(page, live_server)
    page.goto(address)
    until(page, f"async () => (await ({RECORD})(location.pathname)) !== null")
    page.reload()
    open_row(page, 0, "u2").get_by_role("button", name="Chips: one more").click()
    for segment in ("First throws", "Second throws", "Tide"):
        end_segment(page, segment)
    in_step(match, page)
    page.context.set_offline(True)
    page.reload()
    expect(page.locator("#sending")).to_have_text("Saved · no connection")
    expect(page.locator("#turn-now")).to_have_text("Turn 2 · First throws · Shore acts")
    expect(row(page, 0, "u2").locator(".chip")).to_have_text("Chips 1/3")
    expect(page.locator("#last")).to_contain_text("4: Turn 1: “Tide” ended")
    page.context.set_offline(False)
    expect(page.locator("#sending")).to_have_text("Saved")
    expect(page.get_by_text("You are online again")).to_have_count(0)
    browser_of(ALICE).post(
        f"{address}/events",
        {"since": 0, "events": [{"id": "a1", "changes": [{"track": "chips", "amount": 1, "holder": "u2"}]}]},
        content_type="application/json",
    )
    expect(row(page, 0, "u2").locator(".chip")).to_have_text("Chips 2/3")
    page.goto("/matches/")
    page.goto(address)
    page.context.set_offline(True)
    page.reload()
    expect(row(page, 0, "u2").locator(".chip")).to_have_text("Chips 2/3")


STORED = """async () => {
  const cache = await caches.open("engine");
  const sizes = (await cache.keys()).map(async (each) => (await (await cache.match(each)).blob()).size);
  return (await Promise.all(sizes)).reduce((one, other) => one + other);
}"""
RECORD = """async (address) => {
  if (!(await indexedDB.databases()).length) return null;
  const request = indexedDB.open("armybuilder");
  await new Promise((resolve) => { request.onsuccess = resolve; });
  const found = request.result.transaction("kept").objectStore("kept").get(address);
  await new Promise((resolve) => { found.onsuccess = resolve; });
  request.result.close();
  return found.result ?? null;
}"""


def test_a_game_kept_first_engages_once_an_army_is_taken_later(
    db: None, open_page: Callable[..., Page], live_server: Any, give_engine: GiveEngine
) -> None:
    game, alice = get_ruleset("warstrike"), Author(None, ALICE.hash)
    army = create_army(LoadedArmy(game, game.demo()), "New army", alice)
    chosen = ChosenForce(load_head(army), army)
    match = begin_match(chosen, chosen, {}, alice, at_once=True)
    page = open_page()
    signer = signing.get_cookie_signer(salt=claims.COOKIE + claims.SALT)
    page.context.add_cookies([{"name": claims.COOKIE, "value": signer.sign(ALICE.key), "url": live_server.url}])
    page.goto(match.get_absolute_url())
    until(page, f"async () => (await ({RECORD})(location.pathname)) !== null")
    browser_of(ALICE).post(
        f"{match.get_absolute_url()}/events",
        {"since": 0, "events": [{"id": "a1", "kind": "next", "turn": 1}]},
        content_type="application/json",
    )
    page.goto(army.get_absolute_url())
    assert page.evaluate(RECORD, match.get_absolute_url()).get("match") is None
    give_engine(page)
    page.locator(".builder-menu > summary").click()
    page.locator("#take-offline button").click()
    expect(page.locator("#take-offline p")).to_have_text(STAYS, timeout=120_000)
    kept = page.evaluate(RECORD, match.get_absolute_url())
    assert (kept["match"]["ruleset"], kept["now"]["segment"]) == ("warstrike", 1)
    # What the button promised, in MB.
    expect(page.locator("#take-offline button")).to_contain_text("stores 70 MB")
    assert 60 < page.evaluate(STORED) / 1_000_000 < 80
    page.context.set_offline(True)
    page.goto(match.get_absolute_url())
    unit = game.demo().groups[0].units[0].id
    panel = engage(page, 0, unit, unit)
    expect(panel.locator("#answer")).to_contain_text("this device worked this out")


IS_KEPT_WHOLE = f"async () => Boolean((await ({RECORD})(location.pathname))?.match)"
"""Script that returns whether the game on the page is on the device with its armies."""
ANSWER = """panel => {
  const answer = panel.querySelector("#answer").cloneNode(true);
  answer.querySelector("#throw-said")?.remove(); // whether the site can roll, which depends on the network
  return [...answer.children]
    .filter((each) => !each.textContent.trim().startsWith("You are offline: this device worked this out"))
    .map((each) => each.textContent.replace(/\\s+/g, " ").trim());
}"""
NO_NETWORK = "You are offline: this device worked this out"


def begin_with_army() -> tuple[Match, Army]:
    """Alice's game of her own army against itself, and the army."""
    game, alice = get_ruleset("warstrike"), Author(None, ALICE.hash)
    army = create_army(LoadedArmy(game, game.demo()), "New army", alice)
    chosen = ChosenForce(load_head(army), army)
    return begin_match(chosen, chosen, {}, alice, at_once=True), army


def answered(panel: Locator, *, by_device: bool) -> list[str]:
    """The answer in an engagement panel, without the notice that the device worked it out; closes the panel."""
    expect(panel.locator(".answer-headline")).to_be_visible(timeout=120_000)
    expect(panel.get_by_text(NO_NETWORK)).to_have_count(int(by_device))
    found: list[str] = panel.evaluate(ANSWER)
    panel.get_by_role("button", name="Close").click()
    return found


def all_targets(page: Page, own: str) -> list[str]:
    """The targets of a unit with their figures; closes the panel."""
    panel = targets(page, 0, own)
    found = panel.locator(".target").all_inner_texts()
    panel.get_by_role("button", name="Close").click()
    assert any("marker" in each for each in found)
    return found


def in_sequence(page: Page, own: str, opposing: str, then: str) -> list[str]:
    """What comes of two units that engage one target in turn; closes the panel."""
    panel = engage(page, 0, own, opposing)
    panel.get_by_role("button", name="Several units at this target").click()
    panel.locator("#sequence-add").select_option(value=then)
    rows = panel.locator(".sequence li > p:first-child")
    expect(rows).to_have_count(2, timeout=120_000)
    found = rows.all_inner_texts()
    panel.get_by_role("button", name="Close").click()
    return found


def test_engage_is_right_after_a_new_version_with_events_around_it(
    db: None,
    open_page: Callable[..., Page],
    live_server: Any,
    give_engine: GiveEngine,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match, army = begin_with_army()
    address, page = match.get_absolute_url(), open_page()
    sending = page.locator("#sending")
    sign_in(page, live_server)
    set_version(monkeypatch, "first")
    page.goto(address)
    until(page, f"async () => (await ({RECORD})(location.pathname)) !== null")
    fresh = answered(engage(page, 0, "u5", "u4"), by_device=False)
    set_version(monkeypatch, "second")
    take_offline(page, army, give_engine)
    page.goto(address)
    until(page, IS_KEPT_WHOLE)
    happened(engage(page, 0, "u3", "u4"), "2 markers")
    expect(sending).to_have_text("Saved")
    after_sent = answered(engage(page, 0, "u5", "u4"), by_device=False)
    compared, together = all_targets(page, "u5"), in_sequence(page, "u5", "u4", "u3")
    page.context.set_offline(True)
    assert all_targets(page, "u5") == compared
    assert in_sequence(page, "u5", "u4", "u3") == together
    assert answered(engage(page, 0, "u5", "u4"), by_device=True) == after_sent != fresh
    page.goto(address)
    expect(page.locator("html")).to_have_attribute("data-version", "second")
    assert answered(engage(page, 0, "u5", "u4"), by_device=True) == after_sent
    happened(engage(page, 0, "u5", "u4"), "1 model lost")
    expect(sending).to_contain_text("1 not sent")
    with_unsent = answered(engage(page, 0, "u5", "u4"), by_device=True)
    page.context.set_offline(False)
    expect(sending).to_have_text("Saved")
    assert answered(engage(page, 0, "u5", "u4"), by_device=False) == with_unsent != after_sent
    page.context.set_offline(True)
    assert answered(engage(page, 0, "u5", "u4"), by_device=True) == with_unsent
    page.goto(address)
    assert answered(engage(page, 0, "u5", "u4"), by_device=True) == with_unsent


def test_engage_is_right_in_a_game_opened_in_a_new_version(
    db: None,
    open_page: Callable[..., Page],
    live_server: Any,
    give_engine: GiveEngine,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match, army = begin_with_army()
    address, page = match.get_absolute_url(), open_page()
    sign_in(page, live_server)
    set_version(monkeypatch, "first")
    take_offline(page, army, give_engine)
    page.goto(address)
    until(page, IS_KEPT_WHOLE)
    set_version(monkeypatch, "second")
    page.goto(address)
    button = page.get_by_role("button", name="Use the new version of the site")
    expect(button).to_be_visible()
    expect(button).to_have_count(0, timeout=120_000)
    until(page, f"async () => (await ({RECORD})(location.pathname)).version === 'second'")
    happened(engage(page, 0, "u3", "u4"), "2 markers")
    expect(page.locator("#sending")).to_have_text("Saved")
    online = answered(engage(page, 0, "u5", "u4"), by_device=False)
    page.context.set_offline(True)
    page.goto(address)
    expect(page.locator("html")).to_have_attribute("data-version", "second")
    assert answered(engage(page, 0, "u5", "u4"), by_device=True) == online
