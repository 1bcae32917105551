"""What phones should not send: each is refused with a reason, and nothing has changed."""

from collections.abc import Callable
from typing import Any

import orjson
import pytest
from django.test import Client

from armybuilder.armies.models import Army
from armybuilder.matches.log.seats import invite, take
from armybuilder.matches.log.store import MATCHES, load_match, submit
from armybuilder.matches.models import Match, MatchRevision, Seat
from armybuilder.matches.tests.conftest import Begin, blank_of, id_in
from armybuilder.matches.tests.screen.test_tracker_views import change, chip, poll, send
from armybuilder.site.claims import Author, Claim
from rulesets.core.play.definition import REVEALED
from rulesets.core.play.match_log import replay
from rulesets.core.play.matches import SIDES, Event, EventKind, Verdict
from rulesets.core.play.states import Change, InvalidChange
from tests.threads import at_once
from tests.visitors import ALICE, BOB, browser_of

CAROL = Claim("the key of carol")
DAVE = Claim("the key of dave")


def stored(match: Match) -> list[Any]:
    """The log and the seats as they are stored."""
    return [*MatchRevision.objects.filter(match=match).values(), *Seat.objects.filter(match=match).values()]


def watcher(match: Match) -> Client:
    """A browser with a spectator's seat."""
    seat = invite(match, None)
    take(seat, Author(None, CAROL.hash), seat.invitation)
    return browser_of(CAROL)


@pytest.mark.django_db
def test_a_third_player_does_not_get_a_seat_that_is_taken(begin: Begin) -> None:
    match = begin()
    seat, before = Seat.objects.get(match=match, side=1), stored(match)
    answer = browser_of(CAROL).post(f"/matches/join/{seat.invitation}")
    assert (answer.status_code, "This seat is taken" in answer.content.decode()) == (409, True)
    assert browser_of(CAROL).get(match.get_absolute_url()).status_code == 404
    assert stored(match) == before


@pytest.mark.django_db
def test_a_spectator_changes_nothing(begin: Begin) -> None:
    match = begin()
    browser = watcher(match)
    before = stored(match)
    body = orjson.dumps({"since": 0, "events": [change("c1", chip(0))]})
    answer = browser.post(f"/matches/{match.pk}/events", body, content_type="application/json")
    assert (answer.status_code, "Only the two players" in answer.content.decode()) == (403, True)
    assert (browser.get(match.get_absolute_url()).status_code, stored(match)) == (200, before)


@pytest.mark.django_db
def test_whoever_plays_and_watches_in_one_browser_plays(begin: Begin) -> None:
    match = begin()
    seat = invite(match, None)
    take(seat, Author(None, ALICE.hash), seat.invitation)
    assert send(browser_of(ALICE), match, change("a1", chip(0)))["results"] == [{"number": 1}]


