"""The dice of a question, rolled as the rules say, and what came of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Final, TypeVar

from rulesets.core.declarations.fields import Ask
from rulesets.core.play.luck import Odds
from rulesets.core.play.states import Change
from rulesets.core.play.throws import ThrowOutcome
from rulesets.core.seeded import SeededDice

T = TypeVar("T")

MAX_ROLLED: Final = 5_000
"""Most dice of one purpose, and most purposes, of one question."""


@dataclass(frozen=True, slots=True)
class DiceRolled:
    """Dice rolled for one purpose (``what``): the scores that show what is ``needed``, and the others, in order.

    Where nothing is needed, such as where dice are added up, all scores are ``good``.
    """

    what: Annotated[str, Ask("Purpose", max_length=300)]
    faces: Annotated[int, Ask("Faces", min=1)]
    needed: Annotated[str, Ask("Needed", max_length=100)] = ""
    good: Annotated[tuple[int, ...], Ask("Scores that are good enough", max=MAX_ROLLED)] = ()
    bad: Annotated[tuple[int, ...], Ask("Other scores", max=MAX_ROLLED)] = ()

    @property
    def text(self) -> str:
        """The dice in one line: ``To hit, 4+: 2 of 3 (4, 6; 1)``."""
        good, bad = (", ".join(map(str, scores)) for scores in (self.good, self.bad))
        if not self.needed:
            return f"{self.what}: {good}"
        scores = "; ".join(filter(None, (good, bad)))
        return f"{self.what}, {self.needed}: {len(self.good)} of {len(self.good) + len(self.bad)} ({scores})"


class Roller:
    """Rolls dice with a source of chance, and keeps them by purpose in the order in which these appear."""

    def __init__(self, below: Callable[[int], int]) -> None:
        """``below`` gives a whole number from 0 to one less than its argument, all equally likely."""
        self._below = below
        self._dice: dict[tuple[str, int, str], tuple[list[int], list[int]]] = {}

    @property
    def dice(self) -> tuple[DiceRolled, ...]:
        """All dice rolled so far; those of one purpose together."""
        return tuple(
            DiceRolled(what, faces, needed, tuple(sorted(good)), tuple(sorted(bad)))
            for (what, faces, needed), (good, bad) in self._dice.items()
        )

    def roll(
        self, count: int, faces: int, what: str, needed: str = "", good: Callable[[int], bool] = lambda score: True
    ) -> tuple[int, ...]:
        """Roll so many dice; the scores that are ``good``."""
        if not count:
            return ()
        scores = [1 + self._below(faces) for _ in range(count)]
        fine, others = self._dice.setdefault((what, faces, needed), ([], []))
        passed = tuple(score for score in scores if good(score))
        fine.extend(passed)
        others.extend(score for score in scores if not good(score))
        return passed

    def successes(self, count: int, faces: int, what: str, needed: str, good: Callable[[int], bool]) -> int:
        """Roll so many dice; how many are ``good``."""
        return len(self.roll(count, faces, what, needed, good))

    def pick(self, options: Sequence[T], what: str) -> T:
        """One of several options, all equally likely, by a die with as many faces."""
        if len(options) == 1:
            return options[0]
        (place,) = self.roll(1, len(options), what)
        return options[place - 1]


def seeded_roller(seed: int) -> Roller:
    """A roller that rolls the same dice for the same seed."""
    return Roller(SeededDice(seed).below)


@dataclass(frozen=True, slots=True)
class Rolled:
    """What came of a question, as the site found it by dice, or by the outcome of a ``throw``.

    ``result`` says it in words, ``odds`` are the chances of its parts, and ``changes`` are what it does to both sides.
    """

    result: Annotated[str, Ask("Result", max_length=1_000)] = ""
    changes: Annotated[tuple[Change, ...], Ask("Changes", max=500)] = ()
    dice: Annotated[tuple[DiceRolled, ...], Ask("Dice", max=MAX_ROLLED)] = ()
    odds: Annotated[tuple[Odds, ...], Ask("Odds of the result", max=20)] = ()
    throw: Annotated[ThrowOutcome | None, Ask("Outcome of the throw")] = None
