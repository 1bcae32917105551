"""Engagements: the worked checks, every factor, every result, every reading."""

import itertools
import re
from typing import Any

import pytest

from rulesets.core.declarations.house_rules import HouseRules, RulingTrace
from rulesets.systems.mbt2020 import RULESET, tables
from rulesets.systems.mbt2020.eligibility import Restriction
from rulesets.systems.mbt2020.engagement import after, engage, judge
from rulesets.systems.mbt2020.engagement_state import Arc, Combatant, Conditions, Going, Light, State, Turn
from rulesets.systems.mbt2020.legality import legal_kinds
from rulesets.systems.mbt2020.readings import SWITCHES, Readings, readings_of
from rulesets.systems.mbt2020.units import Grade
from tests.rulesets.mbt2020.fights import fight, told
from tests.rulesets.mbt2020.shorthand import kind

ALL = legal_kinds(RULESET.catalogue)
PLUS, NORM, MINUS = Grade.PLUS, Grade.NORM, Grade.MINUS


BAD = {"target_going": Going.BAD}
SNS_FIRED = {"target_engaged": True, "mixed_group": False}


@pytest.mark.parametrize(
    ("number", "verdict", "expected"),
    [
        (1, lambda: fight("INFn ATM MOBILE", "MBTn FAST", 10, **BAD), ("unilateral", "F8 F9", -2, "R -/- -")),
        (2, lambda: fight("INFn ATM MOBILE", "MBTn MOBILE", 10), ("unilateral", "F8", -1, "P -/- -")),
        (3, lambda: fight("MBT+ MOBILE", "MBT- MOBILE", 12, (PLUS, MINUS)), ("mutual", "F1 F2", 2, "N R/N R")),
        (4, lambda: fight("MBTn MOBILE", "MBTn STATIC", 12), ("mutual", "F4", -1, "P P/R N")),
        (5, lambda: fight("INF+ INFANTRY", "MBT- MOBILE", 8), ("unilateral", "F1 F3", 2, "N -/D -")),
        (6, lambda: fight("INFn INFANTRY", "AIR+ CAS", 4), ("mutual", "F6 F7", -2, "R P/R N")),
        (6, lambda: fight("INFn INFANTRY", "AIR+ CAS", 10), ("unilateral", "F6 F7", -2, "R -/- -")),
        (7, lambda: fight("AIR+ ASF", "AIR- ASF", 20), ("mutual", "F1", 1, "N R/R P")),
        (8, lambda: fight("AIRn ECM", "INFn ADA STATIC", 36, mixed_group=False), ("mutual", "F4", -1, "P P/R N")),
        (9, lambda: fight("ARTn CBA SNS", "ART+ OTF SNS", 48, **SNS_FIRED), ("unilateral", "F6 F11", -2, "R -/- -")),
    ],
)
def test_worked_checks(number, verdict, expected):
    assert told(verdict()) == expected


def test_worked_check_5_is_held_at_two():
    verdict = fight("INF+ INFANTRY", "MBT- MOBILE", 8)
    assert (verdict.total, verdict.shift) == (3, 2)


def test_worked_check_7_both_leave():
    win, draw, lose = fight("AIR+ ASF", "AIR- ASF", 20).throws
    assert (draw.own, draw.opposing) == (State.LEFT, State.LEFT)
    assert (win.own, win.opposing) == (State.OK, State.NEUTRALISED)
    assert (lose.own, lose.opposing) == (State.PINNED, State.OK)


def test_worked_check_10():
    conditions = {"awc": True}
    forbidden = fight("AIRn CAS", "INFn INFANTRY", 2, **conditions)
    assert forbidden.closed == (Restriction.WEATHER,)
    assert told(fight("AIRn CAS", "INFn INFANTRY", 2, **conditions, cas_in_awc=True))[1:3] == ("F5", -1)
    assert fight("AIRn CAS", "MBTn", 2, **conditions).closed == (Restriction.WEATHER,)


def test_worked_check_11():
    pda, cas, tank = kind("INFn PDA"), kind("AIRn CAS"), kind("MBTn")
    assert after(pda, State.PINNED, "P") is State.NEUTRALISED
    assert after(cas, State.OK, "R") is State.LEFT
    assert after(tank, State.PINNED, "R") is State.REPULSED
    assert after(tank, State.REPULSED, "R") is State.NEUTRALISED


