"""Labels for bases: a top that anybody may read, and an underside for its owner, on plain paper or label stocks."""

from __future__ import annotations

import hashlib
import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from armybuilder.drawing.lettering import POINT, Cut, lines, longest_word, width
from armybuilder.printing.choices import LabelSides, LabelTops
from armybuilder.printing.document import Page, Placed, cuts
from armybuilder.printing.inks import shade
from armybuilder.printing.paper import Box, Edge, Grid, Size
from armybuilder.printing.sheets import foot_under
from rulesets.core.cards import Label, Symbol

PAD = 1.5
TITLES = {1: (13.0, 12.0, 11.0, 10.0, 9.0, 8.5), 2: (9.5, 9.0, 8.5, 8.0, 7.5), 3: (8.0, 7.5, 7.0)}
"""Sizes of a title by the number of lines it takes, for a label one inch wide."""
TEXTS = (9.0, 8.5, 8.0, 7.5, 7.0)
SMALLER_TEXTS = (12.0, 11.0, 10.0, 9.0, 8.0, 7.0)
"""For what finds no room otherwise on larger labels, whose letters are larger."""
INCH_WIDE = 25.4
LEADING = 1.1
CORNER = 3.4
SYMBOLS = (10.0, 9.0, 8.0, 7.0, 6.0)
"""Heights of the symbol."""
DISC = 0.72
"""A tinted top's disc, in parts of the label."""
PILL = 0.84
"""The width of the disc on a label wider than high."""
CORNER_POINTS = 8.5
STAR = 4.2
FAKE = 9.0
FAKE_POINTS = 15.0
HANGING = "gjpqyQ"
"""Letters that reach below the line, where a disc is narrower."""
HUNG, STANDING = 0.6, 0.4
"""How far letters with and without such reach below the middle of their line, in parts of the type size."""
DISC_FILLED, PILL_FILLED = 0.92, 0.86
"""The most that words take of a disc's width where they stand, and of a wide ground's width and height."""
TOPS = (40.0, 37.0, 34.0, 31.0, 28.0, 26.0, 24.0, 20.0, 16.0, 13.0, 11.0, 10.0, 9.0, 8.0, 7.5, 7.0, 6.0, 5.0)
TOP_LINES = 3
SHORT_TOP = 3
"""Characters of a top that is as large as all of its length: numbers beside one another look alike."""
WIDE = 1.3
"""From so many times its height on, a label has its symbol beside the text."""
LARGEST_BESIDE = 14.0
SMALLEST_BESIDE = 5.5
"""Sizes of a title beside the symbol; the lines are ``TEXT_SHARE`` of it."""
TEXT_SHARE = 0.74
LEAST_TEXT = 5.0
DISC_INSET = 0.12
"""Of a round label's diameter: how far its contents keep from the square around it."""
UNMISTAKABLE = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Letters for hidden stands: none that looks like a figure."""


@dataclass(frozen=True, slots=True)
class Top:
    """What the opponent sees."""

    drawing: ClassVar = "label_top"
    text: str
    points: float
    shade: str
    tinted: bool
    size: Size
    disc: Box
    text_box: Box


@dataclass(frozen=True, slots=True)
class Underside:
    """What the owner looks up; ``cut`` tells that some of its lines had no room."""

    drawing: ClassVar = "label_underside"
    title: str
    title_points: float
    lines: tuple[str, ...]
    points: float
    corner: str
    corner_points: float
    symbol: Symbol | None
    symbol_box: Box
    text_box: Box
    corner_box: Box
    star_box: Box
    fake_box: Box
    fake_points: float
    star: bool
    fake: bool
    shade: str
    beside: bool
    size: Size
    cut: bool = False

    @property
    def symbol_room(self) -> Size:
        """The room of the symbol."""
        return Size(self.symbol_box.width, self.symbol_box.height)


def _inside(size: Size, *, disc: bool) -> Box:
    """What of a label its contents may use."""
    inset = DISC_INSET * min(size.width, size.height) if disc else 0.0
    return Box(inset, inset, size.width - 2 * inset, size.height - 2 * inset)


def label_top(label: Label, size: Size, *, disc: bool = False) -> Top:
    """The top, its text as large as it fits on up to three lines."""
    inner = _inside(size, disc=disc)
    short = min(inner.width, inner.height)
    wide = inner.width > WIDE * inner.height
    down = short * DISC
    across = inner.width * PILL if wide else down
    spot = Box((size.width - across) / 2, (size.height - down) / 2, across, down)
    points, count, room = _largest(label.top, spot, short / INCH_WIDE, wide=wide)
    tall = count * points * POINT * LEADING
    text_box = Box((size.width - room) / 2, (size.height - tall) / 2, room, tall)
    return Top(label.top, points, shade(label.tint), bool(label.tint), size, spot, text_box)


def label_tops(labels: Sequence[Label], size: Size, *, disc: bool = False) -> list[Top]:
    """The tops, those with equally many characters in one size as long as they are few."""
    tops = [label_top(label, size, disc=disc) for label in labels]
    points: dict[int, float] = {}
    for top in tops:
        points[len(top.text)] = min(top.points, points.get(len(top.text), top.points))
    return [_in_size(top, points[len(top.text)]) if len(top.text) <= SHORT_TOP else top for top in tops]


def _in_size(top: Top, points: float) -> Top:
    """The top with its one line in that size."""
    tall = points * POINT * LEADING
    box = replace(top.text_box, y=(top.size.height - tall) / 2, height=tall)
    return replace(top, points=points, text_box=box)


def _largest(text: str, spot: Box, scale: float, *, wide: bool) -> tuple[float, int, float]:
    """Size and number of lines of a top's text, and their room, on a disc or on a wide ground with round corners.

    A word is broken only where it is too long in the smallest type.
    """
    long = longest_word(text, Cut.NARROW_HEAVY, TOPS[-1] * scale) > spot.width * PILL_FILLED
    for step in TOPS:
        points = step * scale
        for count in range(1, TOP_LINES + 1):
            if wide:
                fits = count * points * POINT * LEADING <= spot.height * PILL_FILLED
                room = spot.width * PILL_FILLED if fits else 0.0
            else:
                room = _chord(text, points, count, spot.height / 2)
            if room and (long or longest_word(text, Cut.NARROW_HEAVY, points) <= room):
                taken = lines(text, Cut.NARROW_HEAVY, points, room)
                if taken <= count:
                    return points, taken, room
    points, room = TOPS[-1] * scale, spot.width * DISC_FILLED
    return points, lines(text, Cut.NARROW_HEAVY, points, room), room


def _chord(text: str, points: float, count: int, radius: float) -> float:
    """How wide a disc is where so many lines in its middle reach farthest; nothing where they leave it."""
    em = points * POINT
    reach = (count - 1) * em * LEADING / 2 + em * (HUNG if any(letter in HANGING for letter in text) else STANDING)
    return 2 * math.sqrt(max(0.0, radius**2 - reach**2)) * DISC_FILLED


def label_underside(label: Label, size: Size, *, disc: bool = False) -> Underside:
    """The underside, in the largest type and with the largest symbol that fit."""
    inner = _inside(size, disc=disc)
    scale = min(inner.width, inner.height) / INCH_WIDE
    pad = PAD * min(scale, 1.2)
    room = _room(label, Box(inner.x + pad, inner.y + pad, inner.width - 2 * pad, inner.height - 2 * pad), scale)
    face = (_beside if inner.width > WIDE * inner.height else _stacked)(label, room)
    bar = min(FAKE * scale, room.whole.height)
    return replace(face, size=size, fake_box=Box(room.whole.x, (size.height - bar) / 2, room.whole.width, bar))


@dataclass(frozen=True, slots=True)
class _Room:
    """The places of a label's underside: all of it, what is left above corner and star, and these two."""

    whole: Box
    upper: float
    corner: Box
    star: Box
    scale: float


