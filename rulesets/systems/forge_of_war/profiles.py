"""Catalogue declarations: troop types, weapons, vehicles, armour and training bands.

Limits are wide where a rule speaks: a value outside the rulebook's range is a finding, not a refused file.
"""

from dataclasses import dataclass
from typing import Annotated

from rulesets.core.declarations.fields import Ask, Choice

from .tables import MAX_FIGURES, MIN_FIGURES, Arm, Mount, Origin, TargetKind, Training

MIN_VALUE, MAX_VALUE = -99, 99
"""Bounds of values that a rule judges."""

MAX_ARMAMENTS = 12
"""Rows of weapons a unit may list."""


class Fire(Choice):
    """The ways to state a weapon's weight of fire (§43)."""

    UNKNOWN = "unknown", "Not given"
    FIXED = "fixed", "Fixed", "The same dice against every target."
    BY_TARGET = "by_target", "By target", "Dice for infantry, horde and vehicle."
    BY_RANGE = "by_range", "By range", "Dice by distance, fewer or none after moving."
    AREA = "area", "Area", "Hits all figures around a point."


class Accuracy(Choice):
    """How indirect fire falls (optional rules)."""

    UNKNOWN = "unknown", "Not given"
    ACCURATE = "accurate", "Accurate"
    INACCURATE = "inaccurate", "Inaccurate"


class Purpose(Choice):
    """What a weapon is for (§23): a unit takes at most one target of each sort."""

    PERSONNEL = "personnel", "Anti-personnel"
    ARMOUR = "armour", "Anti-tank"
    BOTH = "both", "Both"


@dataclass(frozen=True, slots=True)
class RangeBand:
    """Dice up to a distance, standing and after moving."""

    up_to: Annotated[int, Ask("Up to", unit="″", min=0, max=999)] = 0
    dice: Annotated[int, Ask("Dice", min=0, max=MAX_VALUE)] = 0
    after_moving: Annotated[int, Ask("Dice after moving", min=0, max=MAX_VALUE)] = 0


