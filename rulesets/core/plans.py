"""A plan for the units of a side that may still act: who engages whom now, and in which order.

It asks what each game declares: who may act, what an engagement does to its target, and what is lost by that.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, Final

from rulesets.core.assignments import Order, Search, Task
from rulesets.core.calculators import Calculator, SolveContext
from rulesets.core.declarations.fields import Choice, units_named
from rulesets.core.engagements import Target, Targets, side_of
from rulesets.core.forces.force import AnyForce
from rulesets.core.forces.rules import CheckContext
from rulesets.core.play.definition import out_of_play, units_on_table
from rulesets.core.play.guide import segments_for
from rulesets.core.play.matches import Match, MatchState
from rulesets.core.play.states import AnyDeployed, Side
from rulesets.core.sequences import Attack, Firing, key_of

MAX_UNITS: Final = 40
"""The most units of a side that are planned for, and the most targets."""
SMALL: Final = 1e-3
"""How much what a goal does not name weighs, to decide between plans that are as good."""
OUT_OF_PLAY, ACTED, TOO_MANY = "out of play", "acted already", f"more than {MAX_UNITS} units"
"""Why a unit is not planned for."""
NO_TARGET: Final = "no useful target now"
"""Why a unit that is planned for has no line, unless it may engage nobody."""
COST: Final = 0.01
"""The chance that a unit has to add to a target that is to be put out with the fewest."""

State = int
"""A state of a target by its place in a list: numbers are compared faster than the boxes ticked."""


class Goal(Choice):
    """What a plan is to gain."""

    LOSSES = "losses", "Most losses"
    OUT = "out", "Most units out of play"
    TARGET = "target", "One target out, with the fewest units"


@dataclass(frozen=True, slots=True)
class PlanLine:
    """A unit of the plan: its target, how it engages it, and what is expected of the target after it.

    ``lost`` is what it adds to the expected losses, or to what the game's plans count beside them, ``gone`` the chance
    that the target is out of play after it. ``before`` are the units that engage it first. ``alone`` is the target
    where it would gain most by itself, if that is another one; otherwise ``second`` is the one of another kind where it
    would gain most but for this one, with what it would add there, and the chance that this puts it out of play.
    ``gone_before`` is the chance that the target is out of play before it.
    """

    unit: str
    target: str
    title: str
    lost: Fraction
    gone: Fraction
    before: Order
    alone: str = ""
    second: str = ""
    second_lost: Fraction = Fraction(0)
    second_gone: Fraction = Fraction(0)
    gone_before: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class Plan:
    """Who engages whom: the lines in the order of the turn's segments, and what is expected of them together.

    ``lost`` are the expected losses, ``out`` the expected number of units out of play; ``usual_lost`` and ``usual_out``
    are the same if each unit engages the target where it alone gains most. ``idle`` are units that have nothing to
    gain. With ``is_exact`` no other plan gains more.
    """

    lines: tuple[PlanLine, ...] = ()
    lost: Fraction = Fraction(0)
    out: Fraction = Fraction(0)
    usual_lost: Fraction = Fraction(0)
    usual_out: Fraction = Fraction(0)
    idle: Order = ()
    is_exact: bool = True


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a player wants of a plan: its goal, the ``target`` of that, units left out, and units pinned to targets."""

    goal: Goal = Goal.LOSSES
    target: str = ""
    left_out: frozenset[str] = frozenset()
    pinned: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Attack:
    """How a unit engages a target in a state, what is lost on average, and each state after it with its chance.

    ``barred`` says why it may not, if it may not. ``likely`` are the states and chances as the search takes them.
    """

    title: str
    barred: str
    lost: Fraction
    outcomes: Mapping[State, Fraction]
    likely: tuple[tuple[State, float], ...]
    calculator: str


