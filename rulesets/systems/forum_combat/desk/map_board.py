"""The board: the map with all pieces on it or beside it."""

from rulesets.core.desk import Board, BoardGroup, BoardMark, BoardPiece
from rulesets.core.reference import Line

from ..morale import objective_radius
from ..tiles import letters
from ..units import Allegiance
from .battlefield import LiveBattlefield, LiveSquad
from .combat import BLOCKED, COVER, OPEN
from .rounds import BattleRecord, now

SIDES = tuple(Allegiance)
LEGEND = ((OPEN, "open"), (BLOCKED, "blocked"), (COVER, "cover"))


def board(battle: BattleRecord) -> Board:
    """The map with all pieces on it or beside it."""
    combat = now(battle)
    near = objective_radius(combat.house())
    pieces, groups = [], []
    field = LiveBattlefield(combat)
    for squad in field.squads.values():
        side = SIDES.index(squad.side)
        groups.append(BoardGroup(squad.id, squad.name, side, squad.owner, _squad_words(field, squad)))
        for piece in squad.pieces:
            title = f"{piece.name}, {squad.name}: {piece.hp} of {piece.profile.hp} HP, {piece.state}"
            x, y = piece.tile if piece.on_map else (None, None)
            pieces.append(BoardPiece(piece.id, squad.id, piece.id, x, y, side, piece.state, title))
    marks = tuple(
        BoardMark(one.name, one.x, one.y, one.near(near), f"held by {one.holder.label.lower()}")
        for one in combat.ground.objectives
    )
    columns = tuple(letters(x) for x in range(combat.ground.width))
    down = tuple(str(y + 1) for y in range(combat.ground.height))
    facts = [Line(one.name, f"{one.cp} of {one.cp_max} CP") for one in combat.characters if one.cp_max]
    facts += [Line(mark.title, mark.text) for mark in marks]
    return Board(combat.ground.rows, columns, down, LEGEND, tuple(groups), tuple(pieces), marks, tuple(facts))


def _squad_words(field: LiveBattlefield, squad: LiveSquad) -> str:
    remaining = squad.remaining()
    words = [f"{remaining.standing} of {remaining.start} standing"]
    words += [f"{len(squad.carried())} downed"] if squad.carried() else []
    words += ["engaged"] if field.engaged_pieces(squad) else []
    words += ["shot"] if squad.shot else []
    words += ["broken"] if squad.broken else []
    return ", ".join(words)
