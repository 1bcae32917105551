"""Two phones play a stretch of each game by what the site rolls: engage, roll, confirm, with the states that follow."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from armybuilder.matches.log.store import MATCHES, load_match
from armybuilder.matches.models import Match
from rulesets.core.play.matches import EventKind, LogEntry, MatchState
from rulesets.core.play.states import OUT, Change, PlayState
from tests.browser.accessibility import assert_accessible
from tests.browser.phones import (
    WIDTH,
    OpenPage,
    all_sent,
    assert_one_game,
    begin_example,
    engage,
    in_step,
    lose_network,
    open_row,
    regain_network,
    sit,
    targets,
    unfold,
    unfold_targets,
)
from tests.visitors import ALICE, BOB

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

Ticked = Mapping[str, Mapping[str, tuple[int, ...]]]


def seats(game: str, open_page: OpenPage, live_server: Any, ticked: Ticked | None = None) -> tuple[Match, Page, Page]:
    """A game that stands so on both sides, and the phones of both players."""
    MATCHES.cache.clear()
    side = PlayState(ticked or {})
    match = begin_example(game, start=MatchState(sides=(side, side)))
    alice, bob = (sit(open_page, live_server, claim, match) for claim in (ALICE, BOB))
    return match, alice, bob


def last_entry(match: Match) -> LogEntry:
    """The last entry of the stored log."""
    match.refresh_from_db()
    return load_match(match).log[-1]


def look(page: Page) -> None:
    """The panel is accessible in both themes, and not too wide."""
    assert page.evaluate("document.documentElement.scrollWidth") <= WIDTH
    assert_accessible(page)
    page.emulate_media(color_scheme="dark")
    expect(page.locator("html")).to_have_attribute("data-bs-theme", "dark")
    assert_accessible(page, only_colours=True)
    page.emulate_media(color_scheme="light")


def far(panel: Locator) -> None:
    """The target is over half the range of rifles."""
    panel.locator('[data-step="18"]').click()


def covered(panel: Locator) -> None:
    """The target has cover that takes two off ACC."""
    panel.locator("[name=q-cover]").fill("2")


@pytest.mark.parametrize(
    ("game", "own", "tap", "before", "after"),
    [("forge-of-war", "u5", far, "7 or less", "6 or less"), ("forum-combat", "g1", covered, "4+", "6+")],
)
def test_fire_is_rolled_by_one_tap_and_agreed_to_by_another(
    game: str,
    own: str,
    tap: Callable[[Locator], None],
    before: str,
    after: str,
    open_page: OpenPage,
    live_server: Any,
) -> None:
    match, alice, bob = seats(game, open_page, live_server)
    panel = engage(alice, 0, own, own)
    headline = panel.locator(".answer-headline h2")
    first = headline.inner_text()
    tap(panel)
    expect(headline).not_to_have_text(first)
    roll = panel.get_by_role("button", name="Roll it")
    assert roll.evaluate("it => it.getBoundingClientRect().height") >= 44
    expect(roll).to_be_in_viewport(ratio=1)
    roll.click()
    dice = panel.locator(".rolled")
    expect(dice.first).to_be_in_viewport(ratio=1)
    entry = last_entry(match)
    assert entry.event.kind is EventKind.ROLL
    assert entry.came is not None
    expect(dice).to_have_count(len(entry.came.dice))
    assert entry.came.dice[0].needed == after != before
    for shown, rolled in zip(dice.all(), entry.came.dice, strict=True):
        expect(shown.locator(".die")).to_have_text([str(score) for score in (*rolled.good, *rolled.bad)])
        expect(shown.locator(".die.is-good")).to_have_count(len(rolled.good))
    expect(panel.locator("#throw-said")).to_contain_text(entry.came.result)
    expect(panel.locator("#throw-said")).to_contain_text(f"Seed {entry.seed}")
    expect(roll).to_have_attribute("aria-disabled", "true")
    for each in panel.locator("[data-event]").all():
        expect(each).to_have_attribute("aria-disabled", "true")
    look(alice)
    panel.get_by_role("button", name="Close").click()
    if entry.proposed:
        proposal = bob.locator(".proposal")
        expect(proposal).to_contain_text("Reds says: ")
        proposal.get_by_text("Dice", exact=True).click()
        expect(proposal.locator(".rolled")).to_have_count(len(entry.came.dice))
        expect(proposal).to_contain_text(f"Seed {entry.seed}")
        look(bob)
        bob.get_by_role("button", name="Agree").click()
        expect(proposal).to_have_count(0)
    in_step(match, alice, bob)
    states, log = assert_one_game(match, alice, bob)
    assert entry.came.dice[0].text in log[0]
    assert f"; seed {entry.seed}" in log[0]
    assert f"0:{own}" in states
    theirs = [each for each in entry.came.changes if each.side == 1]
    assert (f"1:{own}" in states) is bool(theirs)


BELOW_HALF = {"hp-3a": (1,), "hp-3b": (1,), "hp-3c": (1,), "out": (1, 2, 3)}


@pytest.mark.parametrize(
    ("game", "own", "ticked", "does", "dice", "purpose"),
    [
        ("warstrike", "u3", {"markers": (1, 2)}, "Activate", 2, "Check, 3 or less"),
        ("forge-of-war", "u5", {"markers": (1, 2)}, "Rally", 1, "To rally, below 5"),
        ("forge-of-war", "u5", {}, "Activate", 1, "To activate, 7 or less"),
        ("forum-combat", "g8", BELOW_HALF, "Test morale", 2, "Morale, 7 in all"),
    ],
)
def test_what_a_unit_does_by_itself_is_rolled_from_its_row(
    game: str,
    own: str,
    ticked: Mapping[str, tuple[int, ...]],
    does: str,
    dice: int,
    purpose: str,
    open_page: OpenPage,
    live_server: Any,
) -> None:
    match, alice, bob = seats(game, open_page, live_server, {own: ticked})
    unfold(alice, 0, own)
    unit = open_row(alice, 0, own)
    unit.get_by_role("button", name=does, exact=True).click()
    panel = alice.locator("#engage-panel")
    panel.get_by_role("button", name="Roll it").click()
    expect(panel.locator(".rolled .die")).to_have_count(dice)
    entry = last_entry(match)
    assert entry.came is not None
    expect(panel.locator("#throw-said")).to_contain_text(entry.came.result)
    assert entry.came.dice[0].text.startswith(purpose)
    panel.get_by_role("button", name="Close").click()
    expect(bob.locator("#last")).to_contain_text(purpose)
    _, log = assert_one_game(match, alice, bob)
    assert entry.came.result in log[0]


def test_rock_paper_scissors_decides_the_engagement_by_the_same_tap(open_page: OpenPage, live_server: Any) -> None:
    match, alice, bob = seats("mbt2020", open_page, live_server)
    unfold(alice, 0, "u2")
    unfold_targets(targets(alice, 0, "u2"))
    alice.locator(".target").first.click()
    panel = alice.locator("#engage-panel")
    hands = panel.locator(".throw-hands button")
    expect(hands).to_have_text(["Rock", "Paper", "Scissors"])
    boxes = hands.evaluate_all(
        "all => all.map(each => each.getBoundingClientRect()).map(({ top, height }) => [top, height])"
    )
    assert len({top for top, _ in boxes}) == 1
    assert min(height for _, height in boxes) >= 48
    expect(hands.last).to_be_in_viewport(ratio=1)
    look(alice)
    hands.nth(1).click()
    expect(panel.locator("#throw-said")).to_have_text("You have chosen. The other side has not chosen yet.")
    proposal = bob.locator(".proposal")
    proposal.get_by_text("In full").click()
    expect(proposal.locator("details")).to_contain_text("Win: target neutralised, Reds’ stand unharmed")
    expect(proposal).not_to_contain_text("aper against")
    look(bob)
    proposal.get_by_role("button", name="Rock").click()
    expect(panel.locator("#throw-said")).to_contain_text("Paper beats rock. Win: target")
    for each in panel.locator("[data-event]").all():
        expect(each).to_have_attribute("aria-disabled", "true")
    all_sent(bob)
    entry = last_entry(match)
    assert (entry.event.kind, [each.value for each in entry.hands]) == (EventKind.ANSWER, ["paper", "rock"])
    assert entry.came is not None
    leaves = Change(OUT.slug, box="out", holder="u2", side=1)
    assert entry.made == (*(replace(each, seen=None) for each in entry.came.changes), leaves)
    panel.get_by_role("button", name="Close").click()
    states, log = assert_one_game(match, alice, bob)
    assert re.search(r"Reds’ paper beats rock; Win: target", log[1])
    assert "0:u2" in states


def test_a_second_roll_is_another_entry_of_the_log(open_page: OpenPage, live_server: Any) -> None:
    match, alice, bob = seats("forge-of-war", open_page, live_server)
    for _ in range(2):
        panel = engage(alice, 0, "u5", "u5")
        anyway = panel.locator(".engage-anyway > summary")
        if anyway.count():
            anyway.click()
        panel.get_by_role("button", name="Roll it").click()
        expect(panel.locator("#throw-said")).to_contain_text("Seed")
        panel.get_by_role("button", name="Close").click()
        if last_entry(match).proposed:
            bob.get_by_role("button", name="Not so").click()
            bob.get_by_role("button", name="Dice").click()
            expect(alice.locator(".proposal")).to_have_count(0)
    all_sent(bob)
    match.refresh_from_db()
    seeds = [entry.seed for entry in load_match(match).log if entry.event.kind is EventKind.ROLL]
    assert len(seeds) == 2
    bob.locator("#more-open").click()
    bob.locator("#log > summary").click()
    for seed in seeds:
        expect(bob.locator(".log-words").filter(has_text=f"; seed {seed}")).to_have_count(1)


def test_without_a_network_the_dice_wait_for_the_site(open_page: OpenPage, live_server: Any) -> None:
    match, alice, _ = seats("forge-of-war", open_page, live_server)
    panel = engage(alice, 0, "u5", "u5")
    lose_network(alice)
    panel.get_by_role("button", name="Roll it").click()
    expect(panel.locator("#throw-said")).to_contain_text("The site rolls the dice, so both sides see the same result.")
    expect(panel.locator(".rolled")).to_have_count(0)
    regain_network(alice)
    expect(panel.locator("#throw-said")).to_contain_text("Seed")
    assert last_entry(match).event.kind is EventKind.ROLL
