"""The type size of a deck, and how cards are split into faces.

A deck has one size of type: the largest at which its cards take no more faces than in the smallest, if possible with
their tables at the same height. Heights are estimated with the fonts' widths and the lengths of ``cards.css``; cards
that overflow in the layout are given so much less room, and the deck is fitted once more.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from types import MappingProxyType

from armybuilder.drawing.lettering import POINT, FontCut, lines, width
from armybuilder.printing.fitting.lengths import lengths, steps, style_of_size
from armybuilder.printing.fitting.text import (
    Form,
    form_of,
    line_height,
    paragraph_height,
    spell_out,
    table_height,
    titled_once,
    typeset,
    with_rows,
)
from armybuilder.printing.fitting.tracks import TrackPart, tracks_height
from armybuilder.printing.paper import Size
from armybuilder.printing.rendering import EXACT
from rulesets.core.cards import Card
from rulesets.core.play.trackers import Track
from rulesets.core.reference import Line
from rulesets.core.tables import Stat, Table
from rulesets.core.texts.rich_text import part

STYLE = "cards"
DECIDING_FRACTION = 0.8
"""The fraction of a deck's cards whose statlines decide the size of all."""
STAT = 1.9
"""Largest ratio of the statline's type size to that of the text."""
MAX_TITLE_LINES = 2
ALIGNED_FRACTION = 0.85
"""The smallest fraction of the largest type that a deck takes so that tables begin at the same height."""
MAX_EXTRA_GAP = 10.0
"""Most millimetres left below a head for those of other cards."""
MIN_PHOTO = 0.36
"""The smallest picture, as a fraction of the largest height."""
STEP = 0.25
"""Steps in millimetres for distributing free space."""

Item = Table | Line | Track
Part = Table | Line | TrackPart


@dataclass(frozen=True, slots=True)
class Face:
    """One side of a card: what stands on it below the head, with a statline of ``stat`` points.

    In millimetres, ``photo`` is the height of its picture, 0 for none, ``extra_gap`` is left below its head, so that
    tables begin at the same height in a deck, and ``rest`` above its boxes to tick. One with ``coded`` has room for a
    QR code in place of its symbol.
    """

    stats: tuple[Stat, ...] = ()
    stat: float = 0.0
    photo: float = 0.0
    parts: tuple[Part, ...] = ()
    extra_gap: float = 0.0
    rest: float = 0.0
    coded: bool = False

    def plus(self, part: Part) -> Face:
        """The face with a further part."""
        return replace(self, parts=(*self.parts, part))

    @property
    def tables(self) -> tuple[Table, ...]:
        """Its tables."""
        return tuple(part for part in self.parts if isinstance(part, Table))

    @property
    def lines(self) -> tuple[Line, ...]:
        """Its lines of text."""
        return tuple(part for part in self.parts if isinstance(part, Line))

    @property
    def tracks(self) -> tuple[TrackPart, ...]:
        """Its boxes to tick."""
        return tuple(part for part in self.parts if isinstance(part, TrackPart))


@dataclass(frozen=True, slots=True)
class Space:
    """The heights below the heads of a card's first face and of others. Faces from ``coded_from`` on have a QR code.

    ``extra_gap`` is as for ``Face``; ``less`` is by how much the layout has found the card's estimate too low.
    """

    first: float
    further: float
    coded_from: float = math.inf
    less: float = 0.0
    extra_gap: float = 0.0


