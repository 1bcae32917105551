"""House rules of the tests, and every roll of so many dice with its outcome."""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from rulesets.core.calculators import SolveContext
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.dice import Distribution
from rulesets.systems.forge_of_war.catalogue import CATALOGUE
from rulesets.systems.forge_of_war.house_rules import RULINGS


def house(**chosen: str) -> HouseRules:
    return HouseRules(RULINGS, chosen.items())


def context(**chosen: str) -> SolveContext:
    return SolveContext(CATALOGUE, house(**chosen))


def rolls(count: int) -> Iterator[tuple[int, ...]]:
    return product(range(1, 11), repeat=count)


def brute(count: int, outcome: Callable[[tuple[int, ...]], Any]) -> Distribution[Any]:
    """The outcome of every roll of so many dice."""
    return Distribution(Counter(outcome(roll) for roll in rolls(count)))


def same_as_icepool(ours: Distribution[int], theirs: Any) -> None:
    assert dict(ours.items()) == {n: Fraction(q, theirs.denominator()) for n, q in theirs.items() if q}
