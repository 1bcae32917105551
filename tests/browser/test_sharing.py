"""A shared army, as people who follow its link see it on a phone and on a desktop."""

import re
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.revisions import create_army
from armybuilder.sharing.links import create_link
from armybuilder.site.claims import Author
from rulesets.registry import get_ruleset
from tests.browser.accessibility import assert_accessible
from tests.visitors import ALICE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_shared_army_is_printed_and_odds_of_a_unit_are_looked_up(desktop, phone):
    ruleset = get_ruleset("mbt2020")
    demo = ruleset.demo()
    few = replace(demo, name="Iron Brigade", groups=(replace(demo.groups[0], units=demo.groups[0].units[:3]),))
    army = create_army(LoadedArmy(ruleset, few), "Iron Brigade", Author(None, ALICE.hash))
    address = create_link(army, frozen=True, notes=False).get_absolute_url()
    as_blanks = create_link(army, frozen=True, notes=False, blanks=True).get_absolute_url()
    for page in (desktop, phone):
        page.goto(address)
        buttons = page.locator(".shared-notice .btn:visible")
        expect(buttons).to_have_text(["Play against it", "More"])
        page.locator(".shared-notice summary").click()
        assert_accessible(page)
        page.get_by_role("link", name="Odds", exact=True).click()
        unit = page.get_by_label("Of", exact=True)
        expect(unit).to_be_in_viewport()
        label = page.locator("label[for=odds-unit]").bounding_box()
        assert label["x"] + label["width"] <= unit.bounding_box()["x"]
        unit.select_option(index=1)
        page.locator(".odds .lookups").get_by_role("link", name="Engagement", exact=True).click()
        expect(page.locator("#answer")).to_contain_text(re.compile(r"\d%"))
        page.goto(address)
        page.locator(".shared-notice summary").click()
        with page.expect_download() as download:
            page.get_by_role("link", name="Print", exact=True).click()
        assert download.value.suggested_filename == "iron-brigade.pdf"
        page.goto(as_blanks)
        expect(page.locator("main")).to_contain_text(re.compile(r"\d+\s+blanks. The game reveals"))
        expect(page.locator("main a")).to_have_text(["Start your army", "About MBT 2020"])
        assert_accessible(page)
