"""Slots in sentences are filled, and refused where they cannot be."""

from fractions import Fraction

import pytest

from rulesets.core.house_rules import HouseRules, Reading, Ruling
from rulesets.core.slots import SlotError, Slots

RULINGS = (
    Ruling("T-1", "", "Colour?", (Reading("red", "it is red"), Reading("blue", "it is blue"), Reading("no", "none")),
           "red", "", switch="t.colour"),
    Ruling("T-2", "", "Size?", (Reading("off", "small"), Reading("on", "large")), "off", "", switch="t.size"),
)  # fmt: skip
NUMBERS = {"FACES": 6, "DIE": "d6", "HALF": Fraction(1, 2), "TABLE": (1, 2), "lower": 3}
SLOTS = Slots[str](NUMBERS, RULINGS, {"name": str.upper})


def filled(text: str, **readings: str) -> str:
    house = HouseRules(RULINGS, [(f"t.{switch}", key) for switch, key in readings.items()])
    return SLOTS.phrase(text).text(house, "ann")


def test_numbers_words_and_the_text_of_the_reading_are_filled_in() -> None:
    assert filled("{FACES} on a {DIE}, {HALF}: {t.size} | {name}") == "6 on a d6, 50 %: small | ANN"
    assert filled("{t.size}", size="on") == "large"
    assert filled("") == ""


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


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{SIDES}", "neither a number"),
        ("{lower}", "neither a number"),
        ("{TABLE}", "neither a number nor a text"),
        ("{t.shape}", "neither a number"),
        ("{t.shape: off = a | on = b}", "not a switch"),
        ("{FACES: off = a | on = b}", "not a switch"),
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
