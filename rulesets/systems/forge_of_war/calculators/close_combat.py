"""One round of close combat between two units, or against a vehicle (§26-31)."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any, NamedTuple

from rulesets.core.calculators import (
    Answer,
    Brief,
    Calculator,
    Chart,
    OneOutcome,
    Result,
    SolveContext,
    Step,
    Unsuited,
    amounts,
    decimal,
    percent,
)
from rulesets.core.declarations.codec import encode
from rulesets.core.declarations.fields import Ask
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.dice import Distribution, certain, mean
from rulesets.core.play.states import Side
from rulesets.core.tables import Table, Tone

from ..catalogue import name_of_side, stats_of_side
from ..close_combat.blows import (
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
    harms_by_hand,
    marker_limit_of,
    sides_prefill,
    strike,
)
from ..hits import Losses, Policy, dice_words, hits_at, losses_by_hits, take
from ..losses import loss_charts, losses_in_brief, losses_in_words, owner_table
from ..modifiers import working
from ..results import FIGHTING, NOT_FIGHTING, fate_results, loss_results, own_fate_results, own_loss_results
from ..tracks import LOST, SLAUGHTER, CurrentUnit, attempt_changes, current, stand_up
from ..vehicles.damage import UNHARMED, Fate, damage_dice, die_damage, fates_of
from ..vehicles.targets import CARRIER, VehicleTarget, facing_av, vehicle_target
from ..vehicles.volleys import damage_chart, damage_in_brief, ending_chart

NO_LOSSES = Losses(0, 0, 0)


@dataclass(frozen=True, slots=True)
class CloseCombat:
    """What does one round of close combat do?"""

    attackers: Annotated[Fighters, Ask("Attackers")] = FIGHTERS
    defenders: Annotated[Fighters, Ask("Defenders")] = FIGHTERS
    charge: Annotated[Charge, Ask("Charge")] = OPEN_CHARGE
    initial: Annotated[bool, Ask("Round of the charge", "Untick this for a later round.")] = True
    at_vehicle: Annotated[bool, Ask("The defender is a vehicle")] = False
    vehicle: Annotated[VehicleTarget, Ask("Vehicle", "Used if the defender is a vehicle.")] = CARRIER
    by_vehicle: Annotated[bool, Ask("The attacker is a vehicle")] = False
    attacker: Annotated[VehicleTarget, Ask("Attacking vehicle", "Used if the attacker is a vehicle.")] = CARRIER


class Suffered(NamedTuple):
    """What the enemy's blows do to a side: losses of figures, or the fate of a vehicle."""

    losses: Losses
    fate: Fate


@dataclass(frozen=True, slots=True)
class Combatant:
    """A side with what it strikes with, and the vehicle that it is, if it is one (§33)."""

    fighters: Fighters
    vehicle: VehicleTarget | None = None

    def suffers(self, blows: Strike, by: Fighters, what: str, context: SolveContext) -> Distribution[Suffered]:
        """What the blows of the enemy do to it (AMB-104)."""
        house, vehicle = context.house, self.vehicle
        if vehicle is None:
            body, limit = body_of(self.fighters, house), marker_limit_of(self.fighters)
            hits = hits_at(blows.dice, blows.value, what, context)
            return hits.map(lambda count: Suffered(take(body, count, limit, house), UNHARMED))
        if not harms_by_hand(by.close_combat, house):
            return certain(Suffered(NO_LOSSES, UNHARMED))
        fates = fates_of(damage_dice(blows.dice, blows.value, what, context), vehicle, house)
        return fates.map(lambda each: Suffered(NO_LOSSES, each))

    def struck(self, suffered: Suffered) -> Fighters:
        """What is left of it to strike back."""
        if self.vehicle is None:
            return after(self.fighters, suffered.losses)
        left = 0 if suffered.fate.destroyed else self.fighters.figures
        return replace(self.fighters, figures=left, markers=self.fighters.markers + suffered.fate.markers)


def combatant_of(side: Fighters, vehicle: VehicleTarget | None) -> Combatant:
    """A side; a vehicle strikes as one figure, and has the armour of the side in contact (§33)."""
    if vehicle is None:
        return Combatant(side)
    av = facing_av(vehicle)
    one = replace(side, figures=1, contact=None, av=av, markers=vehicle.markers, wounds=1, hurt=0)
    return Combatant(one, vehicle)


