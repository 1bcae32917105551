"""The type size of a deck, and how cards are split into faces.

A deck has one size of type: the largest at which its cards take no more faces than in the smallest. Heights are
estimated with the fonts' widths and the lengths of ``cards.css``; if cards overflow in the layout, the deck is set in
smaller type, and if that does not do, these cards are given less room.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from operator import itemgetter
from types import MappingProxyType

from armybuilder.drawing.lettering import POINT, FontCut, lines, width
from armybuilder.printing.fitting.lengths import lengths, steps
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
from rulesets.core.reference import Line
from rulesets.core.tables import Stat, Table

DECIDING_FRACTION = 0.8
"""The fraction of a deck's cards whose statlines decide the size of all."""
STAT = 1.9
"""Largest ratio of the statline's type size to that of the text."""
PLAIN_TITLE, TITLE = 14.0, 1.15
"""Points of a title, and points of it to one of text in large print."""
MAX_TITLE_LINES = 2
MAX_HEAD = 0.4
"""The fraction of a card's height above which title and subtitle are set smaller."""
MAX_EXTRA_GAP = 8.0
"""Most millimetres left below a head for those of other cards."""
STEP = 0.25
"""Steps in millimetres for distributing free space."""

Item = Table | Line | TrackPart


@dataclass(frozen=True, slots=True)
class Face:
    """One side of a card: what stands on it below the head, and in which sizes of type (text and statline, in points).

    ``extra_gap`` is left below its head, so that tables begin at the same height in a deck, and ``rest`` above its
    boxes to tick, in millimetres.
    """

    stats: tuple[Stat, ...] = ()
    tables: tuple[Table, ...] = ()
    lines: tuple[Line, ...] = ()
    tracks: tuple[TrackPart, ...] = ()
    footer: str = ""
    photo: bool = False
    text: float = 0.0
    stat: float = 0.0
    extra_gap: float = 0.0
    rest: float = 0.0

    @property
    def blocks(self) -> int:
        """How many blocks stand one below another."""
        return bool(self.stats) + len(self.tables) + bool(self.lines) + bool(self.tracks) + self.photo


@dataclass(frozen=True, slots=True)
class CardLayout:
    """The layout of a card of some size whose text is of ``minimum`` points or more."""

    size: Size
    minimum: float = 0.0

    @property
    def available_width(self) -> float:
        """The width of a line of text."""
        css = lengths("cards")
        return self.size.width - 2 * (css["edge"] + css["frame"] + css["pad"])

    @property
    def beside_symbol(self) -> float:
        """The width of a title beside a symbol."""
        return self.available_width - lengths("cards")["plate-width"] - lengths("cards")["plate-gap"]

    def head(self, card: Card) -> Head:
        """A card's title, on two lines at most, and subtitle; both together take not too much of the card."""
        available_width = self.beside_symbol if card.symbol else self.available_width
        return _head(card.title, card.subtitle, available_width, self.minimum, MAX_HEAD * self.size.height)

    def below_head(self, card: Card) -> float:
        """The height below head and strip."""
        css = lengths("cards")
        head = max(self.head(card).height, css["plate-height"]) + 2 * css["band-pad"] + css["frame"]
        strip = 0.0
        if card.corner or card.footer:
            points = css["strip"] / POINT
            tail = (
                width(card.footer, FontCut.NARROW_STRONG, points) if beside_corner(card, self.available_width) else 0.0
            )
            count = lines(
                typeset(card.corner), FontCut.NARROW_STRONG, points, self.available_width, tail + css["number"]
            )
            strip = count * css["strip"] * css["leading"]
            strip += 2 * css["strip-pad"]
        return self.size.height - 2 * (css["edge"] + css["frame"]) - head - strip - css["gap"] - css["foot"]


@dataclass(frozen=True, slots=True)
class Head:
    """The points of a card's title and subtitle, and the height of both in millimetres."""

    title: float
    subtitle: float
    height: float


