"""A game once more with the same armies and seats, and on with an army as it has become."""

import re
from dataclasses import replace

import pytest
from django.test import Client

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army
from armybuilder.armies.revisions import load_head, pack, save, unpack
from armybuilder.matches.log.creation import ChosenForce, begin_match
from armybuilder.matches.log.store import load_match
from armybuilder.matches.models import Match, Seat
from armybuilder.matches.tests.conftest import Begin, id_in
from armybuilder.matches.tests.log.test_bad_input import stored
from armybuilder.matches.tests.screen.test_tracker_views import change, chip, send
from armybuilder.site.claims import Author
from rulesets.core.forces.force import change_unit, remove_unit
from rulesets.core.play.match_log import replay
from tests.visitors import ALICE, BOB, browser_of

pytestmark = pytest.mark.django_db


def follow(browser: Client, match: Match, **sent: str) -> Match:
    answer = browser.post(f"/matches/{match.pk}/follow", sent)
    assert answer.status_code == 302
    return Match.objects.get(pk=answer.headers["Location"].removeprefix("/matches/"))


def test_a_game_that_goes_on_is_not_begun_anew(begin: Begin) -> None:
    match = begin()
    before = stored(match)
    answer = browser_of(BOB).post(f"/matches/{match.pk}/follow")
    assert (answer.status_code, "End it first" in answer.content.decode()) == (409, True)
    assert (Match.objects.count(), stored(match)) == (1, before)


@pytest.mark.parametrize("hides", [False, True])
def test_a_new_game_has_armies_and_seats_of_the_ended_one(begin: Begin, hides: bool) -> None:
    match, alice, bob = begin(hides=hides), browser_of(ALICE), browser_of(BOB)
    ruby = id_in(match, "u3")
    send(bob, match, change("b1", chip(1, ruby)))
    send(alice, match, {"id": "a1", "kind": "end"})
    send(bob, match, {"id": "b2", "kind": "answer", "of": 2})
    before = stored(match)
    new = follow(bob, match)
    assert follow(alice, match) == new
    assert (stored(match), Match.objects.count()) == (before, 2)
    loaded = load_match(new)
    assert loaded.log == ()
    assert [side.fresh for side in loaded.state.sides] == [True, True]
    assert [browser.get(new.get_absolute_url()).status_code for browser in (alice, bob, Client())] == [200, 200, 404]
    tokens = Seat.objects.values_list("token", flat=True)
    assert len(set(tokens)) == 4
    assert (id_in(new, "u3") == "u3") is not hides
    assert ("Ruby" in alice.get(new.get_absolute_url()).content.decode()) is not hides
    _, unit = loaded.armies[1].force.unit(id_in(new, "u3"))  # type: ignore[union-attr]
    assert unit.name == "Ruby"


@pytest.mark.parametrize("hides", [False, True])
def test_swapped_armies_come_without_the_other_s_notes(begin: Begin, hides: bool) -> None:
    match, alice, bob = begin(hides=hides), browser_of(ALICE), browser_of(BOB)
    force = match.forces.get(side=1)
    ruleset = load_match(match).ruleset
    noted = replace(unpack(ruleset, force.document), notes="My secret plan")
    match.forces.filter(side=1).update(document=pack(noted))
    send(alice, match, {"id": "a1", "kind": "end", "verdict": "first"})
    send(bob, match, {"id": "b1", "kind": "answer", "of": 1})
    new = follow(alice, match, swapped="1")
    assert follow(bob, match) == new
    loaded = load_match(new)
    assert [army.title for army in loaded.armies if army] == ["Gems", "Shore"]
    assert loaded.armies[0].force.notes == ""
    seats = {seat.side: seat.claim_hash for seat in new.seats.all()}
    assert seats == {0: ALICE.hash, 1: BOB.hash}
    assert (loaded.state.ending, new.verdict) == (None, "")
    names = [bool(re.search("Ruby", browser.get(new.get_absolute_url()).text)) for browser in (alice, bob)]
    assert names == [True, not hides]


