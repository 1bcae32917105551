"""A table of models that a player pastes from another program or from our own CSV."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from armybuilder.catalogue.models import EntryRow
from armybuilder.collection.models import MAX_COUNT
from armybuilder.collection.shelf import NOTHING, Models
from armybuilder.site.pages import read_number
from armybuilder.spreadsheets.cells import unescape_formula
from armybuilder.spreadsheets.columns import is_total, read_csv, row_text
from rulesets.core.collection import EntryId
from rulesets.core.declarations.fields import NAME_LENGTH
from rulesets.core.names import Names

HEADINGS: Final = ("Name", "Models", "Painted", "Note")
"""The columns of our own table."""
_HEADINGS: Final = {
    "name": ("Name", "Unit", "Entry", "Type", "Model"),
    "count": ("Models", "Count", "Number", "Qty", "Quantity", "Amount", "Owned"),
    "painted": ("Painted",),
    "note": ("Note", "Notes", "Remark"),
}
_COLUMNS: Final = Names((heading, column) for column, headings in _HEADINGS.items() for heading in headings)
MAX_LINES: Final = 2000
TWICE: Final = "This entry is in the table twice. Only the first line was read."
NO_NUMBER: Final = f"Use whole numbers up to {MAX_COUNT}, and do not count more models as painted than you have."


@dataclass(frozen=True, slots=True)
class PastedTable:
    """The models by entry, and each line that was not understood, with the reason."""

    models: Mapping[EntryId, Models]
    not_read: tuple[tuple[str, str], ...]


def read_pasted(text: str, units: Mapping[EntryId, EntryRow], shelf: Mapping[EntryId, Models]) -> PastedTable:
    """Read a table with a row of headings, or without one the name and the number of each line.

    What a table does not say stays as it is on the shelf. Raises ``BadTable``.
    """
    rows = [cells for _, cells in read_csv(text, MAX_LINES, lambda cell: _COLUMNS.find(cell) is not None)]
    columns = [_COLUMNS.find(cell) for cell in rows[0]] if rows else []
    if "name" in columns:
        rows = rows[1:]
    else:
        columns = ["name", "count"]
    names = Names((unit.name, entry) for entry, unit in units.items())
    found: dict[EntryId, Models] = {}
    not_read = []
    for cells in rows:
        values = {
            column: unescape_formula(cell).strip() for column, cell in zip(columns, cells, strict=False) if column
        }
        entry, reason = _entry_named(values.get("name", ""), names)
        models = None if entry is None else _models(values, shelf.get(entry, NOTHING))
        if entry in found:
            not_read.append((row_text(cells), TWICE))
        elif entry is None or models is None:
            not_read.append((row_text(cells), reason or NO_NUMBER))
        else:
            found[entry] = models
    return PastedTable(found, tuple(not_read))


def _entry_named(name: str, names: Names[EntryId]) -> tuple[EntryId | None, str]:
    """The entry of that name, or why there is none."""
    entries = names.all(name) if name else []
    if len(entries) == 1:
        return entries[0], ""
    if entries:
        return None, f"{len(entries)} entries have this name. Enter the number in the list of all units instead."
    return None, "This is a total." if is_total(name) else "No entry in the catalogue has this name."


def _models(values: Mapping[str, str], before: Models) -> Models | None:
    """The models that a line gives; ``None`` where its numbers cannot be read."""
    count = read_number(values["count"], MAX_COUNT) if values.get("count") else before.count
    if count is None:
        return None
    painted = read_number(values["painted"], count) if values.get("painted") else min(count, before.painted)
    return None if painted is None else Models(count, painted, values.get("note", before.note)[:NAME_LENGTH])
