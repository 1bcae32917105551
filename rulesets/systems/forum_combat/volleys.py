"""Exact odds of a volley: lots of equal attacks at a squad.

Each attack hits, wounds and is saved with some chance, and every unsaved wound changes the squad's state. Weights stay
whole numbers over one denominator throughout.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property, lru_cache, partial
from math import comb, lcm
from typing import TypeVar

from rulesets.core.calculators import QuestionError
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.dice import Distribution, successes, sum_of

from . import attacks, wound_allocation
from .wound_allocation import Bodies, State, Tally

S = TypeVar("S")
Weights = dict[S, int]
Moves = tuple[tuple[State, Fraction], ...]

MAX_WORK = 300_000
"""The most steps from state to state in one computation; a step with long numbers counts for more."""

LONG_NUMBER = 600
"""Bits of a weight from which a step counts double."""


@dataclass(frozen=True, slots=True)
class Lot:
    """Equal attacks of one volley: the number of dice, the weapon's numbers, and the sum of all ACC modifiers."""

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
    """A squad under fire: its lines, the state of its units, and a bonus to its saves."""

    bodies: Bodies
    state: State
    save_bonus: int = 0

    def unsaved(self, line: int, ap: int, house: HouseRules) -> Fraction:
        """The chance that a wound on a unit of that line is not saved."""
        number = attacks.save_number(self.bodies[line].sav, ap, self.save_bonus)
        return 1 - attacks.save_chance(number, house)

    def lines_present(self) -> tuple[int, ...]:
        """The lines with a unit that is not killed."""
        return tuple(
            sorted({line for line, hp in self.state if not wound_allocation.is_killed(hp, self.bodies[line].hp)})
        )


class WoundSteps:
    """How a wound of some AP and damage changes a squad's state; each state is computed once."""

    def __init__(self, target: VolleyTarget, house: HouseRules, field: str) -> None:
        """Prepare for squads with the target's lines in any state; ``field`` gets the error if it is too much work."""
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
        """Count the work done; raises ``QuestionError`` when it is too much."""
        self._work += work
        if self._work > MAX_WORK:
            raise QuestionError(
                self._field, "This has too many possible results to work out. Enter fewer units or fewer attacks."
            )

    def takers(self, state: State) -> tuple[tuple[int, int], ...]:
        """The units that may take the next wound, all equally likely."""
        if state not in self._takers:
            self._takers[state] = wound_allocation.takers(state, self.target.bodies, self.house)
        return self._takers[state]

    def hurt(self, state: State, damage: int) -> tuple[tuple[State, int, int], ...]:
        """The states after an unsaved wound: (state, line that takes it, number of such units)."""
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
        # Hitting depends on the lot alone and wounding on the state, so each is kept by what it depends on.
        number, matchup = (lot.acc, lot.modifier), (lot.strength, state)
        if number not in self._hits:
            self._hits[number] = lot.hit(self.house)
        if matchup not in self._wounds:
            needed = wound_allocation.wound_needed(lot.strength, state, self.target.bodies, self.house)
            self._wounds[matchup] = attacks.wound_chance(needed)
        return self._hits[number] * self._wounds[matchup]

    def moves(self, state: State, lot: Lot, wounding: Fraction) -> Moves:
        """The states after one attack that wounds and is not saved, with their chances."""
        following = self.hurt(state, lot.damage)
        units = sum(count for _, _, count in following)
        return tuple(
            (after, wounding * self.fails(line, lot.ap) * Fraction(count, units)) for after, line, count in following
        )


def _wound_sequence(steps: WoundSteps, state: State, damage: int, wounds: int) -> list[State] | None:
    """The states after 0, 1, 2 ... wounds, up to the one that no wound changes.

    ``None`` if chance decides which unit takes a wound.
    """
    states = [state]
    for _ in range(wounds):
        following = steps.hurt(states[-1], damage)
        if len(following) > 1:
            return None
        if not following:
            break
        states.append(following[0][0])
    return states


def _even_save(lot: Lot, target: VolleyTarget, steps: WoundSteps) -> Fraction | None:
    """The chance that a wound is not saved; ``None`` if units have different chances."""
    chances = {steps.fails(line, lot.ap) for line in target.lines_present()}
    return chances.pop() if len(chances) == 1 else None


@lru_cache(maxsize=256)
def _binomial(times: int, chance: Fraction) -> tuple[int, ...]:
    # Whole weights over one total: a Fraction for each number of successes would take far longer.
    win, lose = chance.numerator, chance.denominator - chance.numerator
    return tuple(comb(times, k) * win**k * lose ** (times - k) for k in range(times + 1))


def _roll_together(weights: Weights[State], lot: Lot, unsaved: Fraction, steps: WoundSteps) -> Weights[State] | None:
    """Resolve all attacks of a lot at once; ``None`` if chance decides which unit takes a wound."""
    chances = _binomial(lot.dice, unsaved)
    results: Weights[State] = {}
    steps.spend(len(weights) * lot.dice)
    for state, weight in weights.items():
        states = _wound_sequence(steps, state, lot.damage, lot.dice)
        if states is None:
            return None
        # No wound changes the last state: all that many or more end there.
        last = len(states) - 1
        for after, chance in zip(states, (*chances[:last], sum(chances[last:])), strict=True):
            if chance:
                results[after] = results.get(after, 0) + weight * chance
    return results


def _roll_in_turn(weights: Weights[State], lot: Lot, wounding: Fraction, steps: WoundSteps) -> Weights[State]:
    """Resolve the attacks of a lot one by one."""
    moves = cache(lambda state: steps.moves(state, lot, wounding))
    for _ in range(lot.dice):
        weights = spread(weights, moves, steps.spend)
    return weights


