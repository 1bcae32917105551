"""Forces in the players' shorthand, for tables of cases.

A unit is ``[name:] troops figures | weapon xN [/men] [@mount], ... | field=value ...``; ``-`` stands for nothing, and
a vehicle's row begins with ``!``. Units are called A, B, C in order of the case; ``HQ`` is the commander's unit that a
case has unless it says otherwise, so that a legal force gives no finding at all.
"""

from typing import Any

from rulesets.core.declarations.catalogue import Entry
from rulesets.core.declarations.codec import decode
from rulesets.core.declarations.fields import Kind, fields_of
from rulesets.core.force_document import decode_entry
from rulesets.core.forces.force import Force, Group, Unit
from rulesets.systems.forge_of_war.catalogue import KINDS
from rulesets.systems.forge_of_war.units import ForceList, Formation, ListedForce, ListedUnit

COMMANDER = "Headquarters: line_infantry 5 | assault_rifle x5 | role=force_commander"
LETTERS = "ABCDEFGH"


def _weapon(text: str) -> dict[str, Any]:
    row: dict[str, Any] = {}
    for part in text.split():
        if part.startswith("x") and part[1:].isdecimal():
            row["count"] = int(part[1:])
        elif part.startswith("/"):
            row["crew"] = int(part[1:])
        elif part.startswith("@"):
            row["mount"] = part[1:]
        else:
            row["weapon"] = part
    return row


def _value(name: str, text: str) -> Any:
    field = next(field for field in fields_of(ListedUnit) if field.name == name)
    if field.kind is Kind.INT:
        return int(text)
    return text == "yes" if field.kind is Kind.BOOL else text


def unit(text: str) -> Unit[ListedUnit]:
    """One unit from its line."""
    name, _, rest = text.rpartition(": ")
    body, weapons, changes = ([part.strip() for part in rest.split("|")] + ["", ""])[:3]
    key, *figures = body.split()
    data: dict[str, Any] = {}
    if key.startswith("!"):
        data |= {"vehicle": key[1:], "figures": 1, "training": "professional"}
    elif key != "-":
        data["troops"] = key
    if figures:
        data["figures"] = int(figures[0])
    if weapons and weapons != "-":
        data["weapons"] = [_weapon(row) for row in weapons.split(",")]
    for change in changes.split():
        field, _, value = change.partition("=")
        if value == "none":
            data.pop(field, None)
        else:
            data[field] = _value(field, value.replace("_", " ") if field in ("rides_in", "attached_to") else value)
    return Unit("", decode(ListedUnit, data), name)


def entry(data: dict[str, Any]) -> Entry[Any]:
    """An own catalogue entry from ``{kind, key, ...fields}``."""
    kind = next(kind for kind in KINDS if kind.slug == data["kind"])
    spec = {name: value for name, value in data.items() if name not in ("kind", "key", "name")}
    return decode_entry(
        kind, {"kind": kind.slug, "key": data["key"], "name": data.get("name", data["key"]), "spec": spec}
    )


def force(case: dict[str, Any]) -> ListedForce:
    """The force of a case: ``units``, and if need be ``settings``, ``house_rules``, ``entries``, ``commander``."""
    lines = list(case.get("units", []))
    if case.get("commander", True):
        lines.append(COMMANDER)
    groups = (Group("", "One", Formation(), tuple(unit(line) for line in lines)),) if lines else ()
    made: ListedForce = Force(
        "forge-of-war",
        "Case",
        decode(ForceList, case.get("settings", {})),
        groups,
        house_rules=tuple(case.get("house_rules", {}).items()),
        entries=tuple(entry(row) for row in case.get("entries", [])),
    )
    return made.with_ids()


def labels(made: ListedForce, commander: bool = True) -> dict[str, str]:
    """Unit ids with the letters that a case uses for them."""
    ids = [unit.id for _, unit in made.units()]
    named = dict(zip(ids, LETTERS, strict=False))
    if commander and ids:
        named[ids[-1]] = "HQ"
    return named
