"""What a player sets for a unit, a formation and a force, and the statline that follows from it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from rulesets.core.declarations.catalogue import Catalogue, Entry, Source
from rulesets.core.declarations.fields import Ask
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.forces.force import Force, Group, Unit
from rulesets.core.forces.rules import CheckContext
from rulesets.core.insignia import Insignia
from rulesets.core.ruleset import Asks

from .profiles import (
    MAX_ARMAMENTS,
    MAX_VALUE,
    MIN_VALUE,
    Armament,
    Armour,
    RangeBand,
    TroopProfile,
    VehicleProfile,
    Weapon,
)
from .tables import CAPS, HEAVY_CREW, MONSTROUS_MOVE, MOVES, STANCE_AV, Arm, Role, Stance, TargetKind, Training


@dataclass(frozen=True, slots=True)
class ListedUnit:
    """A unit of an army list: a group of figures, one leader, or one vehicle."""

    troops: Annotated[str, Ask("Troops", "Choose troops or a vehicle, not both.", entry="troop_type")] = ""
    vehicle: Annotated[str, Ask("Vehicle", "Choose troops or a vehicle, not both.", entry="vehicle")] = ""
    figures: Annotated[
        int, Ask("Figures", "Enter the starting strength. A vehicle counts as one.", min=0, max=999, amount=True)
    ] = 10
    training: Annotated[
        Training | None, Ask("Training", "Leave blank to use its troops’ or vehicle’s usual training.")
    ] = None
    weapons: Annotated[
        tuple[Armament, ...],
        Ask("Weapons", "For a vehicle, leave blank to keep its usual weapons.", max=MAX_ARMAMENTS, one="Weapon"),
    ] = ()
    role: Annotated[Role, Ask("Command")] = Role.NONE
    attached_to: Annotated[str, Ask("Attached to", "Choose the unit that this leader is with.", other_unit=True)] = ""
    rides_in: Annotated[str, Ask("Rides in", "Choose its transport.", other_unit=True)] = ""
    jump_packs: Annotated[bool, Ask("Jump packs")] = False
    terrifying: Annotated[bool, Ask("Terrifying")] = False
    melee_only: Annotated[bool, Ask("Close combat only")] = False
    grenades: Annotated[bool, Ask("Fragmentation grenades")] = False
    close_combat: Annotated[int, Ask("Close combat weapon", "Adds its bonus to FV.", min=0, max=MAX_VALUE)] = 0
    stance: Annotated[Stance, Ask("Stance at the start")] = Stance.NORMAL
    value: Annotated[
        int,
        Ask(
            "Your points",
            "Use your table’s points. The rulebook has none.",
            min=0,
            max=99999,
            points=True,
            former_label="Your own value",
        ),
    ] = 0
    arm: Annotated[Arm | None, Ask("Troop type")] = None
    cv: Annotated[int | None, Ask("CV", "Command Value.", min=MIN_VALUE, max=MAX_VALUE)] = None
    sv: Annotated[int | None, Ask("SV", "Shooting Value.", min=MIN_VALUE, max=MAX_VALUE)] = None
    fv: Annotated[int | None, Ask("FV", "Fighting Value.", min=MIN_VALUE, max=MAX_VALUE)] = None
    attacks: Annotated[int | None, Ask("Attacks", min=MIN_VALUE, max=MAX_VALUE)] = None
    av: Annotated[int | None, Ask("AV", "Armour Value.", min=MIN_VALUE, max=MAX_VALUE)] = None
    av_delta: Annotated[int | None, Ask("AV front and rear", min=0, max=MAX_VALUE)] = None
    wounds: Annotated[int | None, Ask("W", "Wounds.", min=MIN_VALUE, max=MAX_VALUE)] = None
    move: Annotated[int | None, Ask("Move", unit="″", min=0, max=MAX_VALUE)] = None
    armour: Annotated[str, Ask("Armour", entry="armour")] = ""
    powered: Annotated[bool, Ask("Power armour")] = False
    dismounted: Annotated[
        str,
        Ask(
            "Dismounted",
            "The troop type that cavalry become on foot.",
            entry="troop_type",
            former_label="On foot they are",
        ),
    ] = ""


@dataclass(frozen=True, slots=True)
class Formation:
    """Units listed together; the rulebook asks nothing of it."""


@dataclass(frozen=True, slots=True)
class ForceList(Insignia):
    """Settings of a whole force."""

    covering_fire: Annotated[bool, Ask("Covering fire")] = False
    stances: Annotated[bool, Ask("Stances")] = False
    reaction_tests: Annotated[bool, Ask("Reaction tests")] = False
    indirect_fire: Annotated[bool, Ask("Indirect fire")] = False
    blast_radius: Annotated[
        int,
        Ask(
            "Agreed blast radius",
            "Used for indirect weapons with no blast radius. The rulebook gives none. Enter 0 if you agreed on none.",
            unit="″",
            min=0,
            max=12,
        ),
    ] = 0
    limit: Annotated[
        int,
        Ask("Points limit", "We compare it with your points. Enter 0 for no limit.", min=0, max=999999, points=True),
    ] = 0


ListedForce = Force[ForceList, Formation, ListedUnit]
ListedGroup = Group[Formation, ListedUnit]
ListedContext = CheckContext[ForceList, Formation, ListedUnit]

LIGHT_SUPPORT_WEAPON = "lsw"
HEAVY_POWER_ARMOUR = "heavy_power"


def short_name(entry: Entry[Weapon]) -> str:
    """A weapon's name where room is short."""
    return entry.spec.short or entry.name


