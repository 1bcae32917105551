"""Markers to cut out, in true size: as many as the army needs, numbered, large ones first."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from armybuilder.drawing.lettering import POINT, Cut, longest_word, printable, split_lines, width
from armybuilder.printing.document import Page
from armybuilder.printing.drawn import BASELINE, Element, Ground, Letters
from armybuilder.printing.inks import shade
from armybuilder.printing.paper import INCH, Box, Size
from armybuilder.printing.sheets import row_sheets
from rulesets.core.cards import Shape, Token
from rulesets.core.reference import Align

MARGIN = 8.0
GUTTERS = (2.0, 1.0, 0.5)
"""Between two markers; the smaller ones where that saves a sheet."""
SIZES = (26.0, 22.0, 18.0, 15.0, 13.0, 11.0, 10.0, 9.0, 8.0, 7.0, 6.0)
LINED_SIZES = (9.0, 8.0, 7.0, 6.0, 5.0, 4.0, 3.0)
"""For words too long for one line."""
LINED = 0.28
"""Half of what they take of a marker's height at most."""
MOST_LINES = 4
SMALL = 15.0
"""Tokens less wide, in millimetres, have no name under their word."""
NAME_POINTS = 7.0
NAME_HEIGHT = 2.7
"""From the word down to the foot of the name's letters, in millimetres."""
NAMED = 11.0
"""The least size, in points, that a word is set in to make room for a name."""
BORDER = 0.5
RADIUS = 1.2
"""Of a square marker's corners."""
NUMBER_TOP = 1.7
SMALL_LEADING = 1.2
"""Of number and name."""
NAME_FOOT = NAME_POINTS * POINT * (SMALL_LEADING / 2 + BASELINE)
"""From the top of the name's line down to the foot of its letters."""
FOOT_ROOM = 3.0


@dataclass(frozen=True, slots=True)
class Marker:
    """One token."""

    drawing: ClassVar = "token"
    text: str
    rows: tuple[str, ...]
    points: float
    name: str
    number: str
    round: bool
    shade: str
    side: float

    @property
    def box(self) -> Size:
        """The square in which it is cut out."""
        return Size(self.side, self.side)

    @property
    def text_height(self) -> float:
        """Of its word, or of the lines of its words."""
        return len(self.rows) * self.points * POINT

    @property
    def text_top(self) -> float:
        """Where the word stands in the middle."""
        return (self.side - self.text_height) / 2

    @property
    def name_top(self) -> float:
        """Of the name under the word."""
        return (self.side + self.text_height) / 2


def markers(tokens: Sequence[Token]) -> Iterator[Marker]:
    """Each token as often as it is needed, the largest first."""
    for token in sorted(tokens, key=lambda token: (-token.size, token.shape, token.slug)):
        side = token.size / 100 * INCH
        text = token.text or token.title
        room = side * (0.74 if token.shape is Shape.ROUND else 0.86)
        sizes = [size for size in SIZES if width(text, Cut.NARROW_HEAVY, size) <= room]
        rows, several = ((text,), 0.0) if sizes else _on_lines(text, side, token.shape)
        told = side >= SMALL and text.casefold() != token.title.casefold()
        fitting = [size for size in sizes if told and size >= NAMED and _has_room(token, side, size)]
        named = bool(fitting)
        points = several or min((fitting or sizes)[0], side * 1.1)
        for number in range(1, token.count + 1):
            yield Marker(
                text,
                rows,
                points,
                token.title if named else "",
                str(number) if token.count > 1 and side >= SMALL else "",
                token.shape is Shape.ROUND,
                shade(token.tint),
                side,
            )


def _on_lines(text: str, side: float, shape: Shape) -> tuple[tuple[str, ...], float]:
    """The words on several lines in the largest letters that fit, and their size."""
    for points in LINED_SIZES:
        for count in range(2, MOST_LINES + 1):
            half = count * points * POINT / 2
            reach = math.sqrt(max(0.0, (side / 2) ** 2 - half**2)) if shape is Shape.ROUND else side / 2
            room = 2 * (reach - 2 * BORDER)
            if half <= side * LINED and longest_word(text, Cut.NARROW_HEAVY, points) <= room:
                rows = split_lines(text, Cut.NARROW_HEAVY, points, room)
                if len(rows) <= count:
                    return rows, points
    return split_lines(text, Cut.NARROW_HEAVY, LINED_SIZES[-1], side * 0.7), LINED_SIZES[-1]


def _has_room(token: Token, side: float, points: float) -> bool:
    """Whether the name fits under a word of that size, within the border."""
    foot_of_name = (side + points * POINT) / 2 + NAME_HEIGHT
    half = side / 2
    if token.shape is Shape.ROUND:
        half = math.sqrt(max(0.0, half**2 - (foot_of_name - half) ** 2))
    return foot_of_name <= side - BORDER and width(token.title, Cut.NARROW, NAME_POINTS) <= 2 * (half - 2 * BORDER)


def marker_element(marker: Marker, size: Size) -> Element:
    """A frame in the marker's colour, and in it number, word and name under one another."""
    radius = marker.side / 2 if marker.round else RADIUS
    frame = Ground(Box(0, 0, size.width, size.height), "marker", "deep", BORDER, radius)
    tall, small = marker.points * POINT, NAME_POINTS * POINT * SMALL_LEADING
    lines = (
        (NUMBER_TOP, small, marker.number, Cut.NARROW_STRONG, NAME_POINTS),
        *(
            (marker.text_top + number * tall, tall, row, Cut.NARROW_HEAVY, marker.points)
            for number, row in enumerate(marker.rows)
        ),
        (marker.name_top + NAME_HEIGHT - NAME_FOOT, small, marker.name, Cut.NARROW, NAME_POINTS),
    )
    return Element(
        "div",
        (
            frame,
            *(
                Element("p", (Letters(0, y, size.width, high, printable(text), cut, points, "deep", Align.CENTRE),))
                for y, high, text, cut, points in lines
                if text
            ),
        ),
    )


def token_pages(tokens: Sequence[Token], sheet: Size, credit: str) -> Iterator[Page]:
    """Sheets of tokens in rows, each of tokens of one size, so that they are cut in long strips."""
    room = Box(MARGIN, MARGIN, sheet.width - 2 * MARGIN, sheet.height - 2 * MARGIN - FOOT_ROOM)
    made = list(markers(tokens))
    yield from row_sheets(made, sheet, room, GUTTERS, title="Markers", words="Markers", credit=credit, even=True)
