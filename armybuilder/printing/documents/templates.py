"""Templates at actual size: discs and squares for the table, in parts if the paper is too small."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import ClassVar

from armybuilder.printing.colours import colours, shade
from armybuilder.printing.documents.context import PrintContext, templates_of
from armybuilder.printing.documents.document import DocumentPart
from armybuilder.printing.documents.geometry import properties_css
from armybuilder.printing.documents.sheets import row_area, row_sheets
from armybuilder.printing.paper import INCH, Rectangle, Size
from rulesets.core.cards import Token, TokenShape

GUTTERS = (3.0, 1.0, 0.0)
"""Gaps between templates in millimetres; a smaller one is used if it saves a sheet."""
LINE = 0.5
"""The width of an outline."""
TITLE = "Templates at actual size"


@dataclass(frozen=True, slots=True)
class TemplatePiece:
    """A template, or a ``part`` of it, counted in millimetres from its middle, and the colours of its shade."""

    template: ClassVar = "printing/pieces/template.html"
    token: Token
    part: Rectangle
    colours: Mapping[str, str]
    touching: bool = False

    @property
    def box(self) -> Size:
        """The size of the part."""
        return Size(self.part.width, self.part.height)

    @property
    def whole(self) -> bool:
        """Whether all of it is on one piece."""
        return self.part.right > 0 > self.part.x and self.part.bottom > 0 > self.part.y

    @property
    def round(self) -> bool:
        """Whether it is a disc."""
        return self.token.shape is TokenShape.ROUND

    @property
    def inner(self) -> float:
        """How large it is, measured to the middle of its outline."""
        return self.token.size / 100 * INCH - LINE

    @property
    def reach(self) -> float:
        """Half of that."""
        return self.inner / 2

    @property
    def rings(self) -> list[float]:
        """The radii of a disc's rings, an inch apart."""
        return [INCH * number for number in range(1, -(-self.token.size // 200))]


def templates_parts(printing: PrintContext) -> Iterator[DocumentPart]:
    """The army's templates in rows, the largest first; halves or quarters of those that are larger than the sheet."""
    tokens = sorted(templates_of(printing.army), key=lambda token: (-token.size, token.shape, token.slug))
    area, pieces, css = row_area(printing.options.sheet), list[TemplatePiece](), ""
    for token in tokens:
        side, tints = token.size / 100 * INCH, colours(shade(token.tint), printing.format.ink)
        wide, high = (side if side <= length else side / 2 for length in (area.width, area.height))
        pieces += [
            TemplatePiece(token, Rectangle(column * wide - side / 2, row * high - side / 2, wide, high), tints)
            for _ in range(token.count)
            for row, column in product(range(round(side / high)), range(round(side / wide)))
        ]
        css += f".across-{token.size}{{{properties_css({'side': side})}}}"
    if pieces:
        sheets = row_sheets(
            printing.format, pieces, TITLE, printing.credit(), styles=("templates",), css=css, gutters=GUTTERS
        )
        yield DocumentPart("Templates", tuple(sheets))
