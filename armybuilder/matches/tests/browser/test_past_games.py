"""The history of a player's games on a phone, by keyboard."""

from typing import Any

import pytest
from playwright.sync_api import expect

from armybuilder.matches.tests.conftest import Begin, army, begin, gems, make_army
from armybuilder.matches.tests.history.test_past_games import end, shot
from rulesets.core.play.matches import Verdict
from tests.browser.accessibility import assert_accessible
from tests.browser.phones import WIDTH, OpenPage, sit
from tests.visitors import ALICE

__all__ = ["army", "begin", "gems", "make_army", "shot"]

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_games_are_counted_by_army_on_a_phone(
    begin: Begin, shot: tuple[Any, Any], open_page: OpenPage, live_server: Any
) -> None:
    end(shot[0])
    lost = begin()
    lost.seats.filter(side=1).update(player="Ben")
    end(lost, Verdict.SECOND)
    alice = sit(open_page, live_server, ALICE, lost)
    alice.goto("/matches/")
    alice.get_by_role("link", name="History").press("Enter")
    expect(alice.locator(".history-count")).to_have_text("2 games: 1 won, 0 drawn, 1 lost")
    assert_accessible(alice)
    assert alice.evaluate("document.documentElement.scrollWidth") == WIDTH
    alice.get_by_role("link", name="Ben").press("Enter")
    expect(alice.locator(".history-count")).to_have_text("1 game: 0 won, 0 drawn, 1 lost")
    alice.get_by_role("link", name="Show all games").press("Enter")
    expect(alice.locator(".history-count")).to_have_text("2 games: 1 won, 0 drawn, 1 lost")
