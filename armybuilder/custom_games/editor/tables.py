"""Tables that players paste from a spreadsheet: headings become columns, whose types are guessed from their cells."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from armybuilder.custom_games.editor.beginnings import Beginning, Way, beginning
from armybuilder.custom_games.editor.naming import name_of, tidy
from armybuilder.custom_games.editor.places import Document
from armybuilder.spreadsheets.columns import BadTable, read_csv
from rulesets.core.names import name_key
from rulesets.described.document import MAX_ROWS, MAX_TEXT, FieldType
from rulesets.described.vocabulary import slug_of

MAX_COLUMNS: Final = 30
MAX_PASTED: Final = 200_000
"""Characters of a pasted table."""
MAX_OPTIONS: Final = 8
"""Words of a column that is read as a choice."""
MAX_SHORT: Final = 3
"""Letters of a heading that stands on the statline as it is."""
LABEL: Final = 60
_NUMBER: Final = re.compile(r"(-?[0-9]{1,7})(?:[.,]([0-9]{1,3}))?\s*([^\s0-9.,]{0,12})")
_YES: Final = frozenset({"yes", "no", "y", "n", "x", "-", "✓", "true", "false"})
_POINTS: Final = frozenset({"points", "pts", "cost", "point", "value", "pv", "bv"})


@dataclass(frozen=True, slots=True)
class PastedTable:
    """A table that was understood: the fields of its columns except the name, and its rows."""

    fields: tuple[dict[str, Any], ...]
    rows: tuple[dict[str, Any], ...]


def read_table(text: str) -> PastedTable:
    """The table in a text, of which the first row are headings and the first column names; raises ``BadTable``."""
    if len(text) > MAX_PASTED:
        raise BadTable(f"A table can have at most {MAX_PASTED:,} characters.")
    rows = [[cell.strip() for cell in cells] for _, cells in read_csv(text, MAX_ROWS + 2)]
    if len(rows) < 2:
        raise BadTable("Paste a row of headings and at least one row below it.")
    if len(rows) > MAX_ROWS + 1:
        raise BadTable(f"A table can have at most {MAX_ROWS} rows.")
    headings = _headings(rows)
    if len(headings) > MAX_COLUMNS + 1:
        raise BadTable(f"A table can have at most {MAX_COLUMNS} columns beside the names.")
    body = [[cell[:MAX_TEXT] for cell in [*cells, *[""] * len(headings)][: len(headings)]] for cells in rows[1:]]
    names: list[str] = []
    columns = []
    for place, heading in enumerate(headings[1:], 1):
        columns.append(_column(heading, [row[place] for row in body], names))
        names.append(columns[-1][0]["name"])
    entries = [
        {"name": row[0][:80], "key": "", "values": [cells[n] for _, cells in columns]} for n, row in enumerate(body)
    ]
    return PastedTable(tuple(field for field, _ in columns), tuple(tidy(_with_single_names(entries))))


def _headings(rows: Sequence[Sequence[str]]) -> list[str]:
    """The headings without blank ones at the end."""
    headings = list(rows[0])
    while (
        headings and not headings[-1] and not any(len(row) >= len(headings) and row[len(headings) - 1] for row in rows)
    ):
        headings.pop()
    return headings


def _with_single_names(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows; one whose name stands above already gets a number after it."""
    seen: dict[str, int] = {}
    named = []
    for row in rows:
        key = slug_of(row["name"])
        seen[key] = seen.get(key, 0) + 1
        named.append({**row, "name": f"{row['name']} {seen[key]}"} if key and seen[key] > 1 else row)
    return named


