"""The catalogue's kinds of entry, the rulebook's rows, and the rulings, read from the data folder."""

from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final

from rulesets.core.calculators import Unsuited
from rulesets.core.declarations.catalogue import Entry, EntryKind
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.forces.rules import CheckContext
from rulesets.core.play.states import Side
from rulesets.core.texts.data_files import load_catalogue, load_markers

from .house_rules import DATA, RULINGS, WORDS
from .modifiers import plain
from .own_entries import armour_faults, contradicted_armour, troop_faults, vehicle_faults, weapon_doubts, weapon_faults
from .profiles import Accuracy, Armament, Armour, Fire, TrainingBand, TroopProfile, VehicleProfile, Weapon, WeightOfFire
from .tables import CAPS, MIN_FIGURES, Role, Training
from .units import (
    ListedContext,
    ListedForce,
    ListedUnit,
    Statline,
    dice_after_moving,
    display_name,
    played_wv,
    statline,
)

Facts = tuple[tuple[str, str], ...]

NONE = "–"
"""Shown in a table where there is nothing to say."""


armed_in_words = WORDS.sentence("armed")
"""When the bonus of a weapon counts in close combat, in words (AMB-017)."""


def dice_in_words(fire: WeightOfFire) -> str:
    """A weight of fire as printed in a table: ``3``, ``2/3/1`` by target, ``2 (1 over 12″)``, ``all within 3″``.

    The dice of a range keep to the word after them where a line breaks.
    """
    if fire.kind is Fire.FIXED:
        return str(fire.dice)
    if fire.kind is Fire.BY_TARGET:
        return f"{fire.infantry}/{fire.horde}/{fire.vehicle}"
    if fire.kind is Fire.BY_RANGE:
        beyond = ", ".join(f"{far.dice}\u00a0over {near.up_to}″" for near, far in pairwise(fire.bands))
        return f"{fire.bands[0].dice}{f' ({beyond})' if beyond else ''}" if fire.bands else "not given"
    return f"all within {fire.radius}″" if fire.kind is Fire.AREA else "not given"


def range_in_words(weapon: Weapon) -> str:
    """A weapon's range and half of it: ``24/12``, ``31/15.5``; ``contact`` for close combat alone."""
    if weapon.melee_only:
        return "contact"
    whole = weapon.range
    return f"{whole}/{whole // 2 if whole % 2 == 0 else whole / 2}"


def shot_in_words(entry: Entry[Weapon], house: HouseRules) -> tuple[str, str, str]:
    """A weapon's range, WV and dice as printed in a table. A close combat weapon has only its place."""
    weapon = entry.spec
    if weapon.melee_only:
        return range_in_words(weapon), NONE, NONE
    return range_in_words(weapon), plain(played_wv(entry, house)), dice_in_words(weapon.weight_of_fire)


def still_bands(fire: WeightOfFire, house: HouseRules) -> tuple[str, ...]:
    """The effect of moving on a weight of fire by range, in short words."""
    words = []
    beyond = ""
    for band in fire.bands:
        moving = dice_after_moving(band, house)
        if moving != band.dice:
            dice = "1 die" if moving == 1 else f"{moving or 'no'} dice"
            words.append(f"{dice}{beyond} after moving")
        beyond = f" over {band.up_to}″"
    return tuple(words)


def specials_in_words(weapon: Weapon) -> tuple[str, ...]:
    """What is special about a weapon in firing, beyond being heavy and its dice, in short words."""
    words = []
    if weapon.vehicle_bonus:
        words.append(f"WV +{weapon.vehicle_bonus} at vehicles")
    if weapon.indirect:
        accuracy = "" if weapon.accuracy is Accuracy.UNKNOWN else f", {weapon.accuracy.label.lower()}"
        words.append(f"indirect{accuracy}")
    if weapon.auto_markers:
        markers = "D-marker" if weapon.auto_markers == 1 else "D-markers"
        words.append(f"{weapon.auto_markers} {markers} on infantry, hit or miss")
    if weapon.backfires_on and weapon.backfire_hits:
        rolls = "1" if weapon.backfires_on == 1 else f"1 to {weapon.backfires_on}"
        hits = f": {weapon.backfire_hits} hits" if weapon.backfire_hits > 1 else ""
        words.append(f"backfires on {rolls}{hits}")
    if weapon.note:
        words.append(weapon.note.rstrip("."))
    return tuple(words)


def notes_in_words(weapon: Weapon, house: HouseRules) -> str:
    """Everything that a weapon's row of the table says in its last column."""
    heavy = ("heavy",) if weapon.heavy else ()
    bonuses = (("FV", weapon.fv_bonus), ("close combat", weapon.close_combat))
    armed = (f"{name} +{bonus} {armed_in_words(house)}" for name, bonus in bonuses if bonus)
    return "; ".join((*heavy, *still_bands(weapon.weight_of_fire, house), *armed, *specials_in_words(weapon)))


def _troop_facts(spec: TroopProfile) -> Facts:
    attacks = f"({spec.attacks})" if spec.attacks != 1 else ""
    return (
        ("List", spec.origin.label),
        ("Training", " or ".join(band.label for band in spec.training) or NONE),
        ("CV", str(spec.cv)),
        ("SV", str(spec.sv)),
        ("FV", f"{spec.fv}{attacks}"),
        ("AV", str(spec.av)),
        ("W", str(spec.wounds)),
        ("Type", spec.arm.label),
        ("Also used for", spec.also or NONE),
    )


