"""Documents that are not larger than a game may be: entries at the end of long tables are left out, and named."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import MISSING, fields, is_dataclass, replace
from typing import Any, Final

from rulesets.core.declarations.fields import Choice
from rulesets.described.document import FieldType, Game, Kind
from rulesets.described.sizes import MAX_ENTRIES, MAX_NAMED_ROWS, MAX_VALUES, count_named_rows, count_values

from .remarks import Remarks, counted, listed

SHORT_TABLE: Final = 20
"""Entries of a kind that always stay."""
SLIGHTLY: Final = 1.25
"""How many times as much as allowed a game may have and still keep all its units, while other tables can be shorter."""
STEPS: Final = 12
"""How often a document is made shorter at most."""


def plain(value: Any) -> Any:
    """A declaration as plain data without what is as by default."""
    if is_dataclass(value):
        named = ((each.name, getattr(value, each.name), each.default) for each in fields(value))
        return {name: plain(part) for name, part, default in named if default is MISSING or part != default}
    if isinstance(value, tuple):
        return [plain(each) for each in value]
    return value.value if isinstance(value, Choice) else value


def size_of(game: Game) -> int:
    """The bytes of a document as compact JSON."""
    return len(json.dumps(plain(game), ensure_ascii=False, separators=(",", ":")).encode())


def fitting(game: Game, limit: int, remarks: Remarks) -> Game:
    """The game within its limits of bytes, entries and values, as far as shorter tables can achieve that."""
    whole = game
    for _ in range(STEPS):
        excess = _excess(game, limit)
        if excess <= 1:
            break
        first, *others = game.kinds
        spared = excess < SLIGHTLY and any(len(kind.entries) > SHORT_TABLE for kind in others)
        kinds = tuple(kind if spared and kind is first else _shorter(kind, 0.97 / excess) for kind in game.kinds)
        keys = {kind.slug: {row.key for row in kind.entries} for kind in kinds}
        game = replace(game, kinds=tuple(_naming_known(kind, keys) for kind in kinds))
    for before, after in zip(whole.kinds, game.kinds, strict=True):
        rest = before.entries[len(after.entries) :]
        if rest:
            some = counted(len(rest), "entry", "entries")
            message = f"There is no room in the game for {some}: {listed(each.name for each in rest)}."
            remarks.leave_out(before.plural, f"{message} Read fewer files at once.")
    return game


def _excess(game: Game, limit: int) -> float:
    """How many times as much as allowed the game has of what it has too much of; at most 1 if it is not too much."""
    entries = [row for kind in game.kinds for row in kind.entries]
    return max(
        size_of(game) / limit,
        len(entries) / MAX_ENTRIES,
        count_values(game) / MAX_VALUES,
        count_named_rows(game) / MAX_NAMED_ROWS,
    )


def _naming_known(kind: Kind, keys: Mapping[str, Collection[str]]) -> Kind:
    """The kind with lists that name only rows that are there; ``keys`` are those of the rows of each kind."""
    lists = {number: keys[each.kind] for number, each in enumerate(kind.fields) if each.type is FieldType.LIST}
    if not lists:
        return kind
    return replace(kind, entries=tuple(replace(row, values=_known(row.values, lists)) for row in kind.entries))


def _known(values: tuple[str, ...], lists: Mapping[int, Collection[str]]) -> tuple[str, ...]:
    return tuple(
        ", ".join(key for key in value.split(", ") if key in lists[number]) if number in lists else value
        for number, value in enumerate(values)
    )


def _shorter(kind: Kind, share: float) -> Kind:
    return replace(kind, entries=kind.entries[: max(SHORT_TABLE, int(share * len(kind.entries)))])
