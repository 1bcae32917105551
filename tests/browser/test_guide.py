"""The guide on a phone, on a desk and on paper."""

import pytest
from playwright.sync_api import expect

from armybuilder.guide.pages import PAGES
from rulesets.registry import all_rulesets

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

UNPRINTED = (".site-header", ".site-footer", ".guide-others", ".game-nav", ".guide .btn")


def test_the_whole_guide_fits_a_phone(phone):
    phone.goto("/guide/all/")
    assert phone.locator("article").count() == len(PAGES)


def test_help_is_one_tap_away_and_its_pages_follow_one_another(phone, desktop):
    for page in (phone, desktop):
        page.goto("/mbt2020/calculators/")
        page.get_by_role("link", name="Help: Looking up odds").click()
        title = page.get_by_role("heading", level=1)
        expect(title).to_have_text("Looking up odds")
        expect(page.locator("article img:visible")).to_have_count(1)
        page.get_by_role("link", name="Finding a rule").click()
        expect(title).to_have_text("Finding a rule")
        page.get_by_role("link", name="Guide").first.click()
        page.get_by_role("main").get_by_role("link", name="Forum Combat").click()
        expect(title).to_have_text("How to build your force, step by step")
        page.get_by_role("main").get_by_role("button", name="Start an army").click()
        expect(title).to_have_text("Unnamed force")


def test_printed_pages_have_only_the_text(desktop):
    for address in ("/guide/odds/", f"/{all_rulesets()[0].slug}/guide/"):
        desktop.goto(address)
        shown = [part for part in UNPRINTED if desktop.locator(part).first.is_visible()]
        assert len(shown) >= 3
        desktop.emulate_media(media="print")
        assert [part for part in UNPRINTED if desktop.locator(part).first.is_visible()] == []
        assert desktop.get_by_role("heading", level=1).is_visible()
        desktop.emulate_media(media="screen")
