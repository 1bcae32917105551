"""How large the type of a deck may be, and how a card that needs more than one face is parted.

A deck has one size of type: the largest at which most of its cards take no more faces than in the smallest. A card that
would need a further face for it is one step smaller. Heights are estimated with the fonts' widths and the lengths of
``cards.css``; what the layout then finds too low is told to ``Deck.tightened``, which leaves more room.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from armybuilder.drawing.lettering import POINT, Cut, width
from armybuilder.printing.documents.tables import MOST_BOXES, with_rows
from armybuilder.printing.fitting.lengths import lengths, steps
from armybuilder.printing.fitting.text import line_height, paragraph_height, table_height
from armybuilder.printing.fitting.tracks import box_width, track_width
from armybuilder.printing.paper import Size
from rulesets.core.cards import Card, Stat
from rulesets.core.reference import Line, Table
from rulesets.core.trackers import Track

MOST = 0.8
"""Of a deck's cards: so many decide its type size."""
STAT = 1.9
"""Points of the statline to one of the text, at most."""
MOST_AIR = 4
"""Steps of free room between the blocks of a card that is not full (the classes ``air-1`` and so on)."""


@dataclass(frozen=True, slots=True)
class Face:
    """One side of a card: what stands on it below the head, and in which sizes of type (text and statline, in points).

    ``air`` is how many steps of free room stand between its blocks, ``stacked`` which of its tables are.
    """

    stats: tuple[Stat, ...] = ()
    tables: tuple[Table, ...] = ()
    lines: tuple[Line, ...] = ()
    tracks: tuple[Track, ...] = ()
    footer: str = ""
    photo: bool = False
    text: float = 0.0
    stat: float = 0.0
    air: int = 0

    @property
    def empty(self) -> bool:
        """Whether nothing stands on it."""
        return not (self.stats or self.tables or self.lines or self.tracks)

    @property
    def blocks(self) -> int:
        """How many blocks stand one below another."""
        return bool(self.stats) + len(self.tables) + bool(self.lines) + bool(self.tracks) + self.photo


@dataclass(frozen=True, slots=True)
class Room:
    """The room of a card of some size: the width of a line of text, the height of the card."""

    size: Size

    @property
    def across(self) -> float:
        """The width of a line of text."""
        css = lengths("cards")
        return self.size.width - 2 * (css["edge"] + css["frame"] + css["pad"])

    def below_head(self, card: Card) -> float:
        """The height that the head leaves."""
        css = lengths("cards")
        beside = self.across - (css["plate-width"] + css["pad"] if card.symbol else 0.0)
        head = paragraph_height(card.title, Cut.NARROW_STRONG, css["title"], beside, css["title-leading"])
        if card.subtitle:
            head += paragraph_height(card.subtitle, Cut.NARROW, css["subtitle"], beside, css["leading"])
        head = max(head, css["plate-height"]) + 2 * css["band-pad"]
        strip = 0.0
        if card.corner or card.footer:
            words = f"{card.corner}    {card.footer if beside_corner(card, self.across) else ''}    "
            strip = (
                paragraph_height(words, Cut.NARROW_STRONG, css["strip"], self.across, css["leading"])
                + 2 * css["strip-pad"]
            )
        return self.size.height - 2 * (css["edge"] + css["frame"]) - head - strip - css["gap"] - css["foot"]


def beside_corner(card: Card, across: float) -> bool:
    """Whether a card's footer stands in the strip, behind its place in the army."""
    points = lengths("cards")["strip"] / POINT
    corner, footer = (width(text, Cut.NARROW_STRONG, points) for text in (card.corner, card.footer))
    return corner + footer + 12 <= across


# --- heights -----------------------------------------------------------------------------------------


def height_of(face: Face, room: Room) -> float:
    """The height of everything on a face, with the gaps between blocks."""
    css = lengths("cards")
    across = room.across
    height = css["gap"] * max(0, face.blocks - 1)
    if face.photo:
        height += css["photo"] * room.size.height
    if face.stats:
        height += css["stat-heading"] * css["leading"] + face.stat * POINT * css["stat-leading"]
    height += sum(table_height(table, face.text, across, "cards", stackable=True) for table in face.tables)
    height += sum(line_height(line, face.text, across, "cards") for line in face.lines)
    height += css["line-gap"] * max(0, len(face.lines) - 1)
    if face.tracks:
        height += tracks_height(face.tracks, face.text, across)
    if face.footer:
        height += paragraph_height(face.footer, Cut.NARROW_STRONG, css["strip"], across, css["leading"]) + css["gap"]
    return height


@lru_cache(maxsize=4096)
def is_short(track: Track, across: float) -> bool:
    """Whether two tracks of this length stand side by side."""
    css = lengths("cards")
    return track_width(track, "cards") <= (across - css["gap"]) / 2


