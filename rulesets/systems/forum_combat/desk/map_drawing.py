"""The map as a self-contained SVG without styles, scripts or ids.

Sides, states and holders differ in shape, not only in colour; a legend below the map explains the shapes.

The elements are written here and not in a template of the site: games draw their maps without Django, also for scripts.
"""

import html
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import partial

from rulesets.core.cards import Ink
from rulesets.core.shapes import Box

from ..morale import objective_radius
from ..tiles import Tile, letters
from ..units import Allegiance
from ..wound_allocation import is_killed
from .combat import (
    OFF_MAP,
    Combat,
    Holder,
    Objective,
    TileMap,
)

TILE = 32
MARGIN = 28
PIECE = TILE // 2 - 3
"""Half the width of a piece."""

FIFTH = 5
"""Tiles from one strong line of the grid to the next."""

HOLDER_SIDES = {Holder.PLAYERS: Allegiance.PLAYERS, Holder.ENEMIES: Allegiance.ENEMIES}
LETTERS = "Barlow Condensed, Arial Narrow, Arial, sans-serif"

NAME_SIZE = 13
"""The largest letters of an objective's name."""
HALO = 2
"""How far the ground of these letters reaches beyond them."""

LEGEND_ROW, LEGEND_SIZE = 26, 14
LETTER_WIDTH = 7.4
"""The rough width of a letter of the legend, also in a fallback font."""


@dataclass(frozen=True, slots=True)
class Inks:
    """The colours of a map; standing pieces of the ``filled`` sides are filled, the others outlined.

    Walls in the colour of the paper are crossed out.
    """

    paper: str
    ink: str
    line: str
    strong: str
    muted: str
    wall: str
    wall_edge: str
    cover: str
    cover_ground: str
    gold: str
    sides: Mapping[Allegiance, str]
    filled: tuple[Allegiance, ...]


COLOUR = Inks(
    paper="#fbfaf6",
    ink="#23231f",
    line="#d5d1c5",
    strong="#aaa595",
    muted="#5d594f",
    wall="#57534a",
    wall_edge="#3b3831",
    cover="#5f7330",
    cover_ground="#edf0df",
    gold="#7a5c08",
    sides={Allegiance.PLAYERS: "#1f4e8c", Allegiance.ENEMIES: "#a83a14"},
    filled=tuple(Allegiance),
)
SAVER = replace(COLOUR, paper="#ffffff", wall="#ffffff", cover_ground="#ffffff", filled=())
BLACK = "#1d1d1b"
MONO = Inks(
    paper="#ffffff",
    ink=BLACK,
    line="#d0d0d0",
    strong="#9a9a9a",
    muted=BLACK,
    wall="#ffffff",
    wall_edge=BLACK,
    cover="#6b6b6b",
    cover_ground="#ffffff",
    gold=BLACK,
    sides=dict.fromkeys(Allegiance, BLACK),
    filled=(Allegiance.ENEMIES,),
)
INKS = {Ink.COLOUR: COLOUR, Ink.SAVER: SAVER, Ink.MONO: MONO}