@dataclass(frozen=True, slots=True)
class Armed:
    """Weapons of one type in a unit; ``crew`` men serve each."""

    entry: Entry[Weapon]
    count: int
    crew: int
    row: Armament

    @property
    def weapon(self) -> Weapon:
        """The weapon's profile."""
        return self.entry.spec

    @property
    def short(self) -> str:
        """The weapon's name where room is short."""
        return short_name(self.entry)


@dataclass(frozen=True, slots=True)
class Statline:
    """A unit’s values in play: its catalogue profile, the player's changes and the house rules.

    ``arm`` is ``None`` while neither troops nor vehicle nor a troop type is chosen; ``entry`` is the catalogue row
    it stands on, ``changed_fields`` those that differ from that row. ``av`` is that of sides and top for a vehicle.
    """

    entry: Entry[TroopProfile] | Entry[VehicleProfile] | None
    arm: Arm | None
    cv: int
    sv: int
    fv: int
    attacks: int
    av: int
    av_delta: int
    wounds: int
    figures: int
    training: Training | None
    bands: tuple[Training, ...]
    move: int
    move_given: bool
    armour: str
    powered: bool
    weapons: tuple[Armed, ...]
    fv_bonus: int
    close_combat: int
    grenades: bool
    jump_packs: bool
    terrifying: bool
    melee_only: bool
    leader: bool
    dismounted: str
    transport: int
    skimmer: bool
    fights: bool
    features: str
    changed_fields: tuple[str, ...]

    @property
    def band(self) -> Training:
        """The training band that it plays as: professional while none is chosen (AMB-113)."""
        return self.training or Training.PROFESSIONAL

    @property
    def cap(self) -> int:
        """Most D-markers it may carry."""
        return CAPS[self.band]

    @property
    def is_vehicle(self) -> bool:
        """Whether the vehicle rules apply to it."""
        return self.arm is not None and self.arm.is_vehicle

    @property
    def ranged(self) -> tuple[Armed, ...]:
        """Its weapons that can be fired."""
        return tuple(armed for armed in self.weapons if not armed.weapon.melee_only)

    @property
    def manning(self) -> Manning:
        """The figures that its weapons take in firing."""
        return manning((armed.weapon, armed.count, armed.crew) for armed in self.ranged)

    @property
    def target_kind(self) -> TargetKind:
        """The column of a weight of fire that is used at it; for monstrous creatures the shot decides (AMB-082)."""
        if self.is_vehicle:
            return TargetKind.VEHICLE
        return TargetKind.HORDE if self.training is Training.HORDE else TargetKind.INFANTRY

    def line(self) -> str:
        """The compact notation ``CV7-SV6-FV5-AV1-W1`` (§3); attacks and second armour value in brackets."""
        attacks = f"({self.attacks})" if self.attacks != 1 else ""
        delta = f"({self.av_delta})" if self.av_delta else ""
        return f"CV{self.cv}-SV{self.sv}-FV{self.fv}{attacks}-AV{self.av}{delta}-W{self.wounds}"


