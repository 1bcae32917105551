"""What players need not think of: names for formulas, slugs and ids, made from labels where they are left blank."""

import json
import keyword
import re
from collections.abc import Collection, Iterator
from itertools import count
from typing import Any, Final

from armybuilder.custom_games.editor.places import Document, Path, at, put
from armybuilder.schema_forms.names import free_name
from rulesets.described.document import ID
from rulesets.described.model import key_of
from rulesets.described.vocabulary import RESERVED, slug_of

FIELDS_OF_ARMY: Final = ("army", "group", "unit", "costs", "tallies")
"""Lists whose names formulas use together, so that none may stand in two of them."""
SLUGS: Final = ("kinds", "odds", "tracks", "turn", "sheet", "ready")
"""Lists whose items have slugs."""


def with_names(document: Document, path: Path, item: dict[str, Any]) -> dict[str, Any]:
    """The item for that path with a name, slug or id where it has none."""
    above, others = path[:-1], _others(document, path)
    named = {**item, "options": list(_options(item["options"]))} if "options" in item else dict(item)
    if above[-1] == "kinds":
        named["plural"] = item.get("plural") or f"{item.get('title', '')}s"
    if above[-1] in SLUGS:
        taken = [each.get("slug", "") for each in others]
        named["slug"] = item.get("slug") or free_name(_slug(item), taken, ID, "-{}")
    elif above[-1] == "limits":
        taken = [each.get("id", "") for each in others]
        named["id"] = item.get("id") or next(free for n in count(1) if (free := f"L-{n}") not in taken)
    elif above[-1] in (*FIELDS_OF_ARMY, "fields"):
        named["name"] = item.get("name") or name_of(item.get("label") or item.get("title", ""), _taken(document, path))
    return named


def name_of(label: str, taken: Collection[str]) -> str:
    """A name for formulas from a label: ``Rate of fire`` is ``rate_of_fire``."""
    word = slug_of(label).replace("-", "_") or "field"
    if not word[0].isalpha() or word in RESERVED or keyword.iskeyword(word):
        word = f"n_{word}"
    return free_name(word, taken, ID, "_{}")


def _options(options: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The options of a choice, each with a short name of its own."""
    taken = [each["value"] for each in options if each["value"]]
    for each in options:
        value = each["value"] or free_name(slug_of(each["label"]) or "option", taken, ID, "-{}")
        taken.append(value)
        yield {**each, "value": value}


def _slug(item: dict[str, Any]) -> str:
    return slug_of(item.get("title", "")) or "untitled"


def _others(document: Document, path: Path) -> list[dict[str, Any]]:
    """The items beside the one at the path."""
    rows = at(document, path[:-1])
    return [each for number, each in enumerate(rows) if number != path[-1]]


def _taken(document: Document, path: Path) -> list[str]:
    """The names that an item at the path may not have."""
    names = [each.get("name", "") for each in _others(document, path)]
    names += [each.get("switch", "") for each in document.get("rulings", ())]
    if path[0] in FIELDS_OF_ARMY:
        names += [each.get("name", "") for part in FIELDS_OF_ARMY if part != path[0] for each in document.get(part, ())]
    return names


def renamed(document: Document, path: Path, item: dict[str, Any]) -> dict[str, Any]:
    """The item for that path, in which a new label of a field or of rows makes a new name unless formulas use the old.

    For games of which nobody has a version, whose armies would not be understood any more.
    """
    before = at(document, path)
    if "entries" in item:
        return {**item, "entries": _renamed_rows(document, path, before, item["entries"])}
    if item.get("label") == before.get("label") or item.get("name") != before.get("name"):
        return item
    texts = json.dumps(put(document, path, {}), ensure_ascii=False)
    return item if _has(texts, before["name"]) else {**item, "name": ""}


def _renamed_rows(
    document: Document, path: Path, before: dict[str, Any], rows: list[dict[str, Any]]
) -> list[dict[str, Any]]:
    names = {key_of(row.get("key", ""), row["name"]): row["name"] for row in before["entries"]}
    new = [row["key"] for row in rows if row["name"] != names.get(row["key"], row["name"])]
    if not new:
        return rows
    bare = [{"values": row["values"]} for row in before["entries"]]
    texts = json.dumps(put(document, (*path, "entries"), bare), ensure_ascii=False)
    free = {key for key in new if not _has(texts, key)}
    return [{**row, "key": ""} if row["key"] in free else row for row in rows]


def _has(texts: str, name: str) -> bool:
    """Whether the name stands in the texts of a document, such as its formulas."""
    return re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", texts) is not None


def tidy(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows of a table without blank ones; a key that says the same as the name is left out.

    A name without Latin letters and digits gets a key of its own.
    """
    filled = [row for row in rows if not is_blank(row)]
    taken = [row["key"] for row in filled]
    tidied = []
    for row in filled:
        own = slug_of(row["name"])
        key = row["key"] if row["key"] != own else ""
        if not own and not key:
            key = free_name("row", taken, ID, "-{}")
            taken.append(key)
        tidied.append({**row, "key": key})
    return tidied


def is_blank(row: dict[str, Any]) -> bool:
    """Whether a row of a table says nothing."""
    return not row["name"].strip() and not any(str(value).strip() for value in row["values"])