@pytest.mark.parametrize(
    ("given", "farthest"),
    [
        ({}, 8),
        ({"light": Light.NIGHT}, 4),
        ({"light": Light.TWILIGHT}, 4),
        ({"awc": True}, 4),
        ({"light": Light.NIGHT, "awc": True}, 2),
        ({"light": Light.NIGHT, "target_illuminated": True}, 8),
        ({"light": Light.NIGHT, "target_illuminated": True, "awc": True}, 4),
        ({"light": Light.NIGHT, "awc": True, "halve_once": True}, 4),
    ],
)
def test_worked_check_12(given, farthest):
    allowed = [distance for distance in range(20) if fight("INFn INFANTRY", "MBTn MOBILE", distance, **given).allowed]
    assert allowed == list(range(farthest + 1))


# --- states --------------------------------------------------------------------------------------------


# --- the tables as printed -----------------------------------------------------------------------------


# --- factors -------------------------------------------------------------------------------------------

SHIFTS = {
    "F1": 1,
    "F2": 1,
    "F3": 2,
    "F4": -1,
    "F5": -1,
    "F6": -1,
    "F7": -1,
    "F8": -1,
    "F9": -1,
    "F10": -1,
    "F11": -1,
    "F12": -1,
    "F13": -1,
    "F14": -1,
    "F15": -2,
    "F16": -2,
}


def test_the_shifts():
    assert tables.FACTORS == SHIFTS


FACTOR_CASES = [
    # own, opposing, distance, what else, the factors that count
    ("MBTn", "MBTn", 4, {}, ""),
    ("MBT+", "MBTn", 4, {}, "F1"),
    ("MBTn", "MBT+", 4, {}, "F6"),
    ("INF+ INFANTRY", "MBTn", 4, {"target_supported": True}, "F1"),
    ("INFn INFANTRY", "MBTn", 4, {}, "F3"),
    ("INFn ATM", "MBTn", 4, {}, "F8"),
    ("MBTn", "MBTn", 4, {"grades": (PLUS, NORM)}, "F2"),
    ("MBTn", "MBTn", 4, {"grades": (NORM, MINUS)}, "F2"),
    ("MBTn", "MBTn", 4, {"grades": (NORM, PLUS)}, ""),
    ("MBTn", "MBTn STATIC", 4, {}, "F4"),
    ("MBTn", "MBTn FAST", 4, {}, "F4"),
    ("MBTn", "MBTn", 4, BAD, "F4"),
    ("MBTn", "MBTn FAST", 4, BAD, "F4"),
    ("AIRn ECM", "INFn ADA", 4, {"awc": True}, "F5"),
    ("AIRn ECM", "ARTn CBA STATIC", 4, {"awc": True}, ""),
    ("ARTn CBA SNS", "ARTn OTF STATIC", 4, {}, ""),
    ("ARTn CBA SNS", "ARTn OTF STATIC", 4, {"unit_means_stand": True}, "F4"),
    ("INFn INFANTRY", "AIRn CAS", 4, {}, "F7"),
    ("INFn PDA", "AIRn CAS", 4, {}, ""),
    ("INFn ATM", "MBTn FAST", 4, {}, "F8 F9"),
    ("INFn ATM", "MBTn STATIC", 4, {}, "F4 F8"),
    ("INFn ATM", "MBTn STATIC", 4, BAD, "F8 F9"),
    ("INFn ATM", "MBTn FAST", 4, {"atm_sums_f4": True}, "F4 F8 F9"),
    ("INFn ATM", "MBTn", 4, {"target_built_up": True}, "F8 F9"),
    ("INFn LAS", "INFn REC", 4, {}, "F10"),
    ("ARTn CBA SNS", "ARTn OTF SNS", 4, {}, "F11"),
    ("ARTn CBA SNS", "INFn LAS", 4, {}, ""),
    ("MBTn", "MBTn", 4, {"target_near_ecm": True}, "F12"),
    ("MBTn", "MBTn STATIC", 4, {"target_near_ecm": True}, "F4"),
    ("AIRn ASF", "AIRn CAS STATIC heli", 4, {"target_near_ecm": True}, "F12"),
    ("MBTn", "MBTn", 4, {"own_going": Going.BAD}, "F13"),
    ("MBTn FAST", "MBTn", 4, {"own_going": Going.BAD}, "F13"),
    ("MBTn STATIC", "MBTn", 4, {"own_going": Going.BAD}, ""),
    ("AIRn CAS", "MBTn", 4, {"own_going": Going.BAD}, ""),
    ("MBTn", "MBTn", 4, {"states": (State.PINNED, State.OK)}, "F14"),
    ("MBTn", "MBTn", 4, {"states": (State.REPULSED, State.OK)}, "F15"),
    ("MBTn", "MBTn", 4, {"states": (State.OK, State.REPULSED)}, ""),
    ("INFn INFANTRY", "INFn INFANTRY", 1, {"target_built_up": True}, "F4 F16"),
    ("MBTn", "MBTn", 4, {"target_built_up": True}, "F4"),
    ("INFn PDA", "AIRn CAS", 4, {"target_built_up": True, **BAD}, ""),
    ("MBTn", "MBTn", 4, {"facing": Arc.SIDE}, ""),
    ("MBTn", "MBTn", 4, {"facing": Arc.SIDE, "side_arc_r": True}, "AMB-16"),
    ("MBTn", "MBTn", 4, {"facing": Arc.REAR, "side_arc_r": True}, ""),
    ("INFn ATM", "MBTn", 4, {"atm_armour_r": True}, "F8"),
]


