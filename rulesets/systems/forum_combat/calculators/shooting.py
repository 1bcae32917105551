"""The shooting calculator: a squad's volley at a squad (FC-SHOOT)."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from rulesets.core.calculators import (
    Answer,
    Brief,
    Calculator,
    QuestionError,
    Result,
    SolveContext,
    Step,
    amounts,
    decimal,
    percent,
)
from rulesets.core.declarations.fields import Ask
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.dice import at_least, mean
from rulesets.core.play.rolls import Roller
from rulesets.core.play.states import Side
from rulesets.core.tables import Tone
from rulesets.core.wording import count_of, phrases, signed

from .. import attacks, tables
from ..house_rules import house_of
from ..morale import Strength, is_below_half
from ..rolling import NamedLot, roll_volley
from ..tracks import lines_of
from ..units import most_common, strength
from ..volleys import Lot, Volley, VolleyTarget, WoundSteps, ends, volley
from .squad_fields import (
    Fire,
    FiringUnits,
    StandingUnits,
    attack_steps,
    cover_assumed,
    cover_of,
    fire,
    fire_filled,
    limit_note,
    modifier_words,
    shooters_assumed,
    squad_hit,
    standing_rows,
    without_shots,
)
from .squad_losses import has_shot, is_filled_from, loss_results


@dataclass(frozen=True, slots=True)
class Shooting(Fire):
    """What does this volley do?"""

    distance: Annotated[
        int | None, Ask("Distance", "Leave blank to assume it is in range", unit="tiles", min=0, max=400)
    ] = None
    range_bonus: Annotated[int, Ask("To RNG", unit="tiles", min=0, max=200)] = 0
    target: Annotated[tuple[StandingUnits, ...], Ask("Units", min=1, max=8, one="Unit")] = (StandingUnits(),)
    cover: Annotated[int, Ask("Cover", "Subtracted from ACC", min=0, max=6)] = 0
    save_bonus: Annotated[int, Ask("To saves", min=-6, max=6)] = 0
    start: Annotated[int, Ask("Units at the start", "Enter 0 if none has fallen", min=0, max=80)] = 0


def in_range(
    rows: tuple[FiringUnits, ...], distance: int | None, bonus: int
) -> tuple[tuple[FiringUnits, ...], list[Step]]:
    """The rows that reach the target, and a step for each that has a range (FC-RNG-2)."""
    if distance is None:
        return rows, []
    reaching, steps = [], []
    for row in rows:
        cap = attacks.range_cap(row.reach, bonus)
        fits = not row.reach or distance <= cap
        if fits:
            reaching.append(row)
        if row.reach:
            more = f", {signed(bonus)}, at most {tables.half_again(row.reach)}" * bool(bonus)
            why = f"RNG {row.reach}{more}, target at {distance}"
            steps.append(
                Step("FC-RNG-2", f"{row.name}: range", count_of(cap, "tile"), why, Tone.PLAIN if fits else Tone.BAD)
            )
    return tuple(reaching), steps


def below_half(result: Volley, start: int, house: HouseRules) -> Fraction:
    """The chance that a squad is wiped out or below half strength after a volley (FC-MOR-1).

    Units missing before it count as killed, each with the most common HP of those present.
    """
    bodies, state = result.target.bodies, result.target.state
    missing = start - len(state)
    full = [bodies[line].hp for line, _ in state]
    hp_start = sum(full) + missing * most_common([(hp, 1) for hp in full])

    ends = result.after.map(
        lambda after: Strength(start, after.standing, len(state) - after.killed, hp_start, after.standing_hp)
    )
    return house.resolve(
        lambda measure, single: ends.chance(lambda after: not after.standing or is_below_half(after, measure, single)),
        "fc.strength",
        "fc.single_unit_half",
    )


def volley_charts(result: Volley) -> tuple[Any, ...]:
    """The charts of a volley, the most important first."""
    charts = [
        amounts("Units out of action", result.out_of_action),
        amounts("Units downed", result.downed),
        amounts("Units killed outright", result.killed),
        amounts("Damage that lands", result.landed_damage),
        amounts("Hits", result.hits),
        amounts("Wounds", result.wounds),
        amounts("Unsaved wounds", result.unsaved),
    ]
    return tuple(charts)


def kill_note(lots: tuple[Lot, ...], rows: tuple[StandingUnits, ...]) -> tuple[str, ...]:
    """A reminder when one unsaved wound kills an unhurt unit (FC-DMG-3)."""
    hard = max((lot.damage for lot in lots), default=0)
    names = [row.name for row in rows if hard >= 2 * row.hp]
    return (f"One unsaved wound with DMG {hard} kills an unhurt {names[0]} outright.",) if names else ()


def shoot(question: Shooting, context: SolveContext) -> Answer:
    """The volley's chances, exactly."""
    house = context.house
    target = squad_hit(question.target, "target[{}]", house, question.save_bonus)
    present = len(target.state)
    start = question.start or present
    if start < present:
        raise QuestionError(
            "start", f"The squad has {count_of(present, 'unit')} standing, so it cannot have started with fewer."
        )
    parts = question.modifiers(question.cover)
    total = sum(value for _, value in parts)
    rows, steps = in_range(question.firing, question.distance, question.range_bonus)
    lots = fire(rows, total)
    result = volley(lots, target, house)
    for row, lot in zip(rows, lots, strict=True):
        steps += attack_steps(row.name, lot, target, house, modifier_words(parts))
    out, half = result.out_of_action, below_half(result, start, house)
    wiped = at_least(out, present)
    steps.append(Step("FC-DMG-2", "Expected out of action", decimal(mean(out)), f"of {count_of(present, 'unit')}"))
    steps.append(
        Step("FC-MOR-1", "Falls below half strength", percent(half), f"it had {count_of(start, 'unit')} at the start")
    )
    steps.append(Step("FC-INIT-2", "Nobody left standing", percent(wiped)))
    losses = f"{decimal(mean(out), 1)} of {present} out of action on average"
    return Answer(
        f"{losses} ({percent(half)} chance to fall below half strength)" if rows else "Out of range: nobody fires",
        Tone.BAD if not rows else Tone.GOOD if half >= Fraction(1, 2) else Tone.PLAIN,
        tuple(steps),
        volley_charts(result),
        (),
        (*limit_note(total), *kill_note(lots, question.target)),
        assumed=phrases(
            "in range" if question.distance is None else f"at {count_of(question.distance, 'tile')}",
            cover_assumed(question.cover),
            *shooters_assumed(parts),
            f"{signed(question.save_bonus)} to saves" * bool(question.save_bonus),
        ),
    )


