"""The combat while a phase is played: pieces that move and lose HP, engagement zones, distances.

This is the only mutable part of the desk, made from a combat and turned into changes when the phase is over.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from rulesets.core.declarations.house_rules import HouseRules

from .. import tables
from ..morale import Strength
from ..tiles import Tile, in_zone, steps_between, walk, zone
from ..units import Allegiance, Armed, best_leadership, leaderships
from ..wound_allocation import Bodies, WoundTarget, is_killed
from .combat import OFF_MAP, Combat, CombatPiece, CombatSquad, Objective, ProfileEntry
from .combat_changes import CombatChange, Thing, differences, subjects


class LivePiece:
    """One unit while a phase is played; ``mate`` is the piece that serves its crewed weapon with it, if any."""

    __slots__ = ("abandoned", "arms", "hp", "id", "line", "mate", "name", "profile", "shot", "squad", "x", "y")

    def __init__(
        self, piece: CombatPiece, entry: ProfileEntry, arms: tuple[Armed, ...], line: int, squad: LiveSquad
    ) -> None:
        """Copy the piece; ``line`` is the place of its profile among those of the squad."""
        self.id, self.mate, self.name = piece.id, piece.mate, piece.name or entry.name
        self.profile = entry.profile
        self.arms = arms
        self.line = line
        self.squad = squad
        self.hp, self.x, self.y = piece.hp, piece.x, piece.y
        self.abandoned, self.shot = piece.abandoned, piece.shot

    @property
    def tile(self) -> Tile:
        """The tile on which it is."""
        return self.x, self.y

    @property
    def on_map(self) -> bool:
        """Whether it is on the map at all."""
        return self.x != OFF_MAP and self.y != OFF_MAP

    @property
    def standing(self) -> bool:
        """Whether it has HP left and can act."""
        return self.hp > 0

    @property
    def killed(self) -> bool:
        """Whether it was killed outright (FC-DMG-3)."""
        return is_killed(self.hp, self.profile.hp)

    @property
    def downed(self) -> bool:
        """Whether it is down and not killed."""
        return self.hp <= 0 and not self.killed

    @property
    def state(self) -> str:
        """``standing``, ``killed``, ``abandoned`` or ``downed`` (FC-DMG-2, FC-DMG-3)."""
        if self.standing:
            return "standing"
        if self.killed:
            return "killed"
        return "abandoned" if self.abandoned else "downed"


class LiveSquad:
    """One squad while a phase is played."""

    def __init__(self, squad: CombatSquad, number: int) -> None:
        """Copy the squad; its pieces are added by the battlefield."""
        self.strength = squad.strength
        self.id, self.name, self.side, self.owner = squad.id, squad.name, squad.side, squad.owner
        self.number = number
        self.pieces: list[LivePiece] = []
        self.bodies: Bodies = ()
        self.shot, self.broken = squad.shot, squad.broken

    def standing(self) -> list[LivePiece]:
        """The pieces that can fight."""
        return [piece for piece in self.pieces if piece.hp > 0]

    def present(self) -> list[LivePiece]:
        """The pieces on the map that were not left behind, which can take wounds."""
        return [piece for piece in self.pieces if piece.on_map and not piece.abandoned]

    def carried(self) -> list[LivePiece]:
        """The downed pieces with the squad (FC-MOV-4)."""
        return [piece for piece in self.pieces if piece.downed and not piece.abandoned]

    def remaining(self) -> Strength:
        """The remaining strength."""
        standing = self.standing()
        return Strength(
            self.strength,
            len(standing),
            sum(not piece.killed for piece in self.pieces),
            sum(piece.profile.hp for piece in self.pieces),
            sum(piece.hp for piece in standing),
        )

    def leadership(self) -> int | None:
        """The LD it rolls against: its own, or that of a standing hero (FC-MOR-2)."""
        return best_leadership(*leaderships((piece.profile, 1) for piece in self.standing()))

    def mov(self) -> int:
        """MOV of its slowest standing unit (FC-MOV-1)."""
        return min((piece.profile.mov for piece in self.pieces if piece.hp > 0), default=0)

    def units(self) -> list[tuple[int, int]]:
        """Its present pieces as pairs of line and HP, for the allocation of wounds."""
        return [(piece.line, piece.hp) for piece in self.present()]


class LiveBattlefield:
    """All squads on the map while a phase is played."""

    def __init__(self, combat: Combat, house: HouseRules | None = None) -> None:
        """Copy the combat, to be played by its house rules or by a trace of them."""
        self.combat = combat
        self.house = house or combat.house()
        self.ground = combat.ground
        arms = {entry.key: Armed(entry.key, entry.name, entry.weapon) for entry in combat.weapons}
        entries = {entry.key: entry for entry in combat.profiles}
        profiles = {key: entry.profile for key, entry in entries.items()}
        arms_of = {key: tuple(arms[weapon] for weapon in profile.weapons) for key, profile in profiles.items()}
        bodies = {key: WoundTarget(profile.t, profile.sav, profile.hp) for key, profile in profiles.items()}
        self.squads: dict[str, LiveSquad] = {}
        self.pieces: dict[str, LivePiece] = {}
        for number, squad in enumerate(combat.squads):
            live = LiveSquad(squad, number)
            lines = {key: line for line, key in enumerate(dict.fromkeys(piece.profile for piece in squad.pieces))}
            live.bodies = tuple(bodies[key] for key in lines)
            for piece in squad.pieces:
                key = piece.profile
                live_piece = LivePiece(piece, entries[key], arms_of[key], lines[key], live)
                live.pieces.append(live_piece)
                self.pieces[piece.id] = live_piece
            self.squads[squad.id] = live
        self.reach = max((profile.eng for profile in profiles.values()), default=tables.ENGAGEMENT_RANGE)
        self.occupants: dict[Tile, LivePiece] = {}
        self._contacts: dict[str, tuple[list[LivePiece], bool]] = {}
        self._opponents: dict[str, list[LiveSquad]] = {}
        self._distances: dict[tuple[str, str, bool], int | None] = {}
        self.worths: dict[tuple[str, str, int], Fraction] = {}
        self.holders = {objective.name: objective.holder for objective in combat.ground.objectives}
        self.cp = {character.name: character.cp for character in combat.characters}
        self.refresh()

    def refresh(self) -> None:
        """Update the occupants of tiles after pieces fell or moved."""
        before = self.occupants
        self.occupants = {
            (piece.x, piece.y): piece for piece in self.pieces.values() if piece.hp > 0 and piece.x >= 0 <= piece.y
        }
        # Only around tiles that changed: contacts are asked for far more often than pieces move.
        if self._contacts:
            for tile, piece in before.items() ^ self.occupants.items():
                self._contacts.pop(piece.id, None)
                self._opponents.clear()
                self._forget_around(tile)
        self._distances.clear()
        self.worths.clear()

    def place(self, piece: LivePiece, tile: Tile) -> None:
        """Put a standing piece on a free tile."""
        if self.occupants.get(piece.tile) is piece:
            del self.occupants[piece.tile]
        self._forget_around(piece.tile)
        piece.x, piece.y = tile
        self.occupants[tile] = piece
        self._forget_around(tile)
        self._contacts.pop(piece.id, None)
        self._opponents.clear()
        self._distances.clear()
        self.worths.clear()

    def _forget_around(self, tile: Tile) -> None:
        """Forget the contacts of all pieces near a tile."""
        for dx, dy in zone(self.reach):
            piece = self.occupants.get((tile[0] + dx, tile[1] + dy))
            if piece is not None:
                self._contacts.pop(piece.id, None)

    def changes(self) -> tuple[CombatChange, ...]:
        """The changes since the phase began."""
        return tuple(differences(subjects(self.combat), self._subjects()))

    def _subjects(self) -> Iterator[tuple[Thing, str, Any]]:
        for squad in self.squads.values():
            yield Thing.SQUAD, squad.id, squad
            for piece in squad.pieces:
                yield Thing.PIECE, piece.id, piece
        for character in self.combat.characters:
            yield Thing.CHARACTER, character.name, replace(character, cp=self.cp[character.name])
        for objective in self.ground.objectives:
            yield Thing.OBJECTIVE, objective.name, replace(objective, holder=self.holders[objective.name])

    def side(self, side: Allegiance) -> list[LiveSquad]:
        """The squads of one side, in order."""
        return [squad for squad in self.squads.values() if squad.side is side]

    def enters(self, tile: Tile) -> bool:
        """Whether a tile is on the map and not blocked."""
        return self.ground.holds(tile) and tile not in self.ground.blocked_tiles

    @property
    def max_steps(self) -> int:
        """More steps than any walk on this map takes."""
        return self.ground.width * self.ground.height

    # --- engagement ----------------------------------------------------------------------------------

    def _enemies_near(self, piece: LivePiece) -> tuple[list[LivePiece], bool]:
        """The enemies in contact with a piece on the map, and whether it stands in the zone of one of them."""
        cached = self._contacts.get(piece.id)
        if cached is not None:
            return cached
        side, own, x, y = piece.squad.side, piece.profile.eng, piece.x, piece.y
        contacts, engaged = [], False
        for dx, dy in zone(self.reach):
            enemy = self.occupants.get((x + dx, y + dy))
            if enemy is None or enemy.squad.side is side:
                continue
            within = in_zone(dx, dy, enemy.profile.eng)
            engaged = engaged or within
            if within or in_zone(dx, dy, own):
                contacts.append(enemy)
        # A fallen piece occupies no tile, so its contacts would not be forgotten when others move.
        if self.occupants.get((x, y)) is piece:
            self._contacts[piece.id] = contacts, engaged
        return contacts, engaged

    def is_engaged(self, piece: LivePiece) -> bool:
        """Whether the piece stands in a standing enemy's zone (FC-ENG-3)."""
        return piece.on_map and self._enemies_near(piece)[1]

    def contacts(self, piece: LivePiece, fallen: bool = False) -> Sequence[LivePiece]:
        """The standing enemies in whose zone it stands, or who stand in its own (FC-MEL-4); none if it is down.

        ``fallen`` treats a piece that just fell as standing.
        """
        if not piece.on_map or (piece.hp <= 0 and not fallen):
            return ()
        return self._enemies_near(piece)[0]

    def engaged_pieces(self, squad: LiveSquad) -> list[LivePiece]:
        """The standing pieces of a squad that are engaged."""
        return [piece for piece in squad.standing() if self.is_engaged(piece)]

    def opponents(self, squad: LiveSquad) -> list[LiveSquad]:
        """The enemy squads it is in contact with, most contacts first."""
        cached = self._opponents.get(squad.id)
        if cached is not None:
            return cached
        counts: dict[str, int] = {}
        for piece in squad.standing():
            for enemy in self.contacts(piece):
                counts[enemy.squad.id] = counts.get(enemy.squad.id, 0) + 1
        ordered = sorted(counts, key=lambda squad_id: (-counts[squad_id], self.squads[squad_id].number))
        self._opponents[squad.id] = opponents = [self.squads[squad_id] for squad_id in ordered]
        return opponents

    def in_any_zone(self, tile: Tile, side: Allegiance) -> bool:
        """Whether a piece of that side would be engaged on the tile."""
        for dx, dy in zone(self.reach):
            piece = self.occupants.get((tile[0] + dx, tile[1] + dy))
            if piece is not None and piece.squad.side is not side and in_zone(dx, dy, piece.profile.eng):
                return True
        return False

    # --- distances -----------------------------------------------------------------------------------

    def distance(self, piece: LivePiece, target: LiveSquad, downed: bool = False) -> int | None:
        """Tiles from a piece to the nearest standing (or downed) piece of a squad; ``None`` if none is on the map."""
        key = (piece.id, target.id, downed)
        if key not in self._distances:
            self._distances[key] = self._distance(piece, target, downed)
        return self._distances[key]

    def _distance(self, piece: LivePiece, target: LiveSquad, downed: bool) -> int | None:
        tiles = [other.tile for other in target.pieces if other.on_map and (other.downed if downed else other.hp > 0)]
        if not tiles or not piece.on_map:
            return None
        x, y = piece.tile
        steps, nearest = min((abs(x - tile[0]) + abs(y - tile[1]), tile) for tile in tiles)
        # A walk over the map takes long, and goes another way only where walls stand in between.
        if self.ground.has_walls(piece.tile, nearest) and self.house.choice("fc.range_path") == "around":
            goals = frozenset(tiles)
            for tile, steps in walk([piece.tile], self.enters, lambda tile: True, self.max_steps):
                if tile in goals:
                    return steps
            return None
        return steps

    def in_cover(self, squad: LiveSquad) -> bool:
        """Whether at least half of the squad's standing units are on tiles with cover (FC-A47)."""
        standing = squad.standing()
        return bool(standing) and 2 * sum(piece.tile in self.ground.cover_tiles for piece in standing) >= len(standing)

    def near(self, squad: LiveSquad, objective: Objective) -> bool:
        """Whether the squad is near an objective (FC-OBJ-1, FC-A37)."""
        distances = [steps_between(piece.tile, objective.tile) for piece in squad.standing() if piece.on_map]
        if not distances:
            return False
        closest = min(distances)
        return self.house.resolve(lambda radius: closest <= objective.near(int(radius)), "fc.obj_radius")
