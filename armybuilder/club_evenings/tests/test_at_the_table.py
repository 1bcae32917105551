"""Games at the table that are pairings of an evening."""

from dataclasses import replace

import pytest
from django.utils import timezone

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army
from armybuilder.armies.revisions import load_head, save
from armybuilder.club_evenings.models import Evening, Pairing
from armybuilder.club_evenings.playing import enter_result, join, leave, start
from armybuilder.club_evenings.tests.conftest import MakeEvening, pairings_of
from armybuilder.matches.models import Match, Seat
from armybuilder.site.claims import Author, Claim
from tests.visitors import ALICE, BOB, browser_of


@pytest.fixture
def evening(make_evening: MakeEvening) -> Evening:
    """An evening of three at which Alice plays Bob; they have joined as Ann and Ben."""
    evening = make_evening(3, Evening.Kind.ROUND_ROBIN, ruleset="pebbles")
    join(evening, "Ann", Author(None, ALICE.hash))
    join(evening, "Ben", Author(None, BOB.hash))
    start(evening)
    return evening


def pairing_of_both(evening: Evening) -> Pairing:
    return next(
        each
        for each in Pairing.objects.filter(evening=evening).select_related("first", "second")
        if {str(each.first), str(each.second)} == {"Ann", "Ben"}
    )


def ended(match: Match, verdict: str) -> None:
    assert browser_of(ALICE).post(f"/matches/{match.pk}/verdict", {"verdict": verdict}).status_code == 302


@pytest.mark.parametrize("swapped", [False, True])
def test_a_game_begun_from_the_page_fills_in_its_result(
    evening: Evening, army: Army, gems: Army, swapped: bool
) -> None:
    alice, bob, pairing = browser_of(ALICE), browser_of(BOB), pairing_of_both(evening)
    if (str(pairing.first) == "Ben") != swapped:
        Pairing.objects.filter(pk=pairing.pk).update(first=pairing.second_id, second=pairing.first_id)
    new = f"/pebbles/matches/new?pairing={pairing.pk}"
    assert f'href="{new}"' in alice.get(evening.get_absolute_url()).text
    alice.post(new, {"own": army.pk, "opposing": "joins"})
    match, seat = Match.objects.get(), Seat.objects.get(side=1)
    pairing.refresh_from_db()
    assert (pairing.match, pairing.swapped) == (match.pk, swapped)
    assert f'href="/matches/{match.pk}"' in alice.get(evening.get_absolute_url()).text
    link = f"/matches/join/{seat.invitation}"
    assert f'href="{link}"' in bob.get(evening.get_absolute_url()).text
    assert bob.post(link, {"army": gems.pk}).status_code == 302
    assert f'href="/matches/{match.pk}"' in bob.get(evening.get_absolute_url()).text
    ended(match, "first")
    pairing.refresh_from_db()
    assert (pairing.verdict, pairing.said_by) == ("second" if swapped else "first", "")
    page = bob.get(evening.get_absolute_url()).text
    assert "Ann won" in page
    assert "From the game at the table" in page
    ended(match, "draw")
    pairing.refresh_from_db()
    assert pairing.verdict == "draw"


def test_a_result_entered_by_hand_stays(evening: Evening, army: Army) -> None:
    pairing = pairing_of_both(evening)
    browser_of(ALICE).post(f"/pebbles/matches/new?pairing={pairing.pk}", {"own": army.pk, "opposing": "joins"})
    enter_result(pairing, "", "draw", "Ben")
    ended(Match.objects.get(), "first")
    pairing.refresh_from_db()
    assert (pairing.verdict, pairing.said_by) == ("draw", "Ben")


def begun_at(pairing: Pairing, army: Army, claim: Claim = ALICE) -> Match:
    """A game that a player begins from the page, with a free seat for the other player."""
    before = set(Match.objects.values_list("pk", flat=True))
    new = f"/pebbles/matches/new?pairing={pairing.pk}"
    assert browser_of(claim).post(new, {"own": army.pk, "opposing": "joins"}).status_code == 302
    return Match.objects.exclude(pk__in=before).get()


def joined(match: Match, gems: Army, claim: Claim = BOB) -> None:
    seat = match.seats.get(side=1)
    assert browser_of(claim).post(f"/matches/join/{seat.invitation}", {"army": gems.pk}).status_code == 302


def test_the_first_game_stays_if_both_players_begin_one(evening: Evening, army: Army, gems: Army) -> None:
    pairing = pairing_of_both(evening)
    first, second = begun_at(pairing, army), begun_at(pairing, gems, BOB)
    pairing.refresh_from_db()
    assert (pairing.match, second.seats.filter(side=1).exists()) == (first.pk, False)
    assert "Join the game" in browser_of(BOB).get(evening.get_absolute_url()).text


