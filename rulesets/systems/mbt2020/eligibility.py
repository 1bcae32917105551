"""Who may engage whom: by kind, weather, range, sight, arc, headquarters and order of the turn."""

from collections.abc import Iterator
from typing import Final

from rulesets.core.declarations.fields import Choice
from rulesets.core.play.tabletop import QUARTERS

from . import tables
from .engagement_state import Arc, Conditions, Light, Turn
from .ranges import full_range
from .readings import DEFAULT_READINGS, Readings
from .units import GeneralClass, Mode, Posture, Rank, StandKind


class Restriction(Choice):
    """The reasons that may forbid an engagement."""

    KIND = ("kind", "Who may engage whom")
    WEATHER = ("weather", "CAS in adverse weather")
    RANGE = ("range", "Range")
    SIGHT = ("sight", "Line of sight")
    ARC = ("arc", "Arc")
    BGHQ = ("bghq", "Distance from the BGHQ")
    ENGAGED = ("engaged", "Counter-battery fire")


ABOVE_SIGHT: Final = frozenset({Posture.OTF, Posture.ASF, Posture.ECM})
"""Off the table or far above it: no line of sight is needed, from them or to them; for CBA see AMB-47."""

ON_GROUND: Final = frozenset({GeneralClass.INFANTRY, GeneralClass.ARMOUR})
FROM_AFAR: Final = frozenset({GeneralClass.ARTILLERY, GeneralClass.AIRCRAFT})

FRONT_ONLY: Final = (Arc.FRONT,)
FRONT_AND_SIDE: Final = (Arc.FRONT, Arc.SIDE)
ALL_ROUND: Final = (Arc.FRONT, Arc.SIDE, Arc.REAR)


def arcs_of(kind: StandKind, readings: Readings = DEFAULT_READINGS) -> tuple[Arc, ...]:
    """The arcs into which a stand may engage (chapter Arcs; AMB-45: by class or by posture)."""
    if kind.posture in (Posture.ARMOUR, Posture.CAS):
        return FRONT_ONLY
    if kind.general_class is not GeneralClass.INFANTRY:
        return ALL_ROUND
    return ALL_ROUND if readings.arcs_by_posture and kind.posture is not Posture.INFANTRY else FRONT_AND_SIDE


def range_divisor(conditions: Conditions, illuminated: bool, readings: Readings) -> int:
    """The divisor of ranges in the dark and in bad weather: 1, 2 or 4."""
    dark = conditions.light is not Light.DAY and not illuminated
    if dark and conditions.awc:
        return 2 if readings.halve_once else 4
    return 2 if dark or conditions.awc else 1


def is_infantry_target(target: StandKind, readings: Readings) -> bool:
    """Whether a target counts as INFANTRY (AMB-7: by class or by posture)."""
    if readings.infantry_means_posture:
        return target.posture is Posture.INFANTRY
    return target.general_class is GeneralClass.INFANTRY


def is_ground_target(target: StandKind, readings: Readings) -> bool:
    """Whether a target counts as INFANTRY or ARMOUR."""
    return target.general_class is GeneralClass.ARMOUR or is_infantry_target(target, readings)


def lays_smoke(kind: StandKind) -> bool:
    """Whether a stand can make a smoke screen (chapter Smoke)."""
    return kind.general_class is GeneralClass.ARMOUR or illumination(kind) > 0


def illumination(kind: StandKind) -> int:
    """The diameter in inches that a stand can illuminate (chapter Illumination); 0 if it cannot."""
    if kind.posture is Posture.OTF:
        return tables.OTF_ILLUMINATION
    lights = kind.general_class is GeneralClass.INFANTRY and kind.rank is not Rank.MINUS
    return tables.INFANTRY_ILLUMINATION if lights else 0


def leaves_after_engaging(kind: StandKind) -> bool:
    """Whether a flight leaves the table as soon as it has engaged (chapter Turn sequence)."""
    return kind.posture is Posture.CAS and kind.rank is not Rank.PLUS and not kind.helicopter


def is_jammed(target: StandKind) -> bool:
    """Whether a target is harder to engage near its ECM (AMB-23)."""
    return target.mode is Mode.MOBILE or target.general_class is GeneralClass.AIRCRAFT


def needs_sight(own: StandKind, target: StandKind, readings: Readings) -> bool:
    """Whether an engagement depends on the line of sight."""
    above = ABOVE_SIGHT if readings.cba_on_table else ABOVE_SIGHT | {Posture.CBA}
    if own.posture in above or target.posture in above:
        return False
    return not (readings.las_indirect and own.posture is Posture.LAS)


def restrictions_on(
    own: StandKind, target: StandKind, lit: bool, conditions: Conditions, readings: Readings
) -> Iterator[Restriction]:
    """The reasons of kind, range, light, weather and sight against an engagement; ``lit`` if the target is."""
    reach = full_range(own, target, readings)
    if reach is None:
        yield Restriction.KIND
        return
    if own.posture is Posture.CAS and conditions.awc and not readings.cas_in_awc and is_ground_target(target, readings):
        yield Restriction.WEATHER
    if reach < tables.ANY and conditions.quarters * range_divisor(conditions, lit, readings) > QUARTERS * reach:
        yield Restriction.RANGE
    if not conditions.line_of_sight and conditions.quarters and needs_sight(own, target, readings):
        yield Restriction.SIGHT


def turn_restrictions_on(own: StandKind, target: StandKind, turn: Turn, readings: Readings) -> Iterator[Restriction]:
    """The reasons that concern only the engaging stand: arc, headquarters, order of the turn."""
    if turn.target_arc not in arcs_of(own, readings):
        yield Restriction.ARC
    if bound_to_bghq(own, target, turn, readings) and turn.bghq_distance > tables.BGHQ_TARGETS:
        yield Restriction.BGHQ
    if own.posture is Posture.CBA and not turn.target_engaged:
        yield Restriction.ENGAGED


def bound_to_bghq(own: StandKind, target: StandKind, turn: Turn, readings: Readings) -> bool:
    """Whether the target must be near a BGHQ. Artillery and aircraft need that, in unmixed groups only on the table."""
    if own.general_class not in FROM_AFAR:
        return False
    return turn.mixed_group or not stays_off_table(target.posture, readings)


def stays_off_table(posture: Posture, readings: Readings) -> bool:
    """Whether stands in a posture stay off the table all game (AMB-47: CBA as well as OTF)."""
    return posture is Posture.OTF or (posture is Posture.CBA and not readings.cba_on_table)