@pytest.mark.parametrize("case", FACTOR_CASES, ids=lambda case: f"{case[0]} on {case[1]} {case[3]}")
def test_factors(case):
    own, opposing, distance, given, expected = case
    verdict = fight(own, opposing, distance, **given)
    assert verdict.closed == ()
    assert " ".join(verdict.factors) == expected
    shifts = [
        1 if name == "AMB-16" or (name == "F8" and given.get("atm_armour_r")) else SHIFTS[name]
        for name in verdict.factors
    ]
    assert verdict.total == sum(shifts)
    assert verdict.shift == max(-2, min(2, sum(shifts)))


def test_every_factor_is_met():
    met = {name for case in FACTOR_CASES for name in case[4].split()}
    assert met == {*SHIFTS, "AMB-16"}


# --- gates ---------------------------------------------------------------------------------------------


def test_monotone_results():
    shifts = {}
    for own, opposing, given in (
        ("MBTn", "MBTn STATIC", {"states": (State.PINNED, State.OK)}),
        ("MBTn", "MBTn STATIC", {}),
        ("MBTn", "MBTn", {}),
        ("MBT+", "MBTn", {}),
        ("MBT+", "MBTn", {"grades": (PLUS, NORM)}),
    ):
        verdict = fight(own, opposing, 4, **given, monotone_results=True)
        win, _, lose = (throw.result for throw in verdict.throws)
        shifts[verdict.shift] = f"{win.opposing} {lose.own}"
    assert shifts == {-2: "P N", -1: "R N", 0: "N N", 1: "N R", 2: "N P"}


def test_the_ruling_on_mutual_tells_of_the_rulebook_s_example():
    """INFANTRY engaging CAS: from the distance at which it is mutual no more, to that at which it ends."""
    verdicts = {distance: fight("INFn INFANTRY", "AIRn CAS", distance) for distance in range(20)}
    mutual = max(distance for distance, verdict in verdicts.items() if verdict.mutual)
    farthest = max(distance for distance, verdict in verdicts.items() if verdict.allowed)
    (ruling,) = (ruling for ruling in RULESET.rulings if ruling.id == "AMB-8")
    assert "INFANTRY engages CAS" in ruling.reason
    assert re.findall(r"(\d+)″", ruling.reason) == [str(mutual), str(farthest)]
    for distance, verdict in verdicts.items():
        ignoring = fight("INFn INFANTRY", "AIRn CAS", distance, mutual_ignores_range=True)
        assert (verdict.mutual, ignoring.mutual) == (distance <= mutual, distance <= farthest)


# --- quarters of an inch ---------------------------------------------------------------------------------


# --- which switches matter -----------------------------------------------------------------------------

