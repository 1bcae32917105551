"""Exact odds of a volley: lots of equal attacks at a squad, unit after unit until it falls.

One attack is a small tree (hit, wound, the save of the unit that takes it); the squad's state moves with every
wound that is not saved. Weights stay whole numbers over one denominator throughout.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property, lru_cache, partial
from math import comb, lcm
from typing import TypeVar

from rulesets.core.calculators import QuestionError
from rulesets.core.dice import Distribution, successes, sum_of
from rulesets.core.house_rules import HouseRules
from rulesets.systems.forum_combat import attacks, wound_allocation
from rulesets.systems.forum_combat.wound_allocation import Bodies, State, Tally

S = TypeVar("S")
Weights = dict[S, int]
Moves = tuple[tuple[State, Fraction], ...]

MOST_WORK = 300_000
"""Steps from state to state after which the odds are not counted out; a step with long numbers counts for more."""

LONG_NUMBER = 600
"""Bits of a weight from which on a step counts double."""


@dataclass(frozen=True, slots=True)
class Lot:
    """Equal attacks of one volley: how many dice, the weapon's numbers, and the sum of all ACC modifiers."""

    dice: int
    acc: int
    strength: int
    ap: int
    damage: int
    modifier: int = 0

    def hit(self, house: HouseRules) -> Fraction:
        """The chance that one die hits."""
        return attacks.hit_chance(attacks.hit_number(self.acc, self.modifier), house)


@dataclass(frozen=True, slots=True)
class VolleyTarget:
    """A squad that is shot at: its lines, its units now, and a bonus to its saves."""

    bodies: Bodies
    state: State
    save_bonus: int = 0

    def unsaved(self, line: int, ap: int, house: HouseRules) -> Fraction:
        """The chance that a wound on a unit of that line is not saved."""
        number = attacks.save_number(self.bodies[line].sav, ap, self.save_bonus)
        return 1 - attacks.save_chance(number, house)

    def lines_present(self) -> tuple[int, ...]:
        """The lines that have a unit that is not killed."""
        return tuple(
            sorted({line for line, hp in self.state if not wound_allocation.is_killed(hp, self.bodies[line].hp)})
        )


class WoundSteps:
    """Where a squad's state goes with one wound of some AP and damage; each state is looked at once."""

    def __init__(self, target: VolleyTarget, house: HouseRules, field: str) -> None:
        """For squads of the target's lines, whatever their state; ``field`` is to blame if it takes too long."""
        self._field = field
        self._work = 0
        self.target = target
        self.house = house
        self._takers: dict[State, tuple[tuple[int, int], ...]] = {}
        self._next: dict[tuple[State, int], tuple[tuple[State, int, int], ...]] = {}
        self._fails: dict[tuple[int, int], Fraction] = {}
        self._hits: dict[tuple[int, int], Fraction] = {}
        self._wounds: dict[tuple[int, State], Fraction] = {}

    def spend(self, work: int) -> None:
        """Count steps taken; raises ``QuestionError`` when they are too many."""
        self._work += work
        if self._work > MOST_WORK:
            raise QuestionError(
                self._field, "This can end in too many ways to count them all; take fewer units or fewer attacks."
            )

    def takers(self, state: State) -> tuple[tuple[int, int], ...]:
        """The units of which each is as likely to take the next wound."""
        if state not in self._takers:
            self._takers[state] = wound_allocation.takers(state, self.target.bodies, self.house)
        return self._takers[state]

    def hurt(self, state: State, damage: int) -> tuple[tuple[State, int, int], ...]:
        """The states that follow a wound that is not saved: (state, line that takes it, units as likely)."""
        key = (state, damage)
        if key not in self._next:
            counts: dict[tuple[int, int], int] = {}
            for unit in self.takers(state):
                counts[unit] = counts.get(unit, 0) + 1
            self._next[key] = tuple(
                (wound_allocation.after(state, unit, damage), unit[0], count) for unit, count in counts.items()
            )
        return self._next[key]

    def fails(self, line: int, ap: int) -> Fraction:
        """The chance that a unit of the line does not save."""
        if (line, ap) not in self._fails:
            self._fails[line, ap] = self.target.unsaved(line, ap, self.house)
        return self._fails[line, ap]

    def wounding(self, lot: Lot, state: State) -> Fraction:
        """The chance that one attack on a squad in that state wounds."""
        if not state:
            return Fraction(0)
        number, against = (lot.acc, lot.modifier), (lot.strength, state)
        if number not in self._hits:
            self._hits[number] = lot.hit(self.house)
        if against not in self._wounds:
            needed = wound_allocation.wound_needed(lot.strength, state, self.target.bodies, self.house)
            self._wounds[against] = attacks.wound_chance(needed)
        return self._hits[number] * self._wounds[against]

    def moves(self, state: State, lot: Lot, wounding: Fraction) -> Moves:
        """Where one attack takes a state, with the chances of a wound that is not saved."""
        following = self.hurt(state, lot.damage)
        likely = sum(count for _, _, count in following)
        return tuple(
            (after, wounding * self.fails(line, lot.ap) * Fraction(count, likely)) for after, line, count in following
        )


