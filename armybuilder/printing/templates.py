"""Templates in true size: discs and squares to lay on the table, in halves where the paper is too small."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from armybuilder.drawing.lettering import Cut, width
from armybuilder.printing.document import Page
from armybuilder.printing.inks import shade
from armybuilder.printing.paper import INCH, Box, Size
from armybuilder.printing.sheets import row_sheets
from rulesets.core.cards import Shape, Token

MARGIN = 8.0
GUTTERS = (3.0, 1.0, 0.0)
"""Between two templates; the smaller ones where that saves a sheet."""
LEAST = 120
"""From so many hundredths of an inch on, a token is a template."""
TITLES = (26.0, 22.0, 18.0, 15.0, 13.0, 11.0, 9.0)
CROSS = 4.0
FOOT_ROOM = 9.0
PART_TEXT = 7.0
"""From the words of an upper part to its straight edge."""


@dataclass(frozen=True, slots=True)
class TemplatePiece:
    """A template, or the part of it that begins so far ``right`` and ``down``; ``paths`` are its rings and centre."""

    drawing: ClassVar = "template"
    title: str
    text: str
    points: float
    round: bool
    shade: str
    side: float
    rings: tuple[float, ...]
    right: float
    down: float
    box: Size

    @property
    def middle(self) -> float:
        """Half its side."""
        return self.side / 2

    @property
    def cross(self) -> str:
        """The centre as an SVG path."""
        m = self.middle
        return f"M{m - CROSS:.2f},{m:.2f}H{m + CROSS:.2f}M{m:.2f},{m - CROSS:.2f}V{m + CROSS:.2f}"

    @property
    def view_box(self) -> str:
        """The part that is shown, as the SVG attribute."""
        return f"{self.right:.3f} {self.down:.3f} {self.box.width:.3f} {self.box.height:.3f}"

    @property
    def outline(self) -> float:
        """The radius of a disc within its line."""
        return self.middle - LINE / 2

    @property
    def text_top(self) -> float:
        """Where the words begin: under the centre."""
        return self.middle + CROSS + 1.5 - self.down

    @property
    def part_text_top(self) -> float:
        """Where the words of a part begin: beside a straight edge through the centre, clear of the outline."""
        return min(self.text_top, self.box.height - PART_TEXT)

    @property
    def whole(self) -> bool:
        """Whether all of it is on one piece."""
        return self.box == Size(self.side, self.side)


LINE = 0.5


def is_template(token: Token) -> bool:
    """Whether a token is too large for a marker."""
    return token.size >= LEAST


def _pieces(token: Token, room: Box) -> Iterator[TemplatePiece]:
    """The template, in halves or quarters where it is larger than the room."""
    side = token.size / 100 * INCH
    across, down = (1 if side <= length else 2 for length in (room.width, room.height))
    part = Size(side / across, side / down)
    text = token.text or token.title
    points = next((size for size in TITLES if width(text, Cut.NARROW_HEAVY, size) <= side * 0.7), TITLES[-1])
    rings = (
        tuple(INCH * number for number in range(1, int(token.size / 200 + 0.999))) if token.shape is Shape.ROUND else ()
    )
    for row in range(down):
        for column in range(across):
            yield TemplatePiece(
                token.title if token.title.casefold() != text.casefold() else "",
                text,
                points,
                token.shape is Shape.ROUND,
                shade(token.tint),
                side,
                rings,
                column * part.width,
                row * part.height,
                part,
            )


def template_pages(tokens: Sequence[Token], sheet: Size, credit: str) -> Iterator[Page]:
    """Sheets of templates, large ones first, in rows."""
    room = Box(MARGIN, MARGIN, sheet.width - 2 * MARGIN, sheet.height - 2 * MARGIN - FOOT_ROOM)
    chosen = sorted(filter(is_template, tokens), key=lambda token: (-token.size, token.shape, token.slug))
    pieces = [piece for token in chosen for _ in range(token.count) for piece in _pieces(token, room)]
    yield from row_sheets(
        pieces, sheet, room, GUTTERS, title="Templates", words="Templates in true size", credit=credit
    )
