"""What makes an army legal: MBT-01 to MBT-16."""

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from rulesets.core.declarations.catalogue import Catalogue
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.forces.findings import Severity
from rulesets.core.forces.rules import Breach, Rule, force_rule, group_rule, unit_rule
from rulesets.core.wording import count_of, either

from . import tables
from .units import (
    Army,
    ArmyContext,
    ArmyForce,
    GeneralClass,
    Grade,
    Nation,
    Posture,
    Region,
    Stand,
    StandGroup,
    StandKind,
    StandUnit,
    SubClass,
    TroopType,
    Zone,
    sub_class_name,
)

WARNING, NOTE = Severity.WARNING, Severity.NOTE
GROUND: Final = (GeneralClass.INFANTRY, GeneralClass.ARMOUR)
DISTANT: Final = (GeneralClass.ARTILLERY, GeneralClass.AIRCRAFT)


def sub_class_of(stand: StandUnit, catalogue: Catalogue) -> SubClass | None:
    """The profile of a stand's sub-class; ``None`` when it is not in the catalogue."""
    return catalogue.spec(SubClass, "sub_class", stand.spec.sub_class)


def general_class_of(stand: StandUnit, catalogue: Catalogue) -> GeneralClass | None:
    """The stand's general class; ``None`` when its sub-class is not in the catalogue."""
    spec = sub_class_of(stand, catalogue)
    return spec.general_class if spec is not None else None


def region_of(army: Army, catalogue: Catalogue) -> Region:
    """The region that gives an army's grade: the one chosen, else its nation's, else anywhere."""
    if army.region is not None:
        return army.region
    nation = catalogue.spec(Nation, "nation", army.nation)
    return nation.region if nation is not None else Region.ELSEWHERE


def zone_of_nation(nation: Nation) -> Zone | None:
    """The climatic zone of a nation by the examples of the terrain table; ``None`` where it is not among them."""
    return nation.zone or tables.ZONES_OF_REGIONS.get(nation.region)


def zone_of(army: Army, catalogue: Catalogue) -> Zone | None:
    """The climatic zone that an army comes from: its own, else its nation's, else none."""
    nation = catalogue.spec(Nation, "nation", army.nation)
    return army.zone or (zone_of_nation(nation) if nation is not None else None)


def grade_of_region(region: Region, house: HouseRules) -> Grade:
    """The grade that a region gives; AMB-38 decides that of the former Pact and Soviet states in Europe."""
    if region is not Region.FORMER_PACT:
        return tables.GRADES[region]
    like = {"pact": Region.WARSAW_PACT, "europe": Region.EUROPE}
    return house.resolve(lambda reading: tables.GRADES[like[reading]], "former_pact")


def grade_of(group: StandGroup, army: Army, catalogue: Catalogue, house: HouseRules) -> Grade:
    """The grade of a battle group: its own, else that of the army's region."""
    return group.spec.grade or grade_of_region(region_of(army, catalogue), house)


def classes_in(group: StandGroup, catalogue: Catalogue) -> set[GeneralClass | None]:
    """The general classes of a battle group's stands."""
    return {general_class_of(stand, catalogue) for stand in group.units}


def is_mixed(group: StandGroup, catalogue: Catalogue) -> bool:
    """Whether a battle group has infantry or armour as well as artillery or aircraft."""
    classes = classes_in(group, catalogue)
    return not classes.isdisjoint(GROUND) and not classes.isdisjoint(DISTANT)


def deploys_on_table(general_class: GeneralClass | None, posture: Posture, house: HouseRules) -> bool:
    """Whether a stand is on the table from the start (chapter Deployment; AMB-47: CBA stands are not)."""
    return general_class not in DISTANT or (posture is Posture.CBA and house.on("cba_on_table"))


def begins_hidden(stand: StandUnit, context: ArmyContext) -> bool:
    """Whether a stand begins as a blank (AMB-43, AMB-47)."""
    on_table = deploys_on_table(general_class_of(stand, context.catalogue), stand.spec.posture, context.house)
    return context.house.on("off_table_blank") or on_table


def max_fakes(stands: int, house: HouseRules) -> int:
    """How many fakes that many real stands may have: 30%, rounded down or up (AMB-58)."""
    share = stands * tables.FAKES_SHARE
    return house.resolve(lambda key: math.ceil(share) if key == "on" else math.floor(share), "fakes_up")


def stands_in(force: ArmyForce) -> int:
    """How many stands an army has."""
    return sum(len(group.units) for group in force.groups)


