"""Numbers that are stored in tenths or hundredths and asked for with a point."""

from dataclasses import dataclass
from typing import Annotated

import pytest

from armybuilder.schema_forms.forms import form_for
from armybuilder.schema_forms.values import profile_lines
from rulesets.core.declarations.catalogue import Catalogue
from rulesets.core.declarations.fields import Ask


@dataclass(frozen=True, slots=True)
class Nudge:
    right: Annotated[int, Ask("To the right", unit="mm", min=-100, max=100, decimals=1)] = -5
    pitch: Annotated[int, Ask("Pitch", unit="mm", min=100, max=20000, decimals=2)] = 6350


@pytest.mark.parametrize(
    ("sent", "stored"),
    [("0.5", 5), ("-0.5", -5), (".5", 5), ("0,5", 5), ("10", 100), ("-3.0", -30), (" 1.2 ", 12), ("+2", 20)],
)
def test_numbers_are_read_in_parts(sent: str, stored: int) -> None:
    form = form_for(Nudge, Catalogue(), {"right": sent})
    assert form.spec() == Nudge(right=stored)


@pytest.mark.parametrize(
    ("sent", "message"),
    [
        ("0.25", "Should be a number with 1 decimal at most."),
        ("1.", "Should be a number with 1 decimal at most."),
        ("x", "Should be a number with 1 decimal at most."),
        ("10.1", "Should be from -10 to 10, is 10.1."),
    ],
)
def test_what_does_not_fit_is_told(sent: str, message: str) -> None:
    form = form_for(Nudge, Catalogue(), {"right": sent})
    assert form.errors == {"right": [message]}


def test_forms_addresses_and_lists_show_the_point() -> None:
    form = form_for(Nudge, Catalogue(), {"right": "1.5"}, initial=Nudge())
    assert form.address() == "right=1.5"
    assert form.is_valid()
    assert form_for(Nudge, Catalogue())["right"].value() == "-0.5"
    widget = form.fields["pitch"].widget.attrs
    assert (widget["min"], widget["max"], widget["step"], widget["inputmode"]) == ("1", "200", "0.01", "decimal")
    assert [line.text for line in profile_lines(Nudge(), Catalogue())] == ["-0.5 mm", "63.5 mm"]


def test_units_that_are_signs_stand_close_to_their_number():
    units = {"": "12", "″": "12″", "+": "12+", "tiles": "12 tiles"}
    assert {unit: Ask("Reach", unit=unit).with_unit(12) for unit in units} == units
    assert Ask("Pitch", unit="mm", decimals=2).with_unit(6350) == "63.5 mm"