@dataclass(frozen=True, slots=True)
class Round:
    """One round: the blows of both sides before it, those that the attackers strike in it, and what each suffers."""

    first: bool
    attack: Strike
    defence: Strike
    dealt: Distribution[Strike]
    attackers_suffer: Distribution[Suffered]
    defenders_suffer: Distribution[Suffered]

    @property
    def on_attackers(self) -> Distribution[int]:
        """The hits on the attackers."""
        return self.defence.hits

    @property
    def on_defenders(self) -> Distribution[int]:
        """The hits on the defenders."""
        return self.dealt.then(lambda blows: blows.hits)

    @property
    def attackers(self) -> Distribution[Losses]:
        """The losses of attacking troops."""
        return self.attackers_suffer.map(lambda each: each.losses)

    @property
    def defenders(self) -> Distribution[Losses]:
        """The losses of defending troops."""
        return self.defenders_suffer.map(lambda each: each.losses)

    @property
    def attacker(self) -> Distribution[Fate]:
        """The fate of an attacking vehicle."""
        return self.attackers_suffer.map(lambda each: each.fate)

    @property
    def vehicle(self) -> Distribution[Fate]:
        """The fate of a vehicle that is attacked."""
        return self.defenders_suffer.map(lambda each: each.fate)


def sides_of(question: CloseCombat) -> tuple[Combatant, Combatant]:
    """Attackers and defenders."""
    return (
        combatant_of(question.attackers, question.attacker if question.by_vehicle else None),
        combatant_of(question.defenders, question.vehicle if question.at_vehicle else None),
    )


def play_round(question: CloseCombat, context: SolveContext) -> Round:
    """One round: both sides at once, or the defenders first and then the attackers who are left."""
    charge, initial, house = question.charge, question.initial, context.house
    attackers, defenders = sides_of(question)
    own, enemy = attackers.fighters, defenders.fighters
    attack = strike(own, enemy, charge, initial, True, house)
    defence = strike(enemy, own, charge, initial, False, house)
    first = defenders_first(charge, initial, house)

    def struck_back(each: Suffered) -> Strike:
        return strike(attackers.struck(each), enemy, charge, initial, True, house)

    suffered = attackers.suffers(defence, enemy, "Defenders, to hit", context)
    dealt = suffered.map(struck_back) if first else certain(attack)
    defenders_suffer = dealt.then(lambda blows: defenders.suffers(blows, own, "Attackers, to hit", context))
    return Round(first, attack, defence, dealt, suffered, defenders_suffer)


def _strike_steps(name: str, side: Fighters, blows: Strike, hits: Distribution[int]) -> tuple[Step, ...]:
    steps = working("§28", f"{name}: Fighting Value", side.fv, blows.modifiers, f"{name}: value")
    if side.fv <= 0:
        return (*steps, Step("§28", f"{name}: no blows", "0 dice", "FV 0", Tone.BAD))
    reason = dice_words(blows.pool, blows.dice, blows.chance)
    return (
        *steps,
        Step("§28", f"{name}: dice", str(blows.dice), reason),
        Step("§28", f"{name}: mean hits", decimal(mean(hits))),
    )


def _outcome(question: CloseCombat, context: SolveContext) -> Round:
    for path, side, on_wheels in (
        ("attackers", question.attackers, question.by_vehicle),
        ("defenders", question.defenders, question.at_vehicle),
    ):
        if not on_wheels:
            check_fighters(side, path)
    return play_round(question, context)


def combat(question: CloseCombat, round_: Round, context: SolveContext) -> Answer:
    """The hits of both sides in one round, and what they suffer."""
    house = context.house
    if question.at_vehicle or question.by_vehicle:
        return _with_vehicle(question, round_, house)
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
        f"Attackers: {losses_in_words(round_.attackers, attackers.figures)}. "
        f"Defenders: {losses_in_words(round_.defenders, defenders.figures)}",
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


def _brief(question: CloseCombat, round_: Round, context: SolveContext) -> Brief:
    """What the defenders suffer in the round."""
    if question.at_vehicle:
        return damage_in_brief(round_.vehicle)
    return losses_in_brief(round_.defenders, question.defenders.figures, "in a round ")


