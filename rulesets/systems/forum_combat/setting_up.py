"""A new combat from forces, and the check of one that comes from a file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeVar

from rulesets.core.codec import Problem
from rulesets.core.desk import DeskError
from rulesets.core.findings import Severity
from rulesets.core.force import Force
from rulesets.core.houserules import House, switches
from rulesets.core.rules import CORE_RULES, Review, check_force
from rulesets.systems.forum_combat.cards import piece_name
from rulesets.systems.forum_combat.catalogue import catalogue_of
from rulesets.systems.forum_combat.combat import (
    LEAST_MAP,
    MOST_PIECES,
    MOST_SQUADS,
    OFF_MAP,
    TERRAIN,
    AbilityEntry,
    Character,
    Combat,
    CombatSquad,
    HouseRule,
    Piece,
    ProfileEntry,
    WeaponEntry,
    open_ground,
)
from rulesets.systems.forum_combat.house_rules import RULINGS, house_of
from rulesets.systems.forum_combat.legality import RULES
from rulesets.systems.forum_combat.tiles import Tile, tile_name
from rulesets.systems.forum_combat.units import (
    Ability,
    Command,
    Member,
    Side,
    Squad,
    Troop,
    makes_two,
    members,
    wrong_numbers,
)

E = TypeVar("E")
RosterForce = Force[Command, Squad, Troop]

USUAL_WIDTH, USUAL_HEIGHT = 30, 20
BLOCK = 3
"""Tiles across a squad as it is first placed."""

PUNCTUATION = re.compile(r"[:;,#\s]+")
"""What parts an order; it cannot stand in a name, where one space takes its place."""


RESERVED = frozenset(("combat", "nearest", "all"))
"""Words with a meaning in orders; no squad or character is called so."""


class SetupError(DeskError):
    """Forces that make no combat; the message says why."""


def plain_name(name: str) -> str:
    """A name as orders can hold it."""
    return PUNCTUATION.sub(" ", name).strip()


def _kept(known: dict[str, E], key: str, make: Callable[[str], E]) -> str:
    """Keep an entry under its key, or under a numbered one where the key stands for something else."""
    name, number = key, 2
    while name in known and known[name] != make(name):
        name, number = f"{key}-{number}", number + 1
    known[name] = make(name)
    return name


class _Muster:
    """Gathers what a combat is made of, force by force."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.weapons: dict[str, WeaponEntry] = {}
        self.profiles: dict[str, ProfileEntry] = {}
        self.abilities: dict[str, AbilityEntry] = {}
        self.characters: list[Character] = []
        self.squads: list[CombatSquad] = []
        self._names = set(RESERVED)

    def _own_name(self, wanted: str, fallback: str) -> str:
        base = plain_name(wanted) or fallback
        name, number = base, 2
        while name.casefold() in self._names:
            name, number = f"{base} {number}", number + 1
        self._names.add(name.casefold())
        return name

    def add_force(self, force: RosterForce) -> None:
        for group in force.groups:
            lines = members(group, catalogue_of(force))
            if not lines:
                continue
            number = len(self.squads)
            name = self._own_name(group.name, f"Squad {number + 1}")
            pieces = tuple(self._pieces(lines, number, force))
            if len(pieces) > MOST_PIECES:
                raise SetupError(f"{MOST_PIECES} units fit in a squad; {name} would have {len(pieces)}.")
            self.squads.append(CombatSquad(str(number + 1), name, force.spec.side, pieces, group.spec.owner))

    def _pieces(self, lines: tuple[Member, ...], squad: int, force: RosterForce) -> Iterator[Piece]:
        place = 0
        for line in lines:
            profile = self._profile(line)
            for _ in range(line.count):
                number = piece_name(squad, place)
                piece = Piece(number, profile, line.profile.hp, name=plain_name(line.unit.name))
                place += 1
                if makes_two(line.profile, self.house):
                    mate = piece_name(squad, place)
                    place += 1
                    yield replace(piece, mate=mate)
                    yield replace(piece, id=mate, mate=number)
                else:
                    yield piece
                if line.unit.spec.is_character:
                    self._character(line, number, force)

    def _profile(self, line: Member) -> str:
        weapons = tuple(
            _kept(
                self.weapons,
                armed.key,
                lambda key, armed=armed: WeaponEntry(key, plain_name(armed.name), armed.weapon),  # type: ignore[misc]
            )
            for armed in line.arms
        )
        profile = replace(line.profile, weapons=weapons)
        return _kept(self.profiles, line.unit.spec.profile, lambda key: ProfileEntry(key, line.name, profile))

    def _character(self, line: Member, piece: str, force: RosterForce) -> None:
        keys = []
        for wanted in line.unit.spec.abilities:
            entry = catalogue_of(force).get("ability", wanted)
            if entry is not None and isinstance(entry.spec, Ability):
                name, ability = plain_name(entry.name), entry.spec
                keys.append(
                    _kept(
                        self.abilities,
                        wanted,
                        lambda key, name=name, ability=ability: AbilityEntry(key, name, ability),  # type: ignore[misc]
                    )
                )
        spec = line.unit.spec
        name = self._own_name(line.title, piece)
        self.characters.append(Character(name, spec.player, spec.role, spec.cp, spec.cp, tuple(keys), piece))


