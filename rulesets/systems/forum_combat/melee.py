"""Exact odds of a melee between two squads: fire at close quarters, then blows, each at once on both sides (FC-MEL)."""

from dataclasses import dataclass, replace
from math import gcd, lcm

from rulesets.core.calculators import QuestionError
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.dice import Distribution

from .volleys import Lot, VolleyTarget, WoundSteps, end_weights
from .wound_allocation import State

MAX_WORK = 3_000_000

Grid = dict[int, dict[int, int]]
"""Weights by numbered states of both sides: own state, then theirs."""

Ends = tuple[int, tuple[tuple[int, int], ...]]
"""The total weight, and pairs of possible state, by number, and its weight."""


@dataclass(frozen=True, slots=True)
class Strikes:
    """The attacks of one unit of each line, by weapon, in one part of the melee phase."""

    lots: tuple[tuple[Lot, ...], ...]

    def of(self, state: State, reach: int) -> tuple[Lot, ...]:
        """The lots of the standing units, of which only ``reach`` can attack (0: all)."""
        counts = [0] * len(self.lots)
        up = [line for line, hp in state if hp > 0]
        for line in up[: reach or len(up)]:
            counts[line] += 1
        return tuple(
            replace(lot, dice=lot.dice * count) for lots, count in zip(self.lots, counts, strict=True) for lot in lots
        )

    @property
    def any(self) -> bool:
        """Whether there is anything to roll."""
        return any(lot.dice for lots in self.lots for lot in lots)


@dataclass(frozen=True, slots=True)
class Fighter:
    """One side: its units, their attacks in the two parts, and how many can strike (0: all)."""

    target: VolleyTarget
    shots: Strikes
    blows: Strikes
    reach: int = 0


class _States:
    """The states of one squad, numbered, as a fight works with numbers."""

    def __init__(self) -> None:
        self.states: list[State] = []
        self._numbers: dict[State, int] = {}

    def number(self, state: State) -> int:
        if state not in self._numbers:
            self._numbers[state] = len(self.states)
            self.states.append(state)
        return self._numbers[state]


SHOTS, BLOWS = (False,), (True,)
BOTH = (False, True)
"""The parts of a melee phase, ``True`` for blows; in ``BOTH`` the same units shoot, then strike."""


def parts_of(own: Fighter, theirs: Fighter, house: HouseRules) -> tuple[tuple[bool, ...], ...]:
    """The parts of a melee phase in order; each is at once on both sides."""
    if not (own.shots.any or theirs.shots.any):
        return (BLOWS,)
    if (own.blows.any or theirs.blows.any) and house.choice("fc.cq_then_melee") == "strike":
        return (BOTH,)
    return (SHOTS, BLOWS)


def lots_of(fighter: Fighter, state: State, blows: bool) -> tuple[Lot, ...]:
    """The attacks of a side in a state: its blows, or its close-quarters fire."""
    return fighter.blows.of(state, fighter.reach) if blows else fighter.shots.of(state, 0)


def bare_state(state: State, victim: Fighter, house: HouseRules) -> State:
    """The state of a victim without the units that no longer matter."""
    # Where wounds are drawn among all, units that are down still draw some of them.
    if len(victim.target.state) > 1 and house.choice("fc.alloc") == "random_all":
        return state
    return tuple(unit for unit in state if unit[1] > 0)


