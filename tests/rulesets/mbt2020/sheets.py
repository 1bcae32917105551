"""Sheets of armies in shorthand, and what stands on them."""

from typing import Any

from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.forces.rules import CheckContext
from rulesets.systems.mbt2020 import RULESET
from tests.rulesets.mbt2020.shorthand import army
from tests.rulesets.sheets import complete_sheet, sheet_for


def sheet(*stands: str, chosen: tuple[tuple[str, str], ...] = (), **settings: Any) -> dict[str, Any]:
    """The sheet by slug for an army of these stands; complete without any."""
    if not stands:
        return {section.slug: section for section in complete_sheet(RULESET)}
    force = army([{"stands": list(stands)}], settings)
    context = CheckContext(force, RULESET.catalogue, HouseRules(RULESET.rulings, chosen))
    return {section.slug: section for section in sheet_for(RULESET, context)}


def first_cells(section: Any, table: int = 0) -> list[str]:
    return [row[0].text for row in section.tables[table].rows]


def rows(section: Any, table: int = 0) -> list[list[str]]:
    return [[cell.text for cell in row] for row in section.tables[table].rows]


def terms(section: Any) -> list[str]:
    return [line.term for line in section.lines]
