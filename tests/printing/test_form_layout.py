"""The parts of the print form."""

import re

import pytest
from django.test import Client

from armybuilder.armies.models import Army
from armybuilder.printing.paper import Paper
from tests.printing.test_views import address, sent

pytestmark = pytest.mark.django_db(transaction=True)


def test_parts_are_moved_without_a_script(alice: Client, army: Army) -> None:
    page = alice.post(address(army), sent(tokens=True, paper=Paper.A5) | {"move": "qrs:up"}).text
    assert re.findall(r'data-part="(\w+)"', page)[:3] == ["roster", "qrs", "cards"]
    assert 'name="order" value="roster,qrs,cards,labels' in page
    assert '<option value="a5" selected' in page
    assert alice.post(address(army), sent() | {"move": "posters:up"}).status_code == 404
