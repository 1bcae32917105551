"""Throws through the site: choices that the other phone does not get before both have chosen, dice with a seed."""

import json
import re
from typing import Any

import orjson
import pytest
from django.core.cache import caches
from django.test import Client
from lxml import html

from armybuilder.matches.log.seats import invite, take
from armybuilder.matches.log.store import load_match
from armybuilder.matches.models import Match, MatchRevision
from armybuilder.matches.tests.conftest import Begin
from armybuilder.matches.tests.screen.test_tracker_views import poll, send
from armybuilder.site.claims import Author, Claim
from armybuilder.site.owned import owned_models
from rulesets.core.play.throws import Hand, outcome_of, random_hand, scores_of
from tests.browser.phones import begin_example
from tests.visitors import ALICE, BOB, browser_of

pytestmark = pytest.mark.django_db

CAROL = Claim("the key of carol")
PAIR = {"calculator": "skipping", "own": "u2", "opposing": "u3"}


def throw(event: str, choice: str, **fields: Any) -> dict[str, Any]:
    return {"id": event, "kind": "throw", "choice": choice, **fields}


def answer(event: str, choice: str, of: int = 1) -> dict[str, Any]:
    return {"id": event, "kind": "answer", "of": of, "choice": choice}


def watched(match: Match) -> None:
    seat = invite(match, None)
    take(seat, Author(None, CAROL.hash), seat.invitation)


def all_bytes(match: Match) -> list[str]:
    """All that Bob and a spectator are sent of a game, headers too, without what is drawn for each page."""
    caches["counts"].clear()
    here = f"/matches/{match.pk}"
    paths = [
        *(here, f"{here}/seats", "/matches/", f"{here}/events?since=0", f"{here}/events?since=1"),
        *(f"{here}/engage?own=u3&opposing=u2", f"{here}/report", f"{here}/report.md", f"{here}/units/0/u2"),
    ]
    record = []
    for path in paths:
        for claim in (BOB, CAROL):
            got = browser_of(claim).get(path)
            varies = ("Set-Cookie", "Expires", "RateLimit-Reset", "RateLimit-Remaining", "X-Request-ID")
            headers = {name: value for name, value in got.headers.items() if name not in varies}
            text = re.sub(r"[A-Za-z0-9]{64}", "csrf", f"{got.status_code} {headers} {got.content.decode()}")
            text = text.replace(match.pk, "match").replace(match.name, "name")
            text = re.sub(
                r"/matches/join/[\w-]+|seat-\d+|\d{4}-\d\d-\d\dT[\d:.]+\+00:00|\d\d:\d\d(:\d\d)?|\d+\.\d+", "", text
            )
            text = re.sub(r"now|(a|\d+)\s+seconds? ago", "just now", text)
            record.append(re.sub(r"'Content-Length': '\d+'|\d{13}", "", text))
    return record


def test_a_choice_is_not_in_what_others_get_before_both_have_chosen(begin: Begin) -> None:
    records = {}
    for choice in ("rock", "paper", "scissors"):
        match, alice, bob = begin(), browser_of(ALICE), browser_of(BOB)
        watched(match)
        assert send(alice, match, throw("t", choice, **PAIR))["results"] == [{"number": 1}]
        refused = send(bob, match, throw("t", "rock", **PAIR), answer("b0", ""))
        assert [set(each) for each in refused["results"]] == [{"error"}, {"error"}]
        records[choice] = [*all_bytes(match), json.dumps(refused["results"])]
        send(alice, match, {"id": "u", "kind": "undo", "of": 1})
        records[choice] += all_bytes(match)
        match.delete()
    assert len(records["rock"]) > 30
    assert records["rock"] == records["paper"] == records["scissors"]
    words = re.compile(r'"(choice|hands|seed)"|[Rr]ock against|"(rock|paper|scissors)"')
    for text in records["rock"]:
        without_panel = re.sub(r'data-hand="\w+"', "", text)
        assert not words.findall(without_panel), text


