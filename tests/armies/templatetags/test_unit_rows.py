"""The rows of units in a page."""

from types import SimpleNamespace

from django.template import Context, Template


def test_a_group_without_units_has_no_rows():
    page = Template("{% load unit_rows %}[{% unit_rows builder group %}]")
    assert page.render(Context({"builder": None, "group": SimpleNamespace(units=())})) == "[]"
