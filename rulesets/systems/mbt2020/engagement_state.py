"""The state of an engagement: the stands, the ground, the light, and the turn."""

from dataclasses import dataclass
from typing import Annotated, NamedTuple

from rulesets.core.declarations.fields import Ask, Choice
from rulesets.core.play.tabletop import QUARTERS, in_inches

from . import tables
from .ranges import PARTS, InchPart
from .units import Grade, StandKind


class State(Choice):
    """The state of a stand."""

    OK = ("ok", "unharmed")
    PINNED = ("pinned", "Pinned")
    REPULSED = ("repulsed", "Repulsed")
    NEUTRALISED = ("neutralised", "neutralised")
    LEFT = ("left", "left the table")


class Light(Choice):
    """The time of day, as far as ranges are concerned."""

    DAY = ("day", "day")
    TWILIGHT = ("twilight", "dusk or dawn", "ranges are halved")
    NIGHT = ("night", "night", "ranges are halved")


class Going(Choice):
    """The going of the ground."""

    GOOD = ("good", "good going")
    BAD = ("bad", "bad going")


class Arc(Choice):
    """A direction seen from a stand."""

    FRONT = ("front", "front")
    SIDE = ("side", "side")
    REAR = ("rear", "rear")


@dataclass(frozen=True, slots=True)
class Conditions:
    """The ground between two stands, the light and the weather."""

    distance: Annotated[int, Ask("Distance", "Enter 0 for contact", unit="″", min=0, max=200)] = 4
    part: Annotated[
        InchPart, Ask("Fraction", "Enter the fraction of an inch beyond the distance, for halved ranges")
    ] = InchPart.NONE
    light: Annotated[Light, Ask("Light")] = Light.DAY
    awc: Annotated[bool, Ask("Adverse weather (AWC)", "Halves ranges and hinders CAS against INFANTRY and ARMOUR")] = (
        False
    )
    line_of_sight: Annotated[
        bool, Ask("Line of sight", "Tick this if nothing blocks it. Smoke does not block it in AWC")
    ] = True
    target_going: Annotated[Going, Ask("Target in", "Only for INFANTRY and ARMOUR")] = Going.GOOD
    target_built_up: Annotated[
        bool, Ask("Target in a built-up area", "An MBUA or BUA, which is also bad going. Only for INFANTRY and ARMOUR")
    ] = False
    target_supported: Annotated[
        bool, Ask("Friendly INFANTRY near the target", f"INFANTRY within {tables.SUPPORT_DISTANCE}″ of ARMOUR")
    ] = False
    target_near_ecm: Annotated[
        bool,
        Ask("Target near ECM", f"ECM of its own side within {tables.ECM_DISTANCE}″, unless you play another ruling"),
    ] = False
    target_illuminated: Annotated[bool, Ask("Target illuminated", "It is seen as if in daylight")] = False
    own_going: Annotated[Going, Ask("Your stand in", "Only for MOBILE or FAST INFANTRY and ARMOUR")] = Going.GOOD
    own_illuminated: Annotated[bool, Ask("Your stand illuminated", "Used for the opponent’s range")] = False

    @property
    def quarters(self) -> int:
        """The distance in quarters of an inch."""
        return QUARTERS * self.distance + PARTS[self.part]

    @property
    def away(self) -> str:
        """The distance in words: ``4½″``, ``contact``."""
        return in_inches(self.quarters) if self.quarters else "contact"


@dataclass(frozen=True, slots=True)
class Turn:
    """The restrictions on the engaging stand alone: facing, its headquarters, the order of the turn."""

    target_arc: Annotated[Arc, Ask("Target is to the", "As seen from your stand")] = Arc.FRONT
    facing: Annotated[Arc, Ask("Target is engaged on its", "The side of the target that faces your stand")] = Arc.FRONT
    target_engaged: Annotated[
        bool, Ask("Target engaged last round", "It engaged in the opposing player’s previous round. Only for CBA")
    ] = True
    mixed_group: Annotated[
        bool, Ask("Mixed battle group", "The group has artillery or aircraft as well as infantry or armour")
    ] = True
    bghq_distance: Annotated[
        int,
        Ask(
            "Target’s distance from the BGHQ",
            "Only for artillery and aircraft. Use their own BGHQ in a mixed group, otherwise any friendly one",
            unit="″",
            min=0,
            max=200,
        ),
    ] = 12


class Combatant(NamedTuple):
    """A stand in an engagement."""

    kind: StandKind
    grade: Grade = Grade.NORM
    state: State = State.OK
