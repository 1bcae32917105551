"""Engaging: who may, what counts, and what each throw of rock, paper, scissors does.

``judge`` is the whole procedure for one pair of stands. It is pure; the readings of the open questions go in as
``Readings``; ``engage`` judges by a house's readings and notes those that mattered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from typing import Annotated, Final, NamedTuple

from rulesets.core.asks import Ask, Choice
from rulesets.core.houserules import House
from rulesets.systems.mbt2020 import tables
from rulesets.systems.mbt2020.ranges import PARTS, QUARTERS, Part, full_range, in_quarters
from rulesets.systems.mbt2020.stands import GeneralClass, Grade, Kind, Mode, Posture, Rank
from rulesets.systems.mbt2020.tables import Result, ResultsTable


class State(Choice):
    """What has become of a stand."""

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
    """How easily the ground is crossed."""

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

    distance: Annotated[int, Ask("Distance", "0: in contact", unit="″", min=0, max=200)] = 4
    part: Annotated[Part, Ask("Parts of an inch", "on top of the distance, for halved ranges")] = Part.NONE
    light: Annotated[Light, Ask("Light")] = Light.DAY
    awc: Annotated[bool, Ask("Adverse weather (AWC)", "halves ranges; hinders CAS against INFANTRY and ARMOUR")] = False
    line_of_sight: Annotated[bool, Ask("Line of sight", "nothing blocks it; smoke does not in AWC")] = True
    target_going: Annotated[Going, Ask("Target in", "of INFANTRY and ARMOUR; flights and batteries have none")] = (
        Going.GOOD
    )
    target_built_up: Annotated[
        bool, Ask("Target in a built-up area", "MBUA or BUA, bad going too; counts for INFANTRY and ARMOUR")
    ] = False
    target_supported: Annotated[
        bool, Ask("Friendly INFANTRY near the target", f"within {tables.SUPPORT_DISTANCE}″ of ARMOUR")
    ] = False
    target_near_ecm: Annotated[
        bool, Ask("Target near its own ECM", f"within {tables.ECM_DISTANCE}″", advanced=True)
    ] = False
    target_illuminated: Annotated[bool, Ask("Target illuminated", "seen as in daylight", advanced=True)] = False
    own_going: Annotated[Going, Ask("Own stand in", "of MOBILE or FAST INFANTRY and ARMOUR", advanced=True)] = (
        Going.GOOD
    )
    own_illuminated: Annotated[bool, Ask("Own stand illuminated", "for the opponent's range", advanced=True)] = False

    @property
    def quarters(self) -> int:
        """The distance in quarters of an inch."""
        return QUARTERS * self.distance + PARTS[self.part]

    @property
    def away(self) -> str:
        """The distance in words: ``4½″``, ``contact``."""
        return in_quarters(self.quarters) if self.quarters else "contact"


@dataclass(frozen=True, slots=True)
class Turn:
    """What binds the engaging stand alone: facing, its headquarters, the order of the turn."""

    target_arc: Annotated[Arc, Ask("Target lies to the", "seen from the own stand")] = Arc.FRONT
    facing: Annotated[Arc, Ask("Target is engaged on its", "the side it turns to the own stand")] = Arc.FRONT
    target_engaged: Annotated[
        bool, Ask("Target engaged last round", "in the opposing player's previous round; asked for CBA")
    ] = True
    mixed_group: Annotated[
        bool, Ask("Mixed battle group", "artillery or aircraft in one group with infantry or armour", advanced=True)
    ] = True
    bghq_distance: Annotated[
        int,
        Ask(
            "Target from the BGHQ",
            "asked for artillery and aircraft: the own group's BGHQ if mixed, else any friendly one",
            unit="″",
            min=0,
            max=200,
            advanced=True,
        ),
    ] = 12


class Fighter(NamedTuple):
    """A stand in an engagement."""

    kind: Kind
    grade: Grade = Grade.NORM
    state: State = State.OK


@dataclass(frozen=True, slots=True)
class Readings:
    """The readings of the open questions; each field is a switch of the register, ``False`` its default."""

    infantry_means_posture: bool = False
    mutual_ignores_range: bool = False
    halve_once: bool = False
    las_indirect: bool = False
    monotone_results: bool = False
    cas_in_awc: bool = False
    side_arc_r: bool = False
    atm_armour_r: bool = False
    atm_sums_f4: bool = False
    unit_means_stand: bool = False


SWITCHES: Final = tuple(field.name for field in fields(Readings))
DEFAULT_READINGS: Final = Readings()


def readings_of(house: House) -> Readings:
    """The readings a table plays by, without noting any of them as consulted."""
    unnoted = house.fresh()
    return _readings(tuple(unnoted.on(switch) for switch in SWITCHES))


@cache
def _readings(values: tuple[bool, ...]) -> Readings:
    return Readings(*values)


# --- may it engage? ------------------------------------------------------------------------------------


class Gate(Choice):
    """What can forbid an engagement."""

    KIND = ("kind", "Who may engage whom")
    WEATHER = ("weather", "CAS in adverse weather")
    RANGE = ("range", "Range")
    SIGHT = ("sight", "Line of sight")
    ARC = ("arc", "Arc")
    BGHQ = ("bghq", "Distance from the BGHQ")
    ENGAGED = ("engaged", "Counter-battery fire")


ABOVE_SIGHT: Final = frozenset({Posture.CBA, Posture.OTF, Posture.ASF, Posture.ECM})
"""Off the table or far above it: no line of sight is asked for, from them or to them."""

ON_GROUND: Final = frozenset({GeneralClass.INFANTRY, GeneralClass.ARMOUR})
FROM_AFAR: Final = frozenset({GeneralClass.ARTILLERY, GeneralClass.AIRCRAFT})

FRONT_ONLY: Final = (Arc.FRONT,)
FRONT_AND_SIDE: Final = (Arc.FRONT, Arc.SIDE)
ALL_ROUND: Final = (Arc.FRONT, Arc.SIDE, Arc.REAR)


def arcs_of(kind: Kind) -> tuple[Arc, ...]:
    """The arcs into which a stand may engage (chapter Arcs)."""
    if kind.posture in (Posture.ARMOUR, Posture.CAS):
        return FRONT_ONLY
    return FRONT_AND_SIDE if kind.general_class is GeneralClass.INFANTRY else ALL_ROUND


def range_divisor(conditions: Conditions, illuminated: bool, readings: Readings) -> int:
    """By what ranges are divided in the dark and in bad weather: 1, 2 or 4."""
    dark = conditions.light is not Light.DAY and not illuminated
    if dark and conditions.awc:
        return 2 if readings.halve_once else 4
    return 2 if dark or conditions.awc else 1


def is_infantry_target(target: Kind, readings: Readings) -> bool:
    """Whether a target counts as INFANTRY (AMB-7: by class or by posture)."""
    if readings.infantry_means_posture:
        return target.posture is Posture.INFANTRY
    return target.general_class is GeneralClass.INFANTRY


def is_ground_target(target: Kind, readings: Readings) -> bool:
    """Whether a target counts as INFANTRY or ARMOUR."""
    return target.general_class is GeneralClass.ARMOUR or is_infantry_target(target, readings)


def is_jammed(target: Kind) -> bool:
    """Whether a target is harder to engage near its ECM (AMB-23)."""
    return target.mode is Mode.MOBILE or target.general_class is GeneralClass.AIRCRAFT


def needs_sight(own: Kind, target: Kind, readings: Readings) -> bool:
    """Whether an engagement depends on the line of sight."""
    if own.posture in ABOVE_SIGHT or target.posture in ABOVE_SIGHT:
        return False
    return not (readings.las_indirect and own.posture is Posture.LAS)


def closed_gates(own: Kind, target: Kind, lit: bool, conditions: Conditions, readings: Readings) -> Iterator[Gate]:
    """What keeps one stand from engaging another by kind, range, light, weather and sight; ``lit``: the target is."""
    reach = full_range(own, target, infantry_is_posture=readings.infantry_means_posture)
    if reach is None:
        yield Gate.KIND
        return
    if own.posture is Posture.CAS and conditions.awc and not readings.cas_in_awc and is_ground_target(target, readings):
        yield Gate.WEATHER
    if reach < tables.ANY and conditions.quarters * range_divisor(conditions, lit, readings) > QUARTERS * reach:
        yield Gate.RANGE
    if not conditions.line_of_sight and conditions.quarters and needs_sight(own, target, readings):
        yield Gate.SIGHT


def closed_turn_gates(own: Kind, target: Kind, turn: Turn) -> Iterator[Gate]:
    """What keeps the engaging stand alone from it: arc, headquarters, order of the turn."""
    if turn.target_arc not in arcs_of(own):
        yield Gate.ARC
    if bound_to_bghq(own, target, turn) and turn.bghq_distance > tables.BGHQ_TARGETS:
        yield Gate.BGHQ
    if own.posture is Posture.CBA and not turn.target_engaged:
        yield Gate.ENGAGED


def bound_to_bghq(own: Kind, target: Kind, turn: Turn) -> bool:
    """Whether the target must lie near a BGHQ: for artillery and aircraft, alone in their group only on the table."""
    if own.general_class not in FROM_AFAR:
        return False
    return turn.mixed_group or target.general_class is not GeneralClass.ARTILLERY


# --- what counts ---------------------------------------------------------------------------------------

SIDE_ARC: Final = "AMB-16"
"""The factor that the switch ``side_arc_r`` adds."""

_CLOSE_INFANTRY: Final = frozenset({Rank.PLUS, Rank.NORM})
_PACED: Final = frozenset({Mode.FAST, Mode.STATIC})
_MOVING: Final = frozenset({Mode.MOBILE, Mode.FAST})


def factor_shift(factor_id: str, readings: Readings = DEFAULT_READINGS) -> int:
    """The columns a factor shifts: right above 0, left below."""
    if factor_id == SIDE_ARC:
        return 1
    if factor_id == "F8" and readings.atm_armour_r:
        return 1
    return tables.FACTORS[factor_id].shift


def factor_when(factor_id: str, readings: Readings = DEFAULT_READINGS) -> str:
    """When a factor counts, in words."""
    if factor_id == SIDE_ARC:
        return "ARMOUR engaged on its side"
    if factor_id == "F9" and readings.atm_sums_f4:
        return "ATM on FAST or bad going, as well as F4"
    if factor_id == "F4" and readings.unit_means_stand:
        return "any target FAST, STATIC or in bad going"
    if factor_id == "F4" and readings.infantry_means_posture:
        return "ARMOUR or INFANTRY of any posture that is FAST, STATIC or in bad going"
    return tables.FACTORS[factor_id].when


def side_arc_words(counts: bool) -> str:
    """What engaging ARMOUR on its side gives (AMB-16)."""
    if counts:
        return f"gives {tables.shift_text(factor_shift(SIDE_ARC))}"
    return "gives an advantage without a figure: none is counted"


def factors(own: Fighter, opposing: Fighter, conditions: Conditions, turn: Turn, readings: Readings) -> list[str]:
    """The ids of all factors that count, in the rulebook's order."""
    mine, theirs = own.kind, opposing.kind
    rank = tables.RANK_ORDER[mine.rank] - tables.RANK_ORDER[theirs.rank]
    armour = theirs.general_class is GeneralClass.ARMOUR
    on_ground = theirs.general_class in ON_GROUND
    built_up = on_ground and conditions.target_built_up
    bad = built_up or (on_ground and conditions.target_going is Going.BAD)
    atm = mine.posture is Posture.ATM
    atm_line = atm and (bad or theirs.mode is Mode.FAST)
    found = []
    if rank > 0:
        found.append("F1")
    if tables.GRADE_ORDER[opposing.grade] < tables.GRADE_ORDER[own.grade]:
        found.append("F2")
    if armour and mine.posture is Posture.INFANTRY and not conditions.target_supported:
        found.append("F3")
    unit = on_ground or readings.unit_means_stand
    if unit and (bad or theirs.mode in _PACED) and (not atm_line or readings.atm_sums_f4):
        found.append("F4")
    if conditions.awc and mine.general_class is GeneralClass.AIRCRAFT and is_ground_target(theirs, readings):
        found.append("F5")
    if rank < 0:
        found.append("F6")
    if theirs.posture is Posture.CAS and mine.posture is Posture.INFANTRY and mine.rank in _CLOSE_INFANTRY:
        found.append("F7")
    if atm and armour:
        found.append("F8")
    if atm_line:
        found.append("F9")
    if mine.posture is Posture.LAS and is_infantry_target(theirs, readings):
        found.append("F10")
    if mine.posture is Posture.CBA and theirs.mode is Mode.SNS:
        found.append("F11")
    if conditions.target_near_ecm and is_jammed(theirs):
        found.append("F12")
    if conditions.own_going is Going.BAD and mine.general_class in ON_GROUND and mine.mode in _MOVING:
        found.append("F13")
    if own.state is State.PINNED:
        found.append("F14")
    elif own.state is State.REPULSED:
        found.append("F15")
    if built_up and is_infantry_target(theirs, readings):
        found.append("F16")
    if readings.side_arc_r and armour and turn.facing is Arc.SIDE:
        found.append(SIDE_ARC)
    return found


