import dataclasses
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.core import codec
from rulesets.core.codec import (
    SCHEMA,
    UPGRADES,
    CodecError,
    Problem,
    decode,
    decode_entry,
    decode_force,
    encode,
    encode_entry,
    encode_force,
)
from rulesets.core.declarations import Ask, Choice, DeclarationError, Kind, entries_used, field_of, fields_of
from tests.tiny_system.pebbles import KINDS, RULESET, Skipping, Throwing


class Size(Choice):
    SMALL = "s", "Small"
    LARGE = "l", "Large"


@dataclass(frozen=True, slots=True)
class Part:
    weapon: Annotated[str, Ask("Weapon", entry="weapon")]
    count: Annotated[int, Ask("Count", min=1, max=9)] = 1


@dataclass(frozen=True, slots=True)
class Whole:
    name: Annotated[str, Ask("Name", max_length=5)]
    size: Annotated[Size, Ask("Size")] = Size.SMALL
    flag: Annotated[bool, Ask("Flag")] = False
    maybe: Annotated[int | None, Ask("Maybe")] = None
    part: Annotated[Part, Ask("Part")] = Part("gun")
    parts: Annotated[tuple[Part, ...], Ask("Parts", max=2)] = ()
    tags: Annotated[tuple[str, ...], Ask("Tags", max_length=3)] = ()


def problems(spec: type[Any], data: Any) -> list[str]:
    with pytest.raises(CodecError) as caught:
        decode(spec, data)
    return [problem.path for problem in caught.value.problems]


wholes = st.builds(
    Whole,
    name=st.text(st.characters(codec="utf-8", exclude_categories=["C"]), max_size=5),
    size=st.sampled_from(Size),
    flag=st.booleans(),
    maybe=st.none() | st.integers(),
    part=st.builds(Part, weapon=st.sampled_from(["gun", "bow"]), count=st.integers(1, 9)),
    parts=st.lists(st.builds(Part, weapon=st.just("gun"), count=st.integers(1, 9)), max_size=2).map(tuple),
    tags=st.lists(st.sampled_from(["a", "bc"])).map(tuple),
)


@given(wholes)
def test_what_is_written_reads_back_equal(whole: Whole) -> None:
    assert decode(Whole, json.loads(json.dumps(encode(whole)))) == whole


def test_missing_fields_take_their_defaults() -> None:
    assert decode(Whole, {"name": "x"}) == Whole("x")


@pytest.mark.parametrize(
    ("data", "paths"),
    [
        ([], [""]),
        ({}, ["name"]),
        ({"name": 3}, ["name"]),
        ({"name": "sixsix"}, ["name"]),
        ({"name": "a\x00b"}, ["name"]),
        ({"name": "\ud800"}, ["name"]),
        ({"name": "x", "size": "m"}, ["size"]),
        ({"name": "x", "size": ["s"]}, ["size"]),
        ({"name": "x", "flag": 1}, ["flag"]),
        ({"name": "x", "maybe": 1.5}, ["maybe"]),
        ({"name": "x", "maybe": True}, ["maybe"]),
        ({"name": "x", "part": None}, ["part"]),
        ({"name": "x", "part": {"weapon": "gun", "count": 0}}, ["part.count"]),
        ({"name": "x", "part": {"count": 10}}, ["part.weapon", "part.count"]),
        ({"name": "x", "parts": {}}, ["parts"]),
        ({"name": "x", "parts": [{"weapon": "gun"}] * 3}, ["parts"]),
        ({"name": "x", "parts": [{"weapon": "gun"}, {"wepon": "gun"}]}, ["parts[1].wepon", "parts[1].weapon"]),
        ({"name": "x", "tags": ["abc", "abcd"]}, ["tags[1]"]),
        ({"name": "x", "colour": 1, "flag": "no"}, ["colour", "flag"]),
        ({"name": "x", 7: 1}, ["7"]),
    ],
)
def test_every_wrong_value_is_named_by_its_path(data: Any, paths: list[str]) -> None:
    assert problems(Whole, data) == paths


def test_an_unknown_key_gets_a_suggestion() -> None:
    with pytest.raises(CodecError, match="did you mean 'size'"):
        decode(Whole, {"name": "x", "sise": "s"})


def test_reading_stops_at_twenty_problems() -> None:
    assert len(problems(Whole, {"name": "x", "tags": [1] * 1000})) == 20


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
        lambda inner: (
            st.lists(inner, max_size=4)
            | st.dictionaries(st.sampled_from([*(f.name for f in fields_of(Whole)), "x"]), inner, max_size=6)
        ),
    )
)
def test_any_plain_data_is_read_or_refused(data: Any) -> None:
    found: tuple[Problem, ...] = ()
    value = None
    try:
        value = decode(Whole, data)
    except CodecError as error:
        found = error.problems
    if value is None:
        assert 1 <= len(found) <= 20
    else:
        assert decode(Whole, encode(value)) == value


def test_fields_know_their_kind() -> None:
    assert [field.kind for field in fields_of(Whole)] == [
        Kind.TEXT,
        Kind.CHOICE,
        Kind.BOOL,
        Kind.INT,
        Kind.PART,
        Kind.REPEAT,
        Kind.REPEAT,
    ]
    assert field_of(Whole, "size").choices == (Size.SMALL, Size.LARGE)
    assert Size.LARGE.label == "Large"
    item = field_of(Whole, "parts").item
    assert item is not None
    assert item.kind is Kind.PART
    with pytest.raises(KeyError):
        field_of(Whole, "colour")


def test_what_no_form_could_ask_is_refused() -> None:
    @dataclass(frozen=True)
    class Odd:
        number: Annotated[float, Ask("Number")] = 0.5

    @dataclass(frozen=True)
    class Bare:
        number: int = 0

    @dataclass(frozen=True)
    class Mixed:
        number: Annotated[int | str, Ask("Number")] = 0

    for spec in (Odd, Bare, Mixed):
        with pytest.raises(DeclarationError, match=rf"{spec.__name__}\.number"):
            fields_of(spec)


def test_references_are_found_in_parts_and_repeats() -> None:
    whole = Whole("x", parts=(Part("bow"), Part("")))
    assert [(use.path, use.kind, use.key) for use in entries_used(whole)] == [
        ("part.weapon", "weapon", "gun"),
        ("parts[0].weapon", "weapon", "bow"),
    ]


# --- forces


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
        (with_(entries=[{"kind": "stone", "source": "theirs"}]), ["entries[0].source"]),
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

    monkeypatch.setattr(codec, "SCHEMA", 5)
    monkeypatch.setattr(codec, "UPGRADES", {version: step_of(version) for version in range(1, 5)})
    assert decode_force(RULESET, with_(schema=2, name="v")).name == "v234"
    assert decode_force(RULESET, with_(schema=5, name="v")).name == "v"


def test_every_version_can_be_upgraded() -> None:
    assert sorted(UPGRADES) == list(range(1, SCHEMA))


def test_an_entry_is_written_and_read() -> None:
    entry = RULESET.catalogue.of_kind("stone")[2]
    assert decode_entry(KINDS[0], encode_entry(entry)) == entry


def test_a_question_with_a_part_reads_back() -> None:
    question = Skipping(throwing=Throwing(4))
    assert decode(Skipping, encode(question)) == question
