"""A form's field in a page: ``{{ field|field_html }}``."""

from django import template

from armybuilder.drawing.form_fields import field_html

register = template.Library()

register.filter(field_html)