def new_combat(
    name: str, forces: tuple[RosterForce, ...], width: int = USUAL_WIDTH, height: int = USUAL_HEIGHT
) -> Combat:
    """A combat between forces on a bare map, by the readings of the first; raises ``SetupError``.

    The players' squads are placed at the left edge, the enemy's at the right; what finds no room stays off the map.
    """
    for force in forces:
        review = Review(force, catalogue_of(force), house_of(force))
        for finding in check_force(RULES + CORE_RULES, review):
            if finding.severity is Severity.ERROR:
                raise SetupError(f"{force.name or 'A force'} breaks {finding.rule}: {finding.message}")
    chosen = forces[0].house_rules if forces else ()
    muster = _Muster(House(RULINGS, chosen))
    for force in sorted(forces, key=lambda force: force.spec.side is Side.ENEMIES):
        muster.add_force(force)
    if not muster.squads:
        raise SetupError("The forces have no squads; add some first.")
    if len(muster.squads) > MOST_SQUADS:
        raise SetupError(f"The forces have {len(muster.squads)} squads; {MOST_SQUADS} fit in a combat.")
    combat = Combat(
        name,
        open_ground(width, height),
        tuple(muster.weapons.values()),
        tuple(muster.profiles.values()),
        tuple(muster.abilities.values()),
        tuple(muster.characters),
        tuple(muster.squads),
        tuple(HouseRule(switch, reading) for switch, reading in chosen),
    )
    return replace(combat, squads=tuple(_placed(combat)))


