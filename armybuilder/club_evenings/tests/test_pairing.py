"""Pairings compared with all that are possible."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from armybuilder.club_evenings.pairing import Pair, round_robin, swiss_round

P = TypeVar("P")


def all_pairings(seats: Sequence[int | None]) -> Iterator[list[Pair[int]]]:
    """Every way to pair these seats, of which ``None`` is the bye's."""
    if not seats:
        yield []
        return
    one, *others = seats
    for other in others:
        for rest in all_pairings([each for each in others if each != other]):
            yield [(other, None) if one is None else (one, other), *rest]  # type: ignore[list-item]


def rematches(pairs: Sequence[Pair[P]], played: Sequence[Pair[P]]) -> int:
    met = Counter(map(frozenset, played))
    return sum(met[frozenset(pair)] for pair in pairs if pair[1] is not None)


def bye_of(pairs: Sequence[Pair[P]]) -> P | None:
    return next((one for one, other in pairs if other is None), None)


@pytest.mark.parametrize("number", range(3, 17))
def test_everybody_meets_everybody_once_in_a_round_robin(number: int) -> None:
    rounds = round_robin(range(number))
    assert len(rounds) == number - 1 + number % 2
    for pairs in rounds:
        assert sorted(each for pair in pairs for each in pair if each is not None) == list(range(number))
    met = Counter(frozenset(pair) for pairs in rounds for pair in pairs if None not in pair)
    assert met == Counter(map(frozenset, combinations(range(number), 2)))
    assert Counter(bye_of(pairs) for pairs in rounds if number % 2) == Counter(range(number) if number % 2 else ())


HISTORIES = st.integers(3, 6).flatmap(
    lambda number: st.tuples(
        st.just(number),
        st.lists(st.permutations(range(number)), max_size=4),
        st.lists(st.integers(0, 9), min_size=number, max_size=number),
    )
)
"""Players, rounds in which neighbours met, and the points of each player."""


@given(HISTORIES)
def test_a_round_is_the_best_of_all_that_are_possible(history: tuple[int, list[list[int]], list[int]]) -> None:
    number, rounds, points = history
    played: list[Pair[int]] = [
        (order[place], order[place + 1] if place + 1 < number else None)
        for order in rounds
        for place in range(0, number, 2)
    ]
    ranked = sorted(range(number), key=lambda player: -points[player])
    byes = Counter(one for one, other in played if other is None)

    def badness(pairs: list[Pair[int]]) -> tuple[int, ...]:
        bye = bye_of(pairs)
        again = 0 if bye is None else byes[bye] - min(byes[each] for each in ranked)
        above = 0 if bye is None else len(ranked) - 1 - ranked.index(bye)
        apart = sum((points[one] - points[other]) ** 2 for one, other in pairs if other is not None)
        return (bool(again), rematches(pairs, played), above, apart)

    made = swiss_round(ranked, dict(enumerate(points)), played)
    possible = list(all_pairings([*ranked, *[None] * (number % 2)]))
    assert sorted(each for pair in made for each in pair if each is not None) == list(range(number))
    assert badness(made) == min(map(badness, possible))


@settings(max_examples=20)
@given(st.integers(3, 16), st.randoms(use_true_random=False))
def test_a_whole_evening_has_no_early_rematch_and_shares_the_byes(number: int, chance: Random) -> None:
    points, played = Counter[int](), list[Pair[int]]()
    for turn in range(number - 1 + number % 2):
        ranked = sorted(range(number), key=lambda player: (-points[player], player))
        pairs = swiss_round(ranked, points, played)
        if number % 2 == 0 and turn < number // 2:
            # Everybody has met less than half of the others, so that a round without a rematch is certain (Dirac).
            assert rematches(pairs, played) == 0
        played += pairs
        for one, other in pairs:
            points[one if other is None else chance.choice((one, other))] += 3
        byes = Counter(one for one, other in played if other is None)
        assert max(byes[each] for each in range(number)) - min(byes[each] for each in range(number)) <= 1


@settings(max_examples=20)
@given(st.data())
def test_nobody_meets_again_needlessly_when_players_come_and_go(data: st.DataObject) -> None:
    present, points, played = list(range(4)), Counter[int](), list[Pair[int]]()
    for turn in range(6):
        if len(present) < 7 and data.draw(st.booleans(), "somebody comes"):
            present.append(100 + turn)
        if len(present) > 3 and data.draw(st.booleans(), "somebody leaves"):
            present.remove(data.draw(st.sampled_from(present)))
        ranked = sorted(present, key=lambda player: (-points[player], player))
        pairs = swiss_round(ranked, points, played)
        assert sorted(each for pair in pairs for each in pair if each is not None) == sorted(present)
        byes = Counter(one for one, other in played if other is None)
        possible = [
            each
            for each in all_pairings([*ranked, *[None] * (len(ranked) % 2)])
            if (bye := bye_of(each)) is None or byes[bye] == min(byes[player] for player in present)
        ]
        assert rematches(pairs, played) == min(rematches(each, played) for each in possible)
        played += pairs
        for one, other in pairs:
            points[one if other is None else data.draw(st.sampled_from((one, other)))] += 3


def test_the_bye_goes_to_the_lowest_who_had_none() -> None:
    points = {"Ann": 9, "Ben": 6, "Cleo": 3, "Dan": 0, "Eve": 0}
    assert bye_of(swiss_round(list(points), points, [])) == "Eve"
    assert bye_of(swiss_round(list(points), points, [("Eve", None)])) == "Dan"


def test_neighbours_in_the_standings_meet() -> None:
    points = {"Ann": 6, "Ben": 3, "Cleo": 3, "Dan": 0}
    assert swiss_round(list(points), points, []) == [("Ann", "Ben"), ("Cleo", "Dan")]
    assert swiss_round(list(points), points, [("Ann", "Ben"), ("Cleo", "Dan")]) == [("Ann", "Cleo"), ("Ben", "Dan")]


def test_when_all_have_met_the_fewest_meet_again() -> None:
    played = [pair for pairs in round_robin("ABCD") for pair in pairs]
    points = dict.fromkeys("ABCD", 3)
    assert rematches(swiss_round("ABCD", points, played), played) == 2
    again = [*played, ("A", "B"), ("C", "D")]
    assert rematches(swiss_round("ABCD", points, again), again) == 2


def test_sixteen_players_are_paired_within_a_few_thousand_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = 0

    class Points(dict[int, int]):
        """Counts how often somebody looks up points, twice for each two players."""

        def __getitem__(self, player: int) -> int:
            nonlocal looks
            looks += 1
            return 0

    played = [pair for pairs in round_robin(range(16))[:14] for pair in pairs]
    made = swiss_round(range(16), Points(), played)
    assert rematches(made, played) == 0
    assert looks < 120_000
