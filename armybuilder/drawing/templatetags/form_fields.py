"""The input of a form's field, ``{{ field|control }}``, and an id for a form, ``{% form_id %}``."""

import secrets
from typing import Any, Final

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


@register.simple_tag(takes_context=True)
def form_id(context: template.Context, part: Any = "") -> str:
    """The page's ``submission``, or else 128 random bits, so that nobody can guess the id.

    ``part`` tells forms of a page apart that may send the same.
    """
    whole = context.get("submission") or secrets.token_urlsafe(16)
    return f"{whole}-{part}" if part else whole
