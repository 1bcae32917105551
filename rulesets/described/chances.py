"""Exact chances of what a document rolls: dice through stages, rolls looked up in tables, damage spread over models."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final

from rulesets.core.dice import Distribution, certain, die, total
from rulesets.core.play.rolls import Roller

from .document import Keep, Reroll

MAX_DICE: Final = 400
"""The most dice of one roll."""
MAX_TOTALS: Final = 1_000
"""The most totals of one roll: its dice times their faces."""
MAX_STATES: Final = 500_000
"""The most states that are looked at where damage is spread over models: hits, times the states and faces of each."""


class TooMuch(ValueError):
    """What is asked would take too long; the message says what would be right."""


@dataclass(frozen=True, slots=True)
class DieStage:
    """A stage with its numbers: the title, the faces, the lowest score that passes, and the score that counts twice.

    ``stops`` says that what passes goes no further; ``reroll`` which dice are rolled once more; ``written`` is the
    lowest score without those that always pass.
    """

    title: str
    faces: int
    lowest: int
    stops: bool
    reroll: Reroll
    twice: int
    written: int

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

    @property
    def scores(self) -> Distribution[int]:
        """The final scores of a die."""
        one = die(self.faces)
        return one.then(lambda score: one if self.again(score) else certain(score))


def after_stages(dice: int, stages: tuple[DieStage, ...]) -> Distribution[int]:
    """How many come through all stages of so many dice; raises ``TooMuch``."""
    _limit_dice(dice)
    one: Distribution[int] = certain(1)
    for stage in stages:
        through = stage.scores.map(stage.through)
        one = one.then(_repeated(through))
    return total(one, dice)


def _limit_dice(dice: int) -> None:
    if dice > MAX_DICE:
        raise TooMuch(f"These are {dice} dice. The odds are worked out for at most {MAX_DICE}.")


def _repeated(one: Distribution[int]) -> Callable[[int], Distribution[int]]:
    return lru_cache(maxsize=MAX_DICE)(lambda times: total(one, times))


def rolled_stages(dice: int, stages: tuple[DieStage, ...], roller: Roller) -> int:
    """How many come through all stages as the roller rolls the dice."""
    for stage in stages:
        passed = _passed(dice, stage, roller)
        dice = dice - len(passed) if stage.stops else sum(map(stage.through, passed))
    return dice


def _passed(dice: int, stage: DieStage, roller: Roller) -> list[int]:
    """The scores that pass a stage, dice that are rolled once more included."""
    needed = f"{stage.lowest}+" if stage.lowest <= stage.faces else "cannot pass"
    if stage.reroll is Reroll.ONES:
        first = roller.roll(dice, stage.faces, stage.title)
        passed = [score for score in first if score != 1 and stage.passes(score)]
        again = first.count(1)
    else:
        passed = list(roller.roll(dice, stage.faces, stage.title, needed, stage.passes))
        again = dice - len(passed) if stage.reroll is Reroll.FAILURES else 0
    return [*passed, *roller.roll(again, stage.faces, f"{stage.title}, rolled again", needed, stage.passes)]


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


def kept(dice: int, faces: int, keep: Keep) -> Distribution[int]:
    """What counts of so many dice: their sum, the highest or the lowest; zero of none. Raises ``TooMuch``."""
    _limit_dice(dice)
    if keep is Keep.SUM and dice * faces > MAX_TOTALS:
        raise TooMuch(f"These are {dice} dice of {faces} faces, too many to add up. Ask about fewer.")
    if keep is Keep.SUM or not dice:
        return total(die(faces), dice)
    highest = keep is Keep.HIGHEST
    return die(faces).power(dice, max if highest else min, 0 if highest else faces)


def chance_of(stage: DieStage) -> Fraction:
    """The chance that a die passes a stage."""
    return stage.scores.chance(stage.passes)
