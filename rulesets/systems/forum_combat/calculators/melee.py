"""The melee phase between two squads: the survivors of each, round by round (FC-MEL)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any, NamedTuple

from rulesets.core.calculators import (
    Answer,
    Brief,
    Calculator,
    Chart,
    Outcome,
    QuestionError,
    Result,
    SolveContext,
    Step,
    amounts,
    decimal,
    percent,
)
from rulesets.core.declarations.codec import encode
from rulesets.core.declarations.fields import Ask
from rulesets.core.declarations.house_rules import HouseRules, cached_with_readings
from rulesets.core.dice import Distribution, mean
from rulesets.core.play.rolls import Roller
from rulesets.core.play.states import Change, Side
from rulesets.core.tables import Table, Tone, table
from rulesets.core.wording import count_of

from .. import wound_allocation
from ..house_rules import house_of
from ..melee import Fighter, MeleeFight, Strikes
from ..rolling import roll_melee
from ..tracks import DONE, FOUGHT
from ..units import Armed, Member
from ..volleys import Lot, VolleyTarget
from ..weapon_choice import damage_of_a_die, fires_close_with, strikes_with
from ..wound_allocation import State, WoundTarget
from .squad_fields import (
    BROKEN_HELP,
    MAX_DICE,
    Attack,
    StandingUnits,
    attack_steps,
    attack_with,
    is_broken,
    joint_table,
    modifier_words,
    nobody_stands,
    on_average,
    shooter_parts,
    shooters_assumed,
    squad_hit,
    standing_rows,
)
from .squad_losses import is_filled_from, loss_results

MAX_TABLE_UNITS = 20
"""Units on a side up to which there is a table of both sides' losses."""
MAX_LINES = 6
KEPT_FIGHTS = 8

EIGHT = StandingUnits(count=8)
BLADES = Attack(2)
NO_WEAPON = Attack(0)


@dataclass(frozen=True, slots=True)
class MeleeUnits:
    """Equal units of a squad in melee."""

    unit: Annotated[StandingUnits, Ask("Unit")] = EIGHT
    blows: Annotated[Attack, Ask("Blows")] = BLADES
    close_quarters: Annotated[Attack, Ask("CloseQuarters fire")] = NO_WEAPON
    second: Annotated[Attack, Ask("Second blows", "Units with Extra Attacks strike again")] = NO_WEAPON
    second_fire: Annotated[Attack, Ask("Second CloseQuarters fire", "Units with Extra Attacks fire again")] = NO_WEAPON


@dataclass(frozen=True, slots=True)
class Melee:
    """Who survives a melee?"""

    own: Annotated[tuple[MeleeUnits, ...], Ask("Units", min=1, max=MAX_LINES, one="Unit")] = (
        MeleeUnits(StandingUnits("Assault Trooper", 8, sav=4), close_quarters=Attack(2)),
    )
    own_broken: Annotated[bool, Ask("Morale broken", BROKEN_HELP)] = False
    own_bonus: Annotated[int, Ask("To ACC", "A positive number is better", min=-6, max=6)] = 0
    own_engaged: Annotated[bool, Ask("Engaged", "Untick this if it is in contact only by its longer ENG")] = True
    own_reach: Annotated[int, Ask("Units able to strike", "Enter 0 for all", min=0, max=80)] = 0
    theirs: Annotated[tuple[MeleeUnits, ...], Ask("Units", min=1, max=MAX_LINES, one="Unit")] = (
        MeleeUnits(StandingUnits("Raider", 12, sav=6)),
    )
    theirs_broken: Annotated[bool, Ask("Morale broken", BROKEN_HELP)] = False
    theirs_bonus: Annotated[int, Ask("To ACC", "A positive number is better", min=-6, max=6)] = 0
    theirs_engaged: Annotated[bool, Ask("Engaged", "Untick this if it is in contact only by its longer ENG")] = True
    theirs_reach: Annotated[int, Ask("Units able to strike", "Enter 0 for all", min=0, max=80)] = 0
    rounds: Annotated[int, Ask("Rounds", "How many rounds are fought without a break", min=1, max=20)] = 5


