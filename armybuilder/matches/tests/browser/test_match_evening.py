"""A game in a room without a reliable network: it fails at every step, and nothing is lost or done twice."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from django.core import signing
from playwright._impl._api_structures import SetCookieParam
from playwright.sync_api import BrowserType, Page, Route, expect

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army
from armybuilder.armies.revisions import create_army, load_head
from armybuilder.matches.log.creation import ChosenForce, begin_match
from armybuilder.matches.log.seats import invite, take
from armybuilder.matches.log.store import MATCHES
from armybuilder.matches.models import Match
from armybuilder.site import claims
from armybuilder.site.claims import Author
from rulesets.core.play.matches import MatchState
from rulesets.core.play.states import GAME, PlayState
from rulesets.registry import get_ruleset
from tests.browser.pages import CHROMIUM, CHROMIUM_FLAGS, NO_OPTIMIZING, ON_DISK, UNSEEN_UNTIL_READY, wait_until_ready
from tests.browser.phones import (
    OpenPage,
    assert_one_game,
    begin_example,
    boxes,
    end_segment,
    engage,
    happened,
    lose_network,
    regain_network,
    row,
    sheet,
    sit,
)
from tests.offline.engine_memory import GiveEngine, give_engine
from tests.offline.test_device import STAYS, take_offline, until
from tests.offline.test_engine import WORKED_OUT
from tests.offline.test_worker import RECORD
from tests.visitors import ALICE, BOB

__all__ = ["give_engine"]

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

A_YEAR_BACK = """{
  const Right = Date;
  globalThis.Date = class extends Right {
    constructor(...given) { given.length ? super(...given) : super(Right.now() - 365 * 86_400_000); }
    static now() { return Right.now() - 365 * 86_400_000; }
  };
}"""
"""Sets a page's clock wrong."""
NO_NETWORK = "--proxy-server=http://127.0.0.1:9", "--proxy-bypass-list=<-loopback>"
"""Cuts off a browser with its workers; it takes itself for connected, as in a WLAN without the internet."""
IS_KEPT = """async (address) => {
  const { promise, resolve } = Promise.withResolvers();
  const request = indexedDB.open("armybuilder");
  request.onsuccess = () => resolve(request.result);
  const device = await promise;
  for (let tries = 0; tries < 300; tries += 1) {
    const game = await new Promise((resolve) => {
      const known = device.transaction("kept").objectStore("kept").get(address);
      known.onsuccess = () => resolve(known.result);
    });
    if (game?.match) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}"""


class Device:
    """A browser that keeps its data when it is closed and started again."""

    def __init__(self, browser_type: BrowserType, folder: Path, address: str) -> None:
        """Begin with the browser closed."""
        self.browser_type, self.folder, self.address = browser_type, folder, address

    @contextmanager
    def started(self, *arguments: str) -> Iterator[Page]:
        """A page of the browser."""
        context = self.browser_type.launch_persistent_context(
            self.folder,
            executable_path=CHROMIUM,
            args=[*CHROMIUM_FLAGS, NO_OPTIMIZING, *arguments],
            ignore_default_args=[ON_DISK],
            base_url=self.address,
            viewport={"width": 1280, "height": 900},
            reduced_motion="reduce",
        )
        context.add_init_script(UNSEEN_UNTIL_READY)
        context.on("page", wait_until_ready)
        page = context.new_page()
        yield page
        context.close()


def lose_answers(page: Page) -> None:
    """Let a request of the page arrive but lose its answer, until it is sent again."""
    lost = set[str]()

    def lose(route: Route) -> None:
        if route.request.method == "POST" and route.request.url not in lost:
            lost.add(route.request.url)
            route.fetch()
            route.abort()
        else:
            route.fallback()

    page.route("**/*", lose)


def begin_evening() -> tuple[Match, Army]:
    """A game of Alice's stored army against Bob's."""
    game, author = get_ruleset("warstrike"), Author(None, ALICE.hash)
    reds, blues = (LoadedArmy(game, replace(game.demo(), name=name)) for name in ("Reds", "Blues"))
    army = create_army(reds, "New army", author)
    match = begin_match(ChosenForce(reds, army), ChosenForce(blues), {}, author, at_once=True)
    seat = invite(match, 1)
    take(seat, Author(None, BOB.hash), seat.invitation)
    return match, army


