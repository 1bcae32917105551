"""Units that may act now stand before the others, and a turn needs few taps of Next."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from armybuilder.matches.log.store import submit
from rulesets.core.play.matches import Event, MatchState
from rulesets.core.play.states import GAME, Change, PlayState
from tests.browser.accessibility import assert_accessible
from tests.browser.phones import OpenPage, all_sent, begin_example, sheet, sit
from tests.visitors import ALICE, BOB

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FLIGHTS = 2
"""The segment of MBT 2020's example army in which its flights alone act."""
HOLDERS = "rows => rows.map((row) => row.dataset.holder)"


def test_units_that_may_act_now_stand_first_at_a_seat_that_likes_it(open_page: OpenPage, live_server: Any) -> None:
    match = begin_example("mbt2020", start=MatchState(segment=FLIGHTS))
    alice, bob = (sit(open_page, live_server, claim, match) for claim in (ALICE, BOB))
    expect(alice.locator("#turn-now")).to_contain_text("CAS")
    group = alice.locator("#groups-0 > .tracker-group").nth(1)
    rows = group.locator(".row-unit, .row-run > .row-line")
    able, last = group.locator(".row-unit").first, re.compile("Apache")
    expect(able).to_contain_text(last)
    expect(able).not_to_have_class(re.compile("is-quiet"))
    expect(group.locator(".row-unit:not(.is-quiet)")).to_have_count(1)
    for theme in ("light", "dark"):
        alice.emulate_media(color_scheme=theme)
        assert_accessible(alice, only_colours=theme == "dark")
    with sheet(alice) as more:
        more.get_by_role("button", name="Ready units first").click()
        expect(more.get_by_role("button", name="Ready units first")).to_have_attribute("aria-pressed", "false")
    expect(rows.last).to_contain_text(last)
    expect(alice.locator(".is-quiet")).to_have_count(0)
    alice.reload()
    expect(rows.last).to_contain_text(last)
    expect(bob.locator("#groups-0 > .tracker-group").nth(1).locator(".row-unit").first).to_contain_text(last)


def test_a_turn_of_mbt_2020_needs_at_most_four_taps_of_next(open_page: OpenPage, live_server: Any) -> None:
    first = MatchState(conditions=PlayState({GAME: {"first": (1,)}}), segment=1)
    match = begin_example("mbt2020", start=first, at_once=True)
    phones = [sit(open_page, live_server, claim, match) for claim in (ALICE, BOB)]
    taps = 0

    def tap_next(phone: Page) -> None:
        nonlocal taps
        taps += 1
        phone.locator("#next").click()
        all_sent(phone)

    for side, phone in enumerate(phones):
        engaged = Change("engaged", box="engaged", holder="u3", side=side)
        event = Event(f"e{side}", changes=(engaged,), calculator="engagement", own="u3", opposing="u4", result="Draw")
        submit(match, side, event, both=False)
        match.refresh_from_db()
        expect(phone.locator("#turn-now")).to_contain_text("Battle group · Your go")
        tap_next(phone)
        expect(phone.locator("#turn-now")).not_to_contain_text("Your go")
    expect(phones[0].locator("#turn-now")).to_contain_text("Turn 2 · ")
    assert taps + 1 <= 4, "one more tap says who goes first"


def test_next_scrolls_to_the_first_unit_that_may_act(open_page: OpenPage, live_server: Any) -> None:
    start = MatchState(conditions=PlayState({GAME: {"first": (1,)}}), segment=1)
    phone = sit(open_page, live_server, ALICE, begin_example("mbt2020", start=start, at_once=True))
    phone.evaluate("document.documentElement.style.scrollBehavior = 'auto'")
    row = phone.locator(".tracker-group .row-unit:not(.is-quiet)").first
    phone.locator("#tracker.is-drawn").wait_for()
    phone.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    expect(row).not_to_be_in_viewport()
    phone.locator("#next").click()
    expect(row).to_be_in_viewport(ratio=1)
    expect(phone.locator("#next")).to_be_focused()
