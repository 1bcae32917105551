"""Layout of the board for ``desk/board.html``: the stylesheet has its colours, and a script may move its pieces."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, Final, NamedTuple

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


class PlacedName(NamedTuple):
    """A name and the place of its middle, in units of the drawing."""

    x: int
    y: int
    text: str


@dataclass(frozen=True, slots=True)
class Names:
    """Names on the board: ``letters`` is the path of those that stroke letters can write, ``words`` are the others."""

    letters: str
    words: tuple[PlacedName, ...]


@dataclass(frozen=True, slots=True)
class Ground:
    """All tiles of a kind of ground as one path; ``number`` is its place in the legend."""

    number: int
    sign: str
    path: str


@dataclass(frozen=True, slots=True)
class DrawnMark:
    """A mark and the middle of its tile; ``reach`` is how far its edge is from there."""

    mark: BoardMark
    x: int
    y: int
    reach: int


@dataclass(frozen=True, slots=True)
class Pieces:
    """The pieces of a side, those standing or those down, as one path of shapes, one of strokes and their names.

    A browser is slow with many elements and fast with long paths. ``shape`` and ``cross`` are the outlines of one.
    """

    side: int
    is_standing: bool
    shape: str
    cross: str
    shapes: str
    crosses: str
    names: Names


@dataclass(frozen=True, slots=True)
class BoardDrawing:
    """The whole board of so many columns and lines, ready to render.

    ``rows``, ``column_names``, ``row_names`` and ``pieces`` are for the script.
    """

    columns: int
    lines: int
    rows: str
    column_names: str
    row_names: str
    grounds: tuple[Ground, ...]
    grid: str
    coordinates: Names
    marks: tuple[DrawnMark, ...]
    layers: tuple[Pieces, ...]
    pieces: tuple[tuple[object, ...], ...]

    tile: ClassVar = TILE

    @property
    def ground_width(self) -> int:
        """The board's width in units of the drawing."""
        return self.columns * TILE

    @property
    def ground_height(self) -> int:
        """The board's height in units of the drawing."""
        return self.lines * TILE

    @property
    def width(self) -> int:
        """The width with the margins."""
        return self.ground_width + 2 * TILE

    @property
    def height(self) -> int:
        """The height with the margins."""
        return self.ground_height + 2 * TILE


def draw(board: Board) -> BoardDrawing:
    """Lay out a board with its pieces."""
    width, height = len(board.column_names), len(board.row_names)
    return BoardDrawing(
        width,
        height,
        "|".join(board.rows),
        "|".join(board.column_names),
        "|".join(board.row_names),
        tuple(_grounds(board)),
        _grid(width, height),
        _coordinates(board),
        _marks(board),
        tuple(_layers(board)),
        tuple(_row(piece) for piece in board.pieces if _is_drawn(piece)),
    )


@dataclass(frozen=True, slots=True)
class BoardChanges:
    """What the script replaces in a drawing: ``data``, and all marks if some of them changed."""

    data: Mapping[str, object]
    marks: tuple[DrawnMark, ...] | None


def draw_changes(before: Board, board: Board) -> BoardChanges | None:
    """The changes since the drawing of ``before``; ``None`` if a new drawing is needed."""
    if (before.column_names, before.row_names, before.legend) != (board.column_names, board.row_names, board.legend):
        return None
    previous = {piece.id: piece for piece in before.pieces}
    now = {piece.id for piece in board.pieces if _is_drawn(piece)}
    data = {
        "rows": "|".join(board.rows),
        "gone": [piece.id for piece in before.pieces if _is_drawn(piece) and piece.id not in now],
        "pieces": [_row(piece) for piece in board.pieces if _is_drawn(piece) and piece != previous.get(piece.id)],
    }
    return BoardChanges(data, None if before.marks == board.marks else _marks(board))


def _grounds(board: Board) -> Iterator[Ground]:
    """One path for each kind of ground except open ground; the script redraws it when tiles are painted."""
    for number, (sign, _) in enumerate(board.legend[1:], 1):
        tiles = ((x, y) for y, row in enumerate(board.rows) for x, ground in enumerate(row) if ground == sign)
        yield Ground(number, sign, ground_path(tiles, number))


def ground_path(tiles: Iterable[tuple[int, int]], number: int) -> str:
    """The path that fills the tiles (the first kind) or hatches them (all others)."""
    if number == 1:
        return "".join(f"M{x * TILE} {y * TILE}h{TILE}v{TILE}h-{TILE}z" for x, y in tiles)
    return "".join(f"M{x * TILE + left} {(y + 1) * TILE - 2}l5 -{TILE - 4}" for x, y in tiles for left in (2, 7.5, 13))


def _grid(width: int, height: int) -> str:
    down = "".join(f"M{x * TILE} 0V{height * TILE}" for x in range(width + 1))
    return down + "".join(f"M0 {y * TILE}H{width * TILE}" for y in range(height + 1))


def _coordinates(board: Board) -> Names:
    """The names of columns and rows on all sides."""
    right, bottom = len(board.column_names) * TILE, len(board.row_names) * TILE
    half = TILE // 2
    columns = [
        PlacedName(x * TILE + half, y, name)
        for y in (-half, bottom + half)
        for x, name in enumerate(board.column_names)
    ]
    rows = [
        PlacedName(x, y * TILE + half, name) for x in (-half, right + half) for y, name in enumerate(board.row_names)
    ]
    return _names(columns + rows)


def _names(placed: Iterable[PlacedName]) -> Names:
    """Names, each centred on its place."""
    letters, words = "", []
    for name in placed:
        path = letter_path(name.text)
        if path:
            letters += f"M{name.x} {name.y}{path}"
        else:
            words.append(name)
    return Names(letters, tuple(words))


def _marks(board: Board) -> tuple[DrawnMark, ...]:
    half = TILE // 2
    return tuple(
        DrawnMark(mark, mark.x * TILE + half, mark.y * TILE + half, mark.radius * TILE + half) for mark in board.marks
    )


def _is_drawn(piece: BoardPiece) -> bool:
    return piece.x is not None and piece.state != KILLED


def _layers(board: Board) -> Iterator[Pieces]:
    """The pieces, those standing on top of the others; each tile shows one of either."""
    sides = sorted({group.side for group in board.groups})
    for up in (False, True):
        drawn_pieces = [piece for piece in board.pieces if _is_drawn(piece) and (piece.state == STANDING) is up]
        visible = list({(piece.x, piece.y): piece for piece in drawn_pieces}.values())
        for side in sides:
            placed = [_placed(piece) for piece in visible if piece.side == side]
            shape, cross = SHAPES[min(side, len(SHAPES) - 1)], "" if up else CROSS
            crosses = _each(placed, cross) if cross else ""
            yield Pieces(side, up, shape, cross, _each(placed, shape), crosses, _names(placed))


def _each(placed: Iterable[PlacedName], shape: str) -> str:
    return "".join(f"M{name.x} {name.y}{shape}" for name in placed)


def _placed(piece: BoardPiece) -> PlacedName:
    half = TILE // 2
    return PlacedName((piece.x or 0) * TILE + half, (piece.y or 0) * TILE + half, piece.label)


def _row(piece: BoardPiece) -> tuple[object, ...]:
    """A piece for the script: number, group, tile, side, whether it stands, label, path of the label, title."""
    up = int(piece.state == STANDING)
    path = letter_path(piece.label)
    return piece.id, piece.group, piece.x, piece.y, piece.side, up, piece.label, path, piece.title
