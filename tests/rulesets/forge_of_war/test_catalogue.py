"""The catalogue against the numbers printed in the rulebook, row by row."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from rulesets.core.declarations.catalogue import Entry, Source
from rulesets.core.forces.force import Unit
from rulesets.systems.forge_of_war import RULESET
from rulesets.systems.forge_of_war.catalogue import CATALOGUE, KINDS, context_of, range_in_words
from rulesets.systems.forge_of_war.profiles import Accuracy, Fire, TroopProfile, VehicleProfile, Weapon
from rulesets.systems.forge_of_war.tables import CAPS, COVERS, MOVES, Arm, Cover

PRINTED: dict[str, Any] = json.loads(Path(__file__).with_name("printed_tables.json").read_text())


def test_the_troop_types() -> None:
    found = [
        {
            "group": {"human": "human", "modified": "genetically-modified", "alien": "alien"}[entry.spec.origin.value],
            "name": ", ".join(part for part in (entry.name, entry.spec.also) if part),
            "training": [band.value for band in entry.spec.training],
            "cv": entry.spec.cv,
            "sv": entry.spec.sv,
            "fv": entry.spec.fv,
            "av": entry.spec.av,
        }
        for entry in CATALOGUE.of_kind("troop_type")
    ]
    assert len(found) == 25
    assert found == PRINTED["troops"]


def printed_fire(weapon: Weapon) -> dict[str, Any]:
    fire = weapon.weight_of_fire
    if fire.kind is Fire.FIXED:
        return {"kind": "fixed", "dice": fire.dice}
    if fire.kind is Fire.AREA:
        return {"kind": "area", "radius": fire.radius}
    if fire.kind is Fire.BY_TARGET:
        return {"kind": "by_target", "infantry": fire.infantry, "horde": fire.horde, "vehicle": fire.vehicle}
    return {"kind": "by_range", "bands": [[band.up_to, band.dice, band.after_moving] for band in fire.bands]}


def test_the_weapons() -> None:
    found = [
        {
            "id": entry.key,
            "name": entry.name,
            "range": entry.spec.range,
            "wv": entry.spec.wv,
            "weight_of_fire": printed_fire(entry.spec),
            "heavy": entry.spec.heavy,
            "vehicle_bonus": entry.spec.vehicle_bonus,
            "fv_bonus": entry.spec.fv_bonus,
            "auto_markers": entry.spec.auto_markers,
            "backfires_on": entry.spec.backfires_on,
            "launcher": entry.spec.launcher,
        }
        for entry in CATALOGUE.of_kind("weapon")
        if entry.source is Source.RULEBOOK
    ]
    assert len(found) == 22
    assert found == PRINTED["weapons"]


def test_indirect_weapons_are_inaccurate() -> None:
    indirect = {entry.key: entry.spec.accuracy for entry in CATALOGUE.of_kind("weapon") if entry.spec.indirect}
    assert indirect == dict.fromkeys(["howitzer", "mortar_heavy", "mortar_light"], Accuracy.INACCURATE)


def test_the_armour_table() -> None:
    assert [entry.spec.av for entry in CATALOGUE.of_kind("armour")] == [0, 1, 2, 3, 4, 5, 6, 6, 7, 8, 9]
    assert {entry.key for entry in CATALOGUE.of_kind("armour") if entry.spec.powered} == {
        "power",
        "heavy_power",
        "dreadnought",
    }


def test_training_bands_and_their_caps() -> None:
    facts = {entry.name: KINDS[4].facts(entry.spec)[0] for entry in CATALOGUE.of_kind("training")}
    assert facts == {
        "Elite": ("Maximum D-markers", "5"),
        "Veteran": ("Maximum D-markers", "4"),
        "Professional": ("Maximum D-markers", "3"),
        "Militia": ("Maximum D-markers", "2"),
        "Horde": ("Maximum D-markers", "1"),
    }
    assert list(CAPS.values()) == [5, 4, 3, 2, 1]


def test_moves_and_cover() -> None:
    assert MOVES == {Arm.INFANTRY: 6, Arm.CAVALRY: 12, Arm.ARMOUR: 8, Arm.VEHICLE: 12}
    assert [(COVERS[kind].activation, COVERS[kind].shooting, COVERS[kind].armour) for kind in Cover] == [
        (0, 0, 0),
        (1, 1, 1),
        (2, 2, 2),
        (3, 3, 3),
        (3, 4, 4),
    ]


def test_the_sample_vehicle() -> None:
    entry = CATALOGUE.get("vehicle", "apc")
    assert entry is not None
    assert entry.source is Source.RULEBOOK
    carrier: VehicleProfile = entry.spec
    assert (carrier.cv, carrier.sv, carrier.fv, carrier.av, carrier.av_delta, carrier.wounds) == (7, 6, 0, 7, 1, 1)
    assert [(row.weapon, row.count) for row in carrier.systems] == [("heavy_flame_thrower", 1), ("hmg", 2)]
    assert carrier.transport == 10
    flamer, printed = (CATALOGUE.get("weapon", key) for key in ("heavy_flame_thrower", "flame_thrower"))
    assert flamer is not None
    assert printed is not None
    assert flamer.source is Source.EXAMPLE
    assert printed_fire(flamer.spec) == printed_fire(printed.spec)


def test_other_vehicles_are_marked_as_examples() -> None:
    vehicles = {entry.key: entry.source for entry in CATALOGUE.of_kind("vehicle")}
    assert [key for key, source in vehicles.items() if source is Source.RULEBOOK] == ["apc"]


def test_new_units_break_nothing_but_the_open_choice_of_training() -> None:
    force = RULESET.new_force("New")
    context = context_of(force)
    for kind in KINDS:
        for entry in CATALOGUE.of_kind(kind.slug):
            if kind.enlist is None:
                continue
            unit = Unit("u1", kind.enlist(entry))
            group = RULESET.demo().groups[0]
            errors = [
                finding.rule
                for finding in RULESET.check_unit(context, group, unit)
                if finding.severity.value == "error"
            ]
            two_bands = isinstance(entry.spec, TroopProfile) and len(entry.spec.training) > 1
            assert errors == (["FOW-U09"] if two_bands else []), entry.key


def test_a_range_is_followed_by_its_half() -> None:
    weapon = CATALOGUE.of_kind("weapon")[0].spec
    assert [range_in_words(replace(weapon, range=whole)) for whole in (24, 31)] == ["24/12", "31/15.5"]


def test_an_own_troop_type_begins_with_a_weapon_to_shoot_with() -> None:
    kind = RULESET.kind("troop_type")
    assert kind.enlist is not None
    (armament,) = kind.enlist(Entry(kind.slug, "own", "Sky Guard", kind.start)).weapons
    weapon = CATALOGUE.get("weapon", armament.weapon)
    assert weapon is not None
    assert weapon.spec.range > 0
    assert not list(kind.faults(kind.start))
