"""What is drawn of a piece, as data: letters, grounds, lines and pictures in their places, in the order of reading.

Every line of text has its place here already, so that paper and screen only have to draw. Lengths are millimetres from
the piece's top left; colours are names that a document's inks give values to.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from armybuilder.drawing.lettering import Cut, printable, split_lines
from armybuilder.drawing.symbols import UnknownSymbol, Variant, drawing
from armybuilder.printing.paper import Box, Size
from rulesets.core.cards import Symbol
from rulesets.core.reference import Align

CAPITAL_SPACE = 0.03
"""Between capitals, in parts of the type size."""


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


class Area(NamedTuple):
    """A filled shape with straight sides from corner to corner."""

    corners: tuple[tuple[float, float], ...]
    fill: str


class Picture(NamedTuple):
    """A symbol that fills its box."""

    box: Box
    symbol: Symbol
    ink: str


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


Part = Element | Letters | Ground | Strokes | Area | Picture


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


def picture(symbol: Symbol, room: Box, ink: str = "ink") -> tuple[Picture, ...]:
    """The symbol as large as the room allows, in its middle; nothing for an unknown one."""
    try:
        shown = drawing(symbol.set, symbol.code, Variant.FRIEND)
    except UnknownSymbol:
        return ()
    scale = min(room.width / shown.width, room.height / shown.height)
    size = Size(shown.width * scale, shown.height * scale)
    place = Box(
        room.x + (room.width - size.width) / 2, room.y + (room.height - size.height) / 2, size.width, size.height
    )
    return (Picture(place, symbol, ink),)


def rule(x: float, y: float, wide: float, ink: str, thick: float) -> Strokes:
    """A line from left to right that stands on ``y``."""
    return Strokes(((x, y - thick / 2, x + wide, y - thick / 2),), ink, thick)