SWITCH_CASES = [
    # switch, own, opposing, distance, where it matters, where it does not
    ("infantry_means_posture", "INFn INFANTRY", "INFn LAS", 1, {}, {"line_of_sight": False}),
    ("mutual_ignores_range", "INFn INFANTRY", "AIRn CAS", 5, {}, {"distance": 4}),
    ("halve_once", "MBTn", "MBTn", 5, {"light": Light.NIGHT, "awc": True}, {"light": Light.NIGHT}),
    ("las_indirect", "INFn LAS", "INFn INFANTRY", 4, {"line_of_sight": False}, {}),
    ("monotone_results", "MBTn", "MBTn STATIC", 4, {}, {"opposing": "MBTn"}),
    ("cas_in_awc", "AIRn CAS", "MBTn", 4, {"awc": True}, {}),
    ("side_arc_r", "MBTn", "MBTn", 4, {"facing": Arc.SIDE}, {}),
    ("atm_armour_r", "INFn ATM", "MBTn", 4, {}, {"distance": 13}),
    ("atm_sums_f4", "INF+ ATM", "MBTn FAST", 4, {}, {"opposing": "MBTn"}),
    ("unit_means_stand", "ARTn CBA SNS", "ARTn OTF STATIC", 4, {}, {"opposing": "INFn LAS STATIC"}),
    ("arcs_by_posture", "INFn ATM", "MBTn", 4, {"target_arc": Arc.REAR}, {"target_arc": Arc.SIDE}),
    ("ada_asf_only", "INFn ADA", "AIRn ECM", 4, {}, {"opposing": "AIRn ASF"}),
    ("cba_on_table", "ARTn CBA SNS", "INFn LAS", 4, {"line_of_sight": False}, {}),
]


def _engaged(own: str, opposing: str, distance: int, given: dict[str, Any], chosen=()):
    given = dict(given)
    turn = Turn(**{name: given.pop(name) for name in Turn.__dataclass_fields__ if name in given})
    house = RulingTrace(HouseRules(RULESET.rulings, chosen))
    fighters = Combatant(kind(given.pop("own", own))), Combatant(kind(given.pop("opposing", opposing)))
    conditions = Conditions(distance=given.pop("distance", distance), **given)
    verdict = engage(*fighters, conditions, turn, house, readings_of(house))
    return verdict, {played.ruling.switch for played in house.rulings()}


@pytest.mark.parametrize("case", SWITCH_CASES, ids=lambda case: case[0])
def test_a_switch_is_named_where_it_matters_alone(case):
    switch, own, opposing, distance, matters, idle = case
    for chosen in ((), [(switch, "on")]):
        assert switch in _engaged(own, opposing, distance, matters, chosen)[1]
        assert switch not in _engaged(own, opposing, distance, idle, chosen)[1]
    printed, swapped = (_engaged(own, opposing, distance, matters, chosen)[0] for chosen in ((), [(switch, "on")]))
    assert printed.outcome != swapped.outcome
    assert (
        _engaged(own, opposing, distance, idle)[0].outcome
        == _engaged(own, opposing, distance, idle, [(switch, "on")])[0].outcome
    )


SETTINGS = [
    (
        Conditions(distance=distance, light=light, awc=awc, line_of_sight=sight, target_going=going),
        Turn(target_arc, facing),
    )
    for distance, light, awc, sight, going, target_arc, facing in itertools.product(
        (0, 2, 5, 20),
        (Light.DAY, Light.NIGHT),
        (False, True),
        (True, False),
        Going,
        (Arc.FRONT, Arc.REAR),
        (Arc.FRONT, Arc.SIDE),
    )
]


@pytest.mark.parametrize("switch", SWITCHES)
def test_named_exactly_where_another_reading_differs(switch):
    """Over many engagements: a switch is named if and only if changing it alone changes the outcome."""
    checked = 0
    for number, (own, opposing) in enumerate(itertools.product(ALL, ALL)):
        conditions, turn = SETTINGS[number % len(SETTINGS)]
        fighters = Combatant(own), Combatant(opposing)
        house = RulingTrace(HouseRules(RULESET.rulings))
        engage(*fighters, conditions, turn, house, readings_of(house))
        named = switch in {played.ruling.switch for played in house.rulings()}
        other = judge(*fighters, conditions, turn, Readings(**{switch: True}))
        assert named == (other.outcome != judge(*fighters, conditions, turn).outcome), (own, opposing, conditions)
        checked += named
    assert checked
