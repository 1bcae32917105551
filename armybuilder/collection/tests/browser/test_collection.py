"""A collection entered on a phone: from an army, by hand and from a table, and used in the builder."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.revisions import ARMIES, create_army
from armybuilder.catalogue.loading import load_catalogue
from armybuilder.collection.models import CollectionRow
from armybuilder.site.claims import Author
from rulesets.registry import get_ruleset
from tests.armies.test_pictures import file_of
from tests.browser.accessibility import assert_accessible
from tests.browser.test_builder import found
from tests.offline.engine_memory import GiveEngine, give_engine
from tests.offline.test_device import sign_in, take_offline
from tests.visitors import ALICE

__all__ = ["give_engine"]

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def _catalogue():
    """Load the catalogue, and clear the cache of armies."""
    load_catalogue()
    ARMIES.cache.clear()


def test_a_collection_is_entered_and_the_builder_counts_what_is_left(open_page: Callable[..., Page]):
    page = open_page(360, 740)
    found(page)
    army = page.url.split("?")[0].split("#")[0]
    entry = page.locator("#catalogue .entry[name=entry]").first
    name = str(entry.locator(".entry-name").text_content())
    page.goto("/collection/mbt2020")
    assert_accessible(page)
    page.get_by_label(f"Models: {name}", exact=True).fill("2")
    page.get_by_label(f"Painted: {name}", exact=True).fill("3")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("You have 2, so at most 2 can be painted.")).to_be_visible()
    assert_accessible(page)
    page.get_by_label(f"Painted: {name}", exact=True).fill("1")
    page.get_by_role("button", name="Save").click()
    page.get_by_label("Only what I have (2 models)").check()
    page.get_by_role("button", name="Show").click()
    expect(page.locator(".collection-rows tbody tr")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth") == 360

    page.goto(f"{army}#catalogue")
    stock = page.locator("#catalogue .entry-stock")
    expect(stock).to_have_text("2 of 2 left")
    page.get_by_label("Only what I have").check()
    expect(page.locator("#catalogue .entry:visible", has=page.locator(".entry-stock"))).to_have_count(1)
    entry = page.locator("#catalogue .entry", has=page.locator(".entry-stock"))
    for left in ("1 of 2 left", "0 of 2 left", "0 of 2 left"):
        entry.click()
        expect(stock).to_have_text(left)
    expect(page.locator("#findings")).to_contain_text(f"has 3 × {name}. You have 2.")
    page.goto(f"/collection/mbt2020?army={army.rstrip('/').rsplit('/', 1)[1]}")
    expect(page.get_by_label(f"Models: {name}", exact=True)).to_have_value("3")
    page.get_by_role("button", name="Save").click()
    page.goto("/collection/mbt2020/missing")
    expect(page.locator("tbody tr").first).to_contain_text(name)
    assert_accessible(page)


def test_a_table_is_pasted_checked_and_saved(open_page: Callable[..., Page]):
    page = open_page(1280, 800)
    page.goto("/collection/forum-combat")
    page.get_by_text("Paste a table").click()
    page.get_by_label("Table", exact=True).fill("Unit;Qty\nRifleman;12\nDragon;1")
    page.get_by_role("button", name="Read the table").click()
    expect(page.locator(".alert-warning")).to_contain_text("“Dragon · 1”: No entry in the catalogue has this name.")
    expect(page.get_by_label("Models: Rifleman", exact=True)).to_have_value("12")
    assert_accessible(page)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Only what I have (12 models)")).to_be_visible()


def test_a_photo_is_added_on_a_phone_and_shown_beside_the_unit(open_page: Callable[..., Page]):
    page = open_page(360, 740)
    page.goto("/collection/mbt2020")
    row = page.locator(".collection-rows tbody tr").first
    name = str(row.get_by_role("link").first.text_content())
    page.get_by_label(f"Models: {name}", exact=True).fill("2")
    page.get_by_role("button", name="Save").press("Enter")
    row.get_by_role("link", name=f"Photo of {name}").press("Enter")
    page.get_by_label("Add a photo of your models").set_input_files(
        {"name": "shelf.jpg", "mimeType": "image/jpeg", "buffer": file_of(1600, 1200, "JPEG")}
    )
    page.get_by_role("button", name="Save the photo").press("Enter")
    expect(page.get_by_alt_text(f"Photo of {name}")).to_have_js_property("naturalWidth", 1280)
    assert_accessible(page)
    page.get_by_role("link", name="Your collection", exact=True).press("Enter")
    expect(row.get_by_alt_text(f"Photo of {name}")).to_have_js_property("naturalWidth", 160)
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert_accessible(page)
    row.get_by_role("link", name=f"Photo of {name}").press("Enter")
    page.get_by_role("button", name="Remove it").press("Enter")
    expect(page.get_by_label("Add a photo of your models")).to_be_visible()


def test_the_builder_counts_what_is_left_without_a_network(
    open_page: Callable[..., Page], live_server: Any, give_engine: GiveEngine
):
    game = get_ruleset("mbt2020")
    loaded = LoadedArmy(game, game.demo())
    army = create_army(loaded, "New army", Author(None, ALICE.hash))
    (kind, key), needed = next(iter(loaded.models_needed.items()))
    CollectionRow.objects.create(ruleset="mbt2020", kind=kind, key=key, count=needed + 1, claim_hash=ALICE.hash)
    page = open_page()
    sign_in(page, live_server)
    take_offline(page, army, give_engine)
    page.reload()
    page.context.set_offline(True)
    stock = page.locator("#catalogue .entry-stock")
    expect(stock).to_have_text(f"1 of {needed + 1} left")
    beyond = page.locator("#findings").get_by_text(f"You have {needed + 1}.")
    for notes in (0, 1):
        page.locator("#catalogue .entry", has=page.locator(".entry-stock")).click()
        expect(stock).to_have_text(f"0 of {needed + 1} left")
        expect(beyond).to_have_count(notes)
    page.get_by_label("Only what I have").check()
    expect(page.locator("#catalogue button[name=entry]:visible")).to_have_count(1)