def draw(combat: Combat, pieces: bool = True, ink: Ink = Ink.COLOUR, joints: Sequence[Box] = ()) -> str:
    """The whole map: ground, coordinates, objectives, the pieces on it if ``pieces`` is true, and a legend.

    ``joints`` are where the sheets of a poster overlap; no name of an objective lies across one.
    """
    inks, ground, near = INKS[ink], combat.ground, objective_radius(combat.house())
    width, below = ground.width * TILE + 2 * MARGIN, ground.height * TILE + 2 * MARGIN
    legend = list(_rows(_legend(combat, pieces), width - 2 * MARGIN))
    height = below + len(legend) * LEGEND_ROW + (MARGIN // 2 if legend else 0)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        f' role="img" font-family="{LETTERS}" text-rendering="geometricPrecision">',
        f"<title>{html.escape(combat.name or 'Map')}</title>",
        f'<rect width="{width}" height="{height}" fill="{inks.paper}"/>',
        *_ground(inks, ground),
        *_coordinates(inks, ground),
        *(part for objective in ground.objectives for part in _objective(inks, objective, near)),
        *(_pieces(inks, combat) if pieces else ()),
        *_objective_names(inks, combat if pieces else replace(combat, squads=()), joints),
    ]
    for number, row in enumerate(legend):
        parts += _legend_row(inks, row, below + number * LEGEND_ROW + LEGEND_ROW // 2)
    return "".join([*parts, "</svg>"])


def _corner(tile: Tile) -> Tile:
    return MARGIN + tile[0] * TILE, MARGIN + tile[1] * TILE


def _middle(tile: Tile) -> Tile:
    x, y = _corner(tile)
    return x + TILE // 2, y + TILE // 2


# --- the ground --------------------------------------------------------------------------------------


def _squares(tiles: frozenset[Tile]) -> str:
    return "".join("M{} {}h{t}v{t}h-{t}z".format(*_corner(tile), t=TILE) for tile in sorted(tiles))


def _strokes(x: int, y: int) -> str:
    """The slanting strokes of a tile with cover, by its corner."""
    return "".join(f"M{x + step} {y + TILE - 4}l{TILE // 4} -{TILE - 8}" for step in (3, TILE // 3 + 1, 2 * TILE // 3))


def _cross(x: int, y: int, width: int, height: int) -> str:
    """The crossed strokes of a blocked tile, by its corner."""
    return f"M{x} {y}l{width} {height}M{x + width} {y}l-{width} {height}"


def _ground(inks: Inks, ground: TileMap) -> Iterator[str]:
    if ground.cover_tiles:
        yield f'<path d="{_squares(ground.cover_tiles)}" fill="{inks.cover_ground}"/>'
        strokes = "".join(_strokes(*_corner(tile)) for tile in sorted(ground.cover_tiles))
        yield f'<path d="{strokes}" stroke="{inks.cover}" stroke-width="2" fill="none"/>'
    width, height = ground.width * TILE, ground.height * TILE
    for colour, strong in ((inks.line, False), (inks.strong, True)):
        columns = (x for x in range(ground.width + 1) if (x % FIFTH == 0) is strong)
        rows = (y for y in range(ground.height + 1) if (y % FIFTH == 0) is strong)
        lines = "".join(f"M{MARGIN + x * TILE} {MARGIN}v{height}" for x in columns)
        lines += "".join(f"M{MARGIN} {MARGIN + y * TILE}h{width}" for y in rows)
        yield f'<path d="{lines}" stroke="{colour}" stroke-width="1" fill="none"/>'
    if ground.blocked_tiles:
        squares = _squares(ground.blocked_tiles)
        yield f'<path d="{squares}" fill="{inks.wall}" stroke="{inks.wall_edge}" stroke-width="1"/>'
        if inks.wall == inks.paper:
            crosses = "".join(_cross(*_corner(tile), TILE, TILE) for tile in sorted(ground.blocked_tiles))
            yield f'<path d="{crosses}" stroke="{inks.wall_edge}" stroke-width="1.2" fill="none"/>'
    yield (
        f'<rect x="{MARGIN}" y="{MARGIN}" width="{width}" height="{height}" fill="none" stroke="{inks.muted}"'
        f' stroke-width="1.5"/>'
    )


def _coordinates(inks: Inks, ground: TileMap) -> Iterator[str]:
    yield f'<g fill="{inks.muted}" font-size="13" font-weight="600" text-anchor="middle">'
    bottom = MARGIN + ground.height * TILE + 18
    for x in range(ground.width):
        centre = MARGIN + x * TILE + TILE // 2
        for base in (MARGIN - 9, bottom):
            yield f'<text x="{centre}" y="{base}">{letters(x)}</text>'
    right = MARGIN + ground.width * TILE + MARGIN // 2
    for y in range(ground.height):
        base = MARGIN + y * TILE + TILE // 2 + 5
        for centre in (MARGIN // 2, right):
            yield f'<text x="{centre}" y="{base}">{y + 1}</text>'
    yield "</g>"


# --- objectives --------------------------------------------------------------------------------------


def _flag(inks: Inks, x: int, y: int, holder: Holder) -> str:
    """A flag: hollow if nobody holds it, otherwise in the side's colour with its shape on the cloth."""
    cloth = f"M{x - 7} {y - 12}h18v13h-18z"
    side = HOLDER_SIDES.get(holder)
    colour = inks.gold if side is None else inks.sides[side]
    mark = ""
    if side is Allegiance.PLAYERS:
        mark = f'<circle cx="{x + 2}" cy="{y - 5.5}" r="3.5" fill="{inks.paper}"/>'
    elif side is Allegiance.ENEMIES:
        mark = f'<rect x="{x - 1.5}" y="{y - 9}" width="7" height="7" fill="{inks.paper}"/>'
    fill = inks.paper if side is None else colour
    return (
        f'<path d="{cloth}" fill="{fill}" stroke="{colour}" stroke-width="2"/>'
        f'<path d="M{x - 7} {y - 13}v26" stroke="{colour}" stroke-width="2.5"/>{mark}'
    )


def _objective(inks: Inks, objective: Objective, near: int) -> Iterator[str]:
    """A flag, and the tiles within its radius in steps, or within ``near`` if it has no radius."""
    x, y = _middle(objective.tile)
    reach = objective.near(near) * TILE + TILE // 2
    yield (
        f'<path d="M{x} {y - reach}L{x + reach} {y}L{x} {y + reach}L{x - reach} {y}z" fill="none" stroke="{inks.gold}"'
        f' stroke-width="2" stroke-dasharray="7 5"/>'
    )
    title = f"{objective.name}: held by {objective.holder.label.lower()}"
    yield f"<g><title>{html.escape(title)}</title>{_flag(inks, x, y, objective.holder)}</g>"


def _between(at: int, joints: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """The room between joints, by where they begin and end, on the sheet that is on top at this place."""
    left = max(end for start, end in joints if start <= at)
    right = min(start for start, _ in joints if start > at)
    return left + HALO, right - HALO


def _length(name: str) -> float:
    """The rough length of a name in letters of size 1, also in a fallback font."""
    wide = (2 if unicodedata.east_asian_width(each) in "WF" else 1.4 if each in "MWmw@%" else 1 for each in name)
    return sum(wide) * LETTER_WIDTH / LEGEND_SIZE


def _obstacles(column: int, occupied: Set[Tile], joints: Iterable[tuple[int, int]], at: tuple[int, int]) -> list[bool]:
    """Whether a joint cuts a name in that row of tiles with that baseline, and whether pieces stand where it begins."""
    row, base = at
    is_cut = any(start <= base + HALO and base - NAME_SIZE <= end for start, end in joints)
    return [is_cut, not occupied.isdisjoint((column + dx, row) for dx in (-1, 0, 1))]


def _objective_names(inks: Inks, combat: Combat, joints: Sequence[Box]) -> Iterator[str]:
    """The names, outlined to be readable over pieces: below the flags, or above if pieces or a joint are below.

    They stay on the ground: at the edge of a sheet a name moves aside, and a long one is in smaller letters.
    """
    occupied = {piece.tile for _, piece in combat.pieces()}
    right_edge, bottom = MARGIN + combat.ground.width * TILE, MARGIN + combat.ground.height * TILE
    vertical = [(joint.left, joint.right) for joint in joints if joint.height > joint.width]
    vertical += [(0, MARGIN), (right_edge, right_edge + MARGIN)]
    horizontal = [(joint.top, joint.bottom) for joint in joints if joint.height <= joint.width]
    horizontal += [(0, MARGIN), (bottom, bottom + MARGIN)]
    for objective in combat.ground.objectives:
        x, y = _middle(objective.tile)
        left, right = _between(x, vertical)
        length = _length(objective.name)
        size = min(NAME_SIZE, (right - left) / length)
        half = length * size / 2
        at, anchor = (left, "start") if x - half < left else (right, "end") if x + half > right else (x, "middle")
        rows = ((objective.y + 1, y + TILE // 2 + 11), (objective.y - 1, y - TILE // 2 - 1))
        _, base = min(rows, key=partial(_obstacles, objective.x, occupied, horizontal))
        place = f'x="{at}" y="{base}" font-size="{size:g}" font-weight="600" text-anchor="{anchor}"'
        name = html.escape(objective.name)
        edge = f'fill="{inks.paper}" stroke="{inks.paper}" stroke-width="4" stroke-linejoin="round"'
        yield f"<text {place} {edge}>{name}</text>"
        yield f'<text {place} fill="{inks.gold}">{name}</text>'


# --- pieces ------------------------------------------------------------------------------------------


def _pieces(inks: Inks, combat: Combat) -> Iterator[str]:
    full = {entry.key: (entry.name, entry.profile.hp) for entry in combat.profiles}
    on_map = [(squad, piece) for squad, piece in combat.pieces() if OFF_MAP not in piece.tile]
    for standing in (False, True):
        for squad, piece in on_map:
            name, hp = full[piece.profile]
            if (piece.hp > 0) is standing and not is_killed(piece.hp, hp):
                state = "standing" if piece.hp > 0 else "abandoned" if piece.abandoned else "downed"
                broken = ", broken" if squad.broken else ""
                title = html.escape(f"{piece.id} {piece.name or name}, {squad.name}: {piece.hp} HP, {state}{broken}")
                up, broken_up = piece.hp > 0, bool(squad.broken) and piece.hp > 0
                shape = _shape(inks, *_middle(piece.tile), squad.side, piece.id, up, bool(piece.abandoned), broken_up)
                yield f"<g><title>{title}</title>{shape}</g>"


def _outline(x: int, y: int, side: Allegiance, half: float, look: str) -> str:
    if side is Allegiance.PLAYERS:
        return f'<circle cx="{x}" cy="{y}" r="{half}" {look}/>'
    return f'<rect x="{x - half}" y="{y - half}" width="{2 * half}" height="{2 * half}" {look}/>'


def _shape(
    inks: Inks,
    x: int,
    y: int,
    side: Allegiance,
    text: str,
    up: bool = True,
    abandoned: bool = False,
    broken: bool = False,
) -> str:
    """A piece: filled if it stands, hollow with strokes at its corners if it is down, ringed if it is broken."""
    colour = inks.sides[side]
    fill, ink = (colour, "#ffffff") if up and side in inks.filled else (inks.paper, colour)
    half = PIECE - 3 if broken else PIECE
    dashes = "" if up else ' stroke-dasharray="3 2"'
    shape = _outline(x, y, side, half, f'fill="{fill}" stroke="{colour}" stroke-width="2"{dashes}')
    if broken:
        ring = f'fill="none" stroke="{inks.ink}" stroke-width="2" stroke-dasharray="4 3"'
        shape += _outline(x, y, side, PIECE + 1, ring)
    if not up:
        far, reach = PIECE, 6
        strokes = f"M{x - far} {y - far}l{reach} {reach}M{x + far} {y + far}l-{reach} -{reach}"
        if abandoned:
            strokes += f"M{x + far} {y - far}l-{reach} {reach}M{x - far} {y + far}l{reach} -{reach}"
        shape += f'<path d="{strokes}" stroke="{colour}" stroke-width="3"/>'
    size = 13 if len(text) < 4 and not broken else 11
    place = f'x="{x}" y="{y + size // 3 + 1}" font-size="{size}" font-weight="600" text-anchor="middle"'
    return f'{shape}<text {place} fill="{ink}">{text}</text>'


# --- the legend --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Sign:
    """A sign with its meaning, drawn at the middle of a square as large as a tile."""

    kind: str
    text: str
    side: Allegiance = Allegiance.PLAYERS
    number: str = ""

    @property
    def width(self) -> int:
        return round(TILE + 6 + len(self.text) * LETTER_WIDTH + 14)

    def draw(self, inks: Inks, x: int, y: int) -> str:
        left, top = x - TILE // 2, y - TILE // 2
        inner = f'x="{left + 4}" y="{top + 6}" width="{TILE - 8}" height="{TILE - 12}"'
        if self.kind == "wall":
            cross = _cross(left + 4, top + 6, TILE - 8, TILE - 12) if inks.wall == inks.paper else "M0 0"
            wall = f'<rect {inner} fill="{inks.wall}" stroke="{inks.wall_edge}"/>'
            return f'{wall}<path d="{cross}" stroke="{inks.wall_edge}" stroke-width="1.2"/>'
        if self.kind == "cover":
            strokes = "".join(f"M{left + step} {top + 24}l6 -16" for step in (6, 13, 20))
            ground = f'<rect {inner} fill="{inks.cover_ground}"/>'
            return f'{ground}<path d="{strokes}" stroke="{inks.cover}" stroke-width="2"/>'
        if self.kind == "objective":
            return _flag(inks, x, y, Holder.NOBODY)
        if self.kind in ("downed", "abandoned"):
            shape = _shape(inks, 0, 0, self.side, "", up=False, abandoned=self.kind == "abandoned")
        else:
            shape = _shape(inks, 0, 0, self.side, self.number, broken=self.kind == "broken")
        return f'<g transform="translate({x} {y}) scale(0.8)">{shape}</g>'


def _legend(combat: Combat, pieces: bool) -> Iterator[_Sign]:
    """The signs on this map, and the squads by number."""
    full = {entry.key: entry.profile.hp for entry in combat.profiles}
    if pieces:
        on_map = [
            (squad, piece)
            for squad, piece in combat.pieces()
            if OFF_MAP not in piece.tile and not is_killed(piece.hp, full[piece.profile])
        ]
        for squad in dict.fromkeys(squad for squad, _ in on_map):
            yield _Sign("squad", squad.name, squad.side, squad.id)
        down = [piece for _, piece in on_map if piece.hp <= 0]
        if any(not piece.abandoned for piece in down):
            yield _Sign("downed", "downed")
        if any(piece.abandoned for piece in down):
            yield _Sign("abandoned", "abandoned")
        if any(squad.broken and piece.hp > 0 for squad, piece in on_map):
            yield _Sign("broken", "morale broken")
    if combat.ground.blocked_tiles:
        yield _Sign("wall", "blocked")
    if combat.ground.cover_tiles:
        yield _Sign("cover", "cover")
    if combat.ground.objectives:
        yield _Sign("objective", "objective and its reach")


def _rows(signs: Iterator[_Sign], width: int) -> Iterator[list[_Sign]]:
    """The signs in rows no wider than the map."""
    row: list[_Sign] = []
    maximum = max(8, int((width - TILE - 20) / LETTER_WIDTH))
    for whole in signs:
        short = len(whole.text) <= maximum
        sign = whole if short else replace(whole, text=f"{whole.text[: maximum - 1]}…")
        if row and sum(each.width for each in row) + sign.width > width:
            yield row
            row = []
        row.append(sign)
    if row:
        yield row


def _legend_row(inks: Inks, row: list[_Sign], y: int) -> Iterator[str]:
    x = MARGIN
    for sign in row:
        yield sign.draw(inks, x + TILE // 2, y)
        place = f'x="{x + TILE + 2}" y="{y + 5}" font-size="{LEGEND_SIZE}"'
        yield f'<text {place} fill="{inks.ink}">{html.escape(sign.text)}</text>'
        x += sign.width
