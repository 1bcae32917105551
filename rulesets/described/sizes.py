"""How much a document may hold altogether, so that any game is made and answers within a moment."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rulesets.core.declarations.codec import Path, Problems

from .document import Field, FieldType, Game

MAX_FIELDS: Final = 160
"""Fields of all kinds, of army, group and unit, and of all calculators."""
MAX_OPTIONS: Final = 500
"""Options of all choices."""
MAX_ENTRIES: Final = 800
"""Entries of all kinds."""
MAX_VALUES: Final = 5_000
"""Values of all entries."""
MAX_NAMED_ROWS: Final = 6_000
"""Entries that the lists of all entries name."""
MAX_CELLS: Final = 1_000
"""Cells of all tables of the quick reference."""
MAX_READY_UNITS: Final = 200
"""Units of all ready groups."""
MAX_SETTINGS: Final = 1_000
"""Settings of all ready groups and their units, with each entry in a list of them."""
MAX_FORMULAS: Final = 400
"""Formulas, with those in texts."""
MAX_LETTERS: Final = 10_000
"""Letters of all formulas."""


def check_sizes(game: Game, problems: Problems) -> None:
    """Add a problem for each part of which the document has too many altogether."""
    fields = [field for _, field in all_fields(game)]
    ready = [unit for group in game.ready for unit in group.units]
    settings = [setting for group in game.ready for setting in group.settings]
    settings += [setting for unit in ready for setting in unit.settings]
    for place, count, maximum, what in (
        ("kinds", len(fields), MAX_FIELDS, "fields"),
        ("kinds", sum(len(field.options) for field in fields), MAX_OPTIONS, "options"),
        ("kinds", sum(len(kind.entries) for kind in game.kinds), MAX_ENTRIES, "entries"),
        ("kinds", count_values(game), MAX_VALUES, "values of entries"),
        ("kinds", count_named_rows(game), MAX_NAMED_ROWS, "entries in lists of entries"),
        ("sheet", _cells(game), MAX_CELLS, "cells of tables"),
        ("ready", len(ready), MAX_READY_UNITS, "units in ready groups"),
        ("ready", sum(1 + setting.value.count(",") for setting in settings), MAX_SETTINGS, "settings in ready groups"),
    ):
        if count > maximum:
            problems.add((place,), f"the document can have at most {maximum} {what}, not {count}")


def count_values(game: Game) -> int:
    """The values of all entries."""
    return sum(len(row.values) for kind in game.kinds for row in kind.entries)


def count_named_rows(game: Game) -> int:
    """The entries that the lists of all entries name."""
    return sum(
        1 + text.count(",")
        for kind in game.kinds
        for row in kind.entries
        for text, field in zip(row.values, kind.fields, strict=False)
        if field.type is FieldType.LIST and text
    )


def _cells(game: Game) -> int:
    return sum(len(row.cells) for part in game.sheet for table in part.tables for row in table.rows)


def all_fields(game: Game) -> Iterator[tuple[Path, Field]]:
    """The fields of everything in the document, with their places."""
    for n, kind in enumerate(game.kinds):
        yield from ((("kinds", n, "fields", m), each) for m, each in enumerate(kind.fields))
    for part, fields in (("army", game.army), ("group", game.group), ("unit", game.unit)):
        yield from (((part, n), each) for n, each in enumerate(fields))
    for n, odds in enumerate(game.odds):
        yield from ((("odds", n, "fields", m), each) for m, each in enumerate(odds.fields))