@group_rule("MBT-01", cite="Army size and troop representation")
def twelve_stands(group: StandGroup, context: ArmyContext) -> Iterator[Breach]:
    """A battle group has exactly 12 stands."""
    missing = tables.STANDS_IN_A_GROUP - len(group.units)
    if missing:
        change = f"add {missing}" if missing > 0 else f"remove {-missing}"
        stands = count_of(len(group.units), "stand")
        yield Breach(f"This battle group has {stands} but needs {tables.STANDS_IN_A_GROUP}: {change}.")


@group_rule("MBT-02", cite="Army size and troop representation")
def one_headquarters(group: StandGroup, context: ArmyContext) -> Iterator[Breach]:
    """Exactly one stand of a battle group is its BGHQ."""
    headquarters = [stand for stand in group.units if stand.spec.hq]
    if not headquarters:
        yield Breach("This battle group has no BGHQ. Mark one of its stands.")
    for stand in headquarters[1:]:
        yield Breach("This battle group already has a BGHQ. Unmark all but one.", "hq", stand.id)


_STANDS = {
    GeneralClass.INFANTRY: "An infantry stand",
    GeneralClass.ARMOUR: "An armoured stand",
    GeneralClass.ARTILLERY: "An artillery stand",
    GeneralClass.AIRCRAFT: "An aircraft",
}


def wrong_posture(stand: Stand, catalogue: Catalogue) -> Breach | None:
    """The breach of a stand whose sub-class forbids its posture; ``None`` where all is well."""
    spec = catalogue.spec(SubClass, "sub_class", stand.sub_class)
    postures = tables.POSTURES.get(spec.general_class) if spec is not None else None
    if spec is None or postures is None or stand.posture in postures:
        return None
    choose = f"Choose the posture {either(postures)}."
    return Breach(f"{_STANDS[spec.general_class]} cannot take the {stand.posture.label} posture. {choose}", "posture")


def wrong_mode(stand: Stand, catalogue: Catalogue) -> Breach | None:
    """The breach of a stand whose sub-class forbids its mode; ``None`` where all is well."""
    spec = catalogue.spec(SubClass, "sub_class", stand.sub_class)
    if spec is None or spec.optional:
        return None
    modes = tables.modes_of(spec.general_class, spec.rank, stand.helicopter)
    if not modes or stand.mode in modes:
        return None
    fixed_wing = spec.general_class is GeneralClass.AIRCRAFT and not stand.helicopter
    hint = " Only helicopters can be STATIC." if fixed_wing else ""
    name = sub_class_name(stand, catalogue)
    return Breach(f"{name} cannot take the {stand.mode.label} mode. Choose the mode {either(modes)}.{hint}", "mode")


def wrong_helicopter(stand: Stand, catalogue: Catalogue) -> Breach | None:
    """The breach of a stand that cannot be a helicopter; ``None`` where all is well."""
    spec = catalogue.spec(SubClass, "sub_class", stand.sub_class)
    if spec is None or not stand.helicopter or spec.general_class is GeneralClass.AIRCRAFT:
        return None
    return Breach(f"{sub_class_name(stand, catalogue)} is not an aircraft, so it cannot be a helicopter.", "helicopter")


def _if_any(breach: Breach | None) -> Iterator[Breach]:
    if breach is not None:
        yield breach


@unit_rule("MBT-03", cite="Posture")
def posture_fits_class(stand: StandUnit, group: StandGroup, context: ArmyContext) -> Iterator[Breach]:
    """Each stand takes a posture that its class allows."""
    return _if_any(wrong_posture(stand.spec, context.catalogue))


@unit_rule("MBT-04", cite="Mode")
def mode_fits_sub_class(stand: StandUnit, group: StandGroup, context: ArmyContext) -> Iterator[Breach]:
    """Each stand takes a mode that its sub-class allows. Helicopters may also be STATIC."""
    return _if_any(wrong_mode(stand.spec, context.catalogue))


@unit_rule("MBT-05", cite="Mode")
def only_aircraft_are_helicopters(stand: StandUnit, group: StandGroup, context: ArmyContext) -> Iterator[Breach]:
    """Only aircraft can be helicopters."""
    return _if_any(wrong_helicopter(stand.spec, context.catalogue))


@force_rule("MBT-06", cite="Army size and troop representation")
def agreed_number(context: ArmyContext) -> Iterator[Breach]:
    """An army has the agreed number of battle groups."""
    groups, agreed_groups = len(context.force.groups), context.force.spec.agreed_groups
    # Another rule covers an army without units.
    if groups and groups != agreed_groups:
        count, are = count_of(groups, "battle group"), "is" if agreed_groups == 1 else "are"
        yield Breach(
            f"The army has {count}, but {agreed_groups} {are} agreed. Change the army or the number.", "agreed_groups"
        )