@dataclass(frozen=True, slots=True)
class WeightOfFire:
    """Dice that one figure rolls with a weapon (§24, §43); which fields count is up to ``kind``."""

    kind: Annotated[Fire, Ask("Weight of fire")] = Fire.UNKNOWN
    dice: Annotated[int, Ask("Dice", "Used for a fixed weight of fire.", min=0, max=MAX_VALUE)] = 0
    infantry: Annotated[
        int, Ask("Dice against infantry", "Used if the dice depend on the target.", min=0, max=MAX_VALUE)
    ] = 0
    horde: Annotated[
        int, Ask("Dice against a horde", "Used if the dice depend on the target.", min=0, max=MAX_VALUE)
    ] = 0
    vehicle: Annotated[
        int, Ask("Dice against a vehicle", "Used if the dice depend on the target.", min=0, max=MAX_VALUE)
    ] = 0
    bands: Annotated[
        tuple[RangeBand, ...],
        Ask("Range bands", "Used if the dice depend on range. List the nearest band first.", max=4, one="Range band"),
    ] = ()
    radius: Annotated[int, Ask("Radius", "The radius of an area weapon.", unit="″", min=0, max=MAX_VALUE)] = 0

    @property
    def is_given(self) -> bool:
        """Whether there is a weight of fire at all; an area needs only its radius, which another rule checks."""
        dice = {
            Fire.UNKNOWN: (),
            Fire.FIXED: (self.dice,),
            Fire.BY_TARGET: (self.infantry, self.horde, self.vehicle),
            Fire.BY_RANGE: tuple(band.dice for band in self.bands),
            Fire.AREA: (1,),
        }[self.kind]
        return any(dice)

    def serves(self, target: TargetKind) -> bool:
        """Whether it has dice at a kind of target."""
        return self.kind is not Fire.BY_TARGET or self.at(target) > 0

    def at(self, target: TargetKind) -> int:
        """Dice at a kind of target, for a weapon whose dice go by target."""
        dice: int = getattr(self, target.value)
        return dice


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon's range in inches, weight of fire in dice, Weapon Value and special rules (§43)."""

    short: Annotated[str, Ask("Short name", "Shown on cards. Leave blank to use the name.", max_length=20)] = ""
    range: Annotated[int, Ask("Range", "Enter 0 for a close-combat weapon.", unit="″", min=MIN_VALUE, max=999)] = 0
    wv: Annotated[
        int, Ask("Weapon Value", "Reduces the target’s armour, to 0 at least.", min=MIN_VALUE, max=MAX_VALUE)
    ] = 0
    weight_of_fire: Annotated[WeightOfFire, Ask("Weight of fire")] = WeightOfFire()
    heavy: Annotated[bool, Ask("Heavy weapon", "It needs two men or more and must deploy before it fires.")] = False
    second_is_spotter: Annotated[
        bool, Ask("Second man only spots", "A house rule decides whether one man may fire it.")
    ] = False
    purpose: Annotated[Purpose, Ask("Meant for", "Helps you choose targets.")] = Purpose.PERSONNEL
    vehicle_bonus: Annotated[
        int, Ask("WV against vehicles", "Added to its WV against vehicles.", min=0, max=MAX_VALUE)
    ] = 0
    fv_bonus: Annotated[int, Ask("FV bonus", "Added to the FV of a unit armed with it.", min=0, max=MAX_VALUE)] = 0
    close_combat: Annotated[
        int, Ask("Close combat value", "Added to the FV in close combat.", min=0, max=MAX_VALUE)
    ] = 0
    auto_markers: Annotated[
        int,
        Ask("Automatic markers", "D-markers that infantry takes, hit or miss, even beyond the cap.", min=0, max=9),
    ] = 0
    backfires_on: Annotated[
        int, Ask("Backfires up to", "It backfires on this roll or less. Enter 0 for never.", min=0, max=10)
    ] = 0
    backfire_hits: Annotated[int, Ask("Hits from a backfire", min=0, max=9)] = 1
    launcher: Annotated[str, Ask("Launcher", "Weapons with the same launcher are its types of ammunition.")] = ""
    indirect: Annotated[bool, Ask("Indirect fire")] = False
    accuracy: Annotated[Accuracy, Ask("Accuracy")] = Accuracy.UNKNOWN
    blast_radius: Annotated[
        int, Ask("Blast radius", "Enter 0 to use the radius agreed for the army.", unit="″", min=0, max=MAX_VALUE)
    ] = 0
    note: Annotated[str, Ask("Note", max_length=200)] = ""

    @property
    def melee_only(self) -> bool:
        """Whether it is for close combat alone: without a range, with a bonus there (§28)."""
        return self.range == 0 and (self.close_combat > 0 or self.fv_bonus > 0)

    @property
    def harms_vehicles(self) -> bool:
        """Whether its shots can damage a vehicle: with a Weapon Value of 1 or more (§38)."""
        return self.wv >= 1


@dataclass(frozen=True, slots=True)
class Armament:
    """Weapons of one sort in a unit, or one weapon system of a vehicle."""

    weapon: Annotated[str, Ask("Weapon", entry="weapon")] = ""
    count: Annotated[int, Ask("Number", min=0, max=999, amount=True)] = 1
    crew: Annotated[
        int | None,
        Ask(
            "Crew for each",
            "Leave blank to use as many figures as it needs.",
            min=0,
            max=9,
            former_label="Men each",
        ),
    ] = None
    mount: Annotated[
        Mount | None, Ask("Mount", "For vehicles only. It decides whether the weapon fires over friends.")
    ] = None
    crewed: Annotated[bool, Ask("Has its own crew", "For vehicles only. Without a crew it does not fire.")] = True