def brief(question: Shooting, context: SolveContext) -> Brief:
    """The HP that the target loses on average, and the chance that none of it is left standing."""
    target = squad_hit(question.target, "target[{}]", context.house, question.save_bonus)
    rows, _ = in_range(question.firing, question.distance, question.range_bonus)
    if not rows:
        return Brief("Out of range: nobody fires", "no", refused=True)
    total = sum(value for _, value in question.modifiers(question.cover))
    return volley_in_brief(volley(fire(rows, total), target, context.house))


def volley_in_brief(result: Volley) -> Brief:
    """The HP lost on average, and the chance that nobody is left standing."""
    present = len(result.target.state)
    hurt, wiped = mean(result.landed_damage), at_least(result.out_of_action, present)
    out = mean(result.out_of_action)
    return Brief(
        f"{decimal(hurt, 1)} HP, {percent(wiped)} chance to wipe out",
        decimal(hurt, 1),
        (out / present, hurt),
        Tone.GOOD if 2 * out >= present else Tone.FAIR if out else Tone.BAD,
        in_vain=not hurt,
    )


def fill(own: Side, opposing: Side | None) -> dict[str, Any]:
    """A squad's weapons, and the opposing squad as target."""
    filled = fire_filled(own)
    if opposing is not None:
        start = strength(lines_of(opposing), house_of(own.force))
        filled |= {"target": [row.plain for row in standing_rows(opposing)], "start": start}
        if own.deployed is not None:
            filled["cover"] = cover_of(opposing)
    return filled


def _results(question: Shooting, own: Side, opposing: Side | None, context: SolveContext) -> tuple[Result, ...]:
    """The possible losses of the target."""
    if opposing is None:
        return (Result("Has shot", has_shot(own)),)
    rows = standing_rows(opposing)
    if not is_filled_from(rows, question.target):
        return ()
    lots, target = _fired(question, context.house)
    after = ends((lot for _, lot in lots), target, WoundSteps(target, context.house, "target"))
    return loss_results("Target", rows, after, own=has_shot(own))


def _fired(question: Shooting, house: HouseRules) -> tuple[list[NamedLot], VolleyTarget]:
    """The dice of each weapon in range with its name, and the target."""
    rows, _ = in_range(question.firing, question.distance, question.range_bonus)
    lots = fire(rows, sum(value for _, value in question.modifiers(question.cover)))
    target = squad_hit(question.target, "target[{}]", house, question.save_bonus)
    return [(row.name, lot) for row, lot in zip(rows, lots, strict=True)], target


def _roll(
    question: Shooting, own: Side, opposing: Side | None, context: SolveContext, roller: Roller
) -> tuple[Result, ...]:
    """What the volley does by its dice."""
    house, (lots, target) = context.house, _fired(question, context.house)
    ended = roll_volley(lots, target, roller, house)
    if opposing is None:
        return (Result("Has shot", has_shot(own)),)
    after = ends((lot for _, lot in lots), target, WoundSteps(target, house, "target"))
    return loss_results("Target", standing_rows(opposing), after, own=has_shot(own), ended=ended)


RANGES = (6, 12, 18, 24, 30, 36)
"""Tiles to a target, to tap."""

CALCULATOR = Calculator(
    "shooting",
    "Shooting",
    "Hits, wounds, and how many units fall or are killed outright when one squad fires at another.",
    Shooting,
    shoot,
    fill,
    unsuited=without_shots,
    results=_results,
    brief=brief,
    distance="distance",
    steps=RANGES,
    roll=_roll,
    short_means="HP lost on average. Half of the squad or more out of action is favourable, less is even",
)
