"""What happens at an evening: joining, starting, pairing round by round, results."""

from collections import Counter

import pytest
from django.http import Http404

from armybuilder.club_evenings.models import Evening, Pairing, Place, Player
from armybuilder.club_evenings.playing import (
    MAX_PLAYERS,
    NotPossible,
    add_players,
    come_back,
    enter_result,
    join,
    leave,
    next_round,
    open_games,
    release,
    remove_player,
    standings_at,
    start,
)
from armybuilder.club_evenings.tests.conftest import MakeEvening, first_players_win, pairings_of
from armybuilder.site.claims import Author
from rulesets.core.names import name_key
from tests.threads import at_once
from tests.visitors import ALICE, BOB

OF_ALICE, OF_BOB = Author(None, ALICE.hash), Author(None, BOB.hash)


def names_at(evening: Evening) -> list[str]:
    return sorted(Player.objects.filter(evening=evening).values_list("name", flat=True))


def test_players_join_once_by_a_free_name(make_evening: MakeEvening) -> None:
    evening = make_evening(2)
    join(evening, "  Zoë   Z ", OF_BOB)
    join(evening, "Other", OF_BOB)
    assert names_at(evening) == ["Ann", "Ben", "Zoë Z"]
    with pytest.raises(NotPossible, match="Somebody has joined as Zoë Z already"):
        join(evening, "zoë z", OF_ALICE)
    join(evening, "ANN", OF_ALICE)
    places = {place.player.name: place.claim_hash for place in Place.objects.all()}
    assert places == {"Zoë Z": BOB.hash, "Ann": ALICE.hash}


@pytest.mark.parametrize(
    ("name", "message"),
    [
        (" ", "Enter a name."),
        ("\u200b", "Enter a name."),
        ("a" * 31, "A name has at most 30 characters."),
        ("a\x07b", "cannot be a name"),
        ("The Organi\u00adser", "cannot be a name"),
    ],
)
def test_what_cannot_be_a_name_is_refused(make_evening: MakeEvening, name: str, message: str) -> None:
    evening = make_evening(0)
    with pytest.raises(NotPossible, match=message):
        join(evening, name, OF_BOB)
    with pytest.raises(NotPossible, match=message):
        add_players(evening, ["Ann", name])
    assert names_at(evening) == []


def test_a_long_name_is_refused_before_it_is_compared_and_kept(make_evening: MakeEvening) -> None:
    evening = make_evening(2)
    compared = name_key.cache_info().currsize
    with pytest.raises(NotPossible, match="too long"):
        join(evening, "a long name " * 100, OF_BOB)
    assert name_key.cache_info().currsize == compared


def test_names_pasted_several_times_are_added_once(make_evening: MakeEvening) -> None:
    evening = make_evening(0)
    add_players(evening, [*["Ann", "ann"] * 20, "Ben"])
    assert names_at(evening) == ["Ann", "Ben"]
    with pytest.raises(NotPossible, match="at most 16 players"):
        add_players(evening, ["Ann", *map(str, range(16))])
    with pytest.raises(NotPossible, match="at most 200 names"):
        add_players(evening, ["Ann"] * 201)


def test_a_place_is_given_back_and_taken_by_who_it_belongs_to(make_evening: MakeEvening) -> None:
    evening, other = make_evening(3), make_evening(3)
    for each in (evening, other):
        join(each, "Ann", OF_BOB)
        start(each)
    ann = evening.players.get(name="Ann")
    release(other, ann.pk)
    assert Place.objects.count() == 2
    release(evening, ann.pk)
    join(evening, "Ben", OF_BOB)
    join(evening, "Ann", OF_ALICE)
    places = {str(place): place.claim_hash for place in Place.objects.filter(player__evening=evening)}
    assert places == {"Ann": ALICE.hash, "Ben": BOB.hash}
    assert Place.objects.filter(player__evening=other).count() == 1
    assert names_at(evening) == ["Ann", "Ben", "Cleo"]


def test_nothing_is_done_at_an_evening_that_was_deleted_meanwhile(make_evening: MakeEvening) -> None:
    evening = make_evening(4)
    start(evening)
    pairing, _ = pairings_of(evening)
    pairing.evening = evening
    Evening.objects.get(pk=evening.pk).delete()
    for change in (
        lambda: join(evening, "Ann", OF_BOB),
        lambda: start(evening),
        lambda: next_round(evening, 1),
        lambda: enter_result(pairing, "", "first", "Ann"),
    ):
        with pytest.raises(Http404):
            change()
    assert not Evening.objects.exists()


def test_there_are_at_most_sixteen_players(make_evening: MakeEvening) -> None:
    evening = make_evening(0)
    add_players(evening, [f"Player {number}" for number in range(MAX_PLAYERS)])
    add_players(evening, ["Player 3"])
    for more in (lambda: add_players(evening, ["One more"]), lambda: join(evening, "One more", OF_BOB)):
        with pytest.raises(NotPossible, match="at most 16 players"):
            more()
    assert len(names_at(evening)) == MAX_PLAYERS


