"""The whole journey of a new player: from an empty browser to a printed, legal army."""

import re

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from armybuilder.armies.examples import store_example
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import all_rulesets
from tests.browser.accessibility import assert_accessible
from tests.browser.downloads import made_pdf
from tests.browser.phones import HEIGHT, WIDTH, Finger

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

A4 = (595.28, 841.89)


def test_from_an_empty_browser_to_a_printed_legal_army(desktop, tmp_path):
    desktop.goto("/")
    desktop.get_by_role("navigation", name="Games").get_by_role("link", name="MBT 2020").click()
    desktop.get_by_role("main").get_by_role("button", name=re.compile("Start an army")).click()
    expect(desktop.locator("#first-step h2")).to_be_focused()
    desktop.locator("#inspector").get_by_label("Name", exact=True).fill("Iron Brigade")
    desktop.locator("#inspector").get_by_label("Nation", exact=True).fill("United Kingdom")
    expect(desktop.get_by_role("heading", level=1)).to_have_text("Iron Brigade")

    state = desktop.locator("#state .builder-status")
    expect(state).to_have_text("Empty: add a battle group to begin")
    desktop.locator("#first-step").get_by_role("button", name="Tank group", exact=True).click()
    expect(state).to_have_text("Legal")
    rows = desktop.locator("#groups .unit")
    rows.nth(11).get_by_role("button", name=re.compile("^Remove")).click()
    expect(state).to_have_text("1 error")
    desktop.get_by_role("button", name=re.compile("^Undo")).click()
    expect(state).to_have_text("Legal")

    desktop.locator(".run-fold > summary").first.click()
    rows.nth(1).locator(".unit-link").click()
    expect(desktop.locator("#inspector h2")).to_have_text("Challenger 2")
    desktop.locator(".lookups").get_by_role("link", name="Engagement", exact=True).click()
    expect(desktop.get_by_role("heading", level=1)).to_have_text("Engagement")
    expect(desktop.get_by_role("main")).to_contain_text("Iron Brigade")
    desktop.go_back()

    expect(rows).to_have_count(12)
    desktop.get_by_role("link", name="Print").click()
    desktop.get_by_role("checkbox", name="Labels for bases").check()
    download = made_pdf(desktop)
    file = tmp_path / "army.pdf"
    download.save_as(file)
    assert download.suggested_filename == "iron-brigade.pdf"
    pages = PdfReader(file).pages
    assert {(round(float(page.mediabox.width), 2), round(float(page.mediabox.height), 2)) for page in pages} == {A4}
    texts = [page.extract_text() for page in pages]
    feet = [
        "Roster · page 1 of 1",
        "Unit cards 1/1",
        "MBT 2020 quick reference · page 1 of 2",
        "MBT 2020 quick reference · page 2 of 2",
        "Labels 1/1",
    ]
    assert [[foot for foot in feet if foot in text] for text in texts] == [[foot] for foot in feet]
    assert "✓ LEGAL" in texts[0]
    # The BGHQ has a row of the roster, the other seven share one.
    # There is room for more labels, but spare ones are fakes.
    assert (texts[0].count("Challenger 2"), texts[-1].count("Challenger 2"), texts[-1].count("GRADE+")) == (2, 8, 12)


def read_odds(page: Page, game: AnyRuleset) -> int:
    """Go from the front page to odds of a unit of the game's example; returns the number of taps."""
    page.goto("/")
    expect(page.locator(".home-pictures img")).to_have_count(3)
    finger = Finger(page)
    finger.tap(page.get_by_role("link", name=f"Open an example for {game.title}"))
    finger.tap(page.locator(".example-notice").get_by_role("link", name="Odds"))
    finger.tap(page.get_by_role("main").get_by_role("link", name=game.calculators[0].title, exact=True))
    expect(page.get_by_role("heading", level=1)).to_have_text(game.calculators[0].title)
    own = page.get_by_label("Your unit")
    if own.count():  # a list is one tap to unfold and one to choose
        finger.taps += 2
        own.select_option(index=1)
        expect(page).to_have_url(re.compile(r"army\.own=[\w-]+(:|%3A)u\d"))
    expect(page.locator("#answer")).to_contain_text(re.compile(r"\d%"))
    return finger.taps


def test_a_stranger_reads_odds_of_an_example_within_five_taps(open_page):
    page = open_page(WIDTH, HEIGHT, has_touch=True, is_mobile=True)
    for game in all_rulesets():
        store_example(game)
        assert read_odds(page, game) <= 5


def build_and_print(page: Page, game: AnyRuleset) -> tuple[int, int]:
    """Go from the front page to a legal army and to its PDF; returns the numbers of taps."""
    page.goto("/")
    finger = Finger(page)
    finger.tap(page.get_by_role("main").get_by_role("button", name=f"Start an army for {game.title}"))
    finger.tap(page.locator("#first-step").get_by_role("button", name=game.templates[0].title, exact=True))
    expect(page.locator("#state .builder-status")).to_have_text(re.compile(r"^\s*Legal"))
    to_legal = finger.taps
    finger.tap(page.get_by_role("link", name="Print").first)
    download, finger.taps = made_pdf(page), finger.taps + 2  # "Make the PDF", and "Download the PDF" for a longer one
    assert "✓ LEGAL" in PdfReader(download.path()).pages[0].extract_text()
    return to_legal, finger.taps


@pytest.mark.parametrize("width", [1280, WIDTH])
def test_a_stranger_has_an_army_in_three_taps_and_its_pdf_in_five(open_page, width):
    page = open_page(width, HEIGHT, has_touch=True)
    for game in all_rulesets():
        to_legal, to_pdf = build_and_print(page, game)
        assert to_legal <= 3
        assert to_pdf <= 5


def test_a_phone_asks_a_new_army_for_its_name_above_the_first_group(open_page):
    page = open_page(WIDTH, HEIGHT, has_touch=True, is_mobile=True)
    for game in all_rulesets():
        page.goto(f"/{game.slug}/")
        page.get_by_role("button", name=f"Start an army for {game.title}").tap()
        first = page.locator("#first-form")
        name = first.get_by_label("Name", exact=True)
        expect(name).to_be_in_viewport(ratio=1)
        for written in ("Irn Brigade", "Iron Brigade"):
            name.fill(written)
            name.press("Enter")
            expect(page.get_by_role("heading", level=1)).to_have_text(written)
            expect(name).to_have_attribute("value", written)
        nation = first.get_by_label("Nation")
        assert nation.count() == (game.slug == "mbt2020")
        if nation.count():
            nation.fill("United Kingdom")
            nation.press("Enter")
            expect(page.locator("#summary")).to_contain_text("GRADE+ (United Kingdom)")
        assert_accessible(page)
        page.locator("#first-step").get_by_role("button", name=game.templates[0].title, exact=True).tap()
        expect(first).to_have_count(0)
        expect(page.get_by_role("heading", level=1)).to_have_text("Iron Brigade")
