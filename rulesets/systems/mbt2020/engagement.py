"""Engagements: which factors count, and what each throw of rock, paper, scissors does.

``judge`` is the whole procedure for one pair of stands. It is pure and takes the readings of the open questions as
``Readings``; ``engage`` judges by the table's own readings and records those that mattered.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from typing import Final, NamedTuple

from rulesets.core.declarations.house_rules import HouseRules

from . import tables
from .eligibility import (
    ON_GROUND,
    Restriction,
    is_ground_target,
    is_infantry_target,
    is_jammed,
    restrictions_on,
    turn_restrictions_on,
)
from .engagement_state import Arc, Combatant, Conditions, Going, Light, State, Turn
from .house_rules import WORDS
from .ranges import full_range
from .readings import DEFAULT_READINGS, SWITCHES, Readings, readings_from
from .tables import Result, ResultsTable
from .units import GeneralClass, Mode, Posture, Rank, StandKind

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
    return tables.FACTORS[factor_id]


FACTOR_WHEN: Final = WORDS.sentences("factors")
"""When each factor counts, in words."""

_SIDE_ARC_WORDS, _SIDE_ARC_NOTE = (WORDS.sentence(name, "shift") for name in ("side_arc", "engagement_notes.side_arc"))


def side_arc_words(house: HouseRules) -> str:
    """The effect of engaging ARMOUR from the side in words (AMB-16)."""
    return _SIDE_ARC_WORDS(house, shift=tables.shift_text(factor_shift(SIDE_ARC)))


def side_arc_note(house: HouseRules) -> str:
    """The same as a sentence."""
    return _SIDE_ARC_NOTE(house, shift=tables.shift_text(factor_shift(SIDE_ARC)))


def factors(own: Combatant, opposing: Combatant, conditions: Conditions, turn: Turn, readings: Readings) -> list[str]:
    """The ids of all factors that count, in the rulebook's order."""
    mine, theirs = own.kind, opposing.kind
    rank = tables.RANK_ORDER[mine.rank] - tables.RANK_ORDER[theirs.rank]
    armour = theirs.general_class is GeneralClass.ARMOUR
    on_ground = theirs.general_class in ON_GROUND
    built_up = on_ground and conditions.target_built_up
    bad = built_up or (on_ground and conditions.target_going is Going.BAD)
    atm = mine.posture is Posture.ATM
    atm_line = atm and (bad or theirs.mode is Mode.FAST)
    # F4 and F9 are for the same ground: an ATM has the second alone, unless the readings add them up.
    f4 = (on_ground or readings.unit_means_stand) and (bad or theirs.mode in _PACED)
    count = {
        "F1": rank > 0,
        "F2": tables.GRADE_ORDER[opposing.grade] < tables.GRADE_ORDER[own.grade],
        "F3": armour and mine.posture is Posture.INFANTRY and not conditions.target_supported,
        "F4": f4 and (not atm_line or readings.atm_sums_f4),
        "F5": conditions.awc and mine.general_class is GeneralClass.AIRCRAFT and is_ground_target(theirs, readings),
        "F6": rank < 0,
        "F7": theirs.posture is Posture.CAS and mine.posture is Posture.INFANTRY and mine.rank in _CLOSE_INFANTRY,
        "F8": atm and armour,
        "F9": atm_line,
        "F10": mine.posture is Posture.LAS and is_infantry_target(theirs, readings),
        "F11": mine.posture is Posture.CBA and theirs.mode is Mode.SNS,
        "F12": conditions.target_near_ecm and is_jammed(theirs),
        "F13": conditions.own_going is Going.BAD and mine.general_class in ON_GROUND and mine.mode in _MOVING,
        "F14": own.state is State.PINNED,
        "F15": own.state is State.REPULSED,
        "F16": built_up and is_infantry_target(theirs, readings),
        SIDE_ARC: readings.side_arc_r and armour and turn.facing is Arc.SIDE,
    }
    return [factor for factor, counts in count.items() if counts]


def idle(own: StandKind, opposing: StandKind, conditions: Conditions, turn: Turn) -> Iterator[str]:
    """The values that change nothing for these stands, by their names among the game's words."""
    on_ground = opposing.general_class in ON_GROUND
    if conditions.target_going is Going.BAD and not on_ground:
        yield "target_going"
    if conditions.target_built_up and not on_ground:
        yield "built_up"
    if conditions.own_going is Going.BAD and not (own.general_class in ON_GROUND and own.mode in _MOVING):
        yield "own_going"
    armour = opposing.general_class is GeneralClass.ARMOUR
    if conditions.target_supported and not (armour and own.posture is Posture.INFANTRY):
        yield "support"
    if conditions.target_near_ecm and not is_jammed(opposing):
        yield "ecm"
    if conditions.light is Light.DAY and (conditions.target_illuminated or conditions.own_illuminated):
        yield "illumination"
    if turn.facing is not Arc.FRONT and not armour:
        yield "facing"
    if not turn.target_engaged and own.posture is not Posture.CBA:
        yield "last_round"


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


