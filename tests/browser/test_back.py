"""Back and Reload after an import show pages of the site, and never a second army."""

import re

import pytest
from django.core.management import call_command
from playwright.sync_api import Page, expect

from armybuilder.armies.models import Army

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LIST = "8 Challenger 2\n2 Warrior"


def save(page: Page) -> str:
    """Save the army of the preview; returns its address."""
    page.get_by_role("button", name="Save this army").click()
    expect(page).to_have_url(re.compile(r"/armies/[\w-]{16}/$"))
    return page.url


@pytest.fixture(autouse=True)
def _fresh():
    """The games' entries are there."""
    call_command("load_catalogue", verbosity=0)


def test_back_after_saving_an_import_leads_to_the_same_army(desktop):
    desktop.on("dialog", lambda dialog: dialog.accept())
    desktop.goto("/armies/import")
    desktop.get_by_label("Or paste its text").fill(LIST)
    desktop.get_by_role("button", name="Preview").click()
    saved = save(desktop)
    desktop.go_back()
    expect(desktop.get_by_text("nothing is saved yet")).to_be_visible()
    assert save(desktop) == saved
    desktop.go_back()
    desktop.reload()
    expect(desktop.get_by_text("nothing is saved yet")).to_be_visible()
    assert save(desktop) == saved
    assert Army.objects.count() == 1


def test_back_to_a_refused_form_shows_what_was_typed(desktop):
    desktop.goto("/armies/import")
    desktop.get_by_label("Or paste its text").fill("{}")
    desktop.get_by_role("button", name="Preview").click()
    expect(desktop.get_by_text("Nothing was saved.")).to_be_visible()
    desktop.get_by_role("link", name="Help with links and files").click()
    expect(desktop.get_by_role("heading", level=1)).not_to_have_text("Import an army")
    desktop.go_back()
    expect(desktop.get_by_text("Nothing was saved.")).to_be_visible()
    expect(desktop.get_by_label("Or paste its text")).to_have_value("{}")


FROM_HISTORY = "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))"


def test_a_form_of_a_page_from_the_history_starts_another_army(desktop):
    desktop.goto("/mbt2020/")
    fields = desktop.locator("input[name=submission]")
    before = [field.get_attribute("value") for field in fields.all()]
    desktop.evaluate(FROM_HISTORY)
    after = [field.input_value() for field in fields.all()]
    assert len({*before, *after}) == 2 * len(before)
    first = fields.first
    armies = []
    for submission in (before[0], before[0], after[0]):
        desktop.goto("/mbt2020/")
        first.evaluate("(field, id) => { field.value = id; }", submission)
        first.locator("..").get_by_role("button").click()
        desktop.locator("#first-step").wait_for()
        armies.append(desktop.url)
    assert armies[0] == armies[1] != armies[2]


def test_the_form_of_an_import_from_the_history_saves_the_same_army(desktop):
    desktop.goto("/armies/import")
    desktop.get_by_label("Or paste its text").fill(LIST)
    desktop.get_by_role("button", name="Preview").click()
    field = desktop.get_by_role("main").locator("input[name=submission]").first
    before = field.input_value()
    desktop.evaluate(FROM_HISTORY)
    assert field.input_value() == before