def _ladder(steps: WoundSteps, state: State, damage: int, rungs: int) -> list[State] | None:
    """The states after 0, 1, 2 ... wounds where each leads to one state, up to the one that no wound changes.

    ``None`` where chance decides.
    """
    ladder = [state]
    for _ in range(rungs):
        following = steps.hurt(ladder[-1], damage)
        if len(following) > 1:
            return None
        if not following:
            break
        ladder.append(following[0][0])
    return ladder


def _even_save(lot: Lot, target: VolleyTarget, steps: WoundSteps) -> Fraction | None:
    """The chance that a wound is not saved where it is the same for every unit."""
    chances = {steps.fails(line, lot.ap) for line in target.lines_present()}
    return chances.pop() if len(chances) == 1 else None


@lru_cache(maxsize=256)
def _binomial(times: int, chance: Fraction) -> tuple[int, ...]:
    win, lose = chance.numerator, chance.denominator - chance.numerator
    return tuple(comb(times, k) * win**k * lose ** (times - k) for k in range(times + 1))


def _climb(weights: Weights[State], lot: Lot, unsaved: Fraction, steps: WoundSteps) -> Weights[State] | None:
    """All attacks of a lot at once, where states follow each other in one order; ``None`` where they do not."""
    chances = _binomial(lot.dice, unsaved)
    gathered: Weights[State] = {}
    steps.spend(len(weights) * lot.dice)
    for state, weight in weights.items():
        ladder = _ladder(steps, state, lot.damage, lot.dice)
        if ladder is None:
            return None
        last = len(ladder) - 1
        for rung, chance in zip(ladder, (*chances[:last], sum(chances[last:])), strict=True):
            if chance:
                gathered[rung] = gathered.get(rung, 0) + weight * chance
    return gathered


def _walk(weights: Weights[State], lot: Lot, wounding: Fraction, steps: WoundSteps) -> Weights[State]:
    """The attacks of a lot one after the other."""
    moves = cache(lambda state: steps.moves(state, lot, wounding))
    for _ in range(lot.dice):
        weights = spread(weights, moves, steps.spend)
    return weights


