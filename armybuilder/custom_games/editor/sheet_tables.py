"""Tables of the quick reference, which are typed as tables: every row has a cell under each heading."""

import re
from collections.abc import Mapping
from typing import Any, Final

from armybuilder.schema_forms.forms import SpecForm
from armybuilder.schema_forms.plain import REMOVE_ROW
from rulesets.core.declarations.fields import field_of
from rulesets.described.document import SheetTable

MAX_ROWS: Final = field_of(SheetTable, "rows").ask.max or 0


def with_spare_row(table: Mapping[str, Any]) -> dict[str, Any]:
    """The table with a blank row at its end, to type in, if it may have one more."""
    rows, blank = list(table["rows"]), {"cells": [""] * len(table["headings"])}
    return {**table, "rows": [*rows, blank] if len(rows) < MAX_ROWS else rows}


def without_blank_rows(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows but for those without a word; the first one stays if there is no other."""
    return [row for row in rows if any(cell.strip() for cell in row["cells"])] or rows[:1]


def square(form: SpecForm[Any], data: Mapping[str, str]) -> None:
    """Give each row a cell under every heading; a heading that was just removed takes its cells along."""
    removed = re.fullmatch(r"headings-([0-9]{1,2})", data.get(REMOVE_ROW, ""))
    columns = len(form.plain["headings"])
    for row in form.plain["rows"]:
        cells = list(row["cells"])
        if removed is not None and len(cells) > columns:
            del cells[int(removed[1])]
        row["cells"] = [*cells, *[""] * columns][:columns]
