"""The settings of stands, battle groups and armies, and the profiles of catalogue entries."""

from dataclasses import dataclass, replace
from typing import Annotated, Final, NamedTuple

from rulesets.core.declarations.catalogue import Catalogue
from rulesets.core.declarations.fields import Ask, Choice
from rulesets.core.forces.force import Force, Group, Unit
from rulesets.core.forces.rules import CheckContext
from rulesets.core.insignia import Colour, Insignia


class GeneralClass(Choice):
    """The four classes of troops; the obstacles of the optional rules have none."""

    ARMOUR = ("ARMOUR", "ARMOUR", "tanks (a stand is a platoon)")
    INFANTRY = ("INFANTRY", "INFANTRY", "infantry and their carriers (a stand is a platoon)")
    ARTILLERY = ("ARTILLERY", "ARTILLERY", "guns and rockets (a stand is a battery)")
    AIRCRAFT = ("AIRCRAFT", "AIRCRAFT", "aeroplanes and helicopters (a stand is a flight)")
    NONE = ("none", "no class", "an obstacle of the optional rules")


CLASSES: Final = (GeneralClass.ARMOUR, GeneralClass.INFANTRY, GeneralClass.ARTILLERY, GeneralClass.AIRCRAFT)
"""The classes that stands of an army have, as the rulebook lists them."""


class Rank(Choice):
    """Quality within a general class; ranks compare across classes."""

    PLUS = ("+", "+", "the best of their class")
    NORM = ("n", "n", "the norm")
    MINUS = ("-", "-", "the rest")


class Posture(Choice):
    """A stand's permanent role."""

    INFANTRY = ("INFANTRY", "INFANTRY", "infantry in its ordinary role")
    ARMOUR = ("ARMOUR", "ARMOUR", "tanks in their ordinary role")
    LAS = ("LAS", "LAS", "light artillery support, such as mortars")
    ATM = ("ATM", "ATM", "anti-tank munitions, such as guided weapons on vehicles")
    REC = ("REC", "REC", "reconnaissance: reveals blanks but does not engage")
    ADA = ("ADA", "ADA", "area defence against aircraft")
    PDA = ("PDA", "PDA", "point defence against aircraft")
    ECM = ("ECM", "ECM", "electronic counter measures")
    ASF = ("ASF", "ASF", "air superiority fighter")
    CAS = ("CAS", "CAS", "close air support")
    CBA = ("CBA", "CBA", "counter-battery artillery")
    OTF = ("OTF", "OTF", "area fire from off the table")


class Mode(Choice):
    """A stand's permanent way of moving."""

    STATIC = ("STATIC", "STATIC", "dug in or in cover, and stays where it is")
    MOBILE = ("MOBILE", "MOBILE", "moves in the ordinary way")
    FAST = ("FAST", "FAST", "moves for speed, and must go at least half its distance")
    SNS = ("SNS", "SNS", "shoot and scoot, some protection from counter-battery fire")


class Grade(Choice):
    """Doctrine, training and leadership of an army."""

    PLUS = ("GRADE+",)
    NORM = ("GRADEn",)
    MINUS = ("GRADE-",)


class Region(Choice):
    """Where an army comes from, as far as its grade is concerned."""

    AFRICA = ("africa", "Africa")
    SOUTH_AMERICA = ("south-america", "South America")
    CENTRAL_AMERICA = ("central-america", "Central America")
    ASIA = ("asia", "Asia")
    WARSAW_PACT = ("warsaw-pact", "Warsaw Pact")
    FORMER_PACT = ("former-pact", "former Pact and Soviet states in Europe")
    RUSSIA = ("russia", "Russia")
    ARAB = ("arab", "Arab countries")
    EUROPE = ("europe", "Europe")
    NORTH_AMERICA = ("north-america", "North America")
    ISRAEL = ("israel", "Israel")
    AUSTRALASIA = ("australasia", "Australasia")
    ELSEWHERE = ("elsewhere", "anywhere else")


class Zone(Choice):
    """A climatic zone, with the rulebook's examples."""

    DESERT = ("desert", "Desert", "North Africa")
    STEPPE = ("steppe", "Steppe", "Poland, western Russia")
    TROPICAL = ("tropical", "Tropical", "Burma, southern China, Indochina")
    TEMPERATE = ("temperate", "Temperate", "Europe, USA")
    COLD = ("cold", "Cold", "Japan, Manchuria, Finland, Russia")


class Figures(Choice):
    """The size of the figures and of the stands they are mounted on."""

    SIX = ("6mm", "6 mm on 1″ stands")
    TEN = ("10mm", "10 mm on 2″ stands")


@dataclass(frozen=True, slots=True)
class Stand:
    """One base: a platoon of infantry or armour, a battery of artillery, a flight of aircraft."""

    sub_class: Annotated[str, Ask("Sub-class", entry="sub_class")] = "MBTn"
    vehicle: Annotated[str, Ask("Vehicle", "What the models show. You can leave it blank.", entry="troop_type")] = ""
    posture: Annotated[Posture, Ask("Posture")] = Posture.ARMOUR
    mode: Annotated[Mode, Ask("Mode")] = Mode.MOBILE
    helicopter: Annotated[bool, Ask("Helicopter", "A flight of helicopters. When it hovers, it is STATIC.")] = False
    hq: Annotated[bool, Ask("BGHQ", "The headquarters of its battle group.", secret=True)] = False