@lru_cache(maxsize=4096)
def _head(title: str, subtitle: str, available_width: float, minimum: float, maximum: float) -> Head:
    css = lengths("cards")
    sizes = steps("cards", "title-sizes")
    first = max(minimum, next(size for size in sizes if size <= max(minimum * TITLE, PLAIN_TITLE)))
    tried = []
    for points in (first, *(size for size in sizes if size < first)):
        small = [size for size in steps("cards", "subtitle-sizes") if size <= points] or [points]
        under = next(
            (size for size in small if lines(typeset(subtitle), FontCut.NARROW, size, available_width) == 1), small[0]
        )
        count = lines(typeset(title), FontCut.NARROW_STRONG, points, available_width)
        height = count * points * POINT * css["title-leading"]
        if subtitle:
            height += paragraph_height(subtitle, FontCut.NARROW, under * POINT, available_width, css["leading"])
        tried.append((count > MAX_TITLE_LINES, Head(points, under, height)))
    fitting = [(long, head) for long, head in tried if head.height <= maximum]
    return min(fitting, key=itemgetter(0), default=tried[-1])[1]


def beside_corner(card: Card, available_width: float) -> bool:
    """Whether a card's footer is in the strip, after its place in the army."""
    css = lengths("cards")
    corner, footer = (width(text, FontCut.NARROW_STRONG, css["strip"] / POINT) for text in (card.corner, card.footer))
    return corner + footer + css["number"] <= available_width


# --- heights -----------------------------------------------------------------------------------------


def height_of(face: Face, layout: CardLayout) -> float:
    """The height of everything on a face, with the gaps between blocks."""
    css = lengths("cards")
    available_width = layout.available_width
    height = css["gap"] * max(0, face.blocks - 1)
    if face.photo:
        height += css["photo"] * layout.size.height
    if face.stats:
        height += css["stat-heading"] * css["leading"] + face.stat * POINT * css["stat-leading"]
    for table in face.tables:
        height += table_height(
            table, face.text, available_width, "cards", form_of(table, face.text, available_width, "cards")
        )
    height += sum(line_height(line, face.text, available_width, "cards") for line in face.lines)
    height += css["line-gap"] * max(0, len(face.lines) - 1)
    if face.tracks:
        height += tracks_height(face.tracks, face.text, available_width)
    if face.footer:
        height += (
            paragraph_height(face.footer, FontCut.NARROW_STRONG, css["strip"], available_width, css["leading"])
            + css["gap"]
        )
    return height


@lru_cache(maxsize=4096)
def stat_size(stats: tuple[Stat, ...], available_width: float, sizes: tuple[float, ...]) -> float:
    """The largest of these sizes in which a statline fits on one row; 0 if none does."""
    css = lengths("cards")
    heading = css["stat-heading"] / POINT
    for points in sizes:
        taken = sum(
            max(
                width(stat.heading.upper(), FontCut.NARROW_STRONG, heading),
                width(stat.value, FontCut.NARROW_HEAVY, points),
            )
            + css["stat-gap"]
            for stat in stats
        )
        if taken <= available_width:
            return points
    return 0.0


# --- faces -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Deck:
    """Cards of one size: ``text`` and ``stat`` are its sizes of type in points, ``less`` by how many millimetres the
    layout has found a card's estimate too low, by the card's number.
    """

    cards: tuple[Card, ...]
    layout: CardLayout
    text: float
    stat: float
    photos: frozenset[int] = frozenset()
    less: Mapping[int, float] = field(default_factory=dict)

    def faces(self, number: int, *, photo: bool | None = None) -> tuple[Face, ...]:
        """The faces of a card by its index, optionally with or without its picture."""
        card = self.cards[number]
        body, space = _body(card, self.layout), self.layout.below_head(card) - self.less.get(number, 0.0)
        with_photo = number in self.photos if photo is None else photo
        faces = split_faces(body, self.layout, space, self.text, self.stat, with_photo)
        extra_gap = max(0.0, self.layout.below_head(card) - self.below_heads)
        if faces[0].stats:
            extra_gap += (self.stat - faces[0].stat) * POINT * lengths("cards")["stat-leading"]
        lower = split_faces(body, self.layout, space - extra_gap, self.text, self.stat, with_photo)
        return tuple(replace(face, extra_gap=extra_gap) for face in lower) if len(lower) == len(faces) else faces

    @cached_property
    def below_heads(self) -> float:
        """The height below the deck's largest head, of those that are not much larger than others."""
        heights = [self.layout.below_head(card) for card in self.cards]
        return min(height for height in heights if height >= max(heights) - MAX_EXTRA_GAP)

    def smaller(self) -> Deck:
        """The deck in smaller type, if there is any."""
        return replace(deck_of(self.cards, self.layout.size, self.layout.minimum, self.text), photos=self.photos)

    def tightened(self, too_low: Mapping[int, float]) -> Deck:
        """The deck fitted anew, with so many millimetres less for cards that overflow in the layout."""
        less = dict(self.less)
        for number, more in too_low.items():
            less[number] = less.get(number, 0.0) + more
        deck = deck_of(self.cards, self.layout.size, self.layout.minimum, self.text + EXACT, less)
        return replace(deck, photos=self.photos)


