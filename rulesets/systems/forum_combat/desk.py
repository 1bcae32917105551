"""The game master's desk of this game, as the site runs it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Annotated, Any

from rulesets.core.asks import Ask, Choice
from rulesets.core.codec import CodecError, decode, encode
from rulesets.core.desk import (
    Board,
    BoardGroup,
    BoardMark,
    BoardPiece,
    Desk,
    DeskError,
    Edit,
    Forecast,
    GroupChoices,
    Options,
    OrderChoice,
    Stage,
    StageState,
    Subject,
)
from rulesets.core.force import Force
from rulesets.core.reference import Line
from rulesets.systems.forum_combat import forecasts, map_drawing, muster, report, rounds, salvos
from rulesets.systems.forum_combat.allotment import is_killed
from rulesets.systems.forum_combat.battlefield import Battlefield, LiveSquad
from rulesets.systems.forum_combat.catalogue import RULINGS
from rulesets.systems.forum_combat.combat import (
    BLOCKED,
    COVER,
    HOLDERS,
    LEAST_MAP,
    MOST_MAP,
    OFF_MAP,
    OPEN,
    PHASES,
    TERRAIN,
    Change,
    Combat,
    CombatSquad,
    Holder,
    HouseRule,
    Objective,
    Piece,
    Thing,
    open_ground,
)
from rulesets.systems.forum_combat.command_phase import side_of
from rulesets.systems.forum_combat.morale import Strength
from rulesets.systems.forum_combat.movement_phase import tiles_allowed
from rulesets.systems.forum_combat.orders import HELP, Bonus, Ending
from rulesets.systems.forum_combat.record_checks import record_faults
from rulesets.systems.forum_combat.rounds import Battle, now
from rulesets.systems.forum_combat.setting_up import USUAL_HEIGHT, USUAL_WIDTH, faults, new_combat
from rulesets.systems.forum_combat.squads import AbilityTarget, Side, WeaponType
from rulesets.systems.forum_combat.tiles import Tile, letters, read_tile, steps_between, tile_name, walk

SIDES = tuple(Side)
LEGEND = ((OPEN, "open"), (BLOCKED, "blocked"), (COVER, "cover"))


class GroundKind(Choice):
    """What a tile may be."""

    OPEN = "open", "Open"
    BLOCKED = "blocked", "Blocked"
    COVER = "cover", "Cover"


@dataclass(frozen=True, slots=True)
class Setup:
    """What is asked for a new combat."""

    name: Annotated[str, Ask("Name")] = "Combat"
    width: Annotated[int, Ask("Tiles across", min=LEAST_MAP, max=MOST_MAP)] = USUAL_WIDTH
    height: Annotated[int, Ask("Tiles down", min=LEAST_MAP, max=MOST_MAP)] = USUAL_HEIGHT


@dataclass(frozen=True, slots=True)
class End:
    """What is asked when a combat ends."""

    ending: Annotated[Ending, Ask("How it ended")] = Ending.MET
    won: Annotated[bool, Ask("The players have won")] = True


# --- edits -------------------------------------------------------------------------------------------

MOST_TILE_NAME = 5
REASON = Ask("Reason", "Stands in the report", max_length=200)


@dataclass(frozen=True, slots=True)
class PlacePiece:
    """A unit set on a tile, or taken off the map."""

    piece: Annotated[str, Ask("Unit", max_length=8)] = "1a"
    tile: Annotated[str, Ask("Tile", "Such as C4; empty: beside the map", max_length=MOST_TILE_NAME)] = ""
    reason: Annotated[str, REASON] = ""


@dataclass(frozen=True, slots=True)
class PlaceSquad:
    """A whole squad set down, its first unit on the tile and the others beside it."""

    squad: Annotated[str, Ask("Squad", max_length=4)] = "1"
    tile: Annotated[str, Ask("Tile", "Such as C4", max_length=MOST_TILE_NAME)] = "A1"
    reason: Annotated[str, REASON] = ""


@dataclass(frozen=True, slots=True)
class Paint:
    """A rectangle of tiles of one kind."""

    tile: Annotated[str, Ask("Tile", "Such as C4", max_length=MOST_TILE_NAME)] = "A1"
    across: Annotated[int, Ask("Tiles across", min=1, max=MOST_MAP)] = 1
    down: Annotated[int, Ask("Tiles down", min=1, max=MOST_MAP)] = 1
    ground: Annotated[GroundKind, Ask("Ground")] = GroundKind.BLOCKED


@dataclass(frozen=True, slots=True)
class SetHealth:
    """A unit's HP."""

    piece: Annotated[str, Ask("Unit", max_length=8)] = "1a"
    hp: Annotated[int, Ask("HP", "0 and below: downed", min=-600, max=60)] = 1
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
    """One more objective, before the first round."""

    name: Annotated[str, Ask("Name", max_length=40)] = "Objective"
    tile: Annotated[str, Ask("Tile", "Such as C4", max_length=MOST_TILE_NAME)] = "A1"
    radius: Annotated[int | None, Ask("Radius", "Empty: by the rulings", min=0, max=MOST_MAP)] = None


