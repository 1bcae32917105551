"""The melee phase between two squads: close-quarters fire, then blows, both sides at once in each part (FC-MEL)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import gcd, lcm
from typing import Annotated, Any

from rulesets.core.asks import Ask
from rulesets.core.calculators import (
    Answer,
    Calculator,
    Chart,
    Outcome,
    QuestionError,
    Setting,
    Side,
    Step,
    amounts,
    decimal,
    percent,
)
from rulesets.core.codec import encode
from rulesets.core.dice import Distribution, mean
from rulesets.core.houserules import House
from rulesets.core.reference import Table, Tone, table
from rulesets.systems.forum_combat import allotment
from rulesets.systems.forum_combat.allotment import State
from rulesets.systems.forum_combat.catalogue import house_of
from rulesets.systems.forum_combat.questions import (
    BROKEN_HELP,
    MOST_DICE,
    Attack,
    Standing,
    attack_steps,
    attack_with,
    close_shots,
    joint_table,
    modifier_words,
    squad_hit,
    squad_of,
    standing_rows,
)
from rulesets.systems.forum_combat.shooting import shooter_parts
from rulesets.systems.forum_combat.squads import Armed, Member
from rulesets.systems.forum_combat.volleys import Lot, Steps, Target, end_weights

MOST_WORK = 3_000_000
MOST_SHOWN = 20

Grid = dict[int, dict[int, int]]
"""Weights by the numbers of both sides' states: own state, then theirs."""

Ends = tuple[int, tuple[tuple[int, int], ...]]
"""A total, and the number of each state that may come about with its weight."""


@dataclass(frozen=True, slots=True)
class Strikes:
    """What one unit of each line rolls, weapon by weapon, in one part of the melee phase."""

    lots: tuple[tuple[Lot, ...], ...]

    def of(self, state: State, reach: int) -> tuple[Lot, ...]:
        """The lots of the standing units, of which ``reach`` get to attack (0: all)."""
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
    """One side: its units, what each does in the two parts, and how many get to strike (0: all)."""

    target: Target
    shots: Strikes
    blows: Strikes
    reach: int = 0


class _States:
    """The states of one squad by number, so that a fight handles numbers."""

    def __init__(self) -> None:
        self.known: list[State] = []
        self._numbers: dict[State, int] = {}

    def number(self, state: State) -> int:
        if state not in self._numbers:
            self._numbers[state] = len(self.known)
            self.known.append(state)
        return self._numbers[state]


SHOTS, BLOWS = (False,), (True,)
BOTH = (False, True)
"""The parts of a melee phase, by whether they are blows; in ``BOTH`` the same units do one after the other."""


