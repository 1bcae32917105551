"""Whether a unit gets away from a close combat (§30)."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any

from rulesets.core.calculators import Answer, Calculator, Result, SolveContext, Step, decimal, pass_or_fail, percent
from rulesets.core.declarations.codec import encode
from rulesets.core.declarations.fields import Ask, clamp
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.dice import Distribution, certain, mean
from rulesets.core.play.rolls import Roller
from rulesets.core.play.states import Side
from rulesets.core.tables import Tone

from ..close_combat import (
    FIGHTERS,
    OPEN_CHARGE,
    Fighters,
    body_of,
    check_fighters,
    fighters_of,
    marker_limit_of,
    strike,
)
from ..command import (
    FRESH,
    CommandState,
    CommandTest,
    check_hurt,
    check_strength,
    command_modifiers,
    command_prefill,
    state_assumed,
    success,
)
from ..hits import Losses, take
from ..house_rules import WORDS
from ..losses import loss_charts
from ..modifiers import modified, working
from ..results import NOT_FIGHTING, WITHDRAWS, if_likely, losses_from_hits, own_fate_results, own_loss_results
from ..rolling import roll_hits, roll_test
from ..tables import CAPS, Threshold, Training, reached
from ..tracks import CurrentUnit, attempt_changes, current
from ..vehicle_damage import Fate, Harm, Sacrifice, fate, vehicle_target


@dataclass(frozen=True, slots=True)
class Disengage:
    """Will this unit get away?"""

    unit: Annotated[CommandState, Ask("Unit")] = FRESH
    training: Annotated[Training, Ask("Training")] = Training.PROFESSIONAL
    fv: Annotated[int, Ask("Its Fighting Value", min=-20, max=20)] = 6
    av: Annotated[int, Ask("Its Armour Value", min=-20, max=20)] = 1
    wounds: Annotated[int, Ask("Its wounds each", min=1, max=20)] = 1
    hurt: Annotated[int, Ask("Wounds on a hurt figure", min=0, max=19)] = 0
    vehicle: Annotated[bool, Ask("It is a vehicle")] = False
    enemy: Annotated[
        Fighters, Ask("Enemy", "It strikes at units that withdraw, and at units that leave if your table plays that.")
    ] = FIGHTERS


def _must_test(unit: CommandState) -> bool:
    """Whether its roll is the activation roll that it owes anyway, and a failure makes it withdraw (§11, §31)."""
    return reached(unit.now, unit.start, Threshold.THIRD)


def _test(unit: CommandState) -> CommandTest:
    return CommandTest.ACTIVATION if _must_test(unit) else CommandTest.DISENGAGE


def _chance(unit: CommandState, house: HouseRules) -> Fraction:
    test = _test(unit)
    return success(modified(unit.cv, command_modifiers(unit, test, house)), test, house)


def _leaving(question: Disengage) -> Fighters:
    unit = question.unit
    return Fighters(
        fv=question.fv,
        av=question.av,
        figures=unit.now,
        training=question.training,
        markers=unit.markers,
        wounds=question.wounds,
        hurt=question.hurt,
    )


def _enemy_hits(question: Disengage, house: HouseRules) -> Distribution[int]:
    """The hits on the unit by the enemy alone, in a later round."""
    return strike(question.enemy, _leaving(question), OPEN_CHARGE, False, False, house).hits


def _parting_hits(question: Disengage, house: HouseRules) -> Distribution[int] | None:
    """The hits on the unit as it leaves; ``None`` if there are no such attacks, or none can hit."""
    hits = _enemy_hits(question, house)
    return hits if hits.outcomes() != {0} and house.on("disengage_free_attack") else None


def _losses(question: Disengage, hits: Distribution[int], house: HouseRules) -> Distribution[Losses]:
    own = _leaving(question)
    return hits.map(lambda count: take(body_of(own, house), count, marker_limit_of(own), house))


def disengage(question: Disengage, context: SolveContext) -> Answer:
    """The command test to leave a close combat, and what a failure costs (§30)."""
    house = context.house
    unit = question.unit
    check_strength(unit)
    check_hurt(question.hurt, question.wounds)
    check_fighters(question.enemy, "enemy")
    changes = command_modifiers(unit, CommandTest.DISENGAGE, house)
    chance = _chance(unit, house)
    runs = _must_test(unit)
    steps = [
        *working("§30", "Command Value", unit.cv, changes, "Modified Command Value"),
        Step("§30", "Gets away", percent(chance)),
        _failure(question),
    ]
    charts = [pass_or_fail("Disengaging", "Away", chance, "Withdraws" if runs else "Stays")]
    body = body_of(_leaving(question), house)
    if runs and chance < 1:
        struck = _enemy_hits(question, house)
        steps.append(Step("§31", "Impact before it withdraws", decimal(mean(struck)), "mean hits", Tone.BAD))
        charts += loss_charts(_losses(question, struck, house), body, "When it withdraws: ")
    hits = _parting_hits(question, house) if chance else None
    if hits is not None:
        steps.append(Step("§30", "Impact while leaving", decimal(mean(hits)), "mean hits", Tone.BAD))
        charts += loss_charts(_losses(question, hits, house), body, "When away: ")
    withdraws = "If it withdraws, the enemy strikes first and it does not strike back (§31); the initiative passes."
    return Answer(
        f"{percent(chance)} to get away",
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
    reason = "since it carries all the D-markers it may" if full else ""
    dearer = "moderate damage" if question.vehicle else "a wound"
    return Step("§30", "A failure costs", dearer if full else "a D-marker", reason, Tone.BAD)


def _costs_of_vehicle(now: CurrentUnit, house: HouseRules) -> Distribution[Fate]:
    """What a vehicle may give up for a failure: a D-marker, else moderate damage, as of other hits (AMB-102b)."""
    harm = Harm(1) if now.markers < now.stats.cap else Harm(0, 1)
    return Distribution((fate(harm, replace(vehicle_target(now), gives=gives), house), 1) for gives in Sacrifice)


_AWAY = 1_000
"""How much more getting away is worth than not: more than any losses."""


def _results(question: Disengage, own: Side, opposing: Side | None, context: SolveContext) -> tuple[Result, ...]:
    """The unit gets away, with any losses, and the combat ends; or it stays, with the cost of that, or withdraws."""
    house, mine = context.house, current(own)
    chance, changes = _chance(question.unit, house), attempt_changes(mine)
    results: list[Result] = []
    hits = _parting_hits(question, house) if chance else None
    if hits is not None:
        away = own_loss_results(_losses(question, hits, house), mine, changes + NOT_FIGHTING, "Gets away: ")
        results += [if_likely(_apart(each), chance, _AWAY) for each in away]
    elif chance:
        freed = Result("Gets away", changes + NOT_FIGHTING, NOT_FIGHTING, Tone.GOOD, chance=chance, worth=_AWAY)
        results.append(freed)
    if chance < 1 and _must_test(question.unit):
        runs = changes + WITHDRAWS
        struck = own_loss_results(_losses(question, _enemy_hits(question, house), house), mine, runs, "Withdraws: ")
        results += [if_likely(_apart(each), 1 - chance) for each in struck]
    elif chance < 1 and mine.stats.is_vehicle:
        stays = own_fate_results(_costs_of_vehicle(mine, house), mine, changes, "Stays: ")
        results += [replace(if_likely(each, 1 - chance), worth=0) for each in stays]  # its player's choice, not luck
    elif chance < 1:
        stays = own_loss_results(certain(losses_from_hits(mine, 1, house)), mine, changes, "Stays: ")
        results += [if_likely(each, 1 - chance) for each in stays]
    return tuple(results)


def _roll(
    question: Disengage, own: Side, opposing: Side | None, context: SolveContext, roller: Roller
) -> tuple[Result, ...]:
    """The test, then the blows at a unit that leaves or withdraws; what a vehicle gives up is its player's choice."""
    house, mine, unit = context.house, current(own), question.unit
    changes, test = attempt_changes(mine), _test(unit)
    value = modified(unit.cv, command_modifiers(unit, test, house))
    possible = _results(question, own, opposing, context)
    if roll_test(roller, "To get away", value, test, house):
        if _parting_hits(question, house) is None:
            return tuple(each for each in possible if each.worth == _AWAY)
        struck = certain(_struck(question, roller, house))
        return tuple(_apart(each) for each in own_loss_results(struck, mine, changes + NOT_FIGHTING, "Gets away: "))
    if _must_test(unit):
        struck = certain(_struck(question, roller, house))
        return tuple(_apart(each) for each in own_loss_results(struck, mine, changes + WITHDRAWS, "Withdraws: "))
    return tuple(each for each in possible if each.worth <= 0)[:1]


