"""The builder's groups (``{% groups builder %}``), the rows of a group's units (``{% unit_rows builder group %}``) and
the groups as options (``{% group_options builder chosen without %}``).
"""

from django import template

from armybuilder.armies.unit_rows import groups_html, options_html, rows_html

register = template.Library()

register.simple_tag(rows_html, name="unit_rows")
register.simple_tag(groups_html, name="groups")
register.simple_tag(options_html, name="group_options")
