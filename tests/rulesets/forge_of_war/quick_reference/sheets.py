"""Sheets of forces in shorthand, and what stands on them."""

from typing import Any

from rulesets.core.reference import Section
from rulesets.core.tables import Table
from rulesets.systems.forge_of_war import RULESET
from rulesets.systems.forge_of_war.catalogue import context_of
from tests.rulesets.forge_of_war import shorthand
from tests.rulesets.sheets import complete_sheet, sheet_for


def sheet(**case: Any) -> dict[str, Section]:
    return {section.slug: section for section in sheet_for(RULESET, context_of(shorthand.force(case)))}


COMPLETE = {section.slug: section for section in complete_sheet(RULESET)}


def cells(table: Table) -> list[list[str]]:
    return [[cell.text for cell in row] for row in table.rows]


def text(section: Section) -> str:
    return " | ".join(f"{line.term}: {line.text}" for line in section.lines)


EVERYTHING = {
    "units": [
        "Squad: line_infantry 10 | assault_rifle x4, lsw x1, sniper_rifle x1, hmg x1 | role=leader",
        "Guns: line_infantry 10 | mortar_heavy x2, missile_heap x1, flame_thrower x1, plasma_rifle x2",
        "Riders: line_infantry 10 | smg x5, auto_pistol x5 | arm=cavalry",
        "Beast: hive_monsters 5 | - | arm=monstrous",
        "!battle_tank",
        "!apc",
    ],
    "settings": {"covering_fire": True, "stances": True, "reaction_tests": True, "indirect_fire": True},
}
"""A force to which every rule of the sheet applies."""


SWITCHES = {ruling.switch: ruling for ruling in RULESET.rulings if ruling.switch}


def told(slug: str, term: str, **house_rules: str) -> list[str]:
    """The line of that term, or the row of a table that begins with it, as the sheet of everything has it."""
    section = sheet(**EVERYTHING, house_rules=house_rules)[slug]
    rows = {row[0]: row[1:] for each in section.tables for row in cells(each)}
    return {**rows, **{line.term: [line.text] for line in section.lines}}[term]
