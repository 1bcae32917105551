"""A battlefield on a phone and on a desk, and the way from it to the odds and to a game."""

import re

import pytest
from playwright.sync_api import expect

from rulesets.registry import all_rulesets
from tests.browser.accessibility import UNFOLD, assert_accessible

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

GAME = next(game for game in all_rulesets() if game.surveyor)


def test_a_map_fits_and_its_ground_goes_along_to_odds_and_game(desktop, phone):
    for page in (desktop, phone):
        page.goto(f"/{GAME.slug}/battlefield/?seed=7")
        field = page.locator(".battlefield-map:visible").first.bounding_box()
        assert field["x"] >= 0
        assert field["x"] + field["width"] <= page.viewport_size["width"]
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        expect(page.get_by_role("link", name="Play on this battlefield")).to_have_attribute(
            "href", re.compile(r"\?battlefield=seed%3D7")
        )
        page.get_by_text("Odds on this terrain").click()
        ground = page.locator(".field-lookups a[href*='q-']").first
        page.evaluate(UNFOLD)
        assert_accessible(page)
        page.get_by_text("Picture", exact=True).press("Escape")
        ground.click()
        expect(page).to_have_url(re.compile(rf"/{GAME.slug}/calculators/[\w-]+/\?.*q-"))
        expect(page.locator("#answer")).to_contain_text(re.compile(r"\d%"))


def test_pieces_are_moved_by_keyboard_and_the_focus_stays(desktop, phone):
    for page in (desktop, phone):
        page.goto(f"/{GAME.slug}/battlefield/?seed=7")
        first, second = page.locator(".piece").nth(0), page.locator(".piece").nth(1)
        ids = [piece.get_attribute("data-piece") for piece in (first, second)]
        first.focus()
        page.keyboard.press("ArrowRight")
        second.focus()  # before the shift of the first is sent
        expect(page).to_have_url(re.compile(re.escape(f"{ids[0]}:5:0")))
        expect(page.locator(f"[data-piece='{ids[1]}']")).to_be_focused()
        page.keyboard.press("ArrowDown")
        expect(page).to_have_url(re.compile(re.escape(f"{ids[1]}:0:5")))
        expect(page.locator(f"[data-piece='{ids[1]}']")).to_be_focused()

        moving = page.locator("details", has_text="Move or remove a piece")
        moving.locator("summary").press("Enter")
        moving.get_by_label("Piece").select_option(index=1)
        chosen = moving.get_by_label("Piece").input_value()
        moving.get_by_label("Down, inches").fill("1")
        moving.get_by_role("button", name="Move it", exact=True).press("Enter")
        expect(moving.get_by_label("Down, inches")).to_have_value("0")
        expect(moving.get_by_role("button", name="Move it", exact=True)).to_be_focused()
        expect(moving.get_by_label("Piece")).to_have_value(chosen)
