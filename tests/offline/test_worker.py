"""A game that was opened once opens without a network."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core import signing
from playwright.sync_api import Page, expect

from armybuilder import claims
from armybuilder.armies.models import Army
from tests.matches.conftest import Begin, _empty_desk, army, begin, gems, make_army
from tests.visitors import ALICE

__all__ = ["_empty_desk", "army", "begin", "gems", "make_army"]

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

KEPT = """async (cards) => {
  for (let tries = 0; tries < 200; tries += 1) {
    const pages = await (await caches.open("pages")).keys();
    if (pages.filter(({ url }) => url.includes("/units/")).length === cards) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}"""


def test_a_game_opened_once_opens_without_a_network_and_sends_its_events_later(
    begin: Begin, open_page: Callable[..., Page], live_server: Any
) -> None:
    match = begin()
    page = open_page(360, 640)
    signer = signing.get_cookie_signer(salt=claims.COOKIE + claims.SALT)
    page.context.add_cookies([{"name": claims.COOKIE, "value": signer.sign(ALICE.key), "url": live_server.url}])
    page.goto(match.get_absolute_url())
    assert page.evaluate(KEPT, 6)
    page.reload()
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_text("There is no network. This page is as it was kept on")).to_be_visible()
    first = page.locator('.row-unit[data-side="0"][data-bearer="u2"]')
    first.locator(".row-open").click()
    expect(first.get_by_text("It flies over water.")).to_be_visible()
    first.get_by_role("button", name="Chips: one more").click()
    expect(page.locator("#sending")).to_contain_text("1 not sent")
    page.goto("/pebbles/rules/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.goto("/armies/")
    expect(page.get_by_role("heading", name="No network")).to_be_visible()
    page.goto(match.get_absolute_url())
    expect(page.locator("#sending")).to_contain_text("1 not sent")
    page.context.set_offline(False)
    expect(page.locator("#sending")).to_have_text("All sent")
    page.reload()
    expect(page.get_by_text("There is no network")).to_have_count(0)
    expect(first.locator(".row-states")).to_contain_text("1")


def test_a_form_that_the_network_does_not_take_stays_filled_in_and_nothing_is_asked_before_it(
    army: Army, open_page: Callable[..., Page], live_server: Any
) -> None:
    page = open_page()
    signer = signing.get_cookie_signer(salt=claims.COOKIE + claims.SALT)
    page.context.add_cookies([{"name": claims.COOKIE, "value": signer.sign(ALICE.key), "url": live_server.url}])
    page.goto("/armies/new/pebbles")
    page.evaluate(
        "() => navigator.serviceWorker.register('/service-worker.js').then(() => navigator.serviceWorker.ready)"
    )
    page.reload()
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    name = page.get_by_label("Name", exact=True)
    name.fill("Cliff")
    page.context.set_offline(True)
    page.get_by_role("button", name="Start building").click()
    expect(page.locator("#messages")).to_contain_text("The site could not be reached, so this was not saved.")
    expect(name).to_have_value("Cliff")
    page.context.set_offline(False)
    page.get_by_role("button", name="Start building").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Cliff")
    assert Army.objects.filter(name="Cliff").count() == 1
    page.goto("/armies/new/pebbles")
    name.fill("Dune")
    requests: list[str] = []
    page.context.on("request", lambda request: requests.append(f"{request.method} {request.url}"))
    page.get_by_role("button", name="Start building").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Dune")
    assert requests[0] == f"POST {live_server.url}/armies/new/pebbles"
    assert [each for each in requests if each.startswith("HEAD")] == []