@dataclass(frozen=True, slots=True)
class RemoveObjective:
    """One objective less, before the first round."""

    name: Annotated[str, Ask("Name", max_length=40)] = "Objective"


@dataclass(frozen=True, slots=True)
class Resize:
    """Another size of the map and another cover, before the first round; what no longer fits goes off the map."""

    width: Annotated[int, Ask("Tiles across", min=LEAST_MAP, max=MOST_MAP)] = USUAL_WIDTH
    height: Annotated[int, Ask("Tiles down", min=LEAST_MAP, max=MOST_MAP)] = USUAL_HEIGHT
    cover: Annotated[int, Ask("Cover", "Taken off the ACC of shots at squads in cover", min=0, max=6)] = 1


@dataclass(frozen=True, slots=True)
class SetRuling:
    """Another reading of an open question, before the first round: its switch, ``=`` and the reading."""

    ruling: Annotated[str, Ask("Ruling", max_length=81)] = ""


def _sound(battle: Battle) -> Battle:
    """The battle if what now stands fits together; raises ``DeskError`` with the first fault."""
    combat = now(battle)
    for fault in faults(combat):
        raise DeskError(f"{_place_words(combat, fault.path)} {fault.message}.")
    return battle


def _place_words(combat: Combat, path: str) -> str:
    """The unit, squad, character or objective that a path leads to, as a player calls it."""
    numbers = [int(number) for number in re.findall(r"\[(\d+)\]", path)]
    field = path.rpartition("]")[2].strip(".")
    what = f"{field.upper()} of " if field in ("hp", "cp") else ""
    if path.startswith("squads"):
        squad = combat.squads[numbers[0]]
        return what + (squad.pieces[numbers[1]].id if len(numbers) > 1 else squad.name)
    if path.startswith("characters"):
        return what + combat.characters[numbers[0]].name
    if path.startswith("ground.objectives"):
        return combat.ground.objectives[numbers[0]].name
    return "The combat"


def _amended(battle: Battle, changes: list[Change], reason: str) -> Battle:
    return _sound(rounds.amend(battle, tuple(changes), reason))


def _tile(text: str) -> Tile:
    """A tile by its name; raises ``DeskError``."""
    tile = read_tile(text.strip())
    if tile is None:
        raise DeskError(f"“{text}” is no tile; write column and row as they stand at the edges of the map, such as C4.")
    return tile


def place_piece(battle: Battle, asked: PlacePiece) -> Battle:
    """Set a unit on a tile."""
    x, y = _tile(asked.tile) if asked.tile else (OFF_MAP, OFF_MAP)
    changes = [Change(Thing.PIECE, asked.piece, name, value) for name, value in (("x", x), ("y", y))]
    return _amended(battle, changes, asked.reason)


def place(battle: Battle, piece: str, tile: Tile | None) -> Battle:
    """Set a unit on a tile, or take it off the map."""
    return place_piece(battle, PlacePiece(piece, tile_name(tile) if tile else ""))