BAD: list[tuple[Any, str]] = [
    (change("x", chip(1)), "belongs to the other side"),
    (change("x", chip(0, "u99")), "not in the game"),
    (change("x", chip(0, amount=4)), "Change it by 0 to +3"),
    (change("x", chip(0, amount=10**9)), "changes[0].amount: enter a number from -10000 to 10000"),
    (change("x", chip(0, amount="1")), "changes[0].amount: enter a whole number"),  # type: ignore[arg-type]
    (change("x", chip(2)), "changes[0].side: enter a number from 0 to 1"),
    (change("", chip(0)), "needs its own id"),
    (change("x" * 41, chip(0)), "enter at most 40 characters, not 41"),
    (change("a\0b", chip(0)), "cannot be printed"),
    (change("x", *[chip(0)] * 501), "500"),
    (change("x", {"track": "place", "box": "lost", "holder": "u2", "side": 0}), "has no such box"),
    ({"id": "x", "kind": "cheat"}, "kind"),
    ({"id": "x", "wings": 2}, "wings"),
    ({"id": "x", "kind": "undo", "of": 7}, "no such entry"),
    ({"id": "x", "kind": "undo", "of": -1}, "of: enter a number from 0"),
    ({"id": "x", "kind": "answer", "of": 1}, "already answered or undone"),
    ({"id": "x", "kind": "clock", "clock": "set", "seconds": -1}, "seconds: enter a number from 0"),
    ({"id": "x", "kind": "clock", "clock": "set", "seconds": 360_001}, "seconds: enter a number from 0 to 360000"),
    ({"id": "x", "kind": "clock", "clock": "set", "seconds": "1:00"}, "seconds: enter a whole number"),
    ({"id": "x", "kind": "clock", "clock": "run", "whose": 2}, "whose: enter a number from 0 to 1"),
    ({"id": "x", "kind": "clock", "clock": "back"}, "clock"),
    ({"id": "x", "kind": "next", "turn": 9, "segment": 0}, "has already ended"),
    (change("x", chip(1, "u99"), calculator="skipping", own="u2", opposing="u2"), "not in the game"),
    (change("x", chip(1), calculator="skipping", own="u2", opposing="nobody"), "not in the game"),
    (change("x", chip(1), calculator="skipping", own="u99", opposing="u2"), "not in the game"),
    (change("x"), "has no changes"),
    ("event", "give an object"),
    (None, "give an object"),
    ([], "give an object"),
]


@pytest.mark.django_db
@pytest.mark.parametrize(("event", "words"), BAD)
def test_an_event_that_cannot_be_is_refused_with_its_reason(begin: Begin, event: Any, words: str) -> None:
    match = begin()
    before = stored(match)
    results = send(browser_of(ALICE), match, event)["results"]
    assert len(results) == 1
    assert words in results[0]["error"]
    assert stored(match) == before


@pytest.mark.django_db
def test_what_has_more_than_a_request_may_have_is_refused(begin: Begin) -> None:
    match = begin()
    before = stored(match)
    for megabytes in (10, 3):
        body = b'{"since": 0, "events": [], "more": "' + b"x" * (megabytes * 1024 * 1024) + b'"}'
        answer = browser_of(ALICE).post(f"/matches/{match.pk}/events", body, content_type="application/json")
        assert answer.status_code == 413
    deep = b'{"since": 0, "events": ' + b"[" * 100_000 + b"]" * 100_000 + b"}"
    assert (
        browser_of(ALICE).post(f"/matches/{match.pk}/events", deep, content_type="application/json").status_code == 400
    )
    assert stored(match) == before


@pytest.mark.django_db
@pytest.mark.parametrize("since", [1, 99, -1, 1.5, "0", None, True])
def test_with_a_number_from_the_future_nothing_is_taken(begin: Begin, since: Any) -> None:
    match = begin()
    before = stored(match)
    body = orjson.dumps({"since": since, "events": [change("a1", chip(0))]})
    answer = browser_of(ALICE).post(f"/matches/{match.pk}/events", body, content_type="application/json")
    assert answer.status_code == 400
    assert "error" in answer.json()
    assert stored(match) == before


@pytest.mark.django_db
def test_a_poll_from_the_future_says_so(begin: Begin) -> None:
    match = begin()
    assert poll(browser_of(ALICE), match, 0).status_code == 204
    assert poll(browser_of(ALICE), match, 1).status_code == 400


@pytest.mark.django_db
def test_the_same_id_with_other_contents_is_refused(begin: Begin) -> None:
    match, alice, bob = begin(), browser_of(ALICE), browser_of(BOB)
    send(alice, match, change("a1", chip(0)))
    before = stored(match)
    for browser, event in ((alice, change("a1", chip(0, amount=2))), (bob, change("a1", chip(1)))):
        refused = send(browser, match, event, since=1)["results"]
        assert refused == [{"error": "Another event with this id was sent before. Reload the page."}]
    assert send(alice, match, change("a1", chip(0)), since=1)["results"] == [{"number": 1}]
    assert stored(match) == before


