"""The state of a squad in play: HP of its units, units out of action, what it did this round."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import NamedTuple

from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.play.states import Side
from rulesets.core.play.trackers import AT_FIRST, Track, UnitState

from .catalogue import catalogue_of
from .house_rules import house_of
from .legality import Roster
from .morale import CheckThreshold, Strength, first_check
from .units import (
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
from .wound_allocation import is_killed

FALLEN, SHOT, BROKEN, CARRIED, ABANDONED, LEFT = "out", "shot", "broken", "carried", "abandoned", "left"
"""Slugs of the counters of a squad; ``LEFT`` counts units abandoned in earlier rounds."""

PLACE, DONE, MOVED = "place", "done", "moved"
"""Slugs of the other tracks of a squad on the tracker."""

COVER, MELEE = "cover", "melee"
FOUGHT, OPPOSED, TESTED = "fought", "opposed", "tested"
MOVE, DISENGAGE, CHARGE = "move", "disengage", "charge"

MAX_COUNT = 10
"""The most boxes for carried units, and for units abandoned in one round."""


def _health_track(name: str, hp: int) -> Track:
    """One unit's HP down to its negative full health: downed at 0, killed at the last tick (FC-DMG-2, FC-DMG-3)."""
    marks = ((hp, "downed"), (2 * hp, "killed"))
    return Track(f"hp-{name}", f"HP lost by {name}", 2 * hp, marks=marks, heading=name, twice=True)


def full_health(line: Member) -> int:
    """The HP of an unhurt unit of the line, at least 1, as its boxes count them."""
    return max(1, line.profile.hp)


def health_tracks(line: Member, squad: int, first: int, house: HouseRules) -> Iterator[Track]:
    """The HP of each unit of a line; ``squad`` and ``first``, the line's first unit, are places from 0."""
    for place in range(first, first + units_of(line, house)):
        yield _health_track(piece_name(squad, place), full_health(line))


def command_points(unit: TroopUnit, name: str = "") -> Iterator[Track]:
    """The Command Points of a line, if it has any."""
    if unit.spec.cp:
        title = f"CP spent by {name}" if name else "CP spent"
        yield Track(f"cp-{unit.id}", title, unit.spec.cp, heading=f"{name} CP".strip())


def squad_tracks(units: int, check: CheckThreshold) -> tuple[Track, ...]:
    """The printed boxes of a squad as a whole."""
    # The boxes of units out of action show when a check is due only if standing units are counted.
    check_at = units - check.maximum if check.counts_standing else units
    marks = ((check_at, "check"),) if 0 < check_at < units else ()
    return (
        Track(FALLEN, "Out of action", units, marks=marks),
        Track(SHOT, "Has shot", 1, heading="Shot"),
        Track(BROKEN, "Broken", 1),
        Track(
            CARRIED,
            "Downed units carried (if losses are not ticked off)",
            min(units, MAX_COUNT),
            heading="Downed carried",
        ),
        Track(ABANDONED, "Abandoned this round", min(units, MAX_COUNT)),
    )


