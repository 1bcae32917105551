"""Whether a unit gets away from a close combat (§30)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any

from rulesets.core.calculators import (
    Answer,
    Calculator,
    Chart,
    OneOutcome,
    Result,
    SolveContext,
    Step,
    decimal,
    pass_or_fail,
    percent,
)
from rulesets.core.declarations.codec import encode
from rulesets.core.declarations.fields import Ask, clamp
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.dice import Distribution, certain, mean
from rulesets.core.play.states import Change, Side
from rulesets.core.tables import Tone

from ..close_combat.blows import FIGHTERS, OPEN_CHARGE, Fighters, Strike, body_of, check_fighters, fighters_of, strike
from ..command.command_value import (
    FRESH,
    CommandState,
    CommandTest,
    chance_to_pass,
    check_hurt,
    check_strength,
    command_modifiers,
    command_prefill,
    roll_words,
    state_assumed,
)
from ..house_rules import WORDS
from ..losses import loss_charts
from ..modifiers import modified, working
from ..results import NOT_FIGHTING, WITHDRAWS, if_likely, losses_from_hits, own_fate_results, own_loss_results
from ..tables import CAPS, Threshold, Training, reached
from ..tracks import CurrentUnit, attempt_changes, current
from ..vehicles.damage import UNHARMED, Harm, fate
from ..vehicles.targets import CARRIER, VehicleTarget, vehicle_target
from ..vehicles.volleys import ending_chart
from .close_combat import Combatant, Suffered, combatant_of


@dataclass(frozen=True, slots=True)
class Disengage:
    """Will this unit get away?"""

    unit: Annotated[CommandState, Ask("Unit")] = FRESH
    training: Annotated[Training, Ask("Training")] = Training.PROFESSIONAL
    fv: Annotated[int, Ask("Its Fighting Value", min=-20, max=20)] = 6
    av: Annotated[int, Ask("Its Armour Value", min=-20, max=20)] = 1
    wounds: Annotated[int, Ask("Its wounds per figure", min=1, max=20)] = 1
    hurt: Annotated[int, Ask("Wounds on a hurt figure", min=0, max=19)] = 0
    vehicle: Annotated[bool, Ask("It is a vehicle")] = False
    carrier: Annotated[VehicleTarget, Ask("Vehicle", "Used if the unit is a vehicle.")] = CARRIER
    enemy: Annotated[
        Fighters, Ask("Enemy", "It strikes at units that withdraw, and at units that leave if your house rules say so.")
    ] = FIGHTERS


def _must_test(unit: CommandState) -> bool:
    """Whether its roll is the activation roll that it owes anyway, and a failure makes it withdraw (§11, §31)."""
    return reached(unit.now, unit.start, Threshold.THIRD)


def _leaving(question: Disengage) -> Combatant:
    unit = question.unit
    side = Fighters(
        fv=question.fv,
        av=question.av,
        figures=unit.now,
        training=question.training,
        markers=unit.markers,
        wounds=question.wounds,
        hurt=question.hurt,
    )
    vehicle = replace(question.carrier, markers=unit.markers, training=question.training)
    return combatant_of(side, vehicle if question.vehicle else None)


def _blows(question: Disengage, house: HouseRules) -> Strike:
    """The blows of the enemy alone, in a later round."""
    return strike(question.enemy, _leaving(question).fighters, OPEN_CHARGE, False, False, house)


@dataclass(frozen=True, slots=True)
class LeavingOutcome:
    """What comes of a unit that wants to leave: the chance to get away, and what the enemy's blows do to it.

    They strike it when it is ``away``, if at all, and when it fails and is ``withdrawing``; ``None`` where they do not.
    """

    chance: Fraction
    away: Distribution[Suffered] | None
    withdrawing: Distribution[Suffered] | None


def _outcome(question: Disengage, context: SolveContext) -> LeavingOutcome:
    house, unit = context.house, question.unit
    check_strength(unit)
    check_hurt(question.hurt, question.wounds)
    check_fighters(question.enemy, "enemy")
    leaving, blows = _leaving(question), _blows(question, house)
    test = CommandTest.ACTIVATION if _must_test(unit) else CommandTest.DISENGAGE
    chance = chance_to_pass(modified(unit.cv, command_modifiers(unit, test, house)), test, "To get away", context)

    def suffered(thrown: SolveContext) -> Distribution[Suffered]:
        """What the enemy's blows do to the unit; those at a vehicle may harm nothing (AMB-104)."""
        return leaving.suffers(blows, question.enemy, "Enemy, to hit", thrown)

    def is_struck() -> bool:
        """Whether the enemy strikes at the unit as it leaves, and may harm it (AMB-102)."""
        harms = blows.hits.outcomes() != {0}
        if question.vehicle and harms:
            harms = suffered(replace(context, roller=None)).chance(lambda each: each.fate != UNHARMED) > 0
        return harms and house.on("disengage_free_attack")

    return LeavingOutcome(
        chance,
        suffered(context) if chance and is_struck() else None,
        suffered(context) if chance < 1 and _must_test(unit) else None,
    )


def _impact(
    question: Disengage, suffered: Distribution[Suffered], said: str, when: str, house: HouseRules
) -> tuple[Step, list[Chart]]:
    """What the enemy's blows at the unit do, as a step and as charts."""
    rule, label = said.split(" ", 1)
    step = Step(rule, label, decimal(mean(_blows(question, house).hits)), "mean hits", Tone.BAD)
    if question.vehicle:
        return step, [ending_chart(suffered.map(lambda each: each.fate), f"{when}: the vehicle")]
    body = body_of(_leaving(question).fighters, house)
    return step, [*loss_charts(suffered.map(lambda each: each.losses), body, f"{when}: ")]


