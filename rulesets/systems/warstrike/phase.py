"""One Action Phase as numbers: the units to activate, their leaders, and the exact outlook of any plan for them.

A plan is made before the first roll and does not change. Units act in turn; the state has, for every set of leaders
who have passed, the weights of 0, 1, 2 ... units having acted so far.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Annotated

from rulesets.core.declarations.fields import Ask, Choice
from rulesets.core.dice import Distribution

from .suppression import capped_markers, current_nv, inspired_number, is_suppressed, passing_removes
from .tables import FACES, PASS_REMOVES, REACH
from .units import INCHES

MAX_UNITS = 8
MAX_LEADERS = 3


class LeaderRole(Choice):
    """What a unit's Officer or Hero may do for others."""

    NONE = "none", "None"
    OFFICER = "officer", "Officer"
    INSPIRING_OFFICER = "inspiring_officer", "Inspiring Officer"
    INSPIRING_HERO = "inspiring_hero", "Inspiring Hero"

    @property
    def orders(self) -> bool:
        """Whether the role gives an order."""
        return self in (LeaderRole.OFFICER, LeaderRole.INSPIRING_OFFICER)

    @property
    def inspires(self) -> bool:
        """Whether the role inspires."""
        return self in (LeaderRole.INSPIRING_OFFICER, LeaderRole.INSPIRING_HERO)


NEAR_LEADERS = ("near_first", "near_second", "near_third")
"""The fields for the leaders that a unit is in reach of."""

NEAR = f"Within {REACH}{INCHES} of the"


@dataclass(frozen=True, slots=True)
class PlannedUnit:
    """A unit of the phase."""

    name: Annotated[str, Ask("Unit", max_length=100)] = ""
    ld: Annotated[int, Ask("Ld", "Leadership: dice rolled.", min=0, max=20)] = 2
    nv: Annotated[int, Ask("Nv", "Nerve: roll this or less.", min=0, max=20)] = 4
    markers: Annotated[int, Ask("Markers", min=0, max=99)] = 0
    role: Annotated[LeaderRole, Ask("Leads as")] = LeaderRole.NONE
    near_first: Annotated[bool, Ask("Near 1st", f"{NEAR} first unit that leads.")] = True
    near_second: Annotated[bool, Ask("Near 2nd", f"{NEAR} second unit that leads.")] = True
    near_third: Annotated[bool, Ask("Near 3rd", f"{NEAR} third unit that leads.")] = True

    @property
    def near(self) -> tuple[bool, bool, bool]:
        """Whether the unit is in reach of each leading unit in turn."""
        return self.near_first, self.near_second, self.near_third

    @property
    def capped_markers(self) -> int:
        """Markers on the unit, no more than it can hold."""
        return capped_markers(self.nv, self.markers)


@dataclass(frozen=True, slots=True)
class PlanQuestion:
    """Where do orders and Inspiration help most?"""

    units: Annotated[
        tuple[PlannedUnit, ...],
        Ask(
            "Units",
            f"Enter their markers now. Up to {MAX_LEADERS} lead others, each with at most one order.",
            min=1,
            max=MAX_UNITS,
            one="Unit",
        ),
    ] = (
        PlannedUnit("Captain", 3, 5, 1, LeaderRole.INSPIRING_OFFICER),
        PlannedUnit("Lieutenant", 3, 4, 0, LeaderRole.OFFICER),
        PlannedUnit("First rifles", 2, 4, 3),
        PlannedUnit("Second rifles", 2, 4, 2),
        PlannedUnit("Gunners", 1, 3, 2),
    )
    goal: Annotated[
        int | None,
        Ask(
            "Units that must act",
            "The plan makes this as likely as possible. Leave blank to get as many as possible on average.",
            min=1,
            max=MAX_UNITS,
        ),
    ] = None
    keep_order: Annotated[
        bool, Ask("Activate as listed", "Untick this to let units that can help others go first.")
    ] = False
    count_inspiration: Annotated[
        bool, Ask("Inspiration counts as acting", "Untick this if you do not count a unit that inspires.")
    ] = True


@dataclass(frozen=True, slots=True)
class Help:
    """One thing that a leader does for others: an order to ``unit``, or Inspiration (``None``)."""

    leader: int
    unit: int | None