def test_both_get_what_was_chosen_and_the_result_it_leads_to(begin: Begin) -> None:
    match, alice, bob = begin(), browser_of(ALICE), browser_of(BOB)
    send(alice, match, throw("t", "paper", **PAIR))
    [asked] = poll(bob, match).json()["entries"]
    assert (asked["kind"], asked["own"], asked["opposing"]) == ("throw", "u2", "u3")
    assert poll(bob, match).json()["waiting"] == [1]
    send(bob, match, answer("b", "rock"))
    for browser in (alice, bob):
        [entry] = poll(browser, match, 1).json()["entries"]
        assert (entry["thrown"], entry["outcome"]) == ("Paper beats rock", "win")
        assert "Shore’s paper beats rock" in browser.get(f"/matches/{match.pk}/report").content.decode()
    page = html.fromstring(alice.get(f"/matches/{match.pk}/engage", {"own": "u2", "opposing": "u3"}).content.decode())
    [offered] = page.xpath("//button[@data-throw='win']/@data-event")
    assert orjson.loads(str(offered))["result"] == "It hits"
    assert page.xpath("//button/@data-hand") == ["rock", "paper", "scissors"]


def test_a_choice_sent_twice_is_one_throw(begin: Begin) -> None:
    match, alice = begin(), browser_of(ALICE)
    first = send(alice, match, throw("t", "rock"), throw("t", "rock"))
    assert first["results"] == [{"number": 1}, {"number": 1}]
    again = send(alice, match, throw("t", "paper"))["results"][0]
    assert again["error"].startswith("Another event with this id was sent before")
    assert MatchRevision.objects.filter(match=match).count() == 2


def test_an_event_of_before_there_were_throws_is_known_again(begin: Begin) -> None:
    match, alice = begin(), browser_of(ALICE)
    event = {"id": "a", "changes": [{"track": "chips", "amount": 1, "holder": "u2"}]}
    send(alice, match, event)
    revision = MatchRevision.objects.get(match=match, event="a")
    for name in ("choice", "dice", "faces"):
        del revision.entry["event"][name]
    revision.save()
    assert send(alice, match, event)["results"] == [{"number": 1}]


def test_with_one_phone_the_server_draws_the_other_hand(begin: Begin) -> None:
    match, alice = begin(seated=False), browser_of(ALICE)
    [entry] = send(alice, match, throw("t", "rock", **PAIR))["entries"]
    seed = int(re.findall(r"seed (\d+)", entry["thrown"])[0])
    other = random_hand(seed)
    assert entry["outcome"] == outcome_of(Hand.ROCK, other).value
    assert entry["thrown"].endswith(f"{other.label.lower()} (picked by the site, seed {seed})")


def test_dice_are_in_the_log_and_come_from_its_seed(begin: Begin) -> None:
    match, alice, bob = begin(), browser_of(ALICE), browser_of(BOB)
    send(alice, match, {"id": "d", "kind": "dice", "dice": 12, "faces": 10, **PAIR})
    [entry] = poll(bob, match).json()["entries"]
    match.refresh_from_db()
    seed = load_match(match).log[0].seed
    scores = ", ".join(map(str, scores_of(seed, 12, 10)))
    assert entry["thrown"] == f"12d10: {scores}"
    assert entry["thrown"] in bob.get(f"/matches/{match.pk}/report").content.decode()
    page = html.fromstring(alice.get(f"/matches/{match.pk}/engage", {"own": "u2", "opposing": "u3"}).content.decode())
    assert (page.xpath("//button[@data-roll]/text()"), page.xpath("//select[@name='faces']")) == (["Roll it"], [])


def first_of(told: Any) -> list[int]:
    """The box of who goes first; unticked it is the first side."""
    ticked: list[int] = told["ticks"][2].get("game", {}).get("first", [1])
    return ticked


