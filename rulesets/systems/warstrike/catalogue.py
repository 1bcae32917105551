"""The kinds of catalogue entry, and our own set of examples, which are always marked as such."""

from dataclasses import replace
from typing import Final

from rulesets.core.declarations.catalogue import Entry, EntryKind
from rulesets.core.texts.data_files import load_catalogue, load_markers

from .house_rules import DATA
from .tables import NOT_DEFINED
from .units import INCHES, WarUnit, Weapon, faults_of, without_rate_of_fire


def _weapon_facts(weapon: Weapon) -> tuple[tuple[str, str], ...]:
    return (
        ("RoF", "–" if weapon.rof is None else str(weapon.rof)),
        ("Snap RoF", "–" if weapon.rof is None else str(weapon.snap_rof)),
        ("Type", weapon.weapon_type.label),
    )


def _unit_facts(unit: WarUnit) -> tuple[tuple[str, str], ...]:
    def or_dash(value: int | None, sign: str = "") -> str:
        return "–" if value is None else f"{value}{sign}"

    return (
        ("Models", str(unit.starting)),
        ("Mv", or_dash(unit.mv, INCHES)),
        ("Aw", or_dash(unit.aw, INCHES)),
        ("Ld", or_dash(unit.ld)),
        ("Nv", or_dash(unit.nv)),
        ("Type", unit.context.unit_type.label),
    )


def enlist(entry: Entry[WarUnit]) -> WarUnit:
    """The spec of a new unit: the entry's profile under the entry's name."""
    return replace(entry.spec, profile=entry.name)


MEANINGS: Final = {
    "RoF": "Rate of Fire",
    "Snap RoF": "Rate of Fire with Snap Fire",
    "Mv": "Movement",
    "Aw": "Awareness",
    "Ld": "Leadership: dice of a check",
    "Nv": "Nerve: roll this or less, and carry no more markers than this",
    "Type": f"Kind ({NOT_DEFINED})",
}
"""The short headings of values in full."""

UNIT_KIND = EntryKind(
    "unit", "Unit", "Units", WarUnit, _unit_facts, enlist, faults=faults_of, meanings=MEANINGS, said=("models",)
)
WEAPON_KIND = EntryKind(
    "weapon", "Weapon", "Weapons", Weapon, _weapon_facts, faults=without_rate_of_fire, meanings=MEANINGS
)
KINDS = (UNIT_KIND, WEAPON_KIND)

CATALOGUE = load_catalogue(DATA, KINDS)
MARKERS = load_markers(DATA)
