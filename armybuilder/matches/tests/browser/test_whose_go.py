"""Whose go it is: one sentence on both phones at each step of a turn, and Next as a question."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from armybuilder.matches.log import store
from armybuilder.matches.log.store import load_match, submit
from armybuilder.matches.models import Match
from rulesets.core.play.match_log import PATIENCE
from rulesets.core.play.matches import Event, EventKind, MatchState
from rulesets.core.play.states import GAME, Change, PlayState
from rulesets.registry import get_ruleset
from tests.browser.accessibility import assert_accessible
from tests.browser.phones import OpenPage, begin_example, sit
from tests.visitors import ALICE, BOB

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

BOTH = "Both sides: "
TURNS: dict[str, list[tuple[str, int | None]]] = {
    "forge-of-war": [("roll a d10 for the initiative", None), ("activate or rally a unit", 0)],
    "forum-combat": [
        ("pay for abilities", None),
        ("shoot with a squad", 0),
        ("shoot with a squad", 1),
        ("move squads", None),
        ("test morale, count objectives", None),
    ],
    "mbt2020": [
        ("rock, paper, scissors", None),
        ("fly in or engage with CAS", 0),
        ("engage with OTF", 0),
        ("act with one battle group", 0),
        ("fly in or engage with CAS", 1),
        ("engage with OTF", 1),
        ("act with one battle group", 1),
    ],
    "warstrike": [("pick a unit to act", 0), ("pick a unit to act", 1)],
}
"""What is done at each step of a turn of the example armies, and by which side."""


def reads(page: Page, words: str) -> None:
    expect(page.locator("#turn-now")).to_contain_text(f" · {words}")


def end(match: Match, side: int) -> None:
    """End the current segment."""
    match.refresh_from_db()
    state = load_match(match).state
    event = Event(f"n{match.head}", EventKind.NEXT, turn=state.turn, segment=state.segment)
    submit(match, side, event, both=False)


@pytest.mark.parametrize("game", TURNS)
def test_both_phones_say_whose_go_it_is_at_each_step(open_page: OpenPage, live_server: Any, game: str) -> None:
    match = begin_example(game)
    phones = [sit(open_page, live_server, claim, match) for claim in (ALICE, BOB)]
    names = ("Reds", "Blues")
    for task, side in TURNS[game]:
        for me, phone in enumerate(phones):
            mine = f"Your go: {task}" if me == side else f"{names[side or 0]} acts"
            reads(phone, f"{BOTH}{task}" if side is None else mine)
            expect(phone.locator("#next")).to_contain_text("Ask to end it" if side == 1 - me else "Next: ")
        end(match, side or 0)


def test_the_initiative_passes_on_both_phones(open_page: OpenPage, live_server: Any, tmp_path: Path) -> None:
    match = begin_example("forge-of-war")
    alice, bob = (sit(open_page, live_server, claim, match) for claim in (ALICE, BOB))
    end(match, 0)
    goes = Change("go", box="1", holder=GAME)
    tried = Change("turn", box="acted", holder="u5")
    submit(match, 0, Event("f1", changes=(tried, goes), calculator="activation", own="u5", result="Fails"), both=False)
    reads(bob, "Your go: activate or rally a unit")
    reads(alice, "Blues acts")
    for name, phone in (("alice", alice), ("bob", bob)):
        phone.screenshot(path=tmp_path / f"{name}.png")


def test_next_passes_the_initiative_once_all_units_have_tried(open_page: OpenPage, live_server: Any) -> None:
    match = begin_example("forge-of-war")
    alice, bob = (sit(open_page, live_server, claim, match) for claim in (ALICE, BOB))
    end(match, 0)
    units = [unit.id for _, unit in load_match(match).armies[0].force.units()]
    for unit in units:
        changes = tuple(Change("turn", box=box, holder=unit) for box in ("acted", "active"))
        submit(match, 0, Event(f"a{unit}", changes=changes), both=False)
    alice.get_by_role("button", name="Next: Blues").click()
    reads(bob, "Your go: activate or rally a unit")
    reads(alice, "Blues acts")
    bob.get_by_role("button", name="Next: turn 2").click()
    expect(bob.locator(".notice li").first).to_have_text(
        "1·1 Headquarters: It has not tried to activate or to rally this turn. §8 The same is true of 6 more."
    )


def test_who_does_not_act_asks_and_takes_no_initiative(open_page: OpenPage, live_server: Any) -> None:
    match = begin_example("forge-of-war")
    end(match, 0)
    for _, unit in load_match(match).armies[0].force.units():
        changes = tuple(Change("turn", box=box, holder=unit.id) for box in ("acted", "active"))
        submit(match, 0, Event(f"a{unit.id}", changes=changes), both=False)
    alice, bob = (sit(open_page, live_server, claim, match) for claim in (ALICE, BOB))
    bob.get_by_role("button", name="Ask to end it").click()
    reads(alice, "You must answer")
    alice.locator(".proposal").get_by_role("button", name="Not so").click()
    reads(alice, "Your go: activate or rally a unit")


def test_what_the_other_side_must_still_do_is_due_too(open_page: OpenPage, live_server: Any) -> None:
    match = begin_example("forum-combat")
    for side in (0, 0, 1, 0):
        end(match, side)
    charlie = get_ruleset("forum-combat").demo().groups[2].id
    lost = tuple(Change("out", 1, holder=charlie, side=1) for _ in range(3))
    submit(match, 1, Event("lost", changes=lost), both=False)
    alice = sit(open_page, live_server, ALICE, match)
    reads(alice, "Both sides: test morale, count objectives")
    alice.locator("#next").click()
    expect(alice.locator(".notice li")).to_contain_text(["Charlie (Blues)"])
    reads(alice, "Both sides: test morale, count objectives")


def test_next_of_who_does_not_act_is_a_question(open_page: OpenPage, live_server: Any) -> None:
    match = begin_example("warstrike")
    alice, bob = (sit(open_page, live_server, claim, match) for claim in (ALICE, BOB))
    bob.get_by_role("button", name="Ask to end it").click()
    reads(bob, "Reds must answer")
    reads(alice, "You must answer")
    expect(bob.get_by_role("button", name="Ask to end it")).to_be_hidden()
    proposal = alice.locator(".proposal")
    expect(proposal).to_contain_text("Blues asks to end “First player’s Action Phase”.")
    proposal.get_by_role("button").first.click()
    reads(bob, "Your go: pick a unit to act")
    reads(alice, "Blues acts")


def test_a_phone_that_does_not_answer_holds_nobody_up(
    open_page: OpenPage, live_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = begin_example("warstrike")
    bob = sit(open_page, live_server, BOB, match)
    bob.clock.install()
    bob.get_by_role("button", name="Ask to end it").click()
    reads(bob, "Reds must answer")
    expect(bob.locator("#next")).to_be_hidden()
    bob.clock.fast_forward(PATIENCE)
    monkeypatch.setattr(store, "now", lambda then=store.now: then() + PATIENCE)
    bob.get_by_role("button", name="No answer: end it").click()
    reads(bob, "Your go: pick a unit to act")


def test_a_segment_ends_after_the_answers_unless_its_player_insists(open_page: OpenPage, live_server: Any) -> None:
    match = begin_example("mbt2020", start=MatchState(conditions=PlayState({GAME: {"first": (1,)}}), segment=6))
    alice, bob = (sit(open_page, live_server, claim, match) for claim in (ALICE, BOB))
    pinned = Change("state", box="pinned", holder="u3", side=1)
    event = Event("a1", changes=(pinned,), calculator="engagement", own="u3", opposing="u3", result="Win")
    submit(match, 0, event, both=False)
    expect(bob.get_by_label("Proposal")).to_be_visible()
    alice.locator("#next").click()
    unanswered = alice.locator(".notice li", has_text="Blues has not answered what you proposed.")
    expect(unanswered).to_be_visible()
    bob.get_by_label("Proposal").get_by_role("button", name="Agree").click()
    expect(unanswered).to_have_count(0)


def test_what_is_due_is_said_before_a_segment_ends(open_page: OpenPage, live_server: Any) -> None:
    match = begin_example("warstrike")
    alice = sit(open_page, live_server, ALICE, match)
    said = "1·1 Lieutenant: It has neither acted nor fallen back in this phase. WS-SEQ-5 The same is true of 6 more."
    for _ in range(2):
        alice.locator("#next").click()
        expect(alice.locator(".notice li")).to_have_text(said)
    notice = alice.locator(".notice")
    expect(notice).to_contain_text("This is still due:")
    assert_accessible(alice)
    end = notice.get_by_role("button", name="End it anyway")
    expect(end).to_be_in_viewport(ratio=1)
    end.click()
    reads(alice, "Blues acts")