def test_a_game_is_taken_offline_at_the_table(open_page: OpenPage, live_server: Any, give_engine: GiveEngine) -> None:
    MATCHES.cache.clear()
    match = begin_example("warstrike", at_once=True)
    alice = sit(open_page, live_server, ALICE, match, expected="htmx: htmx:error: Failed to fetch")
    panel, take = alice.locator("#engage-panel"), alice.locator("#take-offline")
    with sheet(alice):
        expect(take.get_by_role("button")).to_be_visible(timeout=30_000)
    lose_network(alice)
    row(alice, 0, "u3").locator(".row-engage").click()
    panel.get_by_role("button", name="Take this game offline").click()
    expect(take.get_by_role("status")).to_contain_text("the connection was lost")
    expect(take.get_by_role("status")).to_be_in_viewport(ratio=0.99)
    regain_network(alice)
    give_engine(alice)
    take.get_by_role("button").click()
    expect(take.get_by_role("status")).to_have_text(STAYS, timeout=120_000)
    alice.locator("#more-close").click()
    panel.get_by_role("button", name="Close").click()
    assert alice.evaluate(IS_KEPT, match.get_absolute_url())
    lose_network(alice)
    engage(alice, 0, "u3", "u4")
    expect(panel.locator("#answer > .alert")).to_have_text(WORKED_OUT)
    happened(panel, "2 markers")
    expect(alice.locator("#sending")).to_contain_text("1 not sent")


def test_next_scrolls_to_a_unit_that_may_act_without_a_network(
    open_page: OpenPage, live_server: Any, give_engine: GiveEngine
) -> None:
    start = MatchState(conditions=PlayState({GAME: {"first": (1,)}}), segment=1)
    alice = sit(open_page, live_server, ALICE, begin_example("mbt2020", start=start, at_once=True))
    give_engine(alice)
    with sheet(alice):
        alice.locator("#take-offline").get_by_role("button").click()
        expect(alice.locator("#take-offline").get_by_role("status")).to_have_text(STAYS, timeout=120_000)
    alice.evaluate("document.documentElement.style.scrollBehavior = 'auto'")
    alice.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    lose_network(alice)
    alice.locator("#next").click()
    expect(alice.locator("#sending")).to_contain_text("1 not sent")
    first = alice.locator(".tracker-group .row-unit:not(.is-quiet)").first
    expect(first).to_be_in_viewport(ratio=1)


def test_a_reload_without_a_network_shows_the_last_event(open_page: OpenPage, live_server: Any, tmp_path: Path) -> None:
    match = begin_example("warstrike", at_once=True)
    alice, bob = (sit(open_page, live_server, claim, match) for claim in (ALICE, BOB))
    until(alice, f"async () => Boolean(await ({RECORD})(location.pathname))")
    boxes(bob, 1, "u2").get_by_role("button", name="Has given an order").click()
    expect(alice.locator("#last")).to_contain_text("1: ")
    until(alice, f"async () => (await ({RECORD})(location.pathname)).now?.head === 1")
    lose_network(alice)
    alice.reload()
    expect(alice.locator("#last")).to_contain_text("Has given an order")
    boxes(alice, 0, "u2").get_by_role("button", name="Has given an order").click()
    alice.reload()
    expect(alice.locator("#sending")).to_contain_text("1 not sent")
    expect(row(alice, 0, "u2").locator(".row-states .chip")).to_have_count(1)
    line = alice.locator("#page-state")
    expect(line).to_contain_text("Offline. The game was stored on")
    alice.screenshot(path=tmp_path / "offline.png")
    assert line.evaluate("line => [line.offsetHeight, line.scrollWidth <= line.clientWidth]") == [24, True]


