"""How many D-markers a rally removes, and whether the initiative stays (§13, §14)."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from rulesets.core.calculators import (
    Answer,
    Calculator,
    OneOutcome,
    Result,
    SolveContext,
    Step,
    amounts,
    decimal,
    percent,
)
from rulesets.core.declarations.fields import Ask
from rulesets.core.dice import Distribution, mean
from rulesets.core.play.states import Side
from rulesets.core.tables import Tone, table
from rulesets.core.wording import count_of, phrases

from ..command.command_value import (
    SHAKEN,
    CommandState,
    CommandTest,
    check_strength,
    command_prefill,
    rally_modifiers,
    roll_words,
    state_assumed,
    success,
)
from ..command.rally import (
    Rallied,
    attempts_until_clean,
    chance_of_attempt,
    rally_attempt,
    rally_removal,
    removal_words,
    removed_by,
)
from ..modifiers import Modifier, modified, working
from ..tables import CAPS, DIE, Stance, Training, permanent_markers
from ..tracks import SLAUGHTER, attempt_changes, current, marker_changes


@dataclass(frozen=True, slots=True)
class Rally:
    """How many D-markers will go?"""

    unit: Annotated[CommandState, Ask("Unit")] = SHAKEN
    training: Annotated[Training, Ask("Training", "Permanent markers never exceed the cap of this training.")] = (
        Training.PROFESSIONAL
    )
    slaughtered: Annotated[bool, Ask("Just slaughtered a unit")] = False
    hiding: Annotated[bool, Ask("Hiding", "Tick this if you play with stances.")] = False


@dataclass(frozen=True, slots=True)
class RallyOutcome:
    """What comes of an attempt to rally: the value of the roll with its modifiers, and the D-markers removed.

    ``floor`` D-markers are permanent. ``attempt`` says with that whether the initiative stays.
    """

    changes: tuple[Modifier, ...]
    value: int
    floor: int
    removal: Distribution[int]
    attempt: Distribution[Rallied]


def _outcome(question: Rally, context: SolveContext) -> RallyOutcome | Answer:
    unit = question.unit
    check_strength(unit)
    if not unit.markers:
        return Answer("It carries no D-marker", Tone.GOOD, notes=("There is nothing to rally from (§13).",))
    floor = permanent_markers(unit.now, unit.start, CAPS[question.training])
    changes = rally_modifiers(unit, question.slaughtered, question.hiding, context.house)
    value = modified(unit.cv, changes)
    attempt = rally_attempt(unit, value, floor, context)
    rolled = attempt.map(lambda each: each.removed)
    removal = rally_removal(unit, value, floor, context) if context.roller is None else rolled
    return RallyOutcome(changes, value, floor, removal, attempt)


def _steps(unit: CommandState, outcome: RallyOutcome, context: SolveContext) -> Iterator[Step]:
    value, floor = outcome.value, outcome.floor
    attempt = chance_of_attempt(unit, context)
    yield from working("§13", "Command Value", unit.cv, outcome.changes, "Modified Command Value")
    yield Step("§14", "Permanent D-markers", str(floor), f"{unit.now} of {unit.start} figures left")
    if attempt != 1:
        yield Step("§13", "Must activate first", percent(attempt), "it rallies only if it activates")
    yield Step("§13", "Removes on average", decimal(mean(outcome.removal)), removal_words(value))
    keeps = outcome.attempt.chance(lambda each: each.keeps)
    by_roll = attempt == 1 and keeps == success(value, CommandTest.RALLY, context.house)
    words = roll_words(value, CommandTest.RALLY, context.house) if by_roll else ""
    yield Step("§8", "Keeps the initiative", percent(keeps), words)
    if attempt == 1 and unit.markers > floor:
        expected = attempts_until_clean(value + unit.markers, unit.markers, floor, context.house)
        often = "never" if expected is None else decimal(expected)
        yield Step("§13", "Rallies until no more can be removed", often, "on average, if nothing else changes")


def rally(question: Rally, outcome: RallyOutcome, context: SolveContext) -> Answer:
    """The distribution of D-markers removed, permanent markers included."""
    house, unit = context.house, question.unit
    value, floor, removal = outcome.value, outcome.floor, outcome.removal
    some = removal.chance(lambda count: count > 0)
    notes: tuple[str, ...] = ()
    if unit.markers and unit.markers <= floor:
        notes = ("All its D-markers are permanent, so a rally removes nothing (FOW-P04).",)
    remaining = removal.map(lambda count: unit.markers - count)
    rows: list[tuple[object, ...]] = [
        (roll, removed_by(roll, value, unit.markers, floor, house)) for roll in range(1, DIE + 1)
    ]
    return Answer(
        f"{percent(some)} chance to lose a D-marker, {decimal(mean(removal), 1)} on average",
        Tone.GOOD if some >= Fraction(1, 2) else Tone.FAIR if some else Tone.BAD,
        tuple(_steps(unit, outcome, context)),
        (
            amounts("D-markers removed", removal, lambda count: Tone.GOOD if count else Tone.BAD),
            amounts("D-markers left", remaining),
        ),
        (table("By roll", "Roll | ^Removed", rows),),
        notes,
        assumed=(
            *state_assumed(unit, CommandTest.RALLY),
            *phrases("just slaughtered a unit" * question.slaughtered, "hiding" * question.hiding),
        ),
    )


def _prefill(own: Side, opposing: Side | None) -> dict[str, Any]:
    now = current(own)
    fields = command_prefill(own, markers=now.stats.cap) | {"hiding": now.stance is Stance.HIDING}
    return fields | ({"slaughtered": True} if now.state.count(SLAUGHTER) else {})


def _results(
    question: Rally, outcome: RallyOutcome, own: Side, opposing: Side | None, context: SolveContext
) -> tuple[Result, ...]:
    """The numbers of D-markers that a rally may remove; it is the unit's attempt of the turn, which may fail (§13)."""
    now = current(own)
    return tuple(
        Result(
            f"{count_of(count, 'D-marker')} removed{'' if keeps else ', initiative passes'}",
            attempt_changes(now) + marker_changes(now, max(0, now.markers - count)),
            tone=Tone.GOOD if count else Tone.BAD,
            chance=chance,
            worth=2 * count + keeps,
            passes=not keeps,
        )
        for (count, keeps), chance in outcome.attempt.sorted_items()
    )


_CALCULATION = OneOutcome(_outcome, rally, _results)
CALCULATOR = Calculator(
    "rally",
    "Rally",
    "How many D-markers a rally removes, and whether you keep the initiative.",
    Rally,
    _CALCULATION.solve,
    _prefill,
    results=_CALCULATION.results,
    one_sided=True,
    roll=_CALCULATION.roll,
)
