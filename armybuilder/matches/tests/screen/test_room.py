"""The screen for the room: who may see it, and that it shows no more than a spectator knows."""

import re
from typing import Any

import pytest
from django.test import Client

from armybuilder.matches.log.seats import invite, take
from armybuilder.matches.log.store import load_match, submit
from armybuilder.matches.models import Match
from armybuilder.matches.screen.room import room_of
from armybuilder.matches.tests.conftest import Begin, id_in
from armybuilder.matches.tests.test_hidden import CAROL
from armybuilder.site.claims import Author
from rulesets.core.play.matches import ClockMove, Event, EventKind
from rulesets.core.play.states import OUT, Change
from rulesets.core.play.throws import Hand
from tests.browser.phones import begin_example
from tests.visitors import ALICE, BOB, browser_of

pytestmark = pytest.mark.django_db


def shown(browser: Client, match: Match) -> str:
    """What the page has, without what is drawn for each visitor."""
    text = browser.get(f"/matches/{match.pk}/room").text
    return re.sub(r"[A-Za-z0-9]{64}", "csrf", text)


def room(match: Match) -> Any:
    match.refresh_from_db()
    loaded = load_match(match)
    return room_of(loaded, loaded.viewer(None))


def test_players_and_spectators_see_the_same_and_others_nothing(begin: Begin) -> None:
    match = begin(hides=True)
    seat = invite(match, None)
    take(seat, Author(None, CAROL.hash), seat.invitation)
    pages = {shown(browser_of(claim), match) for claim in (ALICE, BOB, CAROL)}
    assert len(pages) == 1
    (page,) = pages
    assert "Flint" in page
    # As a whole word: the random address of a game may contain such a short id by chance.
    assert not any(re.search(rf"\b{secret}\b", page) for secret in ("Ruby", "Opal", id_in(match, "u3"), "Fake"))
    assert Client().get(f"/matches/{match.pk}/room").status_code == 404


def test_blanks_stay_blank_until_they_are_revealed(begin: Begin) -> None:
    match = begin(hides=True)
    assert [counter.title for counter in room(match).sides[1].counters] == ["Flint", "Blank", "Blank", "Blank"]
    submit(match, 1, Event("r1", changes=(Change("revealed", box="1", holder=id_in(match, "u3"), side=1),)), both=False)
    ruby, *blanks = room(match).sides[1].counters[1:]
    assert "Ruby" in ruby.title
    assert ruby.states == ("Revealed",)
    assert [counter.title for counter in blanks] == ["Blank", "Blank"]


def test_units_stand_on_the_map_as_everybody_may_see_them(begin: Begin) -> None:
    match = begin(hides=True)
    assert "room-map" not in browser_of(ALICE).get(f"/matches/{match.pk}/room").text
    hidden = id_in(match, "u3")
    for side, holder in ((0, "u2"), (1, hidden)):
        submit(match, side, Event(f"p{side}", EventKind.PLACE, own=holder, place=(3 + side, 4)), both=False)
    for claim in (ALICE, BOB):
        page = browser_of(claim).get(f"/matches/{match.pk}/room").content.decode()
        (plan,) = re.findall('<section class="room-map".*?</section>', page, re.DOTALL)
        assert re.findall("<text [^>]*>(.*?)</text>", plan) == ["2", f"?{match.numbers[1][hidden]}"]
    plan = room(match).map
    middles = [(marker.side, marker.x + marker.width / 2, marker.y + plan.height / 2) for marker in plan.markers]
    assert middles == [(0, pytest.approx(2.5), pytest.approx(3.5)), (1, pytest.approx(3.5), pytest.approx(3.5))]
    submit(match, 0, Event("out", changes=(Change(OUT.slug, box=OUT.keys[0], holder="u2"),)), both=False)
    assert [marker.side for marker in room(match).map.markers] == [1]


def test_counters_have_the_states_in_words() -> None:
    match = begin_example("warstrike", at_once=True)
    changes = (Change("markers", 2, holder="u3"), Change("state", box="acted", holder="u3"))
    submit(match, 0, Event("e1", changes=changes), both=False)
    submit(match, 0, Event("e2", changes=(Change(OUT.slug, box=OUT.keys[0], holder="u4"),)), both=False)
    first, second, third, *_ = room(match).sides[0].counters
    assert (first.states, first.acted, first.out) == ((), False, False)
    assert (second.number, second.states, second.acted) == ("1·2", ("Markers 2/4", "Done"), True)
    assert third.out
    assert [len(side.counters) for side in room(begin_example("forum-combat")).sides] == [3, 3]


def test_it_says_whose_go_it_is_and_what_was_rolled() -> None:
    match = begin_example("warstrike")
    assert (room(match).go, room(match).roll) == ("Reds acts: pick a unit to act", None)
    submit(match, 0, Event("d1", EventKind.DICE, dice=2, faces=6), both=False)
    roll = room(match).roll
    assert roll.words == "Reds: 2d6"
    assert len(roll.dice[0].bad) == 2
    submit(match, 1, Event("n1", EventKind.NEXT, turn=1, segment=0), both=False)
    assert room(match).go == "Reds must answer"
    submit(match, 0, Event("a1", EventKind.ANSWER, of=2, agreed=True), both=False)
    assert room(match).go == "Blues acts: pick a unit to act"
    assert [side.acts for side in room(match).sides] == [False, True]
    assert room(begin_example("mbt2020")).go == "Both sides: rock, paper, scissors"


def test_hands_are_told_for_the_side_that_began_and_are_no_dice() -> None:
    match = begin_example("mbt2020")
    submit(match, 0, Event("t1", EventKind.THROW, choice=Hand.ROCK), both=False)
    submit(match, 1, Event("a1", EventKind.ANSWER, of=1, agreed=True, choice=Hand.PAPER), both=False)
    roll = room(match).roll
    assert (roll.words, roll.dice) == ("Reds: Rock loses to paper", ())


def test_clocks_are_shown_once_they_have_run() -> None:
    match = begin_example("warstrike")
    assert not room(match).has_clocks
    submit(match, 0, Event("c1", EventKind.CLOCK, clock=ClockMove.RUN, whose=1), both=False)
    assert [side.runs for side in room(match).sides] == [False, True]
    assert room(match).has_clocks
