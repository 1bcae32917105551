"""Exact distributions: integer weights over a common denominator.

Results are ``Fraction``s, which become decimals only for display. Model one attack as a small exact tree and take its
n-fold ``power``; never pass counts from stage to stage.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import compress
from math import comb, gcd, lcm
from operator import add, mul
from typing import Any, Generic, TypeVar

T = TypeVar("T", bound=Hashable)
S = TypeVar("S", bound=Hashable)


class Distribution(Generic[T]):
    """Outcomes of any hashable kind with positive whole weights, in lowest terms.

    Immutable and comparable: two distributions are equal when every outcome has the same chance.
    """

    __slots__ = ("_total", "_weights")

    def __init__(self, weights: Mapping[T, int] | Iterable[tuple[T, int]]) -> None:
        """Gather weights (equal outcomes add up, zero weights are dropped); raises ``ValueError`` when none remain."""
        gathered: dict[T, int] = {}
        for outcome, weight in weights.items() if isinstance(weights, Mapping) else weights:
            if weight < 0:
                raise ValueError("a weight is below zero")
            if weight:
                gathered[outcome] = gathered.get(outcome, 0) + weight
        if not gathered:
            raise ValueError("a distribution needs an outcome")
        self._reduce(gathered)

    def _reduce(self, weights: dict[T, int]) -> None:
        # In lowest terms equal distributions are equal, and the weights of many rolls stay short.
        divisor = gcd(*weights.values())
        self._weights = {o: w // divisor for o, w in weights.items()} if divisor > 1 else weights
        self._total = sum(self._weights.values())

    @property
    def total(self) -> int:
        """The sum of all weights: the common denominator of the chances."""
        return self._total

    def weights(self) -> dict[T, int]:
        """A copy of the weights."""
        return dict(self._weights)

    def items(self) -> Iterator[tuple[T, Fraction]]:
        """Each outcome with its chance, in the order of first appearance."""
        for outcome, weight in self._weights.items():
            yield outcome, Fraction(weight, self._total)

    def sorted_items(self) -> list[tuple[T, Fraction]]:
        """Each outcome with its chance, smallest outcome first (outcomes must be comparable)."""
        return sorted(self.items(), key=lambda pair: pair[0])  # type: ignore[arg-type, return-value]

    def outcomes(self) -> frozenset[T]:
        """All outcomes that can happen."""
        return frozenset(self._weights)

    def chance(self, outcome: T | Callable[[T], bool]) -> Fraction:
        """The chance of one outcome, or of all for which a test holds."""
        if callable(outcome):
            return Fraction(sum(compress(self._weights.values(), map(outcome, self._weights))), self._total)
        return Fraction(self._weights.get(outcome, 0), self._total)

    def map(self, change: Callable[[T], S]) -> Distribution[S]:
        """The distribution of ``change(outcome)``."""
        gathered: dict[S, int] = {}
        for outcome, weight in self._weights.items():
            changed = change(outcome)
            gathered[changed] = gathered.get(changed, 0) + weight
        return _distribution(gathered)

    def then(self, follow: Callable[[T], Distribution[S]]) -> Distribution[S]:
        """What follows from each outcome, weighed by that outcome's chance."""
        # Whole weights over a common total: a sum of Fractions would be reduced at every step.
        followed = [(weight, follow(outcome)) for outcome, weight in self._weights.items()]
        common = lcm(*[after._total for _, after in followed])
        gathered: dict[S, int] = {}
        for weight, after in followed:
            share = weight * (common // after._total)
            for outcome, inner in after._weights.items():
                gathered[outcome] = gathered.get(outcome, 0) + inner * share
        return _distribution(gathered)

    def with_(self, other: Distribution[S], join: Callable[[T, S], Any]) -> Distribution[Any]:
        """Two independent rolls joined into one outcome."""
        gathered: dict[Any, int] = {}
        for mine, weight in self._weights.items():
            for theirs, inner in other._weights.items():
                joined = join(mine, theirs)
                gathered[joined] = gathered.get(joined, 0) + weight * inner
        return _distribution(gathered)

    def power(self, times: int, join: Callable[[T, T], T], nothing: T) -> Distribution[T]:
        """``times`` independent copies joined by an associative, commutative ``join`` with identity ``nothing``."""
        if times < 0:
            raise ValueError("a roll cannot be made fewer than 0 times")
        result: Distribution[T] = Distribution({nothing: 1})
        # By squaring: a hundred copies take nine joins instead of a hundred.
        square = self
        while times:
            if times & 1:
                result = result.with_(square, join)
            times >>= 1
            if times:
                square = square.with_(square, join)
        return result

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Distribution) and self._weights == other._weights

    def __hash__(self) -> int:
        return hash(frozenset(self._weights.items()))

    def __repr__(self) -> str:
        return f"Distribution({self._weights!r})"


