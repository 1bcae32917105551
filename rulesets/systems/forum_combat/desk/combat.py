"""The state of a combat: the map, the squads of both sides with their pieces, characters and objectives.

Everything is immutable and goes through the codec. A combat is complete: profiles, weapons and abilities are copied
when it is set up, so later changes to a catalogue do not affect it. All that happens in it is a list of ``Change``s.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, TypeVar

from rulesets.core.declarations.fields import Ask, Choice
from rulesets.core.declarations.house_rules import HouseRules

from .. import tables
from ..house_rules import RULINGS
from ..tiles import Tile
from ..units import Ability, Allegiance, Profile, Weapon

T = TypeVar("T")

SCHEMA = 1
MIN_MAP_SIDE, MAX_MAP_SIDE = 5, 100
MAX_SQUADS = 80
MAX_PIECES = 80
OPEN, BLOCKED, COVER = ".", "#", "+"
TERRAIN = (OPEN, BLOCKED, COVER)
OFF_MAP = -1


class Phase(Choice):
    """The phases of a round, in order."""

    COMMAND = "command", "Command resolution"
    SHOOTING = "shooting", "Shooting"
    MELEE = "melee", "Melee"
    MOVEMENT = "movement", "Movement"
    MORALE = "morale", "Morale and objectives"


PHASES = tuple(Phase)


class Holder(Choice):
    """Who holds an objective."""

    NOBODY = "nobody", "Nobody"
    PLAYERS = "players", "Players"
    ENEMIES = "enemies", "Enemies"


HOLDERS = tuple(Holder)


@dataclass(frozen=True, slots=True)
class Objective:
    """A place that squads may hold."""

    name: Annotated[str, Ask("Name", max_length=40)]
    x: Annotated[int, Ask("Column", "Count from 0", min=0, max=MAX_MAP_SIDE - 1)]
    y: Annotated[int, Ask("Row", "Count from 0", min=0, max=MAX_MAP_SIDE - 1)]
    radius: Annotated[
        int | None, Ask("Radius", "Leave blank to follow the rulings", unit="tiles", min=0, max=MAX_MAP_SIDE)
    ] = None
    holder: Annotated[Holder, Ask("Held by")] = Holder.NOBODY

    @property
    def tile(self) -> Tile:
        """The tile on which it is."""
        return self.x, self.y

    def near(self, by_rulings: int) -> int:
        """The distance in tiles within which a squad is near it (FC-A37)."""
        return by_rulings if self.radius is None else self.radius


@dataclass(frozen=True)
class TileMap:
    """The tile map: one string per row, one character per tile (``.`` open, ``#`` blocked, ``+`` cover)."""

    rows: Annotated[tuple[str, ...], Ask("Rows", min=MIN_MAP_SIDE, max=MAX_MAP_SIDE, max_length=MAX_MAP_SIDE)]
    cover: Annotated[
        int, Ask("Cover", "Subtracted from the ACC of shots at squads in cover", min=0, max=6)
    ] = -tables.COVER_ACC
    objectives: Annotated[tuple[Objective, ...], Ask("Objectives", max=20)] = ()

    @property
    def width(self) -> int:
        """The width of the map in tiles."""
        return len(self.rows[0])

    @property
    def height(self) -> int:
        """The height of the map in tiles."""
        return len(self.rows)

    def holds(self, tile: Tile) -> bool:
        """Whether the tile is on the map."""
        return 0 <= tile[0] < self.width and 0 <= tile[1] < self.height

    @cached_property
    def blocked_tiles(self) -> frozenset[Tile]:
        """Tiles nobody can enter."""
        return self._tiles(BLOCKED)

    @cached_property
    def cover_tiles(self) -> frozenset[Tile]:
        """Tiles that give cover."""
        return self._tiles(COVER)

    def has_walls(self, a: Tile, b: Tile) -> bool:
        """Whether a tile of the rectangle between two corners is blocked, so that the path may be longer."""
        left, right, top, bottom = min(a[0], b[0]), max(a[0], b[0]) + 1, min(a[1], b[1]), max(a[1], b[1]) + 1
        sums = self._blocked_sums
        return sums[bottom][right] - sums[top][right] - sums[bottom][left] + sums[top][left] > 0

    @cached_property
    def _blocked_sums(self) -> list[list[int]]:
        """How many tiles above and left of each corner are blocked."""
        sums = [[0] * (self.width + 1)]
        for row in self.rows:
            above, line = sums[-1], [0]
            for x, kind in enumerate(row):
                line.append(line[-1] + above[x + 1] - above[x] + (kind == BLOCKED))
            sums.append(line)
        return sums

    def _tiles(self, kind: str) -> frozenset[Tile]:
        return frozenset((x, y) for y, row in enumerate(self.rows) for x, tile in enumerate(row) if tile == kind)


def open_ground(width: int, height: int) -> TileMap:
    """A map of open tiles without objectives."""
    return TileMap((OPEN * width,) * height)


@dataclass(frozen=True, slots=True)
class WeaponEntry:
    """A weapon that somebody carries."""

    key: Annotated[str, Ask("Key")]
    name: Annotated[str, Ask("Name")]
    weapon: Annotated[Weapon, Ask("Weapon")]


@dataclass(frozen=True, slots=True)
class ProfileEntry:
    """A kind of unit in this combat; its weapons are keys of weapon entries."""

    key: Annotated[str, Ask("Key")]
    name: Annotated[str, Ask("Name")]
    profile: Annotated[Profile, Ask("Profile")]


@dataclass(frozen=True, slots=True)
class AbilityEntry:
    """An ability that some character has."""

    key: Annotated[str, Ask("Key")]
    name: Annotated[str, Ask("Name")]
    ability: Annotated[Ability, Ask("Ability")]


@dataclass(frozen=True, slots=True)
class CombatPiece:
    """One unit on the map: its profile's key, its HP, where it stands (-1 while it is off the map)."""

    id: Annotated[str, Ask("Number", max_length=8)]
    profile: Annotated[str, Ask("Profile")]
    hp: Annotated[int, Ask("HP", "At 0 or less the unit is downed", min=-600, max=60)]
    x: Annotated[
        int, Ask("Column", "Count from 0. Enter -1 if it is off the map", min=OFF_MAP, max=MAX_MAP_SIDE - 1)
    ] = OFF_MAP
    y: Annotated[int, Ask("Row", "Count from 0. Enter -1 if it is off the map", min=OFF_MAP, max=MAX_MAP_SIDE - 1)] = (
        OFF_MAP
    )
    name: Annotated[str, Ask("Name")] = ""
    abandoned: Annotated[int, Ask("Abandoned", "The round in which this happened, or 0 for never", min=0, max=999)] = 0
    shot: Annotated[bool, Ask("Shot", "It shot in this round’s shooting phase")] = False
    mate: Annotated[str, Ask("Crew mate", "The other unit that serves the weapon, if any", max_length=8)] = ""

    @property
    def tile(self) -> Tile:
        """The tile on which it is; off the map both coordinates are -1."""
        return self.x, self.y


@dataclass(frozen=True, slots=True)
class CombatSquad:
    """A squad in combat: its units, how many it started with, and its state."""

    id: Annotated[str, Ask("Number", max_length=4)]
    name: Annotated[str, Ask("Name")]
    side: Annotated[Allegiance, Ask("Side")]
    pieces: Annotated[tuple[CombatPiece, ...], Ask("Units", min=1, max=MAX_PIECES)]
    owner: Annotated[str, Ask("Owner")] = ""
    start: Annotated[int, Ask("Units at the start", "Enter 0 for all", min=0, max=MAX_PIECES)] = 0
    shot: Annotated[bool, Ask("Shot", "It shot in this round. Wasted fire counts too")] = False
    broken: Annotated[int, Ask("Morale broken", "The round in which this happened, or 0 for never", min=0, max=999)] = 0

    @property
    def strength(self) -> int:
        """Units at the start of the combat."""
        return self.start or len(self.pieces)


@dataclass(frozen=True, slots=True)
class Character:
    """A player's character: Command Points, abilities, and the piece that is the figure (empty: off the field)."""

    name: Annotated[str, Ask("Name")]
    player: Annotated[str, Ask("Player")] = ""
    role: Annotated[str, Ask("Class")] = ""
    cp_max: Annotated[int, Ask("CP", min=0, max=60)] = 0
    cp: Annotated[int, Ask("CP left", min=0, max=60)] = 0
    abilities: Annotated[tuple[str, ...], Ask("Abilities", max=12)] = ()
    piece: Annotated[str, Ask("Figure", max_length=8)] = ""


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A reading other than the default of its switch."""

    switch: Annotated[str, Ask("Switch", max_length=40)]
    reading: Annotated[str, Ask("Reading", max_length=40)]


@dataclass(frozen=True, slots=True)
class Combat:
    """The complete state of a combat at the start or the end of a round."""

    name: Annotated[str, Ask("Name")]
    ground: Annotated[TileMap, Ask("Map")]
    weapons: Annotated[tuple[WeaponEntry, ...], Ask("Weapons", max=400)] = ()
    profiles: Annotated[tuple[ProfileEntry, ...], Ask("Profiles", max=400)] = ()
    abilities: Annotated[tuple[AbilityEntry, ...], Ask("Abilities", max=400)] = ()
    characters: Annotated[tuple[Character, ...], Ask("Characters", max=60)] = ()
    squads: Annotated[tuple[CombatSquad, ...], Ask("Squads", max=MAX_SQUADS)] = ()
    house_rules: Annotated[tuple[HouseRule, ...], Ask("Rulings", max=60)] = ()
    schema: Annotated[int, Ask("Version", min=SCHEMA, max=SCHEMA)] = SCHEMA

    def house(self) -> HouseRules:
        """The house rules of this combat."""
        return HouseRules(RULINGS, [(rule.switch, rule.reading) for rule in self.house_rules])

    def pieces(self) -> Iterator[tuple[CombatSquad, CombatPiece]]:
        """Every piece with its squad."""
        for squad in self.squads:
            for piece in squad.pieces:
                yield squad, piece

    def squad(self, squad_id: str) -> CombatSquad:
        """The squad of that number; raises ``KeyError``."""
        for squad in self.squads:
            if squad.id == squad_id:
                return squad
        raise KeyError(squad_id)

    def ability(self, key: str) -> AbilityEntry:
        """The ability of that key; raises ``KeyError``."""
        for entry in self.abilities:
            if entry.key == key:
                return entry
        raise KeyError(key)


def other(side: Allegiance) -> Allegiance:
    """The opposing side."""
    return Allegiance.ENEMIES if side is Allegiance.PLAYERS else Allegiance.PLAYERS
