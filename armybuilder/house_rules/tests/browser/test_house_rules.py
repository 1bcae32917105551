"""Sets of house rules in two browsers: saved in one, copied in the other and played by."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from armybuilder.armies.models import Army
from armybuilder.armies.revisions import ARMIES, load_head
from tests.browser.accessibility import assert_accessible
from tests.browser.test_builder import found

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def _empty_desk():
    """Clear the cache of armies."""
    ARMIES.cache.clear()


def test_house_rules_are_kept_shared_and_applied(open_page: Callable[..., Page]):
    alice, bob = open_page(), open_page(360, 740)
    alice.goto("/house-rules/mbt2020")
    alice.locator("#set_name").fill("Tuesday table")
    posture = alice.get_by_label("It means the posture only")
    expect(posture).to_be_hidden()  # in a folded chapter
    alice.get_by_label("Find rules").fill("INFANTRY as a target")
    alice.get_by_label("Find rules").press("Enter")  # saves nothing
    expect(posture).to_be_visible()
    expect(alice.locator("#found-rules")).to_have_text(re.compile("^1 of [0-9]+$"))
    assert_accessible(alice)
    posture.check()
    alice.get_by_role("button", name="Save this set").click()
    expect(alice.locator(".house-sets h2")).to_have_text("Tuesday table")
    alice.get_by_role("link", name="Change Tuesday table").click()
    expect(posture).to_be_checked()
    alice.get_by_role("link", name="Cancel").click()
    alice.get_by_role("button", name="Share with a link: Tuesday table").click()
    link = alice.get_by_label("Link", exact=True).input_value()
    bob.goto(link)
    bob.get_by_role("button", name="Save a copy").click()
    expect(bob.locator(".house-sets h2")).to_have_text("Tuesday table")
    found(bob)
    bob.goto(f"{bob.url.split('?')[0]}house-rules")
    bob.get_by_role("button", name=re.compile("Use this set")).click()
    expect(bob.get_by_label("It means the posture only")).to_be_checked()
    assert load_head(Army.objects.get()).force.house_rules == (("infantry_means_posture", "on"),)
