"""Numbers that are stored in tenths or hundredths and asked for with a point."""

from dataclasses import dataclass
from typing import Annotated

import pytest

from armybuilder.schema_forms.forms import form_for
from armybuilder.schema_forms.layouts import FormLayout
from armybuilder.schema_forms.values import profile_lines
from rulesets.core.declarations.catalogue import Catalogue
from rulesets.core.declarations.fields import Ask, Choice


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
        ("0.25", "Enter a number with at most 1 decimal."),
        ("1.", "Enter a number with at most 1 decimal."),
        ("x", "Enter a number with at most 1 decimal."),
        ("10.1", "Enter a number from -10 to 10, not 10.1."),
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
    assert [line.text for line in profile_lines(Nudge(-15, 6355), Catalogue(), {})] == ["-1.5 mm", "63.55 mm"]


def test_units_that_are_signs_stand_close_to_their_number():
    units = {"": "12", "″": "12″", "+": "12+", "tiles": "12 tiles"}
    assert {unit: Ask("Reach", unit=unit).with_unit(12) for unit in units} == units
    assert Ask("Pitch", unit="mm", decimals=2).with_unit(6350) == "63.5 mm"


class Thrower(Choice):
    NONE = "none", "None"
    SLING = "sling", "Sling"
    BOW = "bow", "Bow"


@dataclass(frozen=True, slots=True)
class Throw:
    kind: Annotated[Thrower, Ask("Throw")] = Thrower.NONE
    stones: Annotated[int, Ask("Stones", min=0)] = 0
    arrows: Annotated[int, Ask("Arrows", min=0)] = 0
    burning: Annotated[bool, Ask("Burning")] = False
    smoke: Annotated[int, Ask("Smoke", min=0)] = 0


@dataclass(frozen=True, slots=True)
class Archer:
    throw: Annotated[Throw, Ask("Throw")] = Throw()
    spare: Annotated[tuple[Throw, ...], Ask("Spare", max=2)] = ()


LAYOUTS = {
    "Throw": FormLayout(
        only={"kind": {"sling": ["stones"], "bow": ["arrows", "burning"]}, "burning": {"true": ["smoke"]}}
    )
}


def test_lines_leave_out_what_is_usual_or_does_not_apply() -> None:
    spare = (Throw(Thrower.SLING, 4, burning=True, smoke=1), Throw(Thrower.BOW, burning=True))
    archer = Archer(Throw(Thrower.BOW, 3, 5, smoke=2), spare)
    assert [(line.term, line.text) for line in profile_lines(archer, Catalogue(), LAYOUTS)] == [
        ("Throw", "Bow"),
        ("Throw: Arrows", "5"),
        ("Spare 1", "Throw Sling · Stones 4 · Smoke 1"),
        ("Spare 2", "Throw Bow · Burning"),
    ]


def test_a_field_of_the_title_of_its_part_is_called_once() -> None:
    labels = form_for(Archer, Catalogue(), layouts=LAYOUTS).full_labels
    assert list(labels.values())[:2] == ["Throw", "Throw: Stones"]


def test_fields_say_to_which_options_they_apply() -> None:
    fields = form_for(Throw, Catalogue(), layouts=LAYOUTS).drawing.form_fields
    assert {name: field.when for name, field in fields.items()} == {
        "kind": "",
        "stones": "2",
        "arrows": "3",
        "burning": "3",
        "smoke": "1",
    }
