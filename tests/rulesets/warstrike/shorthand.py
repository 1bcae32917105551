"""Armies as players would jot them down.

A unit is ``models | Mv Aw Ld Nv | weapons | more``: ``1* + 9`` are a leader (``*``) and nine others, ``O`` marks an
Officer, ``H`` a Hero and ``!`` Inspiring; a dash is a missing number or no weapon; ``more`` are fields such as
``points=90``, with ``model.`` before those of the first kind of model. Units are called A, B, C ... in order.
"""

import re
from dataclasses import replace
from typing import Any

from rulesets.core.declarations.catalogue import Entry
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.forces.force import Force, Group, Unit
from rulesets.systems.warstrike import RULESET
from rulesets.systems.warstrike.units import (
    CarriedWeapon,
    ModelContext,
    ModelRank,
    Models,
    Platoon,
    WarForce,
    WarUnit,
    Weapon,
    WeaponContext,
    WeaponType,
)

ARMY = Force[WarForce, Platoon, WarUnit]

COMPANY = ("1*O | 6 12 3 4 | -", "1* + 4 | 6 12 2 4 | -", "1* + 5 | 6 12 2 4 | -")
"""Stands beside the units of a case, so that the army as a whole is as usual."""


def models(text: str) -> Models:
    """One kind of model: ``9``, ``1*O!``."""
    found = re.fullmatch(r"(\d+)([*OH!]*)", text.strip())
    if found is None:
        raise ValueError(text)
    marks = found[2]
    rank = ModelRank.OFFICER if "O" in marks else ModelRank.HERO if "H" in marks else ModelRank.NONE
    return Models("", int(found[1]), "*" in marks, rank, "!" in marks)


def number(text: str) -> int | None:
    """A whole number, or a dash for none."""
    return None if text == "-" else int(text)


def carried(text: str) -> tuple[CarriedWeapon, ...]:
    """Weapons: ``battle-rifle x9, pistol``."""
    if text.strip() == "-":
        return ()
    parts = [part.strip().split(" x") for part in text.split(",")]
    return tuple(CarriedWeapon(part[0], int(part[1]) if len(part) > 1 else 1) for part in parts)


def unit(line: str) -> WarUnit:
    """One line as a unit."""
    head, numbers, arms, *more = (part.strip() for part in line.split("|"))
    mv, aw, ld, nv = (number(part) for part in numbers.split())
    kinds = tuple(models(part) for part in head.split("+")) if head != "-" else ()
    spec = WarUnit("", mv, aw, ld, nv, kinds, carried(arms))
    for change in more[0].split() if more else ():
        field, value = change.split("=")
        if field.startswith("model."):
            context = replace(spec.models[0].context or ModelContext(), **{field.removeprefix("model."): int(value)})
            first = replace(spec.models[0], context=context)
            spec = replace(spec, models=(first, *spec.models[1:]))
        else:
            spec = replace(spec, context=replace(spec.context, **{field: int(value)}))  # type: ignore[arg-type]
    return spec


def weapon(line: str) -> Entry[Weapon]:
    """A weapon of one's own: ``gun 4`` with its RoF, ``gun 4 light`` with its type too."""
    name, rof, *kind = line.split()
    context = WeaponContext(weapon_type=WeaponType(kind[0])) if kind else None
    return Entry("weapon", name, name, Weapon(number(rof), context))


def force(case: dict[str, Any]) -> ARMY:
    """The army of a case: its units, then the company unless ``alone``; its own weapons, limit and house rules."""
    lines = [*case.get("units", ()), *(() if case.get("alone") else COMPANY)]
    units = tuple(Unit("", unit(line), chr(ord("A") + place)) for place, line in enumerate(lines))
    spec = WarForce(points_limit=case.get("limit"))
    army = Force("warstrike", "Case", spec, (Group("", "One", Platoon(), units),))
    return replace(
        army,
        house_rules=tuple(case.get("house_rules", {}).items()),
        entries=tuple(weapon(line) for line in case.get("weapons", ())),
    ).with_ids()


def house(**chosen: str) -> HouseRules:
    """The readings that are played: the defaults but for those chosen."""
    return HouseRules(RULESET.rulings, chosen.items())


def army_of(*specs: WarUnit, **house_rules: str) -> ARMY:
    """An army of one platoon with those units."""
    units = tuple(Unit("", spec) for spec in specs)
    force = Force("warstrike", "Test", WarForce(), (Group("", "One", Platoon(), units),))
    return replace(force, house_rules=tuple(house_rules.items())).with_ids()
