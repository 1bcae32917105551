"""Who sees an entry."""

import pytest
from django.contrib.auth.models import User

from armybuilder.catalogue.models import row_of
from tests.catalogue.test_filters import names
from tests.catalogue.test_views import stones

__all__ = ["stones"]

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice():
    return User.objects.create_user("alice")


@pytest.fixture
def own_stone(alice, pebbles):
    row = row_of("pebbles", pebbles.catalogue.get("stone", "flint"), 0)
    row.key, row.name, row.source, row.owner = "amber", "Amber", "own", alice
    row.save()
    return row


def test_an_own_entry_is_seen_by_its_owner_alone(client, own_stone, alice):
    address = "/pebbles/catalogue/stone/amber/"
    assert client.get(address).status_code == 404
    assert names(client) == ["Flint", "Slate", "Brick"]
    client.force_login(User.objects.create_user("bob"))
    assert client.get(address).status_code == 404
    assert names(client) == ["Flint", "Slate", "Brick"]
    client.force_login(alice)
    assert client.get(address).status_code == 200
    assert names(client) == ["Amber", "Flint", "Slate", "Brick"]
