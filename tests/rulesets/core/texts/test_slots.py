"""Slots in sentences are filled, and refused where they cannot be."""

from fractions import Fraction
from typing import NamedTuple

import pytest

from rulesets.core.declarations.house_rules import HouseRules, Reading, Ruling, RulingTrace
from rulesets.core.texts.slots import SlotError, Slots

RULINGS = (
    Ruling("T-1", "", "Colour?", (Reading("red", "it is red"), Reading("blue", "it is blue"), Reading("no", "none")),
           "red", "", switch="t.colour"),
    Ruling("T-2", "", "Size?", (Reading("off", "small"), Reading("on", "large")), "off", "", switch="t.size"),
)  # fmt: skip


class Move(NamedTuple):
    near: int
    far: tuple[int, ...]


NUMBERS = {
    "FACES": 6, "DIE": "d6", "HALF": Fraction(1, 2), "TABLE": (1, 2), "MOVE": Move(4, (8,)), "lower": 3, "LOSS": -2,
    "CAPS": {"elite": 5},
}  # fmt: skip
SLOTS = Slots[str](NUMBERS, RULINGS, {"name": str.upper}, {"short": lambda name: len(name) < 4})


def filled(text: str, name: str = "ann", **readings: str) -> str:
    house = HouseRules(RULINGS, [(f"t.{switch}", key) for switch, key in readings.items()])
    return SLOTS.phrase(text).text(house, name)


def test_numbers_words_and_the_text_of_the_reading_are_filled_in() -> None:
    assert filled("{FACES} on a {DIE}, {HALF}: {t.size} | {name}") == "6 on a d6, 50%: small | ANN"
    assert filled("{t.size}", size="on") == "large"
    assert filled("{MOVE.near}″, {MOVE.far.0}″, {TABLE.1}, {CAPS.elite}") == "4″, 8″, 2, 5"
    assert filled("{+FACES}, {-FACES}, {+LOSS}, {-LOSS}, {+MOVE.near}") == "+6, −6, −2, +2, +4"
    assert filled("") == ""


def test_words_that_are_left_out_leave_no_space_behind() -> None:
    text = " One. {t.size: off = | on = Two.} {t.size: off = Three\u00a0: | on = }  "
    assert (filled(text), filled(text, size="on")) == ("One. Three\u00a0:", "One. Two.")


@pytest.mark.parametrize(
    ("readings", "text"),
    [
        ({}, "One is red, 6 small."),
        ({"size": "on"}, "One is red, 6 big."),
        ({"colour": "blue"}, "One is."),
        ({"colour": "no"}, "One is."),
    ],
    ids=str,
)
def test_words_are_chosen_by_the_reading_played(readings: dict[str, str], text: str) -> None:
    chosen = "{t.colour: red = is red, {FACES} {t.size: off = small | on = big} | blue, no = is}"
    assert filled(f"One {chosen}.", **readings) == text


def test_words_are_chosen_by_a_condition() -> None:
    both = "{short: yes = {FACES} for {name} | no = {t.size: off = none | on = one}}"
    assert (filled(both), filled(both, "anna")) == ("6 for ANN", "none")
    assert (filled("{short: yes = a}"), filled("{short: yes = a}", "anna")) == ("a", "")
    assert (filled("{short: no = a}"), filled("{short: no = a}", "anna")) == ("", "a")
    with pytest.raises(SlotError, match=r"t\.size is a switch and a condition"):
        Slots[str]({}, RULINGS, {}, {"t.size": bool})


def test_a_choice_is_recorded_where_another_reading_has_other_words() -> None:
    for text, recorded in (
        ("{t.colour: red, blue, no = any}", []),
        ("{t.colour: red = a | blue = b | no = b}", ["T-1"]),
        ("{t.colour: red = {t.size} | blue, no = b}", ["T-1", "T-2"]),
        ("{t.colour: red = a | blue, no = {t.size}}", ["T-1"]),
    ):
        trace = RulingTrace(HouseRules(RULINGS))
        SLOTS.phrase(text).text(trace, "ann")
        assert [played.ruling.id for played in trace.rulings()] == recorded


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{SIDES}", "neither a number"),
        ("{lower}", "neither a number"),
        ("{TABLE}", "neither a number nor a text"),
        ("{t.shape}", "neither a number"),
        ("{MOVE.back}", r"MOVE\.back\}: there is no back"),
        ("{TABLE.2}", "there is no 2"),
        ("{CAPS.horde}", "there is no horde"),
        ("{+HALF}", r"\{\+HALF\} is not a whole number"),
        ("{-t.size}", r"\{-t.size\} is not a number"),
        ("{+t.size: off = a | on = b}", r"\{\+t.size\} is not a number"),
        ("{MOVE.far}", r"MOVE\.far\} is neither a number nor a text"),
        ("{FACES.near}", "there is no near"),
        ("{t.shape: off = a | on = b}", "neither a switch nor a condition"),
        ("{FACES: off = a | on = b}", "neither a switch nor a condition"),
        ("{short: yes = a | on = b}", "is yes or no, not on"),
        ("{short}", "neither a number"),
        ("{t.size: off = a}", "leaves out the reading on"),
        ("{t.size: off = a | on = b | maybe = c}", "names no reading: maybe"),
        ("{t.size: off = a | on = b | off = c}", "the reading off twice"),
        ("{t.size: off = a | b}", "without “reading = words”"),
        ("{t.size: off = a | on = b", "not closed"),
        ("{t.size: off = a | on = {t.colour: red = r}}", "leaves out the reading blue, no"),
        ("{FACES", "a slot holds a name"),
        ("{}", "a slot holds a name"),
        ("FACES}", "not opened"),
    ],
)
def test_a_slot_that_cannot_be_filled_is_refused(text: str, message: str) -> None:
    with pytest.raises(SlotError, match=message):
        SLOTS.phrase(text)
