"""Games at the table on two phones."""

import re
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.utils.timezone import localtime
from playwright.sync_api import Dialog, Locator, Page, expect

from armybuilder.matches.log.seats import invite, take
from armybuilder.matches.log.store import MATCHES, load_match, now, submit
from armybuilder.matches.tests.conftest import Begin, army, begin, blank_of, gems, id_in, make_army
from armybuilder.matches.tests.screen.test_tracker_views import change, send
from armybuilder.site.claims import Author, Claim
from rulesets.core.play.matches import Event, EventKind
from rulesets.core.play.states import Change
from tests.browser.accessibility import assert_accessible_in_every_view
from tests.browser.pages import wait_until
from tests.browser.phones import (
    EVENTS,
    OpenPage,
    begin_example,
    choose_target,
    end_segment,
    engage,
    lose_network,
    open_row,
    regain_network,
    row,
    sheet,
    show_units,
    sit,
    targets,
    unfold,
)
from tests.visitors import ALICE, BOB, browser_of

__all__ = ["OpenPage", "_empty_cache", "army", "begin", "gems", "make_army", "row", "sit"]

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

CAROL = Claim("the key of carol")


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    """Nothing lies about from another test."""
    MATCHES.cache.clear()


def chips(page: Page, holder: str = "u2") -> Locator:
    """The states in the row of one of Alice's units."""
    return row(page, 0, holder).locator(".row-states .chip")


def test_two_phones_of_a_side_each_add_a_loss(begin: Begin, open_page: OpenPage, live_server: Any) -> None:
    match = begin()
    alice, bob = (sit(open_page, live_server, ALICE, match) for _ in range(2))
    for page in (alice, bob):
        opened = open_row(page, 0, "u2")
        expect(opened.locator(".row-card")).to_contain_text("Weight")
        if page is alice:
            expect(opened.get_by_role("button", name="Chips: one fewer")).to_be_disabled()
        opened.get_by_role("button", name="Chips: one more").click()
    for page in (alice, bob):
        expect(chips(page)).to_have_text("Chips 2/3")
        expect(page.locator("#sending")).to_have_text("Saved")
    assert_accessible_in_every_view(alice)
    alice.set_viewport_size({"width": 360, "height": 640})
    fewer, more = (row(alice, 0, "u2").get_by_role("button", name=f"Chips: one {end}") for end in ("fewer", "more"))
    expect(more).to_be_enabled()
    row(bob, 0, "u2").get_by_role("button", name="Chips: one more").click()
    expect(more).to_be_disabled()
    expect(fewer).to_be_enabled()
    row(alice, 0, "u2").get_by_role("radio", name="Sunk").click()
    offer = row(bob, 0, "u2").locator(".consequence")
    expect(offer).to_contain_text("It has sunk.")
    offer.get_by_role("button", name="Put it out of play").click()
    expect(row(alice, 0, "u2")).to_have_class(re.compile("is-out"))
    show_units(alice, "Out of play")
    expect(alice.locator(".row-unit:visible")).to_have_count(1)
    show_units(alice, "All")
    gems = sit(open_page, live_server, BOB, match)
    for segment, page in (("First throws", alice), ("Second throws", gems), ("Tide", bob)):
        expect(bob.locator("#turn-now")).to_contain_text(segment)
        end_segment(page, segment)
    expect(bob.locator("#turn-now")).to_have_text("Turn 2 · First throws · Your go: First throws")
    bob.locator("#more-open").click()
    bob.locator("#log > summary").click()
    expect(bob.locator(".log-words")).to_have_text(
        [
            "Turn 1: “Tide” ended",
            "Turn 1: “Second throws” ended",
            "Turn 1: “First throws” ended",
            "1 Flint (Shore) – Out of play",
            "1 Flint (Shore) – Place: Dry → Sunk",
            "1 Flint (Shore) – Chips: 2 → 3",
            "1 Flint (Shore) – Chips: 1 → 2",
            "1 Flint (Shore) – Chips: 0 → 1",
        ]
    )


