"""Counts games that have ended: how many were won, drawn and lost, and what was lost against what was expected."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import TypeVar

from rulesets.core.play.decided import Decided
from rulesets.core.play.luck import Losses, added

K = TypeVar("K", bound=Hashable)
UnitKey = tuple[str, str, str]
"""A game, an army and a unit of it."""


class Outcome(StrEnum):
    """What became of a game for one of its players; unknown while nobody has said it."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"
    UNKNOWN = "unknown"


def outcome_for(side: int, verdict: str) -> Outcome:
    """The outcome for a side, given the stored verdict, which may be empty."""
    won = (Outcome.WON, Outcome.LOST)
    return {"first": won[side], "second": won[1 - side], "draw": Outcome.DRAWN}.get(verdict, Outcome.UNKNOWN)


@dataclass(frozen=True, slots=True)
class PastGame:
    """A game that has ended, as one of its players sees it.

    ``side`` is the player's, ``game`` the slug of its rules. The army and the house rules have a key and words.
    ``opponent`` is the name of the other player, ``opposing_army`` that of the other army; both may be empty.
    ``caused`` is what the other side lost to engagements with known odds, and what it had to expect, ``suffered`` the
    same of the player's side. ``deeds`` is what each unit caused that engaged, by its id in the army. ``photo`` is the
    address of the game's photo, empty without one.
    """

    address: str
    name: str
    started: datetime
    side: int
    game: str
    army: tuple[str, str]
    opponent: str
    opposing_army: str
    house_rules: tuple[str, str]
    outcome: Outcome
    note: str
    turns: int
    caused: Losses
    suffered: Losses
    deeds: Mapping[str, Losses]
    photo: str


@dataclass(frozen=True, slots=True)
class Count:
    """How many games were won, drawn and lost, and of how many nobody has said it."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    unknown: int = 0

    @property
    def games(self) -> int:
        """All of them."""
        return self.won + self.drawn + self.lost + self.unknown

    @property
    def words(self) -> str:
        """The numbers in words."""
        words = f"{self.won} won, {self.drawn} drawn, {self.lost} lost"
        return f"{words}, {self.unknown} without a result" if self.unknown else words


def count_of_games(games: Iterable[PastGame]) -> Count:
    """The outcomes of all these games."""
    numbers = dict.fromkeys(Outcome, 0)
    for each in games:
        numbers[each.outcome] += 1
    return Count(*numbers.values())


def grouped(games: Iterable[PastGame], key: Callable[[PastGame], K]) -> dict[K, list[PastGame]]:
    """The games by what they have in common: where there are most games first, else in the order of the games."""
    groups = defaultdict[K, list[PastGame]](list)
    for each in games:
        groups[key(each)].append(each)
    return dict(sorted(groups.items(), key=lambda group: -len(group[1])))


def losses_of(side: int, parts: Iterable[Decided]) -> tuple[Losses, Losses, dict[str, Losses]]:
    """What a side caused and suffered in engagements, and what each of its units caused by engaging."""
    caused = suffered = Losses()
    deeds = defaultdict[str, Losses](Losses)
    for each in parts:
        odds = each.odds
        own = odds.own_expected, odds.own_lost
        opposing = odds.opposing_expected, odds.opposing_lost
        if each.side == side:
            caused, suffered = caused.plus(*opposing), suffered.plus(*own)
            deeds[each.unit] = deeds[each.unit].plus(*opposing)
        else:
            caused, suffered = caused.plus(*own), suffered.plus(*opposing)
    return caused, suffered, dict(deeds)


def deeds_of(games: Iterable[PastGame]) -> dict[UnitKey, Losses]:
    """What each unit caused by engaging, in all these games."""
    deeds = defaultdict[UnitKey, list[Losses]](list)
    for each in games:
        for unit, caused in each.deeds.items():
            deeds[each.game, each.army[0], unit].append(caused)
    return {key: added(losses) for key, losses in deeds.items()}


def best_and_worst(deeds: Mapping[K, Losses]) -> tuple[K | None, K | None]:
    """Who caused most above what was expected, and least below it; ``None`` where nobody is above or below."""
    above = {key: losses.real - losses.expected for key, losses in deeds.items()}
    best = max((key for key, more in above.items() if more > 0), key=above.__getitem__, default=None)
    worst = min((key for key, more in above.items() if more < 0), key=above.__getitem__, default=None)
    return best, worst
