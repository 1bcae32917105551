"""Counting games that have ended."""

from collections.abc import Sequence
from datetime import UTC, datetime
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from armybuilder.matches.history.counting import (
    Count,
    Outcome,
    PastGame,
    best_and_worst,
    count_of_games,
    deeds_of,
    grouped,
    losses_of,
    outcome_for,
)
from rulesets.core.play.decided import Decided
from rulesets.core.play.luck import Losses, Odds, added

LOST = st.integers(0, 9000)
ODDS = st.builds(Odds, st.just(1), st.just(1), LOST, LOST, LOST, LOST)
PARTS = st.lists(st.builds(Decided, st.integers(1, 99), st.integers(0, 1), st.sampled_from("abc"), ODDS), max_size=12)


def game(
    outcome: Outcome = Outcome.WON, army: str = "a", opponent: str = "Bob", parts: Sequence[Decided] = ()
) -> PastGame:
    caused, suffered, deeds = losses_of(0, parts)
    return PastGame(
        address="m",
        name="Raid",
        started=datetime(2026, 5, 4, tzinfo=UTC),
        side=0,
        game="pebbles",
        army=(army, army),
        opponent=opponent,
        opposing_army="",
        house_rules=("pebbles", "Default rulings"),
        outcome=outcome,
        note="",
        turns=1,
        caused=caused,
        suffered=suffered,
        deeds=deeds,
        photo="",
    )


GAMES = st.lists(
    st.builds(game, st.sampled_from(Outcome), st.sampled_from("abc"), st.sampled_from(["", "Bob", "Ann"]), PARTS),
    max_size=15,
)


def plus(first: Count, second: Count) -> Count:
    return Count(
        first.won + second.won, first.drawn + second.drawn, first.lost + second.lost, first.unknown + second.unknown
    )


@pytest.mark.parametrize(
    ("verdict", "outcomes"),
    [
        ("first", (Outcome.WON, Outcome.LOST)),
        ("second", (Outcome.LOST, Outcome.WON)),
        ("draw", (Outcome.DRAWN, Outcome.DRAWN)),
        ("", (Outcome.UNKNOWN, Outcome.UNKNOWN)),
    ],
)
def test_what_one_side_wins_the_other_loses(verdict: str, outcomes: tuple[Outcome, Outcome]) -> None:
    assert (outcome_for(0, verdict), outcome_for(1, verdict)) == outcomes


def test_a_count_says_games_without_a_result_only_if_there_are_some() -> None:
    assert Count(2, 1, 0).words == "2 won, 1 drawn, 0 lost"
    assert Count(2, 1, 0, 3).words == "2 won, 1 drawn, 0 lost, 3 without a result"


@given(GAMES)
def test_every_game_counts_once_in_every_grouping(games: list[PastGame]) -> None:
    whole = count_of_games(games)
    assert whole.games == len(games)
    for key in (lambda each: each.army, lambda each: each.opponent):
        groups = grouped(games, key)
        total = Count()
        for group in groups.values():
            total = plus(total, count_of_games(group))
        assert total == whole
        assert all(key(each) == name for name, group in groups.items() for each in group)
        sizes = [len(group) for group in groups.values()]
        assert all(first >= second for first, second in pairwise(sizes))


@given(PARTS)
def test_what_one_side_causes_the_other_suffers(parts: list[Decided]) -> None:
    (caused, suffered, deeds), (theirs, mine, their_deeds) = losses_of(0, parts), losses_of(1, parts)
    assert (caused, suffered) == (mine, theirs)
    assert {each.unit for each in parts if each.side == 0} == set(deeds)
    by_engaging = added([*deeds.values(), *their_deeds.values()])
    assert by_engaging.real == sum((Fraction(each.odds.opposing_lost, 1000) for each in parts), Fraction(0))


@given(GAMES)
def test_deeds_add_up_over_games(games: list[PastGame]) -> None:
    assert added(deeds_of(games).values()) == added(losses for each in games for losses in each.deeds.values())


@given(st.dictionaries(st.sampled_from("abcde"), st.builds(Losses, *[st.fractions(0, 9)] * 2)))
def test_nobody_is_above_the_most_or_below_the_least(deeds: dict[str, Losses]) -> None:
    extremes = best_and_worst(deeds)
    best, worst = extremes
    above = {key: each.real - each.expected for key, each in deeds.items()}
    assert (above[best] if best else Fraction(0)) == max([Fraction(0), *above.values()])
    assert (above[worst] if worst else Fraction(0)) == min([Fraction(0), *above.values()])