class Planner:
    """Plans for the ``acting`` side, from what its player may know.

    ``deployed`` are the forces as that player knows them. ``by_group``: a group acts as one, by its first unit.
    ``calculator`` finds one by its slug; ``distance`` counts for all engagements that have one, up to the ``longest``
    that they take (0 where none has one). ``candidates`` are the units that a player may name as a target, ``targets``
    those that are planned for. ``unplanned`` are the other units of the side, each with the reason in a few words, but
    for those that the player leaves out.
    """

    def __init__(
        self,
        match: Match,
        state: MatchState,
        acting: int,
        calculator: Callable[[str], Calculator[Any]],
        context: SolveContext,
        *,
        deployed: Callable[[MatchState, int], AnyDeployed | None] | None = None,
        by_group: bool = False,
        distance: int | None = None,
        wishes: Wishes | None = None,
    ) -> None:
        """Find who may act and who may be engaged; ``search`` looks for the plan."""
        self.match, self.state, self.acting, self.wishes = match, state, acting, wishes or Wishes()
        self.deployed, self.planning = deployed or match.deployed, match.play.planning
        own, opposing = self.deployed(state, acting), self.deployed(state, 1 - acting)
        sides = tuple(units_on_table(match.play, own, by_group=by_group)) if own else ()
        others = tuple(units_on_table(match.play, opposing, by_group=by_group)) if opposing else ()
        free = [each for each in sides if each.unit.id not in self.wishes.left_out and not match.play.acted(each.state)]
        self.units = tuple(each.unit.id for each in free)[:MAX_UNITS]
        self.longest = _longest(match, calculator, context, sides[:MAX_UNITS], others[:MAX_UNITS])
        self.distance = min(distance, self.longest) if distance is not None and self.longest else None
        self.unplanned = tuple(self._others(own, sides, by_group=by_group)) if own else ()
        self.candidates = tuple(each.unit.id for each in others)
        named = {self.wishes.target} if self.wishes.goal is Goal.TARGET else {*self.candidates}
        self.targets = tuple(each for each in self.candidates if each in named)[:MAX_UNITS]
        counted = self.planning.counted if self.planning and self.planning.counted else tuple
        self._firing = {
            target: Firing(match, calculator, acting, target, context, self.distance, self.deployed, counted)
            for target in self.targets
        }
        self._kinds = _kinds(match, state, acting, free, by_group=by_group)
        suffering = [each for each in others if each.unit.id in self.targets]
        self._target_kinds = _kinds(match, state, 1 - acting, suffering, by_group=by_group)
        self._asked, self._segments = dict[tuple[str, str], Target](), dict[tuple[str, str], int | None]()
        self._states, self._places = list[MatchState](), dict[tuple[str, Hashable], State]()
        self._attacks: dict[tuple[str, str, State], _Attack] = {}
        self._start = {target: self._known(self._target_kinds[target], state) for target in self.targets}
        self._worth: dict[tuple[str, State], tuple[Fraction, bool, float]] = {}

    @cached_property
    def search(self) -> Search:
        """The search for the plan; it may be given up after any step."""
        pinned = {unit: target for unit, target in self.wishes.pinned.items() if target in self.targets}
        return Search(
            Task(
                self.units,
                self.targets,
                self._start.__getitem__,
                lambda unit, target, state: self._attack(unit, target, state).likely,
                lambda target, state: self._worth_of(target, state)[2],
                COST if self.wishes.goal is Goal.TARGET else 0.0,
                pinned,
                lambda unit, target, state: self._weight * float(self._attack(unit, target, state).lost),
                self._kinds,
                self._target_kinds,
                self._moment,
            )
        )

    def run(self) -> Iterator[float]:
        """Search, and yield how much of it is done."""
        yield from self.search.run()

    def plan(self) -> Plan:
        """The best plan so far, with exact figures."""
        best, usual = self.search.best, self.search.each_alone()
        by_gain = sorted(best, key=lambda target: self.search.gain(target, best[target]), reverse=True)
        lines = [line for target in by_gain for line in self._lines(target, best[target])]
        lines.sort(key=lambda line: self._moment(line.unit, line.target))
        totals = [self._totals(assignment) for assignment in (best, usual)]
        used = {line.unit for line in lines}
        return Plan(
            tuple(lines),
            *totals[0],
            *totals[1],
            tuple(unit for unit in self.units if unit not in used),
            self.search.is_exact,
        )

    def asked(self, unit: str, target: str) -> Target:
        """What a unit is asked to do at a target as it stands now, and what that assumes."""
        if (unit, target) not in self._asked:
            self._asked[unit, target] = self._firing[target].asked(self.state, unit)
        return self._asked[unit, target]

    def segment(self, unit: str, target: str) -> int | None:
        """The place of the current segment or the next one in which a unit may engage a target.

        One before the current segment is that of the next turn; it is ``None`` where no segment fits.
        """
        place = self._kinds[unit], self._attack(unit, target, self._start[target]).calculator
        if place not in self._segments:
            places = segments_for(self.match, self.state, self.acting, self._side(unit), place[1])
            ahead = (each for each in places if each >= self.state.segment)
            self._segments[place] = next(ahead, places[0] if places else None)
        return self._segments[place]

    def _moment(self, unit: str, target: str) -> int:
        """When a unit may engage a target, in segments from now; after all others where no segment fits."""
        place, count = self.segment(unit, target), len(self.match.segments)
        return count if place is None else (place - self.state.segment) % count

    def barred(self, unit: str) -> str:
        """Why a unit may engage none of the targets, in a sentence, if one reason holds for all; otherwise empty."""
        attacks = [self._attack(unit, target, self._start[target]) for target in self.targets]
        reasons = {each.barred for each in attacks if each.barred}
        return "" if len(reasons) != 1 or any(each.outcomes for each in attacks) else reasons.pop()

    def without_line(self, plan: Plan) -> Iterator[tuple[str, str]]:
        """The units for which a plan has no line, each with the reason, but for those that the player leaves out."""
        yield from self.unplanned
        for unit in plan.idle:
            yield unit, self.barred(unit) or NO_TARGET

    def _side(self, unit: str) -> Side:
        return side_of(self.deployed(self.state, self.acting), unit)

    def _others(self, own: AnyDeployed, sides: Sequence[Side], *, by_group: bool) -> Iterator[tuple[str, str]]:
        """The units of the side that no plan is made for, with the reason."""
        play, planned = self.match.play, {*self.units, *self.wishes.left_out}
        acting, gone = {each.group.id: each.unit.id for each in sides}, out_of_play(play, own)
        for group in own.force.groups:
            first = acting.get(group.id, group.units[0].id if group.units else "")
            for unit in group.units:
                if unit.id in planned or (by_group and unit.id != first):
                    continue
                side = Side(own.force, group, unit, own)
                if unit.id in gone:
                    yield unit.id, OUT_OF_PLAY
                elif carrier := play.aboard(side):
                    yield unit.id, f"aboard {carrier}"
                else:
                    yield unit.id, ACTED if play.acted(side.state) else TOO_MANY

    # --- what the game says ------------------------------------------------------------------------------------

    def _known(self, target: str, state: MatchState) -> State:
        """A target's state, by what decides of it; the match in the first one like it stands for all of them."""
        alike = self.planning.alike if self.planning else None
        found = alike(self._firing[target].side(state)) if alike else key_of(state.sides[1 - self.acting])
        place = self._places.setdefault((target, found), len(self._states))
        if place == len(self._states):
            self._states.append(state)
        return place

    def _attack(self, unit: str, target: str, state: State) -> _Attack:
        """What a unit does to a target in a state; units and targets of a kind are asked once."""
        target = self._target_kinds[target]
        place = self._kinds[unit], target, state
        if place not in self._attacks:
            firing, match_state = self._firing[target], self._states[state]
            found = Attack() if self._is_gone(target, state) else firing.attack(match_state, unit)
            outcomes: dict[State, Fraction] = {}
            lost = Fraction(0)
            for after, chance, harm in found.outcomes:
                further = self._known(target, after)
                outcomes[further] = outcomes.get(further, Fraction(0)) + chance
                lost += chance * harm
            likely = tuple((further, float(chance)) for further, chance in outcomes.items())
            self._attacks[place] = _Attack(found.title, found.barred, lost, outcomes, likely, found.calculator)
        return self._attacks[place]

    @property
    def _weight(self) -> float:
        """How much what is lost counts for the goal."""
        return 1.0 if self.wishes.goal is Goal.LOSSES else SMALL

    def _is_gone(self, target: str, state: State) -> bool:
        return self._worth_of(target, state)[1]

    def _worth_of(self, target: str, state: State) -> tuple[Fraction, bool, float]:
        """What the game's plans count of a state beside losses, whether it is out of play, and what that is worth."""
        target = self._target_kinds[target]
        place = target, state
        if place not in self._worth:
            firing, match_state = self._firing[target], self._states[state]
            gone = firing.is_gone(match_state)
            counted = Fraction(0)
            if self.planning is not None and self.planning.worth is not None:
                counted = Fraction(1) if gone else self.planning.worth(firing.side(match_state))
            out = gone * (SMALL if self.wishes.goal is Goal.LOSSES else 1.0)
            self._worth[place] = counted, gone, out + self._weight * float(counted)
        return self._worth[place]

    # --- exact figures -----------------------------------------------------------------------------------------

    def _expected(self, target: str, order: Order) -> tuple[Fraction, Fraction]:
        """What is gained at a target by units in that order, and the chance that it is out of play."""
        states: dict[State, Fraction] = {self._start[target]: Fraction(1)}
        gained = -self._worth_of(target, self._start[target])[0]
        for unit in order:
            after: dict[State, Fraction] = {}
            for state, chance in states.items():
                attack = self._attack(unit, target, state)
                gained += chance * attack.lost
                for further, likely in (attack.outcomes or {state: Fraction(1)}).items():
                    after[further] = after.get(further, Fraction(0)) + chance * likely
            states = after
        gained += sum((chance * self._worth_of(target, state)[0] for state, chance in states.items()), Fraction(0))
        return gained, sum((chance for state, chance in states.items() if self._is_gone(target, state)), Fraction(0))

    def _totals(self, assignment: Mapping[str, Order]) -> tuple[Fraction, Fraction]:
        figures = [self._expected(target, order) for target, order in assignment.items()]
        return sum((lost for lost, _ in figures), Fraction(0)), sum((gone for _, gone in figures), Fraction(0))

    def _lines(self, target: str, order: Order) -> Iterator[PlanLine]:
        for place, unit in enumerate(order):
            (before, gone_before), (after, gone) = (self._expected(target, order[:end]) for end in (place, place + 1))
            line = PlanLine(
                unit,
                target,
                self._attack(unit, target, self._start[target]).title,
                after - before,
                gone,
                order[:place],
                gone_before=gone_before,
            )
            alone = max(self.targets, key=lambda other: self._alone(unit, other))
            if self._alone(unit, alone) > self._alone(unit, target):
                yield replace(line, alone=alone)
                continue
            kind = self._target_kinds[target]
            others = [each for each in self.targets if self._target_kinds[each] != kind]
            second = max(others, key=lambda other: self._alone(unit, other), default="")
            if not second or self._alone(unit, second) <= 0:
                yield line
                continue
            lost, out = self._expected(second, (unit,))
            yield replace(line, second=second, second_lost=lost, second_gone=out)

    def _alone(self, unit: str, target: str) -> float:
        return self.search.gain(target, (unit,)) if self.search.task.may(unit, target) else -1.0


