"""A plan on a phone: from the game to the plan, and from a line of it to its engagement."""

from threading import Event
from typing import Any

import pytest
from playwright.sync_api import expect

from armybuilder.matches.log.seats import allow_plans
from armybuilder.matches.log.store import MATCHES
from armybuilder.plans.planning import FIRST_SECONDS, Found, PlanPanel
from tests.browser.accessibility import assert_accessible
from tests.browser.phones import WIDTH, OpenPage, begin_example, sit
from tests.visitors import ALICE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_two_taps_lead_to_the_plan_and_one_carries_a_line_out(open_page: OpenPage, live_server: Any) -> None:
    MATCHES.cache.clear()
    match = begin_example("forge-of-war", plans=True)
    allow_plans(match)
    phone = sit(open_page, live_server, ALICE, match)
    phone.get_by_role("button", name="More of this game").click()
    phone.get_by_role("button", name="Plan", exact=True).click()
    panel = phone.locator("#engage-panel")
    expect(panel.get_by_role("heading", name="Plan")).to_be_visible()
    first = panel.locator(".plan ol > li").first
    expect(first).to_contain_text("On average")
    assert phone.evaluate("document.documentElement.scrollWidth") <= WIDTH
    assert_accessible(phone)
    panel.get_by_label("Goal").select_option("Most units out of play")
    expect(panel.get_by_label("Goal")).to_have_value("out")
    panel.get_by_label("Distance for all").fill("12")
    with phone.expect_response(lambda answer: "distance=12" in answer.url):
        panel.get_by_label("Distance for all").press("Enter")
    expect(panel.get_by_label("Distance for all")).to_have_value("12")
    first.get_by_role("button", name="Leave out").click()
    left_out = panel.get_by_role("button", name="Put back: ")
    expect(left_out).to_be_visible()
    name = str(left_out.get_attribute("aria-label")).removeprefix("Put back: ")
    expect(panel.get_by_text(f"Left out: {name}")).to_be_visible()
    panel.get_by_role("button", name=f"Put back: {name}").click()
    expect(panel.get_by_text(f"Left out: {name}")).to_have_count(0)
    first.get_by_role("button", name="Engage").click()
    expect(panel.locator("[data-event]").first).to_be_visible()


def test_the_first_plan_serves_while_a_better_one_is_looked_for(
    open_page: OpenPage, live_server: Any, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    found, search = Event(), PlanPanel.search
    request.addfinalizer(found.set)  # the server's thread ends also where the test fails before it

    def held(panel: PlanPanel, seconds: float, limit: float, before: Found | None) -> float | None:
        progress = search(panel, seconds, limit, before)
        if seconds == FIRST_SECONDS:
            return 0.5
        found.wait()
        return progress

    monkeypatch.setattr(PlanPanel, "search", held)
    MATCHES.cache.clear()
    match = begin_example("warstrike", plans=True)
    allow_plans(match)
    phone = sit(open_page, live_server, ALICE, match)
    phone.get_by_role("button", name="More of this game").click()
    phone.get_by_role("button", name="Plan", exact=True).click()
    panel = phone.locator("#engage-panel")
    looking = panel.get_by_role("progressbar", name="Looking for a better plan")
    expect(looking).to_have_js_property("value", 0.5)
    lines = panel.locator(".plan ol > li")
    lines.first.get_by_role("button", name="Keep target").click()
    expect(lines.get_by_role("button", pressed=True)).to_have_count(1)
    panel.get_by_role("button", name="Stop").click()
    expect(looking).to_have_count(0)
    expect(lines.get_by_role("button", pressed=True)).to_have_count(1)
    panel.get_by_label("Goal").select_option("Most units out of play")
    expect(looking).to_be_visible()
    found.set()
    expect(looking).to_have_count(0)
    expect(panel.get_by_label("Goal")).to_have_value("out")
