"""Unit cards: what a ruleset says of a unit, fitted to a card.

A card is filled by the largest type that fits. What does not fit at the smallest goes to a second card; nothing is cut.
"""

from __future__ import annotations

import bisect
import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import ClassVar, TypeVar

from armybuilder.drawing.lettering import POINT, Cut, fits, lines, width, words_of
from armybuilder.printing.blocks import (
    HEADING_LEADING,
    LEADING,
    LINE_GAP,
    LineBlock,
    StackedBlock,
    TableBlock,
    capitals_width,
    line_block,
    narrow_table_block,
)
from armybuilder.printing.document import Page, Placed
from armybuilder.printing.inks import shade
from armybuilder.printing.paper import Box, Edge, Grid, Size
from armybuilder.printing.photos import Photo
from armybuilder.printing.sheets import cut_sheets
from armybuilder.printing.tracks import Likeness, Panel, likeness, retitled, track_panel
from rulesets.core.cards import Card, Stat, Symbol
from rulesets.core.reference import Cell, Line, Table
from rulesets.core.trackers import Track

EDGE = 2.2
"""White around the frame: what a cut may stray."""
FRAME = 0.35
PAD = 1.9
"""From the frame to the text."""
BAND = 12.8
BAND_PAD = 1.1
PLATE = Size(12.2, 10.9)
"""The white ground of a map symbol, and the room of an icon."""
SYMBOL = Size(11.0, 9.9)
"""The room of the symbol on its ground."""
STRIP_LINE = 3.9
STRIP_PAD = 0.4
"""Above and below the strip's lines, mostly one."""
STRIP_POINTS = 9.0
NUMBER = 9.0
"""Room of the number of a card among several, with what is free before it."""
TITLES = (16.0, 15.0, 14.0, 13.0, 12.0)
"""Sizes for a title on one line, in points; a longer one takes more lines of the next sizes."""
LONG_TITLES = (11.5, 10.5, 9.5, 8.5)
SUBTITLES = (10.0, 9.5, 9.0, 8.5)
LARGEST_BAND = 0.4
"""Of a card's height; a title and subtitle that take more are set as small as ``LEAST_HEAD``."""
LEAST_HEAD = 6.5
LEAST_SPACE = 12.0
"""What band, strip and foot leave of a card: some lines of the smallest type at least."""
GAP = 1.3
"""Between two blocks, at least."""
WIDEST_GAP = 3.2
TITLE_LEADING = 1.08
STAT_GAP = 1.8
"""Between two numbers up to ``GOOD_STAT``; between larger ones more by ``WIDER_GAP`` a point, lest they read as one."""
WIDER_GAP = 0.12
STAT_PAD = 1.3
FOOT = 1.2


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
PHOTO_SHARE = 0.26
"""Of a card's height, for a picture."""
BESIDE_PHOTO = 9.0
"""Points of the text on a face that holds a picture too, at least."""


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


@dataclass(frozen=True, slots=True)
class Spaced:
    """A block and its distance from what stands above."""

    gap: float
    block: Block


@dataclass(frozen=True, slots=True)
class CardFace:
    """A card ready to draw; ``number`` counts the faces of one unit, whose picture may have found no room on any."""

    drawing: ClassVar = "card"

    title: str
    title_points: float
    subtitle: str
    subtitle_points: float
    band: float
    symbol: Symbol | None
    shade: str
    strip: float
    corner: str
    tail: str
    foot: str
    blocks: tuple[Spaced, ...]
    panel: Panel | None
    size: Size
    text_width: float
    corner_width: float
    gap: float
    head_width: float
    head_top: float
    number: int = 1
    photo: Photo | None = None
    photo_left_out: bool = False

    @property
    def frame(self) -> Box:
        """The card's frame within the piece."""
        return Box(EDGE, EDGE, self.size.width - 2 * EDGE, self.size.height - 2 * EDGE)


@dataclass(frozen=True, slots=True)
class CardBack:
    """A plain back: a lattice in the game's colour, and on a plate whose game and army it is."""

    drawing: ClassVar = "card_back"

    game: str
    army: str
    shade: str
    size: Size
    photo: Photo | None = None


