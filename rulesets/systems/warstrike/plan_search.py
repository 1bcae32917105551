"""The best plan for a phase, found by an exhaustive search that skips only plans that cannot be better."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate, combinations, permutations
from operator import mul

from .phase import Phase, PhaseState, Plan, acting_units

Value = tuple[int, int]
"""Weight of reaching the goal (0 without one), then the weighted sum of acting units; whole numbers, for one phase."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """The best that the units still to act could do: the weights of at least 0, 1, 2 ... acting, their sum, the whole.

    Without a goal there is only the weight of at least 0.
    """

    at_least: tuple[int, ...]
    total: int
    whole: int


@dataclass
class _Search:
    """Tries every way to give orders for one turn order; keeps the best plan over all turn orders tried."""

    phase: Phase
    goal: int | None
    targets: tuple[frozenset[int], ...]
    best: Plan | None = None
    value: Value = (-1, -1)
    turns: tuple[int, ...] = ()
    inspiring: int = 0
    orders: list[int | None] = field(default_factory=list)
    prospects: dict[int, list[Prospect]] = field(default_factory=dict)

    def search(self, turns: tuple[int, ...], inspiring: int) -> None:
        """Look for a better plan in this order of turns."""
        self.turns, self.inspiring = turns, inspiring
        self.orders = [None] * len(self.phase.leaders)
        self.prospects = {}
        self._try(0, {0: [1]}, (1 << len(self.orders)) - 1)

    def _prospects(self, free: int) -> list[Prospect]:
        """For each turn, the prospect of the units from there on with all Inspiration and every order still free."""
        counts, total, whole = [1], 0, 1
        prospects = [_prospect(counts, total, whole)]
        for place in reversed(self.turns):
            row = self.phase.passing[place]
            # A free order counts for every unit that it may go to, which no real plan can exceed.
            helpers = [leader for leader, targets in enumerate(self.targets) if free >> leader & 1 and place in targets]
            weight = max(row[leader][self.inspiring] for leader in [*helpers, -1])
            all_of = self.phase.whole[place]
            total = total * all_of + weight * whole
            whole *= all_of
            if self.goal is not None:
                # One more unit: if it fails the count stays, if it acts the count grows by one.
                misses = [n * (all_of - weight) for n in counts]
                counts = [a + b for a, b in zip([*misses, 0], [0, *[n * weight for n in counts]], strict=True)]
            prospects.append(_prospect(counts, total, whole))
        return prospects[::-1]

    def _bound(self, turn: int, state: PhaseState, free: int) -> Value:
        """A value that no plan with this beginning can exceed; the plan's own value when no turn is left."""
        counts = list(map(sum, zip(*state.values(), strict=True)))
        # Many beginnings leave the same leaders free.
        if free not in self.prospects:
            self.prospects[free] = self._prospects(free)
        ahead = self.prospects[free][turn]
        total = sum(map(mul, counts, range(len(counts)))) * ahead.whole + sum(counts) * ahead.total
        if self.goal is None:
            return 0, total
        goal_weight = 0
        for count, weight in enumerate(counts):
            missing = max(0, self.goal - count)
            if missing < len(ahead.at_least):
                goal_weight += weight * ahead.at_least[missing]
        return goal_weight, total

    def _try(self, turn: int, state: PhaseState, free: int) -> None:
        """Continue from a turn with the leaders in ``free`` still able to give an order."""
        # Branch and bound. An equal plan loses, since those nearest to the list are tried first.
        bound = self._bound(turn, state, free)
        if bound <= self.value:
            return
        if turn == len(self.turns):
            self.best, self.value = Plan(self.turns, tuple(self.orders), self.inspiring), bound
            return
        place = self.turns[turn]
        for officers in self._orders_to(place, free):
            remaining = free
            for officer in officers:
                self.orders[officer] = place
                remaining &= ~(1 << officer)
            self._try(turn + 1, self.phase.after(state, place, officers, self.inspiring), remaining)
            for officer in officers:
                self.orders[officer] = None

    def _orders_to(self, place: int, free: int) -> Iterator[tuple[int, ...]]:
        """Who may order a unit: one, nobody, or several of whom all but one must first pass a check."""
        able = [officer for officer, targets in enumerate(self.targets) if free >> officer & 1 and place in targets]
        yield from ((officer,) for officer in able)
        yield ()
        for count in range(2, len(able) + 1):
            for officers in combinations(able, count):
                if sum(self.phase.open_orders[officer] is True for officer in officers) <= 1:
                    yield officers


def _prospect(counts: list[int], total: int, whole: int) -> Prospect:
    return Prospect(tuple(accumulate(reversed(counts)))[::-1], total, whole)


def _turn_orders(phase: Phase, inspiring: int, conditional: int, keep_order: bool) -> Iterator[tuple[int, ...]]:
    """Turn orders worth trying: the list's own, then those in which the helpers go first."""
    list_order = tuple(range(len(phase.units)))
    yield list_order
    helpers = [place for which, place in enumerate(phase.leaders) if (inspiring | conditional) >> which & 1]
    if not keep_order:
        for first in permutations(helpers):
            yield first + tuple(place for place in list_order if place not in first)


@lru_cache(maxsize=256)
def best_plan(
    phase: Phase, goal: int | None, keep_order: bool = False, orders: bool = True, inspiration: bool = True
) -> Plan:
    """The plan that makes ``goal`` units likeliest to act, or with ``None`` the most on average.

    Among equals for the goal the higher average counts, then the plan nearest to the list. ``orders`` and
    ``inspiration`` say which help may be used. Helpers go first because an earlier Inspiration or passed check can
    only improve what follows, and nothing else depends on the turn order.
    """
    leaders = range(len(phase.leaders))
    targets = tuple(frozenset(phase.targets(leader) if orders else ()) for leader in leaders)
    conditional = sum(1 << leader for leader in leaders if targets[leader] and phase.open_orders[leader] is None)
    inspirers = sum(1 << leader for leader in leaders if inspiration and phase.may_inspire(leader))
    # If inspiring counts as acting it costs nothing, so all who can do; otherwise some of them may do better.
    subsets = (
        [inspirers] if phase.count_inspiration else [bits for bits in range(inspirers + 1) if bits & inspirers == bits]
    )
    search = _Search(phase, goal, targets)
    for inspiring in subsets:
        for turns in _turn_orders(phase, inspiring, conditional, keep_order):
            search.search(turns, inspiring)
    if search.best is None:
        raise ValueError("a phase needs a unit")
    return _trim(phase, search.best)


def _trim(phase: Phase, plan: Plan) -> Plan:
    """The plan without orders and Inspirations that change nothing."""
    acting = acting_units(phase, plan)
    for help in plan.helps:
        if acting_units(phase, plan.without(help)) == acting:
            return _trim(phase, plan.without(help))
    return plan