@dataclass(frozen=True, slots=True)
class TroopProfile:
    """A troop type: its values CV-SV-FV-AV-W, equipment and traits (§3-6, §42)."""

    origin: Annotated[Origin, Ask("List")] = Origin.OWN
    training: Annotated[tuple[Training, ...], Ask("Training", "If you list several, each unit chooses one.", max=5)] = (
        Training.PROFESSIONAL,
    )
    cv: Annotated[int, Ask("Command Value", min=MIN_VALUE, max=MAX_VALUE)] = 7
    sv: Annotated[int, Ask("Shooting Value", min=MIN_VALUE, max=MAX_VALUE)] = 6
    fv: Annotated[int, Ask("Fighting Value", min=MIN_VALUE, max=MAX_VALUE)] = 5
    attacks: Annotated[int, Ask("Attacks", "The number for each figure.", min=MIN_VALUE, max=MAX_VALUE)] = 1
    av: Annotated[int, Ask("Armour Value", min=MIN_VALUE, max=MAX_VALUE)] = 1
    wounds: Annotated[int, Ask("Wounds", "The number for each figure.", min=MIN_VALUE, max=MAX_VALUE)] = 1
    armour: Annotated[str, Ask("Armour", "We check the AV against this armour.", entry="armour")] = ""
    arm: Annotated[Arm, Ask("Troop type")] = Arm.INFANTRY
    move: Annotated[
        int | None, Ask("Move", "Leave blank to use the move of its troop type.", unit="″", min=0, max=MAX_VALUE)
    ] = None
    fewest: Annotated[int, Ask("Fewest figures", min=0, max=999)] = MIN_FIGURES
    most: Annotated[int, Ask("Most figures", min=0, max=999)] = MAX_FIGURES
    leader: Annotated[bool, Ask("Leader")] = False
    terrifying: Annotated[bool, Ask("Terrifying")] = False
    jump_packs: Annotated[bool, Ask("Jump packs")] = False
    grenades: Annotated[bool, Ask("Fragmentation grenades")] = False
    melee_only: Annotated[bool, Ask("Close combat only")] = False
    powered: Annotated[bool, Ask("Power armour", "Heavy weapons do not count as heavy for it.")] = False
    close_combat: Annotated[int, Ask("Close combat weapon", "Adds its bonus to FV.", min=0, max=MAX_VALUE)] = 0
    dismounted: Annotated[str, Ask("Dismounted", "The troop type that cavalry become on foot.", entry="troop_type")] = (
        ""
    )
    suggested_weapon: Annotated[str, Ask("Suggested weapon", "A new unit starts with it.", entry="weapon")] = ""
    also: Annotated[
        str,
        Ask("Also used for", "Names of other troops with these values.", max_length=200, former_label="Stands for"),
    ] = ""


@dataclass(frozen=True, slots=True)
class VehicleProfile:
    """A vehicle's armour, speed, systems, crew values and transport room (§32-37)."""

    arm: Annotated[Arm, Ask("Troop type")] = Arm.VEHICLE
    training: Annotated[Training | None, Ask("Crew training", "Training sets the D-marker cap.")] = None
    cv: Annotated[int, Ask("Command Value", min=MIN_VALUE, max=MAX_VALUE)] = 7
    sv: Annotated[int, Ask("Shooting Value", min=MIN_VALUE, max=MAX_VALUE)] = 6
    fv: Annotated[int, Ask("Fighting Value", min=MIN_VALUE, max=MAX_VALUE)] = 0
    attacks: Annotated[int, Ask("Attacks", min=MIN_VALUE, max=MAX_VALUE)] = 1
    av: Annotated[int, Ask("Armour Value", "The value of its sides and top.", min=MIN_VALUE, max=MAX_VALUE)] = 7
    av_delta: Annotated[
        int, Ask("Front and rear", "Added at the front and subtracted at the rear.", min=0, max=MAX_VALUE)
    ] = 0
    wounds: Annotated[
        int, Ask("Wounds", "Each spare wound cancels one damage result.", min=MIN_VALUE, max=MAX_VALUE)
    ] = 0
    armour: Annotated[str, Ask("Armour", "We check the AV against this armour.", entry="armour")] = ""
    move: Annotated[
        int | None, Ask("Move", "Leave blank to use the move of its troop type.", unit="″", min=0, max=MAX_VALUE)
    ] = None
    systems: Annotated[tuple[Armament, ...], Ask("Weapon systems", max=MAX_ARMAMENTS, one="Weapon system")] = ()
    transport: Annotated[int, Ask("Transport", "The number of figures it carries.", min=0, max=999)] = 0
    skimmer: Annotated[bool, Ask("Grav or hover", "It may jump, and it can fire over other units.")] = False
    fights: Annotated[bool, Ask("Fights hand to hand", "For example, light mecha.")] = False
    features: Annotated[str, Ask("Other features", max_length=200)] = ""


@dataclass(frozen=True, slots=True)
class Armour:
    """A row of the armour table (§6)."""

    av: Annotated[int, Ask("Armour Value", min=MIN_VALUE, max=MAX_VALUE)] = 0
    powered: Annotated[bool, Ask("Power armour", "Heavy weapons do not count as heavy for its wearer.")] = False
    worn_by: Annotated[str, Ask("Typical bearer", max_length=120)] = ""


@dataclass(frozen=True, slots=True)
class TrainingBand:
    """A training band (§4); its cap is in ``tables``."""

    band: Annotated[Training, Ask("Band")] = Training.PROFESSIONAL
    text: Annotated[str, Ask("In short", max_length=120)] = ""
