from dataclasses import dataclass
from typing import Annotated

from rulesets.core.declarations.fields import Ask, Choice
from rulesets.core.declarations.json_schema import json_schema, object_schema, text_schema


class Colour(Choice):
    RED = "red", "Red"
    BLUE = "blue", "Blue"


@dataclass(frozen=True, slots=True)
class Weapon:
    name: Annotated[str, Ask("Name", max_length=9)]


@dataclass(frozen=True, slots=True)
class Tank:
    speed: Annotated[int, Ask("Speed", help="In inches.", min=1, max=9)]
    weapons: Annotated[tuple[Weapon, ...], Ask("Weapons", max=2)] = ()
    colour: Annotated[Colour, Ask("Colour")] = Colour.BLUE
    open_topped: Annotated[bool, Ask("Open-topped")] = False
    spare: Annotated[int | None, Ask("Spare")] = None


def test_every_kind_of_field_is_described_as_it_stands_in_a_file() -> None:
    weapon = {
        "type": "object",
        "properties": {"name": {"title": "Name", "type": "string", "maxLength": 9}},
        "additionalProperties": False,
        "required": ["name"],
    }
    assert json_schema(Tank) == {
        "type": "object",
        "properties": {
            "speed": {"title": "Speed", "type": "integer", "minimum": 1, "maximum": 9, "description": "In inches."},
            "weapons": {"title": "Weapons", "type": "array", "items": weapon, "maxItems": 2, "default": []},
            "colour": {"title": "Colour", "enum": ["red", "blue"], "default": "blue"},
            "open_topped": {"title": "Open-topped", "type": "boolean", "default": False},
            "spare": {"title": "Spare", "anyOf": [{"type": "integer"}, {"type": "null"}], "default": None},
        },
        "additionalProperties": False,
        "required": ["speed"],
    }


def test_an_object_needs_nothing_unless_told() -> None:
    assert object_schema({"a": text_schema(5)}) == {
        "type": "object",
        "properties": {"a": {"type": "string", "maxLength": 5}},
        "additionalProperties": False,
    }