def fighter(
    rows: tuple[MeleeUnits, ...],
    field: str,
    parts: tuple[tuple[str, int], ...],
    reach: int,
    house: HouseRules,
    engaged: bool = True,
) -> Fighter:
    """The rows as one side; raises ``QuestionError`` naming the row.

    A side that is not ``engaged`` reaches the other only by its own longer engagement range (FC-A60).
    """
    target = squad_hit(tuple(row.unit for row in rows), f"{field}[{{}}].unit", house)
    modifier = sum(value for _, value in parts)
    shots = Strikes(tuple((row.close_quarters.lot(modifier), row.second_fire.lot(modifier)) for row in rows))
    blows = Strikes(tuple((row.blows.lot(modifier), row.second.lot(modifier)) for row in rows))
    side = Fighter(target, shots, blows, reach)
    for strikes, name in ((side.shots, "close_quarters"), (side.blows, "blows")):
        if sum(lot.dice for lot in strikes.of(target.state, 0)) > MAX_DICE:
            raise QuestionError(f"{field}[0].{name}.attacks", f"The limit is {MAX_DICE} dice. Enter fewer.")
    if engaged or not side.shots.any or house.on("fc.close_quarters_reach"):
        return side
    return replace(side, shots=Strikes(tuple(tuple(replace(lot, dice=0) for lot in lots) for lots in shots.lots)))


BothStanding = tuple[int, int]
"""How many units stand on each side, yours first."""


class _Fates:
    """The chances of each outcome of a fight, and how many units of either side are left on average."""

    def __init__(self, standing: Distribution[BothStanding]) -> None:
        survivors = standing.map(lambda units: (units[0] > 0, units[1] > 0))
        self.standing = [mean(standing.map(lambda units, side=side: units[side])) for side in (0, 1)]  # type: ignore[misc]
        self.won = survivors.chance((True, False))
        self.lost = survivors.chance((False, True))
        self.neither = survivors.chance((False, False))
        self.fighting = survivors.chance((True, True))

    def outcomes(self) -> tuple[Outcome, ...]:
        return (
            Outcome("Enemy wiped out", self.won, Tone.GOOD),
            Outcome("Still fighting", self.fighting),
            Outcome("Both wiped out", self.neither, Tone.FAIR),
            Outcome("Yours wiped out", self.lost, Tone.BAD),
        )


def _rounds_table(rounds: list[_Fates]) -> Table:
    rows: list[tuple[object, ...]] = []
    for number, fates in enumerate(rounds, 1):
        chances = [percent(chance, 1) for chance in (fates.won, fates.lost, fates.neither, fates.fighting)]
        rows.append((number, *map(decimal, fates.standing), *chances))
    headings = (
        "Round | >Yours left | >Theirs left | >Only theirs wiped | >Only yours wiped | >Both wiped | >Still fighting"
    )
    return table("Round by round", headings, rows, "“Left” is the average number of units still standing.")


def _steps(
    name: str, rows: tuple[MeleeUnits, ...], side: Fighter, victim: VolleyTarget, house: HouseRules, why: str
) -> Iterator[Step]:
    lots = iter(side.shots.of(side.target.state, 0))
    for row in rows:
        yield from _step(f"{name}, {row.unit.name}, close quarters", next(lots), victim, house, why)
        yield from _step(f"{name}, {row.unit.name}, second close quarters", next(lots), victim, house, why)
    lots = iter(side.blows.of(side.target.state, side.reach))
    for row in rows:
        yield from _step(f"{name}, {row.unit.name}, blows", next(lots), victim, house, why)
        yield from _step(f"{name}, {row.unit.name}, second blows", next(lots), victim, house, why)


def _step(name: str, lot: Lot, victim: VolleyTarget, house: HouseRules, why: str) -> Iterator[Step]:
    return attack_steps(name, lot, victim, house, why) if lot.dice else iter(())


def _sides(question: Melee, house: HouseRules) -> tuple[Fighter, Fighter]:
    """Both squads as they fight; raises ``QuestionError``."""
    own_parts = shooter_parts(question.own_broken, question.own_bonus)
    their_parts = shooter_parts(question.theirs_broken, question.theirs_bonus)
    if not (question.own_engaged or question.theirs_engaged):
        raise QuestionError("own_engaged", "Without an engaged squad there is no melee. Mark one as engaged.")
    return (
        fighter(question.own, "own", own_parts, question.own_reach, house, question.own_engaged),
        fighter(question.theirs, "theirs", their_parts, question.theirs_reach, house, question.theirs_engaged),
    )


