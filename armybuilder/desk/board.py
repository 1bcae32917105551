"""The board as an SVG for the screen: its colours stand in the stylesheet, and a script may move its pieces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from rulesets.core.desk import Board, BoardMark, BoardPiece

TILE: Final = 20
"""Units of the drawing that a tile is wide; one tile is left free around the board for coordinates."""
STANDING: Final = "standing"
GONE: Final = "killed"
"""Pieces in this state are on the board no more."""
SMALL: Final = 3
"""From so many letters on, a piece's label is written smaller."""


def board_svg(board: Board, title: str) -> SafeString:
    """The whole board. ``data-*`` attributes tell the script where its tiles are and what they are."""
    width, height = len(board.across), len(board.down)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board-map" viewBox="{-TILE} {-TILE} {(width + 2) * TILE} '
        f'{(height + 2) * TILE}" width="{(width + 2) * TILE}" height="{(height + 2) * TILE}" role="img" '
        f'aria-label="{escape(title)}" data-tile="{TILE}" data-rows="{escape("|".join(board.rows))}" '
        f'data-across="{escape("|".join(board.across))}" data-down="{escape("|".join(board.down))}">',
        f'<rect class="ground" width="{width * TILE}" height="{height * TILE}"/>',
        *_grounds(board),
        f'<path class="grid" d="{_grid(width, height)}"/>',
        *_coordinates(board),
        *(part for mark in board.marks for part in _mark(mark)),
        '<g class="pieces">',
        *_pieces(board),
        "</g></svg>",
    ]
    return mark_safe("".join(parts))  # noqa: S308 (every text in it was escaped)


def _grounds(board: Board) -> Iterator[str]:
    """One path for each kind of ground but the plain one; the script draws it anew when tiles are painted."""
    for number, (sign, _) in enumerate(board.legend[1:], 1):
        tiles = ((x, y) for y, row in enumerate(board.rows) for x, found in enumerate(row) if found == sign)
        yield f'<path class="ground-{number}" data-ground="{escape(sign)}" d="{ground_path(tiles, number)}"/>'


def ground_path(tiles: Iterable[tuple[int, int]], number: int) -> str:
    """The tiles filled (the first kind) or hatched (all others)."""
    if number == 1:
        return "".join(f"M{x * TILE} {y * TILE}h{TILE}v{TILE}h-{TILE}z" for x, y in tiles)
    return "".join(f"M{x * TILE + left} {(y + 1) * TILE - 2}l5 -{TILE - 4}" for x, y in tiles for left in (2, 7.5, 13))


def _grid(width: int, height: int) -> str:
    down = "".join(f"M{x * TILE} 0V{height * TILE}" for x in range(width + 1))
    return down + "".join(f"M0 {y * TILE}H{width * TILE}" for y in range(height + 1))


def _coordinates(board: Board) -> Iterator[str]:
    right, bottom = len(board.across) * TILE, len(board.down) * TILE
    yield '<g class="coordinates" aria-hidden="true">'
    for x, name in enumerate(board.across):
        for y in (-6, bottom + 14):
            yield f'<text x="{x * TILE + TILE // 2}" y="{y}">{escape(name)}</text>'
    for y, name in enumerate(board.down):
        for middle in (-TILE // 2, right + TILE // 2):
            yield f'<text x="{middle}" y="{y * TILE + 14}">{escape(name)}</text>'
    yield "</g>"


def _mark(mark: BoardMark) -> Iterator[str]:
    x, y = mark.x * TILE + TILE // 2, mark.y * TILE + TILE // 2
    reach = mark.radius * TILE + TILE // 2
    yield (
        f'<g class="mark-on-board"><title>{escape(mark.title)}: {escape(mark.text)}</title>'
        f'<path class="mark-reach" d="M{x} {y - reach}L{x + reach} {y}L{x} {y + reach}L{x - reach} {y}z"/>'
        f'<path class="mark-flag" d="M{x - 5} {y + 8}v-16h12l-3 4l3 4h-10v8z"/>'
        f'<text x="{x}" y="{y + 18}">{escape(mark.title)}</text></g>'
    )


def _pieces(board: Board) -> Iterator[str]:
    on_board = [piece for piece in board.pieces if piece.x is not None and piece.state != GONE]
    for piece in sorted(on_board, key=lambda piece: piece.state == STANDING):
        x, y = (piece.x or 0) * TILE + TILE // 2, (piece.y or 0) * TILE + TILE // 2
        yield (
            f'<g class="piece side-{piece.side} {"is-standing" if piece.state == STANDING else "is-down"}" '
            f'data-piece="{escape(piece.id)}" data-group="{escape(piece.group)}" data-x="{piece.x}" '
            f'data-y="{piece.y}" transform="translate({x} {y})"><title>{escape(piece.label)} {escape(piece.title)}'
            f"</title>{piece_shape(piece)}</g>"
        )


def piece_shape(piece: BoardPiece) -> str:
    """A piece round its middle: a circle for the players' side, a square for the next, a diamond for others."""
    shapes = ('<circle r="8.5"/>', '<rect x="-8" y="-8" width="16" height="16"/>')
    shape = shapes[piece.side] if piece.side < len(shapes) else '<path d="M0 -10L10 0L0 10L-10 0z"/>'
    cross = "" if piece.state == STANDING else '<path class="cross" d="M-7 -7L7 7"/>'
    small = ' class="small"' if len(piece.label) >= SMALL else ""
    return f'{shape}{cross}<text{small} y="3">{escape(piece.label)}</text>'
