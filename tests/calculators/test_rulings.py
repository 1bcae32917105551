"""Rulings on the page of a calculator."""

import pytest

from tests.calculators.test_views import FLOATING, page

pytestmark = pytest.mark.django_db


def test_a_ruling_is_played_otherwise(client, ducks):
    response = client.get(f"{FLOATING}?house.wet_stones=on")
    assert page(response).xpath("normalize-space(//ul[@class='depends']/li/*[@class='chip'])") == "your choice"
    assert page(response).xpath("//details[contains(@class, 'question-rulings')]/@open") == [""]


def test_a_choice_leads_to_its_ruling(client, ducks):
    folded = page(client.get(FLOATING)).xpath("//details[contains(@class, 'question-rulings')]")[0]
    assert folded.xpath(".//a/@href") == [f"/ducks/rulings/#{ruling.id}" for ruling in ducks.rulings if ruling.switch]