class _Side:
    """What one side does to the other, looked up once for each pair of states."""

    def __init__(self, fighter: Fighter, victim: Fighter, house: House, own: _States, theirs: _States) -> None:
        self.fighter = fighter
        self.victim = victim
        self.house = house
        self.own = own
        self.theirs = theirs
        self.steps = Steps(victim.target, house, "rounds")
        self.keep_downed = len(victim.target.state) > 1 and house.choice("fc.alloc") == "random_all"
        self._rolled: dict[tuple[Lot, ...], int] = {}
        self._lots: dict[tuple[bool, int], int] = {}
        self._left: dict[tuple[int, int], Ends] = {}
        self._ends: dict[tuple[tuple[int, ...], int], Ends] = {}

    def bare(self, state: State) -> State:
        """The victim without those who matter no more."""
        return state if self.keep_downed else tuple(unit for unit in state if unit[1] > 0)

    def after(self, part: tuple[bool, ...], own: int, theirs: int) -> Ends:
        """What the victim may look like after one part."""
        key = tuple([self._lots_of(blows, own) for blows in part]), theirs
        if key not in self._ends:
            self._ends[key] = self._after(*key)
        return self._ends[key]

    def _lots_of(self, blows: bool, own: int) -> int:
        """The number of what a state rolls; states that roll alike have one number."""
        if (blows, own) not in self._lots:
            strikes, reach = (self.fighter.blows, self.fighter.reach) if blows else (self.fighter.shots, 0)
            lots = strikes.of(self.own.known[own], reach)
            self._lots[blows, own] = self._rolled.setdefault(lots, len(self._rolled))
        return self._lots[blows, own]

    def _after(self, parts: tuple[int, ...], theirs: int) -> Ends:
        after = self._hit(parts[0], theirs)
        for lots in parts[1:]:
            total, before = after
            hits = [(weight, self._hit(lots, state)) for state, weight in before]
            common = lcm(*(each for _, (each, _) in hits))
            gathered: dict[int, int] = {}
            for weight, (each, left) in hits:
                for state, chance in left:
                    gathered[state] = gathered.get(state, 0) + weight * chance * (common // each)
            after = total * common, tuple(gathered.items())
        return after

    def _hit(self, lots: int, theirs: int) -> Ends:
        if not self.theirs.known[theirs]:
            return 1, ((theirs, 1),)
        if (lots, theirs) not in self._left:
            rolled = tuple(self._rolled)[lots]
            target = replace(self.victim.target, state=self.theirs.known[theirs])
            found: dict[int, int] = {}
            for state, weight in end_weights(rolled, target, self.steps).items():
                left = self.theirs.number(self.bare(state))
                found[left] = found.get(left, 0) + weight
            shared = gcd(*found.values())
            after = tuple((state, weight // shared) for state, weight in found.items())
            self._left[lots, theirs] = sum(weight for _, weight in after), after
        return self._left[lots, theirs]


class Fight:
    """A fight between two squads, round after round, exactly."""

    def __init__(self, own: Fighter, theirs: Fighter, house: House) -> None:
        """Set them against each other with the state that each has."""
        self._states = _States(), _States()
        self._own = _Side(own, theirs, house, *self._states)
        self._theirs = _Side(theirs, own, house, *self._states[::-1])
        self._parts = self._order(own, theirs, house)
        bare = self._theirs.bare(own.target.state), self._own.bare(theirs.target.state)
        self._grid: Grid = {self._states[0].number(bare[0]): {self._states[1].number(bare[1]): 1}}
        self._work = 0

    @staticmethod
    def _order(own: Fighter, theirs: Fighter, house: House) -> tuple[tuple[bool, ...], ...]:
        if not (own.shots.any or theirs.shots.any):
            return (BLOWS,)
        if (own.blows.any or theirs.blows.any) and house.choice("fc.cq_then_melee") == "strike":
            return (BOTH,)
        return (SHOTS, BLOWS)

    def next_round(self) -> Distribution[tuple[State, State]]:
        """Both sides after one more melee phase; raises ``QuestionError`` when it is too much to count out."""
        for part in self._parts:
            self._grid = self._fought(part)
        own, theirs = (states.known for states in self._states)
        return Distribution(
            ((own[left], theirs[right]), weight) for left, row in self._grid.items() for right, weight in row.items()
        )

    def _fought(self, part: tuple[bool, ...]) -> Grid:
        rolled = [
            (weight, self._theirs.after(part, theirs, own), self._own.after(part, own, theirs))
            for own, row in self._grid.items()
            for theirs, weight in row.items()
        ]
        self._work += sum(len(own) * len(theirs) for _, (_, own), (_, theirs) in rolled)
        if self._work > MOST_WORK:
            raise QuestionError("rounds", "That is too much to count out; take fewer rounds or fewer units.")
        common = lcm(*{own * theirs for _, (own, _), (theirs, _) in rolled})
        rows: dict[int, list[int]] = {}
        columns = len(self._states[1].known)
        for weight, (own_total, own), (their_total, theirs) in rolled:
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


# --- the calculator ----------------------------------------------------------------------------------


EIGHT = Standing(count=8)
BLADES = Attack(2)
NO_WEAPON = Attack(0)


@dataclass(frozen=True, slots=True)
class Fighting:
    """Equal units of a squad in melee."""

    unit: Annotated[Standing, Ask("Unit")] = EIGHT
    blows: Annotated[Attack, Ask("Blows")] = BLADES
    close_quarters: Annotated[Attack, Ask("CloseQuarters fire")] = NO_WEAPON
    second: Annotated[Attack, Ask("Second blows", "With Extra Attacks", advanced=True)] = NO_WEAPON
    second_fire: Annotated[Attack, Ask("Second CloseQuarters fire", "With Extra Attacks", advanced=True)] = NO_WEAPON


@dataclass(frozen=True, slots=True)
class Melee:
    """What is asked of a melee."""

    own: Annotated[tuple[Fighting, ...], Ask("Units", min=1, max=6, section="Own squad")] = (
        Fighting(Standing("Assault Trooper", 8, sav=4), close_quarters=Attack(2)),
    )
    own_broken: Annotated[bool, Ask("Morale broken", BROKEN_HELP, section="Own squad")] = False
    own_bonus: Annotated[int, Ask("To ACC", "Positive is better", min=-6, max=6, section="Own squad")] = 0
    own_engaged: Annotated[
        bool, Ask("Engaged", "Off: in contact by its own longer ENG alone", section="Own squad", advanced=True)
    ] = True
    own_reach: Annotated[int, Ask("Get to strike", "0: all", min=0, max=80, section="Own squad", advanced=True)] = 0
    theirs: Annotated[tuple[Fighting, ...], Ask("Units", min=1, max=6, section="Their squad")] = (
        Fighting(Standing("Raider", 12, sav=6)),
    )
    theirs_broken: Annotated[bool, Ask("Morale broken", BROKEN_HELP, section="Their squad")] = False
    theirs_bonus: Annotated[int, Ask("To ACC", "Positive is better", min=-6, max=6, section="Their squad")] = 0
    theirs_engaged: Annotated[
        bool, Ask("Engaged", "Off: in contact by its own longer ENG alone", section="Their squad", advanced=True)
    ] = True
    theirs_reach: Annotated[
        int, Ask("Get to strike", "0: all", min=0, max=80, section="Their squad", advanced=True)
    ] = 0
    rounds: Annotated[int, Ask("Rounds", "Fought on without a break", min=1, max=20)] = 5


def fighter(
    rows: tuple[Fighting, ...],
    field: str,
    parts: tuple[tuple[str, int], ...],
    reach: int,
    house: House,
    engaged: bool = True,
) -> Fighter:
    """The rows as one side; raises ``QuestionError`` naming the row.

    A side that is not ``engaged`` reaches the other by its own longer engagement range alone (FC-A60).
    """
    target = squad_hit(tuple(row.unit for row in rows), f"{field}[{{}}].unit", house)
    modifier = sum(value for _, value in parts)
    shots = Strikes(tuple((row.close_quarters.lot(modifier), row.second_fire.lot(modifier)) for row in rows))
    blows = Strikes(tuple((row.blows.lot(modifier), row.second.lot(modifier)) for row in rows))
    made = Fighter(target, shots, blows, reach)
    for strikes, name in ((made.shots, "close_quarters"), (made.blows, "blows")):
        if sum(lot.dice for lot in strikes.of(target.state, 0)) > MOST_DICE:
            raise QuestionError(f"{field}[0].{name}.attacks", f"More than {MOST_DICE} dice are too many; take fewer.")
    if engaged or not made.shots.any or house.on("fc.close_quarters_reach"):
        return made
    return replace(made, shots=Strikes(tuple(tuple(replace(lot, dice=0) for lot in lots) for lots in shots.lots)))


def _lost(fight: Distribution[tuple[State, State]], side: int, before: int) -> Distribution[int]:
    return fight.map(lambda at: before - allotment.standing(at[side]))


class _Fates:
    """How a fight stands: the chances of each end."""

    def __init__(self, grid: Distribution[tuple[State, State]]) -> None:
        standing = grid.map(lambda at: (bool(allotment.standing(at[0])), bool(allotment.standing(at[1]))))
        self.won = standing.chance((True, False))
        self.lost = standing.chance((False, True))
        self.neither = standing.chance((False, False))
        self.fighting = standing.chance((True, True))

    def outcomes(self) -> tuple[Outcome, ...]:
        return (
            Outcome("Theirs wiped out", self.won, Tone.GOOD),
            Outcome("Still fighting", self.fighting),
            Outcome("Both wiped out", self.neither, Tone.FAIR),
            Outcome("Own wiped out", self.lost, Tone.BAD),
        )


def _rounds_table(grids: list[Distribution[tuple[State, State]]]) -> Table:
    rows: list[tuple[object, ...]] = []
    for number, grid in enumerate(grids, 1):
        fates = _Fates(grid)
        left = [mean(grid.map(lambda at, side=side: allotment.standing(at[side]))) for side in (0, 1)]  # type: ignore[misc]
        shown = [percent(chance, 1) for chance in (fates.won, fates.lost, fates.neither, fates.fighting)]
        rows.append((number, decimal(left[0]), decimal(left[1]), *shown))
    headings = "Round | >Own left | >Theirs left | >Only theirs wiped | >Only own wiped | >Both wiped | >Still fighting"
    return table("Round by round", headings, rows, "Left: units standing on average.")


def _losses_table(grid: Distribution[tuple[State, State]], own: int, theirs: int, rounds: int) -> Table:
    joint = grid.map(lambda at: (own - allotment.standing(at[0]), theirs - allotment.standing(at[1])))
    title = f"Both sides' losses together after {rounds_word(rounds)}"
    return joint_table(title, "Own lost", joint, "theirs lost")


def rounds_word(rounds: int) -> str:
    """``1 round``, ``5 rounds``."""
    return "1 round" if rounds == 1 else f"{rounds} rounds"


def _steps(
    name: str, rows: tuple[Fighting, ...], side: Fighter, victim: Target, house: House, why: str
) -> Iterator[Step]:
    lots = iter(side.shots.of(side.target.state, 0))
    for row in rows:
        yield from _step(f"{name}, {row.unit.name}, close quarters", next(lots), victim, house, why)
        yield from _step(f"{name}, {row.unit.name}, second close quarters", next(lots), victim, house, why)
    lots = iter(side.blows.of(side.target.state, side.reach))
    for row in rows:
        yield from _step(f"{name}, {row.unit.name}, blows", next(lots), victim, house, why)
        yield from _step(f"{name}, {row.unit.name}, second blows", next(lots), victim, house, why)


def _step(name: str, lot: Lot, victim: Target, house: House, why: str) -> Iterator[Step]:
    return attack_steps(name, lot, victim, house, why) if lot.dice else iter(())


def fight(question: Melee, setting: Setting) -> Answer:
    """The melee's chances, round by round, exactly."""
    house = setting.house
    own_parts = shooter_parts(question.own_broken, question.own_bonus)
    their_parts = shooter_parts(question.theirs_broken, question.theirs_bonus)
    if not (question.own_engaged or question.theirs_engaged):
        raise QuestionError("own_engaged", "Squads of which neither is engaged are in no melee; one of them is.")
    own = fighter(question.own, "own", own_parts, question.own_reach, house, question.own_engaged)
    theirs = fighter(question.theirs, "theirs", their_parts, question.theirs_reach, house, question.theirs_engaged)
    fought = Fight(own, theirs, house)
    grids = [fought.next_round() for _ in range(question.rounds)]
    last = _Fates(grids[-1])
    before = len(own.target.state), len(theirs.target.state)
    lost = [_lost(grids[-1], side, before[side]) for side in (0, 1)]
    tables = [_rounds_table(grids)]
    if max(before) <= MOST_SHOWN:
        tables.append(_losses_table(grids[-1], *before, question.rounds))
    after = f"after {rounds_word(question.rounds)}"
    return Answer(
        f"{percent(last.won)} to wipe them out and stand, {percent(last.lost)} to be wiped out {after}",
        Tone.GOOD if last.won > last.lost else Tone.BAD if last.lost > last.won else Tone.PLAIN,
        (
            *_steps("Own", question.own, own, theirs.target, house, modifier_words(own_parts)),
            *_steps("Theirs", question.theirs, theirs, own.target, house, modifier_words(their_parts)),
            Step("FC-MEL-4", f"Own losses {after}", decimal(mean(lost[0])), f"of {before[0]}, on average"),
            Step("FC-MEL-4", f"Their losses {after}", decimal(mean(lost[1])), f"of {before[1]}, on average"),
            Step("FC-MEL-6", f"Nobody left on either side {after}", percent(last.neither, 1)),
        ),
        (
            Chart(f"How it stands {after}", last.outcomes()),
            amounts(f"Their losses {after}", lost[1]),
            amounts(f"Own losses {after}", lost[0]),
        ),
        tuple(tables),
    )


def strikes(line: Member, house: House) -> tuple[Armed, ...]:
    """The melee weapons a unit of the line strikes with (FC-A21)."""
    melee = line.melee()
    extra = tuple(armed for armed in melee if armed.weapon.extra_attacks)
    single = tuple(armed for armed in melee if not armed.weapon.extra_attacks)
    if len(single) > 1 and house.choice("fc.melee_one_weapon") == "one":
        single = single[:1]
    return single + extra


def fighting_rows(lines: tuple[Member, ...], house: House) -> list[dict[str, Any]]:
    """A squad in melee as plain rows: of each line two melee weapons at the most, and two for close quarters."""
    rows = []
    for line, body in zip(lines, standing_rows(lines), strict=True):
        row: dict[str, Any] = {"unit": body, "blows": encode(NO_WEAPON)}
        for armed, name in zip(strikes(line, house), ("blows", "second"), strict=False):
            row[name] = attack_with(armed.weapon)
        for armed, name in zip(close_shots(line, house), ("close_quarters", "second_fire"), strict=False):
            row[name] = attack_with(armed.weapon)
        rows.append(row)
    return rows


def fill(own: Side, opposing: Side | None) -> dict[str, Any]:
    """Both squads with their blows and close-quarters fire."""
    filled: dict[str, Any] = {"own": fighting_rows(squad_of(own), house_of(own.force))}
    if opposing is not None:
        filled["theirs"] = fighting_rows(squad_of(opposing), house_of(own.force))
    return filled


MELEE = Calculator(
    "melee",
    "Melee",
    "Two squads fight: close-quarters fire, then blows, round after round.",
    Melee,
    fight,
    fill,
)
