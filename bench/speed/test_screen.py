"""What the screen of a game at the table has in sight on a phone, and how many taps and scrolls its answers need.

``python -m pytest -s bench/speed/test_screen.py`` prints a row for each game, size and question.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from armybuilder.matches.log.store import load_match, submit
from armybuilder.matches.models import Match
from armybuilder.matches.screen.tracker import actions
from rulesets.core.play.matches import Event
from rulesets.core.play.states import OUT, Change
from rulesets.registry import all_rulesets
from tests.browser.phones import IN_SIGHT, Finger, OpenPage, begin_example, row, scrolls_to, sit
from tests.visitors import ALICE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SIZES = {(360, 640): 8, (740, 360): 3}
"""Widths and heights of phones, with the rows to reach."""


def all_targets(page: Page) -> str:
    """From the tracker to the odds of all targets, and to another distance for one of them."""
    finger = Finger(page)
    finger.tap(page.locator(".row-engage").first)
    first = page.locator("#engage-panel .targets .target").first
    words = f"{finger.taps} tap, {scrolls_to(first)} scrolls"
    finger.tap(first)
    expect(page.locator("#engage-form")).to_be_visible()
    steps = page.locator(".engage-steps button").all()
    seen = sum(not scrolls_to(step) for step in steps)
    page.locator("#engage-panel").get_by_role("button", name="Close").first.tap()
    return f"{words}; {seen} of {len(steps)} distances in sight"


def action(page: Page, match: Match) -> str:
    """What the first unit that may do something by itself needs from its open row until the result is applied."""
    loaded = load_match(match)
    offered = actions(loaded, loaded.viewer(0))[0]
    if not offered:
        return "none at the start"
    holder, ((_, title, _), *_) = next(iter(offered.items()))
    unit = row(page, 0, holder)
    unit.locator(".row-open").tap()
    finger = Finger(page)
    finger.tap(unit.locator(".row-actions button", has_text=title).first)
    result = page.locator(".engage-results [data-event]").first
    scrolls = scrolls_to(result)
    finger.tap(result)
    expect(result).to_have_attribute("aria-pressed", "true")
    page.locator("#engage-panel").get_by_role("button", name="Close").first.tap()
    return f"{title}: {finger.taps} taps, {scrolls} scrolls"


def proposal(page: Page, match: Match) -> str:
    """How many scrolls a player at the foot of the page is from what the other side proposes."""
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    unit = next(unit.id for _, unit in load_match(match).armies[0].force.units())
    own = next(
        each
        for each in (unit, load_match(match).armies[0].force.groups[0].id)
        if load_match(match).setup.tracks[0][each]
    )
    change = Change(OUT.slug, box="out", holder=own, side=0)
    calculator = load_match(match).ruleset.calculators[0].slug
    submit(
        match,
        1,
        Event("p1", changes=(change,), calculator=calculator, own=unit, opposing=unit, result="Out"),
        both=False,
    )
    return f"{scrolls_to(page.locator('.proposal').first)} scrolls"


def measured(open_page: OpenPage, live_server: Any, game: str) -> Iterator[tuple[str, str, str]]:
    """The rows of one game."""
    for (width, height), rows in SIZES.items():
        match = begin_example(game)
        page = sit(open_page, live_server, ALICE, match)
        page.set_viewport_size({"width": width, "height": height})
        size = f"{game}, {width} x {height}: "
        yield f"{size}rows in sight", str(len(page.evaluate(IN_SIGHT))), str(rows)
        yield f"{size}odds of all targets", all_targets(page), "1 tap, 0 scrolls"
        yield f"{size}asked and applied", action(page, match), "2 taps"
        yield f"{size}proposal, from the foot", proposal(page, match), "0 scrolls"
        page.close()


def test_screen(open_page: OpenPage, live_server: Any) -> None:
    for ruleset in all_rulesets():
        if ruleset.play is not None:
            for what, now, reach in measured(open_page, live_server, ruleset.slug):
                print(f"{what:<52}{now:>46}{reach:>20}")
