"""Changes in a combat: single changes, the difference between two states, and the state after changes."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Annotated, Any

from rulesets.core.declarations.fields import Ask, Choice
from rulesets.core.desk import DeskError

from ..tiles import read_tile, tile_name
from .combat import HOLDERS, TERRAIN, Combat, CombatSquad, T, TileMap


class Thing(Choice):
    """The kind of thing that a change is about."""

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
"""The fields of each thing that may change. Holders and terrain are places in ``HOLDERS`` and ``TERRAIN``."""

FLAGS = ("shot",)


@dataclass(frozen=True, slots=True)
class CombatChange:
    """The new value of one field of a thing, which ``id`` names by its number, name or tile."""

    thing: Annotated[Thing, Ask("Of")]
    id: Annotated[str, Ask("Which")]
    field: Annotated[str, Ask("Field", max_length=12)]
    value: Annotated[int, Ask("To", min=-600, max=999)]


def _values(thing: Thing, subject: Any) -> Iterator[tuple[str, int]]:
    for field in FIELDS[thing]:
        value = getattr(subject, field)
        yield field, HOLDERS.index(value) if field == "holder" else int(value)


def subjects(combat: Combat) -> Iterator[tuple[Thing, str, Any]]:
    """Everything in a combat that may change except tiles, with its number or name."""
    for squad, piece in combat.pieces():
        if piece is squad.pieces[0]:
            yield Thing.SQUAD, squad.id, squad
        yield Thing.PIECE, piece.id, piece
    for character in combat.characters:
        yield Thing.CHARACTER, character.name, character
    for objective in combat.ground.objectives:
        yield Thing.OBJECTIVE, objective.name, objective


def differences(
    before: Iterable[tuple[Thing, str, Any]], after: Iterable[tuple[Thing, str, Any]]
) -> Iterator[CombatChange]:
    """The changes from earlier to later states of the same subjects."""
    for (thing, name, old), (_, _, new) in zip(before, after, strict=True):
        if old is not new:
            for (field, was), (_, now) in zip(_values(thing, old), _values(thing, new), strict=True):
                if was != now:
                    yield CombatChange(thing, name, field, now)


def difference(before: Combat, after: Combat) -> tuple[CombatChange, ...]:
    """The changes from an earlier to a later state of the same combat."""
    changes = list(differences(subjects(before), subjects(after)))
    if before.ground.rows != after.ground.rows:
        for y, (was_row, now_row) in enumerate(zip(before.ground.rows, after.ground.rows, strict=True)):
            for x, (was_tile, now_tile) in enumerate(zip(was_row, now_row, strict=True)):
                if was_tile != now_tile:
                    changes.append(CombatChange(Thing.TILE, tile_name((x, y)), "terrain", TERRAIN.index(now_tile)))
    return tuple(changes)


class NoSuchThing(DeskError):
    """A change to something that the combat does not have; the message says what."""


def apply_changes(combat: Combat, changes: Iterable[CombatChange]) -> Combat:
    """The combat after the changes; raises ``NoSuchThing``."""
    changes = tuple(changes)
    if not changes:
        return combat
    values: dict[Thing, dict[str, dict[str, Any]]] = {thing: {} for thing in Thing}
    tiles: list[CombatChange] = []
    for change in changes:
        if change.field not in FIELDS[change.thing]:
            raise NoSuchThing(f"A {change.thing.label.lower()} has no {change.field!r} that can be changed.")
        if change.thing is Thing.TILE:
            tiles.append(change)
            continue
        value: Any = change.value
        if change.field == "holder":
            value = HOLDERS[_place(change, len(HOLDERS))]
        elif change.field in FLAGS:
            value = bool(change.value)
        values[change.thing].setdefault(change.id, {})[change.field] = value
    squads = tuple(_update_squad(squad, values[Thing.SQUAD], values[Thing.PIECE]) for squad in combat.squads)
    characters = tuple(_update(values[Thing.CHARACTER], one.name, one) for one in combat.characters)
    objectives = tuple(_update(values[Thing.OBJECTIVE], one.name, one) for one in combat.ground.objectives)
    for thing, unused in values.items():
        for name in unused:
            raise NoSuchThing(f"This combat has no {thing.label.lower()} {name!r}.")
    ground = _paint(combat.ground, tiles)
    if objectives != ground.objectives:
        ground = replace(ground, objectives=objectives)
    return replace(combat, squads=squads, characters=characters, ground=ground)


def _update_squad(
    squad: CombatSquad, squads: dict[str, dict[str, Any]], pieces: dict[str, dict[str, Any]]
) -> CombatSquad:
    values = squads.pop(squad.id, {})
    if any(piece.id in pieces for piece in squad.pieces):
        values = values | {"pieces": tuple(_update(pieces, piece.id, piece) for piece in squad.pieces)}
    return replace(squad, **values) if values else squad


def _update(values_by_name: dict[str, dict[str, Any]], name: str, subject: T) -> T:
    """The subject with its values, which are removed from the dictionary."""
    values = values_by_name.pop(name, None)
    return subject if values is None else replace(subject, **values)  # type: ignore[type-var]


def _paint(ground: TileMap, changes: list[CombatChange]) -> TileMap:
    if not changes:
        return ground
    rows = [list(row) for row in ground.rows]
    for change in changes:
        tile = read_tile(change.id)
        if tile is None or not ground.holds(tile):
            raise NoSuchThing(f"The map has no tile {change.id!r}.")
        rows[tile[1]][tile[0]] = TERRAIN[_place(change, len(TERRAIN))]
    return replace(ground, rows=tuple("".join(row) for row in rows))


def _place(change: CombatChange, maximum: int) -> int:
    if not 0 <= change.value < maximum:
        raise NoSuchThing(f"There is no {change.field} {change.value}. Choose 0 to {maximum - 1}.")
    return change.value
