"""Dice of a question that the site rolls: each throw is one entry, both see it, and its seed gives it again."""

from typing import Any

import pytest

from armybuilder.matches.log.store import load_match
from armybuilder.matches.tests.conftest import Begin, blank_of, id_in
from armybuilder.matches.tests.log.test_throws import PAIR, answer, throw
from armybuilder.matches.tests.screen.test_tracker_views import poll, send
from rulesets.core.play.matches import EventKind
from rulesets.core.play.rolls import seeded_roller
from tests.visitors import ALICE, BOB, browser_of

pytestmark = pytest.mark.django_db

QUESTION = {"question": "own=u2&opposing=u3&side=0&q-throws=4"}


def roll(event: str, **fields: Any) -> dict[str, Any]:
    return {"id": event, "kind": "roll", **PAIR, **QUESTION, **fields}


def test_a_roll_proposes_its_result_with_dice_from_its_seed(begin: Begin) -> None:
    match, alice, bob = begin(), browser_of(ALICE), browser_of(BOB)
    assert send(alice, match, roll("r"))["results"] == [{"number": 1}]
    match.refresh_from_db()
    [entry] = load_match(match).log
    assert entry.came is not None
    again = seeded_roller(entry.seed)
    again.roll(4, 6, "Throws", "6", lambda score: score == 6)
    assert entry.came.dice == again.dice
    hit = bool(again.dice[0].good)
    assert entry.came.result == ("It hits" if hit else "Nothing")
    [told] = poll(bob, match).json()["entries"]
    assert (told["kind"], told["result"], told["seed"]) == ("roll", entry.came.result, entry.seed)
    assert [each["text"] for each in told["rolled"]] == [each.text for each in again.dice]
    assert f"{again.dice[0].text}; seed {entry.seed}" in told["words"]
    assert poll(bob, match).json()["waiting"] == [1] * hit
    assert {(each.side, each.holder, each.track) for each in entry.effects} == {(0, "u2", "done")}


def test_a_roll_sent_twice_is_rolled_once_and_a_second_one_is_seen(begin: Begin) -> None:
    match, alice = begin(), browser_of(ALICE)
    results = send(alice, match, roll("r"), roll("r"), roll("s"))["results"]
    assert results == [{"number": 1}, {"number": 1}, {"number": 2}]
    match.refresh_from_db()
    assert [entry.event.kind for entry in load_match(match).log] == [EventKind.ROLL] * 2


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"question": "q-throws=1000"}, "has no answer"),
        ({"question": ""}, "cannot roll"),
        ({"opposing": "u99"}, "not in the game"),
        ({"own": "u99"}, "not in the game"),
    ],
)
def test_what_cannot_be_asked_is_not_rolled(begin: Begin, fields: dict[str, Any], words: str) -> None:
    match, alice = begin(), browser_of(ALICE)
    [result] = send(alice, match, roll("r", **fields))["results"]
    assert words in result["error"]
    match.refresh_from_db()
    assert match.head == 1


def test_only_their_players_roll_dice_of_hidden_units(begin: Begin) -> None:
    match, alice, bob = begin(hides=True), browser_of(ALICE), browser_of(BOB)
    [refused] = send(alice, match, roll("a", opposing=blank_of(match, "u3")))["results"]
    assert "not in the game" in refused["error"]
    ruby = id_in(match, "u3")
    assert send(bob, match, roll("b", own=ruby, opposing="u1", question="q-throws=3"))["results"] == [{"number": 1}]
    [told] = poll(alice, match).json()["entries"]
    assert not {"rolled", "seed", "odds"} & told.keys()
    assert (told["calculator"], told["result"]) == ("", "")
    [known] = poll(bob, match).json()["entries"]
    assert known["rolled"]


def test_a_throw_with_a_question_makes_its_result_by_the_answer(begin: Begin) -> None:
    match, alice, bob = begin(), browser_of(ALICE), browser_of(BOB)
    send(alice, match, throw("t", "paper", **PAIR, **QUESTION))
    [asked] = poll(bob, match).json()["entries"]
    assert asked["decides"] == ["It hits", "It chips", "Nothing"]
    assert "outcome" not in asked
    send(bob, match, answer("b", "rock"))
    [entry] = poll(alice, match, 1).json()["entries"]
    assert (entry["outcome"], entry["result"], entry["proposed"]) == ("win", "It hits", [])
    changed = {(each["side"], each["holder"], each["track"]) for each in entry["effects"]}
    assert changed == {(0, "u2", "done"), (1, "u3", "place")}
    assert "Shore’s paper beats rock; It hits" in entry["words"]


def test_what_a_throw_decides_does_not_tell_the_choice(begin: Begin) -> None:
    told = []
    for choice in ("rock", "paper", "scissors"):
        match, alice, bob = begin(), browser_of(ALICE), browser_of(BOB)
        send(alice, match, throw("t", choice, **PAIR, **QUESTION))
        [entry] = poll(bob, match).json()["entries"]
        told.append({name: value for name, value in entry.items() if name != "time"})
        match.delete()
    assert told[0] == told[1] == told[2]


def test_an_undone_result_of_a_throw_does_not_open_it_again(begin: Begin) -> None:
    match, alice, bob = begin(), browser_of(ALICE), browser_of(BOB)
    send(alice, match, throw("t", "paper", **PAIR, **QUESTION))
    send(bob, match, answer("b", "rock"))
    assert send(bob, match, {"id": "u", "kind": "undo", "of": 2})["results"] == [{"number": 3}]
    assert poll(bob, match).json()["waiting"] == []
    assert "error" in send(bob, match, answer("again", "scissors"))["results"][0]
    match.refresh_from_db()
    assert not load_match(match).state.sides[1].ticks


def test_with_one_phone_the_site_rolls_dice_and_plays_the_other_hand(begin: Begin) -> None:
    match, alice = begin(seated=False), browser_of(ALICE)
    rolled, thrown = send(alice, match, roll("r"), throw("t", "rock", **PAIR, **QUESTION))["entries"]
    assert rolled["proposed"] == thrown["proposed"] == []
    results = {"win": "It hits", "lose": "It chips", "draw": "Nothing"}
    assert thrown["result"] == results[thrown["outcome"]]