def may_change_stance(stats: Statline) -> bool:
    """Whether a unit may be cautious or hide: infantry of that printed AV (stance rules)."""
    return stats.arm is Arm.INFANTRY and stats.av <= STANCE_AV


def is_heavy(weapon: Weapon, arm: Arm | None, powered: bool) -> bool:
    """Whether the weapon counts as heavy for its bearer: not on vehicles, mounts or in power armour (§43)."""
    return weapon.heavy and arm in (None, Arm.INFANTRY) and not powered


def men_for(row: Armament, weapon: Weapon, heavy: bool) -> int:
    """Men that serve one such weapon (§9)."""
    if row.crew is not None:
        return row.crew
    return HEAVY_CREW if heavy else 1


@dataclass(frozen=True, slots=True)
class Manning:
    """Figures that the weapons of a unit take: those who fire, and the men at each weapon that needs several."""

    firing: int
    crews: tuple[tuple[int, int], ...]
    """The number of weapons and the men of each, where second men must serve."""
    watches: tuple[tuple[int, int], ...]
    """The same for weapons of which the second man only spots."""

    def serving(self, second: str) -> int:
        """The figures needed to fire and serve, for a reading of what second men do (AMB-048)."""
        return self._needed(self.crews, second)

    def spotting(self, second: str) -> int:
        """The figures needed to fire, serve and spot."""
        return self._needed(self.crews + self.watches, second)

    def _needed(self, crews: tuple[tuple[int, int], ...], second: str) -> int:
        """Second men who fire weapons of their own are among those who fire, yet each weapon needs its own."""
        if second == "loader_fires":
            return max(self.firing, sum(count * men for count, men in crews))
        return self.firing + sum(count * (men - 1) for count, men in crews)


def manning(weapons: Iterable[tuple[Weapon, int, int]]) -> Manning:
    """The figures taken by weapons, each with its number and its men (§9, §24)."""
    rows = [(weapon, count, men) for weapon, count, men in weapons]
    several = [(weapon, (count, men)) for weapon, count, men in rows if men > 1]
    return Manning(
        sum(count for _, count, _ in rows),
        tuple(crew for weapon, crew in several if not weapon.second_is_spotter),
        tuple(crew for weapon, crew in several if weapon.second_is_spotter),
    )


def served(men: Manning, figures: int, house: HouseRules) -> bool:
    """Whether so many figures can fire and serve the weapons (AMB-048)."""
    return house.resolve(lambda second: men.serving(second) <= figures, "heavy_crew")


def without_spotter(men: Manning, figures: int, house: HouseRules) -> str:
    """The severity if so many figures leave none to spot: ``none``, ``warn`` or ``error`` (AMB-047, AMB-048)."""

    def read(sniper: str, second: str) -> str:
        return sniper if men.firing <= figures < men.spotting(second) else "none"

    return house.resolve(read, "sniper_crew", "heavy_crew")


def played_wv(entry: Entry[Weapon], house: HouseRules) -> int:
    """A weapon's WV as played; text and table differ for the Light Support Weapon (AMB-019)."""
    if entry.key == LIGHT_SUPPORT_WEAPON and entry.source is Source.RULEBOOK:
        return int(house.choice("lsw_wv"))
    return entry.spec.wv


