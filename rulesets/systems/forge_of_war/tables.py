"""The rulebook's closed sets and numbers, each in one place. Distances are inches."""

from fractions import Fraction
from typing import NamedTuple

from rulesets.core.declarations.fields import Choice

DIE = 10
"""Faces of the only die (§8)."""

MAX_MARKERS = 12
"""More D-markers than any unit carries, automatic ones included."""


class Training(Choice):
    """Training bands (§4)."""

    ELITE = "elite", "Elite"
    VETERAN = "veteran", "Veteran"
    PROFESSIONAL = "professional", "Professional"
    MILITIA = "militia", "Militia", "Conscripts are the same band."
    HORDE = "horde", "Horde"


CAPS = {
    Training.ELITE: 5,
    Training.VETERAN: 4,
    Training.PROFESSIONAL: 3,
    Training.MILITIA: 2,
    Training.HORDE: 1,
}
"""Most D-markers a unit may carry (§12)."""


class Arm(Choice):
    """Troop types (§5); vehicles that are not armour are a separate type (§35)."""

    INFANTRY = "infantry", "Infantry"
    CAVALRY = (
        "cavalry",
        "Cavalry",
        "Riders, bikes and small buggies. They take hits like foot figures, not like vehicles.",
    )
    MONSTROUS = "monstrous", "Monstrous creature"
    ARMOUR = "armour", "Armour", "Vehicles that are meant to fight."
    VEHICLE = "vehicle", "Other vehicle", "Transports and similar vehicles."

    @property
    def is_vehicle(self) -> bool:
        """Whether the vehicle rules apply to hits on it (§32-38)."""
        return self in (Arm.ARMOUR, Arm.VEHICLE)


MOVES = {Arm.INFANTRY: 6, Arm.CAVALRY: 12, Arm.ARMOUR: 8, Arm.VEHICLE: 12}
"""Inches in one move action (§15, §35); the rulebook gives none for monstrous creatures."""

MONSTROUS_MOVE = 6
"""Played for monstrous creatures until their owner says more (AMB-021)."""

JUMP = 12
"""Inches of one jump with jump pack, grav or hover (§17, §36)."""

FLOOR_CLIMB = 3
"""Inches to climb one floor (§16)."""

OBSTACLE_COST = 2
"""Inches lost to an obstacle crossed with care (§16)."""

DIFFICULT = "woods, bog, fords, ash, steep slopes, rocks, scree, deep snow"
"""Difficult ground for all (§16); so are buildings, but not for armour and cavalry."""

ROADS = "full speed through difficult ground if every figure keeps to it (streets are clear)"
"""The effect of a road (§16)."""

MOUNTED_IN_BUILDINGS = "impassable for mounted cavalry"
"""The effect of buildings on riders, who may lead their mounts through on foot (§16)."""

CAUTIOUS_MOVE = 3
"""Most inches in a move action when cautious (stance rules)."""

KEEP_AWAY = 2
"""Inches to keep from enemies unless moving into contact (§15)."""

COHESION = 2
"""Widest gap between figures of a unit (§7)."""

HORDE_COHESION = 1
"""Widest gap between figures of a horde (§7)."""

FIRE_OVER = 3
"""Inches by which an enemy must stand beyond friends one fires over from above (§16)."""

MOUNT_HOLDERS = 4
"""One dismounted figure in so many stays with the mounts (§5)."""

DISMOUNTED = f"one in {MOUNT_HOLDERS} holds the mounts, with a move action to get on or off"
"""The penalty of cavalry fighting on foot (§5, AMB-064)."""

MIN_FIGURES = 5
MAX_FIGURES = 20
"""Usual sizes of infantry and cavalry units (§5)."""

SLOW_MOVE = 6
"""Inches up to which a shooter counts as having moved slowly, and beyond which a target counts as fast (§24)."""

POINT_BLANK = 3
"""Inches within which a shot is easier (§24)."""

SAME_COVER_RANGE = 6
"""Longest shot inside one area of cover (§21)."""

COMMAND_RANGE = 12
"""Inches within which the Force Commander helps (§8, §13)."""

REACTION_RANGE = 12
"""Inches within which a move sets off a reaction test (optional rules)."""

REACTION_FLEE_BELOW = 5
"""A unit flees only when its modified Command Value is below this (optional rules)."""

