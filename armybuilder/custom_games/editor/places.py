"""Places in the document of a game: what stands there, and the document with something else there.

A place is a path such as ``("limits", 2)`` or ``("kinds", 0, "fields", 3)``, in addresses ``limits/2``. Documents are
plain data; each function returns a new one and leaves the rest as it is.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from rulesets.core.declarations.fields import Field, Kind, fields_of
from rulesets.described.document import FieldType, Game, Odds, SheetPart
from rulesets.described.document import Kind as KindOfEntry

Document = dict[str, Any]
Path = tuple[str | int, ...]

APART: Final[dict[type[Any], tuple[str, ...]]] = {
    KindOfEntry: ("fields", "entries"),
    Odds: ("fields",),
    SheetPart: ("tables",),
}
"""Lists that are edited on pages of their own, by the declaration in which they stand."""


class NoSuchPlace(LookupError):
    """The document has nothing at that place."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place of the document: its path, and how what stands there is declared."""

    path: Path
    declaration: type[Any]
    is_list: bool

    @property
    def address(self) -> str:
        """The place as a part of an address."""
        return "/".join(map(str, self.path))

    @property
    def above(self) -> Path:
        """The path of the list in which it stands."""
        return self.path[:-1]

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields of its form."""
        apart = APART.get(self.declaration, ())
        return tuple(field.name for field in fields_of(self.declaration) if field.name not in apart)


def read_place(address: str) -> Place:
    """The place that an address names; raises ``NoSuchPlace``, but does not ask whether a row is there."""
    path: list[str | int] = []
    declaration: type[Any] = Game
    is_list = False
    for word in address.split("/"):
        if is_list:
            if not re.fullmatch(r"[0-9]{1,3}", word):
                raise NoSuchPlace(address)
            path.append(int(word))
            is_list = False
        else:
            field = _list_of_parts(declaration, word)
            path.append(word)
            declaration, is_list = field.type, True
    return Place(tuple(path), declaration, is_list)


def _list_of_parts(declaration: type[Any], name: str) -> Field:
    field = next((each for each in fields_of(declaration) if each.name == name), None)
    listed = declaration is Game or (name in APART.get(declaration, ()) and name != "entries")
    if field is None or not listed or field.kind is not Kind.REPEAT:
        raise NoSuchPlace(name)
    if field.item is None or field.item.kind is not Kind.PART:
        raise NoSuchPlace(name)
    return field


def at(document: Any, path: Path) -> Any:
    """What stands at a path; an empty list where the document leaves a list out. Raises ``NoSuchPlace``."""
    for step in path:
        if isinstance(step, int):
            if not isinstance(document, list) or step >= len(document):
                raise NoSuchPlace(path)
            document = document[step]
        elif isinstance(document, dict):
            document = document.get(step, [])
        else:
            raise NoSuchPlace(path)
    return document


def put(document: Any, path: Path, value: Any) -> Any:
    """The document with that value at the path; raises ``NoSuchPlace``."""
    if not path:
        return value
    first, rest = path[0], path[1:]
    inside = put(at(document, (first,)), rest, value)
    if isinstance(first, int):
        return [*document[:first], inside, *document[first + 1 :]]
    return {**document, first: inside}


def add(document: Document, path: Path, item: Any) -> Document:
    """The document with one more item in the list at the path; rows of a table get a cell for a new column."""
    changed = put(document, path, [*at(document, path), item])
    return _with_cells(changed, path, lambda cells: [*cells, _first_cell(item)])


def _first_cell(column: dict[str, Any]) -> str:
    """What the rows of a table have in a new column."""
    if column.get("default"):
        return str(column["default"])
    if column.get("type", FieldType.NUMBER.value) == FieldType.NUMBER.value:
        return str(max(0, column.get("min") or 0))
    return str(column["options"][0]["value"]) if column.get("options") else ""


def remove(document: Document, path: Path, index: int) -> Document:
    """The document without an item of the list at the path; rows of a table lose the cell of a column."""
    rows = at(document, path)
    at(rows, (index,))
    changed = put(document, path, [*rows[:index], *rows[index + 1 :]])
    return _with_cells(changed, path, lambda cells: [*cells[:index], *cells[index + 1 :]])


def move(document: Document, path: Path, index: int, by: int) -> Document:
    """The document with an item of the list at the path further up or down; nothing changes at the list's ends."""
    rows = at(document, path)
    at(rows, (index,))
    to = max(0, min(len(rows) - 1, index + by))
    changed = put(document, path, moved(rows, index, to))
    return _with_cells(changed, path, lambda cells: moved(cells, index, to) if len(cells) == len(rows) else cells)


def moved(rows: list[Any], index: int, to: int) -> list[Any]:
    """The rows with one of them at another place."""
    rest = [*rows[:index], *rows[index + 1 :]]
    return [*rest[:to], rows[index], *rest[to:]]


def _with_cells(document: Document, path: Path, change: Callable[[list[str]], list[str]]) -> Document:
    """The document with the rows of a table as its columns changed, if the path is that of the columns."""
    if len(path) != 3 or path[0] != "kinds" or path[2] != "fields":
        return document
    entries = (*path[:2], "entries")
    rows = [{**row, "values": change(list(row.get("values", ())))} for row in at(document, entries)]
    return put(document, entries, rows) if rows else document
