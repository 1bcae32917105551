"""A custom game without a network: its armies are built, its odds asked, and it is played, in a real browser."""

import pytest
from playwright.sync_api import expect

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.revisions import create_army, load_head
from armybuilder.matches.tests.browser.test_match_evening import IS_KEPT
from armybuilder.site.claims import Author
from rulesets.registry import get_ruleset
from tests.browser.phones import begin_example, engage, happened, lose_network, sheet, sit
from tests.offline.engine_memory import give_engine
from tests.offline.test_device import STAYS, sign_in, take_offline
from tests.offline.test_engine import WORKED_OUT
from tests.visitors import ALICE

__all__ = ["give_engine"]

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_an_army_is_built_and_asked_about_offline(open_page, live_server, version, give_engine):
    game = get_ruleset(version.slug)
    army = create_army(LoadedArmy(game, game.demo().with_ids()), "New army", Author(None, ALICE.hash))
    page = open_page(expected="htmx: htmx:error: Failed to fetch")
    sign_in(page, live_server)
    take_offline(page, army, give_engine)
    page.context.set_offline(True)
    page.reload()
    page.locator("#groups .unit-link").first.click()
    page.locator("#inspector").get_by_role("button", name="One more").click()
    expect(page.locator("#groups .unit")).to_have_count(3)
    expect(page.locator("#findings")).to_contain_text("above its limit")
    page.goto(f"/{version.slug}/calculators/shooting/?army.own={army.pk}")
    expect(page.locator("#answer > .alert")).to_have_text(WORKED_OUT)
    page.get_by_label("Dice each").fill("3")
    expect(page.locator("#answer")).to_contain_text("7.50 hits on average")
    page.context.set_offline(False)
    page.goto(army.get_absolute_url())
    expect(page.locator("#groups .unit")).to_have_count(3)
    army.refresh_from_db()
    assert load_head(army).unit_count == 3


def test_a_game_at_the_table_is_played_offline(open_page, live_server, version, give_engine):
    match = begin_example(version.slug, at_once=True)
    page = sit(open_page, live_server, ALICE, match, expected="htmx: htmx:error: Failed to fetch")
    with sheet(page):
        expect(page.locator("#take-offline").get_by_role("button")).to_be_visible(timeout=30_000)
        give_engine(page)
        page.locator("#take-offline").get_by_role("button").click()
        expect(page.locator("#take-offline").get_by_role("status")).to_have_text(STAYS, timeout=120_000)
    assert page.evaluate(IS_KEPT, match.get_absolute_url())
    lose_network(page)
    panel = engage(page, 0, "u2", "u2")
    expect(panel.locator("#answer > .alert")).to_have_text(WORKED_OUT)
    expect(panel.locator("#answer")).to_contain_text("3.33 hits on average")
    happened(panel, "2 lost")
    expect(page.locator("#sending")).to_contain_text("1 not sent")