def place_squad(battle: Battle, asked: PlaceSquad) -> Battle:
    """Set a squad down round a tile, its units where they stood to each other as far as there is room."""
    combat = now(battle)
    squad = _squad(combat, asked.squad)
    field = Battlefield(combat, combat.house())
    for piece in squad.pieces:
        field.occupied = {tile: there for tile, there in field.occupied.items() if there.id != piece.id}
    centre = _tile(asked.tile)
    if not field.enters(centre):
        raise DeskError(f"Nobody can stand on {tile_name(centre)}; choose an open tile.")
    if centre in field.occupied:
        there = field.occupied[centre]
        raise DeskError(f"{tile_name(centre)} is taken by {there.id} of {there.squad.name}; choose another tile.")
    spots = [
        tile
        for tile, _ in walk([centre], field.enters, lambda tile: True, field.most_steps)
        if tile not in field.occupied
    ]
    changes: list[Change] = []
    first = squad.pieces[0]
    for number, piece in enumerate(squad.pieces):
        if not spots:
            raise DeskError(f"There is no room for {squad.name} at {tile_name(centre)}.")
        spot = _nearest(spots, _beside(first, piece, centre, number))
        spots.remove(spot)
        changes += [Change(Thing.PIECE, piece.id, "x", spot[0]), Change(Thing.PIECE, piece.id, "y", spot[1])]
    return _amended(battle, changes, asked.reason)


def _nearest(spots: list[Tile], wanted: Tile) -> Tile:
    return min(spots, key=lambda tile: steps_between(tile, wanted))


def _beside(first: Piece, piece: Piece, centre: Tile, number: int) -> Tile:
    """Where a unit belongs when the first of its squad is at the centre: in a block when they were off the map."""
    if OFF_MAP in first.tile or OFF_MAP in piece.tile:
        return centre[0] + number % 3, centre[1] + number // 3
    return centre[0] + piece.x - first.x, centre[1] + piece.y - first.y


def _squad(combat: Combat, number: str) -> CombatSquad:
    try:
        return combat.squad(number)
    except KeyError:
        raise DeskError(f"There is no squad {number!r}; there are 1 to {len(combat.squads)}.") from None


def paint(battle: Battle, asked: Paint) -> Battle:
    """Change the ground; units on it have to be moved first."""
    left, top = _tile(asked.tile)
    tiles = [(x, y) for y in range(top, top + asked.down) for x in range(left, left + asked.across)]
    return paint_tiles(battle, tuple(tiles), TERRAIN[tuple(GroundKind).index(asked.ground)])


def paint_tiles(battle: Battle, tiles: tuple[Tile, ...], sign: str) -> Battle:
    """Change the ground of those tiles that are on the map; units on them have to be moved first."""
    ground = now(battle).ground
    if sign not in TERRAIN:
        raise DeskError(f"There is no ground {sign!r}; there are {' '.join(TERRAIN)}.")
    value = TERRAIN.index(sign)
    changes = [Change(Thing.TILE, tile_name(tile), "terrain", value) for tile in tiles if ground.holds(tile)]
    if not changes:
        raise DeskError(f"The map has {ground.width} by {ground.height} tiles; choose one of them.")
    return _amended(battle, changes, "")


def set_health(battle: Battle, asked: SetHealth) -> Battle:
    """Set a unit's HP."""
    return _amended(battle, [Change(Thing.PIECE, asked.piece, "hp", asked.hp)], asked.reason)


def set_abandoned(battle: Battle, asked: SetAbandoned) -> Battle:
    """Leave a unit behind in this round, or take it along again."""
    value = max(1, len(battle.rounds)) if asked.abandoned else 0
    return _amended(battle, [Change(Thing.PIECE, asked.piece, "abandoned", value)], asked.reason)


def set_broken(battle: Battle, asked: SetBroken) -> Battle:
    """Break a squad or mend it."""
    value = max(1, len(battle.rounds)) if asked.broken else 0
    return _amended(battle, [Change(Thing.SQUAD, asked.squad, "broken", value)], asked.reason)


def set_shot(battle: Battle, asked: SetShot) -> Battle:
    """Let a squad count as having shot, or not."""
    return _amended(battle, [Change(Thing.SQUAD, asked.squad, "shot", int(asked.shot))], asked.reason)


def set_points(battle: Battle, asked: SetPoints) -> Battle:
    """Set a character's Command Points."""
    return _amended(battle, [Change(Thing.CHARACTER, asked.character, "cp", asked.cp)], asked.reason)


def set_holder(battle: Battle, asked: SetHolder) -> Battle:
    """Give an objective to a side."""
    value = HOLDERS.index(asked.holder)
    return _amended(battle, [Change(Thing.OBJECTIVE, asked.objective, "holder", value)], asked.reason)