def played_av(entry: Entry[Armour], house: HouseRules) -> int:
    """An armour row's AV as played; an example uses another for Heavy Power Armour (AMB-079)."""
    if entry.key == HEAVY_POWER_ARMOUR and entry.source is Source.RULEBOOK:
        return int(house.choice("hpa_av"))
    return entry.spec.av


def dice_after_moving(band: RangeBand, house: HouseRules) -> int:
    """Dice of a range band for a shooter that moves; one without any may keep those it has (AMB-081)."""
    if band.dice and not band.after_moving:
        return band.dice if house.choice("rifle_long_moved") == "one_die" else 0
    return band.after_moving


def base_move(arm: Arm, house: HouseRules) -> int:
    """Inches of one move action for a troop type (§15, §35; AMB-021, AMB-054)."""
    if arm is Arm.MONSTROUS:
        return MONSTROUS_MOVE
    if not arm.is_vehicle:
        return MOVES[arm]
    reading = house.choice("armour_move")
    return {"all_12": MOVES[Arm.VEHICLE], "all_8": MOVES[Arm.ARMOUR]}.get(reading, MOVES[arm])


def _either(own: int | None, printed: int) -> int:
    return printed if own is None else own


def armed_with(rows: tuple[Armament, ...], arm: Arm | None, powered: bool, catalogue: Catalogue) -> tuple[Armed, ...]:
    """The weapons of the rows; rows without a number or with an unknown weapon are left out."""
    weapons = []
    for row in rows:
        entry = catalogue.get("weapon", row.weapon)
        if entry is not None and isinstance(entry.spec, Weapon) and row.count:
            weapons.append(Armed(entry, row.count, men_for(row, entry.spec, is_heavy(entry.spec, arm, powered)), row))
    return tuple(weapons)


_NUMBERS = ("cv", "sv", "fv", "attacks", "wounds")
"""Values that a unit has from its profile, unless the player has given it others."""
_TRAITS = ("grenades", "jump_packs", "terrifying", "melee_only", "dismounted")
"""What a unit has if it or its troops have it."""
_OF_VEHICLES = ("transport", "skimmer", "fights", "features")
_NO_VEHICLE = VehicleProfile(cv=0, sv=0, av=0)
_NO_TROOPS = TroopProfile(training=(), cv=0, sv=0, fv=0, av=0)


def _armour(
    unit: ListedUnit, base: TroopProfile | VehicleProfile, catalogue: Catalogue, house: HouseRules
) -> tuple[Armour | None, int]:
    """A unit's row of the armour table, and its Armour Value, which a house rule for that row changes."""
    name, av = unit.armour or base.armour, _either(unit.av, base.av)
    row = catalogue.get("armour", name) if name else None
    if row is not None and unit.av is None:
        av += played_av(row, house) - row.spec.av
    return row.spec if row is not None else None, av