def photo_room(size: Size) -> Size:
    """The most that a unit's picture takes of a card of that size."""
    return Size(text_width(size), size.height * PHOTO_SHARE)


def text_width(size: Size) -> float:
    """The room for a line of text on a card."""
    return size.width - 2 * (EDGE + FRAME + PAD)


def card_faces(card: Card, size: Size, least: float = 0.0, photo: Photo | None = None) -> tuple[CardFace, ...]:
    """The card in as many faces as it takes, mostly one; its text is of ``least`` points or more, as far as any is.

    A ``photo`` stands on a card of one face whose text is not much the smaller for it, else on none, and the first
    face says so.
    """
    room = text_width(size)
    head = replace(_head(card, size), photo=photo)
    foot = "" if _beside(card, room) else card.footer
    stats, spelled = _split_stats(card.stats, room)
    steps = _steps(least)
    content = _Content(stats, card.tables, (*spelled, *card.lines), card.tracks, steps)
    space = _space(size, head.band + head.strip, foot, room)
    if photo:
        good = replace(content, steps=tuple(step for step in steps if step.text >= BESIDE_PHOTO))
        left = space - photo_room(size).height - GAP
        if left >= LEAST_SPACE and good.steps and _largest(good, room, left):
            content, space = good, left
        else:
            return _without_photo(card_faces(card, size, least))
    pieces = _laid_out(content, room, space)
    if photo and len(pieces) > 1:
        return _without_photo(card_faces(card, size, least))
    if len(pieces) > 1:
        # Further cards say which they are, for which there has to be room in a strip.
        left = _beside_number(head, room)
        strip = lines(card.corner, Cut.NARROW_STRONG, STRIP_POINTS, left) * STRIP_LINE + 2 * STRIP_PAD
        if strip != head.strip:
            pieces = _laid_out(content, room, _space(size, head.band + strip, foot, room))
        head = replace(head, strip=strip, corner_width=left)
    faces = []
    for number, (blocks, panel, slack) in enumerate(pieces, 1):
        tail = head.tail if len(pieces) == 1 else " · ".join(filter(None, (head.tail, f"{number}/{len(pieces)}")))
        gap = GAP + min(slack / max(1, len(blocks) + bool(panel)), WIDEST_GAP - GAP)
        faces.append(
            replace(
                head,
                number=number,
                tail=tail,
                foot=foot,
                blocks=_spaced(blocks, gap),
                panel=panel,
                gap=gap,
            )
        )
    return tuple(faces)


def _beside_number(head: CardFace, room: float) -> float:
    """The width of the corner's lines that leaves room for the number of the card."""
    corner = width(head.corner, Cut.NARROW_STRONG, STRIP_POINTS)
    return room if head.tail or corner + NUMBER <= room else room - NUMBER


def _without_photo(faces: tuple[CardFace, ...]) -> tuple[CardFace, ...]:
    first, *others = faces
    return (replace(first, photo_left_out=True), *others)


@cache
def _steps(least: float) -> tuple[Step, ...]:
    """The sets of sizes with text of so many points or more; numbers and boxes shrink on where the text may not."""
    large = (
        Step(max(step.text, least), max(step.stat, LARGER_STAT * least), max(step.box, LARGER_BOX * least))
        for step in STEPS
    )
    return tuple(dict.fromkeys(large))


Face = CardFace | CardBack


def card_sides(
    card: Card, size: Size, plain: CardBack, least: float = 0.0, photo: Photo | None = None
) -> tuple[tuple[Face, Face], ...]:
    """The card's faces, each with what stands on its back; lines of a back that need more room take more cards.

    A ``photo`` stands on the front if there is room, else on a back.
    """
    fronts = card_faces(card, size, least, photo)
    if fronts[0].photo_left_out:
        fronts = (replace(fronts[0], photo_left_out=False), *fronts[1:])
    else:
        photo = None
    backs: tuple[Face, ...] = card_faces(_reverse(card), size, least, photo) if card.back else ()
    if photo and len(backs) < len(fronts) and not any(face.photo for face in backs):
        written = card_faces(_reverse(card), size, least) if backs else ()
        backs = (*written, replace(plain, photo=photo))
    shown: tuple[Face, ...] = (*fronts, *backs[len(fronts) :])
    backs = backs[: len(fronts)]
    return tuple((front, backs[place] if place < len(backs) else plain) for place, front in enumerate(shown))