def test_a_game_evening_without_a_network_at_every_step(
    browser_type: BrowserType, open_page: OpenPage, live_server: Any, tmp_path: Path, give_engine: GiveEngine
) -> None:
    MATCHES.cache.clear()
    match, army = begin_evening()
    units, begun = load_head(army).unit_count, time.time()
    device = Device(browser_type, tmp_path, live_server.url)
    signer = signing.get_cookie_signer(salt=claims.COOKIE + claims.SALT)
    cookie = SetCookieParam(
        name=claims.COOKIE, value=signer.sign(ALICE.key), url=live_server.url, expires=begun + 86_400
    )
    bob = sit(open_page, live_server, BOB, match)

    def assert_kept(page: Page) -> None:
        """The page shows when it was kept, by the correct clock."""
        expect(page.locator("#page-state")).to_contain_text("was stored on")
        since = datetime.fromisoformat(str(page.locator("html").get_attribute("data-kept"))).timestamp()
        assert begun - 1 <= since <= time.time()

    def waits(page: Page, events: int) -> None:
        expect(page.locator("#sending")).to_contain_text(f"{events} not sent")

    with device.started() as alice:
        alice.context.add_cookies([cookie])
        take_offline(alice, army, give_engine)
        alice.goto(match.get_absolute_url())
        assert alice.evaluate(IS_KEPT, match.get_absolute_url())
        alice.context.set_offline(True)
        alice.context.add_init_script(A_YEAR_BACK)
        alice.reload()
        assert_kept(alice)
        panel = engage(alice, 0, "u3", "u4")
        expect(panel.locator("#answer > .alert")).to_have_text(WORKED_OUT)
        expect(panel.locator("#answer > .alert")).to_contain_text("and the game as of")
        happened(panel, "2 markers")
        waits(alice, 1)
        happened(engage(alice, 0, "u5", "u4"), "1 model lost")
        boxes(alice, 0, "u2").get_by_role("button", name="Has given an order").click()
        waits(alice, 3)
        boxes(bob, 1, "u2").get_by_role("button", name="Has given an order").click()
        alice.goto(army.get_absolute_url())
        assert_kept(alice)
        alice.locator("#unit-u2 .unit-link").click()
        alice.locator("#inspector").get_by_role("button", name="One more").click()
        expect(alice.locator("#groups .unit")).to_have_count(units + 1)
    with device.started(*NO_NETWORK) as alice:
        alice.context.add_init_script(A_YEAR_BACK)
        alice.goto(army.get_absolute_url())
        expect(alice.locator("#groups .unit")).to_have_count(units + 1)
        alice.goto(match.get_absolute_url())
        assert_kept(alice)
        waits(alice, 3)
        end_segment(alice, "First player’s Action Phase")
        waits(alice, 4)
        alice.goto(f"{match.get_absolute_url()}/calculators/under-fire/?army.own=0:u5&army.opposing=1:u4")
        assert_kept(alice)
        expect(alice.locator("#answer > .alert")).to_have_text(WORKED_OUT)
        expect(alice.locator("#opposing-unit")).to_have_value("1:u4")
        expect(alice.locator(".in-game")).to_contain_text("turn 1, Second player’s Action Phase")
    lose_answers(bob)
    boxes(bob, 1, "u3").get_by_role("button", name="Has acted or fallen back").click()
    expect(bob.locator("#sending")).to_have_text("Saved")
    with device.started() as alice:
        lose_answers(alice)
        alice.goto(match.get_absolute_url())
        states, log = assert_one_game(match, alice, bob)
        assert states == {
            "0:u2": ["Has given an order"],
            "0:u3": ["Has acted or fallen back"],
            "0:u5": ["Has acted or fallen back"],
            "1:u4": ["Markers 2/4", "Models lost 1/10"],
        }
        done = "Has acted or fallen back"
        assert log == [
            "1·1 Lieutenant (Blues) – Has given an order",
            f"1·2 First section (Blues) – {done}",
            f"Under fire, 1·2 First section at 1·3 Second section: 2 markers; 1·2 First section (Reds) – {done}; "
            "1·3 Second section (Blues) – Markers: 0 → 2",
            f"Under fire, 1·4 Support at 1·3 Second section: 1 model lost; 1·4 Support (Reds) – {done}; "
            "1·3 Second section (Blues) – Models lost: 0 → 1",
            "1·1 Lieutenant (Reds) – Has given an order",
            "Turn 1: “First player’s Action Phase” ended; 1·1 Lieutenant (Blues) – no longer “Has given an order”; "
            f"1·2 First section (Blues) – no longer “{done}”",
        ]
        alice.goto(army.get_absolute_url())
        expect(alice.locator("#page-state")).to_contain_text("Up to date")
        expect(alice.locator("#groups .unit")).to_have_count(units + 1)
        assert load_head(Army.objects.get(pk=army.pk)).unit_count == units + 1
