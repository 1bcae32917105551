"""Declarations of weapons, units and abilities, and of the squads that they form.

A unit is one individual; a squad is a group that moves and gets orders together. A line of a squad holds equal units.
Fields accept wider ranges than the rulebook allows, so that the check can say what is wrong.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated

from rulesets.core.declarations.catalogue import Catalogue
from rulesets.core.declarations.fields import Ask, Choice
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.forces.force import Group, Unit
from rulesets.core.forces.rules import CheckContext
from rulesets.core.insignia import Insignia

from . import tables
from .tiles import letters

MAX_LINE_UNITS = 40
"""The most units in one line of a squad."""

EXTRA_ATTACKS, CLOSE_QUARTERS = "extraattacks", "closequarters"
RULED_TAGS = (EXTRA_ATTACKS, CLOSE_QUARTERS)
"""The tags that the rulebook has rules for, in lower case without spaces."""


def _plain(tag: str) -> str:
    return re.sub(r"[^a-z]", "", tag.lower())


class WeaponType(Choice):
    """When a weapon is used."""

    RANGED = "ranged", "Ranged", "fired in the shooting phase"
    MELEE = "melee", "Melee", "used for blows in the melee phase"


class UnitKind(Choice):
    """The kind of a unit."""

    INFANTRY = "infantry", "Infantry"
    TEAM = "team", "Heavy weapon team"
    HERO = "hero", "Hero"
    VEHICLE = "vehicle", "Vehicle"
    OTHER = "other", "Other"


class Allegiance(Choice):
    """Who gives a squad its orders."""

    PLAYERS = "players", "Players", "shoot first, targets fixed in advance"
    ENEMIES = "enemies", "Enemies", "the game master’s, shoot second and choose as they go"


class AbilityPhase(Choice):
    """When an ability takes effect."""

    COMMAND = "command", "Command", "for the whole round"
    SHOOTING = "shooting", "Shooting"
    MELEE = "melee", "Melee"
    MOVEMENT = "movement", "Movement"
    MORALE = "morale", "Morale"


class AbilityTarget(Choice):
    """What an ability is used on."""

    SQUAD = "squad", "A squad"
    UNIT = "unit", "A unit"
    SELF = "self", "The user’s squad"
    AREA = "area", "An area"


@dataclass(frozen=True, slots=True)
class Weapon:
    """One weapon line."""

    type: Annotated[WeaponType, Ask("Type")] = WeaponType.RANGED
    rng: Annotated[int, Ask("RNG", "Range in tiles. Enter 0 for melee", unit="tiles", min=0, max=200)] = 0
    atk: Annotated[int, Ask("ATK", "Attack dice", min=0, max=60)] = 1
    acc: Annotated[int, Ask("ACC", "Roll to hit", unit="+", min=1, max=9)] = 4
    strength: Annotated[int, Ask("STR", "Strength", min=0, max=40)] = 3
    ap: Annotated[int, Ask("AP", "Subtracted from the save roll", min=-9, max=20)] = 0
    dmg: Annotated[int, Ask("DMG", "HP lost by each unsaved wound", min=0, max=60)] = 1
    crewed: Annotated[bool, Ask("Crewed", "It takes the whole crew of a heavy weapon team")] = False
    tags: Annotated[
        tuple[str, ...], Ask("SPC", "Only Extra Attacks and CloseQuarters change the odds", max=8, max_length=40)
    ] = ()

    @property
    def extra_attacks(self) -> bool:
        """Whether it is used in addition to the one weapon that a unit chooses."""
        return EXTRA_ATTACKS in self._plain_tags()

    @property
    def close_quarters(self) -> bool:
        """Whether it fires in the shooting part of the melee phase."""
        return self.type is WeaponType.RANGED and CLOSE_QUARTERS in self._plain_tags()

    @property
    def unruled_tags(self) -> tuple[str, ...]:
        """The tags without rules: the rulebook mentions such weapons but gives no numbers."""
        return tuple(tag for tag in self.tags if _plain(tag) not in RULED_TAGS)

    def _plain_tags(self) -> set[str]:
        return {_plain(tag) for tag in self.tags}


@dataclass(frozen=True, slots=True)
class Profile:
    """A kind of unit: its characteristics and weapons."""

    kind: Annotated[UnitKind, Ask("Kind")] = UnitKind.INFANTRY
    mov: Annotated[int, Ask("MOV", "Tiles in one move", unit="tiles", min=0, max=100)] = 6
    t: Annotated[int, Ask("T", "Toughness", min=0, max=40)] = 3
    sav: Annotated[int, Ask("SAV", "Roll to save. Enter 7 for no save", unit="+", min=1, max=9)] = 5
    hp: Annotated[int, Ask("HP", "Health when unhurt", min=0, max=60)] = 1
    ld: Annotated[int, Ask("LD", f"Roll of {tables.MORALE_ROLL} (lower is better)", unit="+", min=0, max=20)] = 7
    con: Annotated[int, Ask("CON", "Used to hold objectives", min=0, max=40)] = 1
    weapons: Annotated[tuple[str, ...], Ask("Weapons", entry="weapon", max=8, one="Weapon")] = ()
    eng: Annotated[int, Ask("ENG", "Engagement range", unit="tiles", min=0, max=12)] = 1
    size: Annotated[int, Ask("Size", "Larger units are hit more often by shots into a melee", min=-9, max=9)] = 0
    crew: Annotated[int, Ask("Crew", f"{tables.TEAM_CREW} for a heavy weapon team", min=0, max=12)] = 1
    points: Annotated[int, Ask("Points", "The game master sets them. The rulebook has none", min=0, max=9999)] = 0


@dataclass(frozen=True, slots=True)
class Ability:
    """An ability that costs Command Points.

    The text describes the effect; the desk applies the numbers for the round, in the phase given.
    """

    cost: Annotated[int, Ask("CP", "Command Points it costs", min=0, max=30)] = 1
    phase: Annotated[AbilityPhase, Ask("Phase")] = AbilityPhase.COMMAND
    immediately: Annotated[bool, Ask("Immediately", "Acts immediately, for the target only")] = False
    target: Annotated[AbilityTarget, Ask("Target")] = AbilityTarget.SQUAD
    limit: Annotated[str, Ask("Limit", "Who may use it, and how often", max_length=200)] = ""
    effect: Annotated[str, Ask("Effect", max_length=500)] = ""
    acc: Annotated[int, Ask("To ACC", "A positive number is better", min=-6, max=6)] = 0
    rng: Annotated[int, Ask("To RNG", unit="tiles", min=-60, max=60)] = 0
    save: Annotated[int, Ask("To saves", min=-6, max=6)] = 0
    mov: Annotated[int, Ask("To MOV", unit="tiles", min=-20, max=20)] = 0
    morale: Annotated[int, Ask("To morale rolls", min=-6, max=6)] = 0


@dataclass(frozen=True, slots=True)
class Troop:
    """A line of a squad: equal units, or one hero, who may be a player's character."""

    profile: Annotated[str, Ask("Unit", entry="unit")] = ""
    count: Annotated[int, Ask("How many", min=1, max=MAX_LINE_UNITS, amount=True)] = 1
    weapons: Annotated[
        tuple[str, ...], Ask("Weapons", "Leave blank to use the profile’s weapons", entry="weapon", max=8, one="Weapon")
    ] = ()
    player: Annotated[str, Ask("Player", "The player whose character it is")] = ""
    role: Annotated[str, Ask("Class")] = ""
    cp: Annotated[int, Ask("CP", "Command Points", min=0, max=60)] = 0
    abilities: Annotated[tuple[str, ...], Ask("Abilities", entry="ability", max=12, one="Ability")] = ()

    @property
    def is_character(self) -> bool:
        """Whether the line is a player's character."""
        return bool(self.player or self.role or self.cp or self.abilities)


