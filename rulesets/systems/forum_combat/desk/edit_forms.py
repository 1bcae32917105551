"""What a form for a change starts from, and what it may be answered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rulesets.core.declarations import fields_of
from rulesets.core.desk import Edit, Options, Subject
from rulesets.systems.forum_combat.desk.combat import HOLDERS, OFF_MAP, CombatPiece, CombatSquad
from rulesets.systems.forum_combat.desk.combat_changes import Change, Thing, subjects
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
    amended,
    paint,
    place_piece,
    place_squad,
    remove_objective,
    resize,
    set_ruling,
)
from rulesets.systems.forum_combat.desk.rounds import BattleRecord, now
from rulesets.systems.forum_combat.house_rules import RULINGS
from rulesets.systems.forum_combat.tiles import tile_name


def _piece(battle: BattleRecord, number: str) -> CombatPiece:
    return next((piece for _, piece in now(battle).pieces() if piece.id == number), next(now(battle).pieces())[1])


def _in_combat(battle: BattleRecord, number: str) -> CombatSquad:
    combat = now(battle)
    return next((squad for squad in combat.squads if squad.id == number), combat.squads[0])


def _place_now(battle: BattleRecord, asked: PlacePiece) -> PlacePiece:
    piece = _piece(battle, asked.piece)
    return replace(asked, piece=piece.id, tile="" if OFF_MAP in piece.tile else tile_name(piece.tile))


def _squad_place_now(battle: BattleRecord, asked: PlaceSquad) -> PlaceSquad:
    squad = _in_combat(battle, asked.squad)
    first = squad.pieces[0].tile
    return replace(asked, squad=squad.id, tile=asked.tile if OFF_MAP in first else tile_name(first))


def _size_now(battle: BattleRecord, asked: Resize) -> Resize:
    ground = now(battle).ground
    return replace(asked, width=ground.width, height=ground.height, cover=ground.cover)


def _pieces_listed(battle: BattleRecord) -> Options:
    combat = now(battle)
    names = {entry.key: entry.name for entry in combat.profiles}
    return {
        "piece": tuple(
            (piece.id, f"{piece.id} {piece.name or names[piece.profile]}, {squad.name}")
            for squad, piece in combat.pieces()
        )
    }


def _squads_listed(battle: BattleRecord) -> Options:
    return {"squad": tuple((squad.id, f"{squad.id} {squad.name}") for squad in now(battle).squads)}


def _characters_listed(battle: BattleRecord) -> Options:
    return {"character": tuple((one.name, one.name) for one in now(battle).characters)}


def _objectives_listed(field: str) -> Callable[[BattleRecord], Options]:
    return lambda battle: {field: tuple((one.name, one.name) for one in now(battle).ground.objectives)}


def _rulings_listed(battle: BattleRecord) -> Options:
    house = now(battle).house()
    listed = [
        (f"{ruling.switch}={reading.key}", f"{ruling.id} {ruling.question} {reading.text}")
        for ruling in RULINGS
        if ruling.switch
        for reading in ruling.readings
        if reading.key != house.choice(ruling.switch)
    ]
    return {"ruling": tuple(listed)}


def _set_value(
    slug: str,
    title: str,
    declaration: type[Any],
    thing: Thing,
    options: Callable[[BattleRecord], Options],
    about: Subject = Subject.BATTLE,
) -> Edit[BattleRecord]:
    """An edit whose declaration asks for one thing, by its number or name, and for one of its values.

    The form begins with the value as it stands, or with the opposite of what is on or off.
    """
    subject, field = (each.name for each in fields_of(declaration)[:2])

    def apply(battle: BattleRecord, asked: Any) -> BattleRecord:
        value = getattr(asked, field)
        if field == "holder":
            value = HOLDERS.index(value)
        elif field in ("abandoned", "broken"):
            # Kept as the round in which it happened.
            value = max(1, len(battle.rounds)) if value else 0
        return amended(battle, [Change(thing, getattr(asked, subject), field, int(value))], asked.reason)

    def current(battle: BattleRecord, asked: Any) -> Any:
        listed = {name: one for kind, name, one in subjects(now(battle)) if kind is thing}
        name = getattr(asked, subject) if getattr(asked, subject) in listed else next(iter(listed), None)
        if name is None:
            return asked
        value = getattr(listed[name], field)
        is_switch = isinstance(getattr(asked, field), bool)
        return replace(asked, **{subject: name, field: not value if is_switch else value})

    return Edit(slug, title, declaration, apply, about, "" if about is Subject.BATTLE else subject, current, options)


EDITS: tuple[Edit[BattleRecord], ...] = (
    Edit("place", "Place a unit", PlacePiece, place_piece, Subject.PIECE, "piece", _place_now, _pieces_listed),
    _set_value("health", "Set HP", SetHealth, Thing.PIECE, _pieces_listed, Subject.PIECE),
    _set_value("abandoned", "Abandon or take along", SetAbandoned, Thing.PIECE, _pieces_listed, Subject.PIECE),
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
    _set_value("broken", "Break or repair", SetBroken, Thing.SQUAD, _squads_listed, Subject.GROUP),
    _set_value("shot", "Count as having shot", SetShot, Thing.SQUAD, _squads_listed, Subject.GROUP),
    Edit("paint", "Change the ground", Paint, paint, Subject.TILE, "tile"),
    Edit("objective", "Add an objective", AddObjective, add_objective, Subject.TILE, "tile"),
    Edit(
        "remove-objective",
        "Remove an objective",
        RemoveObjective,
        remove_objective,
        options=_objectives_listed("name"),
    ),
    _set_value("holder", "Give an objective", SetHolder, Thing.OBJECTIVE, _objectives_listed("objective")),
    _set_value("points", "Set Command Points", SetPoints, Thing.CHARACTER, _characters_listed),
    Edit("resize", "Resize the map", Resize, resize, current=_size_now),
    Edit("ruling", "Change a ruling", SetRuling, set_ruling, options=_rulings_listed),
)