@pytest.mark.parametrize("sent", [{}, {"swapped": "1"}])
def test_a_new_game_on_the_same_ground_begins_with_an_empty_map(begin: Begin, sent: dict[str, str]) -> None:
    match, alice = begin(), browser_of(ALICE)
    Match.objects.filter(pk=match.pk).update(battlefield="seed=7")
    send(alice, match, {"id": "p", "kind": "place", "own": "u2", "place": [3, 4]}, {"id": "e", "kind": "end"})
    new = follow(alice, match, **sent)
    match.refresh_from_db()
    assert load_match(match).state.places == ({"u2": (3, 4)}, {})
    assert (new.battlefield, load_match(new).state.places) == ("seed=7", ({}, {}))


def test_later_edits_are_taken_over_into_a_following_game(begin: Begin, army: Army) -> None:
    match, alice, bob = begin(), browser_of(ALICE), browser_of(BOB)
    offer = "Your beach has changed since this game started"
    send(alice, match, change("a1", chip(0), chip(0, "u4", 2)), {"id": "n", "kind": "next", "turn": 1, "segment": 0})
    send(bob, match, change("b1", chip(1)))
    for unit in ("u2", "u4"):
        send(alice, match, {"id": f"p{unit}", "kind": "place", "own": unit, "place": [3, 4]})
    send(bob, match, {"id": "pb", "kind": "place", "own": "u4", "place": [5, 6]})
    assert offer not in alice.get(match.get_absolute_url()).content.decode()
    loaded = load_head(army)
    force = remove_unit(change_unit(loaded.force, "u2", name="Rocky"), "u4")
    save(army, 1, LoadedArmy(loaded.ruleset, force), "Edited", Author(None, ALICE.hash))
    assert "Rocky" not in alice.get(match.get_absolute_url()).content.decode()
    assert offer in alice.get(match.get_absolute_url()).content.decode()
    assert offer not in bob.get(match.get_absolute_url()).content.decode()
    assert bob.post(f"/matches/{match.pk}/follow", {"army": "1"}).status_code == 409
    new = follow(alice, match, army="1")
    match.refresh_from_db()
    assert (match.ended, new.ended) == (True, False)
    assert load_match(match).state.sides[0].ticks == {"u2": {"chips": (1,)}, "u4": {"chips": (1, 2)}}
    state = load_match(new).state
    assert [side.ticks for side in state.sides] == [{"u2": {"chips": (1,)}}, {"u2": {"chips": (1,)}}]
    assert (state.turn, state.segment) == (1, 1)
    assert state.places == ({"u2": (3, 4)}, {"u4": (5, 6)})
    assert "Rocky" in bob.get(new.get_absolute_url()).content.decode()
    assert offer not in alice.get(new.get_absolute_url()).content.decode()
    assert send(alice, new, change("a1", chip(0)), {"id": "a2", "kind": "undo", "of": 1})["ticks"][0] == {
        "u2": {"chips": [1]}
    }
    next_match = load_match(Match.objects.get(pk=new.pk))
    assert replay(next_match.setup, next_match.log) == next_match.state


def test_an_army_with_hidden_units_stays_as_it_was(begin: Begin, army: Army) -> None:
    match, alice = begin(hides=True), browser_of(ALICE)
    loaded = load_head(army)
    save(army, 1, LoadedArmy(loaded.ruleset, remove_unit(loaded.force, "u4")), "Edited", Author(None, ALICE.hash))
    page = alice.get(match.get_absolute_url()).content.decode()
    assert "A game that hides units keeps it as it was," in page
    assert 'name="army"' not in page
    assert alice.post(f"/matches/{match.pk}/follow", {"army": "1"}).status_code == 409
    assert Match.objects.count() == 1


def test_armies_are_not_swapped_where_one_side_has_none(army: Army) -> None:
    match, alice = begin_match(ChosenForce(load_head(army)), None, {}, Author(None, ALICE.hash)), browser_of(ALICE)
    send(alice, match, {"id": "a1", "kind": "end"})
    refused = alice.post(f"/matches/{match.pk}/follow", {"swapped": "1"})
    assert (refused.status_code, "has no army to swap" in refused.text) == (409, True)
    assert Match.objects.count() == 1
    assert alice.get(follow(alice, match).get_absolute_url()).status_code == 200