@dataclass(frozen=True, slots=True)
class Plan:
    """Units in turn, the unit that each leader orders (``None``: nobody), and the leaders who inspire, as bits.

    Several leaders may order one unit; of those who then can, the highest Ld counts (WS-A37).
    """

    turns: tuple[int, ...]
    orders: tuple[int | None, ...]
    inspiring: int = 0

    def officers_of(self, unit: int) -> tuple[int, ...]:
        """The leaders who order the unit."""
        return tuple(leader for leader, ordered_unit in enumerate(self.orders) if ordered_unit == unit)

    @property
    def helps(self) -> tuple[Help, ...]:
        """All orders, then all Inspirations."""
        orders = tuple(Help(leader, unit) for leader, unit in enumerate(self.orders) if unit is not None)
        return orders + tuple(Help(leader, None) for leader in range(len(self.orders)) if self.inspiring >> leader & 1)

    def without(self, help: Help) -> Plan:
        """The plan without one order or Inspiration."""
        if help.unit is None:
            return replace(self, inspiring=self.inspiring & ~(1 << help.leader))
        orders = tuple(None if leader == help.leader else unit for leader, unit in enumerate(self.orders))
        return replace(self, orders=orders)


PhaseState = dict[int, list[int]]
"""For every set of leaders who passed (as bits), the weights of 0, 1, 2 ... units having acted."""