def _column(heading: str, cells: list[str], taken: list[str]) -> tuple[dict[str, Any], list[str]]:
    """A column's field and its cells as the field reads them."""
    label = heading[:LABEL] or f"Column {len(taken) + 1}"
    points = name_key(label) in _POINTS
    name = "points" if points and "points" not in taken else name_of(label, taken)
    field: dict[str, Any] = {"name": name, "label": label}
    if len(label) <= MAX_SHORT:
        field["short"] = label
    numbers = [_NUMBER.fullmatch(cell) for cell in cells if cell]
    if numbers and all(numbers):
        return _number(field, cells, points)
    filled = [cell for cell in cells if cell]
    if filled and all(name_key(cell) in _YES for cell in filled):
        yes = {"yes", "y", "x", "✓", "true"}
        return {**field, "type": FieldType.YES.value}, ["yes" if name_key(cell) in yes else "no" for cell in cells]
    words = list(dict.fromkeys(filled))
    if len(filled) == len(cells) and 1 < len(words) <= min(MAX_OPTIONS, len(cells) // 2) and max(map(len, words)) < 30:
        options = [{"value": slug_of(word) or f"option-{n}", "label": word} for n, word in enumerate(words, 1)]
        values = {option["label"]: option["value"] for option in options}
        if len(set(values.values())) == len(words):
            return {**field, "type": FieldType.CHOICE.value, "options": options}, [values[cell] for cell in cells]
    return {**field, "type": FieldType.TEXT.value}, cells


def _number(field: dict[str, Any], cells: list[str], points: bool) -> tuple[dict[str, Any], list[str]]:
    """A column of numbers, with the sign that follows all of them and as many decimals as they need."""
    found = [match for cell in cells if (match := _NUMBER.fullmatch(cell))]
    units = {match[3] for match in found}
    decimals = max(len(match[2] or "") for match in found)
    plain = [f"{match[1]}.{match[2]}" if match[2] else match[1] for match in found]
    numbers = iter(plain)
    scale = 10**decimals
    largest = max(abs(float(number)) for number in plain)
    lowest = min(float(number) for number in plain)
    made = {
        **field,
        "type": FieldType.NUMBER.value,
        "unit": units.pop().replace('"', "″") if len(units) == 1 else "",
        "decimals": decimals,
        "min": 0 if lowest >= 0 else -_bound(largest) * scale,
        "max": _bound(largest) * scale,
        "points": points,
    }
    return made, [next(numbers) if cell else "0" for cell in cells]


def _bound(largest: float) -> int:
    """A round number well above the largest of a column."""
    bound = 10
    while bound <= largest:
        bound *= 10
    return bound


def in_words(field: dict[str, Any]) -> str:
    """The type of a field as the player is told what was guessed."""
    label = FieldType(field["type"]).label
    if field["type"] == FieldType.CHOICE.value:
        return f"{label}: {', '.join(option['label'] for option in field['options'])}"
    return f"{label} with {field['unit']}" if field.get("unit") else label


# --- games with such tables ----------------------------------------------------------------------------


def with_table(document: Document, number: int, pasted: PastedTable) -> Document:
    """The document whose table has the pasted rows after its own.

    A heading that is the label or short heading of a column fills that column, and any other one becomes a new column.
    """
    kind = document["kinds"][number]
    fields, places = list(kind["fields"]), []
    known = {name_key(field[key]): n for n, field in enumerate(fields) for key in ("label", "short") if field.get(key)}
    for field in pasted.fields:
        place = known.get(name_key(field["label"]))
        if place is None:
            place = len(fields)
            fields.append({**field, "name": name_of(field["label"], [each["name"] for each in fields])})
        places.append(place)
    old = [{**row, "values": [*row["values"], *[""] * (len(fields) - len(row["values"]))]} for row in kind["entries"]]
    new = []
    for row in pasted.rows:
        values = [""] * len(fields)
        for place, value in zip(places, row["values"], strict=True):
            values[place] = value
        new.append({**row, "values": values})
    names = {name_key(row["name"]): row for row in new}
    # A row of a name that the table has already is the same row.
    kept = [{**row, "values": _over(row, names.pop(name_key(row["name"]), None))} for row in old]
    rows = [*kept, *names.values()]
    kinds = [*document["kinds"]]
    kinds[number] = {**kind, "fields": fields, "entries": rows}
    return {**document, "kinds": kinds}


def _over(row: dict[str, Any], pasted: dict[str, Any] | None) -> list[str]:
    """The cells of a row under those that were pasted."""
    if pasted is None:
        return list(row["values"])
    return [new or old for old, new in zip(row["values"], pasted["values"], strict=True)]


def game_from_table(title: str, one: str, pasted: PastedTable) -> Document:
    """A game whose troops are those of the table; raises ``BadTable`` for one without names."""
    if not pasted.rows:
        raise BadTable("Write the names of your troops in the first column.")
    has_points = any(field["name"] == "points" and field["type"] == "number" for field in pasted.fields)
    document = beginning(Beginning(title, "-", has_points, Way.NONE, one))
    kind = {**document["kinds"][0], "fields": list(pasted.fields), "entries": list(pasted.rows)}
    document["kinds"] = [kind]
    if not any(field["name"] == "wounds" and field["type"] == "number" for field in pasted.fields):
        document["tracks"][0] |= {"title": "Losses", "boxes": "models", "lost": "models"}
    first = pasted.rows[0]
    document["ready"][0]["units"] = [
        {"settings": [{"field": "troops", "value": first["key"] or slug_of(first["name"])}]}
    ]
    return document