def disengage(question: Disengage, outcome: LeavingOutcome, context: SolveContext) -> Answer:
    """The command test to leave a close combat, and what a failure costs (§30)."""
    house, unit, chance = context.house, question.unit, outcome.chance
    changes = command_modifiers(unit, CommandTest.DISENGAGE, house)
    runs = _must_test(unit)
    steps = [
        *working("§30", "Command Value", unit.cv, changes, "Modified Command Value"),
        Step("§30", "Gets away", percent(chance), roll_words(modified(unit.cv, changes), CommandTest.DISENGAGE, house)),
        _failure(question),
    ]
    charts = [pass_or_fail("Disengaging", "Away", chance, "Withdraws" if runs else "Stays")]
    for suffered, said, when in (
        (outcome.withdrawing, "§31 Hits before it withdraws", "When it withdraws"),
        (outcome.away, "§30 Hits while leaving", "When away"),
    ):
        if suffered is not None:
            step, more = _impact(question, suffered, said, when, house)
            steps.append(step)
            charts += more
    withdraws = (
        "If the unit withdraws, the enemy strikes first and the unit does not strike back (§31). The initiative passes."
    )
    return Answer(
        f"{percent(chance)} chance to get away",
        Tone.GOOD if chance >= Fraction(7, 10) else Tone.FAIR if chance else Tone.BAD,
        tuple(steps),
        tuple(charts),
        notes=(
            AWAY(house),
            withdraws if runs else "If it stays, no round is fought and the initiative passes.",
        ),
        assumed=state_assumed(unit),
    )


def _failure(question: Disengage) -> Step:
    """What a failure costs: a D-marker, else a wound or moderate damage (AMB-102b); a small unit withdraws instead."""
    if _must_test(question.unit):
        left = f"{question.unit.now} of {question.unit.start} left"
        return Step("§31", "A failure", "is struck, then withdraws", left, Tone.BAD)
    full = question.unit.markers >= CAPS[question.training]
    reason = "because it carries the maximum number of D-markers" if full else ""
    dearer = "moderate damage" if question.vehicle else "a wound"
    return Step("§30", "If it fails, it takes", dearer if full else "a D-marker", reason, Tone.BAD)


_AWAY = 1_000
"""How much more getting away is worth than not: more than any losses."""


def _struck_results(
    suffered: Distribution[Suffered], mine: CurrentUnit, changes: tuple[Change, ...], whose: str, house: HouseRules
) -> tuple[Result, ...]:
    """A result for all that the enemy's blows may do to the unit, which ends the combat."""
    if mine.stats.is_vehicle:
        struck = own_fate_results(suffered.map(lambda each: each.fate), mine, changes, house, whose)
    else:
        struck = own_loss_results(suffered.map(lambda each: each.losses), mine, changes, whose)
    return tuple(replace(each, opposing=(*each.opposing, *NOT_FIGHTING)) for each in struck)


def _stays(mine: CurrentUnit, changes: tuple[Change, ...], house: HouseRules) -> Iterator[Result]:
    """The cost of a failure: a D-marker, else a wound, or moderate damage to a vehicle (AMB-102b)."""
    if not mine.stats.is_vehicle:
        return own_loss_results(certain(losses_from_hits(mine, 1, house)), mine, changes, "Stays: ")
    harm = Harm(1) if mine.markers < mine.stats.cap else Harm(0, 1)
    cost = certain(fate(harm, vehicle_target(mine), house))
    return own_fate_results(cost, mine, changes, house, "Stays: ")


def _results(
    question: Disengage, outcome: LeavingOutcome, own: Side, opposing: Side | None, context: SolveContext
) -> tuple[Result, ...]:
    """The unit gets away, with any losses, and the combat ends; or it stays, with the cost of that, or withdraws."""
    house, mine, chance = context.house, current(own), outcome.chance
    changes, results = attempt_changes(mine), list[Result]()
    if outcome.away is not None:
        away = _struck_results(outcome.away, mine, changes + NOT_FIGHTING, "Gets away: ", house)
        results += [if_likely(each, chance, _AWAY) for each in away]
    elif chance:
        freed = Result("Gets away", changes + NOT_FIGHTING, NOT_FIGHTING, Tone.GOOD, chance=chance, worth=_AWAY)
        results.append(freed)
    if outcome.withdrawing is not None:
        runs = _struck_results(outcome.withdrawing, mine, changes + WITHDRAWS, "Withdraws: ", house)
        results += [replace(if_likely(each, 1 - chance), passes=True) for each in runs]
    elif chance < 1:
        stays = _stays(mine, changes, house)
        results += [replace(if_likely(each, 1 - chance), passes=True) for each in stays]
    return tuple(results)


def _disengage_prefill(own: Side, opposing: Side | None) -> dict[str, Any]:
    now = current(own)
    stats, hurt = now.stats, 0 if now.stats.is_vehicle else now.hurt
    fields = command_prefill(own) | clamp(Disengage, fv=stats.fv, av=stats.av, wounds=stats.wounds, hurt=hurt)
    fields["vehicle"] = stats.is_vehicle
    if stats.is_vehicle:
        fields["carrier"] = encode(vehicle_target(now))
    if opposing is not None:
        fields["enemy"] = encode(fighters_of(current(opposing)))
    return fields


AWAY = WORDS.sentence("disengage.away")

_CALCULATION = OneOutcome(_outcome, disengage, _results)
CALCULATOR = Calculator(
    "disengage",
    "Disengaging",
    "The chance that a unit leaves close combat, and what a failure costs.",
    Disengage,
    _CALCULATION.solve,
    _disengage_prefill,
    results=_CALCULATION.results,
    roll=_CALCULATION.roll,
)