def _distribution(weights: dict[T, int]) -> Distribution[T]:
    """The distribution of weights that are all above zero."""
    # Past __init__, which would gather the weights a second time.
    result: Distribution[T] = Distribution.__new__(Distribution)
    result._reduce(weights)
    return result


def certain(outcome: T) -> Distribution[T]:
    """One outcome that always happens."""
    return Distribution({outcome: 1})


@lru_cache(maxsize=1024)
def die(faces: int) -> Distribution[int]:
    """One die with faces 1 to ``faces``."""
    if faces < 1:
        raise ValueError("a die needs a face")
    return Distribution(dict.fromkeys(range(1, faces + 1), 1))


@lru_cache(maxsize=1024)
def dice(count: int, faces: int) -> Distribution[int]:
    """The sum of ``count`` dice."""
    return total(die(faces), count)


def yes(chance: Fraction) -> Distribution[bool]:
    """True with that chance (0 to 1)."""
    if not 0 <= chance <= 1:
        raise ValueError("a chance lies between 0 and 1")
    return Distribution({True: chance.numerator, False: chance.denominator - chance.numerator})


def total(one: Distribution[int], times: int, cap: int | None = None) -> Distribution[int]:
    """The sum of ``times`` independent rolls, every sum above ``cap`` counted as ``cap`` (rolls never negative)."""
    if cap is None:
        dense = max(one._weights) - min(one._weights) < 2 * len(one._weights)
        return _sum_of_many(one, times) if dense and times > 0 else one.power(times, add, 0)
    # Capped before and after each join, so that no step has more than cap + 1 outcomes.
    return one.map(lambda n: min(n, cap)).power(times, lambda a, b: min(a + b, cap), 0)


def _sum_of_many(one: Distribution[int], times: int) -> Distribution[int]:
    """The sum of ``times`` independent rolls whose outcomes have few gaps."""
    minimum = min(one._weights)
    first = one._weights[minimum]
    others = [(outcome - minimum, weight) for outcome, weight in one._weights.items() if outcome > minimum]
    found = [first**times]
    # Weights are coefficients of a polynomial's power. Of p**n each follows from those before it, since the derivative
    # of p**n, times p, is n times p**n, times that of p: far fewer products than by multiplying.
    for k in range(1, times * (max(one._weights) - minimum) + 1):
        terms = (((times + 1) * n - k) * weight * found[k - n] for n, weight in others if n <= k)
        found.append(sum(terms) // (k * first))
    return Distribution({minimum * times + k: weight for k, weight in enumerate(found)})


def sum_of(parts: Iterable[Distribution[int]]) -> Distribution[int]:
    """The sum of independent whole numbers."""
    return reduce(lambda whole, part: whole.with_(part, add), tuple(parts) or (certain(0),))


@lru_cache(maxsize=1024)
def successes(count: int, chance: Fraction) -> Distribution[int]:
    """How many of ``count`` independent tries succeed, each with that chance."""
    if count < 0 or not 0 <= chance <= 1:
        raise ValueError("tries cannot be fewer than 0 and a chance lies between 0 and 1")
    win, lose = chance.numerator, chance.denominator - chance.numerator
    return Distribution({k: comb(count, k) * win**k * lose ** (count - k) for k in range(count + 1)})


def mean(of: Distribution[int]) -> Fraction:
    """The expected value as an exact fraction; outcomes must be numbers."""
    return Fraction(sum(map(mul, of._weights, of._weights.values())), of._total)


def at_least(of: Distribution[int], minimum: int) -> Fraction:
    """The chance of ``minimum`` or more."""
    return of.chance(lambda outcome: outcome >= minimum)


def quantile(of: Distribution[int], share: Fraction) -> int:
    """The smallest number that an outcome does not exceed with at least that chance."""
    reached = Fraction(0)
    for outcome, chance in of.sorted_items():
        reached += chance
        if reached >= share:
            return outcome
    return max(of.outcomes())
