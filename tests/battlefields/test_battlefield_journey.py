"""A battlefield is generated, changed by dragging and by keys, and sent to a friend."""

import re
from collections.abc import Callable

import pikepdf
import pytest
from playwright.sync_api import Page, expect

from rulesets.registry import all_rulesets

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

GAME = next(game for game in all_rulesets() if game.surveyor)


def test_generate_change_and_share(open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto(f"/{GAME.slug}/")
    page.get_by_role("link", name="Battlefield", exact=True).click()
    page.wait_for_url(re.compile(r"seed=\d+"))
    first = page.url
    page.get_by_role("button", name="Roll a new battlefield").click()
    page.wait_for_url(lambda url: url != first)
    page.goto(f"/{GAME.slug}/battlefield/?seed=8")
    piece = page.locator("[data-piece]").first
    name = piece.get_attribute("data-piece") or ""
    scale = page.evaluate("document.querySelector('.battlefield-map').getScreenCTM().a")
    box = piece.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2 + 40, box["y"] + box["height"] / 2 + 20, steps=4)
    page.mouse.up()
    page.wait_for_url(re.compile(rf"moved={name}:"))
    right, down = map(int, page.url.partition(f"moved={name}:")[2].split(":"))
    assert (right, down) == (round(40 / scale), round(20 / scale))
    expect(page.locator(f'[data-piece="{name}"]')).to_be_focused()
    dragged = page.url
    page.keyboard.press("ArrowLeft")
    page.wait_for_url(lambda url: url != dragged)
    address, drawn = page.url, page.locator(".battlefield-map").inner_html()
    page.get_by_text("Print", exact=True).click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Make the PDF").click()
    with pikepdf.open(download.value.path()) as pdf:
        assert len(pdf.pages) == 1
    friend = open_page()
    friend.goto(address)
    assert friend.locator(".battlefield-map").inner_html() == drawn


def test_on_a_phone(phone: Page) -> None:
    phone.goto(f"/{GAME.slug}/battlefield/?seed=8&battle_groups=12")
    phone.get_by_text("Table, armies, zone, time and weather").click()
    phone.get_by_label("Battle groups").fill("2")
    phone.get_by_role("button", name="Update the table").click()
    phone.wait_for_url(re.compile("battle_groups=2"))
    phone.get_by_text("Reroll a square").click()
    phone.get_by_role("button", name="Roll A1 again").click()
    phone.wait_for_url(re.compile("again=0:1"))


def test_the_map_fits_a_phone(phone: Page) -> None:
    phone.goto("/mbt2020/battlefield/?seed=8")
    fits = phone.locator(".field-frame").evaluate("frame => frame.scrollWidth === frame.clientWidth")
    assert fits
    expect(phone.locator(".map-names")).to_be_hidden()
    heights = phone.locator(".map-names-large text").evaluate_all(
        "all => all.map(t => t.getBoundingClientRect().height)"
    )
    assert min(heights) >= 10
    phone.get_by_text("Odds on this terrain").click()
    phone.get_by_role("link", name="Dusk or dawn").or_(phone.get_by_role("link", name="Day")).first.click()
    expect(phone.locator(".answer-assumed")).to_contain_text("day")