REACTION_SHIFTED = (10, 11)
"""The modified rolls on which a unit flees, as printed (optional rules)."""

REACTION_FIRE = -2
"""The penalty for reaction fire (optional rules)."""

COVERING_MOVED = -2
"""The penalty for covering fire after a move (optional rules)."""

HALF_STRENGTH = -1
"""To the Command Value at half strength or less (§8)."""

TERRIFYING_NEAR = -1
"""To the Command Value with a terrifying enemy near (§8, §13)."""

COMMANDER_NEAR = 1
"""To the Command Value with the Force Commander or his squad near (§8, §13)."""

NO_ENEMY_IN_SIGHT = 1
"""To the Command Value while no enemy is in sight (§8, §13)."""

JUST_SLAUGHTERED = 1
"""To a rally of a unit that has just slaughtered another (§13)."""

OVER_HALF_RANGE = -1
"""To a shot over more than half the weapon's range (§24)."""

MOVED_SLOWLY, MOVED_FAST = -1, -2
"""To a shot by those who move up to ``SLOW_MOVE``, or farther (§24)."""

FAST_TARGET = -1
"""To a shot at a target that moved farther than ``SLOW_MOVE`` (§24)."""

AT_POINT_BLANK = 1
"""To a shot within ``POINT_BLANK`` (§24)."""

VALUE_RANGE = (1, 10)
"""Least and most CV, SV and FV that a printed profile may have (§3)."""

MAX_AV = 9
"""Highest AV of this edition (§6)."""

VEHICLE_AV = 6
"""Vehicles generally have this AV or more (§32)."""

STANCE_AV = 4
"""Highest printed AV with which infantry may change its stance (stance rules)."""

STANCE_TROOPS = f"Only infantry with AV {STANCE_AV} or less may change its stance."
"""Who has stances (stance rules)."""

HEAVY_CREW = 2
"""Fewest men for a heavy weapon (§9)."""

NATURAL_FAILURE = DIE
"""The roll that always fails a command test (§8)."""

CLOSE_COMBAT_OBSTACLE = -2
"""For attacking those who defend an obstacle (§28)."""

FV_EDGE = 2
"""Difference of Fighting Values from which one side is better by one (§28)."""

HIDING_ATTACKED = 2
"""For attacking a hiding unit in the first round (stance rules)."""

POOL_OFFSET = 2
"""At a value of -n the dice are divided by n plus this (worked examples of §24 and §28)."""

PERMANENT_HALF = 1
PERMANENT_QUARTER = 2
"""Markers that stay after losses of a half and of three quarters (§14)."""


class CoverRow(NamedTuple):
    """What a kind of cover gives: to activation, against shooting, and as armour (§8, §18, §19, §24)."""

    activation: int
    shooting: int
    armour: int
    examples: str


class Cover(Choice):
    """Kinds of cover (§18, §19)."""

    NONE = "none", "In the open"
    SOFT = "soft", "Soft cover", "Plants, hedges, fences, wading, snow."
    HARD = "hard", "Hard cover", "Walls, buildings, trees, barricades, boulders."
    FORTIFIED = "fortified", "Fortified", "Walls and trenches built as defences."
    BUNKER = "bunker", "Bunker", "Hardened, as agreed before play."


BUNKER_PENALTIES = (3, 4)
"""What a bunker takes from shots at those in it, as agreed before play (§24)."""

COVERS = {
    Cover.NONE: CoverRow(0, 0, 0, "open ground"),
    Cover.SOFT: CoverRow(1, 1, 1, "plants, hedge, fence, snow"),
    Cover.HARD: CoverRow(2, 2, 2, "walls, buildings, trees"),
    Cover.FORTIFIED: CoverRow(3, 3, 3, "fortified wall, trench"),
    Cover.BUNKER: CoverRow(3, BUNKER_PENALTIES[-1], 4, "by agreement"),
}


class Stance(Choice):
    """Stances of infantry (optional rules)."""

    NORMAL = "normal", "Normal"
    CAUTIOUS = "cautious", "Cautious"
    HIDING = "hiding", "Hiding"


STANCE_ARMOUR = {Stance.NORMAL: 0, Stance.CAUTIOUS: 1, Stance.HIDING: 2}
"""The bonus of each stance to a unit's own AV."""

STANCE_SHOOTING = {Stance.NORMAL: 0, Stance.CAUTIOUS: -1}
"""The modifier of each stance to a unit's own shooting; hiding units do not shoot."""

