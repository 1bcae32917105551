"""Long pages are short on a phone, and show the part that an address names."""

import pytest
from playwright.sync_api import expect

from rulesets.registry import all_rulesets
from tests.browser.accessibility import assert_accessible

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MAX_SCREENS = 5
"""Of 360 by 740 pixels. Folded, the longest page has less than 4; unfolded it has 44."""


def test_long_pages_are_short_on_a_phone(phone):
    screens = {}
    for game in all_rulesets():
        for part in ("rules", "rulings", "reference"):
            phone.goto(f"/{game.slug}/{part}/")
            screens[game.slug, part] = phone.evaluate("document.documentElement.scrollHeight / innerHeight")
    assert {page: height for page, height in screens.items() if height > MAX_SCREENS} == {}


def test_the_part_that_an_address_names_is_unfolded(phone):
    for address in ("/forge-of-war/rulings/#AMB-108", "/forge-of-war/rules/#FOW-P09", "/mbt2020/reference/#smoke"):
        phone.goto(address)
        named = phone.locator(f"[id='{address.partition('#')[2]}']")
        expect(named).to_be_in_viewport()
        expect(named.locator("p, td, .rule-sentence").first).to_be_visible()


def test_a_button_unfolds_everything_and_the_top_is_one_tap_away(phone):
    phone.goto("/warstrike/rulings/")
    readings = phone.locator(".ruling-reason")
    expect(readings.last).to_be_hidden()
    phone.get_by_role("button", name="Expand all").tap()
    expect(readings.last).to_be_visible()
    up = phone.get_by_role("link", name="Back to the top")
    expect(up).to_be_hidden()  # where it would lie over the page's beginning
    readings.last.scroll_into_view_if_needed()
    up.tap()
    expect(phone.get_by_role("heading", level=1)).to_be_in_viewport()
    phone.get_by_role("button", name="Collapse all", exact=True).tap()
    expect(readings.last).to_be_hidden()


def test_a_search_within_leaves_what_has_the_words(phone):
    phone.goto("/warstrike/rulings/")
    rulings = phone.locator(".ruling")
    expect(rulings.first).to_be_hidden()  # in a folded chapter
    before = rulings.count()
    phone.get_by_role("searchbox", name="Search this page").fill("snap shots")
    expect(rulings).not_to_have_count(before)
    expect(rulings.first).to_be_visible()
    phone.get_by_role("button", name="Expand all").tap()
    texts = [text.lower() for text in phone.locator(".place").all_inner_texts()]
    assert [text for text in texts if "snap" not in text or "shots" not in text] == []
    rulings.first.locator("summary").tap()
    expect(rulings.first.locator(".ruling-reason")).to_be_hidden()
    phone.get_by_role("searchbox", name="Search this page").fill("no such words")
    expect(phone.get_by_role("link", name="Show all")).to_be_visible()
    assert_accessible(phone)


def test_a_reference_is_open_on_a_desktop(desktop):
    desktop.goto("/warstrike/reference/")
    expect(desktop.locator(".reference table").first).to_be_visible()
    expect(desktop.get_by_role("button", name="Collapse all", exact=True)).to_be_visible()
    desktop.locator(".reference summary").first.click()
    expect(desktop.get_by_role("button", name="Expand all", exact=True)).to_be_visible()