@dataclass(frozen=True, slots=True)
class CardLayout:
    """Cards of some size, whose text and statlines have type of so many points, and their ``style`` for ``lengths``."""

    size: Size
    text: float = 0.0
    stat: float = 0.0
    style: str = STYLE

    @property
    def available_width(self) -> float:
        """The width of a line of text."""
        css = lengths(self.style)
        return self.size.width - 2 * (css["edge"] + css["frame"] + css["pad"])

    @property
    def stat_row(self) -> float:
        """The height of the values of statlines."""
        return self.stat * POINT * lengths(self.style)["stat-leading"]

    def beside_symbol(self, card: Card, *, coded: bool = False) -> float:
        """The width of a card's title, beside its symbol or a QR code."""
        css = lengths(self.style)
        if not coded and card.symbol is None:
            return self.available_width
        return self.available_width - css["code" if coded else "plate-width"] - css["plate-gap"]

    def title(self, card: Card, *, coded: bool = False) -> float:
        """The points of a card's title, which takes two lines if any size does."""
        sizes = steps(self.style, "title-sizes")
        text, available_width = typeset(card.title), self.beside_symbol(card, coded=coded)
        fitting = (s for s in sizes if lines(text, FontCut.NARROW_STRONG, s, available_width) <= MAX_TITLE_LINES)
        return next(fitting, sizes[-1])

    def below_head(self, card: Card, *, coded: bool = False) -> float:
        """The height below head and strip."""
        css = lengths(self.style)
        title, available_width = self.title(card, coded=coded) * POINT, self.beside_symbol(card, coded=coded)
        head = paragraph_height(card.title, FontCut.NARROW_STRONG, title, available_width, css["title-leading"])
        if card.subtitle:
            head += paragraph_height(card.subtitle, FontCut.NARROW, css["subtitle"], available_width, css["leading"])
        head = max(head, css["code" if coded else "plate-height"]) + 2 * css["band-pad"] + css["frame"]
        if card.corner or card.footer:
            head += self._strip_lines(card) * css["strip"] * css["leading"] + 2 * css["strip-pad"]
        return self.size.height - 2 * (css["edge"] + css["frame"]) - head - css["gap"] - css["foot"]

    def _strip_lines(self, card: Card) -> int:
        """The lines of place and footer, which stand on one if there is room beside the number of the face."""
        css, texts = lengths(self.style), [text for text in (card.corner, card.footer) if text]
        points = css["strip"] / POINT
        taken = sum(width(text, FontCut.NARROW_STRONG, points) for text in texts) + css["number"]
        if taken <= self.available_width:
            return 1
        return sum(lines(typeset(each), FontCut.NARROW_STRONG, points, self.available_width) for each in texts)

    def space(self, card: Card, coded_from: float, less: float) -> Space:
        """The space of a card with codes in the heads of its faces from one on."""
        first, further = (self.below_head(card, coded=coded_from <= place) for place in (0, 1))
        return Space(first, further, coded_from, less)


@lru_cache(maxsize=4096)
def stat_size(stats: tuple[Stat, ...], available_width: float, maximum: float, style: str = STYLE) -> float:
    """The largest size of type up to ``maximum`` in which a statline fits on one row; 0 if none does."""
    css, heading = lengths(style), lengths(style)["stat-heading"] / POINT

    def needed(stat: Stat, points: float) -> float:
        name = width(stat.heading.upper(), FontCut.NARROW_STRONG, heading)
        return max(name, width(stat.value, FontCut.NARROW_HEAVY, points)) + css["stat-gap"]

    sizes = (size for size in steps(style, "stat-sizes") if size <= maximum)
    return next((size for size in sizes if sum(needed(stat, size) for stat in stats) <= available_width), 0.0)


def height_of(face: Face, layout: CardLayout) -> float:
    """The height of everything on a face, with the gaps between blocks; infinite if a table fits in no form."""
    css, text, available_width = lengths(layout.style), layout.text, layout.available_width
    if any(form_of(table, text, available_width, layout.style) is Form.LINES for table in face.tables):
        return math.inf
    heights = [table_height(table, text, available_width, layout.style) for table in face.tables]
    if face.photo:
        heights.append(face.photo)
    if face.stats:
        heights.append(css["stat-heading"] * css["leading"] + layout.stat_row)
    if face.lines:
        each = [line_height(line, text, available_width, layout.style) + css["line-gap"] for line in face.lines]
        heights.append(sum(each) - css["line-gap"])
    if face.tracks:
        heights.append(tracks_height(face.tracks, text, available_width, layout.style))
    return sum(heights) + css["gap"] * max(0, len(heights) - 1)


# --- decks -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Deck:
    """Cards of one size with the space of each; ``photos`` are the indices of those with their picture on a face."""

    cards: tuple[Card, ...]
    layout: CardLayout
    minimum: float
    spaces: tuple[Space, ...]
    photos: Set[int]
    coded_from: float

    def faces(self, number: int) -> tuple[Face, ...]:
        """The faces of a card by its index."""
        return split_faces(_body(self.cards[number]), self.layout, self.spaces[number], number in self.photos)

    def tightened(self, too_low: Mapping[int, float]) -> Deck:
        """The deck, fitted anew with so many millimetres less for cards that overflow in the layout."""
        if not too_low:
            return self
        less = {number: space.less + too_low.get(number, 0.0) for number, space in enumerate(self.spaces)}
        below, size = self.layout.text + EXACT, self.layout.size
        return deck_of(self.cards, size, self.minimum, self.coded_from, self.photos, below, less)