def _struck(question: Disengage, roller: Roller, house: HouseRules) -> Losses:
    """The losses to the enemy's blows when they are rolled."""
    blows = strike(question.enemy, _leaving(question), OPEN_CHARGE, False, False, house)
    hits = roll_hits(roller, blows.dice, blows.value, "Enemy, to hit", house)
    own = _leaving(question)
    return take(body_of(own, house), hits, marker_limit_of(own), house)


def _apart(result: Result) -> Result:
    return replace(result, opposing=(*result.opposing, *NOT_FIGHTING))


def _disengage_prefill(own: Side, opposing: Side | None) -> dict[str, Any]:
    now = current(own)
    stats, hurt = now.stats, 0 if now.stats.is_vehicle else now.hurt
    fields = command_prefill(own) | clamp(Disengage, fv=stats.fv, av=stats.av, wounds=stats.wounds, hurt=hurt)
    fields["vehicle"] = stats.is_vehicle
    if opposing is not None:
        fields["enemy"] = encode(fighters_of(current(opposing)))
    return fields


AWAY = WORDS.sentence("disengage.away")

CALCULATOR = Calculator(
    "disengage",
    "Disengaging",
    "The chance of a unit to leave close combat, and what a failure costs.",
    Disengage,
    disengage,
    _disengage_prefill,
    results=_results,
    roll=_roll,
)
