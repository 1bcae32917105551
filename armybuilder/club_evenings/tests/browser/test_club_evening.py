"""An evening on the organiser's computer and a player's phone, from its creation to the standings on paper."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import assert_accessible

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_an_evening_is_organised_joined_and_played(desktop: Page, open_page: Callable[..., Page]) -> None:
    desktop.goto("/matches/")
    desktop.get_by_role("link", name="Club evenings").click()
    desktop.get_by_label("Name").fill("Friday night")
    assert_accessible(desktop)
    desktop.get_by_role("button", name="Create the evening").click()
    expect(desktop.get_by_role("heading", level=1)).to_have_text("Friday night")
    desktop.get_by_label("Players without a phone, one name a line").fill("Ben\nCleo\nDan")
    desktop.get_by_role("button", name="Add players").click()
    expect(desktop.get_by_role("heading", name="Players (3 of 16)")).to_be_visible()
    assert_accessible(desktop)

    phone = open_page(360, 740, has_touch=True, is_mobile=True)
    phone.goto(desktop.get_by_label("Address").input_value())
    phone.get_by_label("Your name").fill("Ann")
    phone.get_by_role("button", name="Join").click()
    expect(phone.get_by_text("You have joined.")).to_be_visible()
    assert_accessible(phone)

    desktop.get_by_role("button", name="Start the evening").click()
    rows = desktop.locator(".club-standings tbody tr")
    expect(rows).to_have_count(4)
    phone.reload()
    own = phone.locator(".club-pairings > li", has_text="Ann")
    expect(phone.locator(".club-tools summary")).to_have_count(1)
    own.locator("summary").click()
    own.get_by_role("button", name="Ann won").click()
    expect(own).to_contain_text("Ann won Entered by Ann")
    expect(phone.locator(".club-standings")).to_contain_text("Ann (you)")
    assert_accessible(phone)
    phone.get_by_role("button", name="I am not Ann").click()
    phone.get_by_role("button", name="Ann", exact=True).click()
    expect(phone.get_by_role("button", name="I am not Ann")).to_be_visible()

    desktop.reload()
    other = desktop.locator(".club-pairings > li").filter(has_not_text="Ann")
    other.locator("summary").press("Enter")
    other.get_by_role("button", name="Draw").press("Enter")
    expect(other).to_contain_text("Draw Entered by the organiser")
    desktop.get_by_role("button", name="Pair round 2").click()
    expect(desktop.get_by_role("heading", name="Round 2")).to_be_visible()
    assert_accessible(desktop)

    desktop.get_by_text("Release a name").click()
    desktop.get_by_role("button", name="Ann", exact=True).click()
    expect(desktop.get_by_text("Release a name")).to_have_count(0)

    desktop.emulate_media(media="print")
    expect(rows.first).to_be_visible()
    for hidden in ("Link for players", "Who are you?", "Players who come or leave", "Delete this evening"):
        expect(desktop.get_by_text(hidden, exact=True)).to_be_hidden()
    expect(desktop.get_by_role("button")).to_have_count(0)


def test_players_come_late_and_leave_early(desktop: Page, open_page: Callable[..., Page]) -> None:
    desktop.goto("/evenings/")
    desktop.get_by_label("Name").fill("Friday night")
    desktop.get_by_role("button", name="Create the evening").press("Enter")
    desktop.get_by_label("Players without a phone, one name a line").fill("Ann\nBen\nCleo\nDan")
    desktop.get_by_role("button", name="Add players").press("Enter")
    link = desktop.get_by_label("Address").input_value()
    desktop.get_by_role("button", name="Start the evening").press("Enter")

    phone = open_page(360, 740, has_touch=True, is_mobile=True)
    phone.goto(link)
    phone.get_by_text("Join late").click()
    phone.get_by_label("Your name").fill("Zoë")
    assert_accessible(phone)
    phone.get_by_role("button", name="Join", exact=True).click()
    expect(phone.locator(".club-standings")).to_contain_text("Zoë (you)")

    desktop.reload()
    rows = desktop.locator(".club-standings tbody tr")
    expect(rows).to_have_count(5)
    desktop.get_by_text("Players who come or leave").press("Enter")
    assert_accessible(desktop)
    desktop.get_by_role("button", name="Dan leaves").press("Enter")
    expect(rows.filter(has_text="Dan")).to_contain_text("has left")
    expect(desktop.locator(".club-pairings > li", has_text="Bye")).to_have_count(1)
    game = desktop.locator(".club-pairings > li").filter(has_not_text="Bye")
    game.locator("summary").press("Enter")
    game.get_by_role("button", name="Draw").press("Enter")
    desktop.get_by_role("button", name="Pair round 2").press("Enter")
    second = desktop.get_by_role("region", name="Round 2").locator(".club-pairings")
    expect(second).to_contain_text("Zoë")
    expect(second).not_to_contain_text("Dan")
    desktop.get_by_text("Players who come or leave").press("Enter")
    desktop.get_by_role("button", name="Dan is back").press("Enter")
    expect(rows.filter(has_text="has left")).to_have_count(0)
    assert_accessible(phone)
