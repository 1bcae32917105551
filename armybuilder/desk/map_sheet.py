"""A battle on paper: the map with its coordinates on one sheet, and a numbered token for every piece."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated, Final

from django.utils.safestring import mark_safe

from armybuilder.desk.board import GONE
from armybuilder.desk.revisions import State, desk_of
from armybuilder.drawing.picture_files import size_of
from armybuilder.printing.colours import Ink
from armybuilder.printing.documents.context import PageFormat
from armybuilder.printing.documents.document import Document, Part
from armybuilder.printing.documents.maps import map_batch, turned_for
from armybuilder.printing.documents.markers import token_parts
from armybuilder.printing.paper import MapPaper, Size
from armybuilder.printing.rendering.printer import Printer
from rulesets.core.cards import Shape, Tint, Token
from rulesets.core.declarations import Ask, Choice
from rulesets.core.desk import Board
from rulesets.core.ruleset import AnyRuleset


class Sheets(Choice):
    """What of a battle is printed."""

    PIECES = "pieces", "The map with its pieces"
    BARE = "bare", "The map without pieces"
    TOKENS = "tokens", "The map without pieces, and numbered tokens"


TOKEN_SIZE: Final = 60
"""Hundredths of an inch: a token large enough to be held."""


@dataclass(frozen=True, slots=True)
class MapPrint:
    """How a battle's map is printed."""

    sheets: Annotated[Sheets, Ask("What")] = Sheets.PIECES
    paper: Annotated[MapPaper, Ask("Paper")] = MapPaper.A4
    ink: Annotated[Ink, Ask("Ink")] = Ink.COLOUR


def battle_document(ruleset: AnyRuleset, state: State, name: str, wanted: MapPrint, printer: Printer) -> Document:
    """The chosen sheets of the battle as it stands."""
    desk = desk_of(ruleset)
    title = name.strip() or ruleset.title
    svg = desk.draw(state, wanted.sheets is Sheets.PIECES, wanted.ink)
    drawing = Size(*size_of(svg))
    sheet = turned_for(wanted.paper.size, drawing)
    page_format = PageFormat(wanted.ink, ruleset.accent.value, printer, sheet)
    drawn = mark_safe(svg)  # noqa: S308 (the games escape all text of their pictures)
    parts = [Part("Map", (map_batch(page_format, drawn, drawing, (title, "Map")),))]
    if wanted.sheets is Sheets.TOKENS:
        below = replace(page_format, level=2)
        parts += token_parts(below, tuple(_tokens(desk.board(state))), f"{ruleset.title}: {title}")
    return Document(title, f"{title}, {wanted.sheets.label.lower()}", tuple(parts))


def _tokens(board: Board) -> Iterator[Token]:
    """One for each piece that is not gone, round ones for the players' side."""
    names = {group.id: group.title for group in board.groups}
    there = [piece for piece in board.pieces if piece.state != GONE]
    for place, piece in enumerate(there):
        shape, tint = (Shape.ROUND, Tint.COBALT) if piece.side == 0 else (Shape.SQUARE, Tint.RUST)
        yield Token(f"{place:05}", names[piece.group], shape, TOKEN_SIZE, 1, piece.label, tint)