HIDING_RALLY = 1
"""The bonus for hiding to a rally."""


class Facing(Choice):
    """The side of a vehicle that is hit; the top counts as a side (§34)."""

    FRONT = "front", "Front"
    SIDE = "side", "Side or top"
    REAR = "rear", "Rear"


FACING_SIGN = {Facing.FRONT: 1, Facing.SIDE: 0, Facing.REAR: -1}
"""How often the second armour value is added to the first (§34)."""


class Damage(Choice):
    """The damage of one die to a vehicle (§38)."""

    NONE = "none", "None"
    LIGHT = "light", "Light"
    LIGHT_TWICE = "light x2", "Light ×2"
    MODERATE = "moderate", "Moderate"
    MODERATE_TWICE = "moderate x2", "Moderate ×2"
    DESTROYED = "destroyed", "Destroyed"


MARGINS = (Damage.LIGHT, Damage.LIGHT_TWICE, Damage.MODERATE, Damage.MODERATE_TWICE, Damage.DESTROYED)
"""Damage by hit value minus roll: 0, 1, 2, 3, 4 and more (§38)."""


def damage_for(margin: int) -> Damage:
    """The damage of a die that rolled ``margin`` below the hit value (§38)."""
    return Damage.NONE if margin < 0 else MARGINS[min(margin, len(MARGINS) - 1)]


class Mount(Choice):
    """How a vehicle carries a weapon (§33)."""

    TURRET = "turret", "Turret"
    PINTLE = "pintle", "Pintle"
    SPONSON = "sponson", "Side sponson"
    HULL = "hull", "Hull"

    @property
    def fires_over_friends(self) -> bool:
        """Whether it fires over friendly infantry (§33)."""
        return self in (Mount.TURRET, Mount.PINTLE)


class Role(Choice):
    """A unit's role in the force's command (§8, §13)."""

    NONE = "none", "None"
    LEADER = "leader", "Leader"
    FORCE_COMMANDER = "force_commander", "Force Commander"
    COMMAND_SQUAD = "command_squad", "Command squad"
    COMMAND_VEHICLE = "command_vehicle", "Command vehicle"

    @property
    def is_command(self) -> bool:
        """Whether it gives the commander's help to others."""
        return self in (Role.FORCE_COMMANDER, Role.COMMAND_SQUAD, Role.COMMAND_VEHICLE)


class Origin(Choice):
    """Lists of generic troop types (§42)."""

    HUMAN = "human", "Human"
    MODIFIED = "modified", "Genetically modified"
    ALIEN = "alien", "Alien"
    OWN = "own", "Own"


class TargetKind(Choice):
    """Columns of a weight of fire (§43)."""

    INFANTRY = "infantry", "Infantry"
    HORDE = "horde", "Horde"
    VEHICLE = "vehicle", "Vehicle"


class Threshold(Choice):
    """Strengths at which something changes (§8, §11, §14)."""

    HALF = "half", "Half or less"
    THIRD = "third", "A third or less"
    LOST_HALF = "lost_half", "Half lost"
    LOST_QUARTERS = "lost_three_quarters", "Three quarters lost"


SHARES = {
    Threshold.HALF: Fraction(1, 2),
    Threshold.THIRD: Fraction(1, 3),
    Threshold.LOST_HALF: Fraction(1, 2),
    Threshold.LOST_QUARTERS: Fraction(1, 4),
}
"""The share of the starting strength at or under which each threshold holds."""


def max_survivors(start: int, threshold: Threshold) -> int:
    """The largest number of figures left at which the threshold holds for a unit that started with ``start``."""
    share = SHARES[threshold]
    return start * share.numerator // share.denominator


def reached(now: int, start: int, threshold: Threshold) -> bool:
    """Whether a unit of ``now`` figures out of ``start`` is at the threshold; a single model never is (AMB-031)."""
    return now <= max_survivors(start, threshold)


def permanent_markers(now: int, start: int, cap: int) -> int:
    """D-markers that rallying cannot remove (§14); never more than the unit may carry (AMB-036)."""
    if reached(now, start, Threshold.LOST_QUARTERS):
        return min(PERMANENT_QUARTER, cap)
    return min(PERMANENT_HALF, cap) if reached(now, start, Threshold.LOST_HALF) else 0
