"""The screen for the room on a television: large letters, everything in sight, and it follows the game by itself."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from armybuilder.matches.log.store import submit
from armybuilder.matches.models import Match
from armybuilder.matches.tests.browser.test_rows import HURT, all_hurt
from rulesets.core.play.matches import ClockMove, Event, EventKind, MatchState
from rulesets.core.play.states import Change
from rulesets.registry import get_ruleset
from tests.browser.accessibility import assert_accessible
from tests.browser.phones import OpenPage, begin_example, sheet, sit
from tests.visitors import ALICE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SMALL_LETTERS = """() => {
  const texts = document.createTreeWalker(document.getElementById("room"), NodeFilter.SHOW_TEXT);
  const small = [];
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode;
    const isSeen = data.trim() && parentElement.checkVisibility() && !parentElement.closest(".visually-hidden, svg");
    if (isSeen && parseFloat(getComputedStyle(parentElement).fontSize) < 24) small.push(data);
  }
  return small;
}"""
"""The texts on the screen with letters of less than 24 pixels."""
LETTER_ON_MAP = """marker => {
  const text = marker.querySelector("text");
  return parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a;
}"""
"""The size of the letters on a unit, in pixels."""


COVERED = """markers => markers.flatMap((marker, index) => {
  const box = marker.querySelector("rect").getBoundingClientRect();
  return markers.slice(0, index).filter((other) => {
    const { left, right, top, bottom } = other.querySelector("rect").getBoundingClientRect();
    return Math.min(right, box.right) - Math.max(left, box.left) > 1
      && Math.min(bottom, box.bottom) - Math.max(top, box.top) > 1;
  }).map(({ textContent }) => `${textContent.trim()} covers ${marker.textContent.trim()}`);
})"""
"""The markers of units on the map that cover each other."""


def television(open_page: OpenPage, live_server: Any, match: Match) -> Page:
    page = sit(open_page, live_server, ALICE, match)
    page.set_viewport_size({"width": 1280, "height": 800})
    with sheet(page) as more:
        address = more.get_by_role("link", name="Show on a big screen").get_attribute("href")
    page.goto(str(address))
    return page


@pytest.mark.parametrize(("game", "hides"), [*((game, False) for game in HURT), ("mbt2020", True)])
def test_both_sides_are_in_sight_in_large_letters(
    open_page: OpenPage, live_server: Any, game: str, hides: bool
) -> None:
    start = {} if hides else {"start": all_hurt(game)}
    match = begin_example(game, hides=hides, **start)
    submit(match, 0, Event("d1", EventKind.DICE, dice=12, faces=10), both=False)
    submit(match, 0, Event("c1", EventKind.CLOCK, clock=ClockMove.RUN, whose=0), both=False)
    page = television(open_page, live_server, match)
    expect(page.locator(".room-die").first).to_be_in_viewport(ratio=1)
    expect(page.locator(".room-clock").first).to_contain_text(":")
    for counter in page.locator(".room-counter").all():
        expect(counter).to_be_in_viewport(ratio=1)
    assert page.evaluate(SMALL_LETTERS) == []
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        assert_accessible(page, only_colours=theme == "dark")


@pytest.mark.parametrize("game", ["mbt2020", "forum-combat"])
def test_the_map_takes_turns_with_the_counters(open_page: OpenPage, live_server: Any, game: str) -> None:
    match = begin_example(game)
    Match.objects.filter(pk=match.pk).update(battlefield="groups=4&seed=7" if game == "mbt2020" else "")
    page = television(open_page, live_server, match)
    expect(page.locator(".room-map")).to_have_count(0)
    holder = "g1" if game == "forum-combat" else "u2"
    submit(match, 0, Event("p1", EventKind.PLACE, own=holder, place=(20, 12)), both=False)
    expect(page.locator(".room-map")).to_be_hidden()
    expect(page.locator(".room-counter").first).to_be_visible()
    page.evaluate("document.getAnimations().forEach((each) => { each.pause(); each.currentTime = 13_000; })")
    expect(page.locator(".room-counter").first).to_be_hidden()
    marker = page.locator(".room-marker")
    expect(marker).to_be_in_viewport(ratio=1)
    assert marker.evaluate(LETTER_ON_MAP) >= 24
    assert page.evaluate(SMALL_LETTERS) == []
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        assert_accessible(page, only_colours=theme == "dark")


@pytest.mark.parametrize("game", HURT)
def test_close_units_do_not_cover_each_other_on_the_map(open_page: OpenPage, live_server: Any, game: str) -> None:
    force = get_ruleset(game).demo()
    places = {
        unit.id: (10 + place % 5, 10 + place // 5) for group in force.groups for place, unit in enumerate(group.units)
    }
    places |= {group.id: (12, 11) for group in force.groups}
    page = television(open_page, live_server, begin_example(game, start=MatchState(places=(places, places))))
    page.evaluate("document.getAnimations().forEach((each) => { each.pause(); each.currentTime = 13_000; })")
    markers = page.locator(".room-marker")
    expect(markers.nth(4)).to_be_in_viewport(ratio=1)
    assert markers.evaluate_all(COVERED) == []


def test_it_follows_the_game_without_a_touch(open_page: OpenPage, live_server: Any) -> None:
    match = begin_example("warstrike")
    page = television(open_page, live_server, match)
    page.evaluate("window.loaded = 1")
    expect(page.locator(".room-go")).to_have_text("Reds acts: pick a unit to act")
    submit(match, 0, Event("e1", changes=(Change("markers", 2, holder="u3"),)), both=False)
    expect(page.locator(".room-states")).to_have_text("Markers 2/4")
    submit(match, 0, Event("n1", EventKind.NEXT, turn=1, segment=0), both=False)
    expect(page.locator(".room-go")).to_have_text("Blues acts: pick a unit to act")
    assert page.evaluate("window.loaded") == 1
