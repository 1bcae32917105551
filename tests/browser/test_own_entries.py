"""Own entries in a browser: written by form and by table, and used in an army."""

import pytest
from django.core.management import call_command
from playwright.sync_api import Page, expect

from armybuilder.armies.revisions import ARMIES
from tests.browser.accessibility import assert_accessible

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

CATALOGUE = "/forge-of-war/catalogue/"


@pytest.fixture(autouse=True)
def _catalogue():
    """The games' entries are there, and nothing lies about from another test."""
    ARMIES.cache.clear()
    call_command("load_catalogue", verbosity=0)


def message(page: Page, words: str) -> None:
    """Expect these words on the page."""
    expect(page.locator("#messages")).to_contain_text(words)


def test_own_entries_by_form_and_by_table_fight_in_an_army(desktop):
    desktop.goto(f"{CATALOGUE}troop_type/")
    desktop.get_by_role("link", name="Write your own").click()
    desktop.locator("#id_name").fill("Sky Guard")
    desktop.get_by_label("Shooting Value").fill("100")
    desktop.get_by_role("button", name="Save", exact=True).click()
    expect(desktop.locator(".invalid-feedback")).to_have_text("Should be from -99 to 99, is 100.")
    expect(desktop.locator("#id_name")).to_have_value("Sky Guard")
    assert_accessible(desktop)
    desktop.get_by_label("Shooting Value").fill("6")
    desktop.get_by_role("button", name="Save", exact=True).click()
    message(desktop, "Sky Guard is in your catalogue.")
    assert_accessible(desktop)

    desktop.goto(f"{CATALOGUE}weapon/")
    desktop.get_by_role("link", name="Paste a table").click()
    desktop.get_by_label("Table", exact=True).fill(
        "Name\tRange\tWeight of fire\tDice\nSun lance\t30\tfixed\t2\nDud\tfar\tfixed\t1\n"
    )
    desktop.get_by_role("button", name="Check the table").click()
    expect(desktop.locator(".mistakes")).to_have_text("Range should be a whole number")
    assert_accessible(desktop)
    desktop.get_by_role("button", name="Save 1 entry").click()
    message(desktop, "1 entry is in your catalogue. 1 with mistakes left out.")

    desktop.goto("/armies/new/forge-of-war")
    desktop.get_by_role("button", name="Start building").click()
    own = desktop.locator("#own-entries")
    own.get_by_role("button", name="Sun lance").click()
    expect(desktop.locator("#said")).to_contain_text("Sun lance can be chosen in this")
    expect(own).to_contain_text("Can be chosen")
    own.get_by_role("button", name="Sky Guard").click()
    expect(desktop.locator("#said")).to_contain_text("Added 1 × Sky Guard")
    expect(desktop.locator("#groups .unit")).to_have_count(1)
    inspector = desktop.locator("#inspector")
    inspector.get_by_role("button", name="Add weapon").click()
    expect(inspector.locator("option", has_text="Sun lance").first).to_be_attached()
    assert_accessible(desktop)


def test_the_pages_fit_a_phone(phone):
    for part in ("weapon/", "weapon/new", "weapon/paste", "troop_type/new"):
        phone.goto(f"{CATALOGUE}{part}")
        assert_accessible(phone)
    phone.goto(f"{CATALOGUE}weapon/paste")
    phone.get_by_label("Table", exact=True).fill(
        "Name\tRange\tweight_of_fire.kind\tweight_of_fire.dice\nSun lance\t30\tfixed\t2\nDud\tfar\tfixed\t1\n"
    )
    phone.get_by_role("button", name="Check the table").click()
    expect(phone.locator(".mistakes")).to_have_text("Range should be a whole number")
    assert_accessible(phone)
