"""What is said of own entries while they are written: values outside their ranges, and what looks like a slip."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from rulesets.core.declarations.problems import Problem
from rulesets.systems.forge_of_war import RULESET
from rulesets.systems.forge_of_war.profiles import (
    Armament,
    Armour,
    Fire,
    RangeBand,
    TroopProfile,
    VehicleProfile,
    Weapon,
    WeightOfFire,
)
from rulesets.systems.forge_of_war.tables import Arm

THREE = WeightOfFire(Fire.FIXED, dice=3)
BANDS = (RangeBand(12, 2, 2), RangeBand(12, 1))
GUN = Weapon(range=24, weight_of_fire=THREE)


def told(problems: Iterator[Problem]) -> list[tuple[str, str]]:
    return [(problem.path, problem.message) for problem in problems]


@pytest.mark.parametrize(
    ("kind", "profile", "problems"),
    [
        (
            "troop_type",
            TroopProfile(cv=0, av=-1),
            [("cv", "enter a number from 1 to 10, not 0"), ("av", "enter 0 or more, not -1")],
        ),
        ("troop_type", TroopProfile(sv=0), []),
        ("troop_type", TroopProfile(sv=0, suggested_weapon="smg"), [("sv", "enter a number from 1 to 10, not 0")]),
        ("troop_type", TroopProfile(fv=0), [("fv", "enter a number from 1 to 10, not 0")]),
        ("troop_type", TroopProfile(fv=0, wounds=0, arm=Arm.VEHICLE), []),
        (
            "troop_type",
            TroopProfile(attacks=0, wounds=0),
            [("attacks", "enter 1 or more, not 0"), ("wounds", "enter 1 or more, not 0")],
        ),
        ("troop_type", TroopProfile(training=()), [("training", "add at least one band")]),
        ("troop_type", TroopProfile(fewest=9, most=8), [("most", "enter at least the fewest, 9, not 8")]),
        (
            "vehicle",
            VehicleProfile(av=7, av_delta=8),
            [("av_delta", "leave 0 or more at the rear, not -1")],
        ),
        ("vehicle", VehicleProfile(sv=0), []),
        ("vehicle", VehicleProfile(sv=0, systems=(Armament("hmg"),)), [("sv", "enter a number from 1 to 10, not 0")]),
        (
            "vehicle",
            VehicleProfile(fv=11, wounds=-1),
            [("fv", "enter a number from 0 to 10, not 11"), ("wounds", "enter 0 or more, not -1")],
        ),
        ("weapon", Weapon(range=24), [("weight_of_fire", "enter its type and its dice")]),
        (
            "weapon",
            replace(GUN, range=0, wv=-1),
            [
                ("wv", "enter 0 or more, not -1"),
                ("range", "enter 1 or more, unless the weapon has an FV bonus or a close combat value"),
            ],
        ),
        ("weapon", Weapon(close_combat=1), []),
        ("weapon", Weapon(fv_bonus=1), []),
        (
            "weapon",
            Weapon(range=-1, close_combat=1),
            [
                ("range", "enter 0 or more, not -1"),
                ("weight_of_fire", "enter its type and its dice"),
            ],
        ),
        (
            "weapon",
            replace(GUN, weight_of_fire=WeightOfFire(Fire.AREA)),
            [("weight_of_fire.radius", "enter 1 or more, not 0")],
        ),
        (
            "weapon",
            replace(GUN, weight_of_fire=WeightOfFire(Fire.BY_RANGE, bands=BANDS)),
            [("weight_of_fire.bands[1].up_to", "enter more than 12″, where the previous band ends")],
        ),
        ("armour", Armour(av=-1), [("av", "enter 0 or more, not -1")]),
    ],
)
def test_faults_stand_at_their_field(kind: str, profile: Any, problems: list[tuple[str, str]]) -> None:
    assert told(RULESET.kind(kind).faults(profile)) == problems


def test_the_games_own_entries_have_neither_faults_nor_doubts() -> None:
    for entry in RULESET.catalogue:
        kind = RULESET.kind(entry.kind)
        assert told(kind.faults(entry.spec)) == [], entry.key
        assert told(kind.doubts(entry.spec, RULESET.catalogue)) == [], entry.key


@pytest.mark.parametrize(
    ("armour", "av", "doubts"),
    [
        ("power", 2, [("armour", "Power Armour has AV 4, not 2. Toughness may explain the difference")]),
        ("power", 4, []),
        ("", 2, []),
        ("lost", 2, []),
    ],
)
def test_named_armour_with_another_value(armour: str, av: int, doubts: list[tuple[str, str]]) -> None:
    profile = TroopProfile(armour=armour, av=av)
    assert told(RULESET.kind("troop_type").doubts(profile, RULESET.catalogue)) == doubts


@pytest.mark.parametrize(
    ("wv", "doubts"),
    [(9, []), (99, [("wv", "The Weapon Value is 99. It cancels armour only, which is 9 at most")])],
)
def test_a_weapon_value_above_all_armour_is_doubtful(wv: int, doubts: list[tuple[str, str]]) -> None:
    assert told(RULESET.kind("weapon").doubts(replace(GUN, wv=wv), RULESET.catalogue)) == doubts