def _rebuilt(battle: Battle, combat: Combat) -> Battle:
    if battle.rounds:
        raise DeskError("This is set up before the first round; undo the rounds or start a new combat.")
    return _sound(replace(battle, start=combat))


def add_objective(battle: Battle, asked: AddObjective) -> Battle:
    """Put an objective on the map."""
    ground = battle.start.ground
    made = Objective(asked.name, *_tile(asked.tile), asked.radius)
    return _rebuilt(battle, replace(battle.start, ground=replace(ground, objectives=(*ground.objectives, made))))


def remove_objective(battle: Battle, asked: RemoveObjective) -> Battle:
    """Take an objective off the map."""
    ground = battle.start.ground
    left = tuple(objective for objective in ground.objectives if objective.name != asked.name)
    if left == ground.objectives:
        raise DeskError(f"There is no objective {asked.name!r}.")
    return _rebuilt(battle, replace(battle.start, ground=replace(ground, objectives=left)))


def resize(battle: Battle, asked: Resize) -> Battle:
    """Make the map larger or smaller; what lies beyond it goes off the map."""
    ground = battle.start.ground
    bare = open_ground(asked.width, asked.height)
    rows = tuple((old + new[len(old) :])[: asked.width] for old, new in zip(ground.rows, bare.rows, strict=False))
    kept = tuple(one for one in ground.objectives if bare.holds(one.tile))
    made = replace(bare, rows=rows + bare.rows[len(rows) :], cover=asked.cover, objectives=kept)
    squads = tuple(
        replace(
            squad,
            pieces=tuple(
                piece if made.holds(piece.tile) else replace(piece, x=OFF_MAP, y=OFF_MAP) for piece in squad.pieces
            ),
        )
        for squad in battle.start.squads
    )
    return _rebuilt(battle, replace(battle.start, ground=made, squads=squads))


def set_ruling(battle: Battle, asked: SetRuling) -> Battle:
    """Play by another reading."""
    switch, _, reading = asked.ruling.partition("=")
    others = tuple(rule for rule in battle.start.house_rules if rule.switch != switch)
    return _rebuilt(battle, replace(battle.start, house_rules=(*others, HouseRule(switch, reading))))


# --- what a form starts from, and what it may be answered --------------------------------------------


def _piece(battle: Battle, number: str) -> Piece:
    return next((piece for _, piece in now(battle).pieces() if piece.id == number), next(now(battle).pieces())[1])


def _in_combat(battle: Battle, number: str) -> CombatSquad:
    combat = now(battle)
    return next((squad for squad in combat.squads if squad.id == number), combat.squads[0])


def _place_now(battle: Battle, asked: PlacePiece) -> PlacePiece:
    piece = _piece(battle, asked.piece)
    return replace(asked, piece=piece.id, tile="" if OFF_MAP in piece.tile else tile_name(piece.tile))


def _squad_place_now(battle: Battle, asked: PlaceSquad) -> PlaceSquad:
    squad = _in_combat(battle, asked.squad)
    first = squad.pieces[0].tile
    return replace(asked, squad=squad.id, tile=asked.tile if OFF_MAP in first else tile_name(first))


def _health_now(battle: Battle, asked: SetHealth) -> SetHealth:
    piece = _piece(battle, asked.piece)
    return replace(asked, piece=piece.id, hp=piece.hp)


def _abandoned_now(battle: Battle, asked: SetAbandoned) -> SetAbandoned:
    piece = _piece(battle, asked.piece)
    return replace(asked, piece=piece.id, abandoned=not piece.abandoned)


def _broken_now(battle: Battle, asked: SetBroken) -> SetBroken:
    squad = _in_combat(battle, asked.squad)
    return replace(asked, squad=squad.id, broken=not squad.broken)


def _shot_now(battle: Battle, asked: SetShot) -> SetShot:
    squad = _in_combat(battle, asked.squad)
    return replace(asked, squad=squad.id, shot=not squad.shot)


def _points_now(battle: Battle, asked: SetPoints) -> SetPoints:
    listed = now(battle).characters
    one = next((one for one in listed if one.name == asked.character), next(iter(listed), None))
    return asked if one is None else replace(asked, character=one.name, cp=one.cp)


