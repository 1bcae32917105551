import json
from dataclasses import dataclass
from typing import Annotated, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.core.declarations.codec import CodecError, decode, encode, merge
from rulesets.core.declarations.fields import Ask, Choice, fields_of
from rulesets.core.declarations.problems import Problem
from tests.tiny_system.pebbles import Skipping, Throwing


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
    with pytest.raises(CodecError, match="Did you mean 'size'"):
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


# --- forces


def test_a_question_with_a_part_reads_back() -> None:
    question = Skipping(throwing=Throwing(4))
    assert decode(Skipping, encode(question)) == question


def test_changes_go_over_plain_data_key_by_key():
    before = {"a": {"b": 1, "c": [1, 2]}, "d": None}
    assert merge(before, {"a": {"c": [3]}, "d": {"e": 5}}) == {"a": {"b": 1, "c": [3]}, "d": {"e": 5}}
    assert merge(before, 7) == 7
    assert before == {"a": {"b": 1, "c": [1, 2]}, "d": None}