def statline(unit: ListedUnit, catalogue: Catalogue, house: HouseRules) -> Statline:
    """The values in play of one unit; unknown references count as not chosen."""
    vehicle = catalogue.get("vehicle", unit.vehicle) if unit.vehicle else None
    troops = catalogue.get("troop_type", unit.troops) if unit.troops and vehicle is None else None
    machine = vehicle.spec if vehicle is not None else _NO_VEHICLE
    men = troops.spec if troops is not None else _NO_TROOPS
    base, entry = (machine, vehicle) if vehicle is not None else (men, troops)
    arm = unit.arm or (base.arm if entry is not None else None)
    on_wheels = arm is not None and arm.is_vehicle
    bands = men.training if vehicle is None else (machine.training,) if machine.training else tuple(Training)
    armour, av = _armour(unit, base, catalogue, house)
    powered = unit.powered or men.powered or (armour is not None and armour.powered)
    weapons = armed_with(unit.weapons or machine.systems, arm, powered, catalogue)
    figures = 1 if on_wheels else unit.figures
    numbers: dict[str, Any] = {name: _either(getattr(unit, name), getattr(base, name)) for name in _NUMBERS}
    move = unit.move if unit.move is not None else base.move
    return Statline(
        entry=entry,
        arm=arm,
        **numbers,
        av=av,
        av_delta=_either(unit.av_delta, machine.av_delta),
        figures=figures,
        training=unit.training or (bands[0] if len(bands) == 1 else None),
        bands=bands,
        move=move if move is not None else base_move(arm, house) if arm is not None else 0,
        move_given=move is not None,
        armour=unit.armour or base.armour,
        powered=powered,
        weapons=weapons,
        fv_bonus=0 if on_wheels else armed_bonus(weapons, figures, "fv_bonus", house),
        close_combat=max(unit.close_combat, men.close_combat, armed_bonus(weapons, figures, "close_combat", house)),
        leader=unit.role is Role.LEADER or men.leader,
        **{name: getattr(unit, name) or getattr(men, name) for name in _TRAITS},
        **{name: getattr(machine, name) for name in _OF_VEHICLES},
        changed_fields=_changed_fields(unit, base) if entry is not None else (),
    )


def on_foot(riders: Statline, catalogue: Catalogue, house: HouseRules) -> Statline | None:
    """The values of cavalry that has dismounted; ``None`` where the player has not chosen what it is then (§5)."""
    if catalogue.get("troop_type", riders.dismounted) is None:
        return None
    return statline(ListedUnit(troops=riders.dismounted), catalogue, house)


def armed_bonus(weapons: tuple[Armed, ...], figures: int, field: str, house: HouseRules) -> int:
    """The greatest bonus in close combat of weapons that enough figures carry (§28, §43; AMB-017).

    ``field`` is the weapon's field with the bonus: ``fv_bonus`` of pistols, ``close_combat`` of other weapons.
    """
    bonuses = [(int(getattr(armed.weapon, field)), armed.count) for armed in weapons]

    def greatest(share: str) -> int:
        needed = {"half": Fraction(figures, 2), "all": Fraction(figures), "any": Fraction(1)}[share]
        enough = (bonus for bonus, _ in bonuses if sum(count for other, count in bonuses if other >= bonus) >= needed)
        return max(enough, default=0)

    return house.resolve(greatest, "armed_share")


_VALUES = ("arm", "cv", "sv", "fv", "attacks", "av", "av_delta", "wounds", "move")


def _changed_fields(unit: ListedUnit, base: TroopProfile | VehicleProfile) -> tuple[str, ...]:
    own = ((name, getattr(unit, name)) for name in _VALUES)
    return tuple(name for name, value in own if value is not None and value != getattr(base, name, 0))


def asks(unit: Unit[ListedUnit], formation: ListedGroup, context: ListedContext) -> Asks:
    """What a unit is asked for: cavalry alone what it is on foot; a training left blank is that of its troops."""
    spec, stats = unit.spec, statline(unit.spec, context.catalogue, context.house)
    dismounts = stats.arm is Arm.CAVALRY or spec.dismounted
    given = stats.training if spec.training is None else None
    source = "the vehicle" if spec.vehicle else "the troops"
    return Asks(
        without=frozenset() if dismounts else frozenset({"dismounted"}),
        blank={"training": f"{given.label} (from {source})"} if given else {},
    )


def display_name(unit: Unit[ListedUnit], catalogue: Catalogue) -> str:
    """The name of a unit: the player's own, otherwise that of its catalogue row."""
    if unit.name:
        return unit.name
    kind, key = ("vehicle", unit.spec.vehicle) if unit.spec.vehicle else ("troop_type", unit.spec.troops)
    entry = catalogue.get(kind, key)
    return entry.name if entry is not None else "Unit"
