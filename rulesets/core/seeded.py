"""Dice with a seed: the same seed gives the same rolls on every machine and Python version; rolls are recorded."""

import secrets
from dataclasses import dataclass
from typing import Final, TypeVar

T = TypeVar("T")

MAX_SEED: Final = 2**63 - 1
_MASK: Final = 2**64 - 1


def new_seed() -> int:
    """A random seed, short enough to read aloud."""
    return secrets.randbelow(1_000_000)


@dataclass(frozen=True, slots=True)
class Roll:
    """The roll of one die: its purpose (``what``), its faces and its score."""

    what: str
    faces: int
    score: int


class SeededDice:
    """A source of rolls (SplitMix64). ``rolls`` are those made with ``die`` so far, in order."""

    def __init__(self, *seed: int) -> None:
        """Start from one or more whole numbers; different numbers, or a different order, give different rolls."""
        # Not Python's random, which promises equal results in all versions for random() alone: seeds are shared.
        self._state = 0
        for number in seed:
            self._state = (self._state + number) & _MASK
            self._state = self._next()
        self.rolls: list[Roll] = []

    def _next(self) -> int:
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        mixed = self._state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        return mixed ^ (mixed >> 31)

    def below(self, limit: int) -> int:
        """A whole number from 0 to ``limit`` - 1, all equally likely; not recorded as a roll."""
        if limit < 1:
            raise ValueError("a choice needs something to choose from")
        while True:
            number = self._next()
            part = number % limit
            # Numbers above the last multiple of the limit would make small results likelier.
            if number - part <= _MASK + 1 - limit:
                return part

    def between(self, minimum: int, maximum: int) -> int:
        """A whole number from ``minimum`` to ``maximum``, both included; not recorded as a roll."""
        return minimum + self.below(maximum - minimum + 1)

    def die(self, faces: int, what: str) -> int:
        """Roll one die, and record it with its purpose."""
        score = 1 + self.below(faces)
        self.rolls.append(Roll(what, faces, score))
        return score

    def shuffled(self, items: list[T]) -> list[T]:
        """The items in a random order, as a new list."""
        mixed = list(items)
        for place in range(len(mixed) - 1, 0, -1):
            other = self.below(place + 1)
            mixed[place], mixed[other] = mixed[other], mixed[place]
        return mixed
