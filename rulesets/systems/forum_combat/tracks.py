"""What changes of a squad in play: the HP of its units, who is out of action, what it has done; and who stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any

from rulesets.core.calculators import Side
from rulesets.core.force import Force
from rulesets.core.house_rules import HouseRules
from rulesets.core.trackers import Track, UnitState
from rulesets.systems.forum_combat.catalogue import catalogue_of
from rulesets.systems.forum_combat.house_rules import house_of
from rulesets.systems.forum_combat.legality import Roster
from rulesets.systems.forum_combat.morale import CheckThreshold, Strength, first_check
from rulesets.systems.forum_combat.units import (
    Member,
    SquadGroup,
    TroopUnit,
    health,
    members,
    piece_name,
    squad_lines,
    strength,
    units_of,
)
from rulesets.systems.forum_combat.wound_allocation import is_killed

FALLEN, SHOT, BROKEN, CARRIED, ABANDONED, LEFT = "out", "shot", "broken", "carried", "abandoned", "left"
"""The slugs of what is counted for a squad; of those abandoned in earlier rounds the last one."""

PLACE, DONE, MOVED = "place", "done", "moved"
"""The slugs of what the tracker knows of a squad besides."""

COVER, MELEE = "cover", "melee"
FOUGHT, OPPOSED = "fought", "opposed"
MOVE, DISENGAGE, CHARGE = "move", "disengage", "charge"

MOST_COUNTED = 10
"""Boxes for those carried, and for those abandoned in one round."""


def _health_track(name: str, hp: int) -> Track:
    """One unit's HP down to its negative full health: downed at 0, killed at the last box (FC-DMG-2, FC-DMG-3)."""
    return Track(
        f"hp-{name}", f"HP lost by {name}", 2 * hp, marks=((hp, "downed"), (2 * hp, "killed")), heading=f"{name} HP"
    )


def full_health(line: Member) -> int:
    """The HP of an unhurt unit of the line, as its boxes count them."""
    return max(1, line.profile.hp)


def health_tracks(line: Member, squad: int, first: int, house: HouseRules) -> Iterator[Track]:
    """The HP of each unit of a line, the squad's place and that of the line's first unit counted from 0."""
    for place in range(first, first + units_of(line, house)):
        yield _health_track(piece_name(squad, place), full_health(line))


def command_points(unit: TroopUnit, name: str = "") -> Iterator[Track]:
    """The Command Points of a line, if it has any."""
    if unit.spec.cp:
        title = f"CP spent by {name}" if name else "CP spent"
        yield Track(f"cp-{unit.id}", title, unit.spec.cp, heading=f"{name} CP".strip())


def squad_tracks(units: int, check: CheckThreshold) -> tuple[Track, ...]:
    """The printed boxes of a squad as a whole."""
    # Boxes of units out of action tell when a check is owed only where standing units are counted.
    owes = units - check.most if check.counts_standing else units
    marks = ((owes, "check"),) if 0 < owes < units else ()
    return (
        Track(FALLEN, "Out of action", units, marks=marks),
        Track(SHOT, "Has shot", 1, heading="Shot"),
        Track(BROKEN, "Broken", 1),
        Track(CARRIED, "Downed carried", min(units, MOST_COUNTED)),
        Track(ABANDONED, "Abandoned this round", min(units, MOST_COUNTED)),
    )


