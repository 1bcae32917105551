"""A rule is found from any page by keys, or by touch on a phone."""

import re

import pytest
from playwright.sync_api import Page, expect

from armybuilder.armies.examples import store_example
from armybuilder.catalogue.loading import load_catalogue
from rulesets.core.names import plain_words
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import all_rulesets, get_ruleset
from tests.browser.accessibility import assert_accessible
from tests.browser.phones import HEIGHT, WIDTH, Finger

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_rule_is_found_by_keys_alone(desktop):
    desktop.goto("/warstrike/calculators/suppression/")
    desktop.keyboard.press("/")
    field = desktop.get_by_role("searchbox", name="Search WarStrike")
    expect(field).to_be_focused()
    desktop.keyboard.type("get doẃn")
    first = desktop.locator("#search-results a").first
    expect(desktop.locator("#search-count")).to_have_text(re.compile(r"^\d+ results\.\s*$"))
    desktop.keyboard.press("ArrowDown")
    expect(first).to_be_focused()
    desktop.keyboard.press("ArrowUp")
    expect(field).to_be_focused()
    desktop.keyboard.press("Escape")
    expect(desktop.get_by_role("dialog")).to_be_hidden()
    desktop.keyboard.press("/")
    desktop.keyboard.type("WS-SUP-5")
    expect(first).to_contain_text("WS-SUP-5")
    desktop.keyboard.press("ArrowDown")
    desktop.keyboard.press("Enter")
    desktop.wait_for_url("**/warstrike/rules/#WS-SUP-5")
    expect(desktop.locator("[id='WS-SUP-5']")).to_be_in_viewport()


def test_the_search_key_is_a_letter_in_a_field(desktop):
    load_catalogue()
    desktop.goto("/warstrike/catalogue/unit/")
    field = desktop.locator("main [name=q]")
    field.press_sequentially("a/b?")
    expect(field).to_have_value("a/b?")
    expect(desktop.get_by_role("dialog")).to_be_hidden()


def test_a_unit_is_found_by_touch(phone):
    load_catalogue()
    phone.goto("/mbt2020/rules/")
    phone.get_by_role("link", name="Search", exact=True).tap()
    phone.get_by_role("searchbox", name="Search MBT 2020").fill("lecl")
    expect(phone.locator("#search-results a").first).to_have_text("Leclerc")
    assert_accessible(phone)
    phone.locator("#search-results a").first.tap()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Leclerc")


def find_rule(page: Page, game: AnyRuleset) -> int:
    """Go from any page of the site to a rule of the game; returns the number of taps."""
    finger = Finger(page)
    rule = [rule.id for rule in game.all_rules if not rule.id.startswith("AB-")][-1]
    finger.tap(page.get_by_role("link", name="Search", exact=True))
    field = page.get_by_role("dialog").get_by_role("searchbox")
    expect(field).to_be_focused()  # typing needs no tap
    field.fill(rule)
    finger.tap(page.locator("#search-results a").filter(has_text=rule).first)
    expect(page).to_have_url(re.compile(f"/{game.slug}/.*#{rule}$"))
    expect(page.locator(f"[id='{rule}']")).to_be_in_viewport()
    return finger.taps


def test_a_rule_of_each_game_is_three_taps_away_from_any_kind_of_page(open_page):
    page = open_page(WIDTH, HEIGHT, has_touch=True, is_mobile=True)
    games = all_rulesets()
    for number, game in enumerate(games):
        store_example(game)
        army, odds = f"/armies/example-{game.slug}/", f"/{game.slug}/calculators/"
        parts = [f"/{game.slug}/{part}" for part in ("", "catalogue/", "reference/", "rulings/")]
        pages = ["/", "/guide/", army, "/armies/", f"{army}print/", odds, f"{odds}{game.calculators[0].slug}/", *parts]
        for address in pages[number :: len(games)]:
            page.goto(address)
            assert find_rule(page, game) <= 3, address


def test_the_builder_has_both_searches(desktop):
    store_example(get_ruleset("mbt2020"))
    desktop.goto("/armies/example-mbt2020/")
    desktop.get_by_role("button", name="Make a copy").click()
    expect(desktop.locator("#search")).to_be_visible()
    desktop.locator(".unit-link").first.focus()
    desktop.keyboard.press("/")
    expect(desktop.locator("#search")).to_be_focused()
    desktop.locator(".unit-link").first.focus()
    desktop.keyboard.press("?")
    expect(desktop.get_by_role("searchbox", name="Search MBT 2020")).to_be_focused()


def test_a_search_works_without_scripts(open_page):
    page = open_page(java_script_enabled=False)
    page.goto("/forum-combat/rules/")
    page.get_by_role("link", name="Search", exact=True).click()
    page.get_by_role("searchbox").fill("morale")
    page.get_by_role("searchbox").press("Enter")
    expect(page.locator("#search-results a").first).to_contain_text("Morale")


def test_the_builder_compares_words_as_the_site_does(desktop):
    desktop.goto("/")
    written = [chr(code) for code in (*range(32, 0x250), *range(0x2000, 0x2070), *range(0xFF01, 0xFF60))]
    written += ["Süd\u00adwest", "SM‑10 “Long”\u00a0Tom", "ＭＢＴ\u3000２", "Łódź Straße", "ΣΑΣ σας", "Ørsted’s", "¾ №"]
    read = desktop.evaluate(
        "async (texts) => { const { plainWords } = await import('/static/js/names.js'); return texts.map(plainWords) }",
        [f"a{text}b" for text in written],
    )
    assert dict(zip(written, read, strict=True)) == {text: plain_words(f"a{text}b") for text in written}