def idle(own: Kind, opposing: Kind, conditions: Conditions, turn: Turn) -> Iterator[str]:
    """What was given and changes nothing for these stands, with those it would count for."""
    on_ground = opposing.general_class in ON_GROUND
    ground = "of INFANTRY and ARMOUR"
    if conditions.target_going is Going.BAD and not on_ground:
        yield f"the target's going (counts {ground})"
    if conditions.target_built_up and not on_ground:
        yield f"the built-up area (counts {ground})"
    if conditions.own_going is Going.BAD and not (own.general_class in ON_GROUND and own.mode in _MOVING):
        yield f"the own stand's going (counts {ground} in MOBILE or FAST)"
    armour = opposing.general_class is GeneralClass.ARMOUR
    if conditions.target_supported and not (armour and own.posture is Posture.INFANTRY):
        yield "INFANTRY near the target (counts when INFANTRY engages ARMOUR)"
    if conditions.target_near_ecm and not is_jammed(opposing):
        yield "the target's ECM (counts for MOBILE stands and aircraft)"
    if conditions.light is Light.DAY and (conditions.target_illuminated or conditions.own_illuminated):
        yield "illumination (counts in the dark)"
    if turn.facing is not Arc.FRONT and not armour:
        yield "the side engaged (counts of ARMOUR)"
    if not turn.target_engaged and own.posture is not Posture.CBA:
        yield "what the target did last round (counts for CBA)"


