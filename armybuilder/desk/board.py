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
LETTER: Final = 5
"""From one letter of a coordinate to the next."""
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
        _marks(board),
        *_pieces(board),
        # Over the pieces while the ground is painted, as telling each piece to keep still takes a phone too long.
        f'<rect class="veil" width="{width * TILE}" height="{height * TILE}"/></svg>',
    ]
    return mark_safe("".join(parts))  # noqa: S308 (every text in it was escaped)


def changes_svg(before: Board, board: Board) -> SafeString | None:
    """What the script exchanges in a drawing of the board as it was before; ``None`` where it needs a new one.

    The ground stands in ``data-rows``, pieces that are on the board no more in ``data-gone``.
    """
    if (before.across, before.down, before.legend) != (board.across, board.down, board.legend):
        return None
    were = {piece.id: piece for piece in before.pieces}
    changed = [piece for piece in board.pieces if piece != were.get(piece.id)]
    there = [_piece(piece) for piece in changed if _is_drawn(piece)]
    now = {piece.id for piece in board.pieces if _is_drawn(piece)}
    gone = [piece.id for piece in before.pieces if _is_drawn(piece) and piece.id not in now]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board-changes" data-rows="{escape("|".join(board.rows))}" '
        f'data-gone="{escape("|".join(gone))}">',
        _marks(board) if before.marks != board.marks else "",
        *there,
        "</svg>",
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
    """The names of columns and rows on all sides: one text a side, which is far less work than one a name."""
    right, bottom = len(board.across) * TILE, len(board.down) * TILE
    yield '<g class="coordinates" aria-hidden="true">'
    for y in (-6, bottom + 14):
        yield _names((x * TILE + TILE / 2, y, name) for x, name in enumerate(board.across))
    for x in (-TILE / 2, right + TILE / 2):
        yield _names((x, y * TILE + 14, name) for y, name in enumerate(board.down))
    yield "</g>"


def _names(placed: Iterable[tuple[float, float, str]]) -> str:
    """Names round their places, each letter on a place of its own."""
    letters = [
        (x + (number - (len(name) - 1) / 2) * LETTER, y, letter)
        for x, y, name in placed
        for number, letter in enumerate(name)
    ]
    across, down = (" ".join(f"{letter[axis]:g}" for letter in letters) for axis in (0, 1))
    return f'<text x="{across}" y="{down}">{escape("".join(letter for _, _, letter in letters))}</text>'


def _marks(board: Board) -> str:
    return f'<g class="marks">{"".join(_mark(mark) for mark in board.marks)}</g>'


def _mark(mark: BoardMark) -> str:
    x, y = mark.x * TILE + TILE // 2, mark.y * TILE + TILE // 2
    reach = mark.radius * TILE + TILE // 2
    return (
        f'<g class="mark-on-board"><title>{escape(mark.title)}: {escape(mark.text)}</title>'
        f'<path class="mark-reach" d="M{x} {y - reach}L{x + reach} {y}L{x} {y + reach}L{x - reach} {y}z"/>'
        f'<path class="mark-flag" d="M{x - 5} {y + 8}v-16h12l-3 4l3 4h-10v8z"/>'
        f'<text x="{x}" y="{y + 18}">{escape(mark.title)}</text></g>'
    )


def _is_drawn(piece: BoardPiece) -> bool:
    return piece.x is not None and piece.state != GONE


def _pieces(board: Board) -> Iterator[str]:
    """Those who stand lie over those who do not."""
    for name, up in (("lying", False), ("standing", True)):
        there = (piece for piece in board.pieces if _is_drawn(piece) and (piece.state == STANDING) is up)
        yield f'<g class="pieces-{name}">{"".join(_piece(piece) for piece in there)}</g>'


def _piece(piece: BoardPiece) -> str:
    x, y = (piece.x or 0) * TILE + TILE // 2, (piece.y or 0) * TILE + TILE // 2
    return (
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