@group_rule("MBT-07", cite="Army size and troop representation", severity=WARNING)
def headquarters_on_table(group: StandGroup, context: ArmyContext) -> Iterator[Breach]:
    """The BGHQ of a battle group with infantry or armour is on the table."""
    if classes_in(group, context.catalogue).isdisjoint(GROUND):
        return
    for stand in group.units:
        general_class = general_class_of(stand, context.catalogue)
        if stand.spec.hq and not deploys_on_table(general_class, stand.spec.posture, context.house):
            yield Breach(
                f"This BGHQ is not on the table, yet the others must stay within {tables.BGHQ_COMMAND}″ of it. "
                "Choose a stand of infantry or armour.",
                "hq",
                stand.id,
            )


@group_rule("MBT-08", cite="Army size and troop representation", severity=NOTE)
def targets_near_headquarters(group: StandGroup, context: ArmyContext) -> Iterator[Breach]:
    """Artillery and aircraft pick targets near their own BGHQ in a mixed group, otherwise near any friendly BGHQ."""
    if is_mixed(group, context.catalogue):
        yield Breach(
            f"This is a mixed group. Its artillery and aircraft may only pick targets within {tables.BGHQ_TARGETS}″ "
            "of its own BGHQ."
        )
    elif not classes_in(group, context.catalogue).isdisjoint(DISTANT):
        yield Breach(
            f"This group has only artillery and aircraft. They may engage on-table stands within "
            f"{tables.BGHQ_TARGETS}″ of any friendly BGHQ."
        )


@force_rule("MBT-09", cite="Deployment")
def not_too_many_fakes(context: ArmyContext) -> Iterator[Breach]:
    """An army has at most 30% as many fakes as real stands. Fakes are an optional rule."""
    stands = stands_in(context.force)
    fakes, maximum = context.force.spec.fakes, max_fakes(stands, context.house)
    if fakes > maximum:
        yield Breach(
            f"The army has {count_of(fakes, 'fake')} for {count_of(stands, 'stand')}. At most {maximum} are allowed.",
            "fakes",
        )


@unit_rule("MBT-10", cite="Engagement", severity=WARNING)
def helicopters_support(stand: StandUnit, group: StandGroup, context: ArmyContext) -> Iterator[Breach]:
    """Helicopters take the CAS posture unless you agree on another."""
    if (
        stand.spec.helicopter
        and stand.spec.posture in (Posture.ASF, Posture.ECM)
        and general_class_of(stand, context.catalogue) is GeneralClass.AIRCRAFT
    ):
        yield Breach(
            f"The rulebook mentions helicopters only as CAS. Agree on {stand.spec.posture.label} with your opponent.",
            "posture",
        )


@force_rule("MBT-11", cite="Deployment", severity=NOTE)
def somebody_scouts(context: ArmyContext) -> Iterator[Breach]:
    """An army needs REC stands to reveal blanks."""
    if stands_in(context.force) and not any(stand.spec.posture is Posture.REC for _, stand in context.force.units()):
        yield Breach(f"No stand is in REC posture, so this army cannot reveal blanks at {tables.REVEAL_DISTANCE}″.")


def _has_vehicles_without_grade(context: ArmyContext) -> bool:
    """Whether stands show a vehicle in a battle group that takes the grade of the army's nation."""
    stands = (stand for group, stand in context.force.units() if group.spec.grade is None)
    return any(context.catalogue.get("troop_type", stand.spec.vehicle) is not None for stand in stands)


@force_rule("MBT-12", cite="Troop grading", severity=WARNING)
def grade_fits_nation(context: ArmyContext) -> Iterator[Breach]:
    """Battle groups have the grade of their nation's region. Fantasy armies choose their grade."""
    army = context.force.spec
    nation = context.catalogue.get("nation", army.nation)
    if nation is None and army.nation:
        yield Breach(context.catalogue.unknown("nation", army.nation), "nation")
    if not army.fantasy and not army.nation and army.region is None and _has_vehicles_without_grade(context):
        usual = grade_of_region(Region.ELSEWHERE, context.house)
        yield Breach(
            f"Choose the nation of these vehicles. Without one the army is {usual.label}.",
            "nation",
            severity=NOTE,
        )
    if army.fantasy or nation is None:
        return
    usual = grade_of_region(nation.spec.region, context.house)
    if army.region is not None and (grade := grade_of_region(army.region, context.house)) is not usual:
        yield Breach(f"{nation.name} is usually {usual.label}, but this army is {grade.label}.", "region")
    for group in context.force.groups:
        if group.spec.grade not in (None, usual):
            yield Breach(
                f"{nation.name} is usually {usual.label}, but this battle group is {group.spec.grade}.",
                "grade",
                group.id,
            )


