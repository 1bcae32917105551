"""Forces in the players' shorthand: ``Alpha: 8 rifleman, heavy-weapon-team, officer [4 CP]``.

A squad is its name, a colon and its lines; a line is a number (1 when left out), a profile's key (- for none),
weapons after ``with`` (joined by ``+``) and Command Points in square brackets. Own entries are tables with the
fields of their kind; a unit's own ``kind`` is written ``kind_of``.
"""

import re
from typing import Any

from rulesets.core.force_document import decode_entry
from rulesets.core.forces.force import Force, Group, Unit
from rulesets.systems.forum_combat import RULESET
from rulesets.systems.forum_combat.units import Allegiance, Command, Squad, Troop

LINE = re.compile(r"(?:(?P<count>\d+) )?(?P<profile>[a-z-]+)?(?: with (?P<weapons>[a-z+-]+))?(?: \[(?P<cp>\d+) CP\])?")


def troop(text: str) -> Troop:
    found = LINE.fullmatch(text.strip())
    assert found, text
    weapons = tuple(found["weapons"].split("+")) if found["weapons"] else ()
    return Troop((found["profile"] or "").strip("-"), int(found["count"] or 1), weapons, cp=int(found["cp"] or 0))


def squad(text: str) -> Group[Squad, Troop]:
    name, _, lines = text.partition(":")
    units = tuple(Unit("", troop(line)) for line in lines.split(",") if line.strip())
    return Group("", name.strip(), Squad(), units)


def force(case: dict[str, Any]) -> Force[Command, Squad, Troop]:
    """The force of a case: ``squads``, and where given ``budget``, ``entries`` and ``house_rules``."""
    entries = []
    for entry in case.get("entries", []):
        renamed = {"kind_of": "kind"}
        spec = {renamed.get(key, key): value for key, value in entry.items() if key not in ("kind", "key", "name")}
        plain = {"kind": entry["kind"], "key": entry["key"], "name": entry.get("name", entry["key"]), "spec": spec}
        entries.append(decode_entry(RULESET.kind(entry["kind"]), plain))
    return Force(
        "forum-combat",
        case.get("title", ""),
        Command(Allegiance.PLAYERS, case.get("budget", 0)),
        tuple(squad(text) for text in case["squads"]),
        entries=tuple(entries),
        house_rules=tuple(case.get("house_rules", {}).items()),
    ).with_ids()


def places(of: Force[Command, Squad, Troop]) -> dict[str, str]:
    """For each id the squad's name, or the squad's name and the line's number: ``Alpha/2``."""
    names = {}
    for group in of.groups:
        names[group.id] = group.name
        names |= {unit.id: f"{group.name}/{number}" for number, unit in enumerate(group.units, 1)}
    return names
