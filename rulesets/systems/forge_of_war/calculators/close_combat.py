"""One round of close combat between two units, or against a vehicle (§26-31)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any

from rulesets.core.calculators import (
    Answer,
    Calculator,
    Chart,
    Result,
    Side,
    SolveContext,
    Step,
    amounts,
    decimal,
    percent,
)
from rulesets.core.codec import encode
from rulesets.core.declarations import Ask
from rulesets.core.dice import Distribution, mean
from rulesets.core.house_rules import HouseRules
from rulesets.core.tables import Table, Tone
from rulesets.systems.forge_of_war.catalogue import no_vehicle
from rulesets.systems.forge_of_war.close_combat import (
    FIGHTERS,
    OPEN_CHARGE,
    Charge,
    Fighters,
    Strike,
    after,
    body_of,
    charge_assumed,
    check_fighters,
    defenders_first,
    marker_limit_of,
    sides_prefill,
    strike,
)
from rulesets.systems.forge_of_war.hits import Losses, Policy, losses_by_hits, take
from rulesets.systems.forge_of_war.losses import loss_charts, losses_in_words, owner_table
from rulesets.systems.forge_of_war.modifiers import working
from rulesets.systems.forge_of_war.results import FIGHTING, NOT_FIGHTING, fate_results, loss_results, own_loss_results
from rulesets.systems.forge_of_war.tables import DIE
from rulesets.systems.forge_of_war.tracks import (
    LOST,
    SLAUGHTER,
    CurrentUnit,
    attempt_changes,
    current,
    stand_up,
)
from rulesets.systems.forge_of_war.vehicle_damage import (
    CARRIER,
    UNHARMED,
    Ending,
    Fate,
    Harm,
    VehicleTarget,
    damage_chart,
    die_damage,
    ending,
    ending_chart,
    facing_av,
    fate,
    harm_limit,
    harm_of_dice,
    vehicle_target,
)


@dataclass(frozen=True, slots=True)
class CloseCombat:
    """What does one round of close combat do?"""

    attackers: Annotated[Fighters, Ask("Attackers")] = FIGHTERS
    defenders: Annotated[Fighters, Ask("Defenders")] = FIGHTERS
    charge: Annotated[Charge, Ask("Charge")] = OPEN_CHARGE
    initial: Annotated[bool, Ask("Round of the charge", "Otherwise a later round.")] = True
    at_vehicle: Annotated[bool, Ask("The defender is a vehicle")] = False
    vehicle: Annotated[VehicleTarget, Ask("Vehicle", "Counts when the defender is one.")] = CARRIER


@dataclass(frozen=True, slots=True)
class Round:
    """One round: the blows before it, the hits, and the losses of each side."""

    first: bool
    attack: Strike
    defence: Strike
    on_attackers: Distribution[int]
    on_defenders: Distribution[int]
    attackers: Distribution[Losses]
    defenders: Distribution[Losses]


def play_round(question: CloseCombat, house: HouseRules) -> Round:
    """One round: both sides at once, or the defenders first and then the surviving attackers."""
    attackers, defenders, charge = question.attackers, question.defenders, question.charge
    initial = question.initial
    first = defenders_first(charge, initial, house)
    attack = strike(attackers, defenders, charge, initial, True, house)
    defence = strike(defenders, attackers, charge, initial, False, house)
    own_body, enemy_body = body_of(attackers, house), body_of(defenders, house)
    losses = defence.hits.map(lambda hits: take(own_body, hits, marker_limit_of(attackers), house))
    if first:
        dealt = losses.then(lambda each: strike(after(attackers, each), defenders, charge, initial, True, house).hits)
    else:
        dealt = attack.hits
    results = dealt.map(lambda hits: take(enemy_body, hits, marker_limit_of(defenders), house))
    return Round(first, attack, defence, defence.hits, dealt, losses, results)


def _strike_steps(name: str, side: Fighters, blows: Strike, hits: Distribution[int]) -> tuple[Step, ...]:
    steps = working("§28", f"{name}: Fighting Value", side.fv, blows.modifiers, f"{name}: value")
    if side.fv <= 0:
        return (*steps, Step("§28", f"{name} do not strike", "0 dice", "FV 0", Tone.BAD))
    reason = f"each hits with {percent(blows.chance)}"
    if blows.value <= 0:
        reason = f"instead of {blows.pool.dice}; each 1 is rolled again and hits on {max(0, DIE + blows.value)} or less"
    return (
        *steps,
        Step("§28", f"{name}: dice", str(blows.dice), reason),
        Step("§28", f"{name}: mean hits", decimal(mean(hits))),
    )


def combat(question: CloseCombat, context: SolveContext) -> Answer:
    """The hits of both sides in one round, and their losses."""
    house = context.house
    check_fighters(question.attackers, "attackers")
    if question.at_vehicle:
        return _at_vehicle(question, context)
    check_fighters(question.defenders, "defenders")
    round_ = play_round(question, house)
    attackers, defenders = question.attackers, question.defenders
    order = "the defenders strike first" if round_.first else "both strike at once"
    steps = (
        Step("§27", "Who strikes first", order),
        *_strike_steps("Attackers", attackers, round_.attack, round_.on_defenders),
        *_strike_steps("Defenders", defenders, round_.defence, round_.on_attackers),
    )
    defenders_chart, *of_defenders = loss_charts(round_.defenders, body_of(defenders, house), "Defenders: ")
    attackers_chart, *of_attackers = loss_charts(round_.attackers, body_of(attackers, house), "Attackers: ")
    better = mean(round_.on_defenders) - mean(round_.on_attackers)
    return Answer(
        f"Attackers: {losses_in_words(round_.attackers, attackers.figures)}; "
        f"defenders: {losses_in_words(round_.defenders, defenders.figures)}",
        Tone.GOOD if better > 0 else Tone.BAD if better < 0 else Tone.PLAIN,
        steps,
        (
            defenders_chart,
            attackers_chart,
            *of_defenders,
            *of_attackers,
            amounts("Hits on the defenders", round_.on_defenders),
            amounts("Hits on the attackers", round_.on_attackers),
        ),
        (
            _choices("Defenders", defenders, round_.on_defenders, house),
            _choices("Attackers", attackers, round_.on_attackers, house),
        ),
        assumed=_assumptions(question),
    )


def _assumptions(question: CloseCombat) -> tuple[str, ...]:
    if not question.initial:
        return ("in a later round", *charge_assumed(replace(question.charge, grenades=False, hiding=False)))
    return ("in the round of the charge", *charge_assumed(question.charge))


def _choices(name: str, side: Fighters, hits: Distribution[int], house: HouseRules) -> Table:
    split = side.split if side.policy is Policy.SPLIT else 0
    body = body_of(side, house)
    start = side.start or side.figures
    return owner_table(lambda limit: losses_by_hits(hits, body, limit, house), body, start, split, name)


@dataclass(frozen=True, slots=True)
class VehicleRound:
    """One round against a vehicle; ``fates`` is ``None`` if the attackers cannot damage it."""

    first: bool
    attack: Strike
    defence: Strike
    attackers: Distribution[Losses]
    fates: Distribution[Fate] | None


def _vehicle_fights(question: CloseCombat) -> Fighters:
    """The vehicle as one figure that strikes (§33)."""
    vehicle = question.vehicle
    return replace(
        question.defenders, figures=1, contact=None, av=facing_av(vehicle), markers=vehicle.markers, wounds=1, hurt=0
    )


def _vehicle_round(question: CloseCombat, house: HouseRules) -> VehicleRound:
    attackers, vehicle, charge, initial = question.attackers, question.vehicle, question.charge, question.initial
    defender = _vehicle_fights(question)
    attack = strike(attackers, defender, charge, initial, True, house)
    defence = strike(defender, attackers, charge, initial, False, house)
    losses = defence.hits.map(lambda hits: take(body_of(attackers, house), hits, marker_limit_of(attackers), house))
    first = defenders_first(charge, initial, house) and defence.dice > 0
    reading = house.choice("cc_vs_vehicle")
    if reading == "never" or (reading == "needs_value" and attackers.close_combat <= 0):
        return VehicleRound(first, attack, defence, losses, None)

    def harm(side: Fighters) -> Distribution[Harm]:
        blows = strike(side, defender, charge, initial, True, house)
        return harm_of_dice(die_damage(blows.value, house), blows.dice, harm_limit(vehicle))

    results = losses.then(lambda each: harm(after(attackers, each))) if first else harm(attackers)
    return VehicleRound(first, attack, defence, losses, results.map(lambda each: fate(each, vehicle, house)))


def _results(question: CloseCombat, own: Side, opposing: Side | None, context: SolveContext) -> tuple[Result, ...]:
    """The losses of the defenders, and those of the attackers to add to them.

    Both are engaged afterwards, in normal stance; the combat ends with the last defender.
    """
    house, mine = context.house, current(own)
    changes, results = attempt_changes(mine) + stand_up(mine), list[Result]()
    if question.at_vehicle:
        round_ = _vehicle_round(question, house)
        losses, fates = (
            round_.attackers,
            round_.fates.outcomes() if round_.fates is not None else {UNHARMED},
        )
        results += fate_results(fates, current(opposing), changes, "Vehicle: ") if opposing else ()
    else:
        outcome = play_round(question, house)
        losses, defenders = outcome.attackers, outcome.defenders
        results += loss_results(defenders, current(opposing), changes, "Defenders: ") if opposing else ()
    return (
        *(_engage(each, current(opposing)) for each in results if opposing),
        *(replace(each, part="own") for each in own_loss_results(losses, mine, changes, "Attackers: ")),
    )


def _engage(result: Result, theirs: CurrentUnit) -> Result:
    """The result with both units in close combat, unless it leaves nobody to fight."""
    if any(each.box in (LOST, SLAUGHTER) and each.on for each in (*result.own, *result.opposing)):
        return replace(result, own=(*result.own, *NOT_FIGHTING))
    return replace(
        result,
        own=(*result.own, *FIGHTING),
        opposing=(*result.opposing, *FIGHTING, *stand_up(theirs)),
    )


def _at_vehicle(question: CloseCombat, context: SolveContext) -> Answer:
    """Close combat with a vehicle: it is harmed only with a close combat value, by the damage table (AMB-104).

    A vehicle with a Fighting Value strikes as one figure (§33).
    """
    house = context.house
    attackers = question.attackers
    round_ = _vehicle_round(question, house)
    attack, defence, losses, fates, first = round_.attack, round_.defence, round_.attackers, round_.fates, round_.first
    defender = _vehicle_fights(question)
    steps = [
        *_strike_steps("Attackers", attackers, attack, attack.hits),
        *_strike_steps("Vehicle", defender, defence, defence.hits),
    ]
    charts: list[Chart] = []
    loss_text = ""
    if defence.dice:
        order = "the vehicle strikes first" if first else "both strike at once"
        steps.insert(0, Step("§27", "Who strikes first", order))
        charts = [*loss_charts(losses, body_of(attackers, house), "Attackers: ")]
        loss_text = f"; attackers: {losses_in_words(losses, attackers.figures)}"
    if fates is None:
        steps.append(Step("§38", "Hits on a vehicle", "wasted", "no close combat value", Tone.BAD))
        headline = f"No harm: nothing they fight with can damage a vehicle{loss_text}"
        return Answer(headline, Tone.BAD, tuple(steps), tuple(charts))
    destroy_chance = fates.chance(lambda each: ending(each) is Ending.DESTROYED)
    return Answer(
        f"{percent(destroy_chance)} to destroy it{loss_text}",
        Tone.GOOD if destroy_chance >= Fraction(1, 3) else Tone.FAIR,
        tuple(steps),
        (ending_chart(fates), damage_chart("One die", die_damage(attack.value, house)), *charts),
        assumed=_assumptions(question),
    )


def _prefill(own: Side, opposing: Side | None) -> dict[str, Any]:
    fields = sides_prefill(own, opposing)
    if opposing is None:
        return fields
    target = current(opposing)
    if target.stats.is_vehicle:
        fields |= {"at_vehicle": True, "vehicle": encode(vehicle_target(target))}
    if target.engaged and current(own).engaged:
        fields["initial"] = False
    return fields


CALCULATOR = Calculator(
    "close-combat",
    "Close combat",
    "One round: who strikes first, the hits of both sides and what they lose.",
    CloseCombat,
    combat,
    _prefill,
    unsuited=no_vehicle("what it suffers is worked out when it is the opposing unit"),
    results=_results,
)