def _reverse(card: Card) -> Card:
    return replace(card, stats=(), tables=(), lines=card.back, tracks=(), footer="", back=())


def card_pages(faces: Sequence[Face], grid: Grid, credit: str) -> Iterator[Page]:
    """Sheets of cards that are printed on one side."""
    yield from cut_sheets(grid, CardFace.drawing, faces, "Unit cards", credit)


def card_pages_with_backs(
    sides: Sequence[tuple[Face, Face]], grid: Grid, edge: Edge | None, credit: str
) -> Iterator[Page]:
    """Sheets of cards, and after each that of their backs, mirrored for paper that is turned over ``edge``.

    For paper printed on one side alone the backs follow on sheets of their own.
    """
    fronts = list(card_pages([front for front, _ in sides], grid, credit))
    if edge is None:
        yield from fronts
    for number, page in enumerate(fronts):
        if edge is not None:
            yield page
        start = number * grid.count
        backs = [
            Placed(grid.back(place, edge) if edge else grid.slot(place), back.drawing, back)
            for place, (_, back) in enumerate(sides[start : start + grid.count])
        ]
        # Plain backs bleed into what lies beside them, so they come first.
        backs.sort(key=lambda placed: isinstance(placed.content, CardFace))
        yield Page(grid.sheet, tuple(backs), back=edge is not None)


def _spaced(blocks: Sequence[Block], gap: float) -> tuple[Spaced, ...]:
    """Lines close together, all else ``gap`` apart."""
    follows = [False, *(isinstance(a, LineBlock) and isinstance(b, LineBlock) for a, b in itertools.pairwise(blocks))]
    return tuple(Spaced(LINE_GAP if close else gap, block) for block, close in zip(blocks, follows, strict=False))


def _beside(card: Card, room: float) -> bool:
    """Whether corner and footer share the strip."""
    corner, footer = (width(text, Cut.NARROW_STRONG, STRIP_POINTS) for text in (card.corner, card.footer))
    return corner + footer + 12 <= room


def _strip(card: Card, room: float) -> float:
    """The height of the strip under the band; none where it would be empty."""
    if not card.corner and not card.footer:
        return 0.0
    return lines(card.corner, Cut.NARROW_STRONG, STRIP_POINTS, room) * STRIP_LINE + 2 * STRIP_PAD


def _space(size: Size, head: float, foot: str, room: float) -> float:
    """The height left for blocks and tracks."""
    height = size.height - 2 * (EDGE + FRAME) - head - GAP - FOOT
    if foot:
        height -= lines(foot, Cut.NARROW_STRONG, STRIP_POINTS, room) * STRIP_POINTS * POINT * LEADING + FOOT
    return height


def _head(card: Card, size: Size) -> CardFace:
    """Band and strip, with nothing under them yet."""
    room = text_width(size)
    beside = room - (PLATE.width + BAND_PAD if card.symbol else 0)
    title_points, _ = title_size(card.title, beside)
    subtitle_points = next(
        (points for points in SUBTITLES if fits(card.subtitle, Cut.NARROW, points, beside)), SUBTITLES[-1]
    )
    text = _head_text(card, title_points, subtitle_points, beside)
    if text > LARGEST_BAND * size.height:
        title_points = subtitle_points = LEAST_HEAD
        text = _head_text(card, title_points, subtitle_points, beside)
    return CardFace(
        title=card.title,
        title_points=title_points,
        subtitle=card.subtitle,
        subtitle_points=subtitle_points,
        band=max(BAND, text + 2 * BAND_PAD),
        symbol=card.symbol,
        shade=shade(card.tint),
        strip=_strip(card, room),
        corner=card.corner,
        tail=card.footer if _beside(card, room) else "",
        foot="",
        blocks=(),
        panel=None,
        size=size,
        text_width=room,
        corner_width=room,
        gap=GAP,
        head_width=beside,
        head_top=(max(BAND, text + 2 * BAND_PAD) - text) / 2,
    )