@pytest.mark.django_db
def test_events_in_reverse_and_twice_are_taken_once_each(begin: Begin) -> None:
    match, alice = begin(), browser_of(ALICE)
    wet = {"track": "place", "box": "wet", "holder": "u2", "side": 0, "seen": ""}
    sunk = {"track": "place", "box": "sunk", "holder": "u2", "side": 0, "seen": "wet"}
    sent = [change("a3", sunk), change("a2", wet), change("a1", chip(0))]
    first = send(alice, match, *sent)["results"]
    words = "“Place” was to be Sunk, but Dry was chosen in the meantime."
    assert first == [{"error": words, "conflict": True}, {"number": 1}, {"number": 2}]
    again = send(alice, match, *sent, since=2)["results"]
    assert again == [{"number": 3}, {"number": 1}, {"number": 2}]
    assert send(alice, match, *sent, since=2)["results"] == again
    assert poll(alice, match).json()["ticks"][0] == {"u2": {"place": [2], "chips": [1]}}


@pytest.mark.django_db
def test_a_seat_that_was_withdrawn_opens_nothing(begin: Begin) -> None:
    match, alice, bob = begin(), browser_of(ALICE), browser_of(BOB)
    seat = Seat.objects.get(match=match, side=1)
    assert bob.get(match.get_absolute_url()).status_code == 200
    alice.post(f"/matches/{match.pk}/seats", {"withdraw": str(seat.pk)})
    before = stored(match)
    body = orjson.dumps({"since": 0, "events": [change("b1", chip(1))]})
    assert bob.post(f"/matches/{match.pk}/events", body, content_type="application/json").status_code == 404
    links = [f"/matches/join/{seat.token}", f"/matches/join/{seat.invitation}"]
    assert [bob.post(link).status_code for link in links] == [410, 410]
    assert [poll(bob, match).status_code, bob.get(match.get_absolute_url()).status_code] == [404, 404]
    assert stored(match) == before


@pytest.mark.django_db
def test_the_beginner_keeps_the_seat_and_cannot_take_a_hidden_army_s(begin: Begin) -> None:
    match, alice = begin(hides=True), browser_of(ALICE)
    own, bobs = Seat.objects.get(match=match, side=0), Seat.objects.get(match=match, side=1)
    assert alice.post(f"/matches/{match.pk}/seats", {"withdraw": str(own.pk)}).status_code == 302
    answer = alice.post(f"/matches/{match.pk}/seats", {"withdraw": str(bobs.pk)})
    assert (answer.status_code, "hidden units" in answer.content.decode()) == (409, True)
    assert not Seat.objects.exclude(withdrawn=None).exists()
    assert browser_of(BOB).post(f"/matches/{match.pk}/seats", {"withdraw": str(own.pk)}).status_code == 403


@pytest.mark.django_db
def test_a_game_goes_on_without_the_army_it_was_begun_with(begin: Begin, army: Army) -> None:
    match, alice = begin(), browser_of(ALICE)
    page = alice.get(match.get_absolute_url()).content.decode()
    army.delete()
    assert "Shore" in page
    assert "Shore" in alice.get(match.get_absolute_url()).content.decode()
    assert send(alice, match, change("a1", chip(0)))["results"] == [{"number": 1}]


@pytest.mark.django_db
def test_what_was_taken_back_is_not_taken_back_again(begin: Begin) -> None:
    match, alice = begin(), browser_of(ALICE)
    send(alice, match, change("a1", chip(0)), {"id": "a2", "kind": "undo", "of": 1})
    before = stored(match)
    events = [{"id": f"u{of}", "kind": "undo", "of": of} for of in (1, 2)]
    assert send(alice, match, *events)["results"] == [
        {"error": "This was already undone."},
        {"error": "An undo cannot be undone. Make the change again."},
    ]
    assert stored(match) == before


