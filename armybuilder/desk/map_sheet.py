"""A battle on paper: the map with its coordinates on one sheet, and a numbered token for every piece."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Final

from django.utils.safestring import mark_safe

from armybuilder.desk.board import GONE
from armybuilder.desk.pictures import size_of
from armybuilder.desk.steps import State, desk_of
from armybuilder.printing.document import Document, Page, Placed
from armybuilder.printing.inks import Ink
from armybuilder.printing.paper import Box, MapPaper, Size
from armybuilder.printing.sheets import foot, under
from armybuilder.printing.tokens import token_pages
from rulesets.core.asks import Ask, Choice
from rulesets.core.cards import Shape, Tint, Token
from rulesets.core.desk import Board
from rulesets.core.ruleset import AnyRuleset


class Sheets(Choice):
    """What of a battle is printed."""

    PIECES = "pieces", "The map with its pieces"
    BARE = "bare", "The map without pieces"
    TOKENS = "tokens", "The map without pieces, and numbered tokens"


EDGE: Final = 8.0
"""Millimetres left white around a map."""
FOOT: Final = 6.0
TOKEN_SIZE: Final = 60
"""Hundredths of an inch: a token large enough to be held."""


@dataclass(frozen=True, slots=True)
class MapPrint:
    """How a battle's map is printed."""

    sheets: Annotated[Sheets, Ask("What")] = Sheets.PIECES
    paper: Annotated[MapPaper, Ask("Paper")] = MapPaper.A4
    ink: Annotated[Ink, Ask("Ink")] = Ink.COLOUR


def battle_document(ruleset: AnyRuleset, state: State, name: str, wanted: MapPrint) -> Document:
    """The chosen sheets of the battle as it stands."""
    desk = desk_of(ruleset)
    title = name or ruleset.title
    pages = [_map_page(desk.draw(state, wanted.sheets is Sheets.PIECES, wanted.ink), title, wanted)]
    if wanted.sheets is Sheets.TOKENS:
        tokens = tuple(_tokens(desk.board(state)))
        pages += token_pages(tokens, pages[0].size, f"{ruleset.title}: {title}")
    return Document(title, f"{title}, {wanted.sheets.label.lower()}", tuple(pages), wanted.ink, ruleset.accent.value)


def _map_page(svg: str, title: str, wanted: MapPrint) -> Page:
    """The map as large as the sheet allows, upright or across, whichever is larger."""
    size = wanted.paper.size
    width, height = size_of(svg)
    if width > height:
        size = Size(size.height, size.width)
    room = Box(EDGE, EDGE, size.width - 2 * EDGE, size.height - 2 * EDGE - FOOT)
    scale = min(room.width / width, room.height / height)
    box = Box(room.x + (room.width - width * scale) / 2, room.y, width * scale, height * scale)
    drawn = mark_safe(svg)  # noqa: S308 (the games escape all text of their pictures)
    return Page(size, (Placed(box, "board", drawn),), "Map", foot(size, under(size, room.bottom), title, "Map"))


def _tokens(board: Board) -> Iterator[Token]:
    """One for each piece that is not gone, round ones for the players' side."""
    names = {group.id: group.title for group in board.groups}
    there = [piece for piece in board.pieces if piece.state != GONE]
    for place, piece in enumerate(there):
        shape, tint = (Shape.ROUND, Tint.COBALT) if piece.side == 0 else (Shape.SQUARE, Tint.RUST)
        yield Token(f"{place:05}", names[piece.group], shape, TOKEN_SIZE, 1, piece.label, tint)
