"""The value of each stance: under fire, firing, rallying and being charged (optional rules)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any

from rulesets.core.calculators import Answer, Calculator, QuestionError, SolveContext, Step, Unsuited, decimal
from rulesets.core.declarations.codec import encode
from rulesets.core.declarations.fields import Ask
from rulesets.core.dice import mean
from rulesets.core.play.states import Side
from rulesets.core.tables import Table, Tone, table
from rulesets.core.wording import signed

from ..catalogue import name_of_side, stats_of_side
from ..command.command_value import (
    SHAKEN,
    CommandState,
    check_strength,
    command_prefill,
    cover_assumed,
    rally_modifiers,
)
from ..command.rally import rally_removal
from ..fire.consequences import Consequences, consequences
from ..fire.shooting import (
    SHOOTERS,
    TARGET,
    FigureArm,
    Target,
    aim_at,
    automatic_steps,
    backfire_charts,
    backfire_steps,
    firing_assumed,
    heavy_notes,
    losses_of,
    no_shot,
    shooters_of,
    target_of,
    without_weapons,
)
from ..fire.shots import MAX_INCHES, Shooters, worn_av
from ..modifiers import modified, plain
from ..tables import (
    CAPS,
    CAUTIOUS_MOVE,
    HIDING_ATTACKED,
    MOVES,
    STANCE_ARMOUR,
    STANCE_AV,
    STANCE_SHOOTING,
    STANCE_TROOPS,
    Arm,
    Stance,
    permanent_markers,
)
from ..tracks import current
from ..units import may_change_stance


@dataclass(frozen=True, slots=True)
class Stances:
    """Which stance should this unit take under fire?"""

    distance: Annotated[int, Ask("Distance", unit="″", min=0, max=MAX_INCHES)] = 10
    target: Annotated[Target, Ask("The unit", "You do not need to set its stance, because all three are compared.")] = (
        TARGET
    )
    shooters: Annotated[Shooters, Ask("The enemy that fires at it")] = SHOOTERS
    command: Annotated[CommandState, Ask("The unit when it rallies")] = SHAKEN


@dataclass(frozen=True, slots=True)
class Worth:
    """The effects of a stance: those of the volley, mean figures lost, mean D-markers rallied."""

    volley: Consequences
    losses: Fraction
    rally: Fraction

    @property
    def hits(self) -> Fraction:
        """The mean number of hits."""
        return mean(self.volley.hits)


def worth(question: Stances, stance: Stance, context: SolveContext) -> Worth:
    """The mean of hits, losses and D-markers rallied in one stance."""
    house, target = context.house, replace(question.target, stance=stance)
    volley = consequences(question.shooters, aim_at(target, question.distance, context), context)
    results = losses_of(volley, target, house)
    unit = question.command
    value = modified(unit.cv, rally_modifiers(unit, False, stance is Stance.HIDING, house))
    floor = permanent_markers(unit.now, unit.start, CAPS[target.training])
    return Worth(volley, mean(results.map(lambda each: each.figures)), mean(rally_removal(unit, value, floor, context)))


_MOVES = {Stance.NORMAL: f"{MOVES[Arm.INFANTRY]}″", Stance.CAUTIOUS: f"{CAUTIOUS_MOVE}″", Stance.HIDING: "none"}


_STEPS = (
    Step(
        "stance rules",
        "Cautious",
        f"AV {signed(STANCE_ARMOUR[Stance.CAUTIOUS])}",
        "one action to take it, one to leave it",
    ),
    Step("stance rules", "Hiding", f"AV {signed(STANCE_ARMOUR[Stance.HIDING])}", "taken and left freely"),
    Step("stance rules", "Charged while hiding", f"enemy FV {signed(HIDING_ATTACKED)}", "in the first round"),
)


def compare_stances(question: Stances, context: SolveContext) -> Answer:
    """The three stances side by side."""
    target = question.target
    check_strength(question.command, "command")
    av = worn_av(target.armour, target.av, "target.armour", context)
    if target.arm is not FigureArm.INFANTRY or av > STANCE_AV:
        raise QuestionError("target.av", STANCE_TROOPS)
    refusal = no_shot(question.shooters, target.engaged)
    if refusal is not None:
        return refusal
    worths = {stance: worth(question, stance, context) for stance in Stance}
    normal, hiding = worths[Stance.NORMAL], worths[Stance.HIDING]
    return Answer(
        f"A hiding unit takes {decimal(hiding.hits, 1)} hits instead of {decimal(normal.hits, 1)}",
        Tone.GOOD if hiding.hits < normal.hits else Tone.FAIR,
        (
            *_STEPS,
            *automatic_steps(normal.volley),
            *backfire_steps(normal.volley.backfire),
        ),
        backfire_charts(normal.volley.backfire),
        _tables(av, worths),
        (*heavy_notes(question.shooters, normal.volley.shots, context), "An engaged unit is in normal stance again."),
        assumed=(*firing_assumed(question.shooters, question.distance, context), cover_assumed(target.cover)),
        table_first=True,
    )


def _tables(av: int, worths: Mapping[Stance, Worth]) -> tuple[Table, ...]:
    rows: list[tuple[object, ...]] = []
    besides: list[tuple[object, ...]] = []
    for stance, each in worths.items():
        rows.append((stance.label, plain(av + STANCE_ARMOUR[stance]), decimal(each.hits, 1), decimal(each.losses, 1)))
        fire = signed(STANCE_SHOOTING[stance]) if stance in STANCE_SHOOTING else "no shots"
        besides.append((stance.label, fire, _MOVES[stance], decimal(each.rally)))
    return (
        table("Stances", "Stance | >AV | >Hits taken | >Figures lost", rows),
        table("What else a stance changes", "Stance | ^Its fire | ^Move | >D-markers rallied", besides),
    )


def _prefill(own: Side, opposing: Side | None) -> dict[str, Any]:
    now = current(own)
    fields: dict[str, Any] = {"command": command_prefill(own, markers=now.stats.cap)["unit"]}
    if may_change_stance(now.stats):
        fields["target"] = encode(replace(target_of(now), stance=Stance.NORMAL))
    if opposing is not None:
        fields["shooters"] = encode(shooters_of(current(opposing)))
    return fields


def _unsuited(own: Side, opposing: Side | None) -> Unsuited | None:
    if not may_change_stance(stats_of_side(own)):
        return Unsuited(f"{name_of_side(own)} may not change its stance (FOW-U18).")
    return None if opposing is None else without_weapons(opposing, own)


CALCULATOR = Calculator(
    "stances",
    "Stances",
    "Compares the three stances of a unit by the fire it takes, its own fire, its movement and its rallying.",
    Stances,
    compare_stances,
    _prefill,
    unsuited=_unsuited,
)
