"""What is drawn of a piece, as data: letters, grounds, lines and pictures in their places, in the order of reading.

Every line of text has its place here already, so that paper and screen only have to draw. Lengths are millimetres from
the piece's top left; colours are names that a document's inks give values to.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from armybuilder.drawing.lettering import POINT, Cut, printable, run_on, split_lines
from armybuilder.drawing.symbols import UnknownSymbol, Variant, drawing
from armybuilder.printing.paper import Box, Size
from armybuilder.printing.photos import Photo
from rulesets.core.cards import Symbol
from rulesets.core.reference import Align

CAPITAL_SPACE = 0.03
"""Between capitals, in parts of the type size."""
BASELINE = 0.4
"""From the middle of a line down to its letters' feet, in parts of the type size."""


ORNAMENT = "aside"
"""The name of an element that says nothing which is not said elsewhere; who listens is spared it."""


class Letters(NamedTuple):
    """One line of text in a line of ``tall`` millimetres; ``room`` is the width in which it stands to one side."""

    x: float
    y: float
    room: float
    tall: float
    text: str
    cut: Cut
    points: float
    ink: str = "ink"
    align: Align = Align.LEFT
    spaced: bool = False


class Ground(NamedTuple):
    """A box that is filled, framed or both; ``radius`` rounds its corners, those at the top alone if ``upper``."""

    box: Box
    fill: str = ""
    line: str = ""
    thick: float = 0.0
    radius: float = 0.0
    upper: bool = False
    dashed: bool = False


class Strokes(NamedTuple):
    """Straight lines of one ink, each from one point to another."""

    ends: tuple[tuple[float, float, float, float], ...]
    ink: str
    thick: float


class Tiles(NamedTuple):
    """Many boxes of one filling, as one shape."""

    boxes: tuple[Box, ...]
    fill: str


class Area(NamedTuple):
    """A filled shape with straight sides from corner to corner."""

    corners: tuple[tuple[float, float], ...]
    fill: str


class Picture(NamedTuple):
    """A symbol that fills its box."""

    box: Box
    symbol: Symbol
    ink: str


class Framed(NamedTuple):
    """A player's picture that fills its box."""

    box: Box
    photo: Photo


@dataclass(frozen=True, slots=True)
class Element:
    """What belongs together, by the name HTML has for it; ``scope`` says of a heading whether it is a row's."""

    name: str
    parts: tuple[Part, ...]
    scope: str = ""

    def letters(self) -> Iterator[Letters]:
        """All lines of text in it."""
        for part in self.parts:
            if isinstance(part, Element):
                yield from part.letters()
            elif isinstance(part, Letters):
                yield part

    def pictures(self) -> Iterator[Picture]:
        """All symbols in it."""
        for part in self.parts:
            if isinstance(part, Element):
                yield from part.pictures()
            elif isinstance(part, Picture):
                yield part


Part = Element | Letters | Ground | Strokes | Tiles | Area | Picture | Framed


class Style(NamedTuple):
    """How letters are set."""

    cut: Cut
    points: float
    ink: str = "ink"


def text_lines(
    text: str,
    x: float,
    y: float,
    room: float,
    tall: float,
    cut: Cut,
    points: float,
    ink: str = "ink",
    align: Align = Align.LEFT,
) -> tuple[Letters, ...]:
    """A text broken into lines that stand under one another."""
    return tuple(
        Letters(x, y + number * tall, room, tall, line, cut, points, ink, align)
        for number, line in enumerate(split_lines(printable(text), cut, points, room))
        if line
    )


def run_on_lines(
    term: str, bold: Style, text: str, plain: Style, x: float, y: float, room: float, tall: float
) -> tuple[tuple[Letters, ...], tuple[Letters, ...]]:
    """The letters of a term, and those of a text that goes on behind it; both stand on the same lines."""
    words, more = printable(term), printable(text)
    set_ = run_on((words, bold.cut, bold.points), (more, plain.cut, plain.points), room)
    terms = tuple(
        Letters(x, y + number * tall, room, tall, line, *bold) for number, line in enumerate(set_.terms) if line
    )
    below = y + (len(set_.terms) - 1) * tall + lower(bold.points, plain.points)
    lefts = (set_.first, *(0.0 for _ in set_.texts[1:]))
    texts = tuple(
        Letters(x + left, below + number * tall, room - left, tall, line, *plain)
        for number, (left, line) in enumerate(zip(lefts, set_.texts, strict=True))
        if line
    )
    return terms, texts


def lower(points: float, smaller: float) -> float:
    """So much lower stand letters of a smaller size, for their feet to be on the line of the others."""
    return (points - smaller) * BASELINE * POINT


def picture(symbol: Symbol, room: Box, ink: str = "ink", *, hanging: bool = False) -> tuple[Picture, ...]:
    """The symbol as large as the room allows, in its middle; nothing for an unknown one.

    The staff of a ``hanging`` headquarters reaches below the room, so that frames in a list are of one size.
    """
    try:
        shown = drawing(symbol.set, symbol.code, Variant.FRIEND)
    except UnknownSymbol:
        return ()
    held = shown.height - (shown.staff if hanging else 0)
    scale = min(room.width / shown.width, room.height / held)
    size = Size(shown.width * scale, shown.height * scale)
    left, above = room.x + (room.width - size.width) / 2, room.y + (room.height - held * scale) / 2
    return (Picture(Box(left, above, size.width, size.height), symbol, ink),)


def framed(photo: Photo | None, room: Box) -> tuple[Framed, ...]:
    """A player's picture, if there is one, as large as the room allows."""
    return (Framed(photo.within(room), photo),) if photo else ()


def rule(x: float, y: float, wide: float, ink: str, thick: float) -> Strokes:
    """A line from left to right that stands on ``y``."""
    return Strokes(((x, y - thick / 2, x + wide, y - thick / 2),), ink, thick)
