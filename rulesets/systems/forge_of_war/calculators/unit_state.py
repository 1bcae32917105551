"""The state of a unit: its chances, the next thresholds, and warnings."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated

from rulesets.core.calculators import Answer, Calculator, SolveContext, Step, decimal, pass_or_fail, percent
from rulesets.core.declarations.fields import Ask
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.dice import mean
from rulesets.core.tables import Table, Tone, table
from rulesets.core.wording import count_of

from ..command.command_value import (
    FIGURES_LIMIT,
    FRESH,
    CommandState,
    CommandTest,
    check_strength,
    command_modifiers,
    command_prefill,
    rally_modifiers,
    roll_words,
    state_assumed,
    success,
)
from ..command.rally import rally_removal, removal_words
from ..modifiers import modified, working
from ..tables import (
    CAPS,
    PERMANENT_QUARTER,
    REACTION_FLEE_BELOW,
    Stance,
    Threshold,
    Training,
    max_survivors,
    permanent_markers,
    reached,
)
from ..tracks import current


@dataclass(frozen=True, slots=True)
class UnitState:
    """How does this unit stand?"""

    unit: Annotated[CommandState, Ask("Unit")] = FRESH
    training: Annotated[Training, Ask("Training")] = Training.PROFESSIONAL
    before: Annotated[
        int | None, Ask("Figures before the last losses", "Leave blank if it has lost none.", min=0, max=FIGURES_LIMIT)
    ] = None
    leader_lost: Annotated[bool, Ask("Lost its attached leader")] = False
    hiding: Annotated[bool, Ask("Hiding")] = False


_WORDS = {
    Threshold.HALF: "half strength: a penalty on command tests",
    Threshold.THIRD: "a third or less left: it withdraws if it fails a test, and it must test in close combat as well",
    Threshold.LOST_QUARTERS: f"three quarters lost: {PERMANENT_QUARTER} permanent D-markers",
}


def markers_due(question: UnitState, house: HouseRules) -> int:
    """D-markers that losses cause automatically under the house rules (AMB-011, AMB-035)."""
    unit, cap = question.unit, CAPS[question.training]
    due = 0
    before = question.before if question.before is not None else unit.now
    floor = permanent_markers(unit.now, unit.start, cap)
    if floor > max(unit.markers, permanent_markers(before, unit.start, cap)) and house.on("perm_markers_auto"):
        due = floor - unit.markers
    if question.leader_lost and unit.markers + due < cap:
        due += int(house.choice("leader_loss_marker"))
    return due


def _threshold_steps(state: CommandState) -> Iterator[Step]:
    """What losses have reached, or would with one more."""
    for threshold, words in _WORDS.items():
        rule = "FOW-P10" if threshold is Threshold.THIRD else "§8" if threshold is Threshold.HALF else "§14"
        if reached(state.now, state.start, threshold):
            yield Step(rule, threshold.label, "reached", words, Tone.BAD)
        elif reached(state.now - 1, state.start, threshold) and state.now > 1:
            yield Step(rule, threshold.label, "one loss away", words, Tone.FAIR)


def _carried(markers: int, cap: int) -> str:
    if markers <= cap:
        return f"{markers} of {cap} D-markers"
    return f"{count_of(markers, 'D-marker')}, {markers - cap} over its cap of {cap}"


def _cap_step(markers: int, cap: int) -> Step:
    if markers <= cap:
        return Step("FOW-P03", "D-markers full", f"{markers} of {cap}", "each hit removes a figure", Tone.BAD)
    reason = "only a sniper rifle can give more than the cap, and each further hit removes a figure"
    return Step("FOW-P03", "D-markers over the cap", f"{markers}, cap {cap}", reason, Tone.BAD)


def _rally_steps(state: CommandState, floor: int, hiding: bool, context: SolveContext) -> Iterator[Step]:
    """What a rally of the unit would remove; ``floor`` D-markers are permanent."""
    if state.markers > floor:
        value = modified(state.cv, rally_modifiers(state, False, hiding, context.house))
        removal = rally_removal(state, value, floor, context)
        some = percent(removal.chance(lambda count: count > 0))
        chance_of_some = f", with a {some} chance of one or more" if value > 1 else f" ({some})"
        reason = f"{removal_words(value)}{chance_of_some}"
        yield Step("§13", "A rally removes on average", decimal(mean(removal)), reason)
    elif state.markers:
        yield Step("FOW-P04", "A rally removes", "nothing", "all its D-markers are permanent", Tone.BAD)


def stand(question: UnitState, context: SolveContext) -> Answer:
    """Values, thresholds and warnings for a unit as it is."""
    house = context.house
    unit = question.unit
    check_strength(unit)
    cap, due = CAPS[question.training], markers_due(question, house)
    state = replace(unit, markers=unit.markers + due)
    changes = command_modifiers(state, CommandTest.ACTIVATION, house)
    mcv = modified(state.cv, changes)
    chance = success(mcv, CommandTest.ACTIVATION, house)
    floor = permanent_markers(state.now, state.start, cap)
    steps = [
        *working("§8", "Command Value", state.cv, changes, "Modified Command Value"),
        Step("§8", "Activates", percent(chance), roll_words(mcv, CommandTest.ACTIVATION, house), Tone.STRONG),
        Step("§14", "Permanent D-markers", str(floor)),
    ]
    if due:
        steps.append(Step("§14", "D-markers from these losses", str(due), "as your house rules say", Tone.BAD))
    if question.leader_lost and state.markers < cap and house.choice("leader_loss_marker") == "0":
        steps.append(Step("§2", "D-markers for the lost leader", "0", "your house rules give none"))
    steps += _rally_steps(state, floor, question.hiding, context)
    if state.markers >= cap:
        steps.append(_cap_step(state.markers, cap))
    steps += _threshold_steps(state)
    if mcv < REACTION_FLEE_BELOW:
        steps.append(Step("Reaction Test", "May flee", f"value below {REACTION_FLEE_BELOW}", tone=Tone.FAIR))
    return Answer(
        f"{percent(chance)} chance to activate with {_carried(state.markers, cap)}",
        Tone.GOOD if mcv >= 7 else Tone.FAIR if chance else Tone.BAD,
        tuple(steps),
        (pass_or_fail("Activation", "Activates", chance, "Fails"),),
        tables=(_thresholds(state),),
        assumed=state_assumed(state),
    )


def _thresholds(state: CommandState) -> Table:
    maxima = [(threshold.label, max_survivors(state.start, threshold)) for threshold in _WORDS]
    rows = [(label, maximum, max(0, state.now - maximum)) for label, maximum in maxima]
    return table("Thresholds", "**Threshold | >Figures left | >Losses to go", rows)


CALCULATOR = Calculator(
    "unit-state",
    "Unit status",
    "The chances of a unit to activate and to rally now, its next thresholds, and warnings.",
    UnitState,
    stand,
    lambda own, opposing: command_prefill(own) | {"hiding": current(own).stance is Stance.HIDING},
    one_sided=True,
)
