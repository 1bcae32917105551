"""The parts of a WarStrike army: units of models with their leader, Officers, Heroes and weapons."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any

from rulesets.core.declarations.catalogue import Catalogue
from rulesets.core.declarations.fields import Ask, Choice, Field, fields_of
from rulesets.core.declarations.problems import Problem
from rulesets.core.forces.force import Unit
from rulesets.core.insignia import Insignia

from .snap_fire import snap_rof
from .tables import NOT_DEFINED, POINTS

BEYOND = f"{NOT_DEFINED[:1].upper()}{NOT_DEFINED[1:]}"
"""The heading for everything that the Action Phase leaves open."""

REMARK = "The rules, Action Phase 0.5, give no number."
"""The same as a sentence, for help texts."""

INCHES = "″"

CHARACTERISTICS = {"mv": "Mv", "aw": "Aw", "ld": "Ld", "nv": "Nv"}
"""The four characteristics of the Action Phase: fields and their names."""


class UnitType(Choice):
    """What kind of troops a unit is; a word only."""

    INFANTRY = "infantry", "Infantry"
    COMMAND = "command", "Command"
    VEHICLE = "vehicle", "Vehicle"
    MONSTER = "monster", "Monster"


class ModelRank(Choice):
    """What a model may do for others."""

    NONE = "none", "None"
    OFFICER = "officer", "Officer", "gives one order in each of your Action Phases"
    HERO = "hero", "Hero", "gives no orders but may be Inspiring"


class WeaponType(Choice):
    """Types of weapon; they change nothing unless a house rule says so."""

    STANDARD = "standard", "Standard"
    LIGHT = "light", "Light"
    HEAVY = "heavy", "Heavy"
    STABILIZED = "stabilized", "Heavy, Stabilized"
    GRENADE = "grenade", "Grenade"


class ShotType(Choice):
    """Types of shot; words only."""

    NONE = "none", "Not set"
    SLUG = "slug", "Slug"
    LASER = "laser", "Laser"
    PLASMA = "plasma", "Plasma"
    GRENADE = "grenade", "Grenade"


@dataclass(frozen=True, slots=True)
class WeaponContext:
    """Fields of a weapon for other chapters."""

    range_in: Annotated[int | None, Ask("Range", unit=INCHES, min=0, max=99)] = None
    ap: Annotated[int | None, Ask("AP", min=0, max=99)] = None
    fp: Annotated[int | None, Ask("FP", min=0, max=99)] = None
    strength: Annotated[int | None, Ask("Str", min=0, max=99)] = None
    weapon_type: Annotated[WeaponType, Ask("Weapon type")] = WeaponType.STANDARD
    shot_type: Annotated[ShotType, Ask("Shot type")] = ShotType.NONE
    effects: Annotated[str, Ask("Effects", max_length=80)] = ""


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon's profile; only the Rate of Fire matters to the Action Phase."""

    rof: Annotated[
        int | None, Ask("RoF", "The full Rate of Fire. Snap Fire is half of it, rounded down.", min=-99, max=99)
    ] = None
    context: Annotated[WeaponContext | None, Ask(BEYOND, "Range, AP, FP, Str and types.")] = None

    @property
    def snap_rof(self) -> int:
        """RoF at Snap Fire, rounded down (WS-SNAP-1)."""
        return snap_rof(self.full_rof)

    @property
    def full_rof(self) -> int:
        """RoF; 0 where it is empty."""
        return at_least_zero(self.rof)

    @property
    def weapon_type(self) -> WeaponType:
        """Its type; standard by default."""
        return WeaponType.STANDARD if self.context is None else self.context.weapon_type


