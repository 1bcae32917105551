"""Values in documents and messages: each says at once how it is read and how a JSON Schema describes it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from rulesets.core.declarations.codec import (
    Reader,
    choice_reader,
    list_reader,
    object_reader,
    part_reader,
    read_strictly,
    text_reader,
)
from rulesets.core.declarations.house_rules import Ruling, switches
from rulesets.core.declarations.json_schema import json_schema, object_schema, text_schema


@dataclass(frozen=True, slots=True)
class Value:
    """A value: its reader, and the function that makes its JSON Schema."""

    read: Reader
    schema: Callable[[], dict[str, Any]]

    def decode(self, data: Any) -> Any:
        """Plain data as the value; raises ``CodecError``."""
        return read_strictly(lambda problems: self.read(data, (), problems))


def text_value(longest: int) -> Value:
    """A text of at most so many characters."""
    return Value(text_reader(longest), partial(text_schema, longest))


def part_value(declaration: type[Any]) -> Value:
    """A value of a declaration."""
    return Value(part_reader(declaration), partial(json_schema, declaration))


def choice_value(members: Mapping[str, Any], **about: Any) -> Value:
    """One of these words, read as its member; ``about`` is added to the schema."""
    return Value(choice_reader(members), lambda: {**about, "enum": list(members)})


def list_value(item: Value, maximum: int, what: str, **about: Any) -> Value:
    """A list of at most so many items, which ``what`` names; ``about`` is added to the schema."""
    return Value(
        list_reader(item.read, maximum, what),
        lambda: {"type": "array", **about, "items": item.schema(), "maxItems": maximum},
    )


def object_value(
    values: Mapping[str, Value],
    make: Callable[..., Any],
    required: Mapping[str, str] | None = None,
    absent: Mapping[str, Any] | None = None,
) -> Value:
    """An object with these keys, which ``make`` takes as keyword arguments; the rest is as for ``object_reader``."""
    return Value(
        object_reader({key: value.read for key, value in values.items()}, make, required, absent),
        lambda: object_schema({key: value.schema() for key, value in values.items()}, list(required or ())),
    )


def readings_value(rulings: Iterable[Ruling], make: Callable[..., Any]) -> Value:
    """The readings of house rules by their switches, of which any may be left out."""
    return object_value(
        {
            switch: choice_value({key: key for key in ruling.keys}, title=ruling.question, default=ruling.default)
            for switch, ruling in switches(rulings).items()
        },
        make,
    )
