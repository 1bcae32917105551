"""Damage to vehicles (§32-38): one die, a whole volley, and what the owner gives up."""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Annotated, NamedTuple

from rulesets.core.calculators import Brief, Chart, Outcome, SolveContext, Step, percent
from rulesets.core.declarations.catalogue import Entry
from rulesets.core.declarations.fields import Ask, Choice, clamp
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.dice import Distribution, certain, die, yes
from rulesets.core.tables import Tone

from .consequences import backfire
from .hits import can_hit, is_hit, to_hit
from .modifiers import plain
from .profiles import Weapon
from .shots import Aim, FireMode, Shooters, Shot, volley_shots, weapons_firing
from .tables import (
    CAPS,
    DIE,
    FACING_SIGN,
    MAX_MARKERS,
    SLOW_MOVE,
    Arm,
    Cover,
    Damage,
    Facing,
    Training,
    damage_for,
)
from .tracks import CurrentUnit

MAX_SYSTEMS = 6
MAX_WOUNDS = 4


class Sacrifice(Choice):
    """What the owner gives up first for moderate damage (§38)."""

    WEAPONS = "weapons", "Weapons first"
    PROPULSION = "propulsion", "Propulsion first"


@dataclass(frozen=True, slots=True)
class VehicleTarget:
    """A vehicle that is shot at."""

    av: Annotated[int, Ask("Armour Value", "The value of its sides and top.", min=-20, max=30)] = 7
    av_delta: Annotated[int, Ask("Front and rear", "Added at the front and subtracted at the rear.", min=0, max=20)] = 1
    facing: Annotated[Facing, Ask("Side that is hit")] = Facing.FRONT
    training: Annotated[Training, Ask("Crew", "Its training sets the D-marker cap.")] = Training.PROFESSIONAL
    markers: Annotated[int, Ask("D-markers", min=0, max=MAX_MARKERS)] = 0
    wounds: Annotated[int, Ask("Wounds left", min=0, max=MAX_WOUNDS)] = 1
    systems: Annotated[int, Ask("Weapon systems left", min=0, max=MAX_SYSTEMS)] = 2
    more: Annotated[
        int,
        Ask(
            "Further weapons of ×N rows",
            "HMG ×2 has one further weapon. Further weapons count only if each is a system.",
            min=0,
            max=MAX_SYSTEMS,
        ),
    ] = 0
    mobile: Annotated[bool, Ask("Can still move")] = True
    cover: Annotated[Cover, Ask("Cover")] = Cover.NONE
    fast: Annotated[bool, Ask(f"Moved over {SLOW_MOVE}″ this turn")] = False
    engaged: Annotated[bool, Ask("In close combat")] = False
    gives: Annotated[Sacrifice, Ask("Owner gives up")] = Sacrifice.WEAPONS


CARRIER = VehicleTarget()


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
        return _fate(harm, target, systems, wounds, nothing_left == "destroyed")

    return house.resolve(by_readings, "vehicle_wounds", "vehicle_no_system_left", "vehicle_xn")


def _fate(harm: Harm, target: VehicleTarget, systems: int, wounds: str, wrecked_when_bare: bool) -> Fate:
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
    bare = uncancelled > out + drives_out
    return Fate(markers, moderate, wounds_spent, out, bool(drives_out), is_destroyed or (bare and wrecked_when_bare))


def harm_limit(target: VehicleTarget) -> Harm:
    """The D-markers that the vehicle has room for, and the counts beyond which results change nothing."""
    remaining = max(0, CAPS[target.training] - target.markers)
    return Harm(remaining, target.systems + target.more + target.wounds + 2, target.wounds + 1)


def facing_av(target: VehicleTarget) -> int:
    """The AV of the side that is hit (§34)."""
    return target.av + FACING_SIGN[target.facing] * target.av_delta


def aim_at_vehicle(target: VehicleTarget, distance: int, mode: FireMode = FireMode.NORMAL) -> Aim:
    """A vehicle as the aim of a volley, with the AV of the side that is hit."""
    return Aim(distance, Arm.VEHICLE, None, facing_av(target), target.cover, target.fast, mode=mode)


