"""Whether a unit gets away from a close combat (§30)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any

from rulesets.core.calculators import (
    Answer,
    Calculator,
    Result,
    Side,
    SolveContext,
    Step,
    decimal,
    pass_or_fail,
    percent,
)
from rulesets.core.codec import encode
from rulesets.core.declarations import Ask, bounded
from rulesets.core.dice import Distribution, certain, mean
from rulesets.core.house_rules import HouseRules
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
from rulesets.systems.forge_of_war.hits import Taken, take
from rulesets.systems.forge_of_war.losses import loss_charts
from rulesets.systems.forge_of_war.modifiers import modified, working
from rulesets.systems.forge_of_war.results import NOT_FIGHTING, hits_taken, own_loss_results
from rulesets.systems.forge_of_war.tables import CAPS, Training
from rulesets.systems.forge_of_war.tracks import attempt_made, current


@dataclass(frozen=True, slots=True)
class Disengage:
    """Will this unit get away?"""

    unit: Annotated[CommandState, Ask("Unit")] = FRESH
    training: Annotated[Training, Ask("Training")] = Training.PROFESSIONAL
    fv: Annotated[int, Ask("Its Fighting Value", min=-20, max=20)] = 6
    av: Annotated[int, Ask("Its Armour Value", min=-20, max=20)] = 1
    enemy: Annotated[Fighters, Ask("Enemy", "For strikes at leavers, where the table plays them.")] = FIGHTERS


def _chance(unit: CommandState, house: HouseRules) -> Fraction:
    value = modified(unit.cv, command_modifiers(unit, CommandTest.DISENGAGE, house))
    return success(value, CommandTest.DISENGAGE, house)


def _leaving(question: Disengage) -> Fighters:
    unit = question.unit
    return Fighters(fv=question.fv, av=question.av, figures=unit.now, training=question.training, markers=unit.markers)


def _struck(question: Disengage, house: HouseRules) -> Distribution[int] | None:
    """The hits on those who leave; ``None`` where the table plays none, or nobody can hit them."""
    blows = strike(question.enemy, _leaving(question), OPEN_CHARGE, False, False, house)
    return blows.hits if blows.dice and blows.chance and house.on("disengage_free_attack") else None


def _lost(question: Disengage, hits: Distribution[int], house: HouseRules) -> Distribution[Taken]:
    own = _leaving(question)
    return hits.map(lambda count: take(body_of(own, house), count, chosen_by(own), house))


def disengage(question: Disengage, context: SolveContext) -> Answer:
    """The command test to leave a close combat, and what a failure costs (§30)."""
    house = context.house
    unit = question.unit
    check_strength(unit)
    check_fighters(question.enemy, "enemy")
    changes = command_modifiers(unit, CommandTest.DISENGAGE, house)
    chance = _chance(unit, house)
    full = unit.markers >= CAPS[question.training]
    cost = "since it carries all the D-markers it may" if full else ""
    steps = [
        *working("§30", "Command Value", unit.cv, changes, "Modified Command Value"),
        Step("§30", "Gets away", percent(chance)),
        Step("§30", "A failure costs", "a wound" if full else "a D-marker", cost, Tone.BAD),
    ]
    charts = [pass_or_fail("Disengaging", "Away", chance, "Stays")]
    hits = _struck(question, house) if chance else None
    if hits is not None:
        body = body_of(_leaving(question), house)
        steps.append(Step("§30", "Struck while leaving", decimal(mean(hits)), "mean hits", Tone.BAD))
        charts += loss_charts(_lost(question, hits, house), body, "When away: ")
    return Answer(
        f"{percent(chance)} to get away",
        Tone.GOOD if chance >= Fraction(7, 10) else Tone.FAIR if chance else Tone.BAD,
        tuple(steps),
        tuple(charts),
        notes=(f"Away: {LEAVING} (§30).", "If it stays, no round is fought and the initiative passes."),
        assumed=state_assumed(unit),
    )


def _results(question: Disengage, own: Side, opposing: Side | None, context: SolveContext) -> tuple[Result, ...]:
    """That the unit gets away, struck or not, and the combat of the two ends; or that it stays, and what that costs."""
    house, mine = context.house, current(own)
    chance, made = _chance(question.unit, house), attempt_made(mine)
    found: list[Result] = []
    hits = _struck(question, house) if chance else None
    if hits is not None:
        away = own_loss_results(_lost(question, hits, house), mine, made + NOT_FIGHTING, "Gets away: ")
        found += [replace(each, opposing=(*each.opposing, *NOT_FIGHTING)) for each in away]
    elif chance:
        found.append(Result("Gets away", made + NOT_FIGHTING, NOT_FIGHTING, Tone.GOOD))
    if chance < 1:
        found += own_loss_results(certain(hits_taken(mine, 1, house)), mine, made, "Stays: ")
    return tuple(found)


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
    results=_results,
)