@pytest.mark.parametrize("players", [0, 2])
def test_an_evening_needs_three_players(make_evening: MakeEvening, players: int) -> None:
    evening = make_evening(players)
    with pytest.raises(NotPossible, match="at least 3 players"):
        start(evening)
    assert not Pairing.objects.exists()


def test_nobody_is_removed_once_the_evening_has_started(make_evening: MakeEvening) -> None:
    evening = make_evening(4)
    remove_player(evening, Player.objects.get(name="Dan").pk)
    start(evening)
    with pytest.raises(NotPossible, match="has started"):
        remove_player(evening, Player.objects.get(name="Ann").pk)
    join(evening, "Ben", OF_BOB)
    assert (names_at(evening), Place.objects.get().player.name) == (["Ann", "Ben", "Cleo"], "Ben")


def lines_of(evening: Evening) -> dict[str, tuple[int, int, int]]:
    """The points, games and byes of each player."""
    pairings = list(evening.pairings.select_related("first", "second"))
    lines = standings_at(Evening.objects.get(pk=evening.pk), list(evening.players.all()), pairings)
    return {str(each.player): (each.points, each.won + each.drawn + each.lost, each.byes) for each in lines}


def in_round(evening: Evening, number: int) -> list[str]:
    """Who is in a round."""
    pairings = evening.pairings.filter(round=number).select_related("first", "second")
    return sorted(str(each) for pairing in pairings for each in (pairing.first, pairing.second) if each)


def test_late_players_of_swiss_rounds_begin_with_nothing(make_evening: MakeEvening) -> None:
    evening = make_evening(4)
    start(evening)
    join(evening, "Zoë", OF_BOB)
    add_players(evening, ["Yann", "ann"])
    assert in_round(evening, 1) == ["Ann", "Ben", "Cleo", "Dan"]
    assert [str(each) for each in evening.players.all()][-2:] == ["Zoë", "Yann"]
    first_players_win(evening)
    next_round(evening, 1)
    assert in_round(evening, 2) == ["Ann", "Ben", "Cleo", "Dan", "Yann", "Zoë"]
    assert [lines_of(evening)[name] for name in ("Yann", "Zoë")] == [(0, 0, 0)] * 2


def test_one_late_player_gets_the_byes_where_all_meet(make_evening: MakeEvening) -> None:
    evening = make_evening(5, Evening.Kind.ROUND_ROBIN)
    start(evening)
    with pytest.raises(NotPossible, match="if the number of players is odd"):
        add_players(evening, ["Yann", "Zoë"])
    join(evening, "Zoë", OF_BOB)
    met = Counter(frozenset((str(each.first), str(each.second))) for each in Pairing.objects.all())
    assert (len(names_at(evening)), len(met), set(met.values())) == (6, 15, {1})
    with pytest.raises(NotPossible, match="All games of this evening are paired"):
        join(evening, "Yann", OF_ALICE)
    assert len(names_at(evening)) == 6


def test_who_leaves_swiss_rounds_is_paired_no_more(make_evening: MakeEvening) -> None:
    evening = make_evening(4)
    start(evening)
    played, unplayed = pairings_of(evening)
    enter_result(played, "", "first", "Ann")
    gone, stays = unplayed.first, unplayed.second
    assert stays is not None
    Pairing.objects.filter(pk=unplayed.pk).update(match="a game", swapped=True)
    leave(evening, gone.pk)
    unplayed.refresh_from_db()
    assert (unplayed.first, unplayed.second, unplayed.match, unplayed.swapped) == (stays, None, "", False)
    assert lines_of(evening) == {
        str(played.first): (3, 1, 0),
        str(played.second): (0, 1, 0),
        str(stays): (3, 0, 1),
        str(gone): (0, 0, 0),
    }
    next_round(evening, 1)
    assert in_round(evening, 2) == sorted(map(str, (played.first, played.second, stays)))
    come_back(evening, gone.pk)
    first_players_win(evening)
    next_round(evening, 2)
    assert in_round(evening, 3) == ["Ann", "Ben", "Cleo", "Dan"]


@pytest.mark.parametrize("side", [0, 1])
def test_a_played_game_counts_when_its_player_leaves(make_evening: MakeEvening, side: int) -> None:
    evening = make_evening(4)
    start(evening)
    first_players_win(evening)
    before = lines_of(evening)
    pairing = pairings_of(evening)[0]
    leaving = (pairing.first, pairing.second)[side]
    assert leaving is not None
    leave(evening, leaving.pk)
    assert lines_of(evening) == before


