"""The forms for edits: their first values and their options."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rulesets.core.declarations.fields import fields_of
from rulesets.core.desk import Edit, Options, Subject

from ..house_rules import RULINGS
from ..tiles import tile_name
from .combat import HOLDERS, OFF_MAP
from .combat_changes import CombatChange, Thing, subjects
from .round_edits import (
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
    change_by_hand,
    paint,
    place_piece,
    place_squad,
    remove_objective,
    resize,
    set_ruling,
)
from .rounds import BattleRecord, now


def _place_now(battle: BattleRecord, answers: PlacePiece) -> PlacePiece:
    pieces = [piece for _, piece in now(battle).pieces()]
    piece = next((piece for piece in pieces if piece.id == answers.piece), pieces[0])
    return replace(answers, piece=piece.id, tile="" if OFF_MAP in piece.tile else tile_name(piece.tile))


def _squad_place_now(battle: BattleRecord, answers: PlaceSquad) -> PlaceSquad:
    combat = now(battle)
    squad = next((squad for squad in combat.squads if squad.id == answers.squad), combat.squads[0])
    first = squad.pieces[0].tile
    return replace(answers, squad=squad.id, tile=answers.tile if OFF_MAP in first else tile_name(first))


def _size_now(battle: BattleRecord, answers: Resize) -> Resize:
    ground = now(battle).ground
    return replace(answers, width=ground.width, height=ground.height, cover=ground.cover)


def _piece_options(battle: BattleRecord) -> Options:
    combat = now(battle)
    names = {entry.key: entry.name for entry in combat.profiles}
    return {
        "piece": tuple(
            (piece.id, f"{piece.id} {piece.name or names[piece.profile]}, {squad.name}")
            for squad, piece in combat.pieces()
        )
    }


def _squad_options(battle: BattleRecord) -> Options:
    return {"squad": tuple((squad.id, f"{squad.id} {squad.name}") for squad in now(battle).squads)}


def _character_options(battle: BattleRecord) -> Options:
    return {"character": tuple((one.name, one.name) for one in now(battle).characters)}


def _objective_options(field: str) -> Callable[[BattleRecord], Options]:
    return lambda battle: {field: tuple((one.name, one.name) for one in now(battle).ground.objectives)}


def _ruling_options(battle: BattleRecord) -> Options:
    house = now(battle).house()
    options = [
        (f"{ruling.switch}={reading.key}", f"{ruling.id} {ruling.question} {reading.text}")
        for ruling in RULINGS
        if ruling.switch
        for reading in ruling.readings
        if reading.key != house.choice(ruling.switch)
    ]
    return {"ruling": tuple(options)}


def _set_value(
    slug: str,
    title: str,
    declaration: type[Any],
    thing: Thing,
    options: Callable[[BattleRecord], Options],
    about: Subject = Subject.BATTLE,
) -> Edit[BattleRecord]:
    """An edit whose declaration has a thing, by its number or name, and one of its values.

    The form starts with the present value, or for a switch with the opposite.
    """
    subject, field = (each.name for each in fields_of(declaration)[:2])

    def apply(battle: BattleRecord, answers: Any) -> BattleRecord:
        value = getattr(answers, field)
        if field == "holder":
            value = HOLDERS.index(value)
        elif field in ("abandoned", "broken"):
            # Stored as the round in which it happened.
            value = max(1, len(battle.rounds)) if value else 0
        return change_by_hand(
            battle, [CombatChange(thing, getattr(answers, subject), field, int(value))], answers.reason
        )

    def current(battle: BattleRecord, answers: Any) -> Any:
        things = {name: one for kind, name, one in subjects(now(battle)) if kind is thing}
        name = getattr(answers, subject) if getattr(answers, subject) in things else next(iter(things), None)
        if name is None:
            return answers
        value = getattr(things[name], field)
        is_switch = isinstance(getattr(answers, field), bool)
        return replace(answers, **{subject: name, field: not value if is_switch else value})

    return Edit(slug, title, declaration, apply, about, "" if about is Subject.BATTLE else subject, current, options)


EDITS: tuple[Edit[BattleRecord], ...] = (
    Edit("place", "Place a unit", PlacePiece, place_piece, Subject.PIECE, "piece", _place_now, _piece_options),
    _set_value("health", "Set HP", SetHealth, Thing.PIECE, _piece_options, Subject.PIECE),
    _set_value("abandoned", "Abandon or take along", SetAbandoned, Thing.PIECE, _piece_options, Subject.PIECE),
    Edit(
        "place-squad",
        "Place a squad",
        PlaceSquad,
        place_squad,
        Subject.GROUP,
        "squad",
        _squad_place_now,
        _squad_options,
    ),
    _set_value("broken", "Break or rally", SetBroken, Thing.SQUAD, _squad_options, Subject.GROUP),
    _set_value("shot", "Count as having shot", SetShot, Thing.SQUAD, _squad_options, Subject.GROUP),
    Edit("paint", "Change the ground", Paint, paint, Subject.TILE, "tile"),
    Edit("objective", "Add an objective", AddObjective, add_objective, Subject.TILE, "tile"),
    Edit(
        "remove-objective",
        "Remove an objective",
        RemoveObjective,
        remove_objective,
        options=_objective_options("name"),
    ),
    _set_value("holder", "Set who holds an objective", SetHolder, Thing.OBJECTIVE, _objective_options("objective")),
    _set_value("points", "Set Command Points", SetPoints, Thing.CHARACTER, _character_options),
    Edit("resize", "Resize the map", Resize, resize, current=_size_now),
    Edit("ruling", "Change a ruling", SetRuling, set_ruling, options=_ruling_options),
)