class _Fought(NamedTuple):
    """A fight: how it stands after each round, the units lost by both sides and by either, the states at the end."""

    rounds: list[_Fates]
    both_lost: Distribution[tuple[int, int]]
    lost: tuple[Distribution[int], Distribution[int]]
    ends: Distribution[tuple[State, State]]


@cached_with_readings(KEPT_FIGHTS)
def _fought(question: Melee, house: HouseRules) -> _Fought:
    """The fight; kept, since an answer and its results ask for the same."""
    sides = _sides(question, house)
    fought = MeleeFight(*sides, house)
    grids = [fought.next_round() for _ in range(question.rounds)]
    rounds = [
        grid.map(lambda at: (wound_allocation.standing(at[0]), wound_allocation.standing(at[1]))) for grid in grids
    ]
    own, theirs = (len(side.target.state) for side in sides)
    both = rounds[-1].map(lambda units: (own - units[0], theirs - units[1]))
    each = both.map(lambda units: units[0]), both.map(lambda units: units[1])
    return _Fought([_Fates(standing) for standing in rounds], both, each, grids[-1])


def fight(question: Melee, context: SolveContext) -> Answer:
    """The melee's chances, round by round, exactly."""
    house = context.house
    own, theirs = _sides(question, house)
    own_parts = shooter_parts(question.own_broken, question.own_bonus)
    their_parts = shooter_parts(question.theirs_broken, question.theirs_bonus)
    rounds, both_losses, losses, _ = _fought(question, house)
    last = rounds[-1]
    before = len(own.target.state), len(theirs.target.state)
    tables = [_rounds_table(rounds)]
    after, within = (f"{when} {count_of(question.rounds, 'round')}" for when in ("after", "within"))
    if max(before) <= MAX_TABLE_UNITS:
        tables.append(joint_table(f"Both sides’ losses together {after}", "Your losses", both_losses, "their losses"))
    return Answer(
        f"{percent(last.won)} chance to wipe them out and stand, {percent(last.lost)} to be wiped out {within}",
        Tone.GOOD if last.won > last.lost else Tone.BAD if last.lost > last.won else Tone.PLAIN,
        (
            *_steps("Yours", question.own, own, theirs.target, house, modifier_words(own_parts)),
            *_steps("Theirs", question.theirs, theirs, own.target, house, modifier_words(their_parts)),
            Step("FC-MEL-4", f"Your losses {after}", decimal(mean(losses[0])), on_average(before[0])),
            Step("FC-MEL-4", f"Their losses {after}", decimal(mean(losses[1])), on_average(before[1])),
            Step("FC-MEL-6", f"Nobody left on either side {after}", percent(last.neither, 1)),
        ),
        (
            Chart(f"Outcome {after}", last.outcomes()),
            amounts(f"Their losses {after}", losses[1]),
            amounts(f"Your losses {after}", losses[0]),
        ),
        tuple(tables),
        assumed=(
            "both engaged" if question.own_engaged and question.theirs_engaged else "one side engaged",
            *shooters_assumed(own_parts, "our"),
            *shooters_assumed(their_parts, "their"),
        ),
    )


def brief(question: Melee, context: SolveContext) -> Brief:
    """The chance to wipe out the other squad and to be wiped out."""
    last = _fought(question, context.house).rounds[-1]
    after = f"in {count_of(question.rounds, 'round')}"
    return Brief(
        f"{percent(last.won)} chance to wipe them out, {percent(last.lost)} to be wiped out {after}",
        percent(last.won),
        (last.won - last.lost, -last.standing[1]),
        Tone.GOOD if last.won > last.lost else Tone.BAD if last.lost > last.won else Tone.PLAIN,
    )


def weapons_of(line: Member, victim: VolleyTarget, modifier: int, house: HouseRules) -> dict[str, Any]:
    """A line's weapons in melee as plain data: at most two melee weapons, and two for close quarters.

    For close quarters it chooses as at the desk, by the damage to the ``victim`` under that modifier to ACC.
    """

    def worth(armed: Armed) -> Fraction:
        damage = damage_of_a_die(armed.weapon, victim.state, victim.bodies, modifier, house)
        return attack_with(line, armed, house).attacks * damage

    row: dict[str, Any] = {"blows": encode(NO_WEAPON)}
    for armed, name in zip(strikes_with(line.arms, house), ("blows", "second"), strict=False):
        row[name] = encode(attack_with(line, armed, house))
    close = fires_close_with(line.profile.kind, line.arms, worth, house)
    for armed, name in zip(close, ("close_quarters", "second_fire"), strict=False):
        row[name] = encode(attack_with(line, armed, house))
    return row


