"""The chance of one unit to activate (§8-11)."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any

from rulesets.core.calculators import (
    Answer,
    Calculator,
    OneOutcome,
    Result,
    SolveContext,
    Step,
    pass_or_fail,
    percent,
)
from rulesets.core.declarations.fields import Ask
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.dice import certain
from rulesets.core.play.states import Change, Side
from rulesets.core.tables import Tone, table

from ..catalogue import context_of
from ..command.command_value import (
    FRESH,
    CommandState,
    CommandTest,
    chance_to_pass,
    check_strength,
    command_modifiers,
    command_prefill,
    roll_words,
    state_assumed,
    success,
)
from ..house_rules import WORDS
from ..modifiers import Modifier, modified, working
from ..results import WITHDRAWS, if_likely, losses_from_hits, own_loss_results
from ..tables import CAPS, Role, Threshold, Training, reached
from ..tracks import ACTIVE, TURN, attempt_changes, current


@dataclass(frozen=True, slots=True)
class Activation:
    """Will this unit activate?"""

    unit: Annotated[CommandState, Ask("Unit")] = FRESH
    training: Annotated[Training, Ask("Training", "Used for the table of D-markers.")] = Training.PROFESSIONAL
    leader_cv: Annotated[int, Ask("CV of its leader", "Enter 0 if no leader is attached.", min=0, max=20)] = 0
    stances: Annotated[bool, Ask("Stance rules in use")] = False


RUNS, WAITS, MOVES, MOVES_OR_HIDES = (
    WORDS.sentence(f"activation.{name}") for name in ("withdraws", "waits", "moves", "moves_or_hides")
)


def _after_failure(question: Activation, house: HouseRules) -> str:
    """What a unit does when it fails (§10, §11)."""
    unit = question.unit
    if reached(unit.now, unit.start, Threshold.THIRD):
        return RUNS(house)
    if unit.no_enemy:
        return WAITS(house)
    return MOVES_OR_HIDES(house) if question.stances else MOVES(house)


@dataclass(frozen=True, slots=True)
class ActivationOutcome:
    """What comes of an attempt to activate: the Command Value, its modifiers, and the chance to pass."""

    base: int
    changes: tuple[Modifier, ...]
    value: int
    chance: Fraction


def _outcome(question: Activation, context: SolveContext) -> ActivationOutcome:
    check_strength(question.unit)
    own = question.unit.cv
    base = question.leader_cv if question.leader_cv > max(own, 0) and context.house.on("leader_cv_for_unit") else own
    changes = command_modifiers(question.unit, CommandTest.ACTIVATION, context.house)
    value = modified(base, changes)
    chance = chance_to_pass(value, CommandTest.ACTIVATION, "To activate", context)
    return ActivationOutcome(base, changes, value, chance)


def activate(question: Activation, outcome: ActivationOutcome, context: SolveContext) -> Answer:
    """The chance to activate, by the modifiers of §8."""
    house, base, value, chance = context.house, outcome.base, outcome.value, outcome.chance
    others = value - base + question.unit.markers
    steps = (
        *working("§8", "Command Value", base, outcome.changes, "Modified Command Value"),
        Step("§8", "Chance", percent(chance), roll_words(value, CommandTest.ACTIVATION, house)),
    )
    headline = f"{percent(chance)} chance to activate" if chance else "It cannot activate"
    cap = CAPS[question.training]
    counts = range(max(cap, question.unit.markers) + 1)
    rows: list[tuple[object, ...]] = [
        (markers, base + others - markers, percent(success(base + others - markers, CommandTest.ACTIVATION, house)))
        for markers in counts
    ]
    return Answer(
        headline,
        Tone.GOOD if chance >= Fraction(7, 10) else Tone.FAIR if chance >= Fraction(4, 10) else Tone.BAD,
        steps,
        (pass_or_fail("Activation", "Activates", chance, "Fails"),),
        (table("By D-markers", "D-markers | ^Needs | >Chance", rows, f"{question.training.label}: up to {cap}."),),
        (_after_failure(question, house),),
        assumed=state_assumed(question.unit),
    )


def _prefill(own: Side, opposing: Side | None) -> dict[str, Any]:
    context = context_of(own.force)
    leaders = [
        leader.stats.cv
        for group, unit in own.force.units()
        if unit.spec.role is not Role.NONE
        and unit.spec.attached_to
        and own.unit in context.unit_names.find(unit.spec.attached_to, group, unit)
        and not (leader := current(replace(own, group=group, unit=unit))).is_gone
    ]
    return command_prefill(own) | {"leader_cv": max([0, *leaders]), "stances": own.force.spec.stances}


def _results(
    question: Activation, outcome: ActivationOutcome, own: Side, opposing: Side | None, context: SolveContext
) -> tuple[Result, ...]:
    """The unit may act; or it has failed, at a third withdraws, and pays for it if it has failed before (§11)."""
    now, unit, chance = current(own), question.unit, outcome.chance
    tried = attempt_changes(now)
    active = (*tried, Change(TURN, box=ACTIVE))
    results = [Result("Activates", active, tone=Tone.GOOD, chance=chance, worth=1)] if chance else []
    if chance == 1:
        return tuple(results)
    if not reached(unit.now, unit.start, Threshold.THIRD):
        return (*results, Result("Fails", tried, tone=Tone.BAD, chance=1 - chance, passes=True))
    runs = tried + WITHDRAWS
    if not now.withdrawing:
        withdraws = Result("Fails and withdraws", runs, tone=Tone.BAD, chance=1 - chance, passes=True)
        return (*results, withdraws)
    cost = certain(losses_from_hits(now, 1, context.house))
    fails = own_loss_results(cost, now, runs, "Fails again and withdraws: ")
    return (*results, *(replace(if_likely(each, 1 - chance), passes=True) for each in fails))


_CALCULATION = OneOutcome(_outcome, activate, _results)
CALCULATOR = Calculator(
    "activation",
    "Activation",
    "The chance that one unit activates, and what happens if it fails.",
    Activation,
    _CALCULATION.solve,
    _prefill,
    results=_CALCULATION.results,
    one_sided=True,
    roll=_CALCULATION.roll,
)
