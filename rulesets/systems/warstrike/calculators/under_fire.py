"""The effect of a unit's fire: the shots, and the target's check with the new markers (WS-SUP)."""

from dataclasses import dataclass, replace
from typing import Annotated

from rulesets.core.calculators import (
    Answer,
    Brief,
    Calculator,
    QuestionError,
    Result,
    SolveContext,
    Step,
    pass_or_fail,
    percent,
)
from rulesets.core.declarations.fields import Ask
from rulesets.core.play.states import Side
from rulesets.core.tables import Tone
from rulesets.core.wording import count_of

from ..actions import WeaponRow
from ..snap_fire import full_shots, snap_shots
from ..suppression import act_tone, capped_markers, resolved_roll
from ..tracks import MARKERS, models_left
from ..units import REMARK, at_least_zero
from .suppression import SuppressionQuestion, check_suppression, with_hits
from .unit_fields import (
    activated,
    arms_prefill,
    check_prefill,
    losses,
    set_markers,
)


@dataclass(frozen=True, slots=True)
class UnderFireQuestion(SuppressionQuestion):
    """May the target act when it has been fired at?"""

    new_markers: Annotated[
        int, Ask("Markers it gets", f"Enter as many as your table agrees for the hits. {REMARK}", min=0, max=99)
    ] = 1  # fmt: skip
    snap: Annotated[
        bool, Ask("Snap Fire", "Tick this if the shooters Advance!, are flanked or double their Awareness.")
    ] = False
    arms: Annotated[tuple[WeaponRow, ...], Ask("Weapons fired", max=12, one="Weapon")] = (WeaponRow("Rifle", 2, 9),)


def fire_at(question: UnderFireQuestion, context: SolveContext) -> Answer:
    """The shots, and the target's chance to pass its next suppression check with the markers that it gets."""
    arms = [(arm.rof, arm.number) for arm in question.arms]
    shots = (
        context.house.resolve(lambda rounding: snap_shots(arms, rounding), "snap_rounding")
        if question.snap
        else full_shots(arms)
    )
    if question.arms and question.hits > shots:
        fired = count_of(shots, "shot") if shots else "no shots"
        raise QuestionError("hits", f"You entered {count_of(question.hits, 'hit')}, but the weapons fire {fired}.")
    markers = capped_markers(question.nv, question.markers) + question.new_markers
    answer = check_suppression(replace(question, markers=markers), context)
    rule, rate = ("WS-SNAP-1", "half their RoF, rounded down") if question.snap else ("WS-ACT-1", "their full RoF")
    steps: tuple[Step, ...] = (
        (Step(rule, "Shots", str(shots), f"The weapons fire at {rate}."),) if question.arms else ()
    )
    if question.new_markers:
        reason = "You entered this number. The rules, Action Phase 0.5, don’t say how many markers shots cause."
        steps += (Step("WS-SUP-8", "Markers from the fire", f"+{question.new_markers}", reason),)
    chance = answer.charts[0].outcomes[0].chance
    then, *helped = answer.assumed
    return replace(
        answer,
        headline=f"Target: {answer.headline[:1].lower()}{answer.headline[1:]}",
        tone=act_tone(1 - chance),
        steps=(*steps, *answer.steps),
        charts=(pass_or_fail("The target’s check", "Target acts", chance, "Target fails the check"),),
        assumed=("with Snap Fire" if question.snap else "at full RoF", f"{then} after the fire", *helped),
    )


def brief(question: UnderFireQuestion, context: SolveContext) -> Brief:
    """The target's chance to act with the markers that it gets."""
    markers = capped_markers(question.nv, question.markers) + question.new_markers
    check, _ = with_hits(replace(question, markers=markers), context.house)
    roll = resolved_roll(check, context.house)
    chance = roll.chance
    words = f"{percent(chance)} chance to act with {count_of(question.new_markers, 'more marker')}"
    return Brief(words, percent(chance), (1 - chance,), act_tone(1 - chance))


def _results(
    question: UnderFireQuestion, own: Side, opposing: Side | None, context: SolveContext
) -> tuple[Result, ...]:
    """The markers and losses that the target may get, in rising order."""
    firing = activated(own.state)
    if opposing is None:
        return (Result("Has fired", firing),)
    spec = opposing.unit.spec
    markers_now = opposing.state.count(MARKERS)
    marker_results = (
        Result(
            f"{more or 'No'} marker{'s' * (more != 1)}",
            firing,
            set_markers(spec, opposing.state, markers_now + more),
            Tone.GOOD if more else Tone.PLAIN,
            part="markers",
        )
        for more in range(at_least_zero(spec.nv) - markers_now + 1)
    )
    loss_results = (
        Result(f"{count} model{'s' * (count != 1)} lost", firing, losses(opposing, count), Tone.GOOD, part="models")
        for count in range(1, models_left(spec, opposing.state) + 1)
    )
    return (*marker_results, *loss_results)


CALCULATOR = Calculator(
    "under-fire",
    "Under fire",
    "The shots of a unit, and how the markers they cause affect the target’s next check.",
    UnderFireQuestion,
    fire_at,
    lambda own, opposing: {**(check_prefill(opposing, own) if opposing else {}), "arms": arms_prefill(own)},
    results=_results,
    brief=brief,
    short_means=(
        "Chance that the target can still act: up to 33% is favourable, over 67% unfavourable. "
        "Players decide the markers, so any attacker has the same figure"
    ),
)
