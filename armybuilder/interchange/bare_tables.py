"""Tables without a row of headings: rows of a group, a unit and a count, or a block of lines for each unit."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from armybuilder.interchange.table_layouts import Rows, names_unit
from armybuilder.interchange.text_counts import count_of_cell
from rulesets.core.names import name_key
from rulesets.core.ruleset import AnyRuleset

MIN_ROWS: Final = 3
"""Rows from which columns are told by what their cells have."""
MAX_ROWS: Final = 40
"""Rows whose cells are looked at."""
_FIELD = re.compile(r"^(?P<term>[^:\n]{1,40}):[ \t]*(?P<text>[^\n]*)$")


def headings_for(ruleset: AnyRuleset, rows: Rows) -> list[str]:
    """The headings for rows of which one column names units, one has counts, and one names groups; empty for others."""
    cells = [[cell.strip() for cell in row] for _, row in rows[:MAX_ROWS]]
    width = len(cells[0]) if cells else 0
    if len(cells) < MIN_ROWS or width < len(("group", "unit", "count")) or any(len(row) != width for row in cells):
        return []
    columns = list(zip(*cells, strict=True))
    naming = [at for at, column in enumerate(columns) if all(names_unit(ruleset, cell) for cell in column)]
    counting = [at for at, column in enumerate(columns) if all(count_of_cell(cell) is not None for cell in column)]
    grouping = [at for at, column in enumerate(columns) if at not in (*naming, *counting) and _repeats(column)]
    if len(naming) != 1 or len(counting) != 1 or len(grouping) != 1:
        return []
    meanings = {naming[0]: "Unit", counting[0]: "Qty", grouping[0]: "Group"}
    return [meanings.get(at, "") for at in range(width)]


def _repeats(column: Sequence[str]) -> bool:
    """Whether a column has names, each in rows one below the other, and one of them in several."""
    runs = [name for at, name in enumerate(column) if not at or name != column[at - 1]]
    are_names = all(re.search(r"[^\W\d]", name) for name in runs)
    return are_names and len(set(map(name_key, runs))) == len(runs) < len(column)


def records_as_table(text: str, is_heading: Callable[[str], bool]) -> str:
    """Lines such as ``Unit: Ajax`` and ``Qty: 3``, a block of them for each unit, as a table; empty for other texts."""
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    fields = [match for line in lines if (match := _FIELD.match(line))]
    if len(fields) < len(lines) or not fields:
        return ""
    terms = Counter(name_key(field["term"]) for field in fields)
    first = name_key(fields[0]["term"])
    if terms[first] < 2 or len(terms) < 2 or max(terms.values()) > terms[first] or not all(map(is_heading, terms)):
        return ""
    rows: list[dict[str, str]] = []
    for field in fields:
        term = name_key(field["term"])
        if term == first:
            rows.append({})
        if term in rows[-1]:
            return ""
        rows[-1][term] = field["text"].strip().replace("\t", " ")
    return "\n".join(_lines([*terms], rows))


def _lines(terms: Sequence[str], rows: Iterable[dict[str, str]]) -> Iterable[str]:
    yield "\t".join(terms)
    yield from ("\t".join(row.get(term, "") for term in terms) for row in rows)