def deck_of(
    cards: Sequence[Card],
    size: Size,
    minimum: float,
    below: float = math.inf,
    less: Mapping[int, float] = MappingProxyType({}),
) -> Deck:
    """The cards in the largest type, of ``minimum`` points or more, in which they take no more faces than in that.

    It is smaller than ``below`` points, if that is possible; ``less`` is as for ``Deck``.
    """
    layout = CardLayout(size, minimum)
    sizes = (*(points for points in steps("cards", "text-sizes") if minimum < points < below), minimum)
    kinds = {
        (_body(card, layout), layout.below_head(card) - less.get(number, 0.0)) for number, card in enumerate(cards)
    }

    def faces(text: float) -> int:
        return sum(len(split_faces(body, layout, space, text, STAT * text)) for body, space in kinds)

    fewest = faces(minimum)
    text = next(text for text in sizes if faces(text) <= fewest)
    stats = steps("cards", "stat-sizes")
    fits = sorted(stat_size(card.stats, layout.available_width, stats) for card in cards if card.stats)
    stat = fits[int(len(fits) * (1 - DECIDING_FRACTION))] if fits else 0.0
    return Deck(tuple(cards), layout, text, min(stat, STAT * text), less=less)


def _body(card: Card, layout: CardLayout) -> Card:
    """The part of a card below head and strip; cards that differ only in those are fitted once."""
    return Card(
        "",
        stats=card.stats,
        tables=tuple(map(titled_once, card.tables)),
        lines=card.lines,
        tracks=card.tracks,
        footer="" if beside_corner(card, layout.available_width) else card.footer,
    )


