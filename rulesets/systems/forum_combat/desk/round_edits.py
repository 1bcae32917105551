"""The game master's edits by hand: the questions and the effect of each."""

from dataclasses import dataclass, replace
from typing import Annotated

from rulesets.core.declarations.fields import Ask, Choice
from rulesets.core.desk import DeskError

from ..tiles import Tile, read_tile, steps_between, tile_name, walk
from . import rounds
from .battlefield import LiveBattlefield
from .combat import (
    MAX_MAP_SIDE,
    MIN_MAP_SIDE,
    OFF_MAP,
    TERRAIN,
    Combat,
    CombatPiece,
    CombatSquad,
    Holder,
    HouseRule,
    Objective,
    open_ground,
)
from .combat_changes import CombatChange, Thing
from .combat_checks import faults
from .new_combat import USUAL_HEIGHT, USUAL_WIDTH
from .rounds import BattleRecord, now


class GroundKind(Choice):
    """The kinds of ground."""

    OPEN = "open", "Open"
    BLOCKED = "blocked", "Blocked"
    COVER = "cover", "Cover"


MAX_TILE_NAME = 5
REASON = Ask("Reason", "The report shows it", max_length=200)


@dataclass(frozen=True, slots=True)
class PlacePiece:
    """A unit placed on a tile, or taken off the map."""

    piece: Annotated[str, Ask("Unit", max_length=8)] = "1a"
    tile: Annotated[
        str, Ask("Tile", "For example, C4. Leave blank to place it off the map", max_length=MAX_TILE_NAME)
    ] = ""
    reason: Annotated[str, REASON] = ""


@dataclass(frozen=True, slots=True)
class PlaceSquad:
    """A whole squad placed with its first unit on the tile and the others beside it."""

    squad: Annotated[str, Ask("Squad", max_length=4)] = "1"
    tile: Annotated[str, Ask("Tile", "For example, C4", max_length=MAX_TILE_NAME)] = "A1"
    reason: Annotated[str, REASON] = ""


@dataclass(frozen=True, slots=True)
class Paint:
    """A rectangle of tiles changed to one kind of ground."""

    tile: Annotated[str, Ask("Tile", "For example, C4", max_length=MAX_TILE_NAME)] = "A1"
    across: Annotated[int, Ask("Tiles across", min=1, max=MAX_MAP_SIDE)] = 1
    down: Annotated[int, Ask("Tiles down", min=1, max=MAX_MAP_SIDE)] = 1
    ground: Annotated[GroundKind, Ask("Ground")] = GroundKind.BLOCKED


@dataclass(frozen=True, slots=True)
class SetHealth:
    """A unit's HP."""

    piece: Annotated[str, Ask("Unit", max_length=8)] = "1a"
    hp: Annotated[int, Ask("HP", "At 0 or less the unit is downed", min=-600, max=60)] = 1
    reason: Annotated[str, REASON] = ""


@dataclass(frozen=True, slots=True)
class SetAbandoned:
    """Whether a downed unit was left behind."""

    piece: Annotated[str, Ask("Unit", max_length=8)] = "1a"
    abandoned: Annotated[bool, Ask("Abandoned")] = True
    reason: Annotated[str, REASON] = ""


@dataclass(frozen=True, slots=True)
class SetBroken:
    """A squad's morale."""

    squad: Annotated[str, Ask("Squad", max_length=4)] = "1"
    broken: Annotated[bool, Ask("Broken")] = True
    reason: Annotated[str, REASON] = ""


@dataclass(frozen=True, slots=True)
class SetShot:
    """Whether a squad counts as having shot this round."""

    squad: Annotated[str, Ask("Squad", max_length=4)] = "1"
    shot: Annotated[bool, Ask("Shot")] = True
    reason: Annotated[str, REASON] = ""


@dataclass(frozen=True, slots=True)
class SetPoints:
    """A character's Command Points."""

    character: Annotated[str, Ask("Character")] = ""
    cp: Annotated[int, Ask("CP", min=0, max=60)] = 0
    reason: Annotated[str, REASON] = ""


@dataclass(frozen=True, slots=True)
class SetHolder:
    """Who holds an objective."""

    objective: Annotated[str, Ask("Objective", max_length=40)] = ""
    holder: Annotated[Holder, Ask("Held by")] = Holder.NOBODY
    reason: Annotated[str, REASON] = ""


