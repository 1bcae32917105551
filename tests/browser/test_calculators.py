"""Calculators in a browser."""

import itertools
import re

import pytest
from playwright.sync_api import expect

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army
from armybuilder.armies.revisions import create_army
from armybuilder.site.claims import Author
from rulesets.registry import all_rulesets
from tests.browser.accessibility import UNFOLD, assert_accessible, assert_accessible_in_every_view

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FLOATING = "/ducks/calculators/floating/"


def test_a_question_of_every_kind_is_accessible(desktop, ducks):
    for query in ("", "?q-depth=-1&house.wet_stones=perhaps&q-ducks-rows=5"):
        desktop.goto(FLOATING + query)
        desktop.evaluate(UNFOLD)
        assert_accessible_in_every_view(desktop)


def test_an_answer_and_its_address_follow_the_typing(desktop, ducks):
    desktop.goto(FLOATING)
    depth = desktop.get_by_label("Depth")
    folded = desktop.locator("#answer details").first
    folded.locator("summary").click()
    depth.fill("")
    depth.press_sequentially("25", delay=30)
    expect(desktop).to_have_url(re.compile(r"\?q-depth=25$"))
    expect(depth).to_be_focused()
    expect(depth).to_have_value("25")
    expect(desktop.get_by_text("12.50 on average")).to_be_visible()
    expect(desktop.locator("#said")).to_have_text("1 float <b>&</b>")
    expect(folded).to_have_attribute("open", "")
    desktop.reload()
    expect(depth).to_have_value("25")


def test_input_before_the_scripts_are_loaded_is_answered_afterwards(desktop, ducks):
    desktop.goto("/ducks/calculators/")
    held = []
    desktop.route("**/htmx.min.js", lambda route: held.append(route))
    with desktop.expect_request("**/htmx.min.js"):
        desktop.evaluate("address => location.assign(address)", FLOATING)
    typing = "field => { field.value = 25; field.dispatchEvent(new Event('input', {bubbles: true})); }"
    desktop.get_by_label("Depth").evaluate(typing)
    held.pop().continue_()
    expect(desktop.get_by_text("12.50 on average")).to_be_visible()


def test_rows_are_added_and_removed_without_losing_input(desktop, ducks):
    desktop.goto(FLOATING)
    desktop.get_by_label("Weight").fill("3")
    desktop.get_by_label("Depth").fill("7")
    desktop.get_by_role("button", name="Add ducks").press("Enter")
    expect(desktop.get_by_label("Weight")).to_have_count(2)
    expect(desktop.get_by_label("Weight").first).to_have_value("3")
    expect(desktop.get_by_label("Depth")).to_have_value("7")
    expect(desktop.get_by_role("heading", name="2 float")).to_be_visible()
    expect(desktop).to_have_url(re.compile(r"\?q-ducks-rows=2&q-ducks-0-weight=3&q-depth=7$"))
    desktop.get_by_role("button", name="Remove ducks 1").click()
    expect(desktop.get_by_label("Weight")).to_have_count(1)
    expect(desktop.get_by_label("Weight")).to_have_value("1")
    expect(desktop.get_by_role("heading", name="1 float")).to_be_visible()


def test_enter_asks_and_removes_nothing(desktop, ducks):
    desktop.goto(FLOATING)
    desktop.get_by_label("Weight").press("Enter")
    expect(desktop.get_by_role("heading", name="1 float")).to_be_visible()
    expect(desktop.get_by_label("Weight")).to_have_count(1)


def test_a_mistake_is_marked_at_its_input_until_it_is_corrected(desktop, ducks):
    desktop.goto(FLOATING)
    depth = desktop.get_by_label("Depth")
    depth.fill("101")
    expect(depth).to_have_attribute("aria-invalid", "true")
    expect(depth).to_have_accessible_description("Enter a number from 0 to 100, not 101.")
    desktop.get_by_role("link", name="Depth").click()
    expect(depth).to_be_focused()
    assert_accessible(desktop)
    depth.fill("100")
    expect(desktop.get_by_role("heading", name="1 float")).to_be_visible()
    expect(depth).not_to_have_attribute("aria-invalid", "true")
    expect(depth).to_have_accessible_description("")


def test_a_mistake_that_came_with_the_page_goes_when_it_is_corrected(desktop, ducks):
    desktop.goto(f"{FLOATING}?q-depth=101")
    depth = desktop.get_by_label("Depth")
    expect(depth).to_have_accessible_description("Enter a number from 0 to 100, not 101.")
    depth.fill("5")
    expect(desktop.get_by_role("heading", name="1 float")).to_be_visible()
    expect(depth).to_have_accessible_description("")
    expect(desktop.get_by_text("Enter a number from 0")).to_have_count(0)


