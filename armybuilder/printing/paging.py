"""Rows into pages, so that nothing stands alone at a page's foot or head."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol, TypeVar


class Flowing(Protocol):
    """What flows down a page: its height in millimetres, and whether it stays on the page of what stands before it."""

    @property
    def height(self) -> float:
        """With its own margins."""

    @property
    def glued(self) -> bool:
        """Whether no page may end right before it."""


R = TypeVar("R", bound=Flowing)


def pages_of(
    rows: Sequence[R],
    first: float,
    space: float,
    resume: Callable[[R], R | None],
    divide: Callable[[R, float], tuple[R, R] | None] | None = None,
) -> Iterator[tuple[R, ...]]:
    """The rows of each page; ``first`` is the room on the first one, ``space`` that on the others.

    ``resume`` gives what stands once more at the head of a page that begins with that row, a group's name say.
    ``divide`` parts a row that does not fit into the room left on a page: what stays there and what goes on.
    """
    rest = list(rows)
    room, least = first, 1
    while rest:
        if divide is not None:
            rest = _divided(rest, room, divide)
        count = _fitting(rest, room, least)
        yield tuple(rest[:count])
        rest = rest[count:]
        room, least = space, 1
        if rest and (again := resume(rest[0])) is not None:
            rest.insert(0, again)
            least = 2


def _divided(rows: list[R], room: float, divide: Callable[[R, float], tuple[R, R] | None]) -> list[R]:
    """The rows, the first that does not fit parted where that can be done."""
    left = room
    for place, row in enumerate(rows):
        if row.height > left:
            parts = divide(row, left)
            return rows if parts is None else [*rows[:place], *parts, *rows[place + 1 :]]
        left -= row.height
    return rows


def _fitting(rows: Sequence[Flowing], room: float, least: int) -> int:
    """How many rows go on a page: all that fit, less those that would part what is glued; at least so many."""
    used = 0.0
    count = 0
    for row in rows:
        if used + row.height > room:
            break
        used += row.height
        count += 1
    if count == len(rows):
        return count
    parting = count
    while parting > least and rows[parting].glued:
        parting -= 1
    return max(parting if parting > least else count, least)