@dataclass(frozen=True, slots=True)
class AddObjective:
    """A new objective, before the first round."""

    name: Annotated[str, Ask("Name", max_length=40)] = "Objective"
    tile: Annotated[str, Ask("Tile", "For example, C4", max_length=MAX_TILE_NAME)] = "A1"
    radius: Annotated[int | None, Ask("Radius", "Leave blank to follow the rulings", min=0, max=MAX_MAP_SIDE)] = None


@dataclass(frozen=True, slots=True)
class RemoveObjective:
    """An objective to remove, before the first round."""

    name: Annotated[str, Ask("Name", max_length=40)] = "Objective"


@dataclass(frozen=True, slots=True)
class Resize:
    """A new size of the map and value of cover, before the first round."""

    width: Annotated[int, Ask("Tiles across", min=MIN_MAP_SIDE, max=MAX_MAP_SIDE)] = USUAL_WIDTH
    height: Annotated[int, Ask("Tiles down", min=MIN_MAP_SIDE, max=MAX_MAP_SIDE)] = USUAL_HEIGHT
    cover: Annotated[int, Ask("Cover", "Subtracted from the ACC of shots at squads in cover", min=0, max=6)] = 1


@dataclass(frozen=True, slots=True)
class SetRuling:
    """Another reading of an open question, before the first round: its switch, ``=`` and the reading."""

    ruling: Annotated[str, Ask("Ruling", max_length=81)] = ""


def _checked(battle: BattleRecord) -> BattleRecord:
    """The battle, if its present state has no faults; raises ``DeskError`` with the first one."""
    for fault in faults(now(battle)):
        raise DeskError(f"{fault.message[:1].upper()}{fault.message[1:]}.")
    return battle


def change_by_hand(battle: BattleRecord, changes: list[CombatChange], reason: str) -> BattleRecord:
    """Change the present state of the battle; raises ``DeskError`` if the result has faults."""
    return _checked(rounds.amend(battle, tuple(changes), reason))


def _tile(text: str) -> Tile:
    """A tile by its name; raises ``DeskError``."""
    tile = read_tile(text.strip())
    if tile is None:
        raise DeskError(f"“{text}” is not a tile. Write column and row as shown at the edges of the map, such as C4.")
    return tile


def place_piece(battle: BattleRecord, answers: PlacePiece) -> BattleRecord:
    """Place a unit on a tile, or take it off the map."""
    x, y = _tile(answers.tile) if answers.tile else (OFF_MAP, OFF_MAP)
    changes = [CombatChange(Thing.PIECE, answers.piece, name, value) for name, value in (("x", x), ("y", y))]
    return change_by_hand(battle, changes, answers.reason)


def place(battle: BattleRecord, piece: str, tile: Tile | None) -> BattleRecord:
    """Place a unit on a tile, or take it off the map."""
    return place_piece(battle, PlacePiece(piece, tile_name(tile) if tile else ""))


def place_squad(battle: BattleRecord, answers: PlaceSquad) -> BattleRecord:
    """Place a squad around a tile, its units in their present formation as far as there is room."""
    combat = now(battle)
    squad = _squad(combat, answers.squad)
    field = LiveBattlefield(combat)
    for piece in squad.pieces:
        field.occupants = {tile: other for tile, other in field.occupants.items() if other.id != piece.id}
    centre = _tile(answers.tile)
    if not field.enters(centre):
        raise DeskError(f"Nobody can stand on {tile_name(centre)}. Choose an open tile.")
    if centre in field.occupants:
        other = field.occupants[centre]
        raise DeskError(f"{tile_name(centre)} is taken by {other.id} of {other.squad.name}. Choose another tile.")
    spots = [
        tile
        for tile, _ in walk([centre], field.enters, lambda tile: True, field.max_steps)
        if tile not in field.occupants
    ]
    changes: list[CombatChange] = []
    first = squad.pieces[0]
    for number, piece in enumerate(squad.pieces):
        if not spots:
            raise DeskError(f"There is no room for {squad.name} at {tile_name(centre)}.")
        goal = _beside(first, piece, centre, number)
        spot = min(spots, key=lambda tile: steps_between(tile, goal))
        spots.remove(spot)
        changes += [
            CombatChange(Thing.PIECE, piece.id, "x", spot[0]),
            CombatChange(Thing.PIECE, piece.id, "y", spot[1]),
        ]
    return change_by_hand(battle, changes, answers.reason)


