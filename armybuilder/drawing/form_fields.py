"""The fields of forms as HTML, built in Python for speed: a page may have a hundred of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from html import escape
from typing import Any, Final

from django.forms import RadioSelect
from django.forms.boundfield import BoundField
from django.utils.safestring import SafeString, mark_safe

CLASSES: Final = {"checkbox": "form-check-input", "select": "form-select"}
"""Bootstrap's class of an input by its type; any other has ``form-control``."""


def attributes(attrs: Mapping[str, Any]) -> str:
    """The attributes of an element, each with a space before it."""
    return "".join(
        f" {name}" if value is True else f' {name}="{escape(str(value))}"'
        for name, value in attrs.items()
        if value is not None and value is not False
    )


def field_html(field: BoundField, unit: str = "") -> SafeString:
    """A field with its label, errors and help text; ``unit`` is shown after the input."""
    widget = field.field.widget
    if widget.is_hidden:
        return field.as_widget()
    id_, problems = escape(field.auto_id), field.form.errors.get(field.name, ())
    wrong = f'<div id="{id_}_error" class="invalid-feedback">{_words(problems, id_)}</div>' if problems else ""
    help_ = f'<div id="{id_}_helptext" class="form-text">{field.help_text}</div>' if field.help_text else ""
    kind, style = getattr(widget, "input_type", ""), "mb-3"
    if isinstance(widget, RadioSelect):
        radios = "".join(_radios(field, widget, wrong))
        described = attributes({"aria-describedby": field.aria_describedby or None})
        body = f"<fieldset{described}>{_label(field, 'legend', 'form-label fs-6')}<div>{radios}</div>{help_}</fieldset>"
    elif kind == "checkbox":
        style = "form-check"
        body = f"{_input(field, kind)}{_label(field, 'label', 'form-check-label')}{wrong}{help_}"
    else:
        control = f"{_input(field, kind)}{wrong}"
        if unit:
            suffix = f'<span class="input-group-text">{escape(unit)}</span>'
            control = f'<div class="input-group">{_input(field, kind)}{suffix}{wrong}</div>'
        body = f"{_label(field, 'label', 'form-label')}{control}{help_}"
    framed = f'<div id="div_{id_}" class="{style}">{body}</div>'
    return mark_safe(f'<div class="mb-3">{framed}</div>' if kind == "checkbox" else framed)  # noqa: S308 (all escaped)


def _input(field: BoundField, kind: str) -> str:
    """The input alone, with Bootstrap's classes added to its own."""
    own, problems = field.field.widget.attrs.get("class"), field.form.errors.get(field.name)
    classes = (own, CLASSES.get(kind, "form-control"), "is-invalid" if problems else None)
    return field.as_widget(attrs={"class": " ".join(filter(None, classes))})


def _label(field: BoundField, element: str, style: str) -> str:
    if not field.label:
        return ""
    points_to = attributes({"for": field.id_for_label or None}) if element == "label" else ""
    star = '<span class="asteriskField">*</span>' if field.field.required else ""
    return f'<{element}{points_to} class="{style}">{escape(str(field.label))}{star}</{element}>'


def _words(problems: Iterable[Any], id_: str) -> str:
    return " ".join(
        f'<span id="error_{number}_{id_}"><strong>{escape(str(problem))}</strong></span>'
        for number, problem in enumerate(problems, 1)
    )


def _radios(field: BoundField, widget: RadioSelect, wrong: str) -> Iterator[str]:
    """A line for each choice; errors follow the last one, where Bootstrap shows them."""
    value, choices = str(field.value()), list(widget.choices)
    attrs = field.build_widget_attrs(widget.attrs)
    style = "form-check-input is-invalid" if wrong else "form-check-input"
    for number, (key, label) in enumerate(choices):
        id_ = f"{field.auto_id}_{number}"
        own = {"name": field.html_name, "value": key, "id": id_, **attrs, "checked": str(key) == value}
        radio = f'<input type="radio" class="{style}"{attributes(own)}>'
        label_html = f'<label for="{escape(id_)}" class="form-check-label">{escape(str(label))}</label>'
        yield f'<div class="form-check">{radio}{label_html}{wrong if number == len(choices) - 1 else ""}</div>'