@pytest.mark.django_db
def test_without_the_cookie_a_seat_is_taken_again_by_its_own_link(begin: Begin) -> None:
    match, phone = begin(), Client()
    seat = Seat.objects.get(match=match, side=1)
    assert phone.get(match.get_absolute_url()).status_code == 404
    assert phone.post(f"/matches/join/{seat.invitation}").status_code == 409
    assert phone.post(f"/matches/join/{seat.token}").status_code == 302
    assert send(phone, match, change("b1", chip(1)))["results"] == [{"number": 1}]


@pytest.mark.django_db
def test_a_player_without_a_cookie_who_joins_twice_brings_one_army(begin: Begin, army: Army, gems: Army) -> None:
    match = begin(seated=False)
    match.forces.filter(side=1).delete()
    link, bob = f"/matches/join/{invite(match, 1).invitation}", browser_of(BOB)
    assert [bob.post(link, {"army": gems.pk}).status_code for _ in range(2)] == [302, 302]
    assert [force.name for force in match.forces.all()] == ["Shore", "Gems"]


@pytest.mark.django_db
def test_what_a_hidden_unit_could_not_suffer_is_not_told(begin: Begin) -> None:
    match, alice = begin(hides=True), browser_of(ALICE)
    before = stored(match)
    named = id_in(match, "u3")
    fields = {"calculator": "skipping", "own": "u1"}
    for holder in (named, "fake-1", "u99"):
        event = change("x", chip(1, holder), opposing=holder, **fields)
        assert send(alice, match, event)["results"] == [{"error": "This unit is not in the game."}]
    assert stored(match) == before
    fake = f"blank-{match.numbers[1]['fake-1']}"
    answers = [
        send(alice, match, change(f"a{n}", chip(1, blank, 9), opposing=blank, **fields))["results"][0]
        for n, blank in enumerate((blank_of(match, "u3"), fake), 1)
    ]
    assert answers == [{"number": 1}, {"number": 2}]
    answer = send(browser_of(BOB), match, {"id": "b1", "kind": "answer", "of": 1})["results"]
    assert "Chips" in answer[0]["error"]


@pytest.mark.django_db
def test_at_once_is_for_engagements_with_what_is_known(begin: Begin) -> None:
    match, alice = begin(hides=True, at_once=True), browser_of(ALICE)
    blank = blank_of(match, "u3")
    reveal = {"track": REVEALED, "box": "1", "holder": blank, "side": 1}
    refused = send(alice, match, change("a1", chip(1, "u1")), change("a2", reveal))["results"]
    words = "This unit belongs to the other side. Only its player can change it."
    assert refused == [{"error": words}, {"error": words}]
    event = change("a3", chip(1, "u1"), reveal, calculator="skipping", own="u1", opposing=blank)
    answer = send(alice, match, event)
    assert answer["ticks"][1] == {"u1": {"chips": [1]}}
    assert [each["holder"] for each in answer["entries"][0]["proposed"]] == [blank]


@pytest.mark.django_db
def test_one_side_alone_does_not_end_a_game_with_hidden_units(begin: Begin) -> None:
    match, alice, bob = begin(hides=True), browser_of(ALICE), browser_of(BOB)
    assert send(alice, match, {"id": "a1", "kind": "end"})["ended"] is False
    assert "Ruby" not in alice.get(match.get_absolute_url()).content.decode()
    assert send(bob, match, {"id": "b1", "kind": "answer", "of": 1})["ended"] is True
    assert "Ruby" in alice.get(match.get_absolute_url()).content.decode()
    loaded = load_match(Match.objects.get())
    assert replay(loaded.setup, loaded.log) == loaded.state
    for of in (1, 2):
        undo = send(alice, match, {"id": f"a{of + 1}", "kind": "undo", "of": of, "also": [2] if of == 1 else []})
        assert "error" in undo["results"][0]
    assert Match.objects.get().ended


# --- at the same moment ----------------------------------------------------------------------------


