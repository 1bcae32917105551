"""New armies: whose they are, and how many there may be."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from armybuilder.armies import creation
from armybuilder.armies.models import Army
from armybuilder.armies.revisions import load_head
from armybuilder.site.claims import COOKIE, Claim
from armybuilder.site.limits import MAX_PER_MINUTE
from tests.armies.test_views import url

pytestmark = pytest.mark.django_db


def test_a_stranger_founds_an_army_that_only_this_browser_sees(client, pebbles):
    response = client.post("/armies/new/pebbles", {"name": "Coast", "spec-tide": "4"})
    army = Army.objects.get()
    assert (response.url, army.name, army.owner, load_head(army).force.spec.tide) == (url(army), "Coast", None, 4)
    assert army.claim_hash == Claim(client.cookies[COOKIE].value.split(":")[0]).hash
    assert client.get(response.url).status_code == 200
    assert Client().get(response.url).status_code == 404
    assert "Coast" in client.get("/armies/").text
    assert "Coast" not in Client().get("/armies/").text


def test_a_signed_in_user_owns_what_is_founded(client, pebbles):
    user = User.objects.create_user("owner")
    client.force_login(user)
    client.post("/armies/new/pebbles", {"name": "Coast"})
    army = Army.objects.get()
    assert (army.owner, army.claim_hash) == (user, "")
    client.logout()
    assert client.get(url(army)).status_code == 404


def test_a_bad_setting_is_said_and_nothing_founded(client, pebbles):
    response = client.post("/armies/new/pebbles", {"name": "Coast", "spec-tide": "99"})
    assert response.status_code == 422
    assert "Enter a number from 0 to 9, not 99." in response.text
    assert not Army.objects.exists()


def test_an_unknown_game_is_not_found(client):
    assert client.get("/armies/new/chess").status_code == 404


def test_a_browser_may_keep_so_many_armies(client, pebbles, monkeypatch):
    monkeypatch.setattr(creation, "MAX_ARMIES", 2)
    for _ in range(3):
        last = client.post("/armies/new/pebbles", {})
    assert (last.status_code, Army.objects.count()) == (409, 2)


def test_founding_armies_in_a_row_is_slowed(client, pebbles):
    answers = [client.post("/armies/new/pebbles", {}).status_code for _ in range(MAX_PER_MINUTE["armies"].address + 1)]
    assert answers == [302] * MAX_PER_MINUTE["armies"].address + [429]