def _results(
    question: CloseCombat, round_: Round, own: Side, opposing: Side | None, context: SolveContext
) -> tuple[Result, ...]:
    """What the defenders suffer, and what the attackers do, to add to it.

    Both are engaged afterwards, in normal stance; the combat ends with the last defender.
    """
    house = context.house
    mine = current(own)
    changes, results = attempt_changes(mine) + stand_up(mine), list[Result]()
    if opposing and question.at_vehicle:
        results += fate_results(round_.vehicle, current(opposing), changes, house, "Vehicle: ")
    elif opposing:
        results += loss_results(round_.defenders, current(opposing), changes, "Defenders: ")
    if question.by_vehicle:
        suffered = own_fate_results(round_.attacker, mine, changes, house, "Attacker: ")
    else:
        suffered = own_loss_results(round_.attackers, mine, changes, "Attackers: ")
    return (
        *(_engage(each, current(opposing)) for each in results if opposing),
        *(replace(each, part="own") for each in suffered),
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


def _with_vehicle(question: CloseCombat, round_: Round, house: HouseRules) -> Answer:
    """Close combat of a vehicle: with a Fighting Value it strikes as one figure (§33).

    It is harmed only with a close combat value, by the damage table (AMB-104).
    """
    attackers, defenders = sides_of(question)
    mine, theirs = (
        "Attacking vehicle" if question.by_vehicle else "Attackers",
        "Vehicle" if question.at_vehicle else "Defenders",
    )
    steps = [
        *_strike_steps(mine, attackers.fighters, round_.attack, round_.on_defenders),
        *_strike_steps(theirs, defenders.fighters, round_.defence, round_.on_attackers),
    ]
    if round_.defence.dice:
        strikes = "the vehicle strikes first" if question.at_vehicle else "the defenders strike first"
        steps.insert(0, Step("§27", "Who strikes first", strikes if round_.first else "both strike at once"))
    tone, words, charts = Tone.GOOD if round_.attack.dice else Tone.PLAIN, list[str](), list[Chart]()
    if not question.at_vehicle:
        words.append(f"Defenders: {losses_in_words(round_.defenders, question.defenders.figures)}")
        charts += loss_charts(round_.defenders, body_of(defenders.fighters, house), "Defenders: ")
    elif harms_by_hand(question.attackers.close_combat, house):
        destroyed = round_.vehicle.chance(lambda each: each.destroyed)
        words.append(f"{percent(destroyed)} chance to destroy it")
        charts += [ending_chart(round_.vehicle), damage_chart("One die", die_damage(round_.attack.value, house))]
        tone = Tone.GOOD if destroyed >= Fraction(1, 3) else Tone.FAIR
    else:
        words.append("No harm, as nothing they fight with can damage a vehicle")
        steps.append(Step("§38", "Hits on a vehicle", "wasted", "no close combat value", Tone.BAD))
        tone = Tone.BAD
    if question.by_vehicle and not harms_by_hand(question.defenders.close_combat, house):
        steps.append(Step("§38", "Hits on the attacking vehicle", "wasted", "no close combat value", Tone.GOOD))
    elif question.by_vehicle or round_.defence.dice:
        said, shown = _harm_to_attackers(question, round_, attackers.fighters, house)
        words.append(said)
        charts += shown
    assumed = _assumptions(question)
    return Answer(". ".join(words), tone, tuple(steps), tuple(charts), assumed=assumed)


def _harm_to_attackers(
    question: CloseCombat, round_: Round, fighters: Fighters, house: HouseRules
) -> tuple[str, list[Chart]]:
    if not question.by_vehicle:
        words = f"Attackers: {losses_in_words(round_.attackers, question.attackers.figures)}"
        return words, [*loss_charts(round_.attackers, body_of(fighters, house), "Attackers: ")]
    destroyed = round_.attacker.chance(lambda each: each.destroyed)
    one = damage_chart("One die at the attacking vehicle", die_damage(round_.defence.value, house))
    charts = [ending_chart(round_.attacker, "What happens to the attacking vehicle"), one]
    return f"{percent(destroyed)} chance to lose the attacking vehicle", charts


def _prefill(own: Side, opposing: Side | None) -> dict[str, Any]:
    fields, mine = sides_prefill(own, opposing), current(own)
    if mine.stats.is_vehicle:
        fields |= {"by_vehicle": True, "attacker": encode(vehicle_target(mine))}
    if opposing is None:
        return fields
    target = current(opposing)
    if target.stats.is_vehicle:
        fields |= {"at_vehicle": True, "vehicle": encode(vehicle_target(target))}
    if target.engaged and mine.engaged:
        fields["initial"] = False
    return fields


def _unsuited(own: Side, opposing: Side | None) -> Unsuited | None:
    """Why a vehicle without a Fighting Value does not attack; ``None`` for others."""
    stats = stats_of_side(own)
    if not stats.is_vehicle or stats.fv > 0:
        return None
    return Unsuited(
        f"{name_of_side(own)} is a vehicle without a Fighting Value, so it does not attack. Make it the opposing unit "
        "to see what it suffers."
    )


_CALCULATION = OneOutcome(_outcome, combat, _results)
CALCULATOR = Calculator(
    "close-combat",
    "Close combat",
    "One round: who strikes first, the hits of both sides and what they lose.",
    CloseCombat,
    _CALCULATION.solve,
    _prefill,
    unsuited=_unsuited,
    results=_CALCULATION.results,
    brief=_CALCULATION.brief(_brief),
    roll=_CALCULATION.roll,
)