@force_rule("MBT-13", cite="Fantasy armies")
def fantasy_is_described(context: ArmyContext) -> Iterator[Breach]:
    """A fantasy army names its location, its mother nation if dependent, and its insignia."""
    army = context.force.spec
    if not army.fantasy:
        return
    if not army.location.strip():
        yield Breach("Enter where on the map the fantasy army lives.", "location")
    if army.dependent and not army.mother_nation.strip():
        yield Breach("Enter the mother nation of this dependent fantasy army.", "mother_nation")
    if not army.insignia.strip():
        yield Breach("Describe the insignia of the fantasy army.", "insignia")


@unit_rule("MBT-14", cite="Troop types", severity=WARNING)
def vehicle_fits_sub_class(stand: StandUnit, group: StandGroup, context: ArmyContext) -> Iterator[Breach]:
    """A stand's vehicle is listed under its sub-class, and is a helicopter if the stand is one."""
    vehicle = context.catalogue.get("troop_type", stand.spec.vehicle)
    if vehicle is None:
        return
    spec: TroopType = vehicle.spec
    sub_classes = (spec.sub_class, *spec.also)
    if stand.spec.sub_class not in sub_classes:
        sub_class = sub_class_name(stand.spec, context.catalogue)
        yield Breach(f"{vehicle.name} is listed under {either(sub_classes)}, not {sub_class}.", "vehicle")
    elif stand.spec.helicopter and not spec.helicopter:
        yield Breach(f"{vehicle.name} is not listed as a helicopter.", "helicopter")
    elif spec.helicopter and not stand.spec.helicopter:
        yield Breach(f"{vehicle.name} is a helicopter. Mark the stand as one.", "helicopter")


@unit_rule("MBT-15", cite="Optional rules")
def optional_sub_classes_agreed(stand: StandUnit, group: StandGroup, context: ArmyContext) -> Iterator[Breach]:
    """FE, MNF and OBS stands need an army that allows optional sub-classes."""
    spec = sub_class_of(stand, context.catalogue)
    if spec is not None and spec.optional and not context.force.spec.optional_sub_classes:
        name = sub_class_name(stand.spec, context.catalogue)
        yield Breach(
            f"{name} is an optional sub-class. Allow these in the army’s settings or choose another.", "sub_class"
        )


@group_rule("MBT-16", cite="Troop types, ARMOUR", severity=NOTE)
def older_tanks_are_more(group: StandGroup, context: ArmyContext) -> Iterator[Breach]:
    """A stand of older tanks may represent up to six vehicles. A stand of other tanks usually represents four."""
    older: dict[str, int] = {}
    for stand in group.units:
        vehicle = context.catalogue.get("troop_type", stand.spec.vehicle)
        if vehicle is not None and (vehicle.spec.vehicles or 0) > tables.ORDINARY_VEHICLES:
            older[vehicle.name] = vehicle.spec.vehicles
    for name, vehicles in older.items():
        yield Breach(
            f"A stand of {name} may represent up to {count_of(vehicles, 'vehicle')}. "
            f"A stand of other tanks usually represents {tables.ORDINARY_VEHICLES}."
        )


RULES: Final[tuple[Rule, ...]] = (
    twelve_stands,
    one_headquarters,
    posture_fits_class,
    mode_fits_sub_class,
    only_aircraft_are_helicopters,
    agreed_number,
    headquarters_on_table,
    targets_near_headquarters,
    not_too_many_fakes,
    helicopters_support,
    somebody_scouts,
    grade_fits_nation,
    fantasy_is_described,
    vehicle_fits_sub_class,
    optional_sub_classes_agreed,
    older_tanks_are_more,
)


@lru_cache(maxsize=64)
def legal_kinds(catalogue: Catalogue) -> tuple[StandKind, ...]:
    """Every legal kind of stand: 94 with the rulebook's sub-classes."""
    specs: list[tuple[str, SubClass]] = [(entry.name, entry.spec) for entry in catalogue.of_kind("sub_class")]
    return tuple(
        StandKind(name, spec.general_class, spec.rank, posture, mode, helicopter)
        for name, spec in specs
        if not spec.optional and spec.general_class is not GeneralClass.NONE
        for helicopter in ((False, True) if spec.general_class is GeneralClass.AIRCRAFT else (False,))
        for posture in tables.POSTURES[spec.general_class]
        for mode in tables.modes_of(spec.general_class, spec.rank, helicopter)
    )