def spread(
    weights: Weights[S], moves: Callable[[S], Iterable[tuple[S, Fraction]]], spend: Callable[[int], None]
) -> Weights[S]:
    """Move each outcome on with its chances; with the rest it stays. ``spend`` counts the work."""
    transitions = [
        (state, weight, [(after, *chance.as_integer_ratio()) for after, chance in moves(state)])
        for state, weight in weights.items()
    ]
    # Weights get longer with every die, and long numbers take longer to multiply.
    longest = max(weights.values()).bit_length()
    spend(sum(1 + len(following) for _, _, following in transitions) * (1 + longest // LONG_NUMBER))
    common = lcm(*{below for _, _, following in transitions for _, _, below in following})
    results: Weights[S] = {}
    for state, weight, following in transitions:
        rest = common
        for after, above, below in following:
            share = above * (common // below)
            rest -= share
            if share:
                results[after] = results.get(after, 0) + weight * share
        if rest:
            results[state] = results.get(state, 0) + weight * rest
    return results


def ends(lots: Iterable[Lot], target: VolleyTarget, steps: WoundSteps) -> Distribution[State]:
    """The possible states of a squad after a volley (FC-SHOOT, FC-DMG); volleys can share ``steps``."""
    return Distribution(end_weights(lots, target, steps))


def end_weights(lots: Iterable[Lot], target: VolleyTarget, steps: WoundSteps) -> Weights[State]:
    """As ``ends``, as plain weights for further computation."""
    weights: Weights[State] = {target.state: 1}
    for lot in lots:
        unsaved = _even_save(lot, target, steps)
        if not lot.dice or unsaved == 0:
            continue
        wounding = steps.wounding(lot, target.state)
        # If all save alike and nothing decides who is hurt, the wounds are one binomial instead of a step for each die.
        together = None if unsaved is None else _roll_together(weights, lot, wounding * unsaved, steps)
        weights = together if together is not None else _roll_in_turn(weights, lot, wounding, steps)
    return weights


@dataclass(frozen=True)
class Volley:
    """The results of a volley, computed on demand; ``ends`` are the possible states of the squad after it."""

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
        """Unsaved wounds, including those that nobody is left to take, which ``ends`` leaves out."""
        even = [_even_save(lot, self.target, self.steps) for lot in self.lots]
        # Who takes a wound is no matter if all save alike: each lot is then a binomial.
        if all(chance is not None for chance in even):
            return sum_of(
                successes(lot.dice, wound * (chance or 0))
                for lot, wound, chance in zip(self.lots, self._wounding, even, strict=True)
            )
        last = self.target.lines_present()[-1]
        weights: Weights[tuple[State, int]] = {(self.target.state, 0): 1}
        for lot, wound in zip(self.lots, self._wounding, strict=True):

            def moves(
                at: tuple[State, int], lot: Lot = lot, wound: Fraction = wound
            ) -> Iterable[tuple[tuple[State, int], Fraction]]:
                state, unsaved = at
                following = self.steps.moves(state, lot, wound) or ((state, wound * self.steps.fails(last, lot.ap)),)
                return (((after, unsaved + 1), chance) for after, chance in following)

            for _ in range(lot.dice):
                weights = spread(weights, moves, self.steps.spend)
        return Distribution((unsaved, weight) for (_, unsaved), weight in weights.items())

    @cached_property
    def before(self) -> Tally:
        """The squad's units before the volley."""
        return wound_allocation.tally(self.target.state, self.target.bodies)

    @cached_property
    def after(self) -> Distribution[Tally]:
        """The squad's units after the volley."""
        return self.ends.map(lambda state: wound_allocation.tally(state, self.target.bodies))

    @property
    def landed_damage(self) -> Distribution[int]:
        """HP lost, overkill included, without wounds that nobody was left to take."""
        return self.after.map(lambda after: self.before.hp - after.hp)

    @cached_property
    def out_of_action(self) -> Distribution[int]:
        """Units downed or killed by this volley."""
        return self.after.map(lambda after: self.before.standing - after.standing)

    @property
    def killed(self) -> Distribution[int]:
        """Units killed by this volley."""
        return self.after.map(lambda after: after.killed - self.before.killed)

    @property
    def downed(self) -> Distribution[int]:
        """Units that this volley downs but does not kill."""
        before = self.before.standing + self.before.killed
        return self.after.map(lambda after: max(0, before - after.standing - after.killed))


def volley(lots: tuple[Lot, ...], target: VolleyTarget, house: HouseRules, field: str = "target") -> Volley:
    """The results of a volley at the squad; ``field`` of the question gets the error if it is too much work."""
    steps = WoundSteps(target, house, field)
    return Volley(lots, target, steps, ends(lots, target, steps))


def crossfire(
    shots: Iterable[tuple[Lot, int]],
    enemy: VolleyTarget,
    friend: VolleyTarget,
    house: HouseRules,
    field: str = "enemies",
) -> Distribution[tuple[State, State]]:
    """The states of an enemy squad and of friends in melee with it, when every miss is rolled again (FC-FFI).

    ``shots`` are lots with the sum of all modifiers to their second roll.
    """
    at_enemy, at_friend = WoundSteps(enemy, house, field), WoundSteps(friend, house, field)
    weights: Weights[tuple[State, State]] = {(enemy.state, friend.state): 1}
    for lot, second in shots:
        again = replace(lot, modifier=second)
        first_wound = at_enemy.wounding(lot, enemy.state)
        # Only a miss is rolled again, so a friend is wounded by the share of dice that missed.
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
