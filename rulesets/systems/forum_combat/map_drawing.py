"""The map as an SVG that stands alone: no styles, scripts or ids.

Sides and states differ in shape, not in colour alone.
"""

from __future__ import annotations

import html
from collections.abc import Iterator

from rulesets.systems.forum_combat.allotment import is_killed
from rulesets.systems.forum_combat.combat import OFF_MAP, Combat, CombatSquad, Ground, Objective, Piece
from rulesets.systems.forum_combat.squads import Side
from rulesets.systems.forum_combat.tiles import Tile, letters

TILE = 32
MARGIN = 28
PAPER, INK, LINE, MUTED = "#fbfaf6", "#23231f", "#c9c5b8", "#6b675c"
WALL, COVER = "#57534a", "#8a9a5b"
SIDE_COLOURS = {Side.PLAYERS: "#1f4e8c", Side.ENEMIES: "#9c3a1e"}
GOLD = "#8a6a12"
LETTERS = "Barlow Condensed, Arial Narrow, Arial, sans-serif"


def draw(combat: Combat, pieces: bool = True) -> str:
    """The whole map: ground, coordinates, objectives, and (unless told not to) every piece that is on it."""
    ground, near = combat.ground, int(combat.house().choice("fc.obj_radius"))
    width, height = ground.width * TILE + 2 * MARGIN, ground.height * TILE + 2 * MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        f' role="img" font-family="{LETTERS}">',
        f"<title>{html.escape(combat.name or 'Map')}</title>",
        f'<rect width="{width}" height="{height}" fill="{PAPER}"/>',
        *_ground(ground),
        *_coordinates(ground),
        *(part for objective in ground.objectives for part in _objective(objective, near)),
        *(_pieces(combat) if pieces else ()),
        "</svg>",
    ]
    return "".join(parts)


def _corner(tile: Tile) -> Tile:
    return MARGIN + tile[0] * TILE, MARGIN + tile[1] * TILE


def _middle(tile: Tile) -> Tile:
    x, y = _corner(tile)
    return x + TILE // 2, y + TILE // 2


def _ground(ground: Ground) -> Iterator[str]:
    across, down = ground.width * TILE, ground.height * TILE
    walls = "".join("M{} {}h{t}v{t}h-{t}z".format(*_corner(tile), t=TILE) for tile in sorted(ground.blocked))
    if walls:
        yield f'<path d="{walls}" fill="{WALL}"/>'
    strokes = []
    for tile in sorted(ground.covered):
        x, y = _corner(tile)
        strokes.append(
            "".join(f"M{x + step} {y + TILE - 3}l{TILE // 4} -{TILE - 6}" for step in (4, TILE // 3 + 2, 2 * TILE // 3))
        )
    if strokes:
        yield f'<path d="{"".join(strokes)}" stroke="{COVER}" stroke-width="2" fill="none"/>'
    lines = "".join(f"M{MARGIN + x * TILE} {MARGIN}v{down}" for x in range(ground.width + 1))
    lines += "".join(f"M{MARGIN} {MARGIN + y * TILE}h{across}" for y in range(ground.height + 1))
    yield f'<path d="{lines}" stroke="{LINE}" stroke-width="1" fill="none"/>'


def _coordinates(ground: Ground) -> Iterator[str]:
    yield f'<g fill="{MUTED}" font-size="13" text-anchor="middle">'
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


def _objective(objective: Objective, near: int) -> Iterator[str]:
    """A flag, and the tiles within its radius in steps; ``near`` where it has none of its own."""
    x, y = _middle(objective.tile)
    reach = objective.near(near) * TILE + TILE // 2
    yield (
        f'<path d="M{x} {y - reach}L{x + reach} {y}L{x} {y + reach}L{x - reach} {y}z" fill="none" stroke="{GOLD}"'
        f' stroke-width="2" stroke-dasharray="6 5"/>'
    )
    name = html.escape(objective.name)
    yield (
        f"<g><title>{name}: held by {objective.holder.label.lower()}</title>"
        f'<path d="M{x - 7} {y + 12}v-24h16l-4 5l4 5h-14v14z" fill="{GOLD}"/>'
        f'<text x="{x}" y="{y + 26}" font-size="12" fill="{GOLD}" text-anchor="middle">{name}</text></g>'
    )


def _pieces(combat: Combat) -> Iterator[str]:
    full = {entry.key: (entry.name, entry.profile.hp) for entry in combat.profiles}
    placed = [(squad, piece) for squad, piece in combat.pieces() if OFF_MAP not in piece.tile]
    for standing in (False, True):
        for squad, piece in placed:
            name, hp = full[piece.profile]
            if (piece.hp > 0) is standing and not is_killed(piece.hp, hp):
                yield _piece(squad, piece, name)


def _piece(squad: CombatSquad, piece: Piece, profile: str) -> str:
    x, y = _middle(piece.tile)
    colour = SIDE_COLOURS[squad.side]
    half = TILE // 2 - 3
    state = "standing" if piece.hp > 0 else "abandoned" if piece.abandoned else "downed"
    broken = ", broken" if squad.broken else ""
    title = html.escape(f"{piece.id} {piece.name or profile}, {squad.name}: {piece.hp} HP, {state}{broken}")
    fill, ink = (colour, "#ffffff") if piece.hp > 0 else (PAPER, colour)
    dashes = ' stroke-dasharray="4 3"' if squad.broken else ""
    frame = f'fill="{fill}" stroke="{INK if squad.broken else colour}" stroke-width="2"{dashes}'
    if squad.side is Side.PLAYERS:
        shape = f'<circle cx="{x}" cy="{y}" r="{half}" {frame}/>'
    else:
        shape = f'<rect x="{x - half}" y="{y - half}" width="{2 * half}" height="{2 * half}" {frame}/>'
    cross = ""
    if piece.hp <= 0:
        legs = f"M{x - half} {y - half}l{2 * half} {2 * half}"
        if piece.abandoned:
            legs += f"M{x + half} {y - half}l-{2 * half} {2 * half}"
        cross = f'<path d="{legs}" stroke="{colour}" stroke-width="2"/>'
    place = f'x="{x}" y="{y + 5}" font-size="14" font-weight="600" text-anchor="middle"'
    text = f'<text {place} fill="{ink}">{piece.id}</text>'
    return f"<g><title>{title}</title>{shape}{cross}{text}</g>"