def test_rounds_end_when_all_who_are_there_have_met(make_evening: MakeEvening) -> None:
    evening = make_evening(4)
    start(evening)
    first_players_win(evening)
    one, other = pairings_of(evening)
    for leaving in (other.first, other.second):
        assert leaving is not None
        leave(evening, leaving.pk)
    with pytest.raises(NotPossible, match="All players who are here have met"):
        next_round(evening, 1)
    come_back(evening, other.first.pk)
    next_round(evening, 1)
    assert in_round(evening, 2) == sorted(map(str, (one.first, one.second, other.first)))


def test_games_of_who_left_are_not_waited_for_where_all_meet(make_evening: MakeEvening) -> None:
    evening = make_evening(3, Evening.Kind.ROUND_ROBIN)
    start(evening)

    def waiting() -> int:
        return open_games(list(evening.pairings.select_related("first", "second")))

    gone = evening.players.get(name="Ann")
    leave(evening, gone.pk)
    assert (waiting(), Pairing.objects.exclude(second=None).count()) == (1, 3)
    come_back(evening, gone.pk)
    assert waiting() == 3


def test_a_late_player_who_was_in_no_round_is_removed(make_evening: MakeEvening) -> None:
    evening, other = make_evening(4), make_evening(4)
    start(evening)
    join(evening, "Zoë", OF_BOB)
    zoe = evening.players.get(name="Zoë")
    leave(other, zoe.pk)
    assert evening.players.count() == 5
    for _ in range(2):
        leave(evening, zoe.pk)
    assert (names_at(evening).count("Zoë"), Place.objects.count()) == (0, 0)


def test_all_rounds_of_everybody_against_everybody_are_paired_at_once(make_evening: MakeEvening) -> None:
    evening = make_evening(5, Evening.Kind.ROUND_ROBIN)
    for _ in range(2):
        start(evening)
    evening.refresh_from_db()
    met = Counter(frozenset((each.first_id, each.second_id)) for each in Pairing.objects.all())
    assert (evening.rounds, len(met), set(met.values())) == (5, 15, {1})
    first_players_win(evening)
    with pytest.raises(NotPossible):
        next_round(evening, 5)


def test_swiss_rounds_have_no_rematch_until_all_have_met(make_evening: MakeEvening) -> None:
    evening = make_evening(4)
    start(evening)
    for number in (1, 2, 3):
        with pytest.raises(NotPossible, match="when all results of this one are in"):
            next_round(evening, number)
        first_players_win(evening)
        if number < 3:
            for _ in range(2):
                next_round(evening, number)
    with pytest.raises(NotPossible):
        next_round(evening, 3)
    met = Counter(frozenset((each.first_id, each.second_id)) for each in Pairing.objects.all())
    assert (len(met), set(met.values())) == (6, {1})


@pytest.mark.parametrize(("kind", "points"), [(Evening.Kind.SWISS, 3), (Evening.Kind.ROUND_ROBIN, 0)])
def test_a_bye_is_worth_a_win_in_swiss_rounds_alone(make_evening: MakeEvening, kind: Evening.Kind, points: int) -> None:
    evening = make_evening(3, kind)
    start(evening)
    pairings = list(evening.pairings.filter(round=1).select_related("first", "second"))
    best = standings_at(evening, list(evening.players.all()), pairings)[0]
    assert (best.points, sum(each.second is None for each in pairings)) == (points, 1)


def test_a_result_is_corrected_by_who_has_seen_it(make_evening: MakeEvening) -> None:
    evening = make_evening(4)
    start(evening)
    pairing, _ = pairings_of(evening)

    def kept() -> tuple[str, str]:
        pairing.refresh_from_db()
        return pairing.verdict, pairing.said_by

    enter_result(pairing, "", "first", "Ann")
    enter_result(pairing, "", "first", "Ben")
    assert kept() == ("first", "Ann")
    with pytest.raises(NotPossible, match="entered another result first"):
        enter_result(pairing, "", "draw", "Ben")
    enter_result(pairing, "first", "draw", "Ben")
    assert kept() == ("draw", "Ben")
    enter_result(pairing, "draw", "", "the organiser")
    assert kept() == ("", "")


def test_a_result_is_refused_if_a_player_has_left_meanwhile(make_evening: MakeEvening) -> None:
    evening = make_evening(4)
    start(evening)
    seen = pairings_of(evening)[0]
    leave(evening, seen.first.pk)
    for verdict in ("first", ""):
        with pytest.raises(NotPossible, match="This pairing has changed"):
            enter_result(seen, "", verdict, "Ann")
    stored = evening.pairings.get(pk=seen.pk)
    assert (stored.first, stored.second, stored.verdict) == (seen.second, None, "")


@pytest.mark.django_db(transaction=True)
def test_the_next_round_ordered_twice_at_once_is_paired_once(make_evening: MakeEvening) -> None:
    evening = make_evening(4)
    start(evening)
    first_players_win(evening)
    at_once(*[lambda: next_round(evening, 1)] * 2)
    evening.refresh_from_db()
    assert (evening.rounds, Pairing.objects.count()) == (2, 4)
