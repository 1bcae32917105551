"""Unit cards: what a ruleset says of a unit, fitted to a card.

A card is filled by the largest type that fits. What does not fit at the smallest goes to a second card; nothing is cut.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from armybuilder.drawing.lettering import POINT, Cut, fits, lines, width
from armybuilder.printing.blocks import (
    LEADING,
    LINE_GAP,
    LineBlock,
)
from armybuilder.printing.card_contents import (
    GAP,
    LEAST_SPACE,
    Block,
    Content,
    laid_out,
    largest,
    split_stats,
    steps_from,
)
from armybuilder.printing.document import Page, Placed
from armybuilder.printing.inks import shade
from armybuilder.printing.paper import Box, Edge, Grid, Size
from armybuilder.printing.photos import Photo
from armybuilder.printing.sheets import cut_sheets
from armybuilder.printing.tracks import Panel
from rulesets.core.cards import Card, Symbol

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
WIDEST_GAP = 3.2
TITLE_LEADING = 1.08
FOOT = 1.2
PHOTO_SHARE = 0.26
"""Of a card's height, for a picture."""
BESIDE_PHOTO = 9.0
"""Points of the text on a face that holds a picture too, at least."""


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
    stats, spelled = split_stats(card.stats, room)
    steps = steps_from(least)
    content = Content(stats, card.tables, (*spelled, *card.lines), card.tracks, steps)
    space = _space(size, head.band + head.strip, foot, room)
    if photo:
        good = replace(content, steps=tuple(step for step in steps if step.text >= BESIDE_PHOTO))
        left = space - photo_room(size).height - GAP
        if left >= LEAST_SPACE and good.steps and largest(good, room, left):
            content, space = good, left
        else:
            return _without_photo(card_faces(card, size, least))
    pieces = laid_out(content, room, space)
    if photo and len(pieces) > 1:
        return _without_photo(card_faces(card, size, least))
    if len(pieces) > 1:
        # Further cards say which they are, for which there has to be room in a strip.
        left = _beside_number(head, room)
        strip = lines(card.corner, Cut.NARROW_STRONG, STRIP_POINTS, left) * STRIP_LINE + 2 * STRIP_PAD
        if strip != head.strip:
            pieces = laid_out(content, room, _space(size, head.band + strip, foot, room))
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
