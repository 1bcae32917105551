"""Dice of a question: all that they can show or, with a roller, what it rolls, which then is the one outcome."""

from collections.abc import Callable
from fractions import Fraction
from math import prod
from typing import NamedTuple

from rulesets.core.dice import Distribution, certain, dice, die, successes
from rulesets.core.play.rolls import Roller

from .tables import DIE


class Need(NamedTuple):
    """What a die of one purpose (``what``) needs: in words, and whether a score is ``good`` enough."""

    what: str
    needed: str
    good: Callable[[int], bool]

    @property
    def chance(self) -> Fraction:
        """The chance of one die to show it."""
        return die(DIE).chance(self.good)


def chance_of(needs: tuple[Need, ...]) -> Fraction:
    """The chance of one die that is rolled for each need in turn to show all of them."""
    return prod((need.chance for need in needs), start=Fraction(1))


def throw_for(count: int, needs: tuple[Need, ...], roller: Roller | None) -> Distribution[int]:
    """How many of so many dice show what they need; those that do are rolled again for the next need."""
    if roller is None:
        return successes(count, chance_of(needs))
    for need in needs:
        count = roller.successes(count, DIE, *need)
    return certain(count)


def throw(count: int, faces: int, what: str, roller: Roller | None) -> Distribution[int]:
    """The sum of so many dice."""
    return dice(count, faces) if roller is None else certain(sum(roller.roll(count, faces, what)))