@dataclass(frozen=True, slots=True)
class Squad:
    """The options of a squad."""

    owner: Annotated[str, Ask("Owner", "The player who orders it")] = ""


@dataclass(frozen=True, slots=True)
class Command(Insignia):
    """A whole force: one side of a combat, or one player's share of it."""

    side: Annotated[Allegiance, Ask("Side")] = Allegiance.PLAYERS
    budget: Annotated[
        int,
        Ask(
            "Budget",
            "Points that the game master grants. Enter 0 for none",
            unit="points",
            min=0,
            max=99999,
            points=True,
        ),
    ] = 0


SquadGroup = Group[Squad, Troop]
TroopUnit = Unit[Troop]


@dataclass(frozen=True, slots=True)
class Armed:
    """A weapon with its key and name."""

    key: str
    name: str
    weapon: Weapon


@dataclass(frozen=True, slots=True)
class Member:
    """A line with the entries that it refers to."""

    unit: TroopUnit
    name: str
    profile: Profile
    arms: tuple[Armed, ...]

    @property
    def count(self) -> int:
        """How many equal units the line has."""
        return self.unit.spec.count

    @property
    def title(self) -> str:
        """The player's own name for the line, or the profile's."""
        return self.unit.name or self.name

    def ranged(self) -> tuple[Armed, ...]:
        """The weapons of the shooting phase."""
        return tuple(armed for armed in self.arms if armed.weapon.type is WeaponType.RANGED)

    def melee(self) -> tuple[Armed, ...]:
        """The weapons with which it strikes in the melee phase."""
        return tuple(armed for armed in self.arms if armed.weapon.type is WeaponType.MELEE)

    def close_quarters(self) -> tuple[Armed, ...]:
        """The ranged weapons for the first part of the melee phase."""
        return tuple(armed for armed in self.arms if armed.weapon.close_quarters)