@lru_cache(maxsize=4096)
def tracks_height(tracks: tuple[Track, ...], points: float, across: float) -> float:
    """The height of tracks below one another, short ones two by two, with the keys of marked boxes."""
    css = lengths("cards")
    row = css["box"] + css["track-gap"]
    height, beside = 0.0, False
    for place, track in enumerate(tracks):
        after = tracks[place + 1] if place + 1 < len(tracks) else None
        if track.boxes > MOST_BOXES:
            height, beside = height + row, False
        elif is_short(track, across):
            height += 0.0 if beside else row
            beside = not beside
        else:
            whole = track_width(track, "cards")
            if whole > across:
                boxes = sum(box_width(track, number, "cards") for number in range(track.boxes))
                height += css["heading"] * 1.3 + (math.ceil(boxes / across) - 1) * row
            height, beside = height + row, False
        if track.marks and (after is None or after.marks != track.marks):
            key = " · ".join(f"{number}: {word}" for number, word in track.marks)
            height += paragraph_height(key, Cut.NARROW, points * POINT, across, css["leading"])
            beside = False
    return height


def stat_size(stats: Sequence[Stat], across: float, sizes: Sequence[float]) -> float:
    """The largest of the sizes in which a statline fits on one row; 0 where none does."""
    css = lengths("cards")
    heading = css["stat-heading"] / POINT
    for points in sizes:
        taken = sum(
            max(width(stat.heading.upper(), Cut.NARROW_STRONG, heading), width(stat.value, Cut.NARROW_HEAVY, points))
            + css["stat-gap"]
            for stat in stats
        )
        if taken <= across:
            return points
    return 0.0


# --- faces -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Deck:
    """Cards of one size: ``text`` and ``stat`` are its sizes of type in points, ``less`` by how many millimetres the
    layout has found a card's estimate too low, by the card's number.
    """

    cards: tuple[Card, ...]
    room: Room
    sizes: tuple[float, ...]
    text: float
    stat: float
    photos: frozenset[int] = frozenset()
    less: Mapping[int, float] = field(default_factory=dict)

    def faces(self, number: int) -> tuple[Face, ...]:
        """The faces of the card of that number, from 0."""
        card, less = self.cards[number], self.less.get(number, 0.0)
        photo = number in self.photos
        faces = parted(card, self.room, self.text, self.stat, less, photo)
        smaller = next((size for size in self.sizes if size < self.text), None)
        if len(faces) > 1 and smaller is not None:
            stepped = parted(card, self.room, smaller, self.stat, less, photo)
            if len(stepped) < len(faces):
                return stepped
        return faces

    def tightened(self, too_low: Mapping[int, float]) -> Deck:
        """The deck with less room for cards of which the layout was lower than its place, by so many millimetres."""
        less = dict(self.less)
        for number, more in too_low.items():
            less[number] = less.get(number, 0.0) + more
        return replace(self, less=less)


def deck_of(cards: Sequence[Card], size: Size, least: float, photos: frozenset[int] = frozenset()) -> Deck:
    """The cards in the largest type, of ``least`` points or more, in which most take no more faces than in that."""
    room = Room(size)
    sizes = (*(points for points in steps("cards", "text-sizes") if points > least), least)
    smallest = [len(_parted(key, room, least, 0.0)) for key in map(_key, cards)]
    for text in sizes:
        fitting = sum(
            len(_parted(_key(card), room, text, 0.0)) <= fewest for card, fewest in zip(cards, smallest, strict=True)
        )
        if fitting >= MOST * len(cards):
            break
    fits = sorted(stat_size(card.stats, room.across, steps("cards", "stat-sizes")) for card in cards if card.stats)
    stat = fits[int(len(fits) * (1 - MOST))] if fits else 0.0
    return Deck(tuple(cards), room, sizes, text, min(stat, STAT * text), photos)


def _key(card: Card) -> Card:
    """What of a card decides about its faces."""
    tracks = tuple(replace(track, ticked=None) for track in card.tracks)
    return replace(card, corner="", tint="", tracks=tracks, back=())


@lru_cache(maxsize=4096)
def _parted(card: Card, room: Room, text: float, less: float) -> tuple[Face, ...]:
    return parted(card, room, text, STAT * text, less)