def _holder_now(battle: Battle, asked: SetHolder) -> SetHolder:
    listed = now(battle).ground.objectives
    one = next((one for one in listed if one.name == asked.objective), next(iter(listed), None))
    return asked if one is None else replace(asked, objective=one.name, holder=one.holder)


def _size_now(battle: Battle, asked: Resize) -> Resize:
    ground = now(battle).ground
    return replace(asked, width=ground.width, height=ground.height, cover=ground.cover)


def _pieces_listed(battle: Battle) -> Options:
    combat = now(battle)
    names = {entry.key: entry.name for entry in combat.profiles}
    return {
        "piece": tuple(
            (piece.id, f"{piece.id} {piece.name or names[piece.profile]}, {squad.name}")
            for squad, piece in combat.pieces()
        )
    }


def _squads_listed(battle: Battle) -> Options:
    return {"squad": tuple((squad.id, f"{squad.id} {squad.name}") for squad in now(battle).squads)}


def _characters_listed(battle: Battle) -> Options:
    return {"character": tuple((one.name, one.name) for one in now(battle).characters)}


def _objectives_listed(field: str) -> Callable[[Battle], Options]:
    return lambda battle: {field: tuple((one.name, one.name) for one in now(battle).ground.objectives)}


def _rulings_listed(battle: Battle) -> Options:
    house = now(battle).house()
    listed = [
        (f"{ruling.switch}={reading.key}", f"{ruling.id} {ruling.question} {reading.text}")
        for ruling in RULINGS
        if ruling.switch
        for reading in ruling.readings
        if reading.key != house.choice(ruling.switch)
    ]
    return {"ruling": tuple(listed)}


EDITS: tuple[Edit[Battle], ...] = (
    Edit("place", "Place a unit", PlacePiece, place_piece, Subject.PIECE, "piece", _place_now, _pieces_listed),
    Edit("health", "Set HP", SetHealth, set_health, Subject.PIECE, "piece", _health_now, _pieces_listed),
    Edit(
        "abandoned",
        "Abandon or take along",
        SetAbandoned,
        set_abandoned,
        Subject.PIECE,
        "piece",
        _abandoned_now,
        _pieces_listed,
    ),
    Edit(
        "place-squad",
        "Place a squad",
        PlaceSquad,
        place_squad,
        Subject.GROUP,
        "squad",
        _squad_place_now,
        _squads_listed,
    ),
    Edit("broken", "Break or mend", SetBroken, set_broken, Subject.GROUP, "squad", _broken_now, _squads_listed),
    Edit("shot", "Count as having shot", SetShot, set_shot, Subject.GROUP, "squad", _shot_now, _squads_listed),
    Edit("paint", "Change the ground", Paint, paint, Subject.TILE, "tile"),
    Edit("objective", "Add an objective", AddObjective, add_objective, Subject.TILE, "tile"),
    Edit(
        "remove-objective",
        "Remove an objective",
        RemoveObjective,
        remove_objective,
        options=_objectives_listed("name"),
    ),
    Edit(
        "holder",
        "Give an objective",
        SetHolder,
        set_holder,
        current=_holder_now,
        options=_objectives_listed("objective"),
    ),
    Edit("points", "Set Command Points", SetPoints, set_points, current=_points_now, options=_characters_listed),
    Edit("resize", "Resize the map", Resize, resize, current=_size_now),
    Edit("ruling", "Change a ruling", SetRuling, set_ruling, options=_rulings_listed),
)


# --- reading and writing -----------------------------------------------------------------------------


def read(plain: Any) -> Battle:
    """Plain data as a battle; raises ``CodecError`` with a path for everything that is wrong."""
    battle = decode(Battle, plain)
    found = [replace(fault, path=f"start.{fault.path}") for fault in faults(battle.start)]
    if not found:
        found = list(record_faults(battle))
    if found:
        raise CodecError(tuple(found[:20]))
    return battle


def write(battle: Battle) -> dict[str, Any]:
    """A battle as plain data, ready for JSON."""
    plain: dict[str, Any] = encode(battle)
    return plain


# --- what the site shows -----------------------------------------------------------------------------


