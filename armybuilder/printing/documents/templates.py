"""Templates in true size: discs and squares for the table, in parts if the paper is too small."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from armybuilder.drawing.lettering import FontCut
from armybuilder.printing.colours import colours, shade
from armybuilder.printing.documents.context import PrintContext, templates_of
from armybuilder.printing.documents.document import DocumentPart
from armybuilder.printing.documents.fitted import first_that_fits
from armybuilder.printing.documents.sheets import CutPiece, row_area, row_sheets
from armybuilder.printing.fitting.lengths import lengths
from armybuilder.printing.fitting.words import WrappedText, candidates, rectangle, words_css
from armybuilder.printing.paper import INCH, Size
from armybuilder.printing.rendering import Batch
from rulesets.core.cards import Ink, Token, TokenShape

STYLE = "templates"
GUTTERS = (3.0, 1.0, 0.0)
"""Gaps between templates in millimetres; a smaller one is used if it saves a sheet."""


@dataclass(frozen=True, slots=True)
class TemplatePiece:
    """A template, or the part of it that begins so far ``right`` and ``down``; ``rings`` are radii in millimetres.

    ``key`` names it in the layout, ``side`` is the whole template's, ``line`` the width of its outline.
    """

    key: str
    title: str
    words: WrappedText
    round: bool
    shade: str
    side: float
    rings: tuple[float, ...]
    right: float
    down: float
    box: Size
    line: float
    cross: float
    deep: str
    pale: str

    @property
    def middle(self) -> float:
        """Half its side."""
        return self.side / 2

    @property
    def radius(self) -> float:
        """Of a disc within its outline."""
        return self.middle - self.line / 2

    @property
    def inner(self) -> float:
        """The side of a square within its outline."""
        return self.side - self.line

    @property
    def centre(self) -> str:
        """The cross in the middle as an SVG path."""
        m, c = self.middle, self.cross
        return f"M{m - c:.2f},{m:.2f}H{m + c:.2f}M{m:.2f},{m - c:.2f}V{m + c:.2f}"

    @property
    def view_box(self) -> str:
        """The part that is shown, as the SVG attribute."""
        return f"{self.right:.3f} {self.down:.3f} {self.box.width:.3f} {self.box.height:.3f}"

    @property
    def whole(self) -> bool:
        """Whether all of it is on one piece."""
        return self.box == Size(self.side, self.side)


def templates_parts(printing: PrintContext) -> Iterator[DocumentPart]:
    """The army's templates in rows, the largest first."""
    by_size = sorted(templates_of(printing.army), key=lambda token: (-token.size, token.shape, token.slug))
    area = row_area(printing.options.sheet)
    pieces = [
        pieces
        for token in by_size
        for number in range(token.count)
        for pieces in _pieces(
            token, f"template-{token.slug}-{number}", Size(area.width, area.height), printing.format.ink
        )
    ]
    if pieces:
        _, batches = first_that_fits(printing.format, pieces, lambda templates: list(_batches(printing, templates)))
        yield DocumentPart("Templates", tuple(batches))


def _pieces(token: Token, key: str, area: Size, ink: Ink) -> Iterator[Iterator[TemplatePiece]]:
    """The candidates for a template's text; halves or quarters of the template if it is larger than the room."""
    side = token.size / 100 * INCH
    columns, rows = (1 if side <= length else 2 for length in (area.width, area.height))
    for row in range(rows):
        for column in range(columns):
            part = Size(side / columns, side / rows)
            yield _ways(token, f"{key}-{row}-{column}", part, Size(column * part.width, row * part.height), ink)


def _ways(token: Token, key: str, part: Size, begins: Size, ink: Ink) -> Iterator[TemplatePiece]:
    css, side = lengths(STYLE), token.size / 100 * INCH
    text, disc = token.text or token.title, token.shape is TokenShape.ROUND
    title = token.title if token.title.casefold() != text.casefold() else ""
    rings = tuple(INCH * number for number in range(1, int(token.size / 200 + 0.999))) if disc else ()
    tints = colours(shade(token.tint), ink)
    available_width = rectangle(part.width * css["words"], part.height * css["high"])
    for words in candidates(text, FontCut.NARROW_HEAVY, STYLE, available_width, whole=False):
        yield TemplatePiece(
            key,
            title,
            words,
            disc,
            shade(token.tint),
            side,
            rings,
            begins.width,
            begins.height,
            part,
            css["line"],
            css["cross"],
            tints["deep"],
            tints["line"],
        )


def _batches(printing: PrintContext, pieces: Sequence[TemplatePiece]) -> Iterator[Batch]:
    css, credit = words_css(piece.words for piece in pieces), printing.credit()
    title = "Templates in true size"
    cut = [CutPiece("template", piece, piece.box) for piece in pieces]
    yield from row_sheets(printing.format, cut, title, credit, styles=(STYLE,), css=css, gutters=GUTTERS)
