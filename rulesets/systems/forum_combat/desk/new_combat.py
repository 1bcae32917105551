"""A new combat from forces."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeVar

from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.desk import DeskError
from rulesets.core.forces.findings import Severity
from rulesets.core.forces.force import Force
from rulesets.core.forces.rules import CORE_RULES, CheckContext, check_force
from rulesets.core.names import name_key

from ..cards import piece_name
from ..catalogue import catalogue_of
from ..house_rules import RULINGS, house_of
from ..legality import RULES
from ..units import Ability, Allegiance, Command, Member, Squad, Troop, makes_two, members
from .combat import (
    MAX_PIECES,
    MAX_SQUADS,
    AbilityEntry,
    Character,
    Combat,
    CombatPiece,
    CombatSquad,
    HouseRule,
    ProfileEntry,
    WeaponEntry,
    open_ground,
)

E = TypeVar("E")
RosterForce = Force[Command, Squad, Troop]

USUAL_WIDTH, USUAL_HEIGHT = 30, 20
BLOCK = 3
"""The width in tiles of a squad when it is first placed."""

PUNCTUATION = re.compile(r"[:;,#\s]+")
"""The separators of orders; in a name, one space replaces them."""


RESERVED = frozenset(("combat", "nearest", "all"))
"""Words with a meaning in orders, which no squad or character may have as a name."""


class SetupError(DeskError):
    """Forces that cannot start a combat; the message says why."""


def plain_name(name: str) -> str:
    """A name without the separators of orders."""
    return PUNCTUATION.sub(" ", name).strip()


def _add_entry(entries: dict[str, E], key: str, make: Callable[[str], E]) -> str:
    """Add an entry under its key, or under a numbered one if the key has another entry; return the key used."""
    name, number = key, 2
    while name in entries and entries[name] != make(name):
        name, number = f"{key}-{number}", number + 1
    entries[name] = make(name)
    return name


class _CombatBuilder:
    """Collects the contents of a combat, force by force."""

    def __init__(self, house: HouseRules) -> None:
        self.house = house
        self.weapons: dict[str, WeaponEntry] = {}
        self.profiles: dict[str, ProfileEntry] = {}
        self.abilities: dict[str, AbilityEntry] = {}
        self.characters: list[Character] = []
        self.squads: list[CombatSquad] = []
        self._names = set(RESERVED)

    def _unique_name(self, name: str, fallback: str) -> str:
        base = plain_name(name) or fallback
        name, number = base, 2
        while name_key(name) in self._names:
            name, number = f"{base} {number}", number + 1
        self._names.add(name_key(name))
        return name

    def add_force(self, force: RosterForce) -> None:
        for group in force.groups:
            lines = members(group, catalogue_of(force))
            if not lines:
                continue
            number = len(self.squads)
            name = self._unique_name(group.name, f"Squad {number + 1}")
            pieces = tuple(self._pieces(lines, number, force))
            if len(pieces) > MAX_PIECES:
                raise SetupError(f"A squad has at most {MAX_PIECES} units, but {name} would have {len(pieces)}.")
            self.squads.append(CombatSquad(str(number + 1), name, force.spec.side, pieces, group.spec.owner))

    def _pieces(self, lines: tuple[Member, ...], squad: int, force: RosterForce) -> Iterator[CombatPiece]:
        place = 0
        for line in lines:
            profile = self._profile(line)
            for _ in range(line.count):
                number = piece_name(squad, place)
                piece = CombatPiece(number, profile, line.profile.hp, name=plain_name(line.unit.name))
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
            _add_entry(
                self.weapons,
                armed.key,
                lambda key, armed=armed: WeaponEntry(key, plain_name(armed.name), armed.weapon),  # type: ignore[misc]
            )
            for armed in line.arms
        )
        profile = replace(line.profile, weapons=weapons)
        return _add_entry(self.profiles, line.unit.spec.profile, lambda key: ProfileEntry(key, line.name, profile))

    def _character(self, line: Member, piece: str, force: RosterForce) -> None:
        keys = []
        for key in line.unit.spec.abilities:
            entry = catalogue_of(force).get("ability", key)
            if entry is not None and isinstance(entry.spec, Ability):
                name, ability = plain_name(entry.name), entry.spec
                keys.append(
                    _add_entry(
                        self.abilities,
                        key,
                        lambda key, name=name, ability=ability: AbilityEntry(key, name, ability),  # type: ignore[misc]
                    )
                )
        spec = line.unit.spec
        name = self._unique_name(line.title, piece)
        self.characters.append(Character(name, spec.player, spec.role, spec.cp, spec.cp, tuple(keys), piece))


def new_combat(
    name: str, forces: tuple[RosterForce, ...], width: int = USUAL_WIDTH, height: int = USUAL_HEIGHT
) -> Combat:
    """A combat between forces on an empty map, by the house rules of the first; raises ``SetupError``.

    The players' squads are placed at the left edge, the enemy's at the right; those without room stay off the map.
    """
    for force in forces:
        context = CheckContext(force, catalogue_of(force), house_of(force))
        for finding in check_force(RULES + CORE_RULES, context):
            if finding.severity is Severity.ERROR:
                raise SetupError(f"{force.name or 'A force'} breaks {finding.rule}: {finding.message}")
    readings = forces[0].house_rules if forces else ()
    builder = _CombatBuilder(HouseRules(RULINGS, readings))
    for force in sorted(forces, key=lambda force: force.spec.side is Allegiance.ENEMIES):
        builder.add_force(force)
    if not builder.squads:
        raise SetupError("The forces have no squads. Add some first.")
    if len(builder.squads) > MAX_SQUADS:
        raise SetupError(f"The forces have {len(builder.squads)} squads, but a combat has at most {MAX_SQUADS}.")
    combat = Combat(
        name,
        open_ground(width, height),
        tuple(builder.weapons.values()),
        tuple(builder.profiles.values()),
        tuple(builder.abilities.values()),
        tuple(builder.characters),
        tuple(builder.squads),
        tuple(HouseRule(switch, reading) for switch, reading in readings),
    )
    return replace(combat, squads=tuple(_place_squads(combat)))


def _place_squads(combat: Combat) -> Iterator[CombatSquad]:
    width, height = combat.ground.width, combat.ground.height
    columns = {Allegiance.PLAYERS: 0, Allegiance.ENEMIES: 0}
    rows = {Allegiance.PLAYERS: 0, Allegiance.ENEMIES: 0}
    for squad in combat.squads:
        deep = -(-len(squad.pieces) // BLOCK)
        if rows[squad.side] and rows[squad.side] + deep > height:
            rows[squad.side] = 0
            columns[squad.side] += BLOCK + 1
        pieces = []
        for place, piece in enumerate(squad.pieces):
            column, down = columns[squad.side] + place % BLOCK, rows[squad.side] + place // BLOCK
            x = column if squad.side is Allegiance.PLAYERS else width - 1 - column
            fits = down < height and columns[squad.side] + BLOCK <= width // 2
            pieces.append(replace(piece, x=x, y=down) if fits else piece)
        rows[squad.side] += deep + 1
        yield replace(squad, pieces=tuple(pieces))