@dataclass(frozen=True, slots=True)
class BattleGroup:
    """Twelve stands under one headquarters."""

    grade: Annotated[Grade | None, Ask("Grade", "Leave blank to use the nation’s grade.")] = None
    label: Annotated[str, Ask("Label text", "Leave blank to use the group’s number.", max_length=4)] = ""
    colour: Annotated[Colour, Ask("Colour on cards and labels")] = Colour.NONE


MAX_GROUPS: Final = 250


@dataclass(frozen=True, slots=True)
class Army(Insignia):
    """The settings of the whole army."""

    nation: Annotated[str, Ask("Nation", "Sets the army’s grade.", entry="nation")] = ""
    region: Annotated[Region | None, Ask("Region", "Only to override the nation’s region.")] = None
    agreed_groups: Annotated[
        int, Ask("Agreed battle groups", "How many battle groups each side has.", min=1, max=MAX_GROUPS)
    ] = 1
    fakes: Annotated[
        int,
        Ask(
            "Fakes",
            "Optional rule: extra blanks that represent nothing, up to 30% of your stands.",
            min=0,
            max=900,
            secret=True,
        ),
    ] = 0
    optional_sub_classes: Annotated[bool, Ask("Optional sub-classes", "Allow FE, MNF and OBS.")] = False
    figures: Annotated[Figures, Ask("Figures")] = Figures.SIX
    zone: Annotated[
        Zone | None, Ask("Climatic zone", "Where the army comes from. Leave blank to use the nation’s zone.")
    ] = None
    fantasy: Annotated[bool, Ask("Fantasy army")] = False
    location: Annotated[str, Ask("Location", "Where on the map a fantasy army lives.")] = ""
    dependent: Annotated[bool, Ask("Dependent on a mother nation")] = False
    mother_nation: Annotated[str, Ask("Mother nation")] = ""
    insignia: Annotated[str, Ask("Insignia", "What a fantasy army paints on its vehicles.")] = ""


def group_added(army: Army, groups: int) -> Army:
    """The settings after another battle group was added, where the army had as many as agreed: one more is agreed."""
    if army.agreed_groups != groups - 1 or groups > MAX_GROUPS:
        return army
    return replace(army, agreed_groups=groups)


@dataclass(frozen=True, slots=True)
class SubClass:
    """A quality of troops within a general class."""

    general_class: Annotated[GeneralClass, Ask("General class")] = GeneralClass.INFANTRY
    rank: Annotated[Rank, Ask("Rank")] = Rank.NORM
    criteria: Annotated[str, Ask("Criteria", max_length=400)] = ""
    optional: Annotated[bool, Ask("Optional", "Only armies that allow optional sub-classes may have it.")] = False


@dataclass(frozen=True, slots=True)
class TroopType:
    """A vehicle, aircraft or weapon that a stand may show.

    ``also`` are further sub-classes under which the rulebook lists it, ``postures`` its intended ones (a new stand gets
    the first; empty for any), ``vehicles`` how many a stand of it represents, where known.
    """

    sub_class: Annotated[str, Ask("Sub-class", entry="sub_class")] = "INFn"
    also: Annotated[tuple[str, ...], Ask("Also listed under", entry="sub_class", max=3)] = ()
    postures: Annotated[
        tuple[Posture, ...],
        Ask("Postures", "The postures that it is meant for. Leave blank to allow any.", max=12, one="Posture"),
    ] = ()
    helicopter: Annotated[bool, Ask("Helicopter")] = False
    rockets: Annotated[bool, Ask("Rocket launcher", "The map symbol shows a launcher.")] = False
    vehicles: Annotated[
        int | None,
        Ask(
            "Vehicles in a stand", "The most vehicles that a stand may have. Leave blank if not stated.", min=1, max=12
        ),
    ] = None


@dataclass(frozen=True, slots=True)
class Nation:
    """A nation, the region that gives its grade, and the climatic zone that the rulebook names it for."""

    region: Annotated[Region, Ask("Region")] = Region.ELSEWHERE
    zone: Annotated[Zone | None, Ask("Climatic zone", "Leave blank to use its region’s zone, if it has one.")] = None


StandUnit = Unit[Stand]
StandGroup = Group[BattleGroup, Stand]
ArmyForce = Force[Army, BattleGroup, Stand]
ArmyContext = CheckContext[Army, BattleGroup, Stand]


class StandKind(NamedTuple):
    """A kind of stand with everything that the rules need; ``sub_class`` is its displayed name."""

    sub_class: str
    general_class: GeneralClass
    rank: Rank
    posture: Posture
    mode: Mode
    helicopter: bool = False

    @property
    def title(self) -> str:
        """The kind in the players' shorthand, such as ``INFn ATM MOBILE``."""
        role = () if self.posture.value == self.general_class.value == "ARMOUR" else (self.posture.label,)
        return " ".join((self.sub_class, *role, self.mode.label, *(("helicopter",) if self.helicopter else ())))


def sub_class_name(stand: Stand, catalogue: Catalogue) -> str:
    """The displayed name of a stand's sub-class; its key when it is not in the catalogue."""
    entry = catalogue.get("sub_class", stand.sub_class)
    return entry.name if entry is not None else stand.sub_class


def kind_of(stand: Stand, catalogue: Catalogue) -> StandKind | None:
    """The kind a stand is of; ``None`` when its sub-class is not in the catalogue or has no rules (FE and the like)."""
    entry = catalogue.get("sub_class", stand.sub_class)
    if entry is None:
        return None
    spec: SubClass = entry.spec
    if spec.optional or spec.general_class is GeneralClass.NONE:
        return None
    return StandKind(entry.name, spec.general_class, spec.rank, stand.posture, stand.mode, stand.helicopter)
