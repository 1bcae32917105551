import dataclasses
import json
from pathlib import Path
from typing import Any

import pytest

from rulesets.core import force_document
from rulesets.core.declarations.codec import CodecError
from rulesets.core.force_document import (
    SCHEMA,
    UPGRADES,
    decode_entry,
    decode_force,
    encode_entry,
    encode_force,
    force_schema,
)
from tests.tiny_system.pebbles import KINDS, RULESET


def demo() -> dict[str, Any]:
    plain: dict[str, Any] = encode_force(RULESET.demo())
    return plain


def force_problems(data: Any) -> list[str]:
    with pytest.raises(CodecError) as caught:
        decode_force(RULESET, data)
    return [problem.path for problem in caught.value.problems]


def test_a_force_is_written_and_read() -> None:
    force = dataclasses.replace(
        RULESET.demo(),
        notes="by the\nsea",
        house_rules=(("wet_stones", "on"),),
        entries=(dataclasses.replace(RULESET.catalogue.of_kind("stone")[0], key="mine"),),
    )
    assert decode_force(RULESET, json.loads(json.dumps(encode_force(force)))) == force


def test_the_schema_has_the_keys_and_bounds_that_are_read() -> None:
    force = dataclasses.replace(RULESET.demo(), entries=RULESET.catalogue.of_kind("stone")[:1])
    plain, schema = encode_force(force), force_schema(RULESET)
    group = schema["properties"]["groups"]["items"]
    unit = group["properties"]["units"]["items"]
    (entry,) = (
        each
        for each in schema["properties"]["entries"]["items"]["anyOf"]
        if each["properties"]["kind"] == {"const": "stone"}
    )
    for written, described in (
        (plain, schema),
        (plain["groups"][0], group),
        (plain["groups"][0]["units"][0], unit),
        (plain["entries"][0], entry),
    ):
        assert described["properties"].keys() == written.keys()
        assert described["additionalProperties"] is False
    serial = schema["properties"]["serial"]
    assert decode_force(RULESET, {**plain, "serial": serial["maximum"]}).serial == serial["maximum"]
    assert force_problems({**plain, "serial": serial["maximum"] + 1}) == ["serial"]
    assert (schema["required"], entry["required"]) == (["ruleset"], ["kind"])


def test_ids_are_given_where_they_lack() -> None:
    plain = demo()
    del plain["serial"], plain["groups"][0]["id"], plain["groups"][0]["units"][1]["id"]
    force = decode_force(RULESET, plain)
    ids = [force.groups[0].id, *(unit.id for unit in force.groups[0].units)]
    assert ids == ["g5", "u2", "u6", "u4"]
    assert force.serial == 6


def with_(**changes: Any) -> dict[str, Any]:
    return {**demo(), **changes}


def with_unit(**changes: Any) -> dict[str, Any]:
    plain = demo()
    plain["groups"][0]["units"][2].update(changes)
    return plain


@pytest.mark.parametrize(
    ("data", "paths"),
    [
        (None, [""]),
        ({}, ["ruleset"]),
        (with_(ruleset="chess"), ["ruleset"]),
        (with_(schema=3), ["schema"]),
        (with_(schema=0), ["schema"]),
        (with_(schema="2"), ["schema"]),
        (with_(schema=1, groups=3), ["groups"]),
        (
            with_(schema=1, groups=[3, {"units": 3}, {"units": [3]}]),
            ["groups[0]", "groups[1].units", "groups[2].units[0]"],
        ),
        (with_(nam="x"), ["nam"]),
        (with_(name="x" * 81), ["name"]),
        (with_(notes=3), ["notes"]),
        (with_(serial=-1), ["serial"]),
        (with_(spec={"tide": 10}), ["spec.tide"]),
        (with_(house_rules=[]), ["house_rules"]),
        (with_(house_rules={"wet": "on"}), ["house_rules.wet"]),
        (with_(house_rules={"wet_stones": "maybe"}), ["house_rules.wet_stones"]),
        (with_(groups={}), ["groups"]),
        (with_(groups=[3]), ["groups[0]"]),
        (with_(groups=[{}] * 301), ["groups"]),
        (with_(groups=[{"units": [{}] * 3001}]), ["groups[0].units"]),
        (with_(groups=[{"units": [{}] * 2000}] * 2), ["groups[1].units"]),
        (with_(entries=[{"kind": "gem"}]), ["entries[0].kind"]),
        (with_(entries=[{"kind": "stone", "source": "theirs"}]), ["entries[0].spec.weight", "entries[0].source"]),
        (with_(entries=[{"kind": "stone", "spec": {}}]), ["entries[0].spec.weight"]),
        (with_unit(spec=None), ["groups[0].units[2].spec"]),
        (with_unit(spec={"surface": "wet"}), ["groups[0].units[2].spec.surface"]),
        (with_unit(id="u2"), ["groups[0].units[2].id"]),
        (with_unit(id="u 2"), ["groups[0].units[2].id"]),
        (with_unit(id=2), ["groups[0].units[2].id"]),
        (with_unit(extra=2), ["groups[0].units[2].extra"]),
        (with_unit(locked="yes"), ["groups[0].units[2].locked"]),
    ],
)
def test_a_wrong_force_is_refused_with_paths(data: Any, paths: list[str]) -> None:
    assert force_problems(data) == paths


def test_a_stored_document_of_version_1_is_upgraded() -> None:
    """``version_1.json`` was written when units could not be locked."""
    old = json.loads((Path(__file__).parent / "version_1.json").read_text())
    assert old["schema"] == 1
    force = decode_force(RULESET, old)
    assert [(unit.name, unit.spec.surface.value, unit.locked) for _, unit in force.units()] == [
        ("Old grey", "rough", False),
        ("", "smooth", False),
        ("Küste", "rough", False),
    ]
    assert (force.name, force.notes, force.house_rules, len(force.entries), force.serial) == (
        "Small beach",
        "At ebb.",
        (("wet_stones", "on"),),
        1,
        7,
    )
    new = encode_force(force)
    assert (new["schema"], SCHEMA) == (2, 2)
    assert decode_force(RULESET, new) == force


def test_each_older_version_has_its_step(monkeypatch: pytest.MonkeyPatch) -> None:
    def step_of(version: int) -> Any:
        return lambda data: {**data, "name": f"{data['name']}{version}"}

    monkeypatch.setattr(force_document, "SCHEMA", 5)
    monkeypatch.setattr(force_document, "UPGRADES", {version: step_of(version) for version in range(1, 5)})
    assert decode_force(RULESET, with_(schema=2, name="v")).name == "v234"
    assert decode_force(RULESET, with_(schema=5, name="v")).name == "v"


def test_every_version_can_be_upgraded() -> None:
    assert sorted(UPGRADES) == list(range(1, SCHEMA))


def test_an_entry_is_written_and_read() -> None:
    entry = RULESET.catalogue.of_kind("stone")[2]
    assert decode_entry(KINDS[0], encode_entry(entry)) == entry
