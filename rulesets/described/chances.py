"""Exact chances of what a document rolls: dice through stages, rolls looked up in tables, damage spread over models."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from math import prod
from operator import add, sub
from typing import Final

from rulesets.core.dice import Distribution, certain, die, total
from rulesets.core.play.rolls import Roller

from .document import Keep, Reroll

MAX_DICE: Final = 400
"""The most dice of one roll."""
MAX_COUNTED: Final = 800
"""The most dice that can pass one stage, with those that count twice and the extra dice of exploding ones."""
MAX_TOTALS: Final = 1_000
"""The most totals of one roll: its dice times their faces, extra dice included."""
MAX_PAIRS: Final = 200_000
"""The most pairs of totals of two opposing rolls."""
MAX_DIGITS: Final = 8_000
"""The most binary digits of a chance: dice, times those of the chances of one die."""
MAX_DAMAGE: Final = 10_000
"""The most damage that is shown number by number."""
MAX_STATES: Final = 500_000
"""The most states that are looked at where damage is spread over models: hits, times the states and faces of each."""


class TooMuch(ValueError):
    """What is asked would take too long; the message says what would be right."""


@dataclass(frozen=True, slots=True)
class DieStage:
    """A stage with its numbers: the title, the faces, the lowest score that passes, and the score that counts twice.

    ``stops`` says that what passes goes no further; ``reroll`` which dice are rolled once more; ``written`` is the
    lowest score without those that always pass. A die that passes on ``explodes`` or more is followed by an extra die,
    which may explode, too: one die leads to at most ``explosions`` of them.
    """

    title: str
    faces: int
    lowest: int
    stops: bool
    reroll: Reroll
    twice: int
    written: int
    explodes: int = 0
    explosions: int = 0

    def passes(self, score: int) -> bool:
        """Whether a score passes."""
        return score >= self.lowest

    def again(self, score: int) -> bool:
        """Whether a die of this score is rolled once more."""
        return {
            Reroll.NONE: False,
            Reroll.ONES: score == 1,
            Reroll.FAILURES: not self.passes(score),
        }[self.reroll]

    def through(self, score: int) -> int:
        """How many go on for a final score: none, one, or two where it counts twice."""
        if self.passes(score) is self.stops:
            return 0
        return 2 if not self.stops and score >= self.twice else 1

    def exploding(self, score: int) -> bool:
        """Whether an extra die follows a final score."""
        return self.passes(score) and score >= self.explodes

    @property
    def max_through(self) -> int:
        """The most that go on for one die."""
        return (1 + self.explosions) * (2 if self.twice <= self.faces else 1)

    @property
    def scores(self) -> Distribution[int]:
        """The final scores of a die."""
        one = die(self.faces)
        return one.then(lambda score: one if self.again(score) else certain(score))

    def all_through(self, extra: int) -> Distribution[int]:
        """How many go on for one die and at most so many extra dice that follow it."""
        after = self.all_through(extra - 1) if extra else certain(0)
        return self.scores.then(
            lambda score: (after if self.exploding(score) else certain(0)).map(partial(add, self.through(score)))
        )


def after_stages(dice: int, stages: tuple[DieStage, ...]) -> Distribution[int]:
    """How many come through all stages of so many dice; raises ``TooMuch``."""
    limit_dice(dice, stages)
    one: Distribution[int] = certain(1)
    for stage in stages:
        one = one.then(_repeated(stage.all_through(stage.explosions)))
    return _sum(one, dice)


def _sum(one: Distribution[int], times: int) -> Distribution[int]:
    """The sum of so many equal rolls; raises ``TooMuch``."""
    if times * one.total.bit_length() > MAX_DIGITS:
        raise TooMuch(f"{times} dice have too many possible results to work out. Try fewer dice.")
    return total(one, times)


def limit_dice(dice: int, stages: tuple[DieStage, ...] = ()) -> None:
    """Raise ``TooMuch`` for more dice than are rolled or worked out."""
    if dice > MAX_DICE:
        raise TooMuch(f"These are {dice} dice. The odds are worked out for at most {MAX_DICE}.")
    counted = dice * prod(stage.max_through for stage in stages)
    if counted > MAX_COUNTED:
        raise TooMuch(f"These are up to {counted} dice with the extra ones, too many to work out. Ask about fewer.")


def _repeated(one: Distribution[int]) -> Callable[[int], Distribution[int]]:
    return lru_cache(maxsize=MAX_DICE)(lambda times: total(one, times))


def rolled_stages(dice: int, stages: tuple[DieStage, ...], roller: Roller) -> int:
    """How many come through all stages as the roller rolls the dice; raises ``TooMuch``."""
    limit_dice(dice, stages)
    for stage in stages:
        passed = newest = _passed(dice, stage, stage.title, roller)
        for _ in range(stage.explosions):
            newest = _passed(sum(map(stage.exploding, newest)), stage, f"{stage.title}, extra dice", roller)
            passed = [*passed, *newest]
        dice = dice - len(passed) if stage.stops else sum(map(stage.through, passed))
    return dice


def _passed(dice: int, stage: DieStage, what: str, roller: Roller) -> list[int]:
    """The scores that pass a stage, dice that are rolled once more included."""
    needed = f"{stage.lowest}+" if stage.lowest <= stage.faces else "cannot pass"
    if stage.reroll is Reroll.ONES:
        first = roller.roll(dice, stage.faces, what)
        passed = [score for score in first if score != 1 and stage.passes(score)]
        again = first.count(1)
    else:
        passed = list(roller.roll(dice, stage.faces, what, needed, stage.passes))
        again = dice - len(passed) if stage.reroll is Reroll.FAILURES else 0
    return [*passed, *roller.roll(again, stage.faces, f"{what}, re-rolled", needed, stage.passes)]


def damage_done(damages: Iterable[int], hit_points: int, models: int) -> int:
    """The damage of hits one after the other; with ``hit_points`` the models out, of at most so many."""
    if not hit_points:
        return sum(damages)
    state = (0, 0)
    for damage in damages:
        state = _hit(state, damage, hit_points, models)
    return state[0]


def _hit(state: tuple[int, int], damage: int, hit_points: int, models: int) -> tuple[int, int]:
    """The models out and the damage of the next one, after one more hit."""
    out, hurt = state
    if out >= models:
        return models, 0
    return (out + 1, 0) if hurt + damage >= hit_points else (out, hurt + damage)


def damage_of(hits: Distribution[int], each: Distribution[int], hit_points: int, models: int) -> Distribution[int]:
    """The damage of so many hits; with ``hit_points`` the models out, of at most so many.

    Damage beyond a model's last hit point is lost, and models are damaged one after the other. Raises ``TooMuch``.
    """
    maximum, faces = max(hits.outcomes()), len(each.outcomes())
    if not hit_points:
        worst = maximum * max(each.outcomes())
        if worst > MAX_DAMAGE:
            raise TooMuch(f"This could do up to {worst} damage. The odds are worked out for at most {MAX_DAMAGE}.")
        if faces > 1 and maximum * faces > MAX_TOTALS:
            raise TooMuch(f"These are up to {maximum} dice for damage, too many to work out. Ask about fewer.")
        return hits.then(_repeated(each))
    if maximum * min(models * hit_points, maximum * faces) * faces > MAX_STATES:
        raise TooMuch("So many hits on so many models would take too long to work out. Ask about fewer.")
    now: Distribution[tuple[int, int]] = certain((0, 0))
    after = [now]
    for _ in range(maximum):
        now = now.then(lambda state: each.map(lambda damage: _hit(state, damage, hit_points, models)))
        after.append(now)
    return hits.then(lambda number: after[number].map(lambda state: state[0]))


@dataclass(frozen=True, slots=True)
class Pool:
    """Dice of one side with their numbers, what counts of them, and what is added.

    A die of ``explodes`` or more is rolled again and added up, at most ``explosions`` times.
    """

    dice: int
    faces: int
    keep: Keep
    bonus: int = 0
    explodes: int = 0
    explosions: int = 0

    def one(self, extra: int) -> Distribution[int]:
        """One die, which is rolled again at most so many times."""
        first = die(self.faces)
        if not extra:
            return first
        after = self.one(extra - 1)
        return first.then(lambda score: after.map(partial(add, score)) if score >= self.explodes else certain(score))

    @property
    def totals(self) -> Distribution[int]:
        """What counts of the dice, with what is added; raises ``TooMuch``."""
        limit_dice(self.dice)
        totals = self.faces * (1 + self.explosions) * (self.dice if self.keep is Keep.SUM else 1)
        if totals > MAX_TOTALS:
            raise TooMuch(f"These are {self.dice} dice of {self.faces} faces, too many to add up. Ask about fewer.")
        one = self.one(self.explosions)
        if self.keep is Keep.SUM or not self.dice:
            return _sum(one, self.dice).map(partial(add, self.bonus))
        highest = self.keep is Keep.HIGHEST
        counted = one.power(self.dice, max if highest else min, 0 if highest else max(one.outcomes()))
        return counted.map(partial(add, self.bonus))

    def rolled(self, what: str, roller: Roller) -> int:
        """What counts of the dice as the roller rolls them, with what is added; raises ``TooMuch``."""
        limit_dice(self.dice)
        scores = [self._with_extra(score, what, roller) for score in roller.roll(self.dice, self.faces, what)] or [0]
        counted = sum(scores) if self.keep is Keep.SUM else max(scores) if self.keep is Keep.HIGHEST else min(scores)
        return counted + self.bonus

    def _with_extra(self, score: int, what: str, roller: Roller) -> int:
        newest = score
        for _ in range(self.explosions):
            if newest < self.explodes:
                break
            # One die at a time: which die an extra one belongs to decides which is the highest.
            (newest,) = roller.roll(1, self.faces, f"{what}, extra dice")
            score += newest
        return score


def difference(mine: Distribution[int], theirs: Distribution[int]) -> Distribution[int]:
    """A total less the opposing one; raises ``TooMuch``."""
    if len(mine.outcomes()) * len(theirs.outcomes()) > MAX_PAIRS:
        raise TooMuch("These are too many dice on both sides to work out. Ask about fewer.")
    return mine.with_(theirs, sub)


def chance_of(stage: DieStage) -> Fraction:
    """The chance that a die passes a stage."""
    return stage.scores.chance(stage.passes)