def deck_of(
    cards: Sequence[Card],
    size: Size,
    minimum: float,
    coded_from: float = math.inf,
    photos: Set[int] = frozenset(),
    below: float = math.inf,
    less: Mapping[int, float] = MappingProxyType({}),
) -> Deck:
    """The cards in the largest type, of ``minimum`` points or more, in which they take no more faces than in that.

    It is smaller than ``below`` points, if that is possible. Codes on faces from ``coded_from`` on and ``photos`` are
    left out where a card would need a further face for them; ``less`` is as for ``Space``.
    """
    style = style_of_size(STYLE, minimum)
    bodies, blank = list(map(_body, cards)), CardLayout(size, style=style)
    sizes = (*(points for points in steps(style, "text-sizes") if minimum < points < below), minimum)
    count = partial(_count_faces, blank)

    def largest(spaces: Sequence[Space]) -> float:
        kinds = set(zip(bodies, spaces, strict=True))
        faces = (sum(count(*kind, text) for kind in kinds) for text in (minimum, *sizes))
        maximum = next(faces)
        return next(text for text, count in zip(sizes, faces, strict=True) if count <= maximum)

    coded, plain = (
        [blank.space(card, start, less.get(number, 0.0)) for number, card in enumerate(cards)]
        for start in (coded_from, math.inf)
    )
    spaces = _fewest(partial(count, text=minimum), bodies, coded, plain)
    highest = max((space.first for space in spaces), default=0.0)
    shared = min((space.first for space in spaces if space.first >= highest - MAX_EXTRA_GAP), default=0.0)
    aligned = [replace(space, extra_gap=max(0.0, space.first - shared)) for space in spaces]
    spaces = _fewest(partial(count, text=max(minimum, ALIGNED_FRACTION * largest(spaces))), bodies, aligned, spaces)
    text = largest(spaces)
    fits = sorted(stat_size(card.stats, blank.available_width, STAT * text, style) for card in cards if card.stats)
    stat = fits[int(len(fits) * (1 - DECIDING_FRACTION))] if fits else 0.0
    layout = replace(blank, text=text, stat=stat or steps(style, "stat-sizes")[-1])
    placed = (n for n in photos if any(face.photo for face in split_faces(bodies[n], layout, spaces[n], photo=True)))
    return Deck(tuple(cards), layout, minimum, spaces, frozenset(placed), coded_from)


def _count_faces(blank: CardLayout, body: Card, space: Space, text: float) -> int:
    return len(split_faces(body, replace(blank, text=text, stat=STAT * text), space, even=False))


def _fewest(
    count: Callable[[Card, Space], int], bodies: Sequence[Card], wanted: Sequence[Space], plain: Sequence[Space]
) -> tuple[Space, ...]:
    """The wanted space of each card, unless that takes more faces than the plain one."""
    return tuple(
        one if one == other or count(body, one) <= count(body, other) else other
        for body, one, other in zip(bodies, wanted, plain, strict=True)
    )


def _body(card: Card) -> Card:
    """The part of a card below head and strip; cards that differ only in those are fitted once."""
    tables = tuple(map(titled_once, card.tables))
    return Card("", stats=card.stats, tables=tables, lines=card.lines, tracks=card.tracks)


# --- faces -------------------------------------------------------------------------------------------

WORDS = re.compile(r"(?<!\s)\s*\S{1,30}")
"""Words, very long ones in parts."""
CONTINUED = " (continued)"
FEWEST_PARTED = 2
"""Splitting a table that fits a face can save a face only if there are more faces than these."""
FEWEST_LINES = 4
"""Lines of text that a card's last face has, where others can give it some."""
SHARE_STEP, SHARES = 0.05, 12
"""To what shares of their height faces are filled to leave something for the last."""
BOXES = 10
"""Boxes that stay together, in a row."""


