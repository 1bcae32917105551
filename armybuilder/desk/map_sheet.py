"""A battle on paper: the map with its coordinates on one sheet or as a poster, and a numbered token for every piece."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Final

from django.template.loader import render_to_string

from armybuilder.desk.board import KILLED
from armybuilder.desk.revisions import State, desk_of
from armybuilder.drawing.picture_files import size_of
from armybuilder.printing.colours import Ink
from armybuilder.printing.documents.context import NothingToPrint, PageFormat
from armybuilder.printing.documents.document import Document, DocumentPart
from armybuilder.printing.documents.maps import Tiling, map_area, map_batch, map_scale, sheet_for, tile_batches
from armybuilder.printing.documents.markers import token_parts
from armybuilder.printing.paper import INCH, MapPaper, Size
from armybuilder.printing.rendering.printer import Printer
from rulesets.core.cards import Tint, Token, TokenShape
from rulesets.core.declarations.fields import Ask, Choice
from rulesets.core.desk import Board
from rulesets.core.ruleset import AnyRuleset
from rulesets.core.shapes import Box


class Sheets(Choice):
    """The parts of a battle that can be printed."""

    PIECES = "pieces", "The map with its pieces"
    BARE = "bare", "The map without pieces"
    TOKENS = "tokens", "The map without pieces, and numbered tokens"


class Squares(Choice):
    """The size of a map's squares on paper: those of one sheet, or millimetres on a poster of several."""

    FIT = "fit", "As large as one sheet allows"
    SMALL = "15", "15 mm, on sheets to join"
    MEDIUM = "20", "20 mm, on sheets to join"
    LARGE = "25", "25 mm, on sheets to join"


MAX_SHEETS: Final = 40
"""Most sheets of a poster."""
GLUED: Final = 10.0
"""Millimetres by which the sheets of a poster overlap."""
TOKEN_SIZES: Final = 25, 90
"""Hundredths of an inch: the smallest token that can be cut out, and the largest."""
TOKEN_ON_TILE: Final = 0.9
"""How much of a tile's width a token covers, so that neighbours do not push each other."""


@dataclass(frozen=True, slots=True)
class MapPrint:
    """How a battle's map is printed."""

    sheets: Annotated[Sheets, Ask("What")] = Sheets.PIECES
    squares: Annotated[Squares, Ask("Squares")] = Squares.FIT
    paper: Annotated[MapPaper, Ask("Paper")] = MapPaper.A4
    ink: Annotated[Ink, Ask("Ink")] = Ink.COLOUR


def battle_document(ruleset: AnyRuleset, state: State, name: str, options: MapPrint, printer: Printer) -> Document:
    """The selected sheets of the battle as it stands; raises ``NothingToPrint`` if a poster needs too many."""
    desk = desk_of(ruleset)
    title = name.strip() or ruleset.title
    draw, board = partial(desk.draw, state, options.sheets is Sheets.PIECES, options.ink), desk.board(state)
    svg = draw(())
    drawing = Size(*size_of(svg))
    sheet = sheet_for(options.paper.size, drawing)
    page_format = PageFormat(options.ink, ruleset.accent.value, printer, sheet)
    parts = [DocumentPart("Map", (map_batch(page_format, svg, drawing, (title, "Map")),))]
    tile = desk.tile * map_scale(sheet, drawing)
    if options.squares is not Squares.FIT:
        tile = float(options.squares.value)
        tiling = poster_tiling(board, desk.tile, drawing, tile, sheet)
        parts.append(_poster(page_format, draw(tiling.joints), tiling, title))
    if options.sheets is Sheets.TOKENS:
        tokens = tuple(_tokens(board, token_size(tile)))
        parts += token_parts(page_format, tokens, f"{ruleset.title}: {title}")
    return Document(title, f"{title}, {options.sheets.label.lower()}", tuple(parts))


def _poster(page_format: PageFormat, svg: str, tiling: Tiling, title: str) -> DocumentPart:
    if tiling.rows * tiling.columns > MAX_SHEETS:
        raise NothingToPrint(
            f"The map would need {tiling.rows * tiling.columns} sheets. Up to {MAX_SHEETS} are printed at once. "
            "Choose smaller squares or larger paper."
        )

    def part_of(window: Box) -> str:
        return render_to_string("desk/poster_part.svg", {"window": window, "map": svg})

    batches = tile_batches(page_format, tiling, tiling.tiles(part_of), "Poster", title)
    return DocumentPart("Poster", tuple(batches))


def poster_tiling(board: Board, unit: int, drawing: Size, tile: float, sheet: Size) -> Tiling:
    """The map in parts that fit the sheet and are joined between squares, without its legend.

    Around the squares, each ``unit`` wide, the drawing has a margin with their names, as wide on all sides.
    """
    columns, rows, scale = len(board.column_names), len(board.row_names), tile / unit
    margin, area = round(drawing.width - columns * unit) // 2, map_area(sheet)
    overlap = round(GLUED / scale)
    xs, ys = (
        _edges(squares, unit, margin, int(length / scale), overlap)
        for squares, length in ((columns, area.width), (rows, area.height))
    )
    return Tiling(xs, ys, overlap, scale)


def _edges(squares: int, unit: int, margin: int, available: int, overlap: int) -> tuple[int, ...]:
    """Where parts begin and end, each of nearly as many squares; the first and last have squares' names beside them.

    A little of the margin is left out, since signs of the legend may reach into it.
    """
    end = 2 * margin + unit * squares - margin // 8
    if end <= available:
        return 0, end
    count = max(2, math.ceil(squares / max(1, (available - overlap - margin) // unit)))
    joints = (margin + unit * round(squares * number / count) for number in range(1, count))
    return (0, *joints, end)


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