@dataclass(frozen=True, slots=True)
class ModelContext:
    """Fields of a model for other chapters."""

    bs: Annotated[int | None, Ask("BS", min=0, max=99)] = None
    ev: Annotated[int | None, Ask("Ev", min=0, max=99)] = None
    ar: Annotated[int | None, Ask("Ar", min=0, max=99)] = None
    to: Annotated[int | None, Ask("To", min=0, max=99)] = None
    th: Annotated[int | None, Ask("Th", unit=INCHES, min=0, max=99)] = None
    ws: Annotated[int | None, Ask("WS", min=0, max=99)] = None
    strength: Annotated[int | None, Ask("Str", min=0, max=99)] = None
    atk: Annotated[int | None, Ask("Atk", min=0, max=99)] = None


@dataclass(frozen=True, slots=True)
class Models:
    """Models of one kind in a unit."""

    name: Annotated[str, Ask("Model", "For example, Trooper, Sergeant or gunner.", max_length=40)] = ""
    number: Annotated[
        int, Ask("Number", "How many there are at the start of the battle.", min=0, max=80, amount=True)
    ] = 1
    leader: Annotated[bool, Ask("Leader", "One of these models is the leader. A single model leads itself.")] = False
    rank: Annotated[ModelRank, Ask("Rank", "Officers give orders. Officers and Heroes may be Inspiring.")] = (
        ModelRank.NONE
    )
    inspiring: Annotated[bool, Ask("Inspiring", "It may take the Inspiration action.")] = False
    special_rules: Annotated[str, Ask("Special rules", "Special rules by name, for example TacCom.", max_length=80)] = (
        ""
    )
    context: Annotated[ModelContext | None, Ask(BEYOND, "BS, Ev, Ar, To, Th, WS, Str and Atk.")] = None


@dataclass(frozen=True, slots=True)
class CarriedWeapon:
    """Weapons of one kind in a unit."""

    weapon: Annotated[str, Ask("Weapon", entry="weapon")] = ""
    number: Annotated[int, Ask("Number", "How many the unit has.", min=1, max=99, amount=True)] = 1


@dataclass(frozen=True, slots=True)
class UnitContext:
    """Fields of a unit for other chapters."""

    faction: Annotated[str, Ask("Faction", max_length=40)] = ""
    unit_type: Annotated[UnitType, Ask("Type", "The map symbol shows it.")] = UnitType.INFANTRY
    points: Annotated[int, Ask("Points", min=0, max=9999, points=True)] = 0


@dataclass(frozen=True, slots=True)
class WarUnit:
    """A unit: its four characteristics, its models and its weapons, complete in itself."""

    profile: Annotated[
        str, Ask("Unit type", "For example, Rifle Section or Walker.", max_length=60, former_label="Kind of unit")
    ] = ""
    mv: Annotated[int | None, Ask("Mv", "Movement.", unit=INCHES, min=-99, max=99)] = None
    aw: Annotated[int | None, Ask("Aw", "Awareness.", unit=INCHES, min=-99, max=99)] = None
    ld: Annotated[int | None, Ask("Ld", "Leadership: dice rolled.", min=-20, max=20)] = None
    nv: Annotated[
        int | None,
        Ask("Nv", "Nerve: roll this or less, and also the most markers it can hold.", min=-20, max=20),
    ] = None
    models: Annotated[tuple[Models, ...], Ask("Models", max=12, models=True)] = (Models(),)
    weapons: Annotated[tuple[CarriedWeapon, ...], Ask("Weapons", max=12, one="Weapon")] = ()
    context: Annotated[UnitContext, Ask(BEYOND)] = UnitContext()

    @property
    def starting(self) -> int:
        """Models at the start of the battle, attached Officers and Heroes too (WS-A31)."""
        return sum(row.number for row in self.models)

    @property
    def model_rows(self) -> tuple[Models, ...]:
        """The rows with at least one model."""
        return tuple(row for row in self.models if row.number)

    @property
    def officers(self) -> int:
        """How many models may give an order."""
        return sum(row.number for row in self.models if row.rank is ModelRank.OFFICER)

    @property
    def inspires(self) -> bool:
        """Whether an Officer or a Hero of the unit is Inspiring (WS-INS-1)."""
        return any(row.inspiring and row.number and row.rank is not ModelRank.NONE for row in self.models)

    @property
    def leader(self) -> str:
        """The leading model's name; a single model leads itself, and where nobody leads or is named it is empty."""
        rows = self.model_rows
        leaders = [row for row in rows if row.leader] or (rows if self.starting == 1 else ())
        return leaders[0].name if leaders else ""


