"""Whether a squad owes a check, and the chance that it holds (FC-MOR)."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from rulesets.core.calculators import (
    Answer,
    Calculator,
    Chart,
    Outcome,
    QuestionError,
    Result,
    SolveContext,
    Step,
    percent,
)
from rulesets.core.declarations.fields import Ask
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.play.rolls import Roller
from rulesets.core.play.states import Change, Side
from rulesets.core.tables import Table, Tone, table
from rulesets.core.wording import count_of, phrases, signed

from .. import tables
from ..house_rules import house_of
from ..morale import Strength, broken_words, first_check, most_below_half, owes_check, pass_chance
from ..tracks import ABANDONED, BROKEN, DONE, TESTED, lines_of, strength_of
from ..units import best_leadership, health, leadership, leaderships, strength
from .squad_fields import lines_now

UNKNOWN_LD = 7
"""The LD filled in for a squad without units."""


@dataclass(frozen=True, slots=True)
class Morale:
    """Does a squad owe a check, and does it hold?"""

    ld: Annotated[int, Ask("LD", "A lower number is better", unit="+", min=2, max=12)] = 7
    hero_ld: Annotated[
        int | None, Ask("LD of the hero", "Leave blank if no hero stands with them", unit="+", min=2, max=12)
    ] = None
    abandoned: Annotated[int, Ask("Abandoned this round", "Each takes 1 off the roll", min=0, max=80)] = 0
    bonus: Annotated[int, Ask("To the roll", "Add up abilities and other modifiers", min=-6, max=6)] = 0
    start: Annotated[int, Ask("Units at the start", min=1, max=80)] = 10
    standing: Annotated[int, Ask("Units standing", min=0, max=80)] = 4
    downed: Annotated[int, Ask("Downed, not killed", min=0, max=80)] = 0
    hp_start: Annotated[int | None, Ask("HP at the start", "Leave blank for one HP a unit", min=1, max=4800)] = None
    hp_left: Annotated[int | None, Ask("HP left", "Leave blank for one HP a unit", min=0, max=4800)] = None


def _odds(ld: int, bonus: int) -> Table:
    rows: list[tuple[object, ...]] = [
        (f"{number}+", *(percent(pass_chance(number, abandoned, bonus)) for abandoned in range(4)))
        for number in range(max(2, ld - 2), min(12, ld + 2) + 1)
    ]
    return table("Chance to hold", "LD | >None abandoned | >1 | >2 | >3", rows)


def _why(remaining: Strength, house: HouseRules) -> str:
    """What is left of a squad by the measure that its table plays, and when it owes a check."""
    first = first_check(remaining.start, remaining.hp_start, house.untraced)
    left, threshold = {
        "standing": (f"{remaining.standing} of {remaining.start} standing", "{} or fewer"),
        "hp": (f"{remaining.hp_left} of {remaining.hp_start} HP left", "{} HP or fewer"),
        "living": (f"{remaining.living} of {remaining.start} not killed", "{} or fewer not killed"),
    }[first.measure]
    if not remaining.standing:
        return "Nobody is standing."
    if not first.maximum:
        return f"{left}. The squad needs no check while a unit stands."
    return f"{left}. A check is due below half, which is {threshold.format(first.maximum)}."


def _ld(question: Morale) -> int:
    return min(question.ld, question.hero_ld or question.ld)


def _holds(question: Morale) -> Fraction:
    return pass_chance(_ld(question), question.abandoned, question.bonus)


def _strength(question: Morale) -> Strength:
    """What is left of the squad; raises ``QuestionError`` for more than it started with."""
    if question.standing + question.downed > question.start:
        raise QuestionError(
            "standing", f"The squad started with {count_of(question.start, 'unit')}, so no more can be left."
        )
    remaining = Strength(
        question.start,
        question.standing,
        question.standing + question.downed,
        question.hp_start if question.hp_start is not None else question.start,
        question.hp_left if question.hp_left is not None else question.standing,
    )
    if remaining.hp_left > remaining.hp_start:
        raise QuestionError("hp_left", f"The squad started with {remaining.hp_start} HP, so no more can be left.")
    return remaining


def _need_words(question: Morale, ld: int, need: int) -> str:
    parts = phrases(
        f"LD {ld}+",
        f"raised by {question.abandoned} for abandoned units" * bool(question.abandoned),
        f"lowered by {question.bonus} for the bonus to the roll" * (question.bonus > 0),
        f"raised by {-question.bonus} for the penalty to the roll" * (question.bonus < 0),
        f"{tables.MORALE_ROLL} cannot show it" * (need > tables.MORALE_DICE * tables.FACES),
    )
    return ", ".join(parts)


def check(question: Morale, context: SolveContext) -> Answer:
    """Whether a check is owed, and the chance to hold."""
    remaining = _strength(question)
    owed = owes_check(remaining, context.house)
    ld, holds = _ld(question), _holds(question)
    if not owed:
        headline = "Nobody is left to roll" if not question.standing else "No check: not below half strength"
    else:
        headline = f"{percent(holds)} chance to hold, {percent(1 - holds)} to break"
    need = ld + question.abandoned - question.bonus
    whose = "the hero’s, which is better" if ld != question.ld else "the squad’s"
    return Answer(
        headline,
        Tone.PLAIN if not owed else Tone.GOOD if holds >= Fraction(1, 2) else Tone.BAD,
        (
            Step("FC-MOR-1", "Must check morale", "yes" if owed else "no", _why(remaining, context.house)),
            Step("FC-MOR-2", "Leadership (LD)", f"{ld}+", whose),
            Step(
                "FC-MOR-2",
                f"{tables.MORALE_ROLL} must show",
                f"{need}+" if need > tables.MORALE_DICE else "anything",
                _need_words(question, ld, need),
            ),
        ),
        (
            Chart(
                "The check, if it is rolled",
                (Outcome("Holds", holds, Tone.GOOD), Outcome("Breaks", 1 - holds, Tone.BAD)),
            ),
        ),
        (_odds(ld, question.bonus),),
        (f"Broken: {broken_words(context.house)}.",),
        assumed=phrases(
            f"{question.standing} of {question.start} standing",
            f"{question.abandoned or 'nobody'} abandoned",
            f"{signed(question.bonus)} to the roll" * bool(question.bonus),
            "led by a hero" * (question.hero_ld is not None),
        ),
    )


def _fill_morale(own: Side, opposing: Side | None) -> dict[str, Any]:
    if own.deployed is not None:
        # The squad as it is in a game; a hero counts while standing (FC-A34).
        remaining = strength_of(own)
        mine, hero = leaderships((line.profile, units) for line, units in lines_now(own))
        best = best_leadership(mine, hero)
        return {
            "ld": mine if mine is not None else best if best is not None else UNKNOWN_LD,
            "hero_ld": hero,
            "abandoned": own.state.count(ABANDONED),
            "start": max(1, remaining.start),
            "standing": remaining.standing,
            "downed": remaining.living - remaining.standing,
            "hp_start": remaining.hp_start or None,
            "hp_left": remaining.hp_left,
        }
    lines, house = lines_of(own), house_of(own.force)
    mine, hero = leadership(lines, house)
    units, hp = strength(lines, house), health(lines, house)
    best = best_leadership(mine, hero)
    return {
        "ld": mine if mine is not None else best if best is not None else UNKNOWN_LD,
        "hero_ld": hero,
        "start": max(1, units),
        "standing": most_below_half(units),
        "hp_start": hp or None,
        "hp_left": most_below_half(units),
    }


_TESTED = (Change(DONE, box=TESTED),)


def _results(question: Morale, own: Side, opposing: Side | None, context: SolveContext) -> tuple[Result, ...]:
    """A squad has made its check of this round, and may break."""
    holds = _holds(question)
    breaks = Result("Breaks", (Change(BROKEN, 1), *_TESTED), tone=Tone.BAD, chance=1 - holds, worth=-1)
    return (*(Result("Holds", _TESTED, tone=Tone.GOOD, chance=holds),) * (holds > 0), *(breaks,) * (holds < 1))


def _roll(
    question: Morale, own: Side, opposing: Side | None, context: SolveContext, roller: Roller
) -> tuple[Result, ...]:
    """The check by its dice."""
    need = _ld(question) + question.abandoned - question.bonus
    if sum(roller.roll(tables.MORALE_DICE, tables.FACES, f"Morale, {need} in all")) >= need:
        return (Result("Holds", _TESTED, tone=Tone.GOOD),)
    return (Result("Breaks", (Change(BROKEN, 1), *_TESTED), tone=Tone.BAD, worth=-1),)


CALCULATOR = Calculator(
    "morale",
    "Morale",
    "The chance that a squad holds.",
    Morale,
    check,
    _fill_morale,
    results=_results,
    one_sided=True,
    roll=_roll,
)
