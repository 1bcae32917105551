"""Declarations: kinds of fields, limits, references."""

from dataclasses import dataclass
from typing import Annotated

import pytest

from rulesets.core.declarations.fields import Ask, DeclarationError, Kind, clamp, entries_used, field_of, fields_of
from tests.rulesets.core.declarations.test_codec import Part, Size, Whole


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


@dataclass(frozen=True, slots=True)
class Lists:
    """A list that names one of its rows, and one that does not."""

    men: Annotated[tuple[str, ...], Ask("Men", one="Man")] = ()
    sheep: Annotated[tuple[str, ...], Ask("Sheep")] = ()


def test_one_row_of_a_list_has_its_own_label() -> None:
    labels = [(field.ask.label, field.item.ask.label) for field in fields_of(Lists) if field.item]
    assert labels == [("Men", "Man"), ("Sheep", "Sheep")]


@dataclass(frozen=True, slots=True)
class Bounds:
    """Numbers with both bounds, one of them and none."""

    both: Annotated[int, Ask("Both", min=-2, max=5)] = 0
    minimum: Annotated[int, Ask("Least", min=1)] = 1
    free: Annotated[int | None, Ask("Free")] = None


def test_numbers_are_brought_to_the_nearest_that_a_field_takes() -> None:
    assert clamp(Bounds, both=-3, minimum=0, free=-99) == {"both": -2, "minimum": 1, "free": -99}
    assert clamp(Bounds, both=6, minimum=99) == {"both": 5, "minimum": 99}
    with pytest.raises(KeyError, match="colour"):
        clamp(Bounds, colour=1)


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
