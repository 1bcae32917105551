"""Phones on their side, and screens whose letters are twice as large."""

import pytest
from playwright.sync_api import Page, expect

from armybuilder.armies.examples import store_example
from armybuilder.catalogue.loading import load_catalogue
from rulesets.registry import all_rulesets
from tests.browser.accessibility import assert_accessible
from tests.browser.phones import OpenPage

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

COVERED = """(element) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  const found = document.elementFromPoint(left + width / 2, top + height / 2);
  return !(element.contains(found) || found?.contains(element));
}"""
LABELS_UNDER_BARS = """(charts) => charts.flatMap((chart) => [...chart.querySelectorAll("tr")]).filter((row) => {
  const [label, bar] = [row.querySelector("th"), row.querySelector(".bar")];
  if (!label || !bar) return false;
  const words = document.createRange();
  words.selectNodeContents(label);
  return words.getBoundingClientRect().right > bar.getBoundingClientRect().left;
}).map((row) => row.textContent)"""
COMES_AFTER = """(element, other) =>
  element.getBoundingClientRect().top >= document.querySelector(other).getBoundingClientRect().bottom"""
WIDE = "() => document.documentElement.scrollWidth - innerWidth"


@pytest.fixture(params=[(740, 360), (640, 400)], ids=str)
def short(request, open_page: OpenPage) -> Page:
    """A short screen of somebody who has not closed any hint."""
    return open_page(*request.param, newcomer=True)


def test_an_army_can_be_started_in_the_first_screen(short):
    short.goto("/")
    expect(short.get_by_role("button", name="Start an army").first).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("game", all_rulesets(), ids=lambda game: game.slug)
def test_the_first_unit_is_in_the_first_screen(short, game):
    store_example(game)
    short.goto(f"/armies/example-{game.slug}/")
    short.get_by_role("button", name="Make a copy").click()
    unit = short.locator("#groups .unit").first
    expect(unit).to_be_in_viewport(ratio=1)
    assert not unit.locator(".unit-link").evaluate(COVERED)
    assert short.evaluate(WIDE) <= 0
    for run in short.locator(".run").all():
        arrow, number = (
            run.locator(part).first.bounding_box() or {} for part in (".run-fold > summary", ".unit-number")
        )
        assert arrow["x"] + arrow["width"] <= number["x"] or arrow["y"] >= number["y"] + number["height"]
    words = short.locator("#find-words")
    assert not words.is_visible() or (words.bounding_box() or {})["width"] > 80
    tabs = short.locator(".tabs")
    assert (tabs.bounding_box() or {})["height"] > 300
    tabs.get_by_role("link", name="Edit").click()
    expect(short.locator("#inspector")).to_be_in_viewport()
    short.locator(".builder-menu > summary").click()
    short.get_by_role("button", name="First steps").click()
    expect(short.locator("#first-steps")).to_be_focused()
    assert_accessible(short)


@pytest.mark.parametrize("game", all_rulesets(), ids=lambda game: game.slug)
def test_the_first_fields_of_a_unit_stand_beside_its_card(short, game):
    store_example(game)
    short.goto(f"/armies/example-{game.slug}/")
    short.get_by_role("button", name="Make a copy").click()
    short.locator("#groups .unit-link").first.click()
    fields = short.locator("#inspector .part-form :is(input:not([type=hidden]), select):visible")
    for field in (fields.nth(0), fields.nth(1)):
        expect(field).to_be_in_viewport(ratio=1)
        assert not field.evaluate(COVERED)
    card = short.locator(".part-card")
    expect(card).to_be_in_viewport()
    assert short.evaluate(WIDE) <= 0
    height = (card.bounding_box() or {})["height"]
    short.get_by_text("Whole card").click()
    expect(short.locator(".part-card-fold")).to_have_attribute("open", "")
    fold = short.locator(".part-card-fold").bounding_box() or {}
    assert fold["height"] > height
    expect(fields.nth(0)).to_be_in_viewport(ratio=1)
    assert_accessible(short)


@pytest.mark.parametrize("game", all_rulesets(), ids=lambda game: game.slug)
def test_the_first_field_of_a_calculator_is_in_the_first_screen(short, game):
    load_catalogue()
    short.goto(f"/{game.slug}/calculators/{game.calculators[0].slug}/")
    field = short.locator("#question-fields :is(input:not([type=hidden]), select):visible").first
    expect(field).to_be_in_viewport(ratio=1)
    assert not field.evaluate(COVERED)
    expect(short.locator(".answer-headline h2")).to_be_in_viewport()
    assert short.locator(".bars").evaluate_all(LABELS_UNDER_BARS) == []
    assert short.evaluate(WIDE) <= 0
    assert_accessible(short)
    assert_pages_of_the_game_follow(short)


def assert_pages_of_the_game_follow(page: Page) -> None:
    """The summary and the pages of the game come after question and answer."""
    summary, pages = page.locator(".calculator-summary"), page.locator(".game-nav")
    for part in (summary, pages):
        expect(part).to_be_visible()
        assert part.evaluate(COMES_AFTER, ".calculator")
    pages.get_by_role("link", name="Reference").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Quick reference")


def test_letters_four_times_as_large_leave_room_for_rows_and_fields(open_page):
    """A laptop's browser at 400% has 320 pixels by 200."""
    load_catalogue()
    game = all_rulesets()[0]
    store_example(game)
    page = open_page(320, 200, newcomer=True)
    page.goto(f"/armies/example-{game.slug}/")
    page.get_by_role("button", name="Make a copy").click()
    expect(page.locator("#groups .group-head").first).to_be_in_viewport(ratio=1)
    assert not page.locator("#groups .group-link").first.evaluate(COVERED)
    assert page.evaluate(WIDE) <= 0
    assert_rows_are_found(page)
    page.locator(".tabs").get_by_role("link", name="Add").click()
    expect(page.locator("#catalogue")).to_be_in_viewport()
    assert_accessible(page)
    page.goto(f"/{game.slug}/calculators/{game.calculators[0].slug}/")
    field = page.locator("#question-fields :is(input:not([type=hidden]), select):visible").first
    expect(field).to_be_in_viewport()
    field.focus()
    expect(field).to_be_in_viewport(ratio=1)
    assert not field.evaluate(COVERED)
    assert page.evaluate(WIDE) <= 0
    assert_accessible(page)
    assert_pages_of_the_game_follow(page)


def assert_rows_are_found(page: Page) -> None:
    """The search and the list of groups come after the rows, and both work."""
    words = page.locator("#find-words")
    assert words.evaluate(COMES_AFTER, "#groups")
    words.fill(page.locator("#groups .unit-link").last.inner_text())
    expect(page.locator("#find-count")).not_to_be_empty()
    words.fill("")
    page.locator("#jump > summary").click()
    page.locator("#jump-groups a").first.click()
    expect(page.locator("#groups .group-link").first).to_be_in_viewport(ratio=1)
    assert page.evaluate(WIDE) <= 0
