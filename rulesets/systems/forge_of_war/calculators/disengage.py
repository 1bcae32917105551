"""Whether a unit gets away from a close combat (§30)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from rulesets.core.calculators import Answer, Calculator, Side, SolveContext, Step, decimal, pass_or_fail, percent
from rulesets.core.codec import encode
from rulesets.core.declarations import Ask, bounded
from rulesets.core.dice import mean
from rulesets.core.tables import Tone
from rulesets.systems.forge_of_war.catalogue import stats_of_side
from rulesets.systems.forge_of_war.close_combat import (
    FIGHTERS,
    LEAVING,
    OPEN_CHARGE,
    Fighters,
    body_of,
    check_fighters,
    chosen_by,
    fighters_of,
    strike,
)
from rulesets.systems.forge_of_war.command import (
    FRESH,
    CommandState,
    CommandTest,
    check_strength,
    command_modifiers,
    command_prefill,
    state_assumed,
    success,
)
from rulesets.systems.forge_of_war.hits import take
from rulesets.systems.forge_of_war.losses import loss_charts
from rulesets.systems.forge_of_war.modifiers import modified, working
from rulesets.systems.forge_of_war.tables import CAPS, Training
from rulesets.systems.forge_of_war.tracks import current


@dataclass(frozen=True, slots=True)
class Disengage:
    """Will this unit get away?"""

    unit: Annotated[CommandState, Ask("Unit")] = FRESH
    training: Annotated[Training, Ask("Training")] = Training.PROFESSIONAL
    fv: Annotated[int, Ask("Its Fighting Value", min=-20, max=20)] = 6
    av: Annotated[int, Ask("Its Armour Value", min=-20, max=20)] = 1
    enemy: Annotated[Fighters, Ask("Enemy", "For strikes at leavers, where the table plays them.")] = FIGHTERS


def disengage(question: Disengage, context: SolveContext) -> Answer:
    """The command test to leave a close combat, and what a failure costs (§30)."""
    house = context.house
    unit = question.unit
    check_strength(unit)
    check_fighters(question.enemy, "enemy")
    changes = command_modifiers(unit, CommandTest.DISENGAGE, house)
    value = modified(unit.cv, changes)
    chance = success(value, CommandTest.DISENGAGE, house)
    full = unit.markers >= CAPS[question.training]
    cost = "since it carries all the D-markers it may" if full else ""
    steps = [
        *working("§30", "Command Value", unit.cv, changes, "Modified Command Value"),
        Step("§30", "Gets away", percent(chance)),
        Step("§30", "A failure costs", "a wound" if full else "a D-marker", cost, Tone.BAD),
    ]
    charts = [pass_or_fail("Disengaging", "Away", chance, "Stays")]
    own = Fighters(fv=question.fv, av=question.av, figures=unit.now, training=question.training, markers=unit.markers)
    blows = strike(question.enemy, own, OPEN_CHARGE, False, False, house)
    if blows.dice and blows.chance and chance and house.on("disengage_free_attack"):
        lost = blows.hits.map(lambda hits: take(body_of(own, house), hits, chosen_by(own), house))
        steps.append(Step("§30", "Struck while leaving", decimal(mean(blows.hits)), "mean hits", Tone.BAD))
        charts += loss_charts(lost, body_of(own, house), "When away: ")
    return Answer(
        f"{percent(chance)} to get away",
        Tone.GOOD if chance >= Fraction(7, 10) else Tone.FAIR if chance else Tone.BAD,
        tuple(steps),
        tuple(charts),
        notes=(f"Away: {LEAVING} (§30).", "If it stays, no round is fought and the initiative passes."),
        assumed=state_assumed(unit),
    )


def _disengage_prefill(own: Side, opposing: Side | None) -> dict[str, Any]:
    stats = stats_of_side(own)
    filled = command_prefill(own) | bounded(Disengage, fv=stats.fv, av=stats.av)
    if opposing is not None:
        filled["enemy"] = encode(fighters_of(current(opposing)))
    return filled


CALCULATOR = Calculator(
    "disengage",
    "Disengaging",
    "The chance of a unit to leave close combat, and what a failure costs.",
    Disengage,
    disengage,
    _disengage_prefill,
)
