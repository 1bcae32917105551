"""Sheets of the example platoon under house rules, and the lines on them."""

import dataclasses
from dataclasses import replace

from rulesets.core.forces.force import Force
from rulesets.core.reference import Section
from rulesets.systems.forum_combat import RULESET
from rulesets.systems.forum_combat.templates import enemies, players
from rulesets.systems.forum_combat.units import Command, Squad, Troop
from tests.rulesets.sheets import complete_sheet, sheet_for

Readings = dict[str, str]


def platoon(readings: Readings) -> Force[Command, Squad, Troop]:
    return replace(players(), house_rules=tuple((f"fc.{switch}", key) for switch, key in readings.items()))


def sheet(**readings: str) -> dict[str, Section]:
    return {section.slug: section for section in sheet_for(RULESET, RULESET.context(platoon(readings)))}


def line(section: Section, term: str) -> str:
    (found,) = (each.text for each in section.lines if each.term == term)
    return found


def cells(section: Section, table: int) -> list[list[str]]:
    return [[cell.text for cell in row] for row in section.tables[table].rows]


def all_sections() -> dict[str, tuple[Section, ...]]:
    changed = dataclasses.replace(players(), house_rules=(("fc.nat1_fails", "on"),))
    return {
        "complete": complete_sheet(RULESET),
        "players": sheet_for(RULESET, RULESET.context(changed)),
        "enemies": sheet_for(RULESET, RULESET.context(enemies())),
        "empty": sheet_for(RULESET, RULESET.context(RULESET.new_force())),
    }