def test_who_wins_the_throw_of_a_turn_goes_first(db: None) -> None:
    match, alice, bob = begin_example("mbt2020"), browser_of(ALICE), browser_of(BOB)
    for number, (own, other, first) in enumerate(
        (("rock", "paper", [2]), ("rock", "rock", [2]), ("paper", "rock", [1]), ("paper", "scissors", [2]))
    ):
        thrown = send(alice, match, throw(f"t{number}", own))["results"][0]["number"]
        told = send(bob, match, answer(f"b{number}", other, thrown), since=thrown)
        assert first_of(told) == first
    assert told["entries"][0]["words"] == (f"Answered {thrown} (rock, paper, scissors): Reds’ paper loses to scissors")
    assert told["entries"][0]["changed"] == ["Goes first: Reds → Blues"]
    chosen = {"track": "first", "box": "0", "holder": "game", "side": 0}
    assert first_of(send(bob, match, {"id": "c", "changes": [chosen]}, since=thrown)) == [1]


def test_the_higher_die_of_a_turn_goes_first(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    match, alice, bob = begin_example("forge-of-war"), browser_of(ALICE), browser_of(BOB)
    seeds = {scores_of(seed, 1, 10)[0]: seed for seed in range(200)}

    def die(browser: Client, name: str, score: int, dice: int = 1) -> list[int]:
        monkeypatch.setattr("armybuilder.matches.log.store.new_seed", lambda: seeds[score])
        told = send(browser, match, {"id": name, "kind": "dice", "dice": dice, "faces": 10})
        assert "number" in told["results"][0]
        return first_of(told)

    thrown = [(alice, 4), (bob, 4), (bob, 9), (alice, 5)]
    assert [die(browser, f"d{place}", score) for place, (browser, score) in enumerate(thrown)] == [[1], [1], [1], [2]]
    chosen = {"track": "first", "box": "0", "holder": "game", "side": 0}
    send(bob, match, {"id": "c", "changes": [chosen]})
    assert [die(alice, "e1", 1), die(bob, "e2", 10), die(alice, "e3", 2, dice=3)] == [[1]] * 3
    send(alice, match, {"id": "n", "kind": "next", "turn": 1, "segment": 0})
    assert [die(alice, "f1", 1), die(bob, "f2", 10)] == [[1]] * 2, "nothing is thrown for in this part"


BAD = [
    (throw("x", "lizard"), "choice"),
    (throw("x", ""), "choice"),
    ({"id": "x", "kind": "throw"}, "Choose rock, paper or scissors"),
    (throw("x", "rock", **{**PAIR, "own": "u99"}), "not in the game"),
    ({"id": "x", "kind": "dice", "dice": 0, "faces": 6}, "Say how many dice"),
    ({"id": "x", "kind": "dice", "dice": 101, "faces": 6}, "enter a number from 0 to 100"),
    ({"id": "x", "kind": "dice", "dice": 2, "faces": 10**9}, "enter a number from 0 to 100"),
    ({"id": "x", "kind": "dice", "dice": "many", "faces": 6}, "enter a whole number"),
    ({"id": "x", "kind": "dice", "dice": 1, "faces": 6, "seed": 7}, "seed"),
    (answer("x", "rock"), "already answered or undone"),
]


@pytest.mark.parametrize(("event", "reason"), BAD)
def test_a_bad_throw_is_refused_with_a_reason(begin: Begin, event: dict[str, Any], reason: str) -> None:
    match = begin()
    assert reason in send(browser_of(ALICE), match, event)["results"][0]["error"]
    assert MatchRevision.objects.filter(match=match).count() == 1


def test_data_of_an_account_have_no_choice_that_waits(begin: Begin) -> None:
    match = begin()
    send(browser_of(BOB), match, throw("t", "scissors"))
    assert "scissors" in json.dumps(MatchRevision.objects.get(match=match, event="t").entry)
    exported = [each.export(match) for each in owned_models() if each.name == "games at the table"]
    assert "scissors" not in json.dumps(exported)
