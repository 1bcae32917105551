"""The end of a game on two phones: who won, said by one and agreed or corrected by the other."""

from typing import Any

import pytest
from playwright.sync_api import expect

from armybuilder.matches.tests.conftest import Begin, army, begin, gems, make_army
from tests.armies.test_pictures import file_of
from tests.browser.accessibility import assert_accessible
from tests.browser.phones import OpenPage, all_sent, begin_example, scrolls_to, sheet, sit
from tests.visitors import ALICE, BOB

__all__ = ["army", "begin", "gems", "make_army"]

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_the_winner_is_said_in_two_taps_and_agreed_or_corrected(
    begin: Begin, open_page: OpenPage, live_server: Any
) -> None:
    match = begin()
    alice, bob = (sit(open_page, live_server, claim, match) for claim in (ALICE, BOB))
    with sheet(alice) as more:
        more.get_by_role("button", name="End the game").click()
        expect(more.get_by_role("group", name="Who won?").get_by_role("button")).to_have_text(
            ["Shore won", "Draw", "Gems won", "Not decided"]
        )
        for button in more.get_by_role("group", name="Who won?").get_by_role("button").all():
            assert scrolls_to(button) == 0
        assert_accessible(alice)
        more.get_by_role("button", name="Shore won").click()
        expect(more.locator("#ending")).to_contain_text("Shore won, Shore says so.")
    for page in (alice, bob):
        expect(page.locator("#turn-now")).to_have_text("Shore won in turn 1")
    card = bob.get_by_label("Result")
    expect(card).to_contain_text("Shore says: Shore won.")
    card.get_by_role("button", name="Not so").click()
    more = bob.locator("#more")
    more.get_by_label("Note").fill("It was too dark to see")
    more.get_by_role("button", name="Draw").click()
    expect(bob.locator("#turn-now")).to_have_text("Draw in turn 1")
    more.get_by_role("button", name="Close").click()
    expect(card).to_have_count(0)
    answer = alice.get_by_label("Result")
    expect(answer).to_contain_text("Gems says: Draw. It was too dark to see")
    answer.get_by_role("button", name="Agree").click()
    expect(answer).to_have_count(0)
    with sheet(bob) as more:
        expect(more.locator("#ending")).to_contain_text("Draw, as both sides agree. It was too dark to see")
        more.locator("#log > summary").click()
        expect(more.locator(".log-words")).to_have_text(
            [
                "Agreed: Draw (It was too dark to see)",
                "Corrected: Draw (It was too dark to see)",
                "The game has ended: Shore won",
            ]
        )
    bob.goto("/matches/")
    expect(bob.locator(".army-facts .mark")).to_have_text("Draw")


def test_who_asked_for_the_end_by_mistake_cancels(begin: Begin, open_page: OpenPage, live_server: Any) -> None:
    alice = sit(open_page, live_server, ALICE, begin())
    with sheet(alice) as more:
        end = more.get_by_role("button", name="End the game")
        end.click()
        more.get_by_role("button", name="Cancel").click()
        expect(more.get_by_role("group", name="Who won?")).to_have_count(0)
        expect(end).to_be_focused()
        end.click()
        more.get_by_role("button", name="Shore won").click()
        more.get_by_role("button", name="Correct it").click()
        more.get_by_role("button", name="Cancel").click()
        expect(more.locator("#ending")).to_contain_text("Shore won, Shore says so.")
    expect(alice.locator("#turn-now")).to_have_text("Shore won in turn 1")


def test_a_game_that_was_never_ended_is_ended_from_the_list(open_page: OpenPage, live_server: Any) -> None:
    match = begin_example("mbt2020")
    bob = sit(open_page, live_server, BOB, match)
    bob.goto("/matches/")
    bob.locator(".army-tools summary", has_text="End").click()
    menu = bob.locator(".who-won")
    for button in menu.get_by_role("button").all():
        expect(button).to_be_in_viewport(ratio=1)
    assert_accessible(bob)
    menu.get_by_role("button", name="Blues won").click()
    expect(bob.locator(".army-facts .mark")).to_have_text("Blues won")
    bob.get_by_text("Report").click()
    expect(bob.locator(".report-facts")).to_contain_text("Blues won, Blues says so")
    bob.get_by_label("Say who won").check()
    with bob.expect_download() as downloads:
        bob.get_by_role("button", name="Markdown").click()
    assert "- Result: Blues won, Blues says so" in downloads.value.path().read_text()
    with bob.expect_download() as downloads:
        bob.get_by_role("button", name="Picture").click()
    assert downloads.value.suggested_filename.endswith(".png")


def test_a_photo_is_added_to_the_result_and_shown(begin: Begin, open_page: OpenPage, live_server: Any) -> None:
    match = begin()
    alice, bob = (sit(open_page, live_server, claim, match) for claim in (ALICE, BOB))
    alice.locator("#more-open").click()
    alice.get_by_role("button", name="End the game").click()
    alice.get_by_role("button", name="Shore won").click()
    all_sent(alice)
    alice.get_by_role("link", name="Photo of this game").press("Enter")
    photo = alice.get_by_role("region", name="Photo")
    expect(photo).to_be_in_viewport()
    alice.get_by_label("Add a photo of this game").set_input_files(
        {"name": "table.jpg", "mimeType": "image/jpeg", "buffer": file_of(1600, 1200, "JPEG")}
    )
    photo.get_by_role("button", name="Save the photo").press("Enter")
    expect(photo.get_by_alt_text("Photo of")).to_have_js_property("naturalWidth", 1280)
    assert_accessible(alice)
    # The other phone shows it by itself.
    more = bob.locator("#more")
    bob.locator("#more-open").click()
    expect(more.get_by_alt_text("Photo of this game")).to_have_js_property("naturalWidth", 1280)
    expect(more.get_by_role("link", name="Photo of this game").last).to_be_visible()
    assert_accessible(bob)
    bob.goto("/matches/history")
    expect(bob.locator(".history-photo img")).to_have_js_property("naturalWidth", 160)
    assert_accessible(bob)
    bob.locator(".history-photo").press("Enter")
    bob.get_by_role("button", name="Remove it").press("Enter")
    expect(bob.get_by_label("Add a photo of this game")).to_be_visible()