# --- what happens --------------------------------------------------------------------------------------


def results_table(mutual: bool, readings: Readings = DEFAULT_READINGS) -> ResultsTable:
    """The results table of a mutual or a unilateral engagement."""
    return _results_table(mutual, readings.monotone_results)


@cache
def _results_table(mutual: bool, monotone: bool) -> ResultsTable:
    table = tables.MUTUAL if mutual else tables.UNILATERAL
    if monotone:
        table = table._replace(wins=tables.MONOTONE_WINS)
        if mutual:
            table = table._replace(loses=tables.MONOTONE_LOSES)
    return table


_AFTER: Final[Mapping[tuple[State, str], State]] = {
    (State.OK, "P"): State.PINNED,
    (State.PINNED, "P"): State.REPULSED,
    (State.REPULSED, "P"): State.REPULSED,
    (State.OK, "R"): State.REPULSED,
    (State.PINNED, "R"): State.REPULSED,
    (State.REPULSED, "R"): State.NEUTRALISED,
    **{(state, mark): State.NEUTRALISED for state in (State.OK, State.PINNED, State.REPULSED) for mark in "ND"},
}


def after(kind: Kind, state: State, mark: str) -> State:
    """The state a result leaves a stand in; air defence that is repulsed is neutralised, aircraft leave."""
    if mark == "-":
        return state
    found = _AFTER[state, mark]
    return repulsed_state(kind) if found is State.REPULSED else found