@lru_cache(maxsize=4096)
def split_faces(
    card: Card, layout: CardLayout, space: Space, photo: bool = False, even: bool = True
) -> tuple[Face, ...]:
    """The faces of what stands below a card's head.

    Numbers and boxes stand on the first face, then as many tables and lines as there is room for. What does not fit a
    whole face is parted: tables between rows, lines between words, tracks between boxes. Tables that would fit one are
    parted too where that saves a face. A picture stands on the face that has most room for it, if one has enough.
    ``even`` gives a nearly empty last face some lines, and changes no number of faces.
    """
    # Never less than a few lines: below the tallest head nothing would fit, and the faces would not end.
    minimum = 4 * layout.text * POINT + space.less
    spaces = [max(each, minimum) - space.less for each in (space.first - space.extra_gap, space.further)]
    stat = stat_size(card.stats, layout.available_width, layout.stat, layout.style)
    first = Face(card.stats if stat else (), stat)
    spelled = [] if stat else [Line(each.name or each.heading, each.value) for each in card.stats]
    items: list[Item] = [*card.tracks, *card.tables, *spelled, *card.lines]
    faces = list(_filled(first, items, layout, *spaces))
    if len(faces) > FEWEST_PARTED:
        faces = min(faces, list(_filled(first, items, layout, *spaces, parting=True)), key=len)
    if even:
        faces = _evened(faces, layout, lambda share: _filled(first, items, layout, *(share * each for each in spaces)))
    if photo:
        faces = _with_photo(faces, layout, *spaces)
    return tuple(
        replace(
            face,
            extra_gap=0.0 if place else space.extra_gap,
            rest=max(0.0, (spaces[place > 0] - height_of(face, layout)) // STEP * STEP),
            coded=place >= space.coded_from,
        )
        for place, face in enumerate(faces)
    )


def _evened(faces: list[Face], layout: CardLayout, fill: Callable[[float], Iterator[Face]]) -> list[Face]:
    """The faces, or as many with a few lines on the last, if it has fewer: filled to a share of their height."""
    few = FEWEST_LINES * layout.text * POINT * lengths(layout.style)["leading"]
    if len(faces) == 1 or height_of(faces[-1], layout) >= few:
        return faces
    evened = (list(fill(1 - step * SHARE_STEP)) for step in range(1, SHARES))
    return next((each for each in evened if len(each) == len(faces) and height_of(each[-1], layout) >= few), faces)


def _with_photo(faces: Sequence[Face], layout: CardLayout, space: float, further: float) -> list[Face]:
    """The faces, one of them with a picture, if it has room; the first is ``space`` high, the others ``further``."""
    css = lengths(layout.style)
    largest, gap = css["photo"] * layout.size.height, css["gap"]
    taken = [height + gap if height else 0.0 for height in (height_of(face, layout) for face in faces)]
    remaining = [(further if n else space) - height for n, height in enumerate(taken)]
    height, place = max((min(largest, height), n) for n, height in enumerate(remaining))
    if height < MIN_PHOTO * largest:
        return list(faces)
    return [replace(face, photo=height) if n == place else face for n, face in enumerate(faces)]


def _filled(
    first: Face, items: Iterable[Item], layout: CardLayout, space: float, further: float, *, parting: bool = False
) -> Iterator[Face]:
    """Faces filled one after the other, the first ``space`` high, the others ``further``; each takes something.

    With ``parting`` all tables may be parted, not only those that do not fit a face.
    """
    face, blank, lowest = first, replace(first, stats=()), min(space, further)

    def fitting(face: Face, item: Item, start: int, ends: range, space: float) -> int:
        return bisect_right(ends, space, key=lambda end: height_of(face.plus(_part(item, start, end)), layout))

    def whole(item: Item) -> bool:
        return height_of(blank.plus(_part(item, 0, _count(item))), layout) <= lowest

    for item in _in_forms_that_fit(items, whole):
        start, count = 0, _count(item)
        kept = whole(item) and not (parting and isinstance(item, Table))
        ends = range(count if kept else 1, count + 1)
        while ends:
            fitted = fitting(face, item, start, ends, space)
            if fitted or face == blank:
                end = ends[max(0, fitted - 1)]
                face, start, ends = face.plus(_part(item, start, end)), end, range(end + 1, count + 1)
            else:
                yield face
                face, space = blank, further
    yield face


def _in_forms_that_fit(items: Iterable[Item], whole: Callable[[Item], bool]) -> Iterator[Item]:
    """The items; tables of which a row would not fit a face as lines."""
    for item in items:
        if isinstance(item, Table) and not whole(item):
            rows = (with_rows(item, number, number + 1) for number in range(_count(item)))
            yield from (item,) if all(map(whole, rows)) else spell_out(item)
        else:
            yield item


def _count(item: Item) -> int:
    """How many rows, words or rows of boxes an item has, at least one."""
    if isinstance(item, Track):
        return 1 if TrackPart.whole(item).to_write else max(1, math.ceil(item.printed_boxes / BOXES))
    return max(1, len(item.rows if isinstance(item, Table) else WORDS.findall(item.text)))


def _part(item: Item, start: int, end: int) -> Part:
    """Some of an item's rows, words or rows of boxes."""
    if isinstance(item, Table):
        return with_rows(item, start, end)
    if isinstance(item, Line):
        ends = [0, *(word.end() for word in WORDS.finditer(item.text))]
        words = part(item.text, ends[start], ends[min(end, len(ends) - 1)]).lstrip()
        return Line(f"{item.term}{CONTINUED}" if start and item.term else item.term, words)
    whole = TrackPart.whole(item)
    return whole if whole.to_write else replace(whole, first=start * BOXES + 1, last=min(whole.last, end * BOXES))
