"""The check of a combat that comes from a file."""

from collections.abc import Iterator

from rulesets.core.declarations.house_rules import switches
from rulesets.core.declarations.problems import Problem
from rulesets.core.names import name_key

from ..cards import piece_name
from ..house_rules import RULINGS
from ..tiles import Tile, tile_name
from ..units import wrong_numbers
from .combat import MIN_MAP_SIDE, OFF_MAP, TERRAIN, Combat, CombatPiece
from .new_combat import RESERVED, plain_name


def faults(combat: Combat) -> Iterator[Problem]:
    """The contradictions in a combat that was read from a file."""
    yield from _ground_faults(combat)
    yield from _entry_faults(combat)
    yield from _squad_faults(combat)
    yield from _character_faults(combat)
    yield from _ruling_faults(combat)


def _name_faults(names: list[tuple[str, str]], other_names: set[str]) -> Iterator[Problem]:
    for path, name in names:
        if not name or plain_name(name) != name:
            yield Problem(path, "use a name without : ; , or #")
        elif name_key(name) in other_names:
            yield Problem(path, f"{name!r} is already in use")
        other_names.add(name_key(name))


def _ground_faults(combat: Combat) -> Iterator[Problem]:
    ground = combat.ground
    for y, row in enumerate(ground.rows):
        if len(row) != ground.width or len(row) < MIN_MAP_SIDE:
            yield Problem(f"ground.rows[{y}]", f"this row has {len(row)} tiles, not {max(ground.width, MIN_MAP_SIDE)}")
        elif set(row) - set(TERRAIN):
            yield Problem(f"ground.rows[{y}]", f"this row has other characters than {' '.join(TERRAIN)}")
    names = [(f"ground.objectives[{place}].name", one.name) for place, one in enumerate(ground.objectives)]
    yield from _name_faults(names, set())
    for place, objective in enumerate(ground.objectives):
        if not ground.holds(objective.tile):
            told = f"{objective.name} is off the map, which is {ground.width} by {ground.height}"
            yield Problem(f"ground.objectives[{place}]", told)


def _entry_faults(combat: Combat) -> Iterator[Problem]:
    keys: dict[str, list[str]] = {
        "weapons": [entry.key for entry in combat.weapons],
        "profiles": [entry.key for entry in combat.profiles],
        "abilities": [entry.key for entry in combat.abilities],
    }
    for kind, names in keys.items():
        yield from _name_faults([(f"{kind}[{place}].key", key) for place, key in enumerate(names)], set())
    weapons = {entry.key for entry in combat.weapons}
    for place, weapon in enumerate(combat.weapons):
        yield from _number_faults(f"weapons[{place}].weapon", list(wrong_numbers(weapon.weapon)))
        if weapon.weapon.ap < 0:
            yield Problem(f"weapons[{place}].weapon.ap", f"AP has no minus. Give {-weapon.weapon.ap}")
    for place, entry in enumerate(combat.profiles):
        yield from _number_faults(f"profiles[{place}].profile", list(wrong_numbers(entry.profile)))
        for number, key in enumerate(entry.profile.weapons):
            if key not in weapons:
                yield Problem(f"profiles[{place}].profile.weapons[{number}]", f"{key!r} is not a weapon of this combat")


def _number_faults(path: str, wrong: list[tuple[str, str]]) -> Iterator[Problem]:
    for field, message in wrong:
        yield Problem(f"{path}.{field}", message)


def _squad_faults(combat: Combat) -> Iterator[Problem]:
    profiles = {entry.key: entry.profile for entry in combat.profiles}
    names = [(f"squads[{place}].name", squad.name) for place, squad in enumerate(combat.squads)]
    yield from _name_faults(names, set(RESERVED))
    occupants: dict[Tile, str] = {}
    pieces = {piece.id for _, piece in combat.pieces()}
    for place, squad in enumerate(combat.squads):
        if squad.id != str(place + 1):
            yield Problem(f"squads[{place}].id", f"squads are numbered in order. Give {str(place + 1)!r}")
        for number, piece in enumerate(squad.pieces):
            path = f"squads[{place}].pieces[{number}]"
            name = piece_name(place, number)
            if piece.id != name:
                yield Problem(f"{path}.id", f"units are lettered in order. Give {name!r}")
            if piece.mate and piece.mate not in pieces:
                yield Problem(f"{path}.mate", f"there is no unit {piece.mate!r}")
            profile = profiles.get(piece.profile)
            if profile is None:
                yield Problem(f"{path}.profile", f"{piece.profile!r} is not a profile of this combat")
            elif piece.hp > profile.hp:
                yield Problem(f"{path}.hp", f"{piece.id} has at most {profile.hp} HP")
            yield from _place_faults(combat, path, piece, occupants)


def _place_faults(combat: Combat, path: str, piece: CombatPiece, occupants: dict[Tile, str]) -> Iterator[Problem]:
    if (piece.x == OFF_MAP) != (piece.y == OFF_MAP):
        yield Problem(path, f"{piece.id} is off the map only with both x and y at {OFF_MAP}")
    if OFF_MAP in piece.tile:
        return
    if not combat.ground.holds(piece.tile):
        yield Problem(path, f"{piece.id} is off the map, which is {combat.ground.width} by {combat.ground.height}")
    elif piece.tile in combat.ground.blocked_tiles:
        yield Problem(path, f"{piece.id} stands on {tile_name(piece.tile)}, which is blocked")
    elif piece.hp > 0 and piece.tile in occupants:
        yield Problem(path, f"{piece.id} stands on {tile_name(piece.tile)}, where {occupants[piece.tile]} is")
    elif piece.hp > 0:
        occupants[piece.tile] = piece.id


def _character_faults(combat: Combat) -> Iterator[Problem]:
    other_names = {name_key(squad.name) for squad in combat.squads} | RESERVED
    names = [(f"characters[{place}].name", one.name) for place, one in enumerate(combat.characters)]
    yield from _name_faults(names, other_names)
    abilities = {entry.key for entry in combat.abilities}
    pieces = {piece.id for _, piece in combat.pieces()}
    for place, character in enumerate(combat.characters):
        if character.cp > character.cp_max:
            yield Problem(f"characters[{place}].cp", f"{character.name} has at most {character.cp_max} CP")
        if character.piece and character.piece not in pieces:
            yield Problem(f"characters[{place}].piece", f"there is no unit {character.piece!r}")
        for number, key in enumerate(character.abilities):
            if key not in abilities:
                yield Problem(f"characters[{place}].abilities[{number}]", f"{key!r} is not an ability of this combat")


def _ruling_faults(combat: Combat) -> Iterator[Problem]:
    rulings = switches(RULINGS)
    for place, rule in enumerate(combat.house_rules):
        if rule.switch not in rulings:
            yield Problem(f"house_rules[{place}].switch", f"{rule.switch!r} is not a switch of this game")
        elif rule.reading not in rulings[rule.switch].keys:
            yield Problem(f"house_rules[{place}].reading", f"use one of {', '.join(rulings[rule.switch].keys)}")
