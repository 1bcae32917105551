"""What helps a player who has one hand free: Back, a buzz and a sound when something waits, results read aloud."""

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from armybuilder.matches.log.store import submit
from rulesets.core.play.matches import Event, MatchState
from rulesets.core.play.states import OUT, Change, PlayState
from tests.browser.accessibility import assert_accessible
from tests.browser.pages import wait_until
from tests.browser.phones import (
    HEIGHT,
    Finger,
    OpenPage,
    all_sent,
    begin_example,
    choose_target,
    row,
    sheet,
    sit,
    targets,
)
from tests.visitors import ALICE, BOB

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LISTENS = """() => {
  window.heard = [];
  navigator.vibrate = () => heard.push("buzz");
  AudioContext.prototype.createOscillator = () => {
    heard.push("sound");
    return { frequency: {}, connect() {}, addEventListener() {}, start() {}, stop() {} };
  };
  speechSynthesis.speak = ({ text }) => heard.push(text);
}"""
"""Script that notes what the phone does instead of a buzz, a sound or speech."""


def markers(side: int, event: str) -> Event:
    """A result that the other player has to agree to."""
    change = Change("markers", 1, holder="u4", side=1 - side)
    return Event(event, changes=(change,), calculator="under-fire", own="u3", opposing="u4", result="1 marker")


def test_back_closes_the_sheet_and_the_panel_and_stays_in_the_game(open_page: OpenPage, live_server: Any) -> None:
    match = begin_example("warstrike")
    phone = sit(open_page, live_server, ALICE, match)
    more = phone.locator("#more")
    phone.locator("#more-open").click()
    expect(more).to_be_visible()
    phone.evaluate("history.back()")
    expect(more).to_be_hidden()
    panel = targets(phone, 0, "u3")
    phone.evaluate("history.back()")
    expect(panel).to_be_hidden()
    with sheet(phone):
        expect(more).to_be_visible()
    panel = targets(phone, 0, "u3")
    phone.evaluate("history.back()")
    expect(panel).to_be_hidden()
    expect(phone).to_have_url(f"{live_server.url}{match.get_absolute_url()}")


def test_back_from_a_linked_page_is_one_step_from_leaving(open_page: OpenPage, live_server: Any) -> None:
    match = begin_example("warstrike")
    phone = sit(open_page, live_server, ALICE, match)
    phone.locator("#more-open").click()
    phone.locator("#more").get_by_role("link", name="Show on a big screen").click()
    expect(phone.locator("#room")).to_be_visible()
    phone.go_back()
    phone.locator("#tracker.is-drawn").wait_for()
    wait_until(phone, "() => history.state === null")
    expect(phone.locator("#more")).to_be_hidden()


def test_what_waits_buzzes_and_sounds_only_where_that_is_turned_on(open_page: OpenPage, live_server: Any) -> None:
    match = begin_example("warstrike")
    bob = sit(open_page, live_server, BOB, match)
    bob.evaluate(LISTENS)
    with sheet(bob) as more:
        buzz, sound = (more.get_by_role("button", name=f"{what} when you are needed") for what in ("Buzz", "Sound"))
        expect(buzz).to_have_attribute("aria-pressed", "true")
        expect(sound).to_have_attribute("aria-pressed", "false")
        assert_accessible(bob)
    submit(match, 0, markers(0, "e1"), both=False)
    expect(bob.locator(".proposal")).to_have_count(1)
    assert bob.evaluate("heard") == ["buzz"]
    with sheet(bob):
        for each in (buzz, sound):
            each.click()
    submit(match, 0, markers(0, "e2"), both=False)
    expect(bob.locator(".proposal")).to_have_count(2)
    assert bob.evaluate("heard") == ["buzz", "sound"]
    bob.reload()
    with sheet(bob):
        expect(sound).to_have_attribute("aria-pressed", "true")
        expect(buzz).to_have_attribute("aria-pressed", "false")


def test_the_last_entry_is_read_aloud_on_demand(open_page: OpenPage, live_server: Any) -> None:
    match = begin_example("warstrike")
    phone = sit(open_page, live_server, ALICE, match)
    phone.evaluate(LISTENS)
    submit(match, 0, Event("e1", changes=(Change("markers", 2, holder="u3"),)), both=False)
    expect(phone.locator("#last")).to_contain_text("1: ")
    with sheet(phone) as more:
        more.get_by_role("button", name="Read the last entry aloud").click()
    assert phone.evaluate("heard") == ["Reds: 1·2 First section (Reds) – Markers: 0 → 2."]


@pytest.mark.parametrize(
    ("game", "holder", "action", "tried"),
    [("forge-of-war", "u5", "Activate", "Has tried"), ("forge-of-war", "u5", "Rally", "Has tried")],
)
def test_an_activation_or_rally_is_rolled_with_two_taps(
    open_page: OpenPage, live_server: Any, game: str, holder: str, action: str, tried: str
) -> None:
    shaken = PlayState({holder: {"markers": (1, 2)}})
    phone = sit(open_page, live_server, ALICE, begin_example(game, start=MatchState((shaken, PlayState()), segment=1)))
    finger, unit = Finger(phone), row(phone, 0, holder)
    finger.tap(unit.locator(".row-open"))
    finger.tap(unit.get_by_role("button", name=f"Roll it: {action}"))
    assert finger.taps == 2
    expect(unit.locator(".row-states")).to_contain_text(tried)
    expect(phone.locator("#last")).to_contain_text("1·4 Second squad: ")
    assert_accessible(phone)


def tops(places: Locator) -> list[float]:
    """The upper edges of all of these that are seen."""
    seen: list[float] = places.evaluate_all(
        "all => all.filter(each => each.checkVisibility()).map(each => each.getBoundingClientRect().top)"
    )
    return seen


@pytest.mark.parametrize(
    ("game", "own", "opposing"),
    [("forge-of-war", "u5", "u5"), ("forum-combat", "g1", "g1"), ("mbt2020", "u2", "u2"), ("warstrike", "u3", "u4")],
)
def test_what_is_tapped_most_is_in_the_lower_half(
    open_page: OpenPage, live_server: Any, game: str, own: str, opposing: str
) -> None:
    match = begin_example(game)
    alice, bob = (sit(open_page, live_server, claim, match) for claim in (ALICE, BOB))
    half = HEIGHT / 2
    assert min(tops(alice.locator(".tracker-bar button"))) > half
    panel = targets(alice, 0, own)
    choose_target(panel, opposing)
    anyway = panel.locator(".engage-anyway > summary")
    results = panel.locator(".engage-results .btn")
    results.first.wait_for(state="attached")
    if anyway.count():
        anyway.click()
    assert min(tops(results)) > half
    panel.locator("[data-event]:visible").first.click()
    all_sent(alice)
    assert min(tops(alice.locator("#last button"))) > half
    lost = Change(OUT.slug, box=OUT.keys[0], holder=opposing, side=1)
    submit(match, 0, Event("lost", changes=(lost,), calculator="fire", own=own, opposing=opposing), both=False)
    answers = bob.locator(".proposal button")
    expect(answers.first).to_be_in_viewport(ratio=1)
    assert min(tops(answers)) > half
    targets(bob, 1, own)
    expect(answers.first).to_be_in_viewport(ratio=1)
    assert min(tops(answers)) > half
    bob.locator("#engage-panel").get_by_role("button", name="Close").click()
    with sheet(bob):
        expect(answers.first).to_be_in_viewport(ratio=1)
        assert min(tops(answers)) > half