def _beside(first: CombatPiece, piece: CombatPiece, centre: Tile, number: int) -> Tile:
    """The tile of a unit if the first of its squad is at the centre; in a block if either was off the map."""
    if OFF_MAP in first.tile or OFF_MAP in piece.tile:
        return centre[0] + number % 3, centre[1] + number // 3
    return centre[0] + piece.x - first.x, centre[1] + piece.y - first.y


def _squad(combat: Combat, number: str) -> CombatSquad:
    try:
        return combat.squad(number)
    except KeyError:
        raise DeskError(f"There is no squad {number!r}. Squads are numbered from 1 to {len(combat.squads)}.") from None


def paint(battle: BattleRecord, answers: Paint) -> BattleRecord:
    """Change the ground; units on it have to be moved first."""
    left, top = _tile(answers.tile)
    tiles = [(x, y) for y in range(top, top + answers.down) for x in range(left, left + answers.across)]
    return paint_tiles(battle, tuple(tiles), TERRAIN[tuple(GroundKind).index(answers.ground)])


def paint_tiles(battle: BattleRecord, tiles: tuple[Tile, ...], sign: str) -> BattleRecord:
    """Change the ground of the tiles that are on the map; units on them have to be moved first."""
    ground = now(battle).ground
    if sign not in TERRAIN:
        raise DeskError(f"There is no terrain {sign!r}. Choose one of {' '.join(TERRAIN)}.")
    value = TERRAIN.index(sign)
    changes = [CombatChange(Thing.TILE, tile_name(tile), "terrain", value) for tile in tiles if ground.holds(tile)]
    if not changes:
        raise DeskError(f"The map is {ground.width} by {ground.height} tiles. Choose a tile on it.")
    return change_by_hand(battle, changes, "")


def _replace_start(battle: BattleRecord, combat: Combat) -> BattleRecord:
    if battle.rounds:
        raise DeskError("This can only be changed before the first round. Undo the rounds or start a new combat.")
    return _checked(replace(battle, start=combat))


def add_objective(battle: BattleRecord, answers: AddObjective) -> BattleRecord:
    """Put an objective on the map."""
    ground = battle.start.ground
    objective = Objective(answers.name, *_tile(answers.tile), answers.radius)
    objectives = (*ground.objectives, objective)
    return _replace_start(battle, replace(battle.start, ground=replace(ground, objectives=objectives)))


def remove_objective(battle: BattleRecord, answers: RemoveObjective) -> BattleRecord:
    """Take an objective off the map."""
    ground = battle.start.ground
    others = tuple(objective for objective in ground.objectives if objective.name != answers.name)
    if others == ground.objectives:
        raise DeskError(f"There is no objective {answers.name!r}.")
    return _replace_start(battle, replace(battle.start, ground=replace(ground, objectives=others)))


def resize(battle: BattleRecord, answers: Resize) -> BattleRecord:
    """Make the map larger or smaller; units beyond its edge go off the map, objectives are removed."""
    ground = battle.start.ground
    bare = open_ground(answers.width, answers.height)
    rows = tuple((old + new[len(old) :])[: answers.width] for old, new in zip(ground.rows, bare.rows, strict=False))
    objectives = tuple(one for one in ground.objectives if bare.holds(one.tile))
    new_ground = replace(bare, rows=rows + bare.rows[len(rows) :], cover=answers.cover, objectives=objectives)
    squads = tuple(
        replace(
            squad,
            pieces=tuple(
                piece if new_ground.holds(piece.tile) else replace(piece, x=OFF_MAP, y=OFF_MAP)
                for piece in squad.pieces
            ),
        )
        for squad in battle.start.squads
    )
    return _replace_start(battle, replace(battle.start, ground=new_ground, squads=squads))


def set_ruling(battle: BattleRecord, answers: SetRuling) -> BattleRecord:
    """Change the reading of an open question."""
    switch, _, reading = answers.ruling.partition("=")
    others = tuple(rule for rule in battle.start.house_rules if rule.switch != switch)
    return _replace_start(battle, replace(battle.start, house_rules=(*others, HouseRule(switch, reading))))
