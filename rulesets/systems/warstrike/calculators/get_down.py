"""Get Down!: the markers removed at once, and the activations until none is left (WS-ACT-4)."""

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Final

from rulesets.core.calculators import Answer, Calculator, Chart, Outcome, SolveContext, Step, amounts, percent
from rulesets.core.dice import mean
from rulesets.core.tables import Tone, table
from rulesets.core.wording import count_of

from ..get_down import READ, activations_to_recover, getting_down, gone_to_ground, removed_words
from ..suppression import (
    Check,
    act_tone,
    average,
    check_assumed,
    exactly,
    exactly_average,
    passing_removes,
    working,
)
from .unit_fields import check_prefill


@dataclass(frozen=True, slots=True)
class GetDownQuestion(Check):
    """How many markers does Get Down! remove?"""


def _without_markers(steps: tuple[Step, ...], ground: str) -> Answer:
    why = "Without markers the unit rolls no check, so it cannot remove any."
    step = Step("WS-ACT-4b", "Markers removed", "0", why)
    chart = Chart("Markers removed", (Outcome("0", Fraction(1)),), numeric=True, mean=Fraction(0))
    headline = "The unit has no markers to remove and only goes to ground."
    return Answer(headline, Tone.PLAIN, (*steps, step), (chart,), notes=(f"The unit is then {ground}.",))


NOTE: Final = (
    "This assumes that each failed check is a Fall Back Move, which removes one marker, and that the unit gains no "
    "new markers."
)


def get_down(question: GetDownQuestion, context: SolveContext) -> Answer:
    """The distribution of markers removed by Get Down!."""
    result = getting_down(question, context.house)
    ground = gone_to_ground(context.house)
    roll = result.roll
    steps = working(question, roll)
    if not roll.needed:
        return _without_markers(steps, ground)
    over_all = result.outcomes.map(lambda out: out[1])
    middle = mean(over_all)
    if_passed = result.if_passed
    all_removed = result.outcomes.chance(lambda out: out[0] and out[1] == roll.markers)
    steps += (Step("WS-ACT-4a", "Removed on average", exactly_average(middle), "A failed check removes none."),)
    charts = [amounts("Markers removed, over all rolls", over_all, lambda off: Tone.GOOD if off else Tone.BAD)]
    if if_passed is not None:
        removed = mean(if_passed)
        steps += (Step("WS-ACT-4a", "Removed if it passes", exactly_average(removed), removed_words(result, removed)),)
        charts.append(amounts("Markers removed if it passes", if_passed, lambda off: Tone.GOOD))
    steps += (Step("WS-ACT-4a", "All markers gone", exactly(all_removed), "", act_tone(all_removed)),)
    activations = context.house.resolve(partial(activations_to_recover, question, roll.markers), *READ)
    otherwise = context.house.resolve(lambda single: roll.markers if passing_removes(1, single) else None, "one_marker")
    rows: list[tuple[object, ...]] = [
        ("Get Down! each time", "never" if activations is None else average(activations)),
        ("Any other action each time", "never" if otherwise is None else str(otherwise)),
    ]
    again = table("Activations until no marker is left", "Plan | >On average", rows, NOTE)
    removes = f"{average(middle)} of {count_of(roll.markers, 'marker')}"
    headline = f"{percent(roll.chance)} chance to get down. On average over all rolls, it removes {removes}."
    return Answer(
        headline,
        act_tone(roll.chance),
        steps,
        tuple(charts),
        (again,),
        (f"If it passes, the unit is then {ground}.",),
        assumed=check_assumed(question),
    )


CALCULATOR = Calculator(
    "get-down",
    "Get Down!",
    "How many markers a unit removes when it gets down.",
    GetDownQuestion,
    get_down,
    check_prefill,
    one_sided=True,
)
