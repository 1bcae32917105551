"""A battle on paper: the map with its coordinates on one sheet, and a numbered token for every piece."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Final

from armybuilder.desk.board import KILLED
from armybuilder.desk.revisions import State, desk_of
from armybuilder.drawing.picture_files import size_of
from armybuilder.printing.colours import Ink
from armybuilder.printing.documents.context import PageFormat
from armybuilder.printing.documents.document import Document, DocumentPart
from armybuilder.printing.documents.maps import map_batch, map_scale, sheet_for
from armybuilder.printing.documents.markers import token_parts
from armybuilder.printing.paper import INCH, MapPaper, Size
from armybuilder.printing.rendering.printer import Printer
from rulesets.core.cards import Tint, Token, TokenShape
from rulesets.core.declarations.fields import Ask, Choice
from rulesets.core.desk import Board
from rulesets.core.ruleset import AnyRuleset


class Sheets(Choice):
    """The parts of a battle that can be printed."""

    PIECES = "pieces", "The map with its pieces"
    BARE = "bare", "The map without pieces"
    TOKENS = "tokens", "The map without pieces, and numbered tokens"


TOKEN_SIZES: Final = 25, 60
"""Hundredths of an inch: the smallest token that can be cut out, and the largest."""
TOKEN_ON_TILE: Final = 0.9
"""How much of a tile's width a token covers, so that neighbours do not push each other."""


@dataclass(frozen=True, slots=True)
class MapPrint:
    """How a battle's map is printed."""

    sheets: Annotated[Sheets, Ask("What")] = Sheets.PIECES
    paper: Annotated[MapPaper, Ask("Paper")] = MapPaper.A4
    ink: Annotated[Ink, Ask("Ink")] = Ink.COLOUR


def battle_document(ruleset: AnyRuleset, state: State, name: str, options: MapPrint, printer: Printer) -> Document:
    """The selected sheets of the battle as it stands."""
    desk = desk_of(ruleset)
    title = name.strip() or ruleset.title
    svg = desk.draw(state, options.sheets is Sheets.PIECES, options.ink)
    drawing = Size(*size_of(svg))
    sheet = sheet_for(options.paper.size, drawing)
    page_format = PageFormat(options.ink, ruleset.accent.value, printer, sheet)
    parts = [DocumentPart("Map", (map_batch(page_format, svg, drawing, (title, "Map")),))]
    if options.sheets is Sheets.TOKENS:
        size = token_size(desk.tile * map_scale(sheet, drawing))
        parts += token_parts(page_format, tuple(_tokens(desk.board(state), size)), f"{ruleset.title}: {title}")
    return Document(title, f"{title}, {options.sheets.label.lower()}", tuple(parts))


def token_size(tile: float) -> int:
    """The size of tokens, in hundredths of an inch, for printed tiles so many millimetres wide."""
    smallest, largest = TOKEN_SIZES
    return max(smallest, min(largest, int(tile * TOKEN_ON_TILE / INCH * 100)))


def _tokens(board: Board, size: int) -> Iterator[Token]:
    """A token of that size for each piece that was not killed, round ones for the players' side."""
    names = {group.id: group.title for group in board.groups}
    pieces = [piece for piece in board.pieces if piece.state != KILLED]
    for place, piece in enumerate(pieces):
        shape, tint = (TokenShape.ROUND, Tint.COBALT) if piece.side == 0 else (TokenShape.SQUARE, Tint.RUST)
        yield Token(f"{place:05}", names[piece.group], shape, size, 1, piece.label, tint)
