"""The kinds of entry, and the entries that come with the game."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from rulesets.core.declarations.catalogue import Catalogue, EntryKind
from rulesets.core.declarations.problems import Problem
from rulesets.core.forces.force import Force
from rulesets.core.texts.data_files import load_catalogue, load_markers

from . import tables
from .house_rules import DATA
from .units import MAX_LINE_UNITS, Ability, Profile, Troop, Weapon, WeaponType, wrong_numbers


def reach(weapon: Weapon) -> str:
    """RNG as printed: tiles, or a dash for melee."""
    return "–" if weapon.type is WeaponType.MELEE else str(weapon.rng)


def save_label(sav: int) -> str:
    """SAV as printed."""
    return "–" if sav >= tables.NO_SAVE else f"{sav}+"


def tags(weapon: Weapon) -> str:
    """SPC as printed."""
    return " ".join(f"[{tag}]" for tag in weapon.tags)


def _weapon_facts(weapon: Weapon) -> tuple[tuple[str, str], ...]:
    return (
        ("RNG", reach(weapon)),
        ("ATK", str(weapon.atk)),
        ("ACC", f"{weapon.acc}+"),
        ("STR", str(weapon.strength)),
        ("AP", str(weapon.ap)),
        ("DMG", str(weapon.dmg)),
        ("SPC", tags(weapon)),
    )


def _profile_facts(profile: Profile) -> tuple[tuple[str, str], ...]:
    return (
        ("Kind", profile.kind.label),
        ("MOV", str(profile.mov)),
        ("T", str(profile.t)),
        ("SAV", save_label(profile.sav)),
        ("HP", str(profile.hp)),
        ("LD", f"{profile.ld}+"),
        ("CON", str(profile.con)),
    )


def _ability_facts(ability: Ability) -> tuple[tuple[str, str], ...]:
    return (
        ("CP", str(ability.cost)),
        ("Phase", f"{ability.phase.label}, at once" if ability.immediately else ability.phase.label),
        ("Target", ability.target.label),
        ("Effect", ability.effect),
    )


def _several(troop: Troop, times: int) -> tuple[Troop, ...]:
    return tuple(replace(troop, count=min(MAX_LINE_UNITS, times - start)) for start in range(0, times, MAX_LINE_UNITS))


MEANINGS: Final = {
    "RNG": "Range, in tiles",
    "ATK": "Attacks",
    "ACC": "Accuracy",
    "STR": "Strength",
    "AP": "Armor Penetration",
    "DMG": "Damage",
    "SPC": "Special",
    "MOV": "Movement",
    "T": "Toughness",
    "SAV": "Save",
    "HP": "Health",
    "LD": "Leadership",
    "CON": "Control",
    "ENG": "Engagement range",
    "CP": "Command Points",
}
"""The short headings of values, spelled out."""


def _beyond(spec: Profile | Weapon) -> Iterator[Problem]:
    """Numbers outside the rulebook's ranges, which would make every unit with the entry illegal (FC-BLD-2)."""
    for name, message in wrong_numbers(spec):
        yield Problem(name, message)


def _weapon_faults(weapon: Weapon) -> Iterator[Problem]:
    """Numbers outside their ranges, a ranged weapon that reaches nothing, an AP that helps the target (FC-BLD-3)."""
    yield from _beyond(weapon)
    if weapon.type is WeaponType.RANGED and weapon.rng == 0:
        yield Problem("rng", "enter 1 or more for a ranged weapon, not 0")
    if weapon.ap < 0:
        yield Problem("ap", f"enter {-weapon.ap}. A negative AP would help the target")


WEAPON = EntryKind(
    "weapon",
    "Weapon",
    "Weapons",
    Weapon,
    _weapon_facts,
    faults=_weapon_faults,
    meanings=MEANINGS,
    start=Weapon(rng=24),
)
UNIT = EntryKind(
    "unit",
    "Unit",
    "Units",
    Profile,
    _profile_facts,
    lambda entry: Troop(profile=entry.key),
    several=_several,
    faults=_beyond,
    meanings=MEANINGS,
)
ABILITY = EntryKind("ability", "Ability", "Abilities", Ability, _ability_facts, meanings=MEANINGS)
KINDS: tuple[EntryKind[Any], ...] = (UNIT, WEAPON, ABILITY)
CATALOGUE = load_catalogue(DATA, KINDS)
MARKERS = load_markers(DATA)


def catalogue_of(force: Force[Any, Any, Any]) -> Catalogue:
    """The entries a force can use: the game's and the player's own."""
    return CATALOGUE.with_entries(force.entries)
