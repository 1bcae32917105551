"""Distribute blocks of sections over columns of about equal height."""

from collections.abc import Sequence
from dataclasses import dataclass

STEP = 0.5
"""Precision of equal column heights in millimetres."""


@dataclass(frozen=True, slots=True)
class ColumnBlock:
    """An unbreakable block: its height and the gap above it unless it is the first, in millimetres.

    ``section`` is the number of its section, whose title takes ``title`` millimetres above its first block in each
    column. ``again`` is its additional height at the top of a column: the repeated headings of a table. A block with
    ``keep_with_next`` moves to the next column together with the one after it.
    """

    section: int
    height: float
    gap: float
    title: float
    title_gap: float
    keep_with_next: bool = False
    again: float = 0.0


def height_of(blocks: Sequence[ColumnBlock]) -> float:
    """The height of stacked blocks, including titles and gaps."""
    height = 0.0
    for place, block in enumerate(blocks):
        if place == 0 or block.section != blocks[place - 1].section:
            height += block.title + (block.title_gap if place else 0.0)
        else:
            height += block.gap
        height += block.height + (0.0 if place else block.again)
    return height


def pack(blocks: Sequence[ColumnBlock], rooms: Sequence[float]) -> list[int] | None:
    """The number of blocks in each column of these heights, filled in order; ``None`` if they do not fit.

    A block that is taller than every column gets its own.
    """
    counts: list[int] = []
    start = 0
    for height in rooms:
        end = start
        while end < len(blocks) and (
            height_of(blocks[start : end + 1]) <= height or (end == start and height >= max(rooms))
        ):
            end += 1
        while start < end < len(blocks) and end - start > 1 and blocks[end - 1].keep_with_next:
            end -= 1
        counts.append(end - start)
        start = end
    return counts if start == len(blocks) else None


def whole_sections(blocks: Sequence[ColumnBlock]) -> list[ColumnBlock]:
    """Each section as one block."""
    sections = []
    for number in dict.fromkeys(block.section for block in blocks):
        own = [block for block in blocks if block.section == number]
        sections.append(ColumnBlock(number, height_of(own) - own[0].title, 0.0, own[0].title, own[0].title_gap))
    return sections


def balance(blocks: Sequence[ColumnBlock], rooms: Sequence[float], columns: int) -> list[int] | None:
    """The number of blocks in each column, with heights as equal as possible; ``None`` if they do not fit.

    ``rooms`` are the heights of all columns, ``columns`` to a page. Pages before the last are filled, the last is even.
    """
    counts = pack(blocks, rooms)
    if counts is None:
        return None
    used = max(place for place, count in enumerate(counts) if count) if any(counts) else 0
    first = used // columns * columns
    start = sum(counts[:first])
    rest, last = blocks[start:], list(rooms[first : first + columns])
    # By halving: the lowest columns into which the rest still fits are the most even ones.
    low, high = 0.0, max(last)
    while high - low > STEP:
        middle = (low + high) / 2
        if pack(rest, [min(height, middle) for height in last]) is None:
            low = middle
        else:
            high = middle
    even = pack(rest, [min(height, high) for height in last])
    return counts[:first] + (even or counts[first : first + columns])
