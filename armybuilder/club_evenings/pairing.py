"""Who plays whom at a club evening: everybody against everybody, or Swiss rounds.

A pairing is two players, or one and ``None``: that player has a bye. Players are any hashable values.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Final, TypeVar

P = TypeVar("P")

Pair = tuple[P, P | None]

NEVER: Final = 10**9
"""The cost of a second bye while somebody had none: more than that of all else together."""
REMATCH: Final = 10**6
"""The cost of each time that two players have met: more than that of any byes and differences in points."""
HIGHER: Final = 10**4
"""The cost of a bye for each place above the lowest: more than that of any differences in points."""


def round_robin(players: Sequence[P]) -> list[list[Pair[P]]]:
    """The rounds in which everybody meets everybody once; of an odd number of players each has one bye.

    One player stays at the first table and the others move on by one seat a round.
    """
    seats: list[P | None] = [*players, *[None] * (len(players) % 2)]
    rounds = []
    for _ in seats[1:]:
        pairs = zip(seats[: len(seats) // 2], reversed(seats), strict=False)
        rounds.append([(one, other) if one is not None else (other, None) for one, other in pairs])
        seats = [seats[0], seats[-1], *seats[1:-1]]
    return rounds  # type: ignore[return-value]


def swiss_round(ranked: Sequence[P], points: Mapping[P, int], played: Iterable[Pair[P]]) -> list[Pair[P]]:
    """The next round for players in the order of the standings, at most sixteen, given all pairings so far.

    Of all ways to pair them this is the best: nobody has a second bye while somebody had none, then as few rematches
    as possible, then the bye for the lowest, then the smallest differences in points.
    """
    played = list(played)
    met = Counter(frozenset(pair) for pair in played)
    byes = Counter(one for one, other in played if other is None)
    min_byes = min(byes[each] for each in ranked)
    seats = [*ranked, *[None] * (len(ranked) % 2)]

    def cost(one: int, other: int) -> int:
        player, opponent = seats[one], seats[other]
        assert player is not None  # noqa: S101 (the seat without a player is the last one)
        if opponent is None:
            return NEVER * (byes[player] > min_byes) + HIGHER * (len(ranked) - 1 - one)
        return REMATCH * met[frozenset((player, opponent))] + (points[player] - points[opponent]) ** 2

    return [(seats[one], seats[other]) for one, other in _cheapest(len(seats), cost)]  # type: ignore[misc]


def _cheapest(number: int, cost: Callable[[int, int], int]) -> tuple[tuple[int, int], ...]:
    """The pairs of the seats from 0 that cost least together.

    The first free seat gets each of the others in turn. What is free after that is looked at once, however it came
    about: for sixteen seats a few thousand sets.
    """

    @cache
    def best(free: int) -> tuple[int, tuple[tuple[int, int], ...]]:
        if not free:
            return 0, ()
        one = (free & -free).bit_length() - 1
        ways = []
        for other in (each for each in range(one + 1, number) if free >> each & 1):
            spent, pairs = best(free & ~(1 << one | 1 << other))
            ways.append((spent + cost(one, other), ((one, other), *pairs)))
        return min(ways)

    return best((1 << number) - 1)[1]