def parted(
    card: Card, room: Room, text: float, stat: float, less: float = 0.0, photo: bool = False
) -> tuple[Face, ...]:
    """The card's faces with text and statline of so many points; the last says how many there are.

    Numbers, boxes and the picture stand on the first face, then as many tables and lines as there is room for. What
    does not fit a whole face is parted: tables between rows, lines between words, tracks between boxes.
    """
    space = room.below_head(card) - less
    sizes = steps("cards", "stat-sizes")
    own = stat_size(card.stats, room.across, [size for size in sizes if size <= stat] or sizes[-1:])
    stats, spelled = (card.stats, ()) if own else _without_long(card.stats, room.across, sizes[-1])
    blank = Face(text=text, stat=own or stat_size(stats, room.across, sizes) or sizes[-1])
    footer = "" if beside_corner(card, room.across) else card.footer
    head = replace(blank, stats=stats, photo=photo, footer=footer)
    rest: list[Table | Line | Track] = [*card.tracks, *card.tables, *spelled, *card.lines]
    faces = list(_filled(head, replace(blank, footer=footer), rest, room, max(space, 4 * text * POINT)))
    css = lengths("cards")
    return tuple(
        replace(face, air=min(MOST_AIR, int((space - height_of(face, room)) / max(1, face.blocks) / css["air"])))
        if space > height_of(face, room)
        else face
        for face in faces
    )


def _without_long(stats: Sequence[Stat], across: float, least: float) -> tuple[tuple[Stat, ...], tuple[Line, ...]]:
    """The stats without those whose values are long, and these as lines."""
    share = across / 4
    short = tuple(stat for stat in stats if width(stat.value, Cut.NARROW_HEAVY, least) <= share)
    long = tuple(Line(stat.name or stat.heading, stat.value) for stat in stats if stat not in short)
    return short, long


def _filled(first: Face, other: Face, rest: list[Table | Line | Track], room: Room, space: float) -> Iterator[Face]:
    """Faces filled one after the other; each takes something."""
    face, begun = first, bool(first.stats)
    while rest:
        taken = _with(face, rest[0])
        if height_of(taken, room) <= space:
            face, begun = taken, True
            rest = rest[1:]
            continue
        # What would fill most of an empty face goes on the next one whole.
        alone = height_of(_with(other, rest[0]), room) <= space
        if isinstance(rest[0], Table) and len(rest[0].rows) == 1 and not alone:
            rest = [_spelled(rest[0]), *rest[1:]]
            continue
        head, tail = (None, rest[0]) if alone and begun else _divided(face, rest[0], room, space)
        if head is not None:
            face, begun = _with(face, head), True
            rest = ([tail] if tail is not None else []) + rest[1:]
        elif not begun:
            face, begun = taken, True
            rest = rest[1:]
        if rest and begun:
            yield face
            face, begun = other, False
    yield face


def _with(face: Face, item: Table | Line | Track) -> Face:
    if isinstance(item, Table):
        return replace(face, tables=(*face.tables, item))
    if isinstance(item, Line):
        return replace(face, lines=(*face.lines, item))
    return replace(face, tracks=(*face.tracks, item))


Item = Table | Line | Track


def _divided(face: Face, item: Item, room: Room, space: float) -> tuple[Item | None, Item | None]:
    """As much of the item as the face has room for, and the rest of it; nothing and the whole where that is none."""

    def head(count: int) -> Item:
        if isinstance(item, Table):
            return with_rows(item, 0, count)
        if isinstance(item, Line):
            return Line(item.term, " ".join(words[:count]))
        return _boxes(item, 0, count)

    words = item.text.split(" ") if isinstance(item, Line) else []
    size = len(item.rows) if isinstance(item, Table) else item.boxes if isinstance(item, Track) else len(words)
    low, high = 0, size
    while low < high:
        middle = (low + high + 1) // 2
        if height_of(_with(face, head(middle)), room) <= space:
            low = middle
        else:
            high = middle - 1
    if low == 0:
        return None, item
    if low == size:
        return item, None
    if isinstance(item, Table):
        return head(low), with_rows(item, low, size)
    if isinstance(item, Line):
        return head(low), Line(f"{item.term} (continued)" if item.term else "", " ".join(words[low:]))
    return head(low), _boxes(item, low, size)


def _boxes(track: Track, start: int, end: int) -> Track:
    """Some of a track's boxes; those that are left go on with their numbers only where they are marked."""
    title = track.title if start == 0 else f"{track.title} from {start + 1}"
    marks = tuple((number - start, word) for number, word in track.marks if start < number <= end)
    ticked = tuple(number - start for number in track.ticks if start < number <= end)
    return replace(
        track, title=title, boxes=end - start, start=0, names=track.names[start:end], marks=marks, ticked=ticked
    )


def _spelled(table: Table) -> Line:
    """A row that is too tall for a whole face, in words."""
    row = table.rows[0]
    pairs = zip(table.columns[1:], row[1:], strict=True)
    return Line(row[0].text, "; ".join(f"{column.heading} {cell.text}".strip() for column, cell in pairs if cell.text))