def _room(label: Label, whole: Box, scale: float) -> _Room:
    tall, star = CORNER * scale, STAR * scale
    taken = tall if label.corner or label.star else 0.0
    corner = Box(whole.x, whole.bottom - tall, whole.width, tall)
    return _Room(whole, whole.height - taken, corner, Box(whole.right - star, whole.bottom - star, star, star), scale)


def _face(
    label: Label, shown: tuple[str, ...], sizes: tuple[float, float], symbol: Box, text: Box, room: _Room
) -> Underside:
    """The underside with those of its lines in the sizes of title and lines."""
    beside = symbol.width < room.whole.width
    corner, corner_points = _corner(label, text.width, room)
    return Underside(
        title=label.title,
        title_points=sizes[0],
        lines=shown,
        points=sizes[1],
        corner=corner,
        corner_points=corner_points,
        symbol=label.symbol,
        symbol_box=symbol,
        text_box=text,
        corner_box=Box(text.x, room.corner.y, text.width, room.corner.height),
        star_box=room.star,
        fake_box=room.whole,
        fake_points=FAKE_POINTS * room.scale,
        star=label.star,
        fake=label.fake,
        shade=shade(label.tint),
        beside=beside,
        size=Size(0, 0),
        cut=shown != label.lines or corner != label.corner,
    )