def _head_text(card: Card, title: float, subtitle: float, room: float) -> float:
    """The height of title and subtitle in those sizes."""
    title_lines = lines(card.title, Cut.NARROW_STRONG, title, room)
    subtitle_lines = lines(card.subtitle, Cut.NARROW, subtitle, room) if card.subtitle else 0
    return (title_lines * title * TITLE_LEADING + subtitle_lines * subtitle * LEADING) * POINT


def title_size(title: str, room: float) -> tuple[float, int]:
    """The size of a title and the lines it takes."""
    for points in TITLES:
        if fits(title, Cut.NARROW_STRONG, points, room):
            return points, 1
    for points in LONG_TITLES:
        if lines(title, Cut.NARROW_STRONG, points, room) <= 2:
            return points, 2
    return LONG_TITLES[-1], lines(title, Cut.NARROW_STRONG, LONG_TITLES[-1], room)


# --- statline ----------------------------------------------------------------------------------------


def _stat_width(stat: Stat, points: float) -> float:
    heading = capitals_width(stat.heading)
    return max(heading, width(stat.value, Cut.NARROW_HEAVY, points)) + _stat_gap(points)


def _stat_gap(points: float) -> float:
    return STAT_GAP + WIDER_GAP * max(0.0, points - GOOD_STAT)


def _split_stats(stats: Sequence[Stat], room: float) -> tuple[tuple[Stat, ...], tuple[Line, ...]]:
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
class _Content:
    stats: tuple[Stat, ...]
    tables: tuple[Table, ...]
    lines: tuple[Line, ...]
    tracks: tuple[Track, ...]
    steps: tuple[Step, ...] = STEPS

    @property
    def nothing(self) -> bool:
        """Whether there is none of it."""
        return not (self.stats or self.tables or self.lines or self.tracks)


def _set(content: _Content, step: Step, room: float) -> tuple[tuple[Block, ...], Panel | None]:
    """Everything at one set of sizes."""
    blocks: list[Block] = []
    if content.stats:
        blocks.append(_stat_block(content.stats, step.stat, room))
    blocks += [narrow_table_block(table, step.text, room) for table in content.tables]
    blocks += [line_block(line, step.text, room) for line in content.lines]
    panel = track_panel(content.tracks, step.box, step.text, room, MOST_BOXES) if content.tracks else None
    return tuple(blocks), panel


def _height(blocks: Sequence[Block], panel: Panel | None) -> float:
    """Of blocks and tracks with the gaps around them."""
    height = sum(block.height for block in blocks) + (panel.height + GAP if panel else 0.0)
    for before, after in itertools.pairwise(blocks):
        height += LINE_GAP if isinstance(before, LineBlock) and isinstance(after, LineBlock) else GAP
    return height


Piece = tuple[tuple[Block, ...], Panel | None, float]


def _laid_out(content: _Content, room: float, space: float) -> tuple[Piece, ...]:
    """The content of each face, shared by all cards that hold the same but for the titles of their tracks."""
    alike = likeness(content.tracks, room, MOST_BOXES)
    pieces = _laid_out_once(replace(content, tracks=()), alike, room, space)
    laid, own = pieces.tracks, content.tracks
    return tuple((blocks, retitled(panel, laid, own) if panel else None, left) for blocks, panel, left in pieces.all)


@lru_cache(maxsize=KEPT_CONTENTS)
def _laid_out_once(rest: _Content, alike: Likeness, room: float, space: float) -> _Pieces:
    content = replace(rest, tracks=alike.tracks)
    return _Pieces(tuple(_pieces(content, room, space)), alike.tracks)


@dataclass(frozen=True, slots=True)
class _Pieces:
    """The content of each face, with the titles of these tracks."""

    all: tuple[Piece, ...]
    tracks: tuple[Track, ...]


def _pieces(content: _Content, room: float, space: float) -> Iterator[Piece]:
    """The content of each face, with the height left over; never less than ``LEAST_SPACE`` is taken to be there."""
    space = max(space, LEAST_SPACE)
    waiting = [content]
    while waiting:
        part = _without_cramped(waiting.pop(0), room)
        step = _largest(part, room, space)
        parts = () if step else _halves(part, room, space) or _first_part(part, room, space)
        if parts and part not in parts:
            waiting[:0] = parts
        else:
            step = step or part.steps[-1]
            blocks, panel = _set(part, step, room)
            yield blocks, panel, space - _height(blocks, panel)