class _Side:
    """The effect of one side on the other, computed once for each pair of states."""

    def __init__(self, fighter: Fighter, victim: Fighter, house: HouseRules, own: _States, theirs: _States) -> None:
        self.fighter = fighter
        self.victim = victim
        self.house = house
        self.own = own
        self.theirs = theirs
        self.steps = WoundSteps(victim.target, house, "rounds")
        self._volleys: dict[tuple[Lot, ...], int] = {}
        self._lots: dict[tuple[bool, int], int] = {}
        self._hit_ends: dict[tuple[int, int], Ends] = {}
        self._ends: dict[tuple[tuple[int, ...], int], Ends] = {}

    def bare(self, state: State) -> State:
        """The victim without the units that no longer matter."""
        return bare_state(state, self.victim, self.house)

    def after(self, part: tuple[bool, ...], own: int, theirs: int) -> Ends:
        """The possible states of the victim after one part."""
        key = tuple([self._lots_of(blows, own) for blows in part]), theirs
        if key not in self._ends:
            self._ends[key] = self._after(*key)
        return self._ends[key]

    def _lots_of(self, blows: bool, own: int) -> int:
        """The number of a state's volley; states with the same volley share it."""
        if (blows, own) not in self._lots:
            lots = lots_of(self.fighter, self.own.states[own], blows)
            self._lots[blows, own] = self._volleys.setdefault(lots, len(self._volleys))
        return self._lots[blows, own]

    def _after(self, parts: tuple[int, ...], theirs: int) -> Ends:
        after = self._hit(parts[0], theirs)
        for lots in parts[1:]:
            total, before = after
            hits = [(weight, self._hit(lots, state)) for state, weight in before]
            # Each volley has a total of its own: all are brought to a common one before they add up.
            common = lcm(*(each for _, (each, _) in hits))
            weights: dict[int, int] = {}
            for weight, (each, ends) in hits:
                for state, chance in ends:
                    weights[state] = weights.get(state, 0) + weight * chance * (common // each)
            after = total * common, tuple(weights.items())
        return after

    def _hit(self, lots: int, theirs: int) -> Ends:
        # Nobody is left, whom no attack changes.
        if not self.theirs.states[theirs]:
            return 1, ((theirs, 1),)
        if (lots, theirs) not in self._hit_ends:
            # A dict keeps the order in which volleys were numbered.
            volley = tuple(self._volleys)[lots]
            target = replace(self.victim.target, state=self.theirs.states[theirs])
            weights: dict[int, int] = {}
            for state, weight in end_weights(volley, target, self.steps).items():
                number = self.theirs.number(self.bare(state))
                weights[number] = weights.get(number, 0) + weight
            # Weights multiply from round to round, so a factor common to all would slow down later rounds.
            shared = gcd(*weights.values())
            after = tuple((number, weight // shared) for number, weight in weights.items())
            self._hit_ends[lots, theirs] = sum(weight for _, weight in after), after
        return self._hit_ends[lots, theirs]


class MeleeFight:
    """A fight between two squads, computed exactly round by round."""

    def __init__(self, own: Fighter, theirs: Fighter, house: HouseRules) -> None:
        """Begin with the state that each side has."""
        self._states = _States(), _States()
        self._own = _Side(own, theirs, house, *self._states)
        self._theirs = _Side(theirs, own, house, *self._states[::-1])
        self._parts = parts_of(own, theirs, house)
        bare = self._theirs.bare(own.target.state), self._own.bare(theirs.target.state)
        self._grid: Grid = {self._states[0].number(bare[0]): {self._states[1].number(bare[1]): 1}}
        self._work = 0

    def next_round(self) -> Distribution[tuple[State, State]]:
        """Both sides after another melee phase; raises ``QuestionError`` if that is too much work."""
        for part in self._parts:
            self._grid = self._fight(part)
        own, theirs = (each.states for each in self._states)
        return Distribution(
            ((own[left], theirs[right]), weight) for left, row in self._grid.items() for right, weight in row.items()
        )

    def _fight(self, part: tuple[bool, ...]) -> Grid:
        ends = [
            (weight, self._theirs.after(part, theirs, own), self._own.after(part, own, theirs))
            for own, row in self._grid.items()
            for theirs, weight in row.items()
        ]
        # Counted before it is done: the pairs of ends are what takes the time.
        self._work += sum(len(own) * len(theirs) for _, (_, own), (_, theirs) in ends)
        if self._work > MAX_WORK:
            raise QuestionError("rounds", "That is too much to work out. Enter fewer rounds or fewer units.")
        # Whole weights over one total, in rows: a Fraction and a key of two states for each pair would take far longer.
        common = lcm(*{own * theirs for _, (own, _), (theirs, _) in ends})
        rows: dict[int, list[int]] = {}
        columns = len(self._states[1].states)
        for weight, (own_total, own), (their_total, theirs) in ends:
            scale = weight * (common // (own_total * their_total))
            for left, chance in own:
                share = scale * chance
                row = rows.get(left) or rows.setdefault(left, [0] * columns)
                for right, other in theirs:
                    row[right] += share * other
        shared = gcd(*(weight for row in rows.values() for weight in row))
        return {
            left: {right: weight // shared for right, weight in enumerate(row) if weight} for left, row in rows.items()
        }
