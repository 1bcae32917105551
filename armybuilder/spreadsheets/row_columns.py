"""The columns of rows for parts of armies and for entries: those of their declaration and some others."""

from typing import Any

from armybuilder.spreadsheets.cells import escape_formula
from armybuilder.spreadsheets.columns import SheetColumn, columns_of, spec_cells
from rulesets.core.declarations.catalogue import Catalogue, Entry
from rulesets.core.ruleset import AnyRuleset

GAME, NAME, NOTES, SERIAL, ID, GROUP_ID, LOCKED, TITLE, NUMBER, KEY, CITE, SOURCE = (
    ":game",
    ":name",
    ":notes",
    ":serial",
    ":id",
    ":group id",
    ":locked",
    ":title",
    ":number",
    ":key",
    ":cite",
    ":source",
)
GROUP = ":group"
HOUSE_RULE = "house rule "
"""Prefix of the switch of a house rule."""


def own_headings(ruleset: AnyRuleset) -> dict[str, str]:
    """The columns outside the declaration by lower-case heading; ``Listed as`` is not read for names."""
    plain = (GAME, NAME, NOTES, SERIAL, ID, GROUP_ID, LOCKED, NUMBER, KEY, CITE, SOURCE)
    return {name.removeprefix(":"): name for name in plain} | {
        "listed as": TITLE,
        ruleset.words.group.casefold(): GROUP,
    }


def columns(ruleset: AnyRuleset, spec: type[Any]) -> tuple[SheetColumn, ...]:
    """The columns of one of the game's declarations besides those of every row."""
    return columns_of(spec, own_headings(ruleset))


def spec_row(ruleset: AnyRuleset, spec: Any, catalogue: Catalogue) -> list[tuple[str, str]]:
    """Heading and cell of each column of a value."""
    spec_columns = columns(ruleset, type(spec))
    headings = (column.heading for column in spec_columns)
    return list(zip(headings, spec_cells(spec_columns, spec, catalogue), strict=True))


def entry_row(ruleset: AnyRuleset, entry: Entry[Any], catalogue: Catalogue) -> list[tuple[str, str]]:
    """An entry of the catalogue."""
    return [
        ("Name", escape_formula(entry.name)),
        ("Key", escape_formula(entry.key)),
        ("Cite", escape_formula(entry.cite)),
        ("Source", entry.source.value),
        *spec_row(ruleset, entry.spec, catalogue),
    ]
