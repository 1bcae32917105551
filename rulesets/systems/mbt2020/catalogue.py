"""The catalogue's kinds: sub-classes, vehicles and nations."""

from typing import Final

from rulesets.core.cards import Marker
from rulesets.core.declarations.catalogue import Catalogue, Entry, EntryKind
from rulesets.core.declarations.house_rules import HouseRules, switches
from rulesets.core.texts.data_files import load_catalogue, load_markers
from rulesets.core.wording import either

from . import tables
from .house_rules import DATA, RULINGS
from .legality import grade_of_region, zone_of_nation
from .units import ArmyForce, GeneralClass, Mode, Nation, Posture, Stand, SubClass, TroopType


def _join_words(words: tuple[str, ...]) -> str:
    return ", ".join(words) or "–"


def _sub_class_facts(spec: SubClass) -> tuple[tuple[str, str], ...]:
    modes = tables.modes_of(spec.general_class, spec.rank, helicopter=True)
    return (
        ("General class", spec.general_class.label),
        ("Postures", _join_words(tables.POSTURES.get(spec.general_class, ()))),
        ("Modes", "–" if spec.optional else _join_words(modes)),
        ("Criteria", spec.criteria),
    )


def _troop_type_facts(spec: TroopType) -> tuple[tuple[str, str], ...]:
    facts = (
        ("Sub-class", " or ".join((spec.sub_class, *spec.also))),
        ("Postures", _join_words(spec.postures) if spec.postures else "any"),
        ("Helicopter", "yes" if spec.helicopter else "no"),
    )
    if spec.vehicles is not None:
        return (*facts, ("Vehicles a stand", f"up to {spec.vehicles}"))
    sub_class = CATALOGUE.get("sub_class", spec.sub_class)
    if sub_class is not None and sub_class.spec.general_class is GeneralClass.ARMOUR:
        return (*facts, ("Vehicles a stand", f"usually {tables.ORDINARY_VEHICLES}"))
    return facts


def _nation_facts(spec: Nation) -> tuple[tuple[str, str], ...]:
    usual = grade_of_region(spec.region, HouseRules(RULINGS))
    houses = (HouseRules(RULINGS, [("former_pact", key)]) for key in switches(RULINGS)["former_pact"].keys)
    others = {grade.label for house in houses if (grade := grade_of_region(spec.region, house)) is not usual}
    zone = zone_of_nation(spec)
    return (
        ("Region", spec.region.label),
        ("Grade", f"{usual.label}; {either(others)} under a house rule" if others else usual.label),
        ("Climatic zone", zone.label if zone is not None else "–"),
    )


def _enlist_sub_class(entry: Entry[SubClass]) -> Stand:
    spec = entry.spec
    postures = tables.POSTURES.get(spec.general_class, (Posture.INFANTRY,))
    modes = tables.modes_of(spec.general_class, spec.rank, helicopter=False) or (Mode.STATIC,)
    posture = Posture.OTF if Posture.OTF in postures else Posture.CAS if Posture.CAS in postures else postures[0]
    return Stand(entry.key, posture=posture, mode=Mode.MOBILE if Mode.MOBILE in modes else modes[0])


def _enlist_troop_type(entry: Entry[TroopType]) -> Stand:
    spec = entry.spec
    sub_class = CATALOGUE.get("sub_class", spec.sub_class)
    stand = _enlist_sub_class(sub_class) if sub_class is not None else Stand(spec.sub_class)
    posture = spec.postures[0] if spec.postures else stand.posture
    return Stand(spec.sub_class, entry.key, posture, stand.mode, spec.helicopter)


SUB_CLASS: Final = EntryKind(
    "sub_class", "Sub-class", "Sub-classes", SubClass, _sub_class_facts, enlist=_enlist_sub_class
)
TROOP_TYPE: Final = EntryKind(
    "troop_type", "Vehicle", "Vehicles", TroopType, _troop_type_facts, enlist=_enlist_troop_type
)
NATION: Final = EntryKind("nation", "Nation", "Nations", Nation, _nation_facts)

KINDS: Final = (SUB_CLASS, TROOP_TYPE, NATION)

CATALOGUE: Final[Catalogue] = load_catalogue(DATA, KINDS)
MARKERS: Final[tuple[Marker, ...]] = load_markers(DATA)


def catalogue_of(force: ArmyForce) -> Catalogue:
    """The catalogue that a loaded army chooses from."""
    return CATALOGUE.with_entries(force.entries)
