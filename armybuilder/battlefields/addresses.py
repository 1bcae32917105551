"""A battlefield in an address: its seed and what the players changed, so that it can be sent to a friend.

``seed=7``; ``again=4:1`` (square 4 was rolled once more); ``moved=B2-hill1:10:-5`` (tenths of an inch to the right
and down); ``without=A1-wood2``; ``placed=hill:10:10:30:20`` (kind, left, top, width, height). Lists are separated
by commas.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import urlencode

from rulesets.core.battlefields import Changes
from rulesets.core.seeded import MAX_SEED

LISTS: Final = ("again", "moved", "without", "placed")
MAX_CHANGES: Final = 400
MAX_TENTHS: Final = 5000
_ID: Final = re.compile(r"[A-Za-z0-9-]{1,24}")


class Unreadable(ValueError):
    """An address of no battlefield; the message is for the player, ``name`` is the wrong parameter."""

    def __init__(self, words: str, name: str = "") -> None:
        """Store message and name for the response."""
        super().__init__(words)
        self.name = name


@dataclass(frozen=True, slots=True)
class BattlefieldPlan:
    """The seed and the changes of one battlefield."""

    seed: int
    changes: Changes

    def address(self) -> str:
        """The plan as a query string."""
        changes = self.changes
        lists = {
            "again": [f"{square}:{times}" for square, times in sorted(changes.rerolled.items()) if times],
            "moved": [f"{piece}:{right}:{down}" for piece, (right, down) in sorted(changes.moved.items())],
            "without": sorted(changes.removed),
            "placed": [":".join(map(str, placed)) for placed in changes.placed],
        }
        return urlencode(
            {"seed": self.seed} | {name: ",".join(items) for name, items in lists.items() if items}, safe=":,"
        )

    def rolled_again(self, square: int) -> BattlefieldPlan:
        """The plan with one square rolled again; earlier changes to the square are dropped."""
        times = dict(self.changes.rerolled)
        times[square] = times.get(square, 0) + 1
        return replace(self, changes=replace(self.changes, rerolled=times))

    def moved(self, piece: str, right: int, down: int) -> BattlefieldPlan:
        """The plan with a piece moved by so much more."""
        before = self.changes.moved.get(piece, (0, 0))
        shifts = {**self.changes.moved, piece: (before[0] + right, before[1] + down)}
        return replace(self, changes=replace(self.changes, moved=shifts))

    def removed(self, piece: str) -> BattlefieldPlan:
        """The plan without a piece."""
        return replace(self, changes=replace(self.changes, removed=self.changes.removed | {piece}))

    def placed(self, kind: str, left: int, top: int, width: int, height: int) -> BattlefieldPlan:
        """The plan with another piece placed by hand."""
        return replace(
            self, changes=replace(self.changes, placed=(*self.changes.placed, (kind, left, top, width, height)))
        )


def _number(text: str, name: str, what: str, maximum: int = MAX_TENTHS) -> int:
    if not re.fullmatch(r"-?\d{1,19}", text, re.ASCII) or abs(int(text)) > maximum:
        raise Unreadable(f"{what} should be a whole number up to {maximum}.", name)
    return int(text)


def _rows(data: Mapping[str, str], name: str, parts: int) -> list[list[str]]:
    text = data.get(name, "")
    rows = [row.split(":") for row in text.split(",")] if text else []
    if len(rows) > MAX_CHANGES:
        raise Unreadable(f"A link can hold at most {MAX_CHANGES} changes.", name)
    for row in rows:
        if len(row) != parts or not _ID.fullmatch(row[0]):
            raise Unreadable(f"“{name}” in the address is garbled. Copy the whole address again.", name)
    return rows


def read_plan(data: Mapping[str, str]) -> BattlefieldPlan:
    """The plan of an address that has a seed; raises ``Unreadable``."""
    seed = _number(data.get("seed", ""), "seed", "The seed", MAX_SEED)
    if seed < 0:
        raise Unreadable("The seed should be 0 or more.", "seed")
    return BattlefieldPlan(
        seed,
        Changes(
            {
                _number(square, "again", "A square"): _number(times, "again", "A count")
                for square, times in _rows(data, "again", 2)
            },
            {
                piece: (_number(right, "moved", "A distance"), _number(down, "moved", "A distance"))
                for piece, right, down in _rows(data, "moved", 3)
            },
            frozenset(row[0] for row in _rows(data, "without", 1)),
            tuple(
                (kind, *(_number(part, "placed", "A place") for part in place))  # type: ignore[misc]
                for kind, *place in _rows(data, "placed", 5)
            ),
        ),
    )