def _largest(content: _Content, room: float, space: float) -> Step | None:
    """The largest sizes at which the content fits one face."""
    if not _fits(content, content.steps[-1], room, space):
        return None
    return content.steps[bisect.bisect_left(content.steps, True, key=lambda step: _fits(content, step, room, space))]


def _too_many(tracks: Sequence[Track], side: float, room: float, space: float) -> bool:
    """Whether boxes of that side alone, those to tick, are more than there is room for, however they are laid."""
    return sum(track.boxes for track in tracks if track.boxes <= MOST_BOXES) * side * side > room * space


def _fits(content: _Content, step: Step, room: float, space: float) -> bool:
    if _too_many(content.tracks, step.box, room, space):
        return False
    blocks, panel = _set(content, step, room)
    cramped = any(isinstance(block, TableBlock | StackedBlock) and block.cramped for block in blocks)
    return not cramped and _height(blocks, panel) <= space


def _halves(content: _Content, room: float, space: float) -> tuple[_Content, _Content] | None:
    """The content on two faces where that is enough, parted so that the smaller type of the two is largest."""
    smallest = content.steps[-1]
    if _too_many(content.tracks, smallest.box, room, 2 * space):
        return None
    if _height(*_set(content, smallest, room)) > 2 * space:
        return None
    tables_first = _parted(content, [*content.tables, *content.lines], room, space)
    if tables_first is None or tables_first[0].tables or tables_first[0].lines or not content.stats:
        return tables_first
    # With only numbers and boxes on it the first face would gape.
    return _parted(content, [*content.lines, *content.tables], room, space)


def _parted(
    content: _Content, items: Sequence[Table | Line], room: float, space: float
) -> tuple[_Content, _Content] | None:
    """The content on two faces, of which the first holds numbers, boxes and some of the first items."""
    best: tuple[float, tuple[_Content, _Content]] | None = None
    for count in range(len(items)):
        first, second = items[:count], items[count:]
        halves = (
            replace(content, tables=_only(Table, first), lines=_only(Line, first)),
            replace(content, stats=(), tables=_only(Table, second), lines=_only(Line, second), tracks=()),
        )
        steps = [_largest(half, room, space) for half in halves]
        least = min((step.text if step else 0.0) for step in steps)
        if least and (best is None or least >= best[0]):
            best = (least, halves)
    return best[1] if best else None


T = TypeVar("T", Table, Line)


def _only(kind: type[T], items: Sequence[Table | Line]) -> tuple[T, ...]:
    return tuple(item for item in items if isinstance(item, kind))


def _without_cramped(content: _Content, room: float) -> _Content:
    """Tables whose words are too wide for their columns at the smallest size, spelled out in lines."""
    cramped = [table for table in content.tables if narrow_table_block(table, content.steps[-1].text, room).cramped]
    spelled = tuple(_spelled(table, row) for table in cramped for row in table.rows)
    tables = tuple(table for table in content.tables if table not in cramped)
    return replace(content, tables=tables, lines=(*spelled, *content.lines))


def _spelled(table: Table, row: Sequence[Cell]) -> Line:
    """A row of a table in words."""
    pairs = zip(table.columns[1:], row[1:], strict=True)
    return Line(row[0].text, "; ".join(f"{column.heading} {cell.text}".strip() for column, cell in pairs if cell.text))


def _first_part(content: _Content, room: float, space: float) -> tuple[_Content, _Content]:
    """As much as fits a face at the smallest sizes, statline and tracks first, and the rest; never nothing."""

    def fits(part: _Content) -> bool:
        step = part.steps[-1]
        return not _too_many(part.tracks, step.box, room, space) and _height(*_set(part, step, room)) <= space

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


Fits = Callable[[_Content], bool]


def _with_rows(taken: _Content, rest: _Content, fits: Fits) -> tuple[_Content, _Content]:
    """As many rows more of the next table as fit; a row too tall for a whole face is spelled out in lines."""
    table = rest.tables[0]

    def head(count: int) -> _Content:
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


def _with_share(taken: _Content, rest: _Content, fits: Fits) -> tuple[_Content, _Content]:
    """As many words of the next line, or boxes of the next track, as fit."""
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

    def head(count: int) -> _Content:
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
