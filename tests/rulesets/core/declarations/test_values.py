"""What a value reads is what its schema describes, and what it refuses has words."""

from dataclasses import dataclass
from typing import Annotated, Any

import jsonschema
import pytest

from rulesets.core.declarations.codec import CodecError
from rulesets.core.declarations.fields import Ask
from rulesets.core.declarations.house_rules import Reading, Ruling
from rulesets.core.declarations.values import (
    Value,
    choice_value,
    list_value,
    object_value,
    part_value,
    readings_value,
    text_value,
)


@dataclass(frozen=True, slots=True)
class Wall:
    """A wall of so many inches."""

    inches: Annotated[int, Ask("Inches", min=1, max=9)] = 4


NAME = text_value(5)
WALL = part_value(Wall)
SIDE = choice_value({"left": 1, "right": 2}, title="Side")
WALLS = list_value(WALL, 2, "walls", title="Walls")
YARD = object_value({"name": NAME, "walls": WALLS}, dict, {"walls": "Walls"}, {"name": "Yard"})
WET = Ruling("P-1", "p. 1", "Wet?", (Reading("off", "no"), Reading("on", "yes")), "off", "", "wet")
FIXED = Ruling("P-2", "p. 1", "Dry?", (Reading("off", "no"), Reading("on", "yes")), "off", "")
HOUSE = readings_value((WET, FIXED), dict)


@pytest.mark.parametrize(
    ("value", "plain", "read"),
    [
        (NAME, "Front", "Front"),
        (WALL, {"inches": 9}, Wall(9)),
        (WALL, {}, Wall()),
        (SIDE, "right", 2),
        (WALLS, [{}, {"inches": 1}], (Wall(), Wall(1))),
        (YARD, {"walls": []}, {"name": "Yard", "walls": ()}),
        (HOUSE, {}, {}),
        (HOUSE, {"wet": "on"}, {"wet": "on"}),
    ],
)
def test_what_fits_the_schema_is_read(value: Value, plain: Any, read: Any) -> None:
    assert value.decode(plain) == read
    jsonschema.validate(plain, value.schema())


@pytest.mark.parametrize(
    ("value", "plain", "problem"),
    [
        (NAME, "Fronts", ": enter at most 5 characters, not 6"),
        (WALL, {"inches": 10}, "inches: enter a number from 1 to 9, not 10"),
        (SIDE, "up", ": choose left or right, not 'up'"),
        (WALLS, {}, ": give a list of walls"),
        (WALLS, [{}, {}, {}], ": give at most 2 walls, not 3"),
        (YARD, {}, "walls: fill in “Walls”"),
        (YARD, {"walls": [7]}, "walls[0]: give an object (inches)"),
        (HOUSE, {"wet": "no"}, "wet: choose off or on, not 'no'"),
        (HOUSE, {"dry": "on"}, "dry: "),
    ],
)
def test_what_breaks_the_schema_is_refused_in_words(value: Value, plain: Any, problem: str) -> None:
    with pytest.raises(CodecError) as refusal:
        value.decode(plain)
    (only,) = refusal.value.problems
    assert f"{only.path}: {only.message}".startswith(problem)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(plain, value.schema())


def test_a_reading_is_described_with_its_question_and_default() -> None:
    assert HOUSE.schema()["properties"] == {"wet": {"title": "Wet?", "enum": ["off", "on"], "default": "off"}}
    assert WALLS.schema()["title"] == "Walls"
