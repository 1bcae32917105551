"""The type size of a deck, and how cards are split into faces.

A deck has one size of type: the largest at which its cards take no more faces than in the smallest, if possible with
their tables at the same height. Heights are estimated with the fonts' widths and the lengths of ``cards.css``; cards
that overflow in the layout are given so much less room, and the deck is fitted once more.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
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
MAX_TITLE_LINES = 2
ALIGNED_FRACTION = 0.85
"""The smallest fraction of the largest type that a deck takes so that tables begin at the same height."""
MAX_EXTRA_GAP = 10.0
"""Most millimetres left below a head for those of other cards."""
STEP = 0.25
"""Steps in millimetres for distributing free space."""

Item = Table | Line | TrackPart


@dataclass(frozen=True, slots=True)
class Face:
    """One side of a card: what stands on it below the head, and in which sizes of type (text and statline, in points).

    ``extra_gap`` is left below its head, so that tables begin at the same height in a deck, and ``rest`` above its
    boxes to tick, in millimetres. One with ``coded`` has room for a QR code in place of its symbol.
    """

    stats: tuple[Stat, ...] = ()
    tables: tuple[Table, ...] = ()
    lines: tuple[Line, ...] = ()
    tracks: tuple[TrackPart, ...] = ()
    photo: bool = False
    text: float = 0.0
    stat: float = 0.0
    extra_gap: float = 0.0
    rest: float = 0.0
    coded: bool = False

    @property
    def blocks(self) -> int:
        """How many blocks with gaps between them it has."""
        return bool(self.stats) + len(self.tables) + bool(self.lines) + bool(self.tracks) + self.photo

    def plus(self, item: Item, *, more: bool = False) -> Face:
        """The face with another item below, or with ``more`` of its last one."""
        if isinstance(item, Table):
            last = self.tables[-1] if more else replace(item, rows=())
            joined = replace(last, rows=last.rows + item.rows, note=item.note)
            return replace(self, tables=(*self.tables[: -1 if more else None], joined))
        if isinstance(item, Line):
            line = (
                Line(self.lines[-1].term, self.lines[-1].text + item.text)
                if more
                else Line(item.term, item.text.lstrip())
            )
            return replace(self, lines=(*self.lines[: -1 if more else None], line))
        part = replace(self.tracks[-1], last=item.last) if more else item
        return replace(self, tracks=(*self.tracks[: -1 if more else None], part))


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

    def beside_symbol(self, card: Card, *, coded: bool = False) -> float:
        """The width of a card's title, beside its symbol or a QR code."""
        css = lengths("cards")
        if not coded and card.symbol is None:
            return self.available_width
        return self.available_width - css["code" if coded else "plate-width"] - css["plate-gap"]

    def title(self, card: Card, *, coded: bool = False) -> float:
        """The points of a card's title, which takes two lines if any size does."""
        sizes = steps("cards", "title-sizes")
        text, available_width = typeset(card.title), self.beside_symbol(card, coded=coded)
        fitting = (s for s in sizes if lines(text, FontCut.NARROW_STRONG, s, available_width) <= MAX_TITLE_LINES)
        return next(fitting, sizes[-1])

    def below_head(self, card: Card, *, coded: bool = False) -> float:
        """The height below head and strip."""
        css = lengths("cards")
        title, available_width = self.title(card, coded=coded) * POINT, self.beside_symbol(card, coded=coded)
        head = paragraph_height(card.title, FontCut.NARROW_STRONG, title, available_width, css["title-leading"])
        if card.subtitle:
            head += paragraph_height(card.subtitle, FontCut.NARROW, css["subtitle"], available_width, css["leading"])
        head = max(head, css["code" if coded else "plate-height"]) + 2 * css["band-pad"] + css["frame"]
        strip = self._strip_lines(card) * css["strip"] * css["leading"] + 2 * css["strip-pad"]
        rest = self.size.height - 2 * (css["edge"] + css["frame"]) - head - css["gap"] - css["foot"]
        return rest - strip if card.corner or card.footer else rest

    def spaces(self, card: Card, coded_from: int | None) -> tuple[float, float]:
        """The heights below the heads of a card's first face and of others, if codes stand from one of these on."""
        if coded_from is None:
            return self.below_head(card), self.below_head(card)
        coded = self.below_head(card, coded=True)
        return coded if coded_from == 0 else self.below_head(card), coded

    def _strip_lines(self, card: Card) -> int:
        """The lines of place and footer, which stand on one if there is room beside the number of the face."""
        css, texts = lengths("cards"), [text for text in (card.corner, card.footer) if text]
        points = css["strip"] / POINT
        taken = sum(width(text, FontCut.NARROW_STRONG, points) for text in texts) + css["number"]
        if taken <= self.available_width:
            return 1
        return sum(lines(typeset(each), FontCut.NARROW_STRONG, points, self.available_width) for each in texts)


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
        form = form_of(table, face.text, available_width, "cards")
        height += table_height(table, face.text, available_width, "cards", form)
    height += sum(line_height(line, face.text, available_width, "cards") for line in face.lines)
    height += css["line-gap"] * max(0, len(face.lines) - 1)
    return height + tracks_height(face.tracks, face.text, available_width)


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
    layout has found a card's estimate too low, by the card's number. Faces from ``coded_from`` on have room for QR
    codes where a card needs no further face for it.
    """

    cards: tuple[Card, ...]
    layout: CardLayout
    text: float
    stat: float
    photos: frozenset[int] = frozenset()
    less: Mapping[int, float] = field(default_factory=dict)
    coded_from: int | None = None

    def faces(self, number: int, *, photo: bool | None = None) -> tuple[Face, ...]:
        """The faces of a card by its index, optionally with or without its picture."""
        with_photo = number in self.photos if photo is None else photo
        plain = self._faces(number, with_photo, None)
        if self.coded_from is None:
            return plain
        coded = self._faces(number, with_photo, self.coded_from)
        return coded if len(coded) == len(plain) else plain

    def _faces(self, number: int, with_photo: bool, coded_from: int | None) -> tuple[Face, ...]:
        card, less = self.cards[number], self.less.get(number, 0.0)
        body, spaces = _body(card), self.layout.spaces(card, coded_from)

        def split(lower: float) -> tuple[Face, ...]:
            first, further = (space - less - lower for space in spaces)
            faces = split_faces(body, self.layout, first, self.text, self.stat, with_photo, further)
            return tuple(
                replace(face, extra_gap=lower, coded=coded_from is not None and place >= coded_from)
                for place, face in enumerate(faces)
            )

        faces = split(0.0)
        extra_gap = max(0.0, spaces[0] - self.below_heads)
        if faces[0].stats:
            extra_gap += (self.stat - faces[0].stat) * POINT * lengths("cards")["stat-leading"]
        lower = split(extra_gap)
        return lower if len(lower) == len(faces) else faces

    @cached_property
    def below_heads(self) -> float:
        """The height that is left to all cards, so that their tables begin at the same height."""
        return _below_heads(self.layout.spaces(card, self.coded_from)[0] for card in self.cards)

    def tightened(self, too_low: Mapping[int, float]) -> Deck:
        """The deck fitted anew, with so many millimetres less for cards that overflow in the layout."""
        less = {number: self.less.get(number, 0.0) + too_low.get(number, 0.0) for number in {*self.less, *too_low}}
        below = self.text + EXACT
        deck = deck_of(self.cards, self.layout.size, self.layout.minimum, below, less, coded_from=self.coded_from)
        return replace(deck, photos=self.photos)


def deck_of(
    cards: Sequence[Card],
    size: Size,
    minimum: float,
    below: float = math.inf,
    less: Mapping[int, float] = MappingProxyType({}),
    *,
    coded_from: int | None = None,
) -> Deck:
    """The cards in the largest type, of ``minimum`` points or more, in which they take no more faces than in that, and
    as many have room for codes.

    It is smaller than ``below`` points, if that is possible; ``less`` and ``coded_from`` are as for ``Deck``.
    """
    layout = CardLayout(size, minimum)
    sizes = (*(points for points in steps("cards", "text-sizes") if minimum < points < below), minimum)
    kinds = {
        (_body(card), less.get(number, 0.0), layout.spaces(card, None), layout.spaces(card, coded_from))
        for number, card in enumerate(cards)
    }

    def faces(text: float, shared: float = math.inf) -> tuple[int, int]:  # without codes, and more with codes
        plain = more = 0
        for body, lower, *spaces in kinds:
            counts = []
            for first, further in spaces:
                less_room = lower + max(0.0, first - shared)
                spaced = split_faces(body, layout, first - less_room, text, STAT * text, further=further - less_room)
                counts.append(len(spaced))
            plain, more = plain + counts[0], more + (counts[1] > counts[0])
        return plain, more

    def is_few(counts: tuple[int, int]) -> bool:
        return all(count <= maximum for count, maximum in zip(counts, fewest, strict=True))

    fewest, shared = faces(minimum), _below_heads(layout.spaces(card, coded_from)[0] for card in cards)
    text = next(text for text in sizes if is_few(faces(text)))
    aligned = (size for size in sizes if ALIGNED_FRACTION * text <= size <= text and is_few(faces(size, shared)))
    text = next(aligned, text)
    stats = steps("cards", "stat-sizes")
    fits = sorted(stat_size(card.stats, layout.available_width, stats) for card in cards if card.stats)
    stat = min(fits[int(len(fits) * (1 - DECIDING_FRACTION))] if fits else 0.0, STAT * text)
    stat = next((size for size in stats if size <= stat), stats[-1])
    return Deck(tuple(cards), layout, text, stat, less=less, coded_from=coded_from)


def _below_heads(heights: Iterable[float]) -> float:
    """The height below the largest of some heads that are not much larger than others."""
    found = sorted(heights)
    return next((height for height in found if height >= found[-1] - MAX_EXTRA_GAP), math.inf)


def _body(card: Card) -> Card:
    """The part of a card below head and strip; cards that differ only in those are fitted once."""
    tables = tuple(map(titled_once, card.tables))
    return Card("", stats=card.stats, tables=tables, lines=card.lines, tracks=card.tracks)


@lru_cache(maxsize=4096)
def split_faces(
    card: Card,
    layout: CardLayout,
    space: float,
    text: float,
    stat: float,
    photo: bool = False,
    further: float | None = None,
) -> tuple[Face, ...]:
    """The faces of what stands below a card's head, with text and statline of so many points.

    The first is ``space`` high, the others too or ``further``.

    Numbers, boxes and the picture stand on the first face, then as many tables and lines as there is room for. What
    does not fit a whole face is parted: tables between rows, lines between words, tracks between boxes.
    """
    sizes = steps("cards", "stat-sizes")
    own = stat_size(card.stats, layout.available_width, tuple(size for size in sizes if size <= stat) or sizes[-1:])
    stats, long = (card.stats, ()) if own else _without_long(card.stats, layout.available_width, sizes[-1])
    first = Face(stats=stats, photo=photo, text=text, stat=own or sizes[-1])
    items: list[Item] = [*map(TrackPart.whole, card.tracks), *card.tables, *long, *card.lines]
    # Never less than a few lines: below the tallest head nothing would fit, and the faces would not end.
    spaces = [max(each, 4 * text * POINT) for each in (space, space if further is None else further)]
    faces = _filled(first, items, layout, *spaces)
    return tuple(
        replace(face, rest=max(0.0, (spaces[place > 0] - height_of(face, layout)) // STEP * STEP))
        if face.tracks
        else face
        for place, face in enumerate(faces)
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


def _filled(first: Face, items: Sequence[Item], layout: CardLayout, space: float, further: float) -> Iterator[Face]:
    """Faces filled one after the other, the first ``space`` high, the others ``further``; each takes something."""
    face, blank = first, replace(first, stats=(), photo=False)
    lowest = min(space, further)

    def fits(filled: Face, space: float) -> bool:
        forms = (form_of(table, filled.text, layout.available_width, "cards") for table in filled.tables)
        return Form.LINES not in forms and height_of(filled, layout) <= space

    for item in items:
        for part, more in _parts(item, lambda each: fits(blank.plus(each), lowest)):
            larger = face.plus(part, more=more)
            if face != blank and not fits(larger, space):
                yield face
                larger, space = blank.plus(part), further
            face = larger
    yield face


WORDS = re.compile(r"(?<!\s)\s*\S{1,30}")
"""Words, very long ones in parts."""
CONTINUED = " (continued)"
BOXES = 10
"""Boxes that stay together, in a row."""


def _parts(item: Item, fits: Callable[[Item], bool]) -> Iterator[tuple[Item, bool]]:
    """An item that fits a face, else its parts, each with whether it continues the one before."""
    if fits(item):
        yield item, False
    elif isinstance(item, Table):
        rows = [with_rows(item, number, number + 1) for number in range(len(item.rows))]
        if all(map(fits, rows)):
            yield from ((row, number > 0) for number, row in enumerate(rows))
        else:
            for line in spell_out(item):
                yield from _parts(line, fits)
    elif isinstance(item, Line):
        first, *others = WORDS.findall(item.text) or [""]
        yield Line(item.term, first), False
        yield from ((Line(f"{item.term}{CONTINUED}" if item.term else "", words), True) for words in others)
    else:
        step = item.count if item.to_write else BOXES
        for start in range(item.first, max(item.first, item.last) + 1, step):
            yield TrackPart(item.track, start, min(item.last, start + step - 1)), start > item.first