@lru_cache(maxsize=4096)
def split_faces(
    card: Card, layout: CardLayout, space: float, text: float, stat: float, photo: bool = False
) -> tuple[Face, ...]:
    """The faces of what stands below a card's head, each ``space`` high, with text and statline of so many points.

    Numbers, boxes and the picture stand on the first face, then as many tables and lines as there is room for. What
    does not fit a whole face is parted: tables between rows, lines between words, tracks between boxes.
    """
    sizes = steps("cards", "stat-sizes")
    own = stat_size(card.stats, layout.available_width, tuple(size for size in sizes if size <= stat) or sizes[-1:])
    stats, long = (card.stats, ()) if own else _without_long(card.stats, layout.available_width, sizes[-1])
    blank = Face(text=text, stat=own or sizes[-1])
    first = replace(blank, stats=stats, photo=photo, footer=card.footer)
    rest: list[Item] = [*map(TrackPart.whole, card.tracks), *card.tables, *long, *card.lines]
    # Never less than a few lines: below the tallest head nothing would fit, and the faces would not end.
    faces = _filled(first, replace(blank, footer=card.footer), rest, layout, max(space, 4 * text * POINT))
    return tuple(
        replace(face, rest=max(0.0, (space - height_of(face, layout)) // STEP * STEP)) if face.tracks else face
        for face in faces
    )


def _without_long(
    stats: tuple[Stat, ...], available_width: float, minimum: float
) -> tuple[tuple[Stat, ...], tuple[Line, ...]]:
    """The stats without those of the longest values, as far as the others need it; and these as lines."""
    short = sorted(stats, key=lambda stat: width(stat.value, FontCut.NARROW_HEAVY, minimum))
    while short and not stat_size(tuple(short), available_width, (minimum,)):
        short.pop()
    return (
        tuple(stat for stat in stats if stat in short),
        tuple(Line(stat.name or stat.heading, stat.value) for stat in stats if stat not in short),
    )


def _filled(first: Face, other: Face, rest: list[Item], layout: CardLayout, space: float) -> Iterator[Face]:
    """Faces filled one after the other; each takes something."""
    face, has_content = first, bool(first.stats)
    while rest:
        # Some rows of a table may need another form than the whole.
        if isinstance(rest[0], Table) and _in_lines(rest[0], face, layout):
            rest = [*spell_out(rest[0]), *rest[1:]]
            continue
        larger = _with(face, rest[0])
        if height_of(larger, layout) <= space:
            face, has_content = larger, True
            rest = rest[1:]
            continue
        if isinstance(rest[0], Table) and not _fits(other, _shares(rest[0], 1)[0], layout, space):
            row, later = _shares(rest[0], 1)
            rest = [*(spell_out(row) if isinstance(row, Table) else ()), *([later] if _size(later) else []), *rest[1:]]
            continue
        # Items that fit an empty face are moved to the next one whole; each face has at least one.
        count = 0 if has_content and _fits(other, rest[0], layout, space) else _maximum(face, rest[0], layout, space)
        if count or not has_content:
            head, tail = _shares(rest[0], max(1, count))
            if isinstance(head, Table) and _in_lines(head, face, layout):
                rest = [head, *([tail] if _size(tail) else []), *rest[1:]]
                continue
            face, has_content = _with(face, head), True
            rest = ([tail] if _size(tail) else []) + rest[1:]
        if rest:
            yield face
            face, has_content = other, False
    yield face


def _in_lines(table: Table, face: Face, layout: CardLayout) -> bool:
    return form_of(table, face.text, layout.available_width, "cards") is Form.LINES


def _with(face: Face, item: Item) -> Face:
    if isinstance(item, Table):
        return replace(face, tables=(*face.tables, item))
    if isinstance(item, Line):
        return replace(face, lines=(*face.lines, item))
    return replace(face, tracks=(*face.tracks, item))


def _fits(face: Face, item: Item, layout: CardLayout, space: float) -> bool:
    return height_of(_with(face, item), layout) <= space


def _maximum(face: Face, item: Item, layout: CardLayout, space: float) -> int:
    """The number of the item's parts that fit the face."""

    def height(count: int) -> float:
        return height_of(_with(face, _shares(item, count)[0]), layout)

    count = bisect_right(range(1, _size(item) + 1), space, key=height)
    # The meaning of a marked box needs another line, which makes the heights uneven.
    while count and height(count) > space:
        count -= 1
    return count


def _size(item: Item) -> int:
    """The number of an item's parts: rows, words or boxes."""
    if isinstance(item, Table):
        return len(item.rows)
    if isinstance(item, Line):
        return len(WORDS.findall(item.text)) or bool(item.term)
    return min(1, item.count) if item.to_write else item.count


WORDS = re.compile(r"(?<!\s)\s*\S{1,30}")
"""Words, very long ones in parts."""
CONTINUED = " (continued)"


def _shares(item: Item, count: int) -> tuple[Item, Item]:
    """The first so many parts of an item, and the rest."""
    if isinstance(item, Table):
        return with_rows(item, 0, count), with_rows(item, count, len(item.rows))
    if isinstance(item, Line):
        words = WORDS.findall(item.text)
        rest = "".join(words[count:]).lstrip()
        again = f"{item.term.removesuffix(CONTINUED)}{CONTINUED}" if item.term and rest else ""
        return Line(item.term, "".join(words[:count])), Line(again, rest)
    return item.parted(count)