class Ending(Choice):
    """The state of a vehicle after a volley, worst last."""

    UNHARMED = "unharmed", "Unharmed"
    SHAKEN = "shaken", "D-markers only"
    WOUNDED = "wounded", "A wound spent"
    DISARMED = "disarmed", "Weapon out"
    IMMOBILISED = "immobilised", "Immobilised"
    DESTROYED = "destroyed", "Destroyed"


_TONES = {Ending.UNHARMED: Tone.BAD, Ending.SHAKEN: Tone.FAIR, Ending.WOUNDED: Tone.FAIR}


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


@dataclass(frozen=True, slots=True)
class VehicleVolley:
    """All effects of a volley at a vehicle: each weapon's shot, the fate of the target, backfire hits on the firers."""

    shots: tuple[Shot, ...]
    fates: Distribution[Fate]
    backfire: Distribution[int]


def volley_at_vehicle(shooters: Shooters, target: VehicleTarget, aim: Aim, context: SolveContext) -> VehicleVolley:
    """All effects of a volley at a vehicle; raises ``QuestionError`` if it cannot be fired at all."""
    shots = volley_shots(shooters, aim, context)
    attacks = [
        attack
        for shot in shots
        if shot.fires and shot.entry.spec.harms_vehicles
        for attack in damage_dice(shot.dice, shot.value, shot.what, context)
    ]
    return VehicleVolley(shots, fates_of(attacks, target, context.house), backfire(weapons_firing(shots), context))


def facing_step(target: VehicleTarget) -> Step:
    """The line of working for the AV that is hit."""
    value = plain(facing_av(target))
    return Step("§34", f"AV, {target.facing.label.lower()}", value, f"AV {target.av}({target.av_delta})")


def wasted_step(weapon: Entry[Weapon]) -> Step:
    """The line of working for a weapon that harms no vehicle (§38)."""
    return Step("FOW-P11", weapon.name, "wasted", "a Weapon Value of 0 harms no vehicle", Tone.BAD)


def damage_in_short(fates: Distribution[Fate]) -> tuple[str, Tone]:
    """A headline with the chances to destroy a vehicle and to have any effect on it, and its tone."""
    destroy_chance = fates.chance(lambda each: each.destroyed)
    harm_chance = fates.chance(lambda each: ending(each) is not Ending.UNHARMED)
    tone = Tone.GOOD if destroy_chance >= Fraction(1, 3) else Tone.FAIR if harm_chance else Tone.BAD
    return f"{percent(destroy_chance)} chance to destroy it, {percent(harm_chance)} for any effect", tone


def damage_in_brief(fates: Distribution[Fate]) -> Brief:
    """The chances to destroy a vehicle and to have any effect on it."""
    words, tone = damage_in_short(fates)
    destroyed = fates.chance(lambda each: each.destroyed)
    harmed = fates.chance(lambda each: ending(each) is not Ending.UNHARMED)
    return Brief(words, percent(destroyed), (destroyed, harmed), tone)


def damage_chart(title: str, one: Distribution[Damage]) -> Chart:
    """The damage of one die."""
    tones = {Damage.NONE: Tone.BAD, Damage.DESTROYED: Tone.STRONG}
    return Chart(
        title, tuple(Outcome(damage.label, one.chance(damage), tones.get(damage, Tone.PLAIN)) for damage in Damage)
    )


def ending_chart(fates: Distribution[Fate], title: str = "What happens to the vehicle") -> Chart:
    """The chance of each ending."""
    endings_ = fates.map(ending)
    return Chart(
        title,
        tuple(Outcome(each.label, endings_.chance(each), _TONES.get(each, Tone.GOOD)) for each in Ending),
    )


def vehicle_target(now: CurrentUnit) -> VehicleTarget:
    """A listed vehicle as a target, hit from the front."""
    stats = now.stats
    return VehicleTarget(
        training=stats.band,
        mobile=now.mobile,
        fast=now.fast,
        engaged=now.engaged,
        **clamp(VehicleTarget, av=stats.av, av_delta=stats.av_delta),
        **clamp(VehicleTarget, markers=now.markers, wounds=stats.wounds - now.hurt),
        **clamp(VehicleTarget, systems=len(stats.weapons), more=sum(armed.count - 1 for armed in stats.weapons)),
    )