def test_changes_at_the_end_of_a_segment_are_listed_and_undone(
    begin: Begin, open_page: OpenPage, live_server: Any
) -> None:
    match = begin(at_once=True, seated=False)
    alice = sit(open_page, live_server, ALICE, match)
    open_row(alice, 0, "u2").get_by_role("button", name="Thrown").click()
    expect(chips(alice)).to_have_text("Thrown")
    show_units(alice, "Not yet acted")
    expect(row(alice, 0, "u2")).to_be_hidden()
    expect(row(alice, 0, "u3")).to_be_visible()
    show_units(alice, "All")
    for segment in ("First throws", "Second throws", "Tide"):
        end_segment(alice, segment)
    listed = alice.locator(".notice")
    expect(listed.locator("li")).to_have_text(["1 Flint (Shore) – no longer “Thrown”"])
    expect(chips(alice)).to_have_count(0)
    listed.get_by_role("button", name="Undo").click()
    expect(chips(alice)).to_have_text("Thrown")
    expect(alice.locator("#turn-now")).to_have_text("Turn 1 · Tide · Both sides: Tide")
    with sheet(alice) as more:
        more.locator("#log > summary").click()
        more.get_by_role("button", name="Undo 2", exact=True).click()
    dependents = alice.locator(".notice")
    expect(dependents.locator("li")).to_have_text(["3: Turn 1: “Second throws” ended"])
    dependents.get_by_role("button", name="Undo all 2").click()
    expect(alice.locator("#turn-now")).to_have_text("Turn 1 · First throws · Shore acts")
    for segment in ("First throws", "Second throws", "Tide"):
        end_segment(alice, segment)
    expect(listed.locator("li")).to_have_text(["1 Flint (Shore) – no longer “Thrown”"])
    end_segment(alice, "First throws")
    expect(listed).to_have_count(0)


def test_a_refused_event_is_reverted_and_a_conflict_shows_both_values(
    begin: Begin, open_page: OpenPage, live_server: Any
) -> None:
    match = begin()
    alice, bob = (sit(open_page, live_server, ALICE, match) for _ in range(2))
    opened = open_row(alice, 0, "u2")
    bob_s = open_row(bob, 0, "u2")
    lose_network(alice)
    for _ in range(2):
        opened.get_by_role("button", name="Chips: one more").click()
    opened.get_by_role("radio", name="Sunk").click()
    expect(chips(alice)).to_have_text(["Chips 2/3", re.compile("S")])
    expect(alice.locator("#sending")).to_contain_text("3 not sent")
    for number in (1, 2):
        bob_s.get_by_role("button", name="Chips: one more").click()
        expect(chips(bob)).to_have_text(f"Chips {number}/3")
    bob_s.get_by_role("radio", name="Wet").click()
    expect(bob.locator("#sending")).to_have_text("Saved")
    regain_network(alice)
    refused, conflict = alice.locator(".notice").nth(0), alice.locator(".notice").nth(1)
    expect(refused).to_contain_text("Not done: 1 Flint – Chips: +1. “Chips” is at 3 of 3")
    expect(conflict).to_contain_text("“Place” was to be Sunk, but Wet was chosen in the meantime.")
    expect(chips(alice)).to_have_text(["Chips 3/3", re.compile("W")])
    conflict.get_by_role("button", name="Set 1 Flint – Sunk anyway").click()
    expect(chips(bob)).to_have_text(["Chips 3/3", re.compile("S")])


UNHEARD = """() => {
  const key = Object.keys(localStorage).find((each) => each.startsWith("match "));
  const event = { id: "other", kind: "clock", clock: "run", whose: 0 };
  localStorage.setItem(key, JSON.stringify([...JSON.parse(localStorage.getItem(key)), event]));
}"""
"""Adds an event as another window does, unknown to this one so far."""


def test_unsent_events_survive_a_reload_and_are_shared_by_all_windows(
    begin: Begin, open_page: OpenPage, live_server: Any
) -> None:
    match = begin()
    alice = sit(open_page, live_server, ALICE, match)
    lose_network(alice)
    opened = open_row(alice, 0, "u2")
    for _ in range(2):
        opened.get_by_role("button", name="Chips: one more").click()
    expect(alice.locator("#sending")).to_contain_text("2 not sent")
    alice.context.set_offline(False)
    alice.reload()
    expect(alice.locator("#sending")).to_contain_text("2 not sent")
    expect(chips(alice)).to_have_text("Chips 2/3")
    other = alice.context.new_page()
    other.goto(alice.url)
    open_row(other, 0, "u2").get_by_role("button", name="Chips: one more").click()
    for window in (alice, other):
        expect(window.locator("#sending")).to_contain_text("3 not sent")
        expect(chips(window)).to_have_text("Chips 3/3")
    alice.evaluate(UNHEARD)
    open_row(alice, 0, "u3").get_by_role("button", name="Chips: one more").click()
    expect(alice.locator("#sending")).to_contain_text("5 not sent")
    alice.context.unroute(EVENTS)
    for window in (alice, other):
        expect(window.locator("#sending")).to_have_text("Saved")
    match.refresh_from_db()
    assert match.head == 6
    assert MATCHES.load_head(match).sides[0].write() == {"u2": {"chips": [1, 2, 3]}, "u3": {"chips": [1]}}