def repulsed_state(kind: Kind) -> State:
    """What being repulsed comes to for this kind of stand."""
    if kind.posture in (Posture.ADA, Posture.PDA):
        return State.NEUTRALISED
    return State.LEFT if kind.general_class is GeneralClass.AIRCRAFT else State.REPULSED


class Throw(NamedTuple):
    """What one outcome of rock, paper, scissors does: the printed result and both stands' states after it."""

    result: Result
    own: State
    opposing: State


class Verdict(NamedTuple):
    """An engagement judged. ``throws`` (win, draw, lose for the owning player) is empty when it is not allowed."""

    closed: tuple[Gate, ...]
    mutual: bool = False
    factors: tuple[str, ...] = ()
    total: int = 0
    shift: int = 0
    throws: tuple[Throw, ...] = ()

    @property
    def allowed(self) -> bool:
        """Whether the stand may engage."""
        return not self.closed

    @property
    def outcome(self) -> tuple[bool, tuple[tuple[State, State], ...]]:
        """What two verdicts must share to be the same to a player: mutual or not, and the states after each throw."""
        return self.mutual, tuple((throw.own, throw.opposing) for throw in self.throws)


def is_mutual(own: Kind, opposing: Kind, conditions: Conditions, readings: Readings) -> bool:
    """Whether the opposing stand may engage the own one as well (AMB-8: here and now, or by kind alone)."""
    if readings.mutual_ignores_range:
        return full_range(opposing, own, infantry_is_posture=readings.infantry_means_posture) is not None
    return next(closed_gates(opposing, own, conditions.own_illuminated, conditions, readings), None) is None