def _corner(label: Label, across: float, room: _Room) -> tuple[str, float]:
    """What stands in the corner beside the star and how large; nothing where it finds no room."""
    space = across - (room.star.width + 1.0 if label.star else 0.0)
    size = CORNER_POINTS * room.scale
    while width(label.corner, Cut.NARROW_STRONG, size) > space:
        size *= 0.92
        if size < min(LEAST_TEXT, CORNER_POINTS * room.scale):
            return "", CORNER_POINTS * room.scale
    return label.corner, size


def _stacked(label: Label, room: _Room) -> Underside:
    """Symbol above title and lines."""
    scale, whole = room.scale, room.whole
    title, title_lines = _title(label.title, scale, whole.width)
    symbols = [symbol * scale for symbol in SYMBOLS] if label.symbol else [0.0]
    texts = [points * scale for points in TEXTS]
    sizes = [(symbol, text) for symbol in symbols for text in texts]
    sizes += [(symbol, text) for text in SMALLER_TEXTS if text < texts[-1] for symbol in symbols]
    for shown in _fewer(label.lines):
        for symbol, text in sizes:
            count = sum(lines(line, Cut.NARROW, text, whole.width) for line in shown)
            height = (title_lines * title + count * text) * POINT * LEADING + symbol
            if height <= room.upper or (not shown and (symbol, text) == sizes[-1]):
                above = whole.y + max(0.0, (room.upper - height) / 2)
                place = Box(whole.x, above + symbol, whole.width, whole.bottom - above - symbol)
                return _face(label, shown, (title, text), Box(whole.x, above, whole.width, symbol), place, room)
    raise AssertionError("the smallest sizes are always taken")


def _beside(label: Label, room: _Room) -> Underside:
    """Symbol to the left of title and lines; a word is broken only where it is too long in the smallest type."""
    scale, whole = room.scale, room.whole
    picture = min(whole.height * 1.15, whole.width * 0.32) if label.symbol else 0.0
    left = whole.x + picture + (1.4 * scale if picture else 0.0)
    column = Box(left, whole.y, whole.right - left, room.upper)
    symbol = Box(whole.x, whole.y, picture, whole.height)
    largest = LARGEST_BESIDE * scale
    smallest = min(SMALLEST_BESIDE, largest)
    long = longest_word(label.title, Cut.NARROW_STRONG, smallest) > column.width
    for shown in _fewer(label.lines):
        title = largest
        while title >= smallest:
            text = max(title * TEXT_SHARE, LEAST_TEXT)
            count = sum(lines(line, Cut.NARROW, text, column.width) for line in shown)
            title_lines = lines(label.title, Cut.NARROW_STRONG, title, column.width)
            height = (title_lines * title + count * text) * POINT * LEADING
            unbroken = longest_word(label.title, Cut.NARROW_STRONG, title) <= column.width
            if height <= column.height and (unbroken or long):
                place = Box(column.x, column.y + (column.height - height) / 2, column.width, height)
                return _face(label, shown, (title, text), symbol, place, room)
            title *= 0.95
    return _face(label, (), (smallest, smallest), symbol, column, room)