def _weapon_facts(spec: Weapon) -> Facts:
    return (
        ("Range", "contact" if spec.melee_only else f"{spec.range}″"),
        ("WV", NONE if spec.melee_only else str(spec.wv)),
        ("Dice", NONE if spec.melee_only else dice_in_words(spec.weight_of_fire)),
        ("Notes", notes_in_words(spec, HouseRules(RULINGS)) or NONE),
    )


def _vehicle_facts(spec: VehicleProfile) -> Facts:
    return (
        ("CV", str(spec.cv)),
        ("SV", str(spec.sv)),
        ("FV", str(spec.fv)),
        ("AV front", str(spec.av + spec.av_delta)),
        ("AV side", str(spec.av)),
        ("AV rear", str(spec.av - spec.av_delta)),
        ("W", str(spec.wounds)),
        ("Type", spec.arm.label),
        ("Transport", str(spec.transport) if spec.transport else NONE),
    )


def _armour_facts(spec: Armour) -> Facts:
    return (
        ("AV", str(spec.av)),
        ("Typical bearer", spec.worn_by or NONE),
        ("Power armour", "yes" if spec.powered else "no"),
    )


def _training_facts(spec: TrainingBand) -> Facts:
    return (("Maximum D-markers", str(CAPS[spec.band])), ("In short", spec.text or NONE))


def _enlist_troops(entry: Entry[TroopProfile]) -> ListedUnit:
    """A leader alone, or ten figures (twenty of a horde) with the weapon suggested for them."""
    profile = entry.spec
    usual = 4 * MIN_FIGURES if Training.HORDE in profile.training else 2 * MIN_FIGURES
    figures = 1 if profile.leader else max(profile.fewest, min(usual, profile.most))
    weapons = (Armament(profile.suggested_weapon, figures),) if profile.suggested_weapon else ()
    return ListedUnit(
        troops=entry.key, figures=figures, weapons=weapons, role=Role.LEADER if profile.leader else Role.NONE
    )


def _enlist_vehicle(entry: Entry[VehicleProfile]) -> ListedUnit:
    """The vehicle with a professional crew where its profile names no other (AMB-113)."""
    return ListedUnit(vehicle=entry.key, figures=1, training=entry.spec.training or Training.PROFESSIONAL)


MEANINGS: Final = {
    "CV": "Command Value",
    "SV": "Shooting Value",
    "FV": "Fighting Value",
    "AV": "Armour Value",
    "AV front": "Armour Value at the front",
    "AV side": "Armour Value at the sides",
    "AV rear": "Armour Value at the rear",
    "W": "Wounds",
    "WV": "Weapon Value",
}
"""The meanings of the short headings of values."""

KINDS: tuple[EntryKind[Any], ...] = (
    EntryKind(
        "troop_type",
        "Troop type",
        "Troop types",
        TroopProfile,
        _troop_facts,
        _enlist_troops,
        faults=troop_faults,
        doubts=contradicted_armour,
        meanings=MEANINGS,
        start=TroopProfile(suggested_weapon="assault_rifle"),
    ),
    EntryKind(
        "vehicle",
        "Vehicle",
        "Vehicles",
        VehicleProfile,
        _vehicle_facts,
        _enlist_vehicle,
        faults=vehicle_faults,
        doubts=contradicted_armour,
        meanings=MEANINGS,
        said=("av", "av_delta"),
    ),
    EntryKind(
        "weapon",
        "Weapon",
        "Weapons",
        Weapon,
        _weapon_facts,
        faults=weapon_faults,
        doubts=weapon_doubts,
        meanings=MEANINGS,
        said=(
            "weight_of_fire",
            "heavy",
            "vehicle_bonus",
            "fv_bonus",
            "close_combat",
            "auto_markers",
            "backfires_on",
            "backfire_hits",
            "indirect",
            "accuracy",
            "note",
        ),
        start=Weapon(range=24, weight_of_fire=WeightOfFire(Fire.FIXED, dice=1)),
    ),
    EntryKind("armour", "Armour", "Armour", Armour, _armour_facts, faults=armour_faults, meanings=MEANINGS),
    EntryKind("training", "Training band", "Training bands", TrainingBand, _training_facts, ownable=False),
)

CATALOGUE = load_catalogue(DATA, KINDS)
MARKERS = load_markers(DATA)


def context_of(force: ListedForce) -> ListedContext:
    """The force with the catalogue it chooses from, its own entries included, and the readings it plays by."""
    return CheckContext(
        force,
        CATALOGUE.with_entries(force.entries),
        _house(force.house_rules),
        lambda unit, group, context: display_name(unit, context.catalogue),
    )


@lru_cache(maxsize=64)
def _house(readings: tuple[tuple[str, str], ...]) -> HouseRules:
    return HouseRules(RULINGS, readings)


def stats_of_side(side: Side) -> Statline:
    """The values in play of a unit of a loaded force."""
    context = context_of(side.force)
    return _statline(side.unit.spec, context.catalogue, context.house)


# A plan asks for it with each question. The house rules of ``context_of`` record no rulings.
_statline = lru_cache(maxsize=1_024)(statline)


def name_of_side(side: Side) -> str:
    """The name of a unit of a loaded force."""
    return display_name(side.unit, context_of(side.force).catalogue)


def no_vehicle(reason: str, calculator: str = "") -> Callable[[Side, Side | None], Unsuited | None]:
    """A check that rules out a vehicle as your unit, with the calculator to use instead, if any."""

    def unsuited(own: Side, opposing: Side | None) -> Unsuited | None:
        if not stats_of_side(own).is_vehicle:
            return None
        return Unsuited(f"{name_of_side(own)} is a vehicle. {reason}.", calculator)

    return unsuited