def test_a_device_that_stores_nothing_says_saved_alone(begin: Begin, open_page: OpenPage, live_server: Any) -> None:
    match = begin()
    alice = sit(open_page, live_server, ALICE, match)
    alice.add_init_script("Storage.prototype.setItem = () => { throw new Error('full'); }")
    alice.reload()
    open_row(alice, 0, "u2").get_by_role("button", name="Chips: one more").click()
    expect(chips(alice)).to_have_text("Chips 1/3")
    expect(alice.locator("#sending")).to_have_text("Saved")


def test_a_full_device_says_so_and_asks_before_events_are_lost(
    begin: Begin, open_page: OpenPage, live_server: Any
) -> None:
    match = begin()
    alice = sit(open_page, live_server, ALICE, match)
    asked: list[str] = []

    def refuse(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    alice.on("dialog", refuse)
    opened = open_row(alice, 0, "u2")
    alice.evaluate("""() => {
      for (let size = 2 ** 23; size >= 1; size /= 2) {
        try { localStorage.setItem(`full ${size}`, "x".repeat(size)); } catch { /* half of it, then */ }
      }
    }""")
    lose_network(alice)
    opened.get_by_role("button", name="Chips: one more").click()
    expect(chips(alice)).to_have_text("Chips 1/3")
    expect(alice.locator("#sending")).to_have_text(
        re.compile("^1 not sent · no connection.* · this device cannot store them, so leave the page open$")
    )
    alice.evaluate("setTimeout(() => location.reload())")
    alice.wait_for_event("dialog")
    assert asked == ["beforeunload"]
    expect(chips(alice)).to_have_text("Chips 1/3")
    regain_network(alice)
    expect(alice.locator("#sending")).to_have_text("Saved")
    match.refresh_from_db()
    assert MATCHES.load_head(match).sides[0].write() == {"u2": {"chips": [1]}}


def test_a_phone_with_a_wrong_clock_counts_and_sends_as_any_other(
    begin: Begin, open_page: OpenPage, live_server: Any
) -> None:
    match = begin()
    alice = sit(open_page, live_server, ALICE, match)
    alice.add_init_script("const right = Date.now; Date.now = () => right() + 3 * 365 * 86_400_000;")
    alice.reload()
    alice.locator("#more-open").click()
    alice.locator("#clocks > summary").click()
    for wrong in ("soon", "1:-2", "1:2:3:4"):
        alice.locator('[data-clock="1"] .clock-set').fill(wrong)
        alice.locator('[data-clock="1"] .clock-set').press("Enter")
        assert "1:02:05" in alice.locator('[data-clock="1"] .clock-set').evaluate("each => each.validationMessage")
    alice.locator('[data-clock="1"] .clock-set').fill("101:00:00")
    alice.locator('[data-clock="1"] .clock-set').press("Enter")
    expect(alice.locator(".notice")).to_contain_text("enter a number from 0 to 360000")
    alice.locator('[data-clock="0"] .clock-run').click()
    expect(alice.locator('[data-clock="0"] .clock-time')).to_have_text(re.compile(r"^0:00:0[1-9]$"))
    alice.locator("#more-close").click()
    open_row(alice, 0, "u2").get_by_role("button", name="Chips: one more").click()
    expect(alice.locator("#sending")).to_have_text("Saved")
    match.refresh_from_db()
    times = [entry.at for entry in load_match(match).log]
    assert len(times) == 2
    assert abs(times[-1] - now()) < 60_000


def test_a_revealed_unit_takes_its_place(begin: Begin, open_page: OpenPage, live_server: Any) -> None:
    match = begin(hides=True)
    alice, bob = (sit(open_page, live_server, claim, match) for claim in (ALICE, BOB))
    for page in (alice, bob):
        page.evaluate("window.loaded = 1")
    theirs = alice.locator('.row-unit[data-side="1"]')
    flint, ruby, blank = re.compile("Flint"), re.compile("Ruby"), re.compile(r"^Blank \?\d$")
    expect(theirs).to_have_text([flint, blank, blank, blank])
    rough, opal = id_in(match, "u2"), id_in(match, "u4")
    own_pile = alice.locator('.tracker-side[data-side="0"] summary').first
    own_pile.click()
    opened = open_row(alice, 1, rough)
    opened.locator(".row-open").focus()
    at = opened.evaluate("row => row.getBoundingClientRect().top")
    open_row(bob, 1, id_in(match, "u3")).get_by_role("button", name="Revealed").click()
    expect(theirs).to_have_text([flint, ruby, blank, blank])
    expect(row(alice, 1, id_in(match, "u3")).locator(".chip")).to_have_text("Revealed")
    expect(opened.locator(".row-open")).to_be_focused()
    expect(opened.locator(".row-body")).to_be_visible()
    wait_until(
        alice,
        "([id, at]) => Math.abs(document.querySelector(id).getBoundingClientRect().top - at) < 2",
        arg=[f'.row-unit[data-side="1"][data-holder="{rough}"]', at],
    )
    expect(row(alice, 0, "u2")).to_be_hidden()
    own_pile.click()
    panel = targets(alice, 0, "u2")
    expect(panel.get_by_role("heading", level=2)).to_have_text("Flint · Pile 1 · 2: targets")
    choose_target(panel, blank_of(match, "u4"))
    expect(panel).to_contain_text("This is a blank")
    panel.get_by_role("button", name="Ask its player to reveal it").click()
    bob.get_by_role("button", name="Agree").click()
    expect(panel.locator(".answer-headline")).to_be_visible()
    expect(panel.locator("#engage-opposing")).to_have_value(opal)
    alice.get_by_role("button", name="Close").click()
    expect(theirs.filter(has_text="Blank")).to_have_count(1)
    open_row(alice, 1, opal)
    expect(row(alice, 1, opal).locator(".row-card")).to_contain_text("Weight")
    choose_target(targets(alice, 0, "u2"), opal)
    expect(panel.locator(".answer-headline")).to_be_visible()
    bob.get_by_role("button", name="Undo 3", exact=True).click()
    expect(panel.get_by_role("alert")).to_have_text("The target is hidden again: its reveal was undone.")
    panel.get_by_role("button", name="Close").click()
    expect(panel).to_be_hidden()
    expect(theirs.filter(has_text="Blank")).to_have_count(2)
    for page in (alice, bob):
        assert page.evaluate("window.loaded") == 1


def test_two_taps_ask_and_one_records_the_result(begin: Begin, open_page: OpenPage, live_server: Any) -> None:
    match = begin(at_once=True)
    alice = sit(open_page, live_server, ALICE, match)
    panel = targets(alice, 0, "u2")
    choose_target(panel, "u2")
    panel.get_by_role("button", name="It hits").click()
    expect(row(alice, 1, "u2").locator(".chip")).to_have_attribute("title", "Sunk")
    expect(chips(alice)).to_have_text("Thrown")
    alice.get_by_role("button", name="Undo 1", exact=True).click()
    expect(chips(alice)).to_have_count(0)
    expect(row(alice, 1, "u2").locator(".chip")).to_have_count(0)


def test_an_engagement_is_played_by_keyboard_alone(begin: Begin, open_page: OpenPage, live_server: Any) -> None:
    alice = sit(open_page, live_server, ALICE, begin(at_once=True))
    alice.set_viewport_size({"width": 1280, "height": 800})
    press, panel = alice.keyboard.press, alice.locator("#engage-panel")
    chooses, target = row(alice, 0, "u2").locator(".row-engage"), panel.locator('[data-target="u2"]')
    alice.locator('.row-run[data-side="0"] .row-open').press("Enter")
    chooses.focus()
    press("Enter")
    expect(target).to_be_visible()
    press("Escape")
    expect(panel).to_be_hidden()
    expect(chooses).to_be_focused()
    press("Enter")
    expect(target).to_be_visible()
    strip = panel.locator("[data-step], #targets-distance")
    for _ in range(1 + strip.count() + 1):  # past the button that closes the panel, and the distances
        press("Tab")
    expect(target).to_be_focused()
    press("Enter")
    expect(panel).to_be_focused()
    result = panel.get_by_role("button", name="It hits")
    expect(result).to_be_visible()
    for _ in range(20):
        press("Tab")
        if result.evaluate("button => button === document.activeElement"):
            break
    press("Enter")
    expect(row(alice, 1, "u2").locator(".chip")).to_have_attribute("title", "Sunk")
    expect(result).to_be_focused()
    press("Enter")  # it was selected already
    press("Escape")
    expect(panel).to_be_hidden()
    expect(chooses).to_be_focused()
    undo = alice.locator("#last").get_by_role("button", name="Undo 1", exact=True)
    undo.focus()
    press("Enter")
    expect(alice.locator("#last")).to_be_focused()
    expect(alice.locator("#last")).to_contain_text("2: Undid 1")


def test_a_rule_read_from_a_working_leads_back_to_the_engagement(
    begin: Begin, open_page: OpenPage, live_server: Any
) -> None:
    alice = sit(open_page, live_server, ALICE, begin())
    panel = engage(alice, 0, "u2", "u2")
    panel.locator("[name=q-throws]").fill("4")
    headline = panel.locator(".answer-headline h2")
    expect(headline).to_have_text("80% to skip at least once")
    panel.locator("details:has(> .steps) > summary").click()
    panel.locator(".steps a").first.click()
    expect(alice.locator(".rule-list li:target")).to_be_visible()
    alice.go_back()
    expect(panel.locator("[name=q-throws]")).to_have_value("4")
    expect(headline).to_have_text("80% to skip at least once")
    panel.get_by_role("button", name="Close").click()
    alice.reload()
    expect(row(alice, 0, "u2")).to_be_visible()
    expect(panel).to_be_hidden()


def test_a_proposal_counts_once_the_other_side_agrees(begin: Begin, open_page: OpenPage, live_server: Any) -> None:
    match = begin()
    thrown = {"track": "done", "box": "thrown", "holder": "u2", "side": 0}
    sunk = {"track": "place", "box": "sunk", "holder": "u2", "side": 1}
    hit = change("e1", thrown, sunk, calculator="skipping", own="u2", opposing="u2", result="It hits")
    assert send(browser_of(ALICE), match, hit)["results"] == [{"number": 1}]
    alice, bob = (sit(open_page, live_server, claim, match) for claim in (ALICE, BOB))
    expect(alice.locator(".proposal")).to_contain_text("Waiting for Gems: 1 Flint at 1 Flint: It hits.")
    expect(bob.locator(".proposal")).to_contain_text("Shore says: 1 Flint at your 1 Flint: Sunk.")
    assert_accessible_in_every_view(bob)
    bob.get_by_role("button", name="Agree").click()
    expect(row(alice, 1, "u2").locator(".chip")).to_have_attribute("title", "Sunk")
    expect(alice.locator(".proposal")).to_have_count(0)


def test_a_spectator_sees_states_and_changes_nothing(begin: Begin, open_page: OpenPage, live_server: Any) -> None:
    match = begin()
    seat = invite(match, None)
    take(seat, Author(None, CAROL.hash), seat.invitation)
    event = Event("e1", changes=(Change("chips", 2, holder="u2", side=0),))
    submit(match, 0, event, both=False)
    carol = sit(open_page, live_server, CAROL, match)
    expect(chips(carol)).to_have_text("Chips 2/3")
    opened = open_row(carol, 0, "u2")
    expect(opened.locator(".controls")).to_have_text(re.compile("^Chips 2 of 3"))
    expect(opened.locator(".row-card")).to_contain_text("Weight")
    expect(opened.get_by_role("button")).to_have_count(1)
    for name in ("Engage", "Undo", "End of", "End the game"):
        expect(carol.get_by_role("button", name=name)).to_have_count(0)
    assert_accessible_in_every_view(carol)


def test_units_are_searched_and_groups_are_folded(begin: Begin, open_page: OpenPage, live_server: Any) -> None:
    alice = sit(open_page, live_server, ALICE, begin())
    unfold(alice, 0, "u2")
    shown = alice.locator(".row-unit:visible .row-name")
    expect(shown).to_have_count(6)
    other = alice.get_by_role("button", name="Other side")
    other.click()
    expect(shown).to_have_text(["Flint", "Ruby Flint", "Opal Flint"])
    other.click()
    alice.locator("summary", has_text="Pile 1").click()
    expect(shown).to_have_count(3)
    alice.locator("#more-open").click()
    alice.get_by_label("Find a unit", exact=True).fill("pile 1")
    expect(shown).to_have_text(["Flint", "Flint", "Flint"])
    alice.get_by_label("Find a unit", exact=True).fill("granite")
    expect(alice.locator("#none")).to_have_text("No unit matches.")
    alice.get_by_label("Find a unit", exact=True).fill("")
    expect(shown).to_have_count(3)
    small = alice.locator("#tracker").locator("button:visible, summary:visible, select:visible, input:visible")
    sizes = [box for each in small.all() if (box := each.bounding_box())]
    assert len(sizes) > 10
    assert [box for box in sizes if box["height"] < 44 or box["width"] < 44] == []


def test_either_phone_runs_and_stops_the_clocks(begin: Begin, open_page: OpenPage, live_server: Any) -> None:
    match = begin()
    alice, bob = (sit(open_page, live_server, claim, match) for claim in (ALICE, BOB))
    for page in (alice, bob):
        page.locator("#more-open").click()
        page.locator("#clocks > summary").click()
    assert alice.locator(".clock-time").all_inner_texts() == ["0:00:00", "0:00:00"]
    alice.locator('[data-clock="1"] .clock-set').fill("1:02:05")
    alice.locator('[data-clock="1"] .clock-set').press("Enter")
    expect(bob.locator('[data-clock="1"] .clock-time')).to_have_text("1:02:05")
    alice.locator('[data-clock="0"] .clock-run').click()
    expect(bob.locator('[data-clock="0"] .clock-run')).to_have_text("Stop")
    expect(bob.locator('[data-clock="0"] .clock-time')).not_to_have_text("0:00:00")
    bob.reload()
    bob.locator("#more-open").click()
    bob.locator("#clocks > summary").click()
    expect(bob.locator('[data-clock="0"] .clock-time')).not_to_have_text("0:00:00")
    bob.locator('[data-clock="0"] .clock-run').click()
    expect(alice.locator('[data-clock="0"] .clock-run')).to_have_text("Run")
    assert_accessible_in_every_view(alice)


HELD_LOCKS = """
window.heldLocks = 0;
const request = async () => {
  window.heldLocks += 1;
  return { release: async () => { window.heldLocks -= 1; } };
};
Object.defineProperty(navigator, "wakeLock", { value: { request } });
"""
"""Script that counts in ``heldLocks`` what keeps the screen on, in the place of the browser's own."""


def test_the_screen_stays_on_unless_turned_off_which_is_remembered(
    begin: Begin, open_page: OpenPage, live_server: Any
) -> None:
    alice = sit(open_page, live_server, ALICE, begin())
    alice.add_init_script(HELD_LOCKS)
    stays = alice.locator("#awake")

    def is_on(on: bool) -> None:
        expect(stays).to_have_attribute("aria-pressed", str(on).lower())
        wait_until(alice, "held => window.heldLocks === held", arg=int(on))

    alice.reload()
    is_on(True)
    alice.locator("#more-open").click()
    stays.click()
    is_on(False)
    alice.reload()
    is_on(False)
    alice.locator("#more-open").click()
    stays.click()
    is_on(True)


def test_an_opponent_who_joins_is_seen_and_plays_for_himself(
    begin: Begin, open_page: OpenPage, live_server: Any
) -> None:
    match = begin(seated=False)
    alice = sit(open_page, live_server, ALICE, match)
    theirs = open_row(alice, 1, "u2")
    expect(theirs.get_by_role("button", name="Chips: one more")).to_be_visible()
    alice.add_init_script("document.adoptedStyleSheets = []")  # a page kept invisible cannot take the focus
    ours = open_row(alice, 0, "u2").get_by_role("button", name="Chips: one more")
    ours.focus()
    at = alice.evaluate("scrollY")
    seat = invite(match, 1)
    take(seat, Author(None, BOB.hash), seat.invitation)
    expect(theirs.locator(".controls")).to_have_text(re.compile("^Chips 0 of 3"))
    expect(theirs.get_by_role("button", name="Chips: one more")).to_have_count(0)
    expect(ours).to_be_focused()
    assert alice.evaluate("scrollY") == at


def test_a_tap_compares_all_targets_at_another_distance(open_page: OpenPage, live_server: Any) -> None:
    page = sit(open_page, live_server, ALICE, begin_example("forge-of-war"))
    panel = targets(page, 0, "u5")
    expect(panel.locator(".targets-common")).to_have_text("At 10″, standing still, target in the open")
    panel.locator("[data-step='36']").click()
    expect(panel.locator(".targets-common")).to_have_text("At 36″, standing still, target in the open")
    expect(panel.locator("#targets-distance")).to_have_value("36")
    panel.locator("[data-target='u5']").click()
    expect(panel.locator(".engage-distance input")).to_have_value("36")
    panel.get_by_role("button", name="Close").click()
    expect(targets(page, 0, "u6").locator(".targets-common")).to_contain_text("At 36″")


def test_back_closes_the_panel_and_stays_in_the_game(begin: Begin, open_page: OpenPage, live_server: Any) -> None:
    alice = sit(open_page, live_server, ALICE, begin())
    panel = engage(alice, 0, "u2", "u2")
    alice.evaluate("history.back()")
    expect(panel).to_be_hidden()
    expect(row(alice, 0, "u2")).to_be_visible()
    alice.evaluate("window.loaded = 1")
    before = alice.evaluate("history.length")
    for _ in range(3):
        engage(alice, 0, "u2", "u2").get_by_role("button", name="Close").click()
        expect(panel).to_be_hidden()
    wait_until(alice, "() => history.state === null")
    assert (alice.evaluate("history.length"), alice.evaluate("window.loaded")) == (before, 1)


def test_a_notice_ends_with_its_segment_and_two_taps_on_next_agree(
    begin: Begin, open_page: OpenPage, live_server: Any
) -> None:
    match = begin()
    alice, bob = (sit(open_page, live_server, claim, match) for claim in (ALICE, BOB))
    lose_network(alice)
    opened = open_row(alice, 0, "u2")
    opened.get_by_role("button", name="Chips: one more").click()
    submit(match, 0, Event("e1", changes=(Change("chips", 3, holder="u2"),)), both=False)
    regain_network(alice)
    expect(alice.locator(".notice")).to_contain_text("Not done")
    lose_network(alice)
    alice.locator("#next").click()
    submit(match, 0, Event("e2", EventKind.NEXT, turn=1), both=False)
    expect(bob.locator("#turn-now")).to_contain_text("Second throws")
    regain_network(alice)
    expect(alice.locator("#sending")).to_have_text("Saved")
    expect(alice.locator("#turn-now")).to_contain_text("Second throws")
    expect(alice.locator(".notice")).to_have_count(0)


def test_a_calculator_of_a_game_follows_it(begin: Begin, open_page: OpenPage, live_server: Any) -> None:
    match = begin()
    alice = sit(open_page, live_server, ALICE, match)
    alice.set_viewport_size({"width": 1280, "height": 900})
    alice.goto(f"{match.get_absolute_url()}/calculators/skipping/?army.own=0:u2&army.opposing=1:u3")
    throws, surface, now = (alice.locator(each) for each in ("[name=q-throws]", "[name=q-surface]", ".in-game"))
    expect(throws).to_have_value("3")
    steps = alice.locator("#answer details:has(> .steps)")
    steps.locator("summary").first.click()
    surface.select_option("smooth")
    expect(alice).to_have_url(re.compile("q-surface=smooth"))
    surface.focus()
    worn = {"track": "chips", "amount": 2, "holder": "u2", "side": 0}
    wild = {"track": "water", "box": "wild", "holder": "game"}
    send(browser_of(ALICE), match, change("a1", worn, wild))
    expect(throws).to_have_value("1")
    expect(surface).to_have_value("smooth")
    expect(surface).to_be_focused()
    expect(alice.locator("#answer h2").first).to_have_text("50% to skip at least once")
    expect(now).to_contain_text("Water Wild")
    expect(steps).to_have_attribute("open", "")
    alice.goto(f"{match.get_absolute_url()}/calculators/")
    end = {"id": "n1", "kind": "next", "turn": 1, "segment": 0}
    send(browser_of(ALICE), match, end)
    expect(now).to_contain_text("turn 1, Second throws")


def test_the_report_gives_times_of_the_reader_s_device(open_page: OpenPage, live_server: Any) -> None:
    """The page of the game has told the site the device's time zone."""
    match = begin_example("warstrike", at_once=True)
    page = sit(open_page, live_server, ALICE, match, timezone_id="Asia/Kolkata")
    page.goto(f"{match.get_absolute_url()}/report")
    begun = localtime(match.created, ZoneInfo("Asia/Kolkata"))
    expect(page.locator(".report-facts dd").first).to_have_text(f"{begun:%-d %B %Y, %H:%M} IST")