@dataclass(frozen=True)
class Phase:
    """The phase as numbers.

    ``numbers[unit][bits]`` is the number to roll when the leaders in ``bits`` have inspired. ``open_orders[leader]``
    says whether the leader's order is open from the start (``True``), once he has passed (``None``) or never.
    """

    units: tuple[PlannedUnit, ...]
    numbers: tuple[tuple[int, ...], ...]
    open_orders: tuple[bool | None, ...]
    count_inspiration: bool = True

    @cached_property
    def leaders(self) -> tuple[int, ...]:
        """The places of the units that lead."""
        return leaders_of(self.units)

    @cached_property
    def whole(self) -> tuple[int, ...]:
        """The weight of everything that can happen to each unit's check."""
        return tuple(
            FACES ** max(self._dice(place)) if unit.capped_markers else 1 for place, unit in enumerate(self.units)
        )

    def _dice(self, place: int) -> list[int]:
        own = self.units[place].ld
        return [max(own, self.units[leader].ld) for leader in self.leaders] + [own]

    @cached_property
    def passing(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """The weight of passing by unit, by ordering leader (last: none) and by set of those who have inspired."""
        return tuple(
            tuple(
                tuple(
                    # A check passes unless every die is above the number.
                    whole - whole // FACES**dice * (FACES - min(number, FACES)) ** dice if unit.capped_markers else 1
                    for number in numbers
                )
                for dice in self._dice(place)
            )
            for place, (unit, numbers, whole) in enumerate(zip(self.units, self.numbers, self.whole, strict=True))
        )

    def targets(self, leader: int) -> tuple[int, ...]:
        """The units that an order of the leader may help, whoever inspires."""
        if self.open_orders[leader] is False or not self.units[self.leaders[leader]].role.orders:
            return ()
        return tuple(
            place
            for place, unit in enumerate(self.units)
            if unit.near[leader] and self.passing[place][leader] != self.passing[place][-1]
        )

    def may_inspire(self, leader: int) -> bool:
        """Whether Inspiration by the leader improves any unit's number."""
        bit = 1 << leader
        return self.units[self.leaders[leader]].role.inspires and any(
            numbers[bits | bit] > numbers[bits]
            for unit, numbers in zip(self.units, self.numbers, strict=True)
            if unit.capped_markers
            for bits in range(len(numbers))
        )

    def weight(self, place: int, officers: tuple[int, ...], bits: int, inspiring: int) -> int:
        """The weight of passing when the leaders in ``bits`` have passed, those in ``inspiring`` having inspired."""
        row, inspired = self.passing[place], bits & inspiring
        best = row[-1][inspired]
        for officer in officers:
            is_open = self.open_orders[officer]
            # An order that opens when its leader has passed is open in the states that have his bit.
            if bits >> officer & 1 if is_open is None else is_open:
                best = max(best, row[officer][inspired])
        return best

    def after(self, state: PhaseState, place: int, officers: tuple[int, ...], inspiring: int) -> PhaseState:
        """The state after one more unit's activation."""
        bit = 1 << self.leaders.index(place) if place in self.leaders else 0
        counts_as_acting = self.count_inspiration or not inspiring & bit
        whole = self.whole[place]
        later: PhaseState = {}
        for bits, counts in state.items():
            weight = self.weight(place, officers, bits, inspiring)
            if weight:
                acting_counts = [n * weight for n in counts]
                _add_weights(later, bits | bit, [0, *acting_counts] if counts_as_acting else [*acting_counts, 0])
            if weight < whole:
                failing_weight = whole - weight
                _add_weights(later, bits, [*[n * failing_weight for n in counts], 0])
        return later


def _add_weights(state: PhaseState, bits: int, counts: list[int]) -> None:
    before = state.get(bits)
    state[bits] = counts if before is None else [a + b for a, b in zip(before, counts, strict=True)]


def leaders_of(units: tuple[PlannedUnit, ...]) -> tuple[int, ...]:
    """The places of the units that lead, in the order of the list."""
    return tuple(place for place, unit in enumerate(units) if unit.role is not LeaderRole.NONE)


def numbers_to_roll(units: tuple[PlannedUnit, ...], inspire: str) -> tuple[tuple[int, ...], ...]:
    """For each unit, the number to roll for every set of leaders who have inspired (WS-INS-3, WS-INS-4)."""
    leaders = leaders_of(units)
    by_unit = []
    for place, unit in enumerate(units):
        lent_numbers = [
            inspired_number(inspiring_nv(units[leader]), unit.capped_markers, inspire)
            if leader != place and units[leader].role.inspires and unit.near[which]
            else 0
            for which, leader in enumerate(leaders)
        ]
        own = current_nv(unit.nv, unit.capped_markers)
        by_unit.append(
            tuple(
                max([own, *(number for which, number in enumerate(lent_numbers) if bits >> which & 1)])
                for bits in range(1 << len(leaders))
            )
        )
    return tuple(by_unit)


def inspiring_nv(unit: PlannedUnit) -> int:
    """The Nv that a unit lends after passing its own check and removing a marker (WS-A46)."""
    return current_nv(unit.nv, max(0, unit.capped_markers - PASS_REMOVES))


def open_orders(units: tuple[PlannedUnit, ...], must_be_steady: str, single: str) -> tuple[bool | None, ...]:
    """For each leader, whether an order is open from the start, once he has passed (``None``), or never (WS-A18)."""
    states: list[bool | None] = []
    for leader in leaders_of(units):
        markers = units[leader].capped_markers
        after = markers - passing_removes(markers, single)
        steady = must_be_steady == "off" or not is_suppressed(markers, single)
        states.append(True if steady else False if is_suppressed(after, single) else None)
    return tuple(states)


@dataclass(frozen=True, slots=True)
class Outlook:
    """The outlook of a plan: how many units act, and the chance of each, in the order of the list."""

    plan: Plan
    acting: Distribution[int]
    chances: tuple[Fraction, ...]


def outlook(phase: Phase, plan: Plan) -> Outlook:
    """The exact outlook of a plan."""
    state: PhaseState = {0: [1]}
    total = 1
    chances = [Fraction(0)] * len(plan.turns)
    for place in plan.turns:
        officers = plan.officers_of(place)
        passing_weight = sum(
            phase.weight(place, officers, bits, plan.inspiring) * sum(counts) for bits, counts in state.items()
        )
        total *= phase.whole[place]
        chances[place] = Fraction(passing_weight, total)
        state = phase.after(state, place, officers, plan.inspiring)
    return Outlook(plan, _acting(state), tuple(chances))


def acting_units(phase: Phase, plan: Plan) -> Distribution[int]:
    """How many units act under a plan."""
    state: PhaseState = {0: [1]}
    for place in plan.turns:
        state = phase.after(state, place, plan.officers_of(place), plan.inspiring)
    return _acting(state)


def _acting(state: PhaseState) -> Distribution[int]:
    return Distribution((count, weight) for counts in state.values() for count, weight in enumerate(counts))
