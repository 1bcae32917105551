"""All that dice can show, each with its weight: what a question's roll can bring, exactly."""

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from typing import Any, TypeVar

from rulesets.core.calculators import SolveContext
from rulesets.core.declarations.codec import decode
from rulesets.core.play.matches import Match, MatchState
from rulesets.core.play.rolls import Roller
from rulesets.core.play.states import PlayState
from rulesets.registry import get_ruleset
from tests.rulesets.core.test_odds import sides

T = TypeVar("T", bound=Hashable)
Option = TypeVar("Option")

Fields = dict[str, Any]
Ticked = Mapping[str, Mapping[str, tuple[int, ...]]]
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


def with_fields(plain: Any, fields: Fields) -> Any:
    """The plain data with values put at paths."""
    for path, value in fields.items():
        part, (*parents, last) = plain, path.split(".")
        for name in parents:
            part = part[int(name)] if isinstance(part, list) else part.setdefault(name, {})
        part[last] = value
    return plain


def assert_exact_odds(
    game: str, slug: str, own: str, opposing: str, fields: Fields, played: Fields, ticked: Ticked
) -> None:
    """What the site rolls for a question of the example army has exactly its odds: all dice are counted.

    ``fields`` are put into the question, ``played`` are house rules, ``ticked`` the boxes of both sides.
    """
    ruleset = get_ruleset(game)
    assert ruleset.play is not None
    army = ruleset.context(replace(ruleset.demo(), house_rules=tuple(sorted(played.items()))))
    match = Match(ruleset.play, (army, army))
    state = MatchState((PlayState(ticked), PlayState(ticked)))
    first, second = ({each.unit.id: each for each in sides(match, side, state)} for side in (0, 1))
    unit, other = first[own], second.get(opposing)
    calculator = ruleset.calculator(slug)
    assert calculator.prefill is not None
    assert calculator.results is not None
    assert calculator.roll is not None
    question = decode(calculator.question, with_fields(calculator.prefill(unit, other), fields))
    context = SolveContext(ruleset.catalogue, match.contexts[0].house)
    possible = calculator.results(question, unit, other, context)
    roll = calculator.roll
    rolled = every_roll(lambda roller: roll(question, unit, other, context, roller))
    assert len(possible) > 1 or slug == "morale"
    for part in {each.part for each in possible}:
        odds = {each.label: each for each in possible if each.part == part}
        found: dict[str, Fraction] = {}
        changes: dict[str, set[Any]] = {}
        for results, chance in rolled.items():
            for each in results:
                if each.part == part:
                    found[each.label] = found.get(each.label, Fraction(0)) + chance
                    changes.setdefault(each.label, set()).add((each.own, each.opposing))
        assert {label: found.get(label) for label in odds} == {label: each.chance for label, each in odds.items()}
        assert sum(found.values()) == 1 or part == "backfire"
        for label, each in odds.items():
            assert (each.own, each.opposing) in changes[label]
