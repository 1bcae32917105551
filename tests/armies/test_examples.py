"""Example armies."""

import pytest
from django.core.management import call_command

pytestmark = pytest.mark.django_db


def test_an_example_is_shown_without_tools_and_copied_by_anybody(bob, pebbles):
    call_command("make_demo", verbosity=0)
    page = bob.get("/armies/example-pebbles/").text
    assert "Copy this example to change it." in page
    assert "edits/" not in page
    response = bob.post("/armies/example-pebbles/copy")
    assert bob.get(response.url).status_code == 200
    assert "edits/" in bob.get(response.url).text