def _tracker_tracks(units: int) -> tuple[Track, ...]:
    return (
        Track(PLACE, "Where it is", 2, names=("Cover", "Melee"), keys=(COVER, MELEE), titles=("In cover", "In melee"),
              printed=False),
        Track(DONE, "Done this round", 2, names=("Fought", "Opposed"), keys=(FOUGHT, OPPOSED),
              titles=("Has fought in melee", "Has opposed a charge"), printed=False),
        Track(MOVED, "Movement this round", 3, names=("Move", "Disengage", "Charge"), keys=(MOVE, DISENGAGE, CHARGE),
              titles=("Has moved", "Has disengaged", "Has charged"), exclusive=True, unticked="Has not moved",
              printed=False),
        Track(LEFT, "Abandoned before", units, printed=False),
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class CountedSquad:
    """A squad's lines, how many units they hold, when it owes a check, and how many units stand before each line."""

    lines: tuple[Member, ...]
    units: int
    check: CheckThreshold
    before: Mapping[str, int]


def check_of(lines: tuple[Member, ...], house: HouseRules) -> CheckThreshold:
    """When a squad of these lines owes its first check."""
    return first_check(strength(lines, house), health(lines, house), house)


def counted(squad: SquadGroup, context: Roster) -> CountedSquad:
    """The squad's lines with their numbers."""
    lines, house = squad_lines(squad, context), context.house
    counts = accumulate((units_of(line, house) for line in lines), initial=0)
    before = dict(zip((line.unit.id for line in lines), counts, strict=False))
    return CountedSquad(lines, strength(lines, house), check_of(lines, house), before)


def squad_place(squad: SquadGroup, context: Roster) -> int:
    """The squad's place in the force, from 0."""
    return context.group_numbers.get(squad.id, 1) - 1


def unit_tracks(unit: TroopUnit, squad: SquadGroup, context: Roster) -> tuple[Track, ...]:
    """None: squads bear the boxes of their units."""
    return ()


def printed_tracks(squad: SquadGroup, context: Roster) -> tuple[Track, ...]:
    """The tracks of a squad that stand on its card."""
    found, place = context.of_group(counted, squad), squad_place(squad, context)
    tracks = list(squad_tracks(found.units, found.check))
    for line in found.lines:
        tracks += command_points(line.unit, line.title)
        tracks += health_tracks(line, place, found.before[line.unit.id], context.house)
    return tuple(tracks)


def group_tracks(squad: SquadGroup, context: Roster) -> tuple[Track, ...]:
    """All tracks of a squad; on the tracker alone stand where it is, what it did this round, and whom it left."""
    units = context.of_group(counted, squad).units
    return (*printed_tracks(squad, context), *_tracker_tracks(units)) if units else ()


# --- a squad as it stands ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Piece:
    """One unit of a squad in a game: the place of its line, its name, its full HP and those it has now."""

    line: int
    name: str
    full: int
    hp: int

    @property
    def track(self) -> str:
        """The slug of its boxes."""
        return f"hp-{self.name}"


def lines_of(side: Side) -> tuple[Member, ...]:
    """The lines of the squad that a chosen unit belongs to."""
    return members(side.group, catalogue_of(side.force))


def most_hurt(piece: Piece) -> tuple[int, int]:
    """Sorts units as our default takes losses: the most damaged first, then by lines (FC-A12)."""
    return piece.hp - piece.full, piece.line


def pieces_of(side: Side) -> tuple[Piece, ...]:
    """The squad's units as they are now.

    Boxes of units out of action beyond those whose HP say so count for units that stand: the first unhurt ones, since
    a hurt one has its own boxes.
    """
    house, state = house_of(side.force), side.state
    place = _place_in(side.force, side.group)
    found: list[Piece] = []
    for index, line in enumerate(lines_of(side)):
        for _ in range(units_of(line, house)):
            name, full = piece_name(place, len(found)), full_health(line)
            found.append(Piece(index, name, full, full - state.count(f"hp-{name}")))
    more = state.count(FALLEN) - sum(piece.hp <= 0 for piece in found)
    standing = sorted((piece for piece in found if piece.hp > 0), key=lambda piece: piece.hp < piece.full)
    fallen = {piece.name for piece in standing[: max(0, more)]}
    return tuple(replace(piece, hp=0) if piece.name in fallen else piece for piece in found)


def _place_in(force: Force[Any, Any, Any], squad: SquadGroup) -> int:
    return next(place for place, group in enumerate(force.groups) if group.id == squad.id)


def strength_of(side: Side) -> Strength:
    """What is left of a squad (FC-MOR-1)."""
    pieces = pieces_of(side)
    return Strength(
        len(pieces),
        sum(piece.hp > 0 for piece in pieces),
        sum(not is_killed(piece.hp, piece.full) for piece in pieces),
        sum(piece.full for piece in pieces),
        sum(max(0, piece.hp) for piece in pieces),
    )


def is_in_play(side: Side) -> bool:
    """Whether a squad is in play and one of its units stands."""
    return not side.state.out and any(piece.hp > 0 for piece in pieces_of(side))


def is_in_melee(state: UnitState) -> bool:
    """Whether a squad is in melee."""
    return MELEE in state.keys(PLACE)
