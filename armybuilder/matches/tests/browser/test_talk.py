"""What one player proposes to the other on two phones, and how the other agrees or corrects it."""

import json
import re
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import expect

from armybuilder.matches.asking.engagement import engage as engaged
from armybuilder.matches.log.store import load_match, submit
from armybuilder.matches.models import Match
from armybuilder.matches.tests.conftest import Begin, army, begin, gems, make_army
from armybuilder.matches.tests.screen.test_tracker_views import change, send
from rulesets.core.declarations.codec import decode
from rulesets.core.play.matches import Event
from rulesets.core.play.states import InvalidChange
from tests.browser.accessibility import assert_accessible
from tests.browser.phones import OpenPage, all_sent, begin_example, row, sheet, sit, targets
from tests.visitors import ALICE, BOB, browser_of

__all__ = ["army", "begin", "gems", "make_army"]

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MAX_LETTERS = 90


def propose(match: Match, amount: int = 2) -> None:
    """Alice's Flint has thrown, and Bob's loses chips."""
    thrown = {"track": "done", "box": "thrown", "holder": "u2", "side": 0}
    lost = {"track": "chips", "amount": amount, "holder": "u2", "side": 1}
    send(browser_of(ALICE), match, change("e1", thrown, lost, calculator="skipping", own="u2", opposing="u2"))


def test_a_number_is_corrected_and_sent_back_with_a_reason(begin: Begin, open_page: OpenPage, live_server: Any) -> None:
    match = begin()
    propose(match)
    alice, bob = (sit(open_page, live_server, claim, match) for claim in (ALICE, BOB))
    card = bob.locator(".proposal")
    expect(card).to_contain_text("Shore says: 1 Flint at your 1 Flint: Chips +2.")
    card.get_by_role("button", name="Not so").click()
    card.get_by_role("button", name="Chips: one fewer").click()
    expect(card.locator("output")).to_have_text("1")
    assert_accessible(bob)
    card.get_by_role("button", name="Cover").click()
    expect(card).to_contain_text("Waiting for Shore: 1 Flint: Chips +1 (cover).")
    answer = alice.locator(".proposal")
    expect(answer).to_have_count(1)
    expect(answer).to_contain_text("Gems says: 1 Flint: Chips +1 (cover).")
    answer.get_by_role("button", name="Agree").click()
    for page in (alice, bob):
        expect(page.locator(".proposal")).to_have_count(0)
        expect(row(page, 1, "u2").locator(".row-states .chip")).to_have_text("Chips 1/3")
        expect(row(page, 0, "u2").locator(".row-states .chip")).to_have_text("Thrown")


def test_a_refusal_reaches_its_asker_and_takes_back_what_hung_on_it(
    begin: Begin, open_page: OpenPage, live_server: Any
) -> None:
    match = begin()
    alice, bob = (sit(open_page, live_server, claim, match) for claim in (ALICE, BOB))
    panel = targets(alice, 0, "u3")
    propose(match)
    expect(row(alice, 0, "u2").locator(".row-states .chip")).to_have_text("Thrown")
    bob.get_by_role("button", name="Not so").click()
    bob.get_by_role("button", name="Range").click()
    expect(panel.get_by_role("alert")).to_have_text("Gems does not agree: range. It does not count.")
    expect(row(alice, 0, "u2").locator(".row-states .chip")).to_have_count(0)
    panel.get_by_role("button", name="Close").first.click()
    all_sent(alice)


def propose_all(match: Match) -> None:
    """Propose all that units of the example army may do to each other."""
    loaded = load_match(match)
    viewer = loaded.viewer(0)
    army, number = loaded.armies[0], 0
    for own in [group.units[0].id for group in army.force.groups]:
        for target in [unit.id for group in army.force.groups for unit in group.units[:2]]:
            for each in engaged(loaded, viewer, 0, own, target, {}).engagements:
                for button in engaged(loaded, viewer, 0, own, target, {"calculator": each.calculator}).results:
                    event = {name: value for name, value in json.loads(button.event).items() if name != "acting"}
                    number += 1
                    with suppress(InvalidChange):
                        submit(match, 0, decode(Event, {"id": f"e{number}", **event}), both=False)


@pytest.mark.parametrize("game", ["forge-of-war", "forum-combat", "mbt2020", "warstrike"])
def test_the_longest_result_is_one_sentence_with_two_whole_buttons(
    open_page: OpenPage, live_server: Any, game: str
) -> None:
    match = begin_example(game)
    propose_all(match)
    bob = sit(open_page, live_server, BOB, match)
    cards = bob.locator(".proposal")
    expect(cards.first).to_be_visible()
    sentences = [text for text in cards.locator("> p:first-child").all_inner_texts() if " says: " in text]
    assert sentences
    assert [text for text in sentences if len(text) > MAX_LETTERS] == []
    longest = sentences.index(max(sentences, key=len))
    for name in ("Agree", "Not so"):
        button = cards.nth(longest).get_by_role("button", name=name)
        button.scroll_into_view_if_needed()
        expect(button).to_be_in_viewport(ratio=1)


def test_the_inviter_s_page_moves_on_when_the_seat_is_taken(
    begin: Begin, open_page: OpenPage, live_server: Any
) -> None:
    match = begin(seated=False)
    alice, bob = (sit(open_page, live_server, claim, match) for claim in (ALICE, BOB))
    alice.goto(f"{match.get_absolute_url()}/seats")
    alice.get_by_role("button", name="Link for the other player").click()
    told = alice.locator(".link b")
    expect(told).to_have_text(re.compile("^[A-Z]{5}$"))
    code = str(told.text_content())
    assert_accessible(alice)
    bob.goto("/matches/")
    bob.get_by_role("link", name="Join", exact=True).click()
    bob.get_by_label("The code that your opponent sees").fill(code.lower())
    assert_accessible(bob)
    bob.get_by_role("button", name="Join").click()
    bob.get_by_role("button", name="Take the seat").click()
    for page in (alice, bob):
        expect(page.locator("#turn-now")).to_be_visible()


def test_a_number_in_the_log_is_corrected_once_agreed(begin: Begin, open_page: OpenPage, live_server: Any) -> None:
    match = begin()
    lost = change("e1", {"track": "chips", "amount": 2, "holder": "u2", "side": 0})
    send(browser_of(ALICE), match, lost)
    send(browser_of(ALICE), match, change("e2", {"track": "done", "box": "thrown", "holder": "u2", "side": 0}))
    alice, bob = (sit(open_page, live_server, claim, match) for claim in (ALICE, BOB))
    with sheet(alice) as more:
        more.get_by_text("Log", exact=True).click()
        more.get_by_role("button", name="Correct 1").click()
        field = more.get_by_label("1 Flint, Chips")
        expect(field).to_have_value("2")
        field.fill("1")
        assert_accessible(alice)
        more.get_by_role("button", name="Ask to correct it").click()
    card = bob.locator(".proposal")
    expect(card).to_contain_text("Shore says: entry 1 should be 1 Flint (Shore) – Chips: +1, not Chips: +2.")
    expect(row(alice, 0, "u2").locator(".row-states")).to_contain_text("Chips 2/3")
    card.get_by_role("button", name="Agree").click()
    for page in (alice, bob):
        expect(page.locator(".proposal")).to_have_count(0)
        expect(row(page, 0, "u2").locator(".row-states")).to_contain_text("Chips 1/3")
        expect(row(page, 0, "u2").locator(".row-states")).to_contain_text("Thrown")