@dataclass(frozen=True, slots=True)
class Platoon:
    """Units that belong together; there are no rules for platoons."""


@dataclass(frozen=True, slots=True)
class WarForce(Insignia):
    """Settings of a whole army."""

    points_limit: Annotated[
        int | None, Ask("Points limit", f"Usually {POINTS}. Leave blank for no limit.", min=0, max=99999, points=True)
    ] = None
    context_sheet: Annotated[
        bool,
        Ask(
            "Notes from other WarStrike pages",
            "Add terrain and to-hit notes from other WarStrike pages to the reference sheet.",
        ),
    ] = False


def at_least_zero(characteristic: int | None) -> int:
    """A characteristic in play: never below 0, and 0 where it is missing."""
    return max(0, characteristic or 0)


def context_of(spec: WarUnit | Models | Weapon) -> Iterator[tuple[Field, Any]]:
    """The fields that are set but not defined by Action Phase 0.5, with their values."""
    if spec.context is not None:
        for field in fields_of(type(spec.context)):
            value = getattr(spec.context, field.name)
            if value != field.default:
                yield field, value


def weapons_of(spec: WarUnit, catalogue: Catalogue) -> Iterator[tuple[str, Weapon, int]]:
    """The unit's weapons that are in the catalogue: name, profile, number."""
    for row in spec.weapons:
        entry = catalogue.get("weapon", row.weapon)
        if entry is not None and isinstance(entry.spec, Weapon):
            yield entry.name, entry.spec, row.number


def title_of(unit: Unit[WarUnit]) -> str:
    """The name of the unit: its own, else its kind."""
    return unit.name or unit.spec.profile or "Unit"


def _below_zero(value: int | None, path: str) -> Iterator[Problem]:
    if value is None:
        yield Problem(path, "enter 0 or more")
    elif value < 0:
        yield Problem(path, f"enter 0 or more, not {value}")


def without_models(unit: WarUnit) -> Iterator[Problem]:
    """A unit has at least one model (WS-BLD-1)."""
    if unit.starting < 1:
        yield Problem("models", "the unit needs at least one model")


def without_characteristics(unit: WarUnit) -> Iterator[Problem]:
    """Mv, Aw, Ld and Nv are given, and none is below 0 (WS-BLD-2)."""
    for name in CHARACTERISTICS:
        yield from _below_zero(getattr(unit, name), name)


def without_rate_of_fire(weapon: Weapon) -> Iterator[Problem]:
    """A weapon has a Rate of Fire of 0 or more (WS-BLD-3)."""
    yield from _below_zero(weapon.rof, "rof")


def inspiring_without_rank(unit: WarUnit) -> Iterator[Problem]:
    """Only Officers and Heroes are Inspiring (WS-BLD-4)."""
    for index, row in enumerate(unit.models):
        if row.number and row.inspiring and row.rank is ModelRank.NONE:
            who = f"“{row.name}”" if row.name else "a plain model"
            message = f"{who} is Inspiring. Make it an Officer or a Hero, or remove Inspiring"
            yield Problem(f"models[{index}].inspiring", message)


def without_one_leader(unit: WarUnit) -> Iterator[Problem]:
    """A unit of two or more models names exactly one leader (WS-BLD-5)."""
    leaders = [index for index, row in enumerate(unit.models) if row.number and row.leader]
    if unit.starting >= 2 and not leaders:
        yield Problem("models", "mark one model as the leader")
    for index in leaders[1:]:
        yield Problem(f"models[{index}].leader", "the models have two leaders. Unmark one of them")


def faults_of(unit: WarUnit) -> Iterator[Problem]:
    """Everything that makes a unit illegal by itself."""
    for faults in (without_models, without_characteristics, inspiring_without_rank, without_one_leader):
        yield from faults(unit)