def _placed(combat: Combat) -> Iterator[CombatSquad]:
    width, height = combat.ground.width, combat.ground.height
    columns = {Side.PLAYERS: 0, Side.ENEMIES: 0}
    rows = {Side.PLAYERS: 0, Side.ENEMIES: 0}
    for squad in combat.squads:
        deep = -(-len(squad.pieces) // BLOCK)
        if rows[squad.side] and rows[squad.side] + deep > height:
            rows[squad.side] = 0
            columns[squad.side] += BLOCK + 1
        pieces = []
        for place, piece in enumerate(squad.pieces):
            across, down = columns[squad.side] + place % BLOCK, rows[squad.side] + place // BLOCK
            x = across if squad.side is Side.PLAYERS else width - 1 - across
            fits = down < height and columns[squad.side] + BLOCK <= width // 2
            pieces.append(replace(piece, x=x, y=down) if fits else piece)
        rows[squad.side] += deep + 1
        yield replace(squad, pieces=tuple(pieces))


# --- the check ---------------------------------------------------------------------------------------


def faults(combat: Combat) -> Iterator[Problem]:
    """What does not fit together in a combat that was read from a file."""
    yield from _ground_faults(combat)
    yield from _entry_faults(combat)
    yield from _squad_faults(combat)
    yield from _character_faults(combat)
    yield from _ruling_faults(combat)


def _twice(names: list[tuple[str, str]], seen: set[str]) -> Iterator[Problem]:
    for path, name in names:
        if not name or plain_name(name) != name:
            yield Problem(path, "should be a name without : ; , or #")
        elif name.casefold() in seen:
            yield Problem(path, f"{name!r} is taken already")
        seen.add(name.casefold())


def _ground_faults(combat: Combat) -> Iterator[Problem]:
    ground = combat.ground
    for y, row in enumerate(ground.rows):
        if len(row) != ground.width or len(row) < LEAST_MAP:
            yield Problem(f"ground.rows[{y}]", f"should have {max(ground.width, LEAST_MAP)} tiles, has {len(row)}")
        elif set(row) - set(TERRAIN):
            yield Problem(f"ground.rows[{y}]", f"should hold only {' '.join(TERRAIN)}")
    names = [(f"ground.objectives[{place}].name", one.name) for place, one in enumerate(ground.objectives)]
    yield from _twice(names, set())
    for place, objective in enumerate(ground.objectives):
        if not ground.holds(objective.tile):
            yield Problem(
                f"ground.objectives[{place}]", f"lies off the map, which is {ground.width} by {ground.height}"
            )


def _entry_faults(combat: Combat) -> Iterator[Problem]:
    keys: dict[str, list[str]] = {
        "weapons": [entry.key for entry in combat.weapons],
        "profiles": [entry.key for entry in combat.profiles],
        "abilities": [entry.key for entry in combat.abilities],
    }
    for kind, listed in keys.items():
        yield from _twice([(f"{kind}[{place}].key", key) for place, key in enumerate(listed)], set())
    known = {entry.key for entry in combat.weapons}
    for place, weapon in enumerate(combat.weapons):
        yield from _number_faults(f"weapons[{place}].weapon", list(wrong_numbers(weapon.weapon)))
        if weapon.weapon.ap < 0:
            yield Problem(f"weapons[{place}].weapon.ap", f"should be {-weapon.weapon.ap}: AP has no minus")
    for place, entry in enumerate(combat.profiles):
        yield from _number_faults(f"profiles[{place}].profile", list(wrong_numbers(entry.profile)))
        for number, key in enumerate(entry.profile.weapons):
            if key not in known:
                yield Problem(f"profiles[{place}].profile.weapons[{number}]", f"{key!r} is no weapon of this combat")


def _number_faults(path: str, wrong: list[tuple[str, str]]) -> Iterator[Problem]:
    for field, message in wrong:
        yield Problem(f"{path}.{field}", message)


def _squad_faults(combat: Combat) -> Iterator[Problem]:
    profiles = {entry.key: entry.profile for entry in combat.profiles}
    names = [(f"squads[{place}].name", squad.name) for place, squad in enumerate(combat.squads)]
    yield from _twice(names, set(RESERVED))
    taken: dict[Tile, str] = {}
    pieces = {piece.id for _, piece in combat.pieces()}
    for place, squad in enumerate(combat.squads):
        if squad.id != str(place + 1):
            yield Problem(f"squads[{place}].id", f"should be {str(place + 1)!r}: squads are numbered in order")
        for number, piece in enumerate(squad.pieces):
            path = f"squads[{place}].pieces[{number}]"
            wanted = piece_name(place, number)
            if piece.id != wanted:
                yield Problem(f"{path}.id", f"should be {wanted!r}: units are lettered in order")
            if piece.mate and piece.mate not in pieces:
                yield Problem(f"{path}.mate", f"there is no unit {piece.mate!r}")
            profile = profiles.get(piece.profile)
            if profile is None:
                yield Problem(f"{path}.profile", f"{piece.profile!r} is no profile of this combat")
            elif piece.hp > profile.hp:
                yield Problem(f"{path}.hp", f"should be {profile.hp} at the most")
            yield from _place_faults(combat, path, piece, taken)


def _place_faults(combat: Combat, path: str, piece: Piece, taken: dict[Tile, str]) -> Iterator[Problem]:
    if (piece.x == OFF_MAP) != (piece.y == OFF_MAP):
        yield Problem(path, f"should have both x and y at {OFF_MAP} to be off the map")
    if OFF_MAP in piece.tile:
        return
    if not combat.ground.holds(piece.tile):
        yield Problem(path, f"stands off the map, which is {combat.ground.width} by {combat.ground.height}")
    elif piece.tile in combat.ground.blocked:
        yield Problem(path, f"stands on {tile_name(piece.tile)}, which is blocked")
    elif piece.hp > 0 and piece.tile in taken:
        yield Problem(path, f"stands on {tile_name(piece.tile)}, where {taken[piece.tile]} is")
    elif piece.hp > 0:
        taken[piece.tile] = piece.id


def _character_faults(combat: Combat) -> Iterator[Problem]:
    seen = {squad.name.casefold() for squad in combat.squads} | RESERVED
    yield from _twice([(f"characters[{place}].name", one.name) for place, one in enumerate(combat.characters)], seen)
    abilities = {entry.key for entry in combat.abilities}
    pieces = {piece.id for _, piece in combat.pieces()}
    for place, character in enumerate(combat.characters):
        if character.cp > character.cp_max:
            yield Problem(f"characters[{place}].cp", f"should be {character.cp_max} at the most")
        if character.piece and character.piece not in pieces:
            yield Problem(f"characters[{place}].piece", f"there is no unit {character.piece!r}")
        for number, key in enumerate(character.abilities):
            if key not in abilities:
                yield Problem(f"characters[{place}].abilities[{number}]", f"{key!r} is no ability of this combat")


def _ruling_faults(combat: Combat) -> Iterator[Problem]:
    known = switches(RULINGS)
    for place, rule in enumerate(combat.house_rules):
        if rule.switch not in known:
            yield Problem(f"house_rules[{place}].switch", f"{rule.switch!r} is no switch of this game")
        elif rule.reading not in known[rule.switch].keys:
            yield Problem(f"house_rules[{place}].reading", f"should be one of {', '.join(known[rule.switch].keys)}")
