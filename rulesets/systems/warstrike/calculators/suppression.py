"""The suppression check of one unit, with any number of markers (WS-SUP, WS-LD)."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated

from rulesets.core.calculators import Answer, Calculator, SolveContext, Step, pass_or_fail, percent
from rulesets.core.declarations.fields import Ask
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.tables import Cell, Table, Tone, table
from rulesets.core.wording import count_of

from ..house_rules import WORDS
from ..suppression import (
    Check,
    act_tone,
    check_assumed,
    dice_of,
    is_suppressed,
    markers_for_hits,
    number_at,
    pass_chance,
    resolved_roll,
    to_roll,
    working,
)
from ..tables import HITS_PER_MARKER
from ..units import REMARK
from .unit_fields import check_prefill


@dataclass(frozen=True, slots=True)
class SuppressionQuestion(Check):
    """May the unit act?"""

    hits: Annotated[
        int, Ask("Hits", f"Only one house rule turns hits into markers. {REMARK}", min=0, max=999)
    ] = 0  # fmt: skip
    hits_for_one: Annotated[int, Ask("Hits for one marker", REMARK, min=1, max=99)] = HITS_PER_MARKER


_NOTES = WORDS.sentences("check_notes")
_FROM_HITS = WORDS.sentence("markers_from_hits", "hits")


def with_hits(question: SuppressionQuestion, house: HouseRules) -> tuple[Check, tuple[Step, ...]]:
    """The unit with the markers from its hits, and the working."""

    def markers_from_hits(reading: str) -> int:
        return 0 if reading == "manual" else markers_for_hits(question.hits, question.hits_for_one)

    if not question.hits:
        return question, ()
    more, reason = house.resolve(markers_from_hits, "hits_per_marker"), _FROM_HITS(house, hits=question.hits_for_one)
    step = Step("WS-SUP-8", f"Markers from {count_of(question.hits, 'hit')}", str(more), f"{reason} {REMARK}")
    return replace(question, markers=question.markers + more), (step,)


def _numbers(check: Check, house: HouseRules) -> tuple[int, list[int]]:
    """The dice of a check, and the number to roll on one marker, on two and so on up to the starting Nv."""

    def under(leaderless: str, inspire: str) -> tuple[int, list[int]]:
        return dice_of(check, leaderless), [number_at(check, count, inspire) for count in range(1, check.nv + 1)]

    return house.resolve(under, "leaderless_ld", "inspire_reading")


def _ladder(check: Check, markers_now: int, house: HouseRules) -> Table:
    """Numbers to roll and chances for every count of markers, with each kind of help."""
    columns = [("Roll at most", replace(check, officer_ld=None, inspirer_nv=None))]
    if check.officer_ld is not None:
        columns.append(("Ordered: roll at most", replace(check, inspirer_nv=None)))
    if check.inspirer_nv is not None:
        columns.append(("Inspired: roll at most", replace(check, officer_ld=None)))
    if check.officer_ld is not None and check.inspirer_nv is not None:
        columns.append(("Both: roll at most", check))
    numbers = [_numbers(variant, house) for _, variant in columns]
    rows: list[tuple[object, ...]] = []
    for markers in range(check.nv + 1):
        tone = Tone.STRONG if markers == markers_now else Tone.PLAIN
        cells: list[object] = [Cell(f"{markers} (this check)" if markers == markers_now else str(markers), tone)]
        for dice, to_roll_at in numbers:
            chance = pass_chance(dice, to_roll_at[markers - 1]) if markers else Fraction(1)
            to_roll_text = str(to_roll_at[markers - 1]) if markers else "no roll"
            cells += [Cell(to_roll_text, tone), Cell(percent(chance, 1), tone, str(chance))]
        rows.append(tuple(cells))
    headings = "Markers" + "".join(f" | >{heading} | >Chance to act" for heading, _ in columns)
    return table("By markers", headings, rows, f"No unit holds more markers than its starting Nv, here {check.nv}.")


def check_suppression(question: SuppressionQuestion, context: SolveContext) -> Answer:
    """The chance to pass the suppression check, and the same for every number of markers."""
    check, hit_steps = with_hits(question, context.house)
    roll = resolved_roll(check, context.house)
    chance = roll.chance
    notes = []
    if not roll.needed:
        headline = "Acts without a check, as it has no markers."
        if check.officer_ld is not None:
            notes.append(_NOTES["order_in_vain"](context.house))
    else:
        headline = f"{percent(chance)} chance to act ({to_roll(roll)})."
        falls_back = chance < 1 and context.house.resolve(
            lambda single: is_suppressed(roll.markers, single), "one_marker"
        )
        if chance == 0:
            headline = "Cannot act, because it cannot pass its check."
        if chance < 1:
            notes.append(_NOTES["falls_back" if falls_back else "does_nothing"](context.house.untraced))
    return Answer(
        headline,
        act_tone(chance),
        hit_steps + working(check, roll),
        (pass_or_fail("The check", "Acts", chance, "Fails the check"),),
        (_ladder(check, roll.markers, context.house),),
        tuple(notes),
        assumed=check_assumed(check),
    )


CALCULATOR = Calculator(
    "suppression",
    "Suppression check",
    "The chance that a suppressed unit may act, with an Officer’s order and Inspiration.",
    SuppressionQuestion,
    check_suppression,
    check_prefill,
    one_sided=True,
)
