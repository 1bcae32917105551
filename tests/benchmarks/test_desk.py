"""A map of 60 by 60 tiles with 40 squads on a phone: how long its page is busy at a time.

Run with ``pytest -m benchmark -s tests/benchmarks/test_desk.py``; the longest tasks are printed beside those of the
example's small map. The figure holds on a machine that does nothing else.
"""

from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from armybuilder.armies.revisions import Author
from armybuilder.desk.models import Battle
from armybuilder.desk.steps import found_battle
from tests.armies.conftest import ALICE, browser_of
from tests.desk.conftest import DESK, GAME

pytestmark = [pytest.mark.benchmark, pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MOST_MS = 200
SQUADS = 40
TURNS = 3
"""Each thing is done so often, and its best time counts: the others tell how busy the machine was."""
WATCH = """
window.tasks = [];
new PerformanceObserver((list) => list.getEntries().forEach((each) => window.tasks.push(each.duration)))
  .observe({ type: "longtask", buffered: true });
"""


def large() -> Battle:
    """Alice's battle of so many squads on the large map."""
    forces = []
    for force in DESK.forces():
        groups = [replace(group, name=f"{group.name} {n}") for n in range(SQUADS) for group in force.groups]
        forces.append(replace(force, groups=tuple(groups[: SQUADS // 2])).with_ids())
    return found_battle(GAME, DESK.new(DESK.setup("Large", 60, 60), tuple(forces)), "", Author(None, ALICE.hash))


def longest(page: Page, battle: Battle) -> dict[str, float]:
    """The longest task, in milliseconds, of opening the page and of all that one does on the map."""
    found = {}

    def note(what: str) -> None:
        page.wait_for_timeout(1500)
        found[what] = max(page.evaluate("window.tasks.splice(0)"), default=0.0)

    def drag() -> None:
        page.mouse.down()
        for step in range(1, 30):
            page.mouse.move(60 + 6 * step, 330 + 5 * step)
        page.mouse.up()

    page.goto(battle.get_absolute_url())
    page.wait_for_load_state("networkidle")
    note("open")
    box = page.locator(".board-map .piece").first.bounding_box()
    assert box
    page.mouse.move(box["x"] + 8, box["y"] + 8)
    drag()
    note("move a piece")
    page.locator('[data-mode="paint"]').last.click()
    page.mouse.move(60, 330)
    drag()
    note("paint")
    page.get_by_role("button", name="Larger").click()
    page.evaluate("""async () => {
      const board = document.getElementById("board");
      for (let step = 0; step < 40; step += 1) {
        board.scrollTo(step * 20, step * 20);
        await new Promise(requestAnimationFrame);
      }
    }""")
    note("zoom and scroll")
    page.locator("#undo").click()
    expect(page.locator("#said")).to_contain_text("Undone")
    note("undo")
    return found


def test_no_task_is_long(phone: Page) -> None:
    phone.goto("/")
    address = phone.evaluate("location.origin")
    for name, morsel in browser_of(ALICE).cookies.items():
        phone.context.add_cookies([{"name": name, "value": morsel.value, "url": address}])
    phone.add_init_script(WATCH)
    example, sixty = found_battle(GAME, DESK.demo(), "", Author(None, ALICE.hash)), large()
    turns = [(longest(phone, example), longest(phone, sixty)) for _ in range(TURNS)]
    small, big = ({what: min(turn[of][what] for turn in turns) for what in turns[0][of]} for of in (0, 1))
    for what, duration in big.items():
        print(f"{what:16} {small[what]:6.0f} ms on the example's map, {duration:6.0f} ms on 60 by 60")
    assert max(big.values()) <= MOST_MS