@lru_cache(maxsize=1000)
def member(unit: TroopUnit, catalogue: Catalogue) -> Member | None:
    """The line with its profile and weapons; ``None`` if the profile is not in the catalogue."""
    entry = catalogue.get("unit", unit.spec.profile)
    if entry is None or not isinstance(entry.spec, Profile):
        return None
    return Member(unit, entry.name, entry.spec, tuple(_arms(unit.spec.weapons or entry.spec.weapons, catalogue)))


def _arms(keys: tuple[str, ...], catalogue: Catalogue) -> Iterator[Armed]:
    for key in keys:
        entry = catalogue.get("weapon", key)
        if entry is not None and isinstance(entry.spec, Weapon):
            yield Armed(key, entry.name, entry.spec)


def members(squad: SquadGroup, catalogue: Catalogue) -> tuple[Member, ...]:
    """All lines of a squad whose profiles are known, in order."""
    lines = (member(unit, catalogue) for unit in squad.units)
    return tuple(line for line in lines if line is not None)


def squad_lines(squad: SquadGroup, context: CheckContext[Command, Squad, Troop]) -> tuple[Member, ...]:
    """As ``members``, computed once per squad."""
    return context.of_group(_members_of, squad)


def _members_of(squad: SquadGroup, context: CheckContext[Command, Squad, Troop]) -> tuple[Member, ...]:
    return members(squad, context.catalogue)


def makes_two(profile: Profile, house: HouseRules) -> bool:
    """Whether such a unit is fielded as two, each with full HP: a heavy weapon team by one reading (FC-A08)."""
    return profile.kind is UnitKind.TEAM and house.choice("fc.hwt_units") == "two"


def units_of(line: Member, house: HouseRules) -> int:
    """How many units a line fields."""
    return line.count * (tables.TEAM_CREW if makes_two(line.profile, house) else 1)


def strength(lines: tuple[Member, ...], house: HouseRules) -> int:
    """How many units the lines field in total."""
    return sum(units_of(line, house) for line in lines)


def health(lines: tuple[Member, ...], house: HouseRules) -> int:
    """The HP of all units of the lines when unhurt."""
    return sum(units_of(line, house) * line.profile.hp for line in lines)


def slowest(lines: tuple[Member, ...]) -> int:
    """A squad's MOV: that of its slowest unit; 0 without units."""
    return min((line.profile.mov for line in lines), default=0)


def piece_name(squad: int, place: int) -> str:
    """The name of a unit in a combat: the squad's number and a letter, ``3b``; both places count from 0."""
    return f"{squad + 1}{letters(place).lower()}"


def most_common(values: list[tuple[int, int]], highest: bool = True) -> int:
    """The value that most units have, from (value, units) pairs; a tie goes to the highest (or lowest)."""
    counts: dict[int, int] = {}
    for value, units in values:
        counts[value] = counts.get(value, 0) + units
    return max(counts, key=lambda value: (counts[value], value if highest else -value))


def leaderships(units: Iterable[tuple[Profile, int]]) -> tuple[int | None, int | None]:
    """The LD of the units, given with their numbers (the most common one; a tie goes to the better), and of their hero.

    ``None`` if there are none (FC-MOR-2).
    """
    pairs = tuple(units)
    own = [(profile.ld, count) for profile, count in pairs if profile.kind is not UnitKind.HERO]
    heroes = [profile.ld for profile, _ in pairs if profile.kind is UnitKind.HERO]
    return (most_common(own, highest=False) if own else None), min(heroes, default=None)


def leadership(lines: tuple[Member, ...], house: HouseRules) -> tuple[int | None, int | None]:
    """The LD of a squad at full strength, its own and its hero's; ``None`` if there is none."""
    return leaderships((line.profile, units_of(line, house)) for line in lines)


def best_leadership(own: int | None, hero: int | None) -> int | None:
    """The LD a squad rolls against: the lower of its own and its hero's; ``None`` for an empty squad."""
    return min((value for value in (own, hero) if value is not None), default=None)


def wrong_numbers(spec: Profile | Weapon) -> Iterator[tuple[str, str]]:
    """Each number outside the rulebook's range, as field and message; a negative AP is checked elsewhere."""
    ranges = tables.PROFILE_RANGES if isinstance(spec, Profile) else tables.WEAPON_RANGES
    for name, (minimum, maximum) in ranges.items():
        value = getattr(spec, name)
        if name == "ap":
            continue
        if value < minimum or (maximum is not None and value > maximum):
            label = "STR" if name == "strength" else name.upper()
            expected = f"{minimum} or more" if maximum is None else f"from {minimum} to {maximum}"
            yield name, f"{label} must be {expected}, not {value}"
