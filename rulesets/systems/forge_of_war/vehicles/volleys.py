"""A volley at a vehicle (§32-38): its effects, in working, words and charts."""

from dataclasses import dataclass
from fractions import Fraction

from rulesets.core.calculators import Brief, Chart, Outcome, SolveContext, Step, percent
from rulesets.core.declarations.catalogue import Entry
from rulesets.core.dice import Distribution
from rulesets.core.tables import Tone

from ..fire.consequences import backfire
from ..fire.shots import Aim, Shooters, Shot, volley_shots, weapons_firing
from ..profiles import Weapon
from ..tables import Damage
from .damage import Ending, Fate, damage_dice, ending, fates_of
from .targets import VehicleTarget

FAVOURABLE = Fraction(1, 3)
"""A chance that counts as likely enough."""
_TONES = {Ending.UNHARMED: Tone.BAD, Ending.SHAKEN: Tone.FAIR, Ending.WOUNDED: Tone.FAIR}


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


def wasted_step(weapon: Entry[Weapon]) -> Step:
    """The line of working for a weapon that harms no vehicle (§38)."""
    return Step("FOW-P11", weapon.name, "wasted", "a Weapon Value of 0 harms no vehicle", Tone.BAD)


def damage_in_short(fates: Distribution[Fate]) -> tuple[str, Tone]:
    """A headline with the chances to destroy a vehicle and to have any effect on it, and its tone."""
    destroyed, harmed = _damage_chances(fates)
    is_even = destroyed or harmed >= FAVOURABLE
    tone = Tone.GOOD if destroyed >= FAVOURABLE else Tone.FAIR if is_even else Tone.BAD
    return f"{percent(destroyed)} chance to destroy it, {percent(harmed)} for any effect", tone


def damage_in_brief(fates: Distribution[Fate]) -> Brief:
    """The chances to destroy a vehicle and to have any effect on it; both in short where it cannot be destroyed."""
    words, tone = damage_in_short(fates)
    destroyed, harmed = _damage_chances(fates)
    short = percent(destroyed) if destroyed or not harmed else f"0/{percent(harmed)}"
    return Brief(words, short, (destroyed, harmed), tone, in_vain=not harmed)


def _damage_chances(fates: Distribution[Fate]) -> tuple[Fraction, Fraction]:
    harmed = fates.chance(lambda each: ending(each) is not Ending.UNHARMED)
    return fates.chance(lambda each: each.destroyed), harmed


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
