"""``{% unit_rows builder group %}``: the rows of a group's units in the builder."""

from django import template

from armybuilder.armies.unit_rows import rows_html

register = template.Library()

register.simple_tag(rows_html, name="unit_rows")
