"""The board as an SVG for the screen: the stylesheet has its colours, and a script may move its pieces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from django.utils.html import escape, json_script
from django.utils.safestring import SafeString, mark_safe

from armybuilder.desk.stroke_letters import letter_path
from rulesets.core.desk import Board, BoardMark, BoardPiece

TILE: Final = 20
"""Width of a tile in units of the drawing; a margin of one tile around the board has the coordinates."""
STANDING: Final = "standing"
KILLED: Final = "killed"
"""Pieces in this state are no longer on the board."""
SHAPES: Final = ("m-8.5 0a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0z", "m-8-8h16v16h-16z", "m0-10l10 10l-10 10l-10-10z")
"""Outlines around the centre: a circle for the players' side, a square for the next, a diamond for the others."""
CROSS: Final = "m-7-7l3.5 3.5m7 7l3.5 3.5"
"""The stroke through a piece that is not standing; it leaves the label free."""


def board_svg(board: Board, title: str) -> SafeString:
    """The whole board with its pieces as data for the script; its attributes say where the tiles are."""
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
        '<path class="armed"/></svg>',
        json_script([_row(piece) for piece in board.pieces if _is_drawn(piece)], "board-pieces"),
    ]
    return mark_safe("".join(parts))  # noqa: S308 (all its texts are escaped)


def changes_svg(before: Board, board: Board) -> SafeString | None:
    """What the script replaces in the drawing of ``before``; ``None`` if a new drawing is needed."""
    if (before.across, before.down, before.legend) != (board.across, board.down, board.legend):
        return None
    previous = {piece.id: piece for piece in before.pieces}
    now = {piece.id for piece in board.pieces if _is_drawn(piece)}
    changes = {
        "rows": "|".join(board.rows),
        "gone": [piece.id for piece in before.pieces if _is_drawn(piece) and piece.id not in now],
        "pieces": [_row(piece) for piece in board.pieces if _is_drawn(piece) and piece != previous.get(piece.id)],
    }
    marks = "" if before.marks == board.marks else f'<svg xmlns="http://www.w3.org/2000/svg">{_marks(board)}</svg>'
    return mark_safe(json_script(changes, "board-changes") + marks)  # noqa: S308 (all its texts are escaped)


def _grounds(board: Board) -> Iterator[str]:
    """One path for each kind of ground except open ground; the script redraws it when tiles are painted."""
    for number, (sign, _) in enumerate(board.legend[1:], 1):
        tiles = ((x, y) for y, row in enumerate(board.rows) for x, ground in enumerate(row) if ground == sign)
        yield f'<path class="ground-{number}" data-ground="{escape(sign)}" d="{ground_path(tiles, number)}"/>'


def ground_path(tiles: Iterable[tuple[int, int]], number: int) -> str:
    """The path that fills the tiles (the first kind) or hatches them (all others)."""
    if number == 1:
        return "".join(f"M{x * TILE} {y * TILE}h{TILE}v{TILE}h-{TILE}z" for x, y in tiles)
    return "".join(f"M{x * TILE + left} {(y + 1) * TILE - 2}l5 -{TILE - 4}" for x, y in tiles for left in (2, 7.5, 13))


def _grid(width: int, height: int) -> str:
    down = "".join(f"M{x * TILE} 0V{height * TILE}" for x in range(width + 1))
    return down + "".join(f"M0 {y * TILE}H{width * TILE}" for y in range(height + 1))


def _coordinates(board: Board) -> Iterator[str]:
    """The names of columns and rows on all sides."""
    right, bottom = len(board.across) * TILE, len(board.down) * TILE
    half = TILE // 2
    placed = [(x * TILE + half, y, name) for y in (-half, bottom + half) for x, name in enumerate(board.across)]
    placed += [(x, y * TILE + half, name) for x in (-half, right + half) for y, name in enumerate(board.down)]
    yield f'<g class="coordinates"><path class="letters" d="{_letters(placed)}"/>{_words(placed)}</g>'


def _letters(placed: Iterable[tuple[int, int, str]]) -> str:
    """The names that stroke letters can write, each centred on its place."""
    return "".join(f"M{x} {y}{path}" for x, y, name in placed if (path := letter_path(name)))


def _words(placed: Iterable[tuple[int, int, str]]) -> str:
    """The other names, as text elements."""
    return "".join(f'<text x="{x}" y="{y + 3}">{escape(name)}</text>' for x, y, name in placed if not letter_path(name))


def _marks(board: Board) -> str:
    return f'<g class="marks">{"".join(_mark(mark) for mark in board.marks)}</g>'


def _mark(mark: BoardMark) -> str:
    x, y = mark.x * TILE + TILE // 2, mark.y * TILE + TILE // 2
    reach = mark.radius * TILE + TILE // 2
    return (
        f'<g class="mark-on-board" data-tile="{mark.x}:{mark.y}" '
        f'data-title="{escape(mark.title)}: {escape(mark.text)}">'
        f'<path class="mark-reach" d="M{x} {y - reach}L{x + reach} {y}L{x} {y + reach}L{x - reach} {y}z"/>'
        f'<path class="mark-flag" d="M{x - 5} {y + 8}v-16h12l-3 4l3 4h-10v8z"/>'
        f'<text x="{x}" y="{y + 18}">{escape(mark.title)}</text></g>'
    )


def _is_drawn(piece: BoardPiece) -> bool:
    return piece.x is not None and piece.state != KILLED


def _pieces(board: Board) -> Iterator[str]:
    """The pieces, those standing on top of the others; each tile shows one of either.

    Each side is one path of shapes and one of letters: a browser is slow with many elements and fast with long paths.
    """
    sides = sorted({group.side for group in board.groups})
    for up in (False, True):
        drawn_pieces = [piece for piece in board.pieces if _is_drawn(piece) and (piece.state == STANDING) is up]
        visible = list({(piece.x, piece.y): piece for piece in drawn_pieces}.values())
        for side in sides:
            own = [piece for piece in visible if piece.side == side]
            placed = [(*_middle(piece), piece.label) for piece in own]
            shape, cross = SHAPES[min(side, len(SHAPES) - 1)], "" if up else CROSS
            yield (
                f'<g class="pieces side-{side} {"is-standing" if up else "is-down"}" data-side="{side}" '
                f'data-up="{int(up)}" data-shape="{shape}" data-cross="{cross}">'
                f'<path class="shapes" d="{_each(placed, shape)}"/>'
                f'<path class="crosses" d="{_each(placed, cross) if cross else ""}"/>'
                f'<path class="letters" d="{_letters(placed)}"/><g class="words">{_words(placed)}</g></g>'
            )


def _each(placed: Iterable[tuple[int, int, str]], shape: str) -> str:
    return "".join(f"M{x} {y}{shape}" for x, y, _ in placed)


def _middle(piece: BoardPiece) -> tuple[int, int]:
    return (piece.x or 0) * TILE + TILE // 2, (piece.y or 0) * TILE + TILE // 2


def _row(piece: BoardPiece) -> tuple[object, ...]:
    """A piece for the script: number, group, tile, side, whether it stands, label, path of the label, title."""
    up = int(piece.state == STANDING)
    path = letter_path(piece.label)
    return piece.id, piece.group, piece.x, piece.y, piece.side, up, piece.label, path, piece.title