def board(battle: Battle) -> Board:
    """The map with everybody on it or beside it."""
    combat = now(battle)
    near = int(combat.house().choice("fc.obj_radius"))
    entries = {entry.key: entry for entry in combat.profiles}
    pieces, groups = [], []
    field = Battlefield(combat, combat.house())
    for squad in combat.squads:
        side = SIDES.index(squad.side)
        groups.append(BoardGroup(squad.id, squad.name, side, squad.owner, _squad_words(field, field.squads[squad.id])))
        for piece in squad.pieces:
            entry = entries[piece.profile]
            state = _state(piece, entry.profile.hp)
            title = f"{piece.name or entry.name}, {squad.name}: {piece.hp} of {entry.profile.hp} HP, {state}"
            off = OFF_MAP in piece.tile
            x, y = (None, None) if off else piece.tile
            pieces.append(BoardPiece(piece.id, squad.id, piece.id, x, y, side, state, title))
    marks = tuple(
        BoardMark(
            one.name, one.x, one.y, near if one.radius is None else one.radius, f"held by {one.holder.label.lower()}"
        )
        for one in combat.ground.objectives
    )
    across = tuple(letters(x) for x in range(combat.ground.width))
    down = tuple(str(y + 1) for y in range(combat.ground.height))
    facts = [Line(one.name, f"{one.cp} of {one.cp_max} CP") for one in combat.characters if one.cp_max]
    facts += [Line(mark.title, mark.text) for mark in marks]
    return Board(combat.ground.rows, across, down, LEGEND, tuple(groups), tuple(pieces), marks, tuple(facts))


def _state(piece: Piece, full: int) -> str:
    if piece.hp > 0:
        return "standing"
    if is_killed(piece.hp, full):
        return "killed"
    return "abandoned" if piece.abandoned else "downed"


def _squad_words(field: Battlefield, squad: LiveSquad) -> str:
    left: Strength = squad.left()
    words = [f"{left.standing} of {left.start} standing"]
    words += [f"{len(squad.carried())} downed"] if squad.carried() else []
    words += ["engaged"] if field.engaged_pieces(squad) else []
    words += ["shot"] if squad.shot else []
    words += ["broken"] if squad.broken else []
    return ", ".join(words)


def choices(battle: Battle) -> tuple[GroupChoices, ...]:
    """What every squad and character may be ordered now."""
    combat = now(battle)
    field = Battlefield(combat, combat.house())
    found = [
        GroupChoices(squad.id, squad.name, tuple(_squad_choices(field, squad)))
        for squad in field.squads.values()
        if any(piece.on_map for piece in squad.standing())
    ]
    for one in combat.characters:
        side, figure = side_of(combat, one.name), field.pieces.get(one.piece)
        own = figure.squad.id if figure is not None else ""
        points = one.cp if figure is None or figure.standing else -1
        listed = tuple(
            OrderChoice(f"use {entry.name} on {squad.name}", f"{entry.ability.cost} CP", entry.ability.cost <= points)
            for entry in (combat.ability(key) for key in one.abilities)
            for squad in sorted(field.squads.values(), key=lambda squad: squad.side is not side)
            if squad.id == own or entry.ability.target is not AbilityTarget.SELF
        )
        if listed:
            found.append(GroupChoices(own, one.name, listed))
    return tuple(found)


def _squad_choices(field: Battlefield, squad: LiveSquad) -> Iterator[OrderChoice]:
    enemies = [other for other in field.squads.values() if other.side is not squad.side and other.standing()]
    ready = [piece for piece in squad.standing() if salvos.may_shoot(field, piece)]
    armed = any(one.weapon.type is WeaponType.RANGED for piece in ready for one in piece.arms)
    for other in enemies if armed else ():
        distances = [found for found in (field.distance(piece, other) for piece in ready) if found is not None]
        reached = any(
            salvos.in_reach(field, piece, one, other, Bonus())
            for piece in ready
            for part in salvos.choices(field, piece, ())
            for one in part
        )
        title = f"{min(distances)} tiles" if distances else "off the map"
        if salvos.scrum(field, other) is not None:
            title += ", in melee"
        yield OrderChoice(f"shoot {other.name}", title, reached)
    engaged = bool(field.engaged_pieces(squad))
    for other in field.opponents(squad):
        yield OrderChoice(f"fight {other.name}", "in contact")
    far, near = (tiles_allowed(field, squad, Bonus(), shot, len(squad.carried())) for shot in (squad.shot, True))
    yield OrderChoice("move", f"{far} tiles, {near} after shooting", not engaged, tile=True)
    yield OrderChoice("disengage", "each engaged unit is downed on 1 to 3", not squad.shot, tile=True)
    for other in enemies:
        yield OrderChoice(f"charge {other.name}", "2d6 tiles after the move", not engaged and not squad.shot)


