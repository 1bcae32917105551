"""The layout of the print options form: the parts in their order, and folded sections below them."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms

from armybuilder.printing.options import (
    PRINTER_FIELDS,
    PrintOptions,
    order_parts,
)
from armybuilder.schema_forms.blocks import FormBlock
from armybuilder.schema_forms.forms import SpecForm, form_for
from armybuilder.schema_forms.layouts import FormLayout, Layouts
from armybuilder.schema_forms.widgets import Option, OptionSelect
from rulesets.core.declarations.catalogue import Catalogue

PARTS_SECTION = "Parts"
PAPER_SECTION = "Paper and ink"
TEXTS_SECTION = "Roster, cards and reference"
LABELS_SECTION = "Labels and strips"
PRINTER_SECTION = "This printer"

LAYOUTS: Layouts = {
    PrintOptions.__name__: FormLayout(
        {
            PARTS_SECTION: [
                "roster",
                "cards",
                "qrs",
                "labels",
                "strips",
                "tokens",
                "templates",
                "log",
                "calibration",
                "order",
            ],
            PAPER_SECTION: ["paper", "turned", "ink", "type_size", "lasting", "backs", "turning"],
            TEXTS_SECTION: [
                "roster_kind",
                "card_size",
                "cards_for",
                "merge",
                "blank_cards",
                "state",
                "scope",
                "opposing",
            ],
            LABELS_SECTION: [
                "stock",
                "label_size",
                "tops",
                "start",
            ],
            PRINTER_SECTION: ["printer", "nudge_right", "nudge_down", "back_right", "back_down"],
        }
    )
}
"""The sections of the print options form."""

WHEN = {
    TEXTS_SECTION: ("roster", "cards", "qrs"),
    LABELS_SECTION: ("labels", "strips"),
}
"""Sections that are open when one of these parts is selected."""


def print_form(
    data: Mapping[str, str] | None, initial: PrintOptions | Mapping[str, Any] | None = None
) -> SpecForm[PrintOptions]:
    """The print options form; ``data`` is the submitted data, ``initial`` the options it starts with."""
    return form_for(PrintOptions, Catalogue(), data, initial, layouts=LAYOUTS)


def lay_out(form: SpecForm[PrintOptions], armies: Sequence[tuple[str, str]]) -> None:
    """Set the templates of the form's sections, and the choices of the opponent's army: pairs of key and name."""
    values = {name: form[name].value() for name in form.fields}
    for block in form.helper.layout.fields:
        if block.title == PARTS_SECTION:
            parts = order_parts(str(values["order"] or ""))
            block.template = "printing/form_parts.html"
            block.fields = [_part(name, place, parts, form) for place, name in enumerate(parts)]
            block.fields.append("order")
        else:
            block.template = "printing/form_section.html"
            block.when = " ".join(WHEN.get(block.title, ()))
            block.open = _open(block.title, values) or any(name in form.errors for name in _names(block))
    form.fields["order"].widget = forms.HiddenInput()
    form.fields["opposing"].widget = OptionSelect([Option("", "–"), *(Option(*army) for army in armies)])


def _part(name: str, place: int, parts: tuple[str, ...], form: SpecForm[PrintOptions]) -> Any:
    first, last = place == 0, place == len(parts) - 1
    return FormBlock(
        [name], "printing/form_part.html", name=name, label=form.fields[name].label, first=first, last=last
    )


def _open(title: str, values: dict[str, Any]) -> bool:
    if title in WHEN:
        return any(_is_yes(values[part]) for part in WHEN[title])
    if title == PRINTER_SECTION:
        return any(str(values[name]) not in ("", "0") for name in (*PRINTER_FIELDS, "printer"))
    return True


def _is_yes(value: Any) -> bool:
    return str(value) == "1"


def _names(block: Any) -> list[str]:
    """The fields of a section, including those followed by a unit."""
    return [item if isinstance(item, str) else item.field for item in block.fields]