def _fewer(texts: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """All lines, all but the last, and so on to none."""
    return (texts[:count] for count in range(len(texts), -1, -1))


def _title(title: str, scale: float, room: float) -> tuple[float, int]:
    for count, sizes in TITLES.items():
        for size in sizes:
            if lines(title, Cut.NARROW_STRONG, size * scale, room) <= count:
                return size * scale, count
    smallest = TITLES[3][-1] * scale
    return smallest, lines(title, Cut.NARROW_STRONG, smallest, room)


# --- what stands on tops -----------------------------------------------------------------------------


def letters() -> Iterator[str]:
    """A, B, … Z, AA, AB and so on, without those that look like figures."""
    for length in itertools.count(1):
        yield from map("".join, itertools.product(UNMISTAKABLE, repeat=length))


def marked(labels: Sequence[Label], tops: LabelTops) -> tuple[Label, ...]:
    """The labels with what the opponent is to read; letters and numbers come in an order that gives nothing away.

    The same labels always get the same letters, and the owner reads them on the underside too.
    """
    if tops is LabelTops.GAME:
        return tuple(labels)
    if tops is LabelTops.BLANK:
        return tuple(replace(label, top="", tint="") for label in labels)
    names = letters() if tops is LabelTops.LETTERS else map(str, itertools.count(1))
    shuffled = sorted(
        range(len(labels)), key=lambda place: hashlib.sha256(f"{place} {labels[place]}".encode()).digest()
    )
    named = dict(zip(shuffled, names, strict=False))
    return tuple(
        replace(label, top=named[place], tint="", corner=" · ".join(filter(None, (named[place], label.corner))))
        for place, label in enumerate(labels)
    )


# --- sheets ------------------------------------------------------------------------------------------

Face = Top | Underside


def label_pages(
    labels: Sequence[Label],
    grid: Grid,
    edge: Edge | None,
    credit: str,
    *,
    sides: LabelSides = LabelSides.BOTH,
    start: int = 1,
) -> Iterator[Page]:
    """Sheets of tops, each with its undersides behind it; on paper printed on one side, all undersides follow.

    The first sheet begins at label number ``start``.
    """
    first = start - 1
    tops: list[Face] = [*label_tops(labels, grid.piece)]
    undersides: list[Face] = [label_underside(label, grid.piece) for label in labels]
    if sides is not LabelSides.BOTH:
        title = "Label tops" if sides is LabelSides.TOPS else "Label undersides"
        yield from _sheets(grid, tops if sides is LabelSides.TOPS else undersides, title, credit, first)
    elif edge is None:
        yield from _sheets(grid, tops, "Label tops", credit, first)
        yield from _sheets(grid, undersides, "Label undersides", credit, 0)
    else:
        fronts = list(_sheets(grid, tops, "Labels", credit, first))
        backs = list(_sheets(grid, undersides, "Label undersides", credit, first, edge))
        for front, back in zip(fronts, backs, strict=True):
            yield front
            yield replace(back, title="", back=True)


def stock_pages(
    labels: Sequence[Label], grid: Grid, *, sides: LabelSides, start: int, disc: bool, title: str = "Labels"
) -> Iterator[Page]:
    """Label sheets without marks of any kind: all tops and then all undersides, one after the other."""
    faces: list[Face] = []
    if sides is not LabelSides.UNDERSIDES:
        faces += label_tops(labels, grid.piece, disc=disc)
    if sides is not LabelSides.TOPS:
        faces += [label_underside(label, grid.piece, disc=disc) for label in labels]
    for number, placed in enumerate(_laid(grid, faces, start - 1, None)):
        yield Page(grid.sheet, placed, title if number == 0 else "")


def _laid(grid: Grid, faces: Sequence[Face], first: int, edge: Edge | None) -> Iterator[tuple[Placed, ...]]:
    """The pieces of each sheet, the first of which begins at place ``first``."""
    place = first
    rest = list(faces)
    while rest:
        count = grid.count - place
        slots = ((grid.back(n, edge) if edge else grid.slot(n)) for n in range(place, grid.count))
        yield tuple(Placed(slot, face.drawing, face) for slot, face in zip(slots, rest[:count], strict=False))
        rest = rest[count:]
        place = 0


def _sheets(
    grid: Grid, faces: Sequence[Face], title: str, credit: str, first: int, edge: Edge | None = None
) -> Iterator[Page]:
    """Sheets of plain paper with crop marks and a line at the foot."""
    grid = grid.holding(first + len(faces))
    laid = list(_laid(grid, faces, first, edge))
    shown = grid.behind(edge) if edge else grid
    for number, placed in enumerate(laid, 1):
        words = f"{title} {number}/{len(laid)}{' · back of the sheet before' if edge else ''}"
        yield Page(
            grid.sheet,
            placed,
            title if number == 1 else "",
            foot_under(shown, credit, words),
            cuts(shown),
        )
