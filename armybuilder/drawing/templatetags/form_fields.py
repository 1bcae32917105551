"""The input of a form's field, ``{{ field|control }}``, and an id for a form, ``{% new_id %}``."""

import secrets
from typing import Final

from django import template
from django.forms.boundfield import BoundField
from django.utils.safestring import SafeString

register = template.Library()

CLASSES: Final = {"checkbox": "form-check-input", "select": "form-select"}
"""Bootstrap's class of an input by its type; any other has ``form-control``."""


@register.filter
def control(field: BoundField) -> SafeString:
    """The input alone, with Bootstrap's classes added to its own."""
    widget = field.field.widget
    style = CLASSES.get(getattr(widget, "input_type", ""), "form-control")
    classes = (widget.attrs.get("class"), style, "is-invalid" if field.errors else None)
    return field.as_widget(attrs={"class": " ".join(filter(None, classes))})


@register.simple_tag
def new_id() -> str:
    """128 random bits, so that nobody can guess the id."""
    return secrets.token_urlsafe(16)
