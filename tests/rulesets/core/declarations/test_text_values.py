"""Values as text: every kind of value that is no part and no list, read and written."""

from dataclasses import dataclass
from typing import Annotated

import pytest

from rulesets.core.declarations.catalogue import Catalogue, Entry
from rulesets.core.declarations.codec import CodecError, decode
from rulesets.core.declarations.fields import Ask, Choice, field_of, fields_of
from rulesets.core.declarations.text_values import number_or_text, read_value, read_yes_no, text_problems, write_value


class Pace(Choice):
    SLOW = "slow", "At the walk"
    FAST = "fast", "Slow"
    HALT = "", "None"


@dataclass(frozen=True, slots=True)
class Tank:
    pace: Annotated[Pace, Ask("Pace")] = Pace.SLOW
    reach: Annotated[int, Ask("Reach")] = 0
    pitch: Annotated[int | None, Ask("Pitch", decimals=1)] = None
    open: Annotated[bool, Ask("Open")] = False
    motto: Annotated[str, Ask("Motto")] = ""
    driver: Annotated[str, Ask("Driver", entry="driver")] = ""


DRIVERS = Catalogue(
    tuple(
        Entry("driver", key, name, None)
        for key, name in (("a", "Ann"), ("b", "Bob"), ("c", "bob"), ("bob", "Carl"), ("d", "a"))
    )
)


def read(name: str, text: str) -> object:
    return read_value(field_of(Tank, name), text, DRIVERS)


@pytest.mark.parametrize("word", ["yes", "Y", " true ", "on", "1", "x"])
def test_a_yes_is_one_of_these(word: str) -> None:
    assert read_yes_no(word) is True
    assert read("open", word) is True


@pytest.mark.parametrize("word", ["no", "N", "false ", "off", "0", "", " "])
def test_a_no_is_one_of_these(word: str) -> None:
    assert read_yes_no(word) is False


@pytest.mark.parametrize(
    ("text", "decimals", "number"),
    [
        ("12", 0, 12),
        (" +2 ", 0, 2),
        ("-3", 2, -300),
        ("1.5", 2, 150),
        ("-,5", 1, -5),
        ("1.5", 0, "1.5"),
        ("1.", 1, "1."),
        ("1.25", 1, "1.25"),
        ("1e3", 0, "1e3"),
        ("٣", 0, "٣"),
        ("9" * 19, 0, "9" * 19),
    ],
)
def test_a_number_has_so_many_decimals_at_most(text: str, decimals: int, number: int | str) -> None:
    assert number_or_text(text, decimals) == number


@pytest.mark.parametrize(
    "text",
    [
        "24",
        '24"',
        '24 "',
        "24″",
        "24''",
        "24 in",
        "24in.",
        "24 inches",
        "24.0",
        "24,00",
        "24.0 in",
        "２４",
        "+24\u00a0″",
    ],
)
def test_a_number_may_have_its_unit_and_zeros(text: str) -> None:
    assert number_or_text(text, unit="″") == 24


@pytest.mark.parametrize(
    ("text", "unit", "number"),
    [
        ("−3", "", -3),
        ("－３", "", -3),
        ("4+", "+", 4),
        ("3 tiles", "tiles", 3),
        ("1 tile", "tiles", 1),
        ("9 pts", "points", 9),
    ],
)
def test_a_number_is_read_as_people_write_it(text: str, unit: str, number: int) -> None:
    assert number_or_text(text, unit=unit) == number


@pytest.mark.parametrize(
    "text", ["2,5", "1,000", "1.000", '24" 6"', "24 mm", "24 in x", "in", '"', "2²", "½", "②", "2 4", "1,0,0", "x24"]
)
def test_no_other_text_becomes_a_number(text: str) -> None:
    assert number_or_text(text, unit="″") == text


def test_inches_are_no_plain_number() -> None:
    assert number_or_text('24"') == '24"'


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("pace", "FAST", "fast"),
        ("pace", "slow", "slow"),
        ("pace", "at the walk", "slow"),
        ("pace", "At\u00a0the\u202fwálk", "slow"),
        ("pace", "none", ""),
        ("pace", "", ""),
        ("pace", "trot", "trot"),
        ("pitch", "", None),
        ("pitch", "0.5", 5),
        ("reach", "", ""),
        ("motto", "a\r\nb ", "a\nb "),
        ("open", "perhaps", "perhaps"),
        ("driver", "ann", "a"),
        ("driver", "bob", "bob"),
        ("driver", "Bob", "Bob"),
        ("driver", "a", "a"),
        ("driver", "", ""),
        ("driver", "Dora", "Dora"),
    ],
)
def test_a_text_is_a_value_or_stays_as_it_is(name: str, text: str, value: object) -> None:
    assert read(name, text) == value


def test_what_is_written_is_read_again() -> None:
    plain = {"pace": "fast", "reach": -4, "pitch": 635, "open": True, "motto": "To\nwin", "driver": "c"}
    texts = {field.name: write_value(field, plain[field.name]) for field in fields_of(Tank)}
    assert texts == {"pace": "fast", "reach": "-4", "pitch": "63.5", "open": "1", "motto": "To\nwin", "driver": "c"}
    assert {name: read(name, text) for name, text in texts.items()} == plain


def test_that_a_refused_value_is_a_text_goes_without_saying() -> None:
    with pytest.raises(CodecError) as error:
        decode(Tank, {name: read(name, "x y") for name in ("reach", "pitch", "open", "pace")})
    assert [(problem.path, problem.message) for problem in text_problems(error.value)] == [
        ("pace", "choose slow, fast or , not 'x y'"),
        ("reach", "enter a whole number"),
        ("pitch", "enter a number with at most 1 decimal"),
        ("open", "enter true or false"),
    ]