def judge(
    own: Fighter, opposing: Fighter, conditions: Conditions, turn: Turn, readings: Readings = DEFAULT_READINGS
) -> Verdict:
    """The whole procedure: may it, is it mutual, what counts, what each throw does."""
    closed = (
        *closed_gates(own.kind, opposing.kind, conditions.target_illuminated, conditions, readings),
        *closed_turn_gates(own.kind, opposing.kind, turn),
    )
    if closed:
        return Verdict(closed)
    mutual = is_mutual(own.kind, opposing.kind, conditions, readings)
    counted = tuple(factors(own, opposing, conditions, turn, readings))
    total = sum(factor_shift(factor, readings) for factor in counted)
    shift = max(-tables.MOST_SHIFTS, min(tables.MOST_SHIFTS, total))
    column = tables.MOST_SHIFTS + shift
    throws = tuple(
        Throw(
            row[column],
            after(own.kind, own.state, row[column].own),
            after(opposing.kind, opposing.state, row[column].opposing),
        )
        for row in results_table(mutual, readings)
    )
    return Verdict((), mutual, counted, total, shift, throws)


# --- which readings mattered? --------------------------------------------------------------------------

_Concern = Callable[[Kind, Kind, Conditions, Turn], bool]

_CONCERNS: Final[Mapping[str, _Concern]] = {
    "infantry_means_posture": lambda own, target, conditions, turn: any(
        kind.general_class is GeneralClass.INFANTRY and kind.posture is not Posture.INFANTRY for kind in (own, target)
    ),
    "mutual_ignores_range": lambda own, target, conditions, turn: True,
    "halve_once": lambda own, target, conditions, turn: conditions.awc and conditions.light is not Light.DAY,
    "las_indirect": lambda own, target, conditions, turn: (
        not conditions.line_of_sight and Posture.LAS in (own.posture, target.posture)
    ),
    "monotone_results": lambda own, target, conditions, turn: True,
    "cas_in_awc": lambda own, target, conditions, turn: conditions.awc and Posture.CAS in (own.posture, target.posture),
    "side_arc_r": lambda own, target, conditions, turn: (
        turn.facing is Arc.SIDE and target.general_class is GeneralClass.ARMOUR
    ),
    "atm_armour_r": lambda own, target, conditions, turn: own.posture is Posture.ATM,
    "atm_sums_f4": lambda own, target, conditions, turn: own.posture is Posture.ATM,
    "unit_means_stand": lambda own, target, conditions, turn: (
        target.general_class not in ON_GROUND and target.mode in _PACED
    ),
}
"""A cheap test for each switch; where it fails, both readings come to the same."""


def engage(
    own: Fighter, opposing: Fighter, conditions: Conditions, turn: Turn, house: House, readings: Readings
) -> Verdict:
    """``judge`` by the readings that ``house`` plays (given as ``readings_of(house)``); notes those that mattered."""
    concerned = [
        switch for switch, concerns in _CONCERNS.items() if concerns(own.kind, opposing.kind, conditions, turn)
    ]

    def outcome(*keys: str) -> object:
        changed = _with(readings, concerned, keys)
        return judge(own, opposing, conditions, turn, changed).outcome

    house.settle(outcome, *concerned)
    return judge(own, opposing, conditions, turn, readings)


def _with(readings: Readings, switches: Sequence[str], keys: Sequence[str]) -> Readings:
    chosen = dict(zip(switches, keys, strict=True))
    return _readings(tuple(chosen[name] == "on" if name in chosen else getattr(readings, name) for name in SWITCHES))
