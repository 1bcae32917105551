"""Rulings on the page of a calculator."""

import pytest

from tests.calculators.test_views import FLOATING, page

pytestmark = pytest.mark.django_db


def test_a_ruling_is_played_otherwise(client, ducks):
    response = client.get(f"{FLOATING}?house.wet_stones=on")
    assert page(response).xpath("normalize-space(//ul[@class='depends']/li/*[@class='chip'])") == "your choice"
    assert page(response).xpath("//details[contains(@class, 'question-rulings')]/@open") == [""]
