"""All that dice can show, each with its weight: what a question's roll can bring, exactly."""

from collections import Counter
from collections.abc import Callable, Hashable
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from typing import TypeVar

from rulesets.core.play.rolls import Roller

T = TypeVar("T", bound=Hashable)
Option = TypeVar("Option")

Options = list[tuple[tuple[int, ...], Fraction]]


def _never(limit: int) -> int:
    raise AssertionError("a roller of all dice has no chance in it")


class _OneOfAll(Roller):
    """Rolls what a path says, and remembers the weight of it and where other paths branch off."""

    def __init__(self, path: tuple[int, ...]) -> None:
        super().__init__(_never)
        self._path, self._rolls = path, 0
        self.weight, self.branches = Fraction(1), list[tuple[int, ...]]()

    def roll(
        self, count: int, faces: int, what: str, needed: str = "", good: Callable[[int], bool] = lambda score: True
    ) -> tuple[int, ...]:
        """The good scores of all ways in which so many dice can fall, in any order."""
        if not count:
            return ()
        return self._one_of(_falls(count, frozenset(filter(good, range(1, faces + 1))), faces))

    def successes(self, count: int, faces: int, what: str, needed: str, good: Callable[[int], bool]) -> int:
        """How many of so many dice are good, in each way in which they can fall."""
        if not count:
            return 0
        chance = Fraction(sum(map(good, range(1, faces + 1))), faces)
        return self._one_of([(k, comb(count, k) * chance**k * (1 - chance) ** (count - k)) for k in range(count + 1)])

    def _one_of(self, options: list[tuple[Option, Fraction]]) -> Option:
        """The option that the path says."""
        options = [each for each in options if each[1]]
        if self._rolls == len(self._path):
            self.branches += [(*self._path, place) for place in range(1, len(options))]
            self._path = (*self._path, 0)
        scores, weight = options[self._path[self._rolls]]
        self._rolls += 1
        self.weight *= weight
        return scores


def _falls(count: int, good: frozenset[int], faces: int) -> Options:
    """The good scores of so many dice, with the chance of each; the other faces count as one."""
    chances = dict.fromkeys(good, Fraction(1, faces)) | (
        {0: Fraction(faces - len(good), faces)} if len(good) < faces else {}
    )
    options = []
    for fallen in combinations_with_replacement(sorted(chances), count):
        orders = factorial(count) // prod(map(factorial, Counter(fallen).values()))
        options.append((tuple(filter(None, fallen)), Fraction(orders) * prod(chances[score] for score in fallen)))
    return options


def every_roll(run: Callable[[Roller], T]) -> dict[T, Fraction]:
    """The chance of everything that ``run`` can return, from all that its dice can show."""
    chances: dict[T, Fraction] = {}
    paths: list[tuple[int, ...]] = [()]
    while paths:
        roller = _OneOfAll(paths.pop())
        found = run(roller)
        paths += roller.branches
        chances[found] = chances.get(found, Fraction(0)) + roller.weight
    assert sum(chances.values()) == 1
    return chances
