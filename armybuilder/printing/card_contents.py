"""What stands on a card: the largest type at which it fits a face, and how it is parted where it needs several."""

from __future__ import annotations

import bisect
import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import ClassVar, TypeVar

from armybuilder.drawing.lettering import POINT, Cut, width, words_of
from armybuilder.printing.blocks import (
    HEADING_LEADING,
    LINE_GAP,
    LineBlock,
    StackedBlock,
    TableBlock,
    capitals_width,
    line_block,
    narrow_table_block,
)
from armybuilder.printing.tracks import Likeness, Panel, likeness, retitled, track_panel
from rulesets.core.cards import Stat
from rulesets.core.reference import Cell, Line, Table
from rulesets.core.trackers import Track

LEAST_SPACE = 12.0
"""What band, strip and foot leave of a card: some lines of the smallest type at least."""
GAP = 1.3
"""Between two blocks, at least."""
STAT_GAP = 1.8
"""Between two numbers up to ``GOOD_STAT``; between larger ones more by ``WIDER_GAP`` a point, lest they read as one."""
WIDER_GAP = 0.12
STAT_PAD = 1.3
MOST_BOXES = 150
"""Of one track; where there would be more, a card has a line to write their number on."""
KEPT_STATS = 256
KEPT_CONTENTS = 256
"""Statlines and whole contents kept as they were laid out: an army has many units of one kind."""
GOOD_STAT = 16.0
"""Numbers go on more rows rather than be smaller than this, where there is room."""
LEAST_STAT = 11.0
LARGER_STAT = 1.25
"""Points of the statline to one of the text, at least."""
LARGER_BOX = 0.37
"""Millimetres of a box's side to a point of the text, at least."""


@dataclass(frozen=True, slots=True)
class Step:
    """One set of sizes: text and statline in points, boxes in millimetres."""

    text: float
    stat: float
    box: float


STEPS = tuple(
    Step(*sizes)
    for sizes in (
        (15.0, 38.0, 8.0),
        (14.0, 34.0, 7.5),
        (13.0, 30.0, 7.0),
        (12.5, 28.0, 6.8),
        (12.0, 26.0, 6.5),
        (11.5, 24.0, 6.2),
        (11.0, 22.0, 6.0),
        (10.5, 20.0, 5.8),
        (10.0, 18.0, 5.5),
        (9.5, 17.0, 5.2),
        (9.0, 16.0, 5.0),
        (8.75, 15.0, 4.8),
        (8.5, 14.0, 4.5),
        (8.5, 12.0, 4.2),
        (8.5, 11.0, 4.0),
    )
)


@dataclass(frozen=True, slots=True)
class StatCell:
    """One number of the statline and the width of its column."""

    heading: str
    value: str
    width: float


@dataclass(frozen=True, slots=True)
class StatBlock:
    """The statline in one or more rows; ``points`` is the size of its numbers."""

    drawing: ClassVar = "stats"

    rows: tuple[tuple[StatCell, ...], ...]
    points: float

    @property
    def height(self) -> float:
        """Of all rows, grounds included."""
        return len(self.rows) * (HEADING_LEADING + self.points * POINT + STAT_PAD)


Block = StatBlock | TableBlock | StackedBlock | LineBlock


@cache
def steps_from(least: float) -> tuple[Step, ...]:
    """The sets of sizes with text of so many points or more; numbers and boxes shrink on where the text may not."""
    large = (
        Step(max(step.text, least), max(step.stat, LARGER_STAT * least), max(step.box, LARGER_BOX * least))
        for step in STEPS
    )
    return tuple(dict.fromkeys(large))


# --- statline ----------------------------------------------------------------------------------------


def _stat_width(stat: Stat, points: float) -> float:
    heading = capitals_width(stat.heading)
    return max(heading, width(stat.value, Cut.NARROW_HEAVY, points)) + _stat_gap(points)


def _stat_gap(points: float) -> float:
    return STAT_GAP + WIDER_GAP * max(0.0, points - GOOD_STAT)


