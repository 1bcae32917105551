"""The blocks on sub-classes, grades, postures and modes."""

from __future__ import annotations

from rulesets.core.house_rules import HouseRules
from rulesets.core.reference import Line, Section
from rulesets.core.tables import table
from rulesets.systems.mbt2020 import tables
from rulesets.systems.mbt2020.legality import grade_of_region
from rulesets.systems.mbt2020.quick_reference.need import Need
from rulesets.systems.mbt2020.units import CLASSES, Grade, Mode, Posture, Region, SubClass


def sub_classes_block(need: Need) -> Section:
    """Sub-classes and the grades of their regions."""
    rows: list[tuple[object, ...]] = []
    for entry in need.catalogue.of_kind("sub_class"):
        spec: SubClass = entry.spec
        if entry.key in need.sub_classes or (need.all and not spec.optional):
            rows.append((entry.name, spec.criteria))
    lines = [
        Line("Rank", "+ is the best, n the norm, - the rest; ranks compare across classes"),
        Line("Stand", "a platoon (unit), a battery or a flight"),
        *(Line(grade.label, _regions(grade, need.house)) for grade in Grade),
    ]
    if need.all:
        lines.append(Line("FE, MNF, OBS", "optional sub-classes: names only"))
    return Section(
        "sub-classes",
        "Sub-classes and grades",
        (table("Sub-classes", "*Sub-class | *******What it is", rows),),
        tuple(lines),
    )


def _regions(grade: Grade, house: HouseRules) -> str:
    return ", ".join(region.label for region in Region if grade_of_region(region, house) is grade)


def postures_block(need: Need) -> Section:
    """Postures, modes, and what may change."""
    by_class = {posture: general for general in CLASSES for posture in tables.POSTURES[general]}
    postures: list[tuple[object, ...]] = [
        (posture.label, by_class[posture].label, posture.help) for posture in Posture if need.posture(posture)
    ]
    modes: list[tuple[object, ...]] = [(mode.label, mode.help) for mode in Mode if need.mode(mode)]
    lines = [Line("For good", "posture and mode stay all game; results override the mode")]
    if need.all or any(kind.helicopter for kind in need.kinds):
        lines.append(Line("Helicopters", "may change between STATIC and MOBILE"))
    return Section(
        "postures",
        "Postures and modes",
        (table("Postures", "Posture | *Class | ***Role", postures), table("Modes", "Mode | ****Meaning", modes)),
        tuple(lines),
    )
