"""Damage to vehicles (§38): one die, the dice of an attack, and what the owner gives up."""

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from rulesets.core.calculators import SolveContext
from rulesets.core.declarations.fields import Choice
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.dice import Distribution, certain, die, yes

from ..hits import can_hit, is_hit, to_hit
from ..tables import CAPS, DIE, Damage, damage_for
from .targets import Sacrifice, VehicleTarget


def damage_at(score: int, value: int, house: HouseRules) -> Damage:
    """The damage of a die at a hit value (§38); at 0 or less, of a 1 that is rolled again (§24, AMB-109)."""
    if not is_hit(score, value, house):
        return Damage.NONE
    if value >= 1:
        return damage_for(value - score)
    need = DIE + value
    by_margin = need > 1 and house.choice("vehicle_reroll_damage") == "margin"
    return damage_for(need - score) if by_margin else Damage.LIGHT


def die_damage(value: int, house: HouseRules) -> Distribution[Damage]:
    """The damage of one die at a hit value."""
    rolled = die(DIE).map(lambda score: damage_at(score, value, house))
    if value >= 1:
        return rolled
    return yes(Fraction(1, DIE)).then(lambda one: rolled if one else certain(Damage.NONE))


DamageDice = list[tuple[Distribution[Damage], int]]
"""Dice at a vehicle: what one of them does, and how many there are."""


def damage_dice(dice: int, value: int, what: str, context: SolveContext) -> DamageDice:
    """The dice of an attack on a vehicle; rolled ones do what they show, and those that cannot hit are not rolled."""
    house, roller = context.house, context.roller
    if roller is None:
        return [(die_damage(value, house), dice)]
    *before, last = to_hit(value, what, house)
    dice = dice if can_hit(value) else 0
    for need in before:
        dice = roller.successes(dice, DIE, *need)
    return [(certain(damage_at(score, value, house)), 1) for score in roller.roll(dice, DIE, *last)]


class Harm(NamedTuple):
    """Results on a vehicle: D-markers, moderate results (light ones beyond the cap among them), destroying ones."""

    markers: int = 0
    moderate: int = 0
    destroyed: int = 0


_HARM = {
    Damage.NONE: Harm(),
    Damage.LIGHT: Harm(1),
    Damage.LIGHT_TWICE: Harm(2),
    Damage.MODERATE: Harm(0, 1),
    Damage.MODERATE_TWICE: Harm(0, 2),
    Damage.DESTROYED: Harm(0, 0, 1),
}


def more_harm(harm: Harm, damage: Damage, maximum: Harm) -> Harm:
    """The harm after one more die; light damage beyond ``most.markers`` turns moderate (§38).

    Counts are limited to ``maximum``, beyond which they make no difference; a certain wreck has no other counts.
    """
    new = _HARM[damage]
    destroyed = harm.destroyed + new.destroyed
    if destroyed >= maximum.destroyed:
        return Harm(0, 0, maximum.destroyed)
    markers = min(harm.markers + new.markers, maximum.markers)
    moderate = harm.moderate + new.moderate + harm.markers + new.markers - markers
    return Harm(markers, min(moderate, maximum.moderate), destroyed)


@lru_cache(maxsize=16384)
def _onward(harm: Harm, maximum: Harm) -> dict[Damage, Harm]:
    return {damage: more_harm(harm, damage, maximum) for damage in Damage}


def harm_of(attacks: DamageDice, maximum: Harm) -> Distribution[Harm]:
    """The combined results of dice, limited to ``maximum``."""
    # The order of dice does not matter and counts are limited, so that each die leaves a few dozen states, not a tree.
    weights = {Harm(): 1}
    for one, dice in attacks:
        parts = list(one.weights().items())
        for _ in range(dice):
            following: dict[Harm, int] = {}
            for harm, weight in weights.items():
                onward = _onward(harm, maximum)
                for damage, part in parts:
                    state = onward[damage]
                    following[state] = following.get(state, 0) + weight * part
            weights = following
    return Distribution(weights)


class Fate(NamedTuple):
    """The fate of a vehicle: D-markers gained, moderate results, wounds spent, systems lost."""

    markers: int
    moderate: int
    wounds: int
    systems: int
    immobilised: bool
    destroyed: bool


UNHARMED = Fate(0, 0, 0, 0, immobilised=False, destroyed=False)


def fate(harm: Harm, target: VehicleTarget, house: HouseRules) -> Fate:
    """The fate of the vehicle (§38): D-markers up to its cap, then moderate damage; wounds cancel results."""

    def by_readings(wounds: str, nothing_left: str, multiples: str) -> Fate:
        systems = target.systems + (target.more if multiples == "n_systems" else 0)
        markers, moderate, destroyed = harm
        spare = 0 if wounds == "none" else target.wounds
        saves = min(destroyed, spare) if wounds == "any_result" else 0
        is_destroyed = destroyed > saves
        wounds_spent = saves + min(spare - saves, moderate)
        uncancelled = moderate - (wounds_spent - saves)
        drive = int(target.mobile)
        if target.gives is Sacrifice.PROPULSION:
            drives_out = min(uncancelled, drive)
            out = min(uncancelled - drives_out, systems)
        else:
            out = min(uncancelled, systems)
            drives_out = min(uncancelled - out, drive)
        if nothing_left == "destroyed" and uncancelled > out + drives_out:
            is_destroyed = True
        return Fate(markers, moderate, wounds_spent, out, bool(drives_out), is_destroyed)

    return house.resolve(by_readings, "vehicle_wounds", "vehicle_no_system_left", "vehicle_xn")


def harm_limit(target: VehicleTarget) -> Harm:
    """The D-markers that the vehicle has room for, and the counts beyond which results change nothing."""
    remaining = max(0, CAPS[target.training] - target.markers)
    return Harm(remaining, target.systems + target.more + target.wounds + 2, target.wounds + 1)


class Ending(Choice):
    """The state of a vehicle after a volley, worst last."""

    UNHARMED = "unharmed", "Unharmed"
    SHAKEN = "shaken", "D-markers only"
    WOUNDED = "wounded", "A wound spent"
    DISARMED = "disarmed", "Weapon out"
    IMMOBILISED = "immobilised", "Immobilised"
    DESTROYED = "destroyed", "Destroyed"


def ending(of: Fate) -> Ending:
    """The worst part of a fate, as one value."""
    if of.destroyed:
        return Ending.DESTROYED
    if of.immobilised:
        return Ending.IMMOBILISED
    if of.systems:
        return Ending.DISARMED
    if of.wounds:
        return Ending.WOUNDED
    return Ending.SHAKEN if of.markers else Ending.UNHARMED


def fates_of(attacks: DamageDice, target: VehicleTarget, house: HouseRules) -> Distribution[Fate]:
    """The fate of a vehicle after dice at it."""
    return harm_of(attacks, harm_limit(target)).map(lambda harm: fate(harm, target, house))
