"""What a form for a change starts from, and what it may be answered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rulesets.core.desk import Edit, Options, Subject
from rulesets.systems.forum_combat.desk.combat import OFF_MAP, CombatSquad, Piece
from rulesets.systems.forum_combat.desk.edits import (
    AddObjective,
    Paint,
    PlacePiece,
    PlaceSquad,
    RemoveObjective,
    Resize,
    SetAbandoned,
    SetBroken,
    SetHealth,
    SetHolder,
    SetPoints,
    SetRuling,
    SetShot,
    add_objective,
    paint,
    place_piece,
    place_squad,
    remove_objective,
    resize,
    set_abandoned,
    set_broken,
    set_health,
    set_holder,
    set_points,
    set_ruling,
    set_shot,
)
from rulesets.systems.forum_combat.desk.rounds import Battle, now
from rulesets.systems.forum_combat.house_rules import RULINGS
from rulesets.systems.forum_combat.tiles import tile_name


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