def test_a_new_game_takes_the_place_of_a_deleted_one(evening: Evening, army: Army, gems: Army) -> None:
    pairing = pairing_of_both(evening)
    begun_at(pairing, army)
    Match.objects.update(deleted=timezone.now())
    second = begun_at(pairing, gems, BOB)
    pairing.refresh_from_db()
    assert pairing.match == second.pk


def test_a_taken_seat_is_offered_to_nobody(evening: Evening, army: Army) -> None:
    pairing = pairing_of_both(evening)
    match = begun_at(pairing, army)
    Seat.objects.filter(match=match, side=1).update(taken=timezone.now(), claim_hash="somebody else's")
    page = browser_of(BOB).get(evening.get_absolute_url()).text
    assert ["Join the game" in page, f"pairing={pairing.pk}" in page] == [False, False]


def test_a_game_that_goes_on_with_a_changed_army_counts(evening: Evening, army: Army, gems: Army) -> None:
    pairing = pairing_of_both(evening)
    match = begun_at(pairing, army)
    joined(match, gems)
    loaded = load_head(army)
    changed = LoadedArmy(loaded.ruleset, replace(loaded.force, name="Changed"))
    save(army, 1, changed, "Edited", Author(None, ALICE.hash))
    assert browser_of(ALICE).post(f"/matches/{match.pk}/follow", {"army": "1"}).status_code == 302
    following = Match.objects.get(follows=match.pk)
    ended(following, "first")
    pairing.refresh_from_db()
    expected = "first" if str(pairing.first) == "Ann" else "second"
    assert (pairing.match, pairing.verdict, pairing.said_by) == (following.pk, expected, "")


def test_a_game_played_again_leaves_the_result_as_it_is(evening: Evening, army: Army, gems: Army) -> None:
    pairing = pairing_of_both(evening)
    match = begun_at(pairing, army)
    joined(match, gems)
    ended(match, "draw")
    assert browser_of(ALICE).post(f"/matches/{match.pk}/follow").status_code == 302
    ended(Match.objects.get(follows=match.pk), "first")
    pairing.refresh_from_db()
    assert (pairing.match, pairing.verdict) == (match.pk, "draw")


def test_the_result_of_a_game_against_nobody_is_its_players_word(evening: Evening, army: Army) -> None:
    pairing = pairing_of_both(evening)
    match = begun_at(pairing, army)
    for verdict in ("first", "draw"):
        ended(match, verdict)
    pairing.refresh_from_db()
    assert (pairing.verdict, pairing.said_by) == ("draw", "Ann")
    assert "From the game at the table" not in browser_of(BOB).get(evening.get_absolute_url()).text


def test_a_game_of_another_kind_is_no_pairing(evening: Evening, army: Army) -> None:
    Evening.objects.update(ruleset="another")
    pairing = pairing_of_both(evening)
    begun_at(pairing, army)
    pairing.refresh_from_db()
    assert pairing.match == ""


@pytest.mark.parametrize("sent", ["theirs", "0", "x", ""])
def test_a_game_is_no_pairing_of_others(evening: Evening, army: Army, sent: str) -> None:
    other = next(each for each in Pairing.objects.exclude(second=None) if each != pairing_of_both(evening))
    Pairing.objects.filter(pk=other.pk).update(first=evening.players.get(name="Ben"))
    Pairing.objects.filter(pk=other.pk).update(second=evening.players.get(name="Cleo"))
    number = str(other.pk) if sent == "theirs" else sent
    begun = browser_of(ALICE).post(f"/pebbles/matches/new?pairing={number}", {"own": army.pk, "opposing": "joins"})
    assert (begun.status_code, Match.objects.count()) == (302, 1)
    assert not Pairing.objects.exclude(match="").exists()


def test_the_free_seat_is_shown_to_the_other_player_alone(make_evening: MakeEvening, gems: Army) -> None:
    evening = make_evening(4, ruleset="pebbles")
    join(evening, "Ann", Author(None, BOB.hash))
    start(evening)
    pairing = next(each for each in pairings_of(evening) if "Ann" in (str(each.first), str(each.second)))
    begun = browser_of(BOB).post(f"/pebbles/matches/new?pairing={pairing.pk}", {"own": gems.pk, "opposing": "joins"})
    assert (begun.status_code, Seat.objects.filter(side=1, taken=None).count()) == (302, 1)
    assert "/matches/join/" not in browser_of(ALICE).get(evening.get_absolute_url()).text


def test_no_game_is_begun_with_a_player_who_has_left(evening: Evening, army: Army) -> None:
    alice, pairing = browser_of(ALICE), pairing_of_both(evening)
    new = f"/pebbles/matches/new?pairing={pairing.pk}"
    page = evening.get_absolute_url()
    assert f'href="{new}"' in alice.get(page).text
    leave(evening, evening.players.get(name="Ben").pk)
    assert f'href="{new}"' not in alice.get(page).text
    alice.post(new, {"own": army.pk, "opposing": "joins"})
    pairing.refresh_from_db()
    assert (Match.objects.count(), pairing.match) == (1, "")