def after(kind: StandKind, state: State, mark: str) -> State:
    """The state a result leaves a stand in; air defence that is repulsed is neutralised, aircraft leave."""
    if mark == "-":
        return state
    state_after = _AFTER[state, mark]
    return repulsed_state(kind) if state_after is State.REPULSED else state_after


def repulsed_state(kind: StandKind) -> State:
    """The state of a kind of stand when it is repulsed."""
    if kind.posture in (Posture.ADA, Posture.PDA):
        return State.NEUTRALISED
    return State.LEFT if kind.general_class is GeneralClass.AIRCRAFT else State.REPULSED


class Throw(NamedTuple):
    """One outcome of rock, paper, scissors: the printed result and both stands' states after it."""

    result: Result
    own: State
    opposing: State


class Verdict(NamedTuple):
    """The verdict on an engagement. ``throws`` (owner wins, draws, loses) is empty when it is not allowed."""

    closed: tuple[Restriction, ...]
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
        """What makes two verdicts equal for a player: mutual or not, and the states after each throw."""
        return self.mutual, tuple((throw.own, throw.opposing) for throw in self.throws)


def is_mutual(own: StandKind, opposing: StandKind, conditions: Conditions, readings: Readings) -> bool:
    """Whether the opposing stand may engage back (AMB-8: here and now, or by kind alone)."""
    if readings.mutual_ignores_range:
        return full_range(opposing, own, readings) is not None
    return next(restrictions_on(opposing, own, conditions.own_illuminated, conditions, readings), None) is None


def judge(
    own: Combatant, opposing: Combatant, conditions: Conditions, turn: Turn, readings: Readings = DEFAULT_READINGS
) -> Verdict:
    """The whole procedure: restrictions, mutual or unilateral, factors, and the result of each throw."""
    closed = (
        *restrictions_on(own.kind, opposing.kind, conditions.target_illuminated, conditions, readings),
        *turn_restrictions_on(own.kind, opposing.kind, turn, readings),
    )
    if closed:
        return Verdict(closed)
    mutual = is_mutual(own.kind, opposing.kind, conditions, readings)
    counted = tuple(factors(own, opposing, conditions, turn, readings))
    total = sum(factor_shift(factor, readings) for factor in counted)
    shift = max(-tables.MAX_SHIFTS, min(tables.MAX_SHIFTS, total))
    column = tables.MAX_SHIFTS + shift
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


def _is_infantry_by_class_alone(kind: StandKind) -> bool:
    return kind.general_class is GeneralClass.INFANTRY and kind.posture is not Posture.INFANTRY


_ADA_AND_ECM: Final = {Posture.ADA, Posture.ECM}

_Concern = Callable[[StandKind, StandKind, Conditions, Turn], bool]

_CONCERNS: Final[Mapping[str, _Concern]] = {
    "infantry_means_posture": lambda own, target, conditions, turn: (
        _is_infantry_by_class_alone(own) or _is_infantry_by_class_alone(target)
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
    "arcs_by_posture": lambda own, target, conditions, turn: (
        turn.target_arc is Arc.REAR and _is_infantry_by_class_alone(own)
    ),
    "ada_asf_only": lambda own, target, conditions, turn: {own.posture, target.posture} == _ADA_AND_ECM,
    "cba_on_table": lambda own, target, conditions, turn: Posture.CBA in (own.posture, target.posture),
}
"""A quick test for each switch; where it fails, both readings have the same outcome."""

_ALLOWING: Final[Mapping[str, _Concern]] = {
    switch: _CONCERNS[switch]
    for switch in (
        "infantry_means_posture",
        "halve_once",
        "las_indirect",
        "cas_in_awc",
        "arcs_by_posture",
        "ada_asf_only",
        "cba_on_table",
    )
}
"""The switches that may allow or forbid an engagement; the others affect the results of an allowed one."""


def engage(
    own: Combatant, opposing: Combatant, conditions: Conditions, turn: Turn, house: HouseRules, readings: Readings
) -> Verdict:
    """``judge`` by the readings of ``house`` (given as ``readings_of(house)``); a trace records those that mattered."""
    verdict = judge(own, opposing, conditions, turn, readings)
    concerns = _CONCERNS if verdict.allowed else _ALLOWING
    concerned = [switch for switch, concern in concerns.items() if concern(own.kind, opposing.kind, conditions, turn)]

    def matters(switch: str, other: str) -> bool:
        changed = _with(readings, switch, other == "on")
        return judge(own, opposing, conditions, turn, changed).outcome != verdict.outcome

    house.record_if(matters, concerned)
    return verdict


@lru_cache(maxsize=1000)
def _with(readings: Readings, switch: str, is_on: bool) -> Readings:
    return readings_from(tuple(is_on if name == switch else getattr(readings, name) for name in SWITCHES))