def _longest(
    match: Match,
    calculator: Callable[[str], Calculator[Any]],
    context: SolveContext,
    own: Sequence[Side],
    opposing: Sequence[Side],
) -> int:
    """The longest distance that the engagements of these units take; 0 where none has a distance."""
    longest = 0
    for each in own:
        asks = Targets(match, calculator, each, context, None)
        for other in opposing:
            asks.compare([other])
            if asks.longest:
                break
        longest = max(longest, asks.longest)
    return longest


def _kinds(match: Match, state: MatchState, side: int, units: Sequence[Side], *, by_group: bool) -> dict[str, str]:
    """One unit for each that does and suffers the same: of the same kind, state and place, in a group like its own.

    Groups are alike with the same number of each kind, also of each state where they act ``by_group``. A unit that
    another one names, such as its transport, is like no other.
    """
    named = {unit for each in units[:1] for unit in _named(match.contexts[side], each.force)}
    first: dict[Hashable, str] = {}
    kinds = {}
    for each in units:
        members = Counter(
            (unit.spec, replace(each, unit=unit).state if by_group else None) for unit in each.group.units
        )
        group = each.group.spec, frozenset(members.items())
        one = each.unit.id if each.unit.id in named else ""
        kind = each.unit.spec, each.state, group, state.place_of(side, each), one
        kinds[each.unit.id] = first.setdefault(kind, each.unit.id)
    return kinds


def _named(context: CheckContext[Any, Any, Any] | None, force: AnyForce) -> Iterator[str]:
    """The units of a force that others of it name."""
    for group, unit in force.units():
        for _, name in units_named(unit.spec):
            if context is not None:
                yield from (found.id for found in context.unit_names.find(name, group, unit))
