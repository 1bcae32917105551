"""Throws on two phones."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from armybuilder.matches.tests.browser.test_matches import OpenPage, _empty_cache, sit
from armybuilder.matches.tests.conftest import Begin, army, begin, gems, make_army
from tests.browser.phones import (
    begin_example,
    choose_target,
    end_segment,
    in_step,
    lose_network,
    regain_network,
    targets,
)
from tests.visitors import ALICE, BOB

__all__ = ["_empty_cache", "army", "begin", "gems", "make_army"]

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_throw_is_chosen_on_both_phones_and_offers_its_result(
    begin: Begin, open_page: OpenPage, live_server: Any
) -> None:
    match = begin()
    alice, bob = (sit(open_page, live_server, claim, match) for claim in (ALICE, BOB))
    panel = targets(alice, 0, "u2")
    choose_target(panel, "u3")
    panel.get_by_role("button", name="Paper").click()
    expect(panel.locator("#throw-said")).to_have_text("You have chosen. The other side has not chosen yet.")
    assert alice.evaluate("document.documentElement.scrollWidth") <= 360
    proposal = bob.get_by_label("Proposal")
    expect(proposal.locator("p").first).to_have_text("Shore says: 1 Flint at your 2 Ruby: rock, paper, scissors.")
    proposal.get_by_role("button", name="Rock").click()
    expect(panel.locator("#throw-said")).to_have_text("Paper beats rock. It hits")
    expect(bob.locator("#last")).to_contain_text("Shore’s paper beats rock; It hits")
    expect(bob.locator("#last")).to_contain_text("It hits")


def test_dice_of_any_number_are_rolled_for_hits_left_to_the_table(open_page: OpenPage, live_server: Any) -> None:
    alice = sit(open_page, live_server, ALICE, begin_example("warstrike"))
    panel = targets(alice, 0, "u3")
    choose_target(panel, "u3")
    panel.get_by_text("Roll here").click()
    heights = panel.locator(".throw-dice > *:not(label)").evaluate_all(
        "all => all.map((each) => each.getBoundingClientRect().height)"
    )
    assert len(heights) == 3
    assert min(heights) >= 44
    panel.get_by_label("Dice").fill("3")
    panel.locator("#throw-dice button").click()
    expect(panel.locator("#throw-said")).to_have_text(re.compile(r"^3d6: \d, \d, \d$"))


def test_a_throw_in_the_turn_decides_who_goes_first(open_page: OpenPage, live_server: Any) -> None:
    match = begin_example("forge-of-war")
    alice, bob = (sit(open_page, live_server, claim, match) for claim in (ALICE, BOB))
    height = alice.get_by_role("button", name="Roll a d10").evaluate("it => it.getBoundingClientRect().height")
    for phone in (alice, bob):
        phone.get_by_role("button", name="Roll a d10").click()
        # A die that decides nothing cannot be undone.
        expect(phone.locator("#last")).to_contain_text(re.compile(r": d10: \d+(; Goes first: Reds → BluesUndo)?$"))
    assert (height >= 44, alice.evaluate("document.documentElement.scrollWidth") <= 360) == (True, True)
    in_step(match, alice, bob)
    says = bob if "Blues says" in str(alice.locator("#turn-now").text_content()) else alice
    end_segment(says, "Initiative")
    expect(alice.locator("#turn-throw")).to_be_hidden()
    match = begin_example("mbt2020")
    alice, bob = (sit(open_page, live_server, claim, match) for claim in (ALICE, BOB))
    said = alice.locator("#turn-throw-said")
    lose_network(alice)
    expect(said).to_have_text(
        "The site rolls the dice, so both sides see the same result. Try again when you are online."
    )
    alice.locator("#turn-throw").get_by_role("button", name="Paper").click()
    expect(alice.locator("#sending")).to_contain_text("1 not sent")
    regain_network(alice)
    expect(said).to_be_empty()
    bob.get_by_label("Proposal").get_by_role("button", name="Rock").click()
    expect(alice.locator("#last")).to_contain_text("Reds’ paper beats rock")


def test_the_roll_for_the_first_turn_says_who_begins(open_page: OpenPage, live_server: Any) -> None:
    alice, bob = (
        sit(open_page, live_server, claim, match) for match in [begin_example("mbt2020")] for claim in (ALICE, BOB)
    )
    alice.locator("#turn-throw").get_by_role("button", name="Rock").click()
    # Whoever must answer chooses once, where it is asked.
    expect(bob.get_by_label("Proposal")).to_be_visible()
    expect(bob.get_by_role("button", name="Paper")).to_have_count(1)
    bob.get_by_label("Proposal").get_by_role("button", name="Paper").click()
    expect(alice.locator("#turn-throw-said")).to_have_text("Reds: Rock loses to paper.")
    expect(alice.locator("#turn-throw")).to_have_count(0)
    # Whoever has lost does not choose.
    expect(alice.get_by_role("button", name="goes first")).to_have_count(0)
    expect(bob.get_by_role("button", name="Blues goes first")).to_have_attribute("aria-pressed", "true")
    expect(bob.locator("#conditions-now")).to_contain_text("Goes first: Blues")
    bob.get_by_role("button", name="Reds goes first").click()
    expect(bob.get_by_role("button", name="Reds goes first")).to_have_attribute("aria-pressed", "true")
    expect(alice.locator("#conditions-now")).to_contain_text("Goes first: Reds")


def test_who_rolls_real_dice_chooses_who_goes_first_by_a_button(open_page: OpenPage, live_server: Any) -> None:
    match = begin_example("forge-of-war")
    alice, bob = (sit(open_page, live_server, claim, match) for claim in (ALICE, BOB))
    alice.locator("#next").click()
    expect(alice.locator(".notice")).to_contain_text("It is not yet settled who goes first.")
    alice.locator(".notice").get_by_role("button", name="Close").click()
    alice.get_by_role("button", name="Reds goes first").click()  # as it is: nothing changes but that it is settled
    expect(alice.locator("#turn-throw")).to_have_count(0)
    for phone, words in ((alice, "You go first"), (bob, "Reds goes first")):
        expect(phone.locator("#turn-now")).to_contain_text(words)
        expect(phone.locator("#last")).to_contain_text("Goes first: Reds")
    alice.locator("#next").click()
    expect(alice.locator("#turn-now")).not_to_contain_text("Initiative")
    expect(alice.locator(".notice", has_text="not yet settled")).to_have_count(0)