def test_a_question_is_asked_by_keyboard_alone(desktop, ducks):
    desktop.goto("/ducks/calculators/skipping/")
    desktop.get_by_label("Throws").first.focus()
    desktop.keyboard.press("ArrowUp")
    expect(desktop.get_by_role("heading", name="94% to skip at least once")).to_be_visible()
    desktop.keyboard.press("Tab")
    expect(desktop.get_by_label("Surface")).to_be_focused()
    desktop.keyboard.press("r")
    expect(desktop.get_by_role("heading", name="80% to skip at least once")).to_be_visible()


def test_a_calculator_works_without_scripts(open_page, ducks):
    page = open_page(java_script_enabled=False)
    page.goto(FLOATING)
    page.get_by_label("Depth").fill("7")
    page.get_by_role("button", name="Add ducks").click()
    expect(page.get_by_role("heading", name="2 float")).to_be_visible()
    expect(page.get_by_label("Depth")).to_have_value("7")
    page.get_by_label("Weight").last.fill("9")
    page.get_by_role("button", name="Calculate").click()
    expect(page.get_by_label("Weight").last).to_have_accessible_description("No duck is so fat; 8 is the most.")


def test_the_answer_is_always_in_view(phone, ducks):
    phone.goto(FLOATING)
    headline = phone.get_by_role("heading", name="1 float")
    for height in (500, 740):
        phone.set_viewport_size({"width": 360, "height": height})
        for scrolled in (0, 150, 300):
            phone.evaluate(f"scrollTo(0, {scrolled})")
            expect(headline).to_be_in_viewport(ratio=1)


def test_a_question_is_filled_in_from_an_army(desktop, ducks):
    force = ducks.demo()
    army = create_army(LoadedArmy(ducks, force), "New army", Author(None, ""))
    Army.objects.filter(pk=army.pk).update(example=True)
    desktop.goto("/ducks/calculators/skipping/")
    desktop.get_by_label("Your beach").select_option("Small beach (example)")
    desktop.get_by_label("Your unit").select_option(index=2)
    expect(desktop.get_by_label("Surface")).to_have_value("rough")
    expect(desktop.get_by_role("heading", name="70% to skip at least once")).to_be_visible()
    desktop.get_by_label("Throws").first.fill("2")
    expect(desktop.get_by_role("heading", name="56% to skip at least once")).to_be_visible()
    expect(desktop).to_have_url(re.compile(rf"\?army\.own={army.pk}:u3&q-throws=2$"))
    desktop.get_by_role("link", name="Start over").click()
    expect(desktop.get_by_label("Surface")).to_have_value("smooth")


def test_a_long_list_is_folded_until_it_is_changed(desktop, ducks):
    desktop.goto(f"{FLOATING}?q-ducks-rows=4")
    expect(desktop.get_by_label("Weight").first).to_be_hidden()
    desktop.get_by_text("4 in the list").press("Enter")
    desktop.get_by_role("button", name="Remove ducks 2").press("Enter")
    expect(desktop.get_by_label("Weight")).to_have_count(3)
    expect(desktop.get_by_label("Weight").first).to_be_visible()


def test_a_mistake_unfolds_its_list(desktop, ducks):
    desktop.goto(f"{FLOATING}?q-ducks-rows=4")
    desktop.get_by_text("4 in the list").click()
    desktop.get_by_label("Weight").last.fill("10")
    desktop.get_by_text("4 in the list").click()
    expect(desktop.get_by_role("link", name="Ducks 4: Weight")).to_be_visible()
    expect(desktop.get_by_label("Weight").last).to_be_visible()


LIGHT = "rgba(0, 0, 0, 0)"
"""The background of a text that no link led to."""


def test_one_tap_leads_from_a_working_to_the_text_of_its_rule(desktop, phone):
    for page, game in itertools.product((phone, desktop), all_rulesets()):
        page.goto(f"/{game.slug}/calculators/{game.calculators[0].slug}/")
        fold = page.locator("details:has(> .steps) > summary")
        if fold.count():
            fold.click()
        rule = page.locator(".steps .step-rule").last
        cited = rule.inner_text()
        rule.click()
        text = page.locator(".rule-list li:target")
        expect(text).to_be_in_viewport(ratio=1)
        expect(text.locator(".rule-id")).to_have_text(cited)
        expect(text).not_to_have_css("background-color", LIGHT)
        expect(page.locator(".rule-list li").first).to_have_css("background-color", LIGHT)
