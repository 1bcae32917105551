"""Two versions of a document that began as one: what only one of them changed is taken, whatever part it is in."""

from collections.abc import Mapping
from typing import Any, Final

from rulesets.described.vocabulary import slug_of

NAMES: Final = ("slug", "id", "key", "name", "value", "field", "title", "label", "term", "heading")
"""What tells the items of a list apart, the best first."""
TABLE: Final = ("fields", "entries")
"""The columns and the rows of a table; cells are counted by the columns."""


class Collision(ValueError):
    """Both versions changed the same thing differently."""


class _Missing:
    """What stands where a version has nothing."""


_MISSING: Final = _Missing()


def merge(base: Any, mine: Any, theirs: Any, *, prefer_mine: bool = False) -> Any:
    """The data with the changes that two versions made to the base; raises ``Collision``.

    With ``prefer_mine`` nothing collides: what both changed is as in ``mine``. Items of lists are told apart by their
    names. Those without one are compared place by place.
    """
    if mine in (base, theirs):
        return theirs
    if theirs == base:
        return mine
    versions = base, mine, theirs
    if all(isinstance(each, dict) for each in versions):
        return _objects(base, mine, theirs, prefer_mine)
    if all(isinstance(each, list) for each in versions):
        by_name = [_by_name(each) for each in versions]
        if all(each is not None for each in by_name):
            return _named(*map(dict, by_name), prefer_mine=prefer_mine)  # type: ignore[arg-type]
        if len({len(each) for each in versions}) == 1:
            return [_one(*items, prefer_mine) for items in zip(*versions, strict=True)]
    return _one(base, mine, theirs, prefer_mine)


def place_in(other: Any, document: Any, path: tuple[str | int, ...]) -> tuple[str | int, ...] | None:
    """Where in another version that stands which is at the path of a document; ``None`` if it is not there."""
    found: list[str | int] = []
    for step in path:
        if isinstance(step, str):
            if not isinstance(other, dict):
                return None
            document, other = document.get(step, []), other.get(step, [])
            found.append(step)
            continue
        name = _name(document[step])
        names = [_name(item) for item in other] if isinstance(other, list) else []
        if names[step : step + 1] != [name]:
            if not name or name not in names:
                return None
            found.append(names.index(name))
        else:
            found.append(step)
        document, other = document[step], other[found[-1]]
    return tuple(found)


def _one(base: Any, mine: Any, theirs: Any, prefer_mine: bool) -> Any:
    """What stands at a place of a list without names, as a whole: it may be there because of a move."""
    if mine in (base, theirs):
        return theirs
    if theirs != base and not prefer_mine:
        raise Collision
    return mine


def _objects(
    base: Mapping[str, Any], mine: Mapping[str, Any], theirs: Mapping[str, Any], prefer_mine: bool
) -> dict[str, Any]:
    versions = base, mine, theirs
    merged = {}
    if len({_columns(each) for each in versions}) > 1:
        table = [{name: each[name] for name in TABLE if name in each} for each in versions]
        merged = _one(table[0], table[1], table[2], prefer_mine)
    names = {name: None for each in (theirs, mine) for name in each if not (merged and name in TABLE)}
    merged |= {name: merge(*(each.get(name, _MISSING) for each in versions), prefer_mine=prefer_mine) for name in names}
    return {name: value for name, value in merged.items() if value is not _MISSING}


def _columns(item: Mapping[str, Any]) -> tuple[str, ...]:
    """The names of a table's columns; nothing for what is no table."""
    if not all(isinstance(item.get(name), list) for name in TABLE):
        return ()
    return tuple(str(column.get("name")) if isinstance(column, dict) else "" for column in item["fields"])


def _by_name(items: list[Any]) -> dict[str, Any] | None:
    """The items of a list by their names; ``None`` if any has none, or two share one."""
    named = {_name(item): item for item in items}
    return named if len(named) == len(items) and "" not in named else None


def _name(item: Any) -> str:
    if not isinstance(item, dict):
        return ""
    name = next((text for each in NAMES if (text := item.get(each)) and isinstance(text, str)), "")
    # The key of a row is its name's unless it has another one.
    return slug_of(name) or name if "values" in item else name


def _named(base: dict[str, Any], mine: dict[str, Any], theirs: dict[str, Any], *, prefer_mine: bool) -> list[Any]:
    common = base.keys() & mine.keys() & theirs.keys()
    orders = [[name for name in each if name in common] for each in (base, mine, theirs)]
    if orders[0] not in orders[1:] and orders[1] != orders[2] and not prefer_mine:
        raise Collision
    first, second = (theirs, mine) if orders[1] == orders[0] else (mine, theirs)
    names = [*first]
    following = len(names)
    for name in reversed(second):
        if name not in first:
            names.insert(following, name)
        following = names.index(name)
    versions = base, mine, theirs
    merged = [merge(*(each.get(name, _MISSING) for each in versions), prefer_mine=prefer_mine) for name in names]
    return [item for item in merged if item is not _MISSING]
