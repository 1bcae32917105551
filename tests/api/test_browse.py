"""The page to browse the API."""

import pytest

from armybuilder.api.browse import endpoints_of
from armybuilder.api.openapi import document
from armybuilder.api.site import API
from tests.conftest import assert_accessible

pytestmark = pytest.mark.django_db


def test_every_endpoint_stands_on_the_page(client):
    described = document(API)
    page = client.get("/api/v1/")
    listed = [item for _, items in endpoints_of(described) for item in items]
    assert len(listed) == sum(len(operations) for operations in described["paths"].values())
    for item in listed:
        assert page.text.count(f'id="{item.id}"') == 1
    put = next(item for item in listed if item.id == "army-put")
    assert (put.method, put.token, put.answers) == ("PUT", True, (("200", "Army"),))
    assert ("If-Match", "header", True) in [(each.name, each.place, each.required) for each in put.parameters]


@pytest.mark.browser
def test_the_page_is_read_on_a_phone_without_an_outside_script(phone):
    phone.goto("/api/v1/")
    phone.get_by_text("/api/v1/armies/{address}", exact=True).first.click()
    phone.locator("#army-put summary").click()
    assert_accessible(phone)