def _victim(side: Side | None, usual: tuple[MeleeUnits, ...]) -> VolleyTarget:
    """The standing units of a squad as a target; those of the ``usual`` rows where there is no squad."""
    rows = [(row.row, len(row.pieces)) for row in standing_rows(side, MAX_LINES)] if side is not None else []
    rows = rows or [(row.unit, row.unit.count) for row in usual]
    bodies = tuple(WoundTarget(row.t, row.sav, row.hp) for row, _ in rows)
    return VolleyTarget(bodies, wound_allocation.fresh(bodies, [count for _, count in rows]))


def _fighting(side: Side, victim: VolleyTarget, house: HouseRules) -> list[dict[str, Any]]:
    """A squad in melee as plain rows."""
    modifier = sum(value for _, value in shooter_parts(side.deployed is not None and is_broken(side), 0))
    rows = standing_rows(side, MAX_LINES)
    return [{"unit": row.plain, **weapons_of(row.line, victim, modifier, house)} for row in rows]


def fill(own: Side, opposing: Side | None) -> dict[str, Any]:
    """Both squads with their blows and close-quarters fire; without an opponent the question's own."""
    house = house_of(own.force)
    usual = Melee()
    filled: dict[str, Any] = {"own": _fighting(own, _victim(opposing, usual.theirs), house)}
    if own.deployed is not None:
        filled |= {"own_broken": is_broken(own), "rounds": 1}
    if opposing is not None:
        filled["theirs"] = _fighting(opposing, _victim(own, usual.own), house)
        if opposing.deployed is not None:
            filled["theirs_broken"] = is_broken(opposing)
    return filled


def _results(question: Melee, own: Side, opposing: Side | None, context: SolveContext) -> tuple[Result, ...]:
    """The possible losses of the other squad, then those of yours."""
    mine, theirs = standing_rows(own, MAX_LINES), standing_rows(opposing, MAX_LINES) if opposing else []
    if not is_filled_from(mine, (row.unit for row in question.own)):
        return ()
    if opposing is not None and not is_filled_from(theirs, (row.unit for row in question.theirs)):
        return ()
    return _of_ends(question, own, opposing, context)


def _of_ends(
    question: Melee,
    own: Side,
    opposing: Side | None,
    context: SolveContext,
    ended: tuple[State, State] | tuple[None, None] = (None, None),
) -> tuple[Result, ...]:
    """The losses of both squads; those of one end, if it is given."""
    mine, last = standing_rows(own, MAX_LINES), _fought(question, context.house).ends
    changes = (Change(DONE, box=FOUGHT),)
    own_losses = loss_results("Yours", mine, last.map(lambda at: at[0]), own=changes, holder="", ended=ended[0])
    if opposing is None:
        return own_losses
    theirs, ends = standing_rows(opposing, MAX_LINES), last.map(lambda at: at[1])
    their_losses = loss_results("Theirs", theirs, ends, own=changes, ended=ended[1])
    # Both squads have struck, whoever records it (FC-MEL-4).
    return (*(replace(each, opposing=(*each.opposing, *changes)) for each in their_losses), *own_losses)


def _roll(
    question: Melee, own: Side, opposing: Side | None, context: SolveContext, roller: Roller
) -> tuple[Result, ...]:
    """What both squads suffer by their dice."""
    names = [row.unit.name for row in question.own], [row.unit.name for row in question.theirs]
    ended = roll_melee(*_sides(question, context.house), names, question.rounds, roller, context.house)
    return _of_ends(question, own, opposing, context, ended)


CALCULATOR = Calculator(
    "melee",
    "Melee",
    "Two squads fight with close-quarters fire, then blows, round after round.",
    Melee,
    fight,
    fill,
    unsuited=nobody_stands,
    results=_results,
    brief=brief,
    roll=_roll,
)
