"""A map of 60 by 60 tiles with 40 squads on a phone: how long its page is busy at a time with all that one does on it.

Run with ``pytest -s bench/speed/test_desk.py``; the longest tasks are printed beside those of the
example's small map. The browser's processor is slowed down to a phone's. The figure holds on a machine that does
nothing else.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from armybuilder.desk.models import Battle
from armybuilder.desk.revisions import BATTLES, create_battle, desk_of
from armybuilder.desk.tests.browser.test_desk import tile_of
from armybuilder.desk.tests.conftest import DESK, GAME
from armybuilder.site.claims import Author
from bench.speed.test_forum_combat import large_combat
from rulesets.systems.forum_combat.desk import rounds
from tests.visitors import ALICE, browser_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MAX_MS = 200
SLOWER = 4
"""How often slower a phone is than this machine."""
TURNS = 3
"""Each thing is done so often, and its best time counts: the others tell how busy the machine was."""
SMALL_ORDERS = "Alpha: shoot Reavers\nReavers: shoot nearest\n"
LARGE_ORDERS = "\n".join(
    [f"Players {n}: {'shoot' if n % 2 else 'charge'} Enemies {n}" for n in range(1, 21)]
    + [f"Enemies {n}: shoot nearest" for n in range(1, 21)]
)
WATCH = """
window.tasks = [];
new PerformanceObserver((list) => list.getEntries().forEach((each) => window.tasks.push(each.duration)))
  .observe({ type: "longtask", buffered: true });
"""
SCROLL = """async () => {
  const board = document.getElementById("board");
  for (let step = 0; step < 40; step += 1) {
    board.scrollTo(step * 20, step * 20);
    await new Promise(requestAnimationFrame);
  }
  board.scrollTo(0, 0);
}"""


def longest(page: Page, battle: Battle, orders: str) -> dict[str, float]:
    """The longest task, in milliseconds, of opening the page and of all that one does on it."""
    found = {}

    def timed(what: str, work: Callable[[], object], said: str = "") -> None:
        page.evaluate("window.tasks = []")
        work()
        if said:
            expect(page.locator("#said")).to_contain_text(said)
        page.wait_for_timeout(1000)
        found[what] = max(page.evaluate("window.tasks"), default=0.0)

    def click(*selectors: str) -> None:
        for selector in selectors:
            page.locator(selector).first.click()

    def open_it() -> None:
        page.goto(battle.get_absolute_url())
        page.wait_for_load_state("networkidle")

    def drag(across: int, down: int) -> None:
        page.mouse.down()
        for step in range(1, 30):
            page.mouse.move(x + across * step, y + down * step)
        page.mouse.up()

    def paste() -> None:
        page.locator("#orders-text").focus()
        page.keyboard.press("Control+a")
        page.keyboard.press("Control+v")

    timed("open", open_it)
    page.evaluate("text => navigator.clipboard.writeText(text)", orders)
    first = desk_of(GAME).board(BATTLES.load_head(battle)).pieces[0]
    assert first.x is not None
    assert first.y is not None
    x, y = tile_of(page, first.x, first.y)
    page.mouse.move(x, y)
    timed("move a piece", lambda: drag(6, 5), " at ")
    click('[data-mode="paint"][data-number="2"]')
    page.mouse.move(x, y)
    timed("paint", lambda: drag(5, 1), "cover")
    timed("undo painting", lambda: click("#undo"), "Undone")
    timed("redo", lambda: click("#redo"), "again")
    timed("zoom", lambda: click('[data-zoom="1"]'))
    timed("scroll", lambda: page.evaluate(SCROLL))
    click('[data-mode="piece"]', "#groups .desk-group a", '#chosen [data-arm="group"]')
    page.keyboard.press("ArrowDown")
    timed("place a squad", lambda: page.keyboard.press("Enter"), " at ")
    timed("undo placing", lambda: click("#undo"), "Undone")
    timed("look at a squad", lambda: click("#groups .desk-group a"))
    timed("form by hand", lambda: click('#chosen a[href*="broken"]'))
    timed("override", lambda: click(".desk-edit button"), "Break or rally")
    timed("undo override", lambda: click("#undo"), "Undone")
    timed("paste orders", paste)
    timed("check orders", lambda: click('#orders-form [value="check"]'))
    timed("order form", lambda: click("#order-form > a"))
    timed("begin", lambda: click('#orders-form [value="give"]'), "Orders for round 1")
    for phase in ("Command", "Shooting", "Melee", "Movement", "Morale"):
        timed(phase, lambda: click('#round [value="next"]'), phase)
    timed("undo a phase", lambda: click("#undo"), "Undone")
    timed("take back", lambda: click('#round form[action$="back"] button'), "Took")
    timed("open again", open_it)
    return found


def test_no_task_is_long(phone: Page) -> None:
    phone.goto("/")
    address = phone.evaluate("location.origin")
    for name, morsel in browser_of(ALICE).cookies.items():
        phone.context.add_cookies([{"name": name, "value": morsel.value, "url": address}])
    phone.context.grant_permissions(["clipboard-read", "clipboard-write"])
    phone.add_init_script(WATCH)
    phone.context.new_cdp_session(phone).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    made = ((DESK.demo(), SMALL_ORDERS), (rounds.BattleRecord(large_combat()), LARGE_ORDERS))
    turns = [
        [longest(phone, create_battle(GAME, combat, "", Author(None, ALICE.hash)), orders) for combat, orders in made]
        for _ in range(TURNS)
    ]
    small, big = ({what: min(turn[of][what] for turn in turns) for what in turns[0][of]} for of in (0, 1))
    for what, duration in big.items():
        print(f"{what:16} {small[what]:6.0f} ms on the example's map, {duration:6.0f} ms on 60 by 60")
    assert max(big.values()) <= MAX_MS