def spread(
    weights: Weights[S], moves: Callable[[S], Iterable[tuple[S, Fraction]]], spend: Callable[[int], None]
) -> Weights[S]:
    """Each outcome moves on with the chances given and stays with the rest; ``spend`` counts the work."""
    found = [
        (state, weight, [(after, *chance.as_integer_ratio()) for after, chance in moves(state)])
        for state, weight in weights.items()
    ]
    longest = max(weights.values()).bit_length()
    spend(sum(1 + len(following) for _, _, following in found) * (1 + longest // LONG_NUMBER))
    common = lcm(*{below for _, _, following in found for _, _, below in following})
    gathered: Weights[S] = {}
    for state, weight, following in found:
        rest = common
        for after, above, below in following:
            share = above * (common // below)
            rest -= share
            if share:
                gathered[after] = gathered.get(after, 0) + weight * share
        if rest:
            gathered[state] = gathered.get(state, 0) + weight * rest
    return gathered


def ends(lots: Iterable[Lot], target: VolleyTarget, steps: WoundSteps) -> Distribution[State]:
    """The states a squad may be in after a volley (FC-SHOOT, FC-DMG); ``steps`` are kept from one to the next."""
    return Distribution(end_weights(lots, target, steps))


def end_weights(lots: Iterable[Lot], target: VolleyTarget, steps: WoundSteps) -> Weights[State]:
    """The same as bare weights, for those who go on counting."""
    weights: Weights[State] = {target.state: 1}
    for lot in lots:
        unsaved = _even_save(lot, target, steps)
        if not lot.dice or unsaved == 0:
            continue
        wounding = steps.wounding(lot, target.state)
        climbed = None if unsaved is None else _climb(weights, lot, wounding * unsaved, steps)
        weights = climbed if climbed is not None else _walk(weights, lot, wounding, steps)
    return weights


@dataclass(frozen=True)
class Volley:
    """All that a volley may do, worked out as it is asked for; ``ends`` are the states the squad may be in then."""

    lots: tuple[Lot, ...]
    target: VolleyTarget
    steps: WoundSteps
    ends: Distribution[State]

    @property
    def hits(self) -> Distribution[int]:
        """Dice that hit."""
        return sum_of(successes(lot.dice, lot.hit(self.steps.house)) for lot in self.lots)

    @cached_property
    def _wounding(self) -> list[Fraction]:
        return [self.steps.wounding(lot, self.target.state) for lot in self.lots]

    @property
    def wounds(self) -> Distribution[int]:
        """Hits that wound."""
        return sum_of(successes(lot.dice, chance) for lot, chance in zip(self.lots, self._wounding, strict=True))

    @property
    def unsaved(self) -> Distribution[int]:
        """Wounds that are not saved, with those that find nobody, of which ``ends`` knows nothing."""
        return _unsaved(self.lots, self._wounding, self.target, self.steps)

    @cached_property
    def before(self) -> Tally:
        """The squad's units before it."""
        return wound_allocation.tally(self.target.state, self.target.bodies)

    @cached_property
    def after(self) -> Distribution[Tally]:
        """What may be left of them."""
        return self.ends.map(lambda state: wound_allocation.tally(state, self.target.bodies))

    @property
    def landed_damage(self) -> Distribution[int]:
        """HP lost, overshoot included; wounds that found nobody are left out."""
        return self.after.map(lambda left: self.before.hp - left.hp)

    @cached_property
    def out_of_action(self) -> Distribution[int]:
        """Units downed or killed by this volley."""
        return self.after.map(lambda left: self.before.standing - left.standing)

    @property
    def killed(self) -> Distribution[int]:
        """Units killed by this volley."""
        return self.after.map(lambda left: left.killed - self.before.killed)

    @property
    def downed(self) -> Distribution[int]:
        """Units that this volley downs and does not kill."""
        before = self.before.standing + self.before.killed
        return self.after.map(lambda left: max(0, before - left.standing - left.killed))


def volley(lots: tuple[Lot, ...], target: VolleyTarget, house: HouseRules, field: str = "target") -> Volley:
    """What a volley does to the squad, which is the question's ``field``."""
    steps = WoundSteps(target, house, field)
    return Volley(lots, target, steps, ends(lots, target, steps))


def _unsaved(
    lots: tuple[Lot, ...], wounding: list[Fraction], target: VolleyTarget, steps: WoundSteps
) -> Distribution[int]:
    """Wounds that are not saved. Where units save differently, one without a taker meets the last line's save."""
    even = [_even_save(lot, target, steps) for lot in lots]
    if all(chance is not None for chance in even):
        return sum_of(
            successes(lot.dice, wound * (chance or 0)) for lot, wound, chance in zip(lots, wounding, even, strict=True)
        )
    last = target.lines_present()[-1]
    weights: Weights[tuple[State, int]] = {(target.state, 0): 1}
    for lot, wound in zip(lots, wounding, strict=True):

        def moves(
            at: tuple[State, int], lot: Lot = lot, wound: Fraction = wound
        ) -> Iterable[tuple[tuple[State, int], Fraction]]:
            state, unsaved = at
            following = steps.moves(state, lot, wound) or ((state, wound * steps.fails(last, lot.ap)),)
            return (((after, unsaved + 1), chance) for after, chance in following)

        for _ in range(lot.dice):
            weights = spread(weights, moves, steps.spend)
    return Distribution((unsaved, weight) for (_, unsaved), weight in weights.items())


def crossfire(
    shots: Iterable[tuple[Lot, int]],
    enemy: VolleyTarget,
    friend: VolleyTarget,
    house: HouseRules,
    field: str = "enemies",
) -> Distribution[tuple[State, State]]:
    """What becomes of an enemy squad and of the friends beside it when every miss is rolled again (FC-FFI).

    Each lot comes with the sum of all modifiers to its second roll.
    """
    at_enemy, at_friend = WoundSteps(enemy, house, field), WoundSteps(friend, house, field)
    weights: Weights[tuple[State, State]] = {(enemy.state, friend.state): 1}
    for lot, second in shots:
        again = replace(lot, modifier=second)
        first_wound = at_enemy.wounding(lot, enemy.state)
        second_wound = (1 - lot.hit(house)) * at_friend.wounding(again, friend.state)
        hit_enemy = cache(partial(at_enemy.moves, lot=lot, wounding=first_wound))
        hit_friend = cache(partial(at_friend.moves, lot=lot, wounding=second_wound))

        def moves(
            at: tuple[State, State],
            hit_enemy: Callable[[State], Moves] = hit_enemy,
            hit_friend: Callable[[State], Moves] = hit_friend,
        ) -> list[tuple[tuple[State, State], Fraction]]:
            enemies, friends = at
            return [
                *[((state, friends), chance) for state, chance in hit_enemy(enemies)],
                *[((enemies, state), chance) for state, chance in hit_friend(friends)],
            ]

        for _ in range(lot.dice):
            weights = spread(weights, moves, at_enemy.spend)
    return Distribution(weights)