def phone(match: Match, side: int, events: list[Event], outcomes: list[Any]) -> Callable[[], None]:
    """A phone that sends its events one after the other and notes what became of them."""

    def work() -> None:
        for event in events:
            try:
                outcomes.append(submit(Match.objects.get(pk=match.pk), side, event, both=False))
            except InvalidChange as error:
                outcomes.append(str(error))

    return work


def losses(name: str, side: int, amounts: tuple[int, ...]) -> list[Event]:
    return [
        Event(f"{name}{n}", changes=(Change("chips", each, holder="u2", side=side),)) for n, each in enumerate(amounts)
    ]


@pytest.mark.django_db(transaction=True)
def test_three_phones_at_once_lose_nothing(begin: Begin) -> None:
    match, outcomes = begin(), list[Any]()
    back_and_forth = (1, -1) * 4
    at_once(
        phone(match, 0, losses("a", 0, (*back_and_forth, 1)), outcomes),
        phone(match, 0, losses("b", 0, (*back_and_forth, 1)), outcomes),
        phone(match, 1, losses("c", 1, (*back_and_forth, 1)), outcomes),
    )
    assert sorted(each for each in outcomes if isinstance(each, int)) == list(range(1, len(outcomes) + 1))
    MATCHES.cache.clear()
    loaded = load_match(Match.objects.get(pk=match.pk))
    assert [entry.number for entry in loaded.log] == list(range(1, 28))
    assert loaded.state == replay(loaded.setup, loaded.log)
    assert loaded.state.sides[0].ticks == {"u2": {"chips": (1, 2)}}
    assert loaded.state.sides[1].ticks == {"u2": {"chips": (1,)}}


@pytest.mark.django_db(transaction=True)
def test_of_two_undos_at_once_one_stands_and_the_other_says_so(begin: Begin) -> None:
    match, outcomes = begin(), list[Any]()
    submit(match, 0, losses("a", 0, (1,))[0], both=False)
    at_once(*(phone(match, 0, [Event(f"undo{n}", EventKind.UNDO, of=1)], outcomes) for n in range(2)))
    assert sorted(outcomes, key=str) == [2, "This was already undone."]
    assert load_match(Match.objects.get()).state.sides[0].fresh


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("said", [(Verdict.FIRST, Verdict.SECOND), (Verdict.DRAW, Verdict.DRAW)])
def test_two_phones_that_end_a_game_at_once_agree_or_correct(begin: Begin, said: tuple[Verdict, Verdict]) -> None:
    match, outcomes = begin(), list[Any]()
    at_once(*(phone(match, side, [Event(f"end{side}", EventKind.END, verdict=said[side])], outcomes) for side in SIDES))
    assert sorted(outcomes) == [1, 2]
    MATCHES.cache.clear()
    stored = Match.objects.get()
    loaded = load_match(stored)
    ending, last = loaded.state.ending, loaded.log[-1]
    assert ending is not None
    assert (stored.ended, stored.verdict, ending.verdict) == (True, said[last.side], said[last.side])
    assert (ending.agreed, ending.side == last.side) == ((True, False) if said[0] == said[1] else (False, True))


@pytest.mark.django_db(transaction=True)
def test_the_same_event_sent_twice_at_once_is_one(begin: Begin) -> None:
    match, outcomes = begin(), list[Any]()
    at_once(*(phone(match, 0, losses("a", 0, (1,)), outcomes) for _ in range(3)))
    assert outcomes == [1, 1, 1]
    assert len(load_match(Match.objects.get()).log) == 1


@pytest.mark.django_db(transaction=True)
def test_of_two_who_take_a_seat_at_once_one_gets_it(begin: Begin) -> None:
    match, outcomes = begin(seated=False), list[int]()
    link = f"/matches/join/{invite(match, 1).invitation}"
    at_once(*(lambda key=key: outcomes.append(browser_of(key).post(link).status_code) for key in (CAROL, DAVE)))
    assert sorted(outcomes) == [302, 409]
