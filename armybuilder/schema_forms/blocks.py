"""The blocks of a form's layout, rendered in Python, since a form with lists has dozens of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

from django import forms
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from armybuilder.drawing.form_fields import attributes, field_html
from armybuilder.schema_forms.plain import ADD_ROW, REMOVE_ROW

SMALL_BUTTON = "btn btn-outline-secondary btn-sm"


class FormBlock:
    """A block of a form's layout: names of fields and nested blocks, with an optional template.

    The template gets the block as ``div``, with all attributes passed to it.
    """

    template = ""

    def __init__(self, fields: list[Any], template: str = "", **context: Any) -> None:
        """Take the fields, the template and its attributes."""
        self.fields = fields
        self.template = template
        for name, value in context.items():
            setattr(self, name, value)

    def render(self, form: forms.Form, context: Any, **kwargs: Any) -> SafeString:
        """Render the block for crispy forms."""
        content = "".join(
            field_html(form[each]) if isinstance(each, str) else each.render(form, context) for each in self.fields
        )
        if self.template:
            return render_to_string(self.template, {"div": self, "fields": SafeString(content)})
        return SafeString(self.frame(content))

    def frame(self, fields: str) -> str:
        """The HTML around the rendered fields."""
        return fields


@dataclass(eq=False)
class WithUnit:
    """A field with the unit of measurement after the input."""

    field: str
    unit: str

    def render(self, form: forms.Form, context: Any, **kwargs: Any) -> SafeString:
        """Render the field for crispy forms."""
        return field_html(form[self.field], self.unit)


@dataclass(eq=False)
class FormSection(FormBlock):
    """Fields side by side under an optional title."""

    fields: list[Any]
    title: str

    def frame(self, fields: str) -> str:
        """The section."""
        fields = f'<div class="schema-form-fields">{fields}</div>'
        if not self.title:
            return fields
        return f'<fieldset class="schema-form-section"><legend>{escape(self.title)}</legend>{fields}</fieldset>'


@dataclass(eq=False)
class Advanced(FormBlock):
    """Advanced fields, collapsed unless ``open``; ``inside`` lists them."""

    fields: list[Any]
    open: bool
    inside: str

    def frame(self, fields: str) -> str:
        """The fold."""
        summary = f'<summary>More <span class="schema-form-inside">{escape(self.inside)}</span></summary>'
        fields = f'<div class="schema-form-fields">{fields}</div>'
        return f'<details class="schema-form-advanced"{attributes({"open": self.open})}>{summary}{fields}</details>'


@dataclass(eq=False)
class FormPart(FormBlock):
    """The fields of a part; an ``optional`` one begins with the checkbox that adds it."""

    fields: list[Any]
    name: str
    title: str
    help: str
    optional: bool

    def frame(self, fields: str) -> str:
        """The part."""
        style, hidden = " schema-form-optional" if self.optional else "", "visually-hidden" if self.optional else None
        legend = f"<legend{attributes({'class': hidden})}>{escape(self.title)}</legend>"
        name = escape(self.name)
        return (
            f'<fieldset class="schema-form-part{style}" id="part_{name}">{legend}{_help(self.help)}{fields}</fieldset>'
        )


@dataclass(eq=False)
class FormRow(FormBlock):
    """One row of a list; ``attributes`` are added to its button."""

    fields: list[Any]
    name: str
    title: str
    attributes: Mapping[str, str]
    removable: bool

    def frame(self, fields: str) -> str:
        """The row."""
        button = ""
        if self.removable:
            label = {"aria-label": f"Remove {self.title.lower()}"}
            button = _button(REMOVE_ROW, self.name, label | dict(self.attributes), "Remove")
        return f'<div class="schema-form-row" role="group" aria-label="{escape(self.title)}">{fields}{button}</div>'


@dataclass(eq=False)
class Rows(FormBlock):
    """A list: its number of rows and problems with it, the rows, and the button to add one.

    ``one`` is the title of one row. A ``long`` list is collapsed unless ``open``; the rows of ``lines`` are close
    together; ``most`` is the maximum.
    """

    fields: list[Any]
    name: str
    count_name: str
    title: str
    one: str
    help: str
    problems: list[str]
    attributes: Mapping[str, str]
    most: int
    long: bool
    lines: bool
    open: bool

    def frame(self, fields: str) -> str:
        """The list."""
        count = len(self.fields)
        if self.long:
            fields = f"<details{attributes({'open': self.open})}><summary>{count} in the list</summary>{fields}"
        one = self.one if self.one == self.one.upper() else self.one.lower()
        if count >= self.most:
            fields += f'<p class="form-text">{self.most} at most.</p>'
        else:
            fields += _button(ADD_ROW, self.name, self.attributes, f"Add {one}")
        if self.long:
            fields += "</details>"
        style, name = " schema-form-lines" if self.lines else "", escape(self.name)
        wrong = "".join(f'<p class="schema-form-problem">{escape(problem)}</p>' for problem in self.problems)
        hidden = attributes({"type": "hidden", "name": self.count_name, "value": count})
        return (
            f'<fieldset class="schema-form-rows{style}" id="rows_{name}"><legend>{escape(self.title)}</legend>'
            f"{_help(self.help)}{wrong}<input{hidden}>{fields}</fieldset>"
        )


@dataclass(eq=False)
class Datalist(FormBlock):
    """The options of search fields: each name, with the reason if it would be illegal."""

    fields: list[Any]
    id: str
    options: Mapping[str, str]

    def frame(self, fields: str) -> str:
        """The list, which has no fields of its own."""
        options = "".join(
            f"<option{attributes({'value': name, 'label': f'{name} – {mark}' if mark else None})}></option>"
            for name, mark in self.options.items()
        )
        return f'<datalist id="{escape(self.id)}">{options}</datalist>'


def _help(text: str) -> str:
    return f'<p class="form-text">{escape(text)}</p>' if text else ""


def _button(name: str, value: str, besides: Mapping[str, str], label: str) -> str:
    own = attributes({"type": "submit", "class": SMALL_BUTTON, "name": name, "value": value, **besides})
    return f"<button{own}>{escape(label)}</button>"