def split_stats(stats: Sequence[Stat], room: float) -> tuple[tuple[Stat, ...], tuple[Line, ...]]:
    """The stats that fit a statline, and as lines those that are too long for any."""
    fits = tuple(stat for stat in stats if _stat_width(stat, LEAST_STAT) <= room)
    long = tuple(Line(stat.name or stat.heading, stat.value) for stat in stats if stat not in fits)
    return fits, long


@lru_cache(maxsize=KEPT_STATS)
def _stat_block(stats: tuple[Stat, ...], points: float, room: float) -> StatBlock:
    """The statline with numbers up to that size: on as few rows as leave them large enough to read across a table."""
    widths = [(capitals_width(stat.heading), width(stat.value, Cut.NARROW_HEAVY, 1.0)) for stat in stats]
    for least in (min(points, GOOD_STAT), LEAST_STAT):
        for count in range(1, len(stats) + 1):
            share = -(-len(stats) // count)
            starts = range(0, len(stats), share)
            measures = [widths[start : start + share] for start in starts]
            for half_points in range(round(points * 2), round(least * 2) - 1, -1):
                size = half_points / 2
                if all(
                    sum(max(head, wide * size) + _stat_gap(size) for head, wide in part) <= room for part in measures
                ):
                    parts = [stats[start : start + share] for start in starts]
                    return StatBlock(tuple(_stat_row(part, size, room) for part in parts), size)
    raise ValueError("a stat is wider than the card")


def _stat_row(stats: Sequence[Stat], points: float, room: float) -> tuple[StatCell, ...]:
    """One row that fills the room."""
    widths = [_stat_width(stat, points) for stat in stats]
    spare = (room - sum(widths)) / len(stats)
    return tuple(StatCell(stat.heading, stat.value, wide + spare) for stat, wide in zip(stats, widths, strict=True))


# --- fitting -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Content:
    """What a card says below its head; ``steps`` are the sets of sizes that it may have."""

    stats: tuple[Stat, ...]
    tables: tuple[Table, ...]
    lines: tuple[Line, ...]
    tracks: tuple[Track, ...]
    steps: tuple[Step, ...] = STEPS

    @property
    def nothing(self) -> bool:
        """Whether there is none of it."""
        return not (self.stats or self.tables or self.lines or self.tracks)


def _set(content: Content, step: Step, room: float) -> tuple[tuple[Block, ...], Panel | None]:
    """Everything at one set of sizes."""
    blocks: list[Block] = []
    if content.stats:
        blocks.append(_stat_block(content.stats, step.stat, room))
    blocks += [narrow_table_block(table, step.text, room) for table in content.tables]
    blocks += [line_block(line, step.text, room) for line in content.lines]
    panel = track_panel(content.tracks, step.box, step.text, room, MOST_BOXES) if content.tracks else None
    return tuple(blocks), panel


def height_of(blocks: Sequence[Block], panel: Panel | None) -> float:
    """Of blocks and tracks with the gaps around them."""
    height = sum(block.height for block in blocks) + (panel.height + GAP if panel else 0.0)
    for before, after in itertools.pairwise(blocks):
        height += LINE_GAP if isinstance(before, LineBlock) and isinstance(after, LineBlock) else GAP
    return height


Piece = tuple[tuple[Block, ...], Panel | None, float]


def laid_out(content: Content, room: float, space: float) -> tuple[Piece, ...]:
    """The content of each face, shared by all cards that hold the same but for the titles of their tracks."""
    alike = likeness(content.tracks, room, MOST_BOXES)
    pieces = _laid_out_once(replace(content, tracks=()), alike, room, space)
    laid, own = pieces.tracks, content.tracks
    return tuple((blocks, retitled(panel, laid, own) if panel else None, left) for blocks, panel, left in pieces.all)


@lru_cache(maxsize=KEPT_CONTENTS)
def _laid_out_once(rest: Content, alike: Likeness, room: float, space: float) -> _Pieces:
    content = replace(rest, tracks=alike.tracks)
    return _Pieces(tuple(_pieces(content, room, space)), alike.tracks)


@dataclass(frozen=True, slots=True)
class _Pieces:
    """The content of each face, with the titles of these tracks."""

    all: tuple[Piece, ...]
    tracks: tuple[Track, ...]


def _pieces(content: Content, room: float, space: float) -> Iterator[Piece]:
    """The content of each face, with the height left over; never less than ``LEAST_SPACE`` is taken to be there."""
    space = max(space, LEAST_SPACE)
    waiting = [content]
    while waiting:
        part = _without_cramped(waiting.pop(0), room)
        step = largest(part, room, space)
        parts = () if step else _halves(part, room, space) or _first_part(part, room, space)
        if parts and part not in parts:
            waiting[:0] = parts
        else:
            step = step or part.steps[-1]
            blocks, panel = _set(part, step, room)
            yield blocks, panel, space - height_of(blocks, panel)


def largest(content: Content, room: float, space: float) -> Step | None:
    """The largest sizes at which the content fits one face."""
    if not _fits(content, content.steps[-1], room, space):
        return None
    return content.steps[bisect.bisect_left(content.steps, True, key=lambda step: _fits(content, step, room, space))]


def _too_many(tracks: Sequence[Track], side: float, room: float, space: float) -> bool:
    """Whether boxes of that side alone, those to tick, are more than there is room for, however they are laid."""
    return sum(track.boxes for track in tracks if track.boxes <= MOST_BOXES) * side * side > room * space


def _fits(content: Content, step: Step, room: float, space: float) -> bool:
    if _too_many(content.tracks, step.box, room, space):
        return False
    blocks, panel = _set(content, step, room)
    cramped = any(isinstance(block, TableBlock | StackedBlock) and block.cramped for block in blocks)
    return not cramped and height_of(blocks, panel) <= space


def _halves(content: Content, room: float, space: float) -> tuple[Content, Content] | None:
    """The content on two faces where that is enough, parted so that the smaller type of the two is largest."""
    smallest = content.steps[-1]
    if _too_many(content.tracks, smallest.box, room, 2 * space):
        return None
    if height_of(*_set(content, smallest, room)) > 2 * space:
        return None
    tables_first = _parted(content, [*content.tables, *content.lines], room, space)
    if tables_first is None or tables_first[0].tables or tables_first[0].lines or not content.stats:
        return tables_first
    # With only numbers and boxes on it the first face would gape.
    return _parted(content, [*content.lines, *content.tables], room, space)


def _parted(
    content: Content, items: Sequence[Table | Line], room: float, space: float
) -> tuple[Content, Content] | None:
    """The content on two faces, of which the first holds numbers, boxes and some of the first items."""
    best: tuple[float, tuple[Content, Content]] | None = None
    for count in range(len(items)):
        first, second = items[:count], items[count:]
        halves = (
            replace(content, tables=_only(Table, first), lines=_only(Line, first)),
            replace(content, stats=(), tables=_only(Table, second), lines=_only(Line, second), tracks=()),
        )
        steps = [largest(half, room, space) for half in halves]
        least = min((step.text if step else 0.0) for step in steps)
        if least and (best is None or least >= best[0]):
            best = (least, halves)
    return best[1] if best else None


T = TypeVar("T", Table, Line)


def _only(kind: type[T], items: Sequence[Table | Line]) -> tuple[T, ...]:
    return tuple(item for item in items if isinstance(item, kind))


def _without_cramped(content: Content, room: float) -> Content:
    """Tables whose words are too wide for their columns at the smallest size, spelled out in lines."""
    cramped = [table for table in content.tables if narrow_table_block(table, content.steps[-1].text, room).cramped]
    spelled = tuple(_spelled(table, row) for table in cramped for row in table.rows)
    tables = tuple(table for table in content.tables if table not in cramped)
    return replace(content, tables=tables, lines=(*spelled, *content.lines))


def _spelled(table: Table, row: Sequence[Cell]) -> Line:
    """A row of a table in words."""
    pairs = zip(table.columns[1:], row[1:], strict=True)
    return Line(
        row[0].text, "; ".join(f"{column.heading}\u00a0{cell.text}".strip() for column, cell in pairs if cell.text)
    )


def _first_part(content: Content, room: float, space: float) -> tuple[Content, Content]:
    """As much as fits a face at the smallest sizes, statline and tracks first, and the rest; never nothing."""

    def fits(part: Content) -> bool:
        step = part.steps[-1]
        return not _too_many(part.tracks, step.box, room, space) and height_of(*_set(part, step, room)) <= space

    taken, rest = replace(content, stats=(), tables=(), lines=(), tracks=()), content
    for field in ("stats", "tracks", "tables", "lines"):
        items = getattr(content, field)
        count = 0
        while count < len(items) and fits(replace(taken, **{field: items[: count + 1]})):
            count += 1
        taken, rest = replace(taken, **{field: items[:count]}), replace(rest, **{field: items[count:]})
        if count < len(items):
            break
    if rest.tables and not rest.tracks:
        return _with_rows(taken, rest, fits)
    if taken.nothing or not (rest.tables or rest.tracks):
        return _with_share(taken, rest, fits)
    return taken, rest


Fits = Callable[[Content], bool]


def _with_rows(taken: Content, rest: Content, fits: Fits) -> tuple[Content, Content]:
    """As many rows more of the next table as fit; a row too tall for a whole face is spelled out in lines."""
    table = rest.tables[0]

    def head(count: int) -> Content:
        return replace(taken, tables=(*taken.tables, replace(table, rows=table.rows[:count], note="")))

    count = 0
    while count < len(table.rows) and fits(head(count + 1)):
        count += 1
    tail = replace(table, rows=table.rows[count:])
    if count:
        return head(count), replace(rest, tables=(tail, *rest.tables[1:]))
    if not taken.nothing:
        return taken, rest
    spelled = _spelled(table, table.rows[0])
    tables = (replace(table, rows=table.rows[1:]), *rest.tables[1:]) if table.rows[1:] else rest.tables[1:]
    return _with_share(taken, replace(rest, tables=tables, lines=(spelled, *rest.lines)), fits)


def _with_share(taken: Content, rest: Content, fits: Fits) -> tuple[Content, Content]:
    """As many words of the next line, or boxes of the next track, as fit; a line that fits a face is not parted."""
    if rest.tracks:
        track = rest.tracks[0]
        count = _most(track.boxes, lambda n: fits(replace(taken, tracks=(*taken.tracks, _boxes(track, 0, n)))))
        count = max(count, 1)
        left = (_boxes(track, count, track.boxes),) if count < track.boxes else ()
        return (
            replace(taken, tracks=(*taken.tracks, _boxes(track, 0, count))),
            replace(rest, tracks=(*left, *rest.tracks[1:])),
        )
    if not rest.lines:
        return rest, taken
    line = rest.lines[0]
    words = words_of(line.text)
    alone = replace(taken, stats=(), tables=(), lines=(line,), tracks=())
    if not taken.nothing and not fits(replace(taken, lines=(*taken.lines, line))) and fits(alone):
        return taken, rest

    def head(count: int) -> Content:
        return replace(taken, lines=(*taken.lines, Line(line.term, " ".join(words[:count]))))

    count = _most(len(words), lambda n: fits(head(n)))
    if not count and not taken.nothing:
        return taken, rest
    if not count and words:
        whole = words[0]
        letters = max(1, _most(len(whole), lambda n: fits(replace(taken, lines=(Line(line.term, whole[:n]),)))))
        words, count = [whole[:letters], *filter(None, [whole[letters:]]), *words[1:]], 1
    tail = Line(line.term, " ".join(words[count:]))
    return head(count), replace(rest, lines=(tail, *rest.lines[1:]) if words[count:] else rest.lines[1:])


def _most(limit: int, good: Callable[[int], bool]) -> int:
    """The largest number up to the limit that is good, when all smaller ones are too; 0 for none.

    None is tried that is more than twice as large, so that a face of a long content does not measure all of it.
    """
    end = 1
    while end <= limit and good(end):
        end *= 2
    start = end // 2
    return start + bisect.bisect_left(range(start + 1, min(end - 1, limit) + 1), True, key=lambda n: not good(n))


def _boxes(track: Track, start: int, end: int) -> Track:
    """The boxes of a track from one number to another, which keep their numbers as names."""
    names = track.names or (tuple(map(str, range(1, track.boxes + 1))) if start else ())
    return replace(
        track,
        boxes=end - start,
        start=min(max(track.start - start, 0), end - start),
        names=names[start:end],
        marks=tuple((number - start, word) for number, word in track.marks if start < number <= end),
    )
