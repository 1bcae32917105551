"""Which unit attacks which target, and in which order: the best assignment of all, or the best that can be found.

What happens is asked of a ``Task``; nothing here knows a game. Figures are floats, as a search compares thousands of
them; whoever shows a figure computes it exactly. Sums are made in order, so that all versions of Python agree.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import perm
from typing import Any, Final

MAX_EXACT: Final = 6
"""Units up to which every assignment in every order is compared."""
MAX_SETTLED: Final = 5
"""Units that are assigned anew at once, exactly, where there are more."""
MAX_GROUPS: Final = 800
"""Pairs and threes of targets that are settled anew."""
MAX_PASSES: Final = 3
"""How often all pairs and threes of targets are settled anew, unless nothing gets better."""
MAX_KEPT: Final = 50_000
"""Sequences whose outcome is kept in memory."""
_EPSILON: Final = 1e-12

State = Hashable
Order = tuple[str, ...]
Assignment = Mapping[str, Order]
"""The units that attack each target, in order."""
_Sequence = tuple[str, Order]
"""Units in an order at a target, each by the first one like it."""
_Step = tuple[float, Sequence[tuple[State, float]]]
"""What an attack gains on its way, and the further states with their chances."""


@dataclass(frozen=True, slots=True)
class Task:
    """What is to be assigned.

    ``start`` is the state of a target, ``attack`` the further states with their chances after a unit's attack (empty
    where it cannot attack), ``worth`` what a state of a target is worth, and ``gained`` what an attack gains on average
    that no state tells. Each unit attacks once at most, at a ``cost``; ``pinned`` ones attack that target alone.
    ``unit_kinds`` and ``target_kinds`` name, for a unit or target like an earlier one, the first of its kind.
    ``moment`` tells when a unit can attack a target: at each target units attack in that order.
    """

    units: Order
    targets: Order
    start: Callable[[str], State]
    attack: Callable[[str, str, Any], Sequence[tuple[State, float]]]
    worth: Callable[[str, Any], float]
    cost: float = 0.0
    pinned: Mapping[str, str] = field(default_factory=dict)
    gained: Callable[[str, str, Any], float] = lambda unit, target, state: 0.0
    unit_kinds: Mapping[str, str] = field(default_factory=dict)
    target_kinds: Mapping[str, str] = field(default_factory=dict)
    moment: Callable[[str, str], int] = lambda unit, target: 0

    def may(self, unit: str, target: str) -> bool:
        """Whether a unit can attack a target, and is not pinned to another."""
        if self.pinned.get(unit, target) != target:
            return False
        return bool(self.attack(unit, target, self.start(target)))


class Search:
    """Looks for the best assignment; ``best`` is the best so far, ``is_exact`` says that none is better."""

    def __init__(self, task: Task) -> None:
        """``run`` searches."""
        self.task = task
        self._unit_kinds = {unit: task.unit_kinds.get(unit, unit) for unit in task.units}
        self._target_kinds = {target: task.target_kinds.get(target, target) for target in task.targets}
        self._kept: dict[_Sequence, tuple[float, dict[State, float]]] = {}
        self._values: dict[_Sequence, float] = {}
        self._steps: dict[tuple[str, str], dict[State, _Step]] = {}
        self._worths: dict[str, dict[State, float]] = {}
        self._settled = set[tuple[tuple[_Sequence, ...], tuple[tuple[str, str], ...]]]()
        self._may = {target: [unit for unit in task.units if task.may(unit, target)] for target in task.targets}
        self._able = [unit for unit in task.units if any(unit in units for units in self._may.values())]
        self._moments = {
            (unit, target): task.moment(unit, target) for target in task.targets for unit in self._may[target]
        }
        self._is_at_once = len({*self._moments.values()}) < 2
        self.best: dict[str, Order] = self.each_alone()
        self.is_exact = not self._able

    def run(self) -> Iterator[float]:
        """Search, and yield how much of it is done; it may be given up at any time."""
        yield from self._begin()
        if len(self._able) > MAX_EXACT:
            yield from self._improve()
            return
        found: dict[str, Order] = {}
        yield from self._exact(self._able, self.task.targets, found)
        self.best, self.is_exact = found, True

    def settle(self, known: Assignment, *, is_exact: bool) -> None:
        """Take what a search of the same task has found in the end."""
        self.best, self.is_exact = dict(known), is_exact

    def compare(self, known: Assignment) -> None:
        """Take what a search of the same task has found so far, where it is better than what this one has."""
        if self.value(known) > self.value(self.best) + _EPSILON:
            self.best = dict(known)

    def value(self, assignment: Assignment) -> float:
        """What an assignment is worth, less the cost of its units."""
        total = 0.0
        for target, order in assignment.items():
            total += self.gain(target, order)
        return total

    def gain(self, target: str, order: Order) -> float:
        """What is gained at a target by units in that order, less their cost."""
        key = self._sequence(target, order)
        if key not in self._values:
            kind, kinds = key
            total, states = self._after(kind, kinds)
            worths = self._worths.setdefault(kind, {})
            for state, chance in states.items():
                if state not in worths:
                    worths[state] = self.task.worth(kind, state)
                total += chance * worths[state]
            if len(self._values) >= MAX_KEPT:
                self._values.clear()
            self._values[key] = total - self.task.cost * len(order) - self.task.worth(kind, self.task.start(kind))
        return self._values[key]

    def _sequence(self, target: str, order: Order) -> _Sequence:
        return self._target_kinds[target], tuple([self._unit_kinds[unit] for unit in order])

    def _in_turn(self, target: str, order: Order) -> Order:
        """The units at a target as their moments allow, otherwise in that order."""
        return order if self._is_at_once else tuple(sorted(order, key=lambda unit: self._moments[unit, target]))

    def each_alone(self) -> dict[str, Order]:
        """Every unit at the target where it alone gains most, as a player reads a list of targets.

        Of targets as good as each other it takes the one with the fewest units.
        """
        chosen: dict[str, Order] = {}
        for unit in self._able:
            places = [target for target in self.task.targets if unit in self._may[target]]
            best_gain = max(self.gain(target, (unit,)) for target in places)
            equal = [target for target in places if self.gain(target, (unit,)) >= best_gain - _EPSILON]
            best = min(equal, key=lambda target: len(chosen.get(target, ())))
            if self.gain(best, (unit,)) > _EPSILON or unit in self.task.pinned:
                chosen[best] = self._in_turn(best, (*chosen.get(best, ()), unit))
        return chosen

    def _after(self, target: str, order: Order) -> tuple[float, dict[State, float]]:
        """What units in that order gain on their way, and the states of the target after them with their chances."""
        key = target, order
        if key in self._kept:
            return self._kept[key]
        if not order:
            return 0.0, {self.task.start(target): 1.0}
        total, before = self._after(target, order[:-1])
        steps = self._steps.setdefault((order[-1], target), {})
        after: dict[State, float] = {}
        for state, chance in before.items():
            if state not in steps:
                steps[state] = self._step(order[-1], target, state)
            gained, further = steps[state]
            total += chance * gained
            for other, likely in further:
                after[other] = after.get(other, 0.0) + chance * likely
        if len(self._kept) >= MAX_KEPT:
            self._kept.clear()
        self._kept[key] = total, after
        return total, after

    def _step(self, unit: str, target: str, state: State) -> _Step:
        further = self.task.attack(unit, target, state) or ((state, 1.0),)
        return self.task.gained(unit, target, state), further

    def _begin(self) -> Iterator[float]:
        """The better one of two assignments that are soon found."""
        for climbed in self._climbing(self.best):
            self.best = climbed
            yield 0.0
        other: dict[str, Order] = {}
        for grown in self._growing():
            other = grown
            yield 0.0
        for climbed in self._climbing(other):
            other = climbed
            yield 0.0
        self.best = max(self.best, other, key=self.value)

    # --- few units: every assignment in every order ------------------------------------------------------------

    def _exact(self, units: Sequence[str], targets: Sequence[str], best: dict[str, Order]) -> Iterator[float]:
        """Compare every assignment in every order, and put the one that gains most into ``best``."""
        bits = {unit: 1 << place for place, unit in enumerate(units)}
        found: dict[int, tuple[float, dict[str, Order]]] = {0: (0.0, {})}
        for number, target in enumerate(targets):
            orders: dict[int, tuple[float, Order]] = {0: (0.0, ())}
            for share in self._compare_orders(target, bits, orders):
                yield (number + share) / len(targets)
            required = sum(bits[unit] for unit in self._may[target] if unit in bits and unit in self.task.pinned)
            following: dict[int, tuple[float, dict[str, Order]]] = {}
            for used, (before, chosen) in found.items():
                for mask, (gain, order) in orders.items():
                    if mask & used or mask & required != required:
                        continue
                    total = used | mask
                    if total not in following or before + gain > following[total][0] + _EPSILON:
                        following[total] = before + gain, ({**chosen, target: order} if order else chosen)
            found = following
        # Units that gain nothing stay out of it.
        by_size = sorted(found.items(), key=lambda each: (each[0].bit_count(), each[0]))
        gain, chosen = by_size[0][1]
        for _, each in by_size:
            gain, chosen = each if each[0] > gain + _EPSILON else (gain, chosen)
        best.update(chosen)
        yield 1.0

    def _compare_orders(
        self, target: str, bits: Mapping[str, int], best: dict[int, tuple[float, Order]]
    ) -> Iterator[float]:
        """For each set of units, by its bits, put the order that gains most at a target into ``best``."""
        may = [unit for unit in self._may[target] if unit in bits]
        # Units of a kind keep their order among each other, as another one is worth the same.
        later = {
            unit: sum(bits[each] for each in may[place + 1 :] if self._unit_kinds[each] == self._unit_kinds[unit])
            for place, unit in enumerate(may)
        }
        moments = {unit: self._moments[unit, target] for unit in may}
        queue: list[tuple[int, Order]] = [(0, ())]
        total = sum(perm(len(may), size) for size in range(len(may) + 1))
        for place, (mask, order) in enumerate(queue):
            yield place / total
            for unit in may:
                if mask & (bits[unit] | later[unit]) or (order and moments[unit] < moments[order[-1]]):
                    continue
                longer, further = mask | bits[unit], (*order, unit)
                gain = self.gain(target, further)
                if longer not in best or gain > best[longer][0] + _EPSILON:
                    best[longer] = gain, further
                queue.append((longer, further))

    # --- many units: improve what is there ---------------------------------------------------------------------

    def _improve(self) -> Iterator[float]:
        """Settle two or three targets at a time anew, exactly where few units are."""
        groups = [each for size in (2, 3) for each in combinations(self.task.targets, size)][:MAX_GROUPS]
        share = len(groups) * MAX_PASSES
        for number in range(MAX_PASSES):
            before = self.value(self.best)
            for place, group in enumerate(groups):
                yield (number * len(groups) + place) / share
                self._settle(group)
            if self.value(self.best) <= before + _EPSILON:
                break
        yield 1.0

    def _settle(self, targets: Sequence[str]) -> None:
        """Assign the units at these targets anew, with some of those that have nothing to do."""
        freed = [unit for target in targets for unit in self.best.get(target, ())]
        if not freed or len(freed) > MAX_SETTLED:
            return
        units = (*freed, *self._idle(self.best)[: MAX_SETTLED - len(freed)])
        # What nothing was better than stays so until units come or go, also where all are of the same kinds.
        now = tuple(self._sequence(target, self.best.get(target, ())) for target in targets)
        key = now, tuple((self._unit_kinds[unit], self.task.pinned.get(unit, "")) for unit in units)
        if key in self._settled:
            return
        found: dict[str, Order] = {}
        for _ in self._exact(units, targets, found):
            pass
        if self.value(found) <= sum(self.gain(each, self.best.get(each, ())) for each in targets) + _EPSILON:
            self._settled.add(key)
            return
        rest = {target: order for target, order in self.best.items() if target not in targets}
        *_, self.best = self._climbing({**rest, **found})

    def _idle(self, assignment: Assignment) -> list[str]:
        used = {unit for order in assignment.values() for unit in order}
        return [unit for unit in self._able if unit not in used]

    def _growing(self) -> Iterator[dict[str, Order]]:
        """An assignment that grows by one unit at a time, the one that adds most where it does."""
        chosen, left = dict[str, Order](), list(self._able)
        while left:
            added, unit, target = max(
                (
                    (self._added(chosen, unit, target) + (unit in self.task.pinned), unit, target)
                    for unit in left
                    for target in self.task.targets
                    if unit in self._may[target]
                ),
                key=lambda each: each[0],
            )
            if added <= _EPSILON:
                break
            chosen[target] = self._in_turn(target, (*chosen.get(target, ()), unit))
            left.remove(unit)
            yield chosen

    def _added(self, assignment: Assignment, unit: str, target: str) -> float:
        order = assignment.get(target, ())
        return self.gain(target, self._in_turn(target, (*order, unit))) - self.gain(target, order)

    def _climbing(self, assignment: Assignment) -> Iterator[dict[str, Order]]:
        """The best assignment so far, before each change of one unit or two that is compared, and after all of them."""
        chosen, is_best = dict(assignment), False
        while not is_best:
            is_best = True
            for changed in self._changes(chosen):
                yield chosen
                if self._is_better(changed, chosen):
                    chosen, is_best = {**chosen, **changed}, False
                    break
        yield self._without_needless(chosen)

    def _without_needless(self, chosen: Mapping[str, Order]) -> dict[str, Order]:
        """The assignment without units that gain nothing where they are, the last ones first."""
        needed = dict[str, Order]()
        for target, order in chosen.items():
            kept = order
            for unit in reversed(order):
                without = tuple(each for each in kept if each != unit)
                if unit not in self.task.pinned and self.gain(target, without) >= self.gain(target, kept) - _EPSILON:
                    kept = without
            if kept:
                needed[target] = kept
        return needed

    def _is_better(self, changed: Assignment, chosen: Assignment) -> bool:
        gain = loss = 0.0
        for target, order in changed.items():
            gain += self.gain(target, order)
            loss += self.gain(target, chosen.get(target, ()))
        return gain > loss + _EPSILON

    def _changes(self, chosen: dict[str, Order]) -> Iterator[dict[str, Order]]:
        """What the targets would get: one unit moved or taken away, or two that change places."""
        places = [(target, unit) for target, order in chosen.items() for unit in order]
        # Of idle units of a kind one is enough, as another one is worth the same.
        kinds = {(self._unit_kinds[unit], self.task.pinned.get(unit)): unit for unit in reversed(self._idle(chosen))}
        for at, unit in (*places, *(("", unit) for unit in kinds.values())):
            without = {at: tuple(each for each in chosen[at] if each != unit)} if at else {}
            if at and unit not in self.task.pinned:
                yield without
            for target in self.task.targets:
                if unit not in self._may[target]:
                    continue
                order = without.get(target, chosen.get(target, ()))
                longer = ((*order[:place], unit, *order[place:]) for place in range(len(order) + 1))
                for each in dict.fromkeys(self._in_turn(target, one) for one in longer):
                    yield {**without, target: each}
        for number, (at, unit) in enumerate(places):
            for to, other in places[:number]:
                if at != to and unit in self._may[to] and other in self._may[at]:
                    here, there = (
                        tuple({unit: other, other: unit}.get(each, each) for each in chosen[target])
                        for target in (at, to)
                    )
                    yield {at: self._in_turn(at, here), to: self._in_turn(to, there)}
