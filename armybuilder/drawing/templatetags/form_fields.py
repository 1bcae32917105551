"""A form's field in a page, ``{{ field|field_html }}``, and an id for a form, ``{% new_id %}``."""

import secrets

from django import template

from armybuilder.drawing.form_fields import field_html

register = template.Library()

register.filter(field_html)


@register.simple_tag
def new_id() -> str:
    """128 random bits, so that nobody can guess the id."""
    return secrets.token_urlsafe(16)