def _tracker_tracks(units: int) -> tuple[Track, ...]:
    return (
        Track(PLACE, "Where it is", 2, names=("Cover", "Melee"), keys=(COVER, MELEE), titles=("In cover", "In melee"),
              printed=False),
        Track(DONE, "Done this round", 3, names=("Fought", "Opposed", "Tested"), keys=(FOUGHT, OPPOSED, TESTED),
              titles=("Has fought in melee", "Has opposed a charge", "Has tested its morale"), printed=False),
        Track(MOVED, "Movement this round", 3, names=("Move", "Disengage", "Charge"), keys=(MOVE, DISENGAGE, CHARGE),
              titles=("Has moved", "Has disengaged", "Has charged"), exclusive=True, unticked="Has not moved",
              printed=False),
        Track(LEFT, "Abandoned before", units, printed=False),
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class SquadCounts:
    """A squad's lines, the number of its units, its check, and for each line how many units precede it."""

    lines: tuple[Member, ...]
    units: int
    check: CheckThreshold
    before: Mapping[str, int]


def check_of(lines: tuple[Member, ...], house: HouseRules) -> CheckThreshold:
    """The first check of a squad with these lines."""
    return first_check(strength(lines, house), health(lines, house), house)


def count_squad(squad: SquadGroup, context: Roster) -> SquadCounts:
    """Count the units of a squad."""
    lines, house = squad_lines(squad, context), context.house
    counts = accumulate((units_of(line, house) for line in lines), initial=0)
    before = dict(zip((line.unit.id for line in lines), counts, strict=False))
    return SquadCounts(lines, strength(lines, house), check_of(lines, house), before)


def squad_place(squad: SquadGroup, context: Roster) -> int:
    """The squad's place in the force, from 0."""
    return context.group_numbers.get(squad.id, 1) - 1


def unit_tracks(unit: TroopUnit, squad: SquadGroup, context: Roster) -> tuple[Track, ...]:
    """Empty: squads have the boxes of their units."""
    return ()


def printed_tracks(squad: SquadGroup, context: Roster) -> tuple[Track, ...]:
    """The tracks on the card of a squad."""
    counts, place = context.of_group(count_squad, squad), squad_place(squad, context)
    tracks = list(squad_tracks(counts.units, counts.check))
    for line in counts.lines:
        tracks += command_points(line.unit, line.title)
        tracks += health_tracks(line, place, counts.before[line.unit.id], context.house)
    return tuple(tracks)


def group_tracks(squad: SquadGroup, context: Roster) -> tuple[Track, ...]:
    """All tracks of a squad; where it is, what it did and whom it abandoned are on the tracker only."""
    units = context.of_group(count_squad, squad).units
    return (*printed_tracks(squad, context), *_tracker_tracks(units)) if units else ()


# --- a squad as it stands ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Piece:
    """One unit of a squad in a game: the place of its line, its name, its full and its current HP."""

    line: int
    name: str
    full: int
    hp: int

    @property
    def track(self) -> str:
        """The slug of its HP track."""
        return f"hp-{self.name}"


def lines_of(side: Side) -> tuple[Member, ...]:
    """The lines of the selected unit's squad."""
    return members(side.group, catalogue_of(side.force))


def damage_order(piece: Piece) -> tuple[int, int]:
    """A sort key for our default order of losses: the most damaged first, then by line (FC-A12)."""
    return piece.hp - piece.full, piece.line


def pieces_of(side: Side) -> tuple[Piece, ...]:
    """The squad's units as they are now.

    All units of a squad or a line that is out of play are out of action. If still more units are ticked as out of
    action, the rest are standing units, the first unhurt ones: a hurt unit has its own boxes.
    """
    house, state = house_of(side.force), side.state
    squad_out = _is_out(side, side.group.id)
    place = next(place for place, group in enumerate(side.force.groups) if group.id == side.group.id)
    pieces: list[Piece] = []
    for index, line in enumerate(lines_of(side)):
        for _ in range(units_of(line, house)):
            name, full = piece_name(place, len(pieces)), full_health(line)
            hp = full - state.count(f"hp-{name}")
            pieces.append(Piece(index, name, full, min(hp, 0) if squad_out or _is_out(side, line.unit.id) else hp))
    more = state.count(FALLEN) - sum(piece.hp <= 0 for piece in pieces)
    standing = sorted((piece for piece in pieces if piece.hp > 0), key=lambda piece: piece.hp < piece.full)
    fallen = {piece.name for piece in standing[: max(0, more)]}
    return tuple(replace(piece, hp=0) if piece.name in fallen else piece for piece in pieces)


def _is_out(side: Side, holder: str) -> bool:
    return side.deployed is not None and side.deployed.states.get(holder, AT_FIRST).out


def strength_of(side: Side) -> Strength:
    """The present strength of a squad (FC-MOR-1)."""
    pieces = pieces_of(side)
    return Strength(
        len(pieces),
        sum(piece.hp > 0 for piece in pieces),
        sum(not is_killed(piece.hp, piece.full) for piece in pieces),
        sum(piece.full for piece in pieces),
        sum(max(0, piece.hp) for piece in pieces),
    )


def is_in_play(side: Side) -> bool:
    """Whether a squad is in play, so that it has a standing unit."""
    return any(piece.hp > 0 for piece in pieces_of(side))


class DownedUnits(NamedTuple):
    """The units of a squad that are downed and not killed: those left behind, and those with it."""

    abandoned: int
    kept: int


def downed_units(side: Side) -> DownedUnits:
    """The downed units of a squad (FC-MOV-5, FC-END-1)."""
    strength = strength_of(side)
    downed = strength.living - strength.standing
    abandoned = min(side.state.count(ABANDONED) + side.state.count(LEFT), downed)
    return DownedUnits(abandoned, downed - abandoned)


def carried(side: Side) -> int:
    """The number of downed units that a squad takes along (FC-MOV-4).

    Where the boxes show nobody as downed, it is what the box for carried units says.
    """
    downed = downed_units(side)
    return downed.kept if any(downed) else side.state.count(CARRIED)


def is_in_melee(state: UnitState) -> bool:
    """Whether a squad is in melee."""
    return MELEE in state.keys(PLACE)