def forecast(battle: Battle, text: str) -> tuple[Forecast, ...]:
    """What orders for the coming round, or for the rest of the current one, may do."""
    combat, number, phase = rounds.about_to_play(battle)
    return forecasts.forecasts(combat, text, number, phase)


def stages(battle: Battle) -> tuple[Stage, ...]:
    """The phases of the current round; empty between rounds."""
    following = rounds.next_phase(battle)
    if following is None:
        return ()
    done = PHASES.index(following)
    states = [StageState.DONE] * done + [StageState.NEXT] + [StageState.WAITING] * (len(PHASES) - done - 1)
    return tuple(Stage(phase.value, phase.label, state) for phase, state in zip(PHASES, states, strict=True))


def new(setup: Setup, forces: tuple[Force[Any, Any, Any], ...]) -> Battle:
    """A battle between forces; raises ``DeskError``."""
    sides = {force.spec.side for force in forces}
    if len(sides) == 1:
        side = sides.pop().label.lower()
        raise DeskError(f"All these forces stand on one side, {side}; choose one of the other, or set its side first.")
    return Battle(new_combat(setup.name, forces, setup.width, setup.height))


DEMO_ORDERS = """\
# Anna
Lt. Vey: use Take Aim on Alpha
Alpha: shoot Reavers; move D3
Charlie: shoot Brutes
# Ben
Bravo: move H8
# the enemy
Reavers: shoot Alpha
Skulkers: shoot nearest; move T8
Brutes: move Q12
"""


def demo() -> Battle:
    """An example: two platoons' squads on a map with walls, cover and two objectives."""
    battle = Battle(new_combat("Red Hand Ridge", (muster.players(), muster.enemies()), 24, 18))
    for asked in (
        Paint("J3", 2, 4, GroundKind.BLOCKED),
        Paint("N12", 2, 4, GroundKind.BLOCKED),
        Paint("G9", 3, 2, GroundKind.COVER),
        Paint("P6", 3, 2, GroundKind.COVER),
    ):
        battle = paint(battle, asked)
    for placed in (AddObjective("Radio mast", "L9"), AddObjective("Well", "M16", 2)):
        battle = add_objective(battle, placed)
    return battle


def last_seed(battle: Battle) -> int | None:
    """The seed of the end, or of the last round; ``None`` before the first."""
    if battle.aftermath is not None:
        return battle.aftermath.seed
    return battle.rounds[-1].seed if battle.rounds else None


def finish(battle: Battle, asked: End, seed: int) -> Battle:
    """End the combat and roll for the lives of the downed."""
    return rounds.finish(battle, asked.ending, seed, asked.won)


DESK: Desk[Battle] = Desk(
    title="The game master’s desk",
    order_help=HELP,
    setup=Setup,
    new=new,
    demo=demo,
    demo_orders=DEMO_ORDERS,
    name=lambda battle: battle.start.name,
    forces=lambda: (muster.players(), muster.enemies()),
    read=read,
    write=write,
    board=board,
    place=place,
    place_group=lambda battle, squad, tile: place_squad(battle, PlaceSquad(squad, tile_name(tile))),
    paint=paint_tiles,
    edits=EDITS,
    choices=choices,
    orders=lambda battle: battle.rounds[-1].orders if battle.rounds else "",
    check=rounds.check,
    forecast=forecast,
    give=rounds.give_orders,
    change=rounds.change_orders,
    rounds=lambda battle: len(battle.rounds),
    seed=last_seed,
    stages=stages,
    play=rounds.play_phase,
    undo=rounds.undo,
    ending=End,
    finish=finish,
    is_over=lambda battle: battle.aftermath is not None,
    report=report.written,
    draw=lambda battle, pieces, ink: map_drawing.draw(now(battle), pieces, ink),
)
