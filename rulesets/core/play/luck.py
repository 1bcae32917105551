"""Luck: how the results of a match compare with the odds that they had."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Annotated, Final

from rulesets.core.declarations.fields import Ask
from rulesets.core.dice import Distribution, at_least, sum_of

MILLION: Final = 1_000_000
MAX_LOST: Final = 10_000_000
"""The most that can be lost at once, in thousandths."""
MOMENTS: Final = 5
"""The moments shown of each kind."""
THOUSAND: Final = 1_000
_EVEN: Final = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Balance:
    """What the engaging side may lose more than the other (less if negative), and the weight of that in millionths."""

    lost: Annotated[int, Ask("Lost more than the other side", min=-MAX_LOST, max=MAX_LOST)]
    weight: Annotated[int, Ask("Weight", min=1, max=MILLION)]


@dataclass(frozen=True, slots=True)
class Odds:
    """The odds of a result at its moment, for the side that engaged.

    ``worse`` and ``better`` are the chances of this result or a worse (better) one, in millionths; an uncertain one is
    never 0 and never a million. The others are losses of the two sides in thousandths: expected of the results of the
    same part, and real with this one. ``balances`` are all that may be lost; games before there were any have none.
    """

    worse: Annotated[int, Ask("This or worse", min=0, max=MILLION)]
    better: Annotated[int, Ask("This or better", min=0, max=MILLION)]
    own_expected: Annotated[int, Ask("Your losses expected", min=0, max=MAX_LOST)] = 0
    opposing_expected: Annotated[int, Ask("Opposing losses expected", min=0, max=MAX_LOST)] = 0
    own_lost: Annotated[int, Ask("Your losses", min=0, max=MAX_LOST)] = 0
    opposing_lost: Annotated[int, Ask("Opposing losses", min=0, max=MAX_LOST)] = 0
    balances: Annotated[tuple[Balance, ...], Ask("All that may be lost", max=1_000)] = ()


@dataclass(frozen=True, slots=True)
class Moment:
    """A decided engagement: the entry with its result, its turn, the side that engaged, and its odds."""

    number: int
    turn: int
    side: int
    odds: Odds

    @property
    def worse(self) -> Fraction:
        """The chance of this result or a worse one for that side."""
        return Fraction(self.odds.worse, MILLION)

    @property
    def better(self) -> Fraction:
        """The chance of this result or a better one for that side."""
        return Fraction(self.odds.better, MILLION)


@dataclass(frozen=True, slots=True)
class Losses:
    """What a side lost in a turn, and what it had to expect."""

    expected: Fraction = Fraction(0)
    real: Fraction = Fraction(0)

    def plus(self, expected: int, real: int) -> "Losses":
        """The same with more losses, in thousandths."""
        return Losses(self.expected + Fraction(expected, THOUSAND), self.real + Fraction(real, THOUSAND))


def added(losses: Iterable[Losses]) -> Losses:
    """The sum of these losses."""
    known = list(losses)
    expected = sum((each.expected for each in known), Fraction(0))
    return Losses(expected, sum((each.real for each in known), Fraction(0)))


@dataclass(frozen=True)
class Luck:
    """The luck of a match: its moments in order, and the losses of each side by turn and side."""

    moments: tuple[Moment, ...] = ()
    losses: dict[tuple[int, int], Losses] = field(default_factory=dict)

    def total(self, side: int) -> Losses:
        """The losses of a side in all turns."""
        return added(each for (_, whose), each in self.losses.items() if whose == side)

    def this_or_worse(self, side: int) -> Fraction | None:
        """The chance that a side loses as much or more, less what the other loses, in all engagements together.

        Parts of an engagement count as independent. ``None`` where nothing was uncertain.
        """
        known = [each for each in self.moments if each.odds.balances]
        # What the engaging side loses more, the other one loses less.
        whole = sum_of(
            Distribution(
                (each.lost if side == moment.side else -each.lost, each.weight) for each in moment.odds.balances
            )
            for moment in known
        )
        real = sum(
            (each.odds.own_lost - each.odds.opposing_lost) // THOUSAND * (1 if side == each.side else -1)
            for each in known
        )
        return at_least(whole, real) if len(whole.outcomes()) > 1 else None

    @property
    def luckiest(self) -> list[Moment]:
        """The least likely results that were good for the side that engaged, the least likely first."""
        return sorted((each for each in self.moments if each.better < _EVEN), key=lambda each: each.better)[:MOMENTS]

    @property
    def unluckiest(self) -> list[Moment]:
        """The least likely results that were bad for the side that engaged, the least likely first."""
        return sorted((each for each in self.moments if each.worse < _EVEN), key=lambda each: each.worse)[:MOMENTS]


def luck_of(moments: Iterable[Moment]) -> Luck:
    """The luck of these moments."""
    ordered, losses = tuple(moments), defaultdict[tuple[int, int], Losses](Losses)
    for each in ordered:
        own, opposing, odds = (each.turn, each.side), (each.turn, 1 - each.side), each.odds
        losses[own] = losses[own].plus(odds.own_expected, odds.own_lost)
        losses[opposing] = losses[opposing].plus(odds.opposing_expected, odds.opposing_lost)
    return Luck(ordered, dict(losses))
