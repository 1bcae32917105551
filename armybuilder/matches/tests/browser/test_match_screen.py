"""The screen of a game at the table on a phone: what is in sight when a game has just been opened."""

import re
from dataclasses import replace
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.revisions import create_army
from armybuilder.matches.log.store import load_match, submit
from armybuilder.matches.tests.conftest import Begin, army, begin, gems, id_in, make_army
from armybuilder.site.claims import Author
from rulesets.core.play.matches import Event, MatchState
from rulesets.core.play.states import Change, PlayState
from rulesets.registry import all_rulesets, get_ruleset
from tests.browser.accessibility import assert_accessible
from tests.browser.phones import (
    IN_SIGHT,
    OpenPage,
    all_sent,
    begin_example,
    broken_words,
    open_row,
    row,
    scrolls_to,
    sheet,
    sit,
    targets,
    unfold_targets,
)
from tests.rulesets.described.games import slugs_with
from tests.visitors import ALICE, BOB

__all__ = ["army", "begin", "gems", "make_army"]

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

IN_WINDOW = {(360, 640): (8, 72), (740, 360): (3, 48)}
"""Rows in sight in a window of that width and height, and the height of its bar: a line of words, one of buttons."""
ON_TOP = """card => {
  const { left, top, width, height } = card.getBoundingClientRect();
  return card.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""
"""Whether nothing lies over the middle of an element."""
PLAYED = [ruleset.slug for ruleset in all_rulesets() if ruleset.play]


@pytest.mark.parametrize("game", PLAYED)
def test_many_rows_are_in_sight_when_a_game_was_just_opened(open_page: OpenPage, live_server: Any, game: str) -> None:
    phone = sit(open_page, live_server, ALICE, begin_example(game))
    for (width, height), (minimum, bar) in IN_WINDOW.items():
        phone.set_viewport_size({"width": width, "height": height})
        assert phone.locator(".tracker-bar").evaluate("bar => bar.getBoundingClientRect().height") == bar
        for button in phone.locator(".tracker-bar button:visible").all():
            assert button.evaluate("({ clientWidth, clientHeight }) => Math.min(clientWidth, clientHeight)") >= 42
            assert button.evaluate("button => button.scrollHeight <= button.clientHeight"), button.inner_text()
        for theme in ("light", "dark"):
            phone.emulate_media(color_scheme=theme)
            heights = phone.evaluate(IN_SIGHT)
            # The buttons for who goes first stand above the bar until that is settled.
            assert len(heights) >= minimum - phone.locator("#throws:has(button)").count(), (width, theme)
            assert set(heights) == {56}
            assert_accessible(phone, only_colours=True)
    assert_accessible(phone)
    with sheet(phone):
        assert_accessible(phone)


@pytest.mark.parametrize("game", [*slugs_with("lanes", "starter"), "pebbles"])
def test_setting_up_a_game_fits_one_screen(
    request: pytest.FixtureRequest, open_page: OpenPage, live_server: Any, game: str
) -> None:
    if game == "pebbles":
        request.getfixturevalue("pebbles")
    ruleset = get_ruleset(game)
    create_army(LoadedArmy(ruleset, ruleset.demo()), "New army", Author(None, ALICE.hash))
    phone = sit(open_page, live_server, ALICE, begin_example(game))
    phone.goto(reverse("matches:new", args=[game]))
    # The game that was left may still be stored on the device, and a line above the form says so.
    expect(phone.locator("#page-state")).to_be_hidden()
    begin_button = phone.get_by_role("button", name="Start the game")
    for theme in ("light", "dark"):
        phone.emulate_media(color_scheme=theme)
        for place in (*phone.locator(".match-setup :is(input, select):visible").all(), begin_button):
            assert scrolls_to(place) == 0, theme
        assert_accessible(phone, only_colours=theme == "dark")
    begin_button.click()
    expect(phone.locator(':is(.row-unit, .row-run)[data-side="0"]').first).to_be_visible()


def test_a_row_that_opens_comes_into_sight(open_page: OpenPage, live_server: Any) -> None:
    phone = sit(open_page, live_server, ALICE, begin_example("mbt2020"))
    last = phone.locator('.row-unit[data-side="0"]').nth(9)
    last.locator(".row-open").click()
    expect(last.locator(".controls")).to_be_in_viewport(ratio=1)
    boxes = last.locator(".tick").evaluate_all("each => each.map(tick => tick.getBoundingClientRect().height)")
    assert min(boxes) >= 44


def test_boxes_of_an_opened_row_stand_in_even_rows(open_page: OpenPage, live_server: Any) -> None:
    phone = sit(open_page, live_server, ALICE, begin_example("warstrike", at_once=True))
    opened = open_row(phone, 0, "u3")
    expect(opened.locator(".controls")).to_be_visible()
    groups = {
        str(group.get_attribute("aria-label")).partition(",")[0]: group.get_by_role("button")
        for group in opened.locator(".controls").get_by_role("group").all()
    }
    expect(groups["On the table"]).to_have_text(["Out of play"])
    expect(groups["Ordered by"]).to_have_text(["1·1 Lieutenant", "2·1 Captain"])
    expect(groups["Leader"]).to_have_text(["Lost"])
    for title in ("On the table", "Ordered by", "Leader"):
        expect(opened.locator(".controls").get_by_text(title, exact=True)).to_be_visible()
    for ticks in groups.values():
        sizes = ticks.evaluate_all(
            "each => each.map(tick => tick.getBoundingClientRect()).map(({ width, height }) => `${width} ${height}`)"
        )
        assert len(set(sizes)) == 1, sizes


@pytest.mark.parametrize("game", slugs_with("guard", "duel"))
def test_no_word_of_a_box_is_broken(open_page: OpenPage, live_server: Any, game: str) -> None:
    phone = sit(open_page, live_server, ALICE, begin_example(game, at_once=True))
    opened = open_row(phone, 0, "g1" if game == "forum-combat" else "u2")
    expect(opened.locator(".controls")).to_be_visible()
    assert broken_words(opened.locator(".tick, .control-title")) == []


def test_what_is_ticked_most_is_on_the_first_screen_of_an_opened_row(open_page: OpenPage, live_server: Any) -> None:
    phone = sit(open_page, live_server, ALICE, begin_example("forge-of-war"))
    opened = open_row(phone, 0, "u2")
    opened.evaluate("row => row.scrollIntoView()")
    for group in ("Losses", "D-markers", "This turn", "Movement"):
        expect(opened.get_by_label(re.compile(f"^{group}, "))).to_be_in_viewport(ratio=1)


def test_the_bar_leaves_room_for_rows_in_letters_of_twice_the_size(open_page: OpenPage, live_server: Any) -> None:
    phone = sit(open_page, live_server, ALICE, begin_example("warstrike"))
    opened = open_row(phone, 0, "u2")
    expect(opened.locator(".controls")).to_be_visible()
    bar = phone.locator(".tracker-bar")
    for size, is_seen in ((16, True), (32, False)):
        phone.context.new_cdp_session(phone).send("Page.setFontSizes", {"fontSizes": {"standard": size}})
        opened.locator(".controls").evaluate("controls => controls.scrollIntoView()")
        if is_seen:
            expect(bar).to_be_in_viewport(ratio=1)
        else:
            expect(bar).not_to_be_in_viewport()
        assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_waiting_question_stays_at_the_top_while_scrolling(
    begin: Begin, open_page: OpenPage, live_server: Any
) -> None:
    match = begin()
    alice, bob = (sit(open_page, live_server, claim, match) for claim in (ALICE, BOB))
    for phone in (alice, bob):
        open_row(phone, 0, "u2")
        expect(row(phone, 0, "u2").locator(".row-card dl").first).to_be_visible()
    bob.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    sunk = Change("place", box="sunk", holder="u2", side=1)
    submit(
        match,
        0,
        Event("e1", changes=(sunk,), calculator="skipping", own="u2", opposing="u2", result="It hits"),
        both=False,
    )
    card = bob.locator(".proposal")
    expect(card).to_be_in_viewport(ratio=1)
    assert "says: " in card.inner_text()
    with sheet(bob) as more:
        expect(more.locator(".proposal")).to_be_in_viewport(ratio=1)
        expect(more.get_by_role("button", name="Agree")).to_be_enabled()
        assert_accessible(bob)
    panel = targets(bob, 1, "u2")
    assert card.evaluate(ON_TOP)
    panel.press("Escape")
    expect(alice.locator(".proposal")).to_be_visible()
    alice.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    expect(alice.locator(".proposal")).not_to_be_in_viewport()
    bob.get_by_role("button", name="1 to answer").click()
    agree = card.get_by_role("button", name="Agree")
    expect(agree).to_be_focused()
    agree.press("Enter")
    expect(card).to_have_count(0)
    expect(bob.get_by_role("button", name="to answer")).to_have_count(0)
    expect(row(alice, 1, "u2").locator(".chip")).to_have_attribute("title", "Sunk")


def test_units_that_have_acted_come_after_the_others_of_their_group(
    begin: Begin, open_page: OpenPage, live_server: Any
) -> None:
    phone = sit(open_page, live_server, ALICE, begin(at_once=True))
    own = phone.locator('.row-unit[data-side="0"]')
    first = open_row(phone, 0, "u2")
    first.get_by_role("button", name="Thrown").click()
    expect(first.locator(".row-states .chip")).to_have_text("Thrown")
    holders = "rows => rows.map(row => row.dataset.holder)"
    assert own.evaluate_all(holders) == ["u2", "u3", "u4"]
    first.locator(".row-open").click()
    expect(first).to_have_class(re.compile("is-acted"))
    assert own.evaluate_all(holders) == ["u3", "u4", "u2"]
    expect(first.locator(".row-open")).to_be_focused()


def test_equal_units_share_a_row_until_their_states_differ(open_page: OpenPage, live_server: Any) -> None:
    phone = sit(open_page, live_server, ALICE, begin_example("mbt2020"))
    run = phone.locator('.row-run[data-side="0"]').first
    head, members = run.locator(".row-open"), phone.locator('.is-in-run[data-side="0"]')
    expect(run.locator(".row-number")).to_have_text("1·2–1·8")
    expect(run.locator(".row-name")).to_contain_text("7 × Challenger 2")
    head.click()
    expect(members).to_have_count(7)
    head.click()
    pinned = open_row(phone, 0, "u4")
    pinned.get_by_role("radio", name="Pinned").click()
    pinned.locator(".row-open").click()
    expect(members).to_have_count(7)
    head.click()
    expect(run.locator(".row-name")).to_contain_text("6 × Challenger 2")
    expect(run.locator(".row-numbers")).to_have_text("1·2, 1·4–1·8")
    expect(pinned.locator(".row-number")).to_have_text("1·3")
    expect(pinned.locator(".chip")).to_have_attribute("title", "Pinned")
    pinned.locator(".row-open").click()
    pinned.get_by_role("radio", name="Unharmed").click()
    pinned.locator(".row-open").press("Enter")
    expect(run.locator(".row-name")).to_contain_text("7 × Challenger 2")
    expect(head).to_be_focused()
    head.press("Enter")
    run.get_by_text("All 7 at once").click()
    run.get_by_role("button", name="Smoke").click()
    expect(members.locator(".chip")).to_have_count(7)
    assert_accessible(phone)
    head.press("Enter")
    expect(run.locator(".chip")).to_contain_text("Smoke")
    phone.reload()
    expect(run.locator(".row-name")).to_contain_text("7 × Challenger 2")
    expect(run.locator(".chip")).to_contain_text("Smoke")


def test_an_activation_is_asked_and_applied_with_two_taps(open_page: OpenPage, live_server: Any) -> None:
    suppressed = PlayState({"u3": {"markers": (1, 2)}})
    phone = sit(open_page, live_server, ALICE, begin_example("warstrike", start=MatchState((suppressed, PlayState()))))
    unit = open_row(phone, 0, "u3")
    unit.get_by_role("button", name="Activate", exact=True).click()
    panel = phone.locator("#engage-panel")
    expect(panel.locator(".answer-headline h2")).to_be_in_viewport(ratio=1)
    assert_accessible(phone)
    panel.get_by_role("button", name="Acts: Advance!, 1 marker left").click()
    panel.get_by_role("button", name="Close").click()
    expect(unit.locator(".row-states")).to_contain_text("Markers 1/")
    expect(unit.get_by_role("button", name="Activate", exact=True)).to_have_count(0)


def test_open_targets_are_compared_again_when_something_happens(open_page: OpenPage, live_server: Any) -> None:
    match = begin_example("forge-of-war", at_once=True)
    phone = sit(open_page, live_server, ALICE, match)
    panel = targets(phone, 0, "u5")
    figure = panel.locator('.target[data-target="u5"] .target-brief')
    expect(figure).to_contain_text("of 10 figures lost")
    lost = Change("strength", amount=4, holder="u5", side=1)
    submit(match, 1, Event("e1", changes=(lost,)), both=False)
    expect(figure).to_contain_text("of 6 figures lost")


def test_both_seats_have_the_controls_of_what_belongs_to_both(open_page: OpenPage, live_server: Any) -> None:
    match = begin_example("mbt2020")
    alice, bob = (sit(open_page, live_server, claim, match) for claim in (ALICE, BOB))
    names = []
    for phone in (alice, bob):
        with sheet(phone) as more:
            more.get_by_text("Conditions:").click()
            names.append(more.locator("#conditions button").all_inner_texts())
            if phone is bob:
                more.locator("#conditions").get_by_role("radio", name="Night").click()
                expect(phone.locator("#conditions-now")).to_contain_text("Night")
    assert names[0] == names[1]
    assert len(names[0]) > 4
    expect(alice.locator("#conditions-now")).to_contain_text("Night")


def test_rows_stay_in_sight_below_a_notice(open_page: OpenPage, live_server: Any) -> None:
    tried = PlayState({"u5": {"turn": (1,)}})
    match = begin_example("forge-of-war", start=MatchState((tried, PlayState())))
    phone = sit(open_page, live_server, ALICE, match)
    notice, following = phone.locator(".notice"), phone.locator("#next")
    for _ in range(5):
        if "turn 2" in following.inner_text():
            break
        before = phone.locator("#turn-now").inner_text()
        following.click()
        phone.get_by_role("button", name="End it anyway").click()
        expect(phone.locator("#turn-now")).not_to_have_text(before)
        all_sent(phone)
    following.click()
    expect(notice).to_have_count(1)
    assert len(phone.evaluate(IN_SIGHT)) >= 4
    for row_open in phone.locator('.row-unit[data-side="0"] .row-open').all()[::-1]:
        row_open.focus()
        assert row_open.evaluate(ON_TOP)


@pytest.mark.parametrize("game", PLAYED)
def test_targets_and_distances_are_in_sight_without_scrolling(open_page: OpenPage, live_server: Any, game: str) -> None:
    phone = sit(open_page, live_server, ALICE, begin_example(game))
    for width, height in IN_WINDOW:
        phone.set_viewport_size({"width": width, "height": height})
        phone.evaluate("scrollTo(0, 0)")
        phone.locator(".row-engage").first.click()
        first = phone.locator("#engage-panel .targets > ul").locator(".target, summary").first
        assert scrolls_to(first) == 0
        unfold_targets(phone.locator("#engage-panel"))
        target = phone.locator("#engage-panel .targets > ul .target").first
        assert scrolls_to(target) == 0
        target.click()
        expect(phone.locator("#engage-form")).to_be_visible()
        for step in phone.locator(".engage-steps button").all():
            assert scrolls_to(step) == 0
            assert step.locator("small").inner_text()
        phone.locator("#engage-panel").get_by_role("button", name="Close").first.click()


def test_a_target_far_down_opens_at_the_top_of_the_panel(open_page: OpenPage, live_server: Any) -> None:
    alice = sit(open_page, live_server, ALICE, begin_example("forge-of-war"))
    panel = targets(alice, 0, "u5")
    target = panel.locator(".target").last
    panel.locator("details:not([open])").evaluate_all("all => all.forEach((each) => { each.open = true; })")
    target.scroll_into_view_if_needed()
    assert panel.evaluate("panel => panel.scrollTop") > 0
    target.click()
    expect(panel.locator("#engage-form")).to_be_visible()
    expect(panel.get_by_role("button", name="Close")).to_be_in_viewport(ratio=1)


def test_a_squad_stands_above_its_units(open_page: OpenPage, live_server: Any) -> None:
    match = begin_example("forum-combat")
    alice = sit(open_page, live_server, ALICE, match)
    submit(match, 0, Event("e1", changes=(Change("shot", 1, holder="g1"),)), both=False)
    expect(row(alice, 0, "g1").locator(".chip")).to_have_text("Has shot")
    rows = alice.locator('.row-unit[data-side="0"]')
    assert rows.first.get_attribute("data-holder") == "g1"
    number, symbol = (row(alice, 0, "u2").locator(part).bounding_box() for part in (".row-number", ".row-symbol"))
    assert number
    assert symbol
    widest = max(
        row(alice, 0, "u2")
        .locator(".row-number span")
        .evaluate_all("all => all.map((each) => each.getBoundingClientRect().right)")
    )
    assert widest <= symbol["x"]


def test_the_number_of_a_blank_stays_in_one_line(begin: Begin, open_page: OpenPage, live_server: Any) -> None:
    match = begin(hides=True)
    alice = sit(open_page, live_server, ALICE, match)
    for count in range(12):
        event = Event(f"e{count}", changes=(Change("chips", 1 - 2 * (count % 2), holder="u1"),), calculator="skipping")
        submit(match, 0, replace(event, own="u1", opposing=id_in(match, "u3")), both=False)
    with sheet(alice):
        alice.locator("#log > summary").click()
        expect(alice.locator(".log-entry .whole")).to_have_count(12)
        for width in range(200, 361, 20):
            alice.locator("#log").evaluate("(log, width) => { log.style.width = `${width}px`; }", width)
            lines = alice.locator(".whole").evaluate_all("all => all.map((each) => each.getClientRects().length)")
            assert set(lines) == {1}


def test_a_long_proposal_has_its_buttons_whole_in_sight(open_page: OpenPage, live_server: Any) -> None:
    match = begin_example("forum-combat")
    bob = sit(open_page, live_server, BOB, match)
    hit_points = [each.slug for each in load_match(match).setup.tracks[1]["g1"] if each.slug.startswith("hp-")]
    changes = tuple(Change(each, 1, holder="g1", side=1) for each in hit_points)
    submit(match, 0, Event("e1", changes=changes, calculator="shooting", own="u2", opposing="u2"), both=False)

    def assert_whole() -> None:
        for name in ("Agree", "Not so"):
            button = bob.locator(".proposal").get_by_role("button", name=name)
            expect(button).to_be_in_viewport(ratio=1)
            assert button.evaluate(ON_TOP), name

    assert_whole()
    with sheet(bob):
        assert_whole()
    targets(bob, 1, "g1")
    assert_whole()
