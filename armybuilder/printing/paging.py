"""Rows into pages, so that nothing stands alone at a page's foot or head."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Generic, Protocol, TypeVar


class Flowing(Protocol):
    """What flows down a page: its height in millimetres, and whether it stays on the page of what stands before it."""

    @property
    def height(self) -> float:
        """With its own margins."""

    @property
    def glued(self) -> bool:
        """Whether no page may end right before it."""


R = TypeVar("R", bound=Flowing)
SHORT = 0.25
"""Of a page's height: a last page with less on it looks left over."""
STEP = 0.03
MOST_EVENED = 0.36
"""By how much of their height the pages before it may end sooner for its sake, in steps of ``STEP``."""


@dataclass(frozen=True, slots=True)
class Flow(Generic[R]):
    """Rows for pages that have ``space`` millimetres of room.

    ``resume`` gives what stands once more at the head of a page that begins with that row, a group's name say.
    ``divide`` parts a row that does not fit into the room left on a page: what stays there and what goes on.
    """

    rows: tuple[R, ...]
    space: float
    resume: Callable[[R], R | None]
    divide: Callable[[R, float], tuple[R, R] | None] | None = None


def pages_of(flow: Flow[R]) -> Iterator[tuple[R, ...]]:
    """The rows of each page."""
    rest = list(flow.rows)
    least = 1
    while rest:
        if flow.divide is not None:
            rest = _divided(rest, flow.space, flow.divide)
        count = _fitting(rest, flow.space, least)
        yield tuple(rest[:count])
        rest = rest[count:]
        least = 1
        if rest and (again := flow.resume(rest[0])) is not None:
            rest.insert(0, again)
            least = 2


def ends_short(pages: Sequence[Sequence[Flowing]], space: float) -> bool:
    """Whether only a few lines stand on the last of several pages."""
    return len(pages) > 1 and _height(pages[-1]) < SHORT * space


def evened(pages: list[tuple[R, ...]], flow: Flow[R]) -> list[tuple[R, ...]]:
    """The pages; where the last has only a few lines, those before end sooner, so that it has more."""
    fullest = pages
    for step in range(1, round(MOST_EVENED / STEP) + 1):
        if not ends_short(fullest, flow.space):
            break
        tried = list(pages_of(replace(flow, space=flow.space * (1 - step * STEP))))
        if len(tried) > len(pages):
            break
        fullest = max(fullest, tried, key=lambda each: _height(each[-1]))
    return fullest


def _height(rows: Sequence[Flowing]) -> float:
    return sum(row.height for row in rows)


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
