"""What changes in a combat: single changes, the difference of two states, and a state after changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Annotated, Any

from rulesets.core.declarations import Ask, Choice
from rulesets.core.desk import DeskError
from rulesets.systems.forum_combat.desk.combat import HOLDERS, TERRAIN, Combat, CombatSquad, T, TileMap
from rulesets.systems.forum_combat.tiles import read_tile, tile_name


class Thing(Choice):
    """What a change is about."""

    PIECE = "piece", "Unit"
    SQUAD = "squad", "Squad"
    CHARACTER = "character", "Character"
    OBJECTIVE = "objective", "Objective"
    TILE = "tile", "Tile"


FIELDS: dict[Thing, tuple[str, ...]] = {
    Thing.PIECE: ("hp", "x", "y", "abandoned", "shot"),
    Thing.SQUAD: ("shot", "broken"),
    Thing.CHARACTER: ("cp",),
    Thing.OBJECTIVE: ("holder",),
    Thing.TILE: ("terrain",),
}
"""What may change of each thing. A holder and a terrain are written as their place in ``HOLDERS`` and ``TERRAIN``."""

FLAGS = ("shot",)


@dataclass(frozen=True, slots=True)
class Change:
    """One number that changed: of which thing (its number, name or tile), which field, and to what."""

    thing: Annotated[Thing, Ask("Of")]
    id: Annotated[str, Ask("Which")]
    field: Annotated[str, Ask("Field", max_length=12)]
    value: Annotated[int, Ask("To", min=-600, max=999)]


def _values(thing: Thing, of: Any) -> Iterator[tuple[str, int]]:
    for field in FIELDS[thing]:
        value = getattr(of, field)
        yield field, HOLDERS.index(value) if field == "holder" else int(value)


def subjects(combat: Combat) -> Iterator[tuple[Thing, str, Any]]:
    """All that may change in a combat but its tiles, with its number or name."""
    for squad, piece in combat.pieces():
        if piece is squad.pieces[0]:
            yield Thing.SQUAD, squad.id, squad
        yield Thing.PIECE, piece.id, piece
    for character in combat.characters:
        yield Thing.CHARACTER, character.name, character
    for objective in combat.ground.objectives:
        yield Thing.OBJECTIVE, objective.name, objective


def differences(before: Iterable[tuple[Thing, str, Any]], after: Iterable[tuple[Thing, str, Any]]) -> Iterator[Change]:
    """What is different in later states of the same subjects."""
    for (thing, name, old), (_, _, new) in zip(before, after, strict=True):
        if old is not new:
            for (field, was), (_, now) in zip(_values(thing, old), _values(thing, new), strict=True):
                if was != now:
                    yield Change(thing, name, field, now)


def difference(before: Combat, after: Combat) -> tuple[Change, ...]:
    """What is different in a later state of the same combat."""
    found = list(differences(subjects(before), subjects(after)))
    if before.ground.rows != after.ground.rows:
        for y, (was_row, now_row) in enumerate(zip(before.ground.rows, after.ground.rows, strict=True)):
            for x, (was_tile, now_tile) in enumerate(zip(was_row, now_row, strict=True)):
                if was_tile != now_tile:
                    found.append(Change(Thing.TILE, tile_name((x, y)), "terrain", TERRAIN.index(now_tile)))
    return tuple(found)


class NoSuchThing(DeskError):
    """A change to something that the combat has not; the message says what."""


def changed(combat: Combat, changes: Iterable[Change]) -> Combat:
    """The combat after the changes; raises ``NoSuchThing``."""
    changes = tuple(changes)
    if not changes:
        return combat
    wanted: dict[Thing, dict[str, dict[str, Any]]] = {thing: {} for thing in Thing}
    painted: list[Change] = []
    for change in changes:
        if change.field not in FIELDS[change.thing]:
            raise NoSuchThing(f"A {change.thing.label.lower()} has no {change.field!r} that could change.")
        if change.thing is Thing.TILE:
            painted.append(change)
            continue
        value: Any = change.value
        if change.field == "holder":
            value = HOLDERS[_place(change, len(HOLDERS))]
        elif change.field in FLAGS:
            value = bool(change.value)
        wanted[change.thing].setdefault(change.id, {})[change.field] = value
    squads = tuple(_squad_changed(squad, wanted[Thing.SQUAD], wanted[Thing.PIECE]) for squad in combat.squads)
    characters = tuple(_taken(wanted[Thing.CHARACTER], one.name, one) for one in combat.characters)
    objectives = tuple(_taken(wanted[Thing.OBJECTIVE], one.name, one) for one in combat.ground.objectives)
    for thing, left in wanted.items():
        for name in left:
            raise NoSuchThing(f"This combat has no {thing.label.lower()} {name!r}.")
    ground = _painted(combat.ground, painted)
    if objectives != ground.objectives:
        ground = replace(ground, objectives=objectives)
    return replace(combat, squads=squads, characters=characters, ground=ground)


def _squad_changed(
    squad: CombatSquad, squads: dict[str, dict[str, Any]], pieces: dict[str, dict[str, Any]]
) -> CombatSquad:
    values = squads.pop(squad.id, {})
    if any(piece.id in pieces for piece in squad.pieces):
        values = values | {"pieces": tuple(_taken(pieces, piece.id, piece) for piece in squad.pieces)}
    return replace(squad, **values) if values else squad


def _taken(wanted: dict[str, dict[str, Any]], name: str, of: T) -> T:
    values = wanted.pop(name, None)
    return of if values is None else replace(of, **values)  # type: ignore[type-var]


def _painted(ground: TileMap, changes: list[Change]) -> TileMap:
    if not changes:
        return ground
    rows = [list(row) for row in ground.rows]
    for change in changes:
        tile = read_tile(change.id)
        if tile is None or not ground.holds(tile):
            raise NoSuchThing(f"The map has no tile {change.id!r}.")
        rows[tile[1]][tile[0]] = TERRAIN[_place(change, len(TERRAIN))]
    return replace(ground, rows=tuple("".join(row) for row in rows))


def _place(change: Change, most: int) -> int:
    if not 0 <= change.value < most:
        raise NoSuchThing(f"{change.field} {change.value} is none; 0 to {most - 1} are.")
    return change.value
