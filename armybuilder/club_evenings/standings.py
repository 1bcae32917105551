"""The standings of a club evening."""

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from rulesets.core.play.matches import Verdict

P = TypeVar("P", bound=Hashable)

WIN: Final = 3
DRAW: Final = 1
"""Points; a loss is worth none."""


@dataclass(frozen=True, slots=True)
class Played(Generic[P]):
    """A pairing with its result, if it has one; without a ``second`` player the first has a bye."""

    first: P
    second: P | None
    verdict: Verdict | None


@dataclass(frozen=True, slots=True)
class Standing(Generic[P]):
    """A player's line: the rank, which players may share, games won, drawn and lost, byes and points.

    ``opposition`` is the sum of the points of the player's opponents.
    """

    rank: int
    player: P
    won: int
    drawn: int
    lost: int
    byes: int
    points: int
    opposition: int


def standings_of(players: Sequence[P], played: Iterable[Played[P]], bye: int) -> list[Standing[P]]:
    """The standings: by points, then by those of the opponents, then in the given order; ``bye`` is worth points.

    A game without a result does not count.
    """
    won, drawn, lost, byes = Counter[P](), Counter[P](), Counter[P](), Counter[P]()
    opponents: dict[P, list[P]] = {player: [] for player in players}
    for each in played:
        if each.second is None:
            byes[each.first] += 1
        elif each.verdict is not None:
            pair = (each.first, each.second)
            for player, opponent in (pair, pair[::-1]):
                opponents[player].append(opponent)
            winner = each.verdict.winner
            if winner is None:
                drawn.update(pair)
            else:
                won[pair[winner]] += 1
                lost[pair[1 - winner]] += 1
    points = {player: WIN * won[player] + DRAW * drawn[player] + bye * byes[player] for player in players}
    score = {player: (points[player], sum(points[each] for each in opponents[player])) for player in players}
    ranked = sorted(players, key=score.__getitem__, reverse=True)
    return [
        Standing(
            1 + sum(score[other] > score[player] for other in players),
            player,
            won[player],
            drawn[player],
            lost[player],
            byes[player],
            *score[player],
        )
        for player in ranked
    ]
