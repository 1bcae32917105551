"""The list of games at the table is searched and filtered."""

import re
from typing import Any

import pytest

from armybuilder.matches.log.seats import invite, take
from armybuilder.matches.log.store import submit
from armybuilder.matches.models import Match
from armybuilder.matches.tests.conftest import Begin
from armybuilder.site.claims import Author, Claim
from rulesets.core.play.matches import Event, EventKind
from tests.visitors import ALICE, BOB, browser_of

pytestmark = pytest.mark.django_db


def test_games_are_found_by_words_game_and_state(begin: Begin) -> None:
    first, second = begin(), begin()
    Match.objects.filter(pk=first.pk).update(ended=True, name="Rivière-crossing")
    alice = browser_of(ALICE)

    def listed(**sent: str) -> list[str]:
        return re.findall(r'<h2><a href="/matches/([^"]+)', alice.get("/matches/", sent).content.decode())

    assert listed() == [first.pk, second.pk] or listed() == [second.pk, first.pk]
    for way in ("CROSSING riviere", "rivière–crossing", "Ｒivi\u200bère\u00a0crossing"):
        assert listed(q=way) == [first.pk]
    assert listed(q="crossing gems") == [first.pk]
    assert listed(state="playing") == [second.pk]
    assert listed(state="ended") == [first.pk]
    assert listed(game="pebbles", state="ended") == [first.pk]
    assert listed(game="nonesuch") == []


def test_filters_count_games_and_are_there_with_the_first_one(begin: Begin) -> None:
    assert "Filter" not in browser_of(BOB).get("/matches/").content.decode()
    begin()
    Match.objects.update(ended=True)
    begin()
    begin()
    page = browser_of(ALICE).get("/matches/", {"q": "nothing"}).content.decode()
    options = re.findall(r'<option value="(\w*)"[^>]*>([^<]+)', page)
    choices = [(value, " ".join(words.split())) for value, words in options]
    assert choices[:3] == [("", "All"), ("playing", "Being played (2)"), ("ended", "Ended (1)")]
    assert choices[4] == ("pebbles", "Pebbles (3)")
    assert "No games match." in page


def test_a_running_game_says_whose_turn_it_is(begin: Begin) -> None:
    match, carol = begin(), Claim("the key of carol")
    watching = invite(match, None)
    take(watching, Author(None, carol.hash), watching.invitation)

    def facts(claim: Claim) -> tuple[str, str]:
        page = browser_of(claim).get("/matches/").content.decode()
        [said] = re.findall(r"</svg>([^<]+)</span>\s*<span class=.text-muted.>Played", page)
        return said, " ".join(re.findall(r'btn-primary btn-sm"\s+href="([^"]+)"[^>]*>Continue', page))

    address = f"/matches/{match.pk}"
    assert facts(ALICE) == ("Turn 1 · First throws · your side", address)
    assert facts(BOB) == ("Turn 1 · First throws · the other side", address)
    assert facts(carol) == ("Turn 1 · First throws", address)
    submit(match, 0, Event("e1", EventKind.NEXT, turn=1, segment=0), both=False)
    assert facts(BOB)[0] == "Turn 1 · Second throws · your side"
    submit(match, 1, Event("e2", EventKind.NEXT, turn=1, segment=1), both=False)
    assert facts(BOB)[0] == "Turn 1 · Tide · both sides"
    Match.objects.update(ended=True)
    assert facts(ALICE) == ("Ended", "")


def test_a_game_is_ended_from_the_list_which_says_who_won(begin: Begin) -> None:
    match, alice, bob, carol = begin(), browser_of(ALICE), browser_of(BOB), Claim("the key of carol")
    watching = invite(match, None)
    take(watching, Author(None, carol.hash), watching.invitation)

    def offered(claim: Claim) -> list[tuple[str, str]]:
        page = browser_of(claim).get("/matches/").content.decode()
        return re.findall(r'name="verdict" value="(\w+)">([^<]+)', page)

    choices = [("first", "Shore won"), ("draw", "Draw"), ("second", "Gems won")]
    assert (offered(ALICE), offered(BOB), offered(carol)) == (choices, choices, [])
    assert browser_of(carol).post(f"/matches/{match.pk}/verdict", {"verdict": "draw"}).status_code == 403
    assert alice.post(f"/matches/{match.pk}/verdict", {"verdict": "first", "note": "n" * 201}).status_code == 422
    assert alice.post(f"/matches/{match.pk}/verdict", {"verdict": "mine"}).status_code == 422
    assert bob.post(f"/matches/{match.pk}/verdict", {"verdict": "second", "note": "By one hill"}).status_code == 302
    for browser in (alice, bob, browser_of(carol)):
        assert "Gems won</span>" in browser.get("/matches/").content.decode()
    assert alice.post(f"/matches/{match.pk}/verdict", {"verdict": "draw"}).status_code == 302
    assert "Draw</span>" in bob.get("/matches/").content.decode()
    match.refresh_from_db()
    assert (match.ended, match.verdict, match.head) == (True, "draw", 3)


def test_the_end_of_a_game_with_hidden_units_waits_for_the_other(begin: Begin) -> None:
    match, alice = begin(hides=True), browser_of(ALICE)
    said = alice.post(f"/matches/{match.pk}/verdict", {"verdict": "first"}, follow=True)
    assert "The other player has to agree" in said.content.decode()
    match.refresh_from_db()
    assert (match.ended, match.verdict) == (False, "")


def test_a_game_with_unknown_readings_is_listed_without_its_turn(begin: Begin) -> None:
    begin()
    Match.objects.update(house_rules={"nonesuch": "on"})
    assert "Being played</span>" in browser_of(ALICE).get("/matches/").content.decode()


def test_a_game_that_can_no_longer_be_read_is_listed_without_its_turn(begin: Begin) -> None:
    _, damaged = begin(), begin()
    damaged.revisions.update(document=b"damaged")
    page = browser_of(ALICE).get("/matches/").content.decode()
    assert (page.count("<h2><a"), page.count("Turn 1 ·")) == (2, 1)


def test_more_games_take_no_more_queries(
    begin: Begin, django_assert_num_queries: Any, django_assert_max_num_queries: Any
) -> None:
    begin()
    alice = browser_of(ALICE)
    with django_assert_max_num_queries(20) as asked:
        alice.get("/matches/")
    begin()
    begin()
    with django_assert_num_queries(len(asked)):
        alice.get("/matches/")


def test_the_list_reads_no_army(begin: Begin, django_assert_max_num_queries: Any) -> None:
    match = begin()
    with django_assert_max_num_queries(20) as asked:
        page = browser_of(ALICE).get("/matches/").text
    assert match.forces.get(side=1).name in page
    assert not any('matchforce"."document"' in query["sql"] for query in asked)
