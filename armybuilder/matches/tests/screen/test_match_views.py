"""Games at the table are begun, listed and deleted."""

import re

import pytest
from django.test import Client

from armybuilder.armies.models import Army
from armybuilder.matches.models import Match, Seat
from armybuilder.matches.tests.conftest import Begin
from armybuilder.sharing.links import create_link
from tests.visitors import ALICE, BOB, browser_of

pytestmark = pytest.mark.django_db


def test_an_army_begins_a_game_and_a_link_takes_the_other_seat(army: Army, gems: Army) -> None:
    alice, bob = browser_of(ALICE), browser_of(BOB)
    address = f"/pebbles/matches/new?own={army.pk}"
    assert alice.get(address).status_code == 200
    begun = alice.post(address, {"own": army.pk, "opposing": "joins"})
    match = Match.objects.get()
    assert begun.headers["Location"] == match.get_absolute_url() == f"/matches/{match.pk}"
    alice.post(f"/matches/{match.pk}/seats", {"seat": "player"})
    seat = Seat.objects.get(side=1)
    link = f"/matches/join/{seat.invitation}"
    assert f"http://testserver{link}" in alice.get(f"/matches/{match.pk}/seats").content.decode()
    assert bob.post(link, {"army": gems.pk}).headers["Location"] == match.get_absolute_url()
    assert [force.name for force in match.forces.all()] == ["Shore", "Gems"]
    assert Client().post(link, {"army": ""}).status_code == 409
    assert [browser.get(match.get_absolute_url()).status_code for browser in (alice, bob, Client())] == [200, 200, 404]
    other = Client()
    assert other.post(f"/matches/join/{seat.token}").status_code == 302
    assert other.get(match.get_absolute_url()).status_code == 200


def test_armies_and_shared_links_lead_to_games(army: Army) -> None:
    alice, bob = browser_of(ALICE), browser_of(BOB)
    assert re.search(rf'href="/armies/{army.pk}/in-play"\s*>Play', alice.get(army.get_absolute_url()).text)
    share = create_link(army, frozen=False, notes=False)
    address = f"/pebbles/matches/new?opposing={share.token}"
    assert f'href="{address}"' in bob.get(share.get_absolute_url()).content.decode()
    bob.post(f"{share.get_absolute_url()}keep")
    assert f'href="{address}"' in bob.get("/opponents/").content.decode()
    assert f'value="{share.token}" selected' in bob.get(address).content.decode()


def test_a_game_is_deleted_and_restored_by_its_beginner(begin: Begin) -> None:
    match, alice, bob = begin(), browser_of(ALICE), browser_of(BOB)
    assert bob.post(f"/matches/{match.pk}/delete").status_code == 404
    deleted = alice.post(f"/matches/{match.pk}/delete")
    assert deleted.headers["Location"] == f"/matches/?deleted={match.pk}"
    assert [browser.get(match.get_absolute_url()).status_code for browser in (alice, bob)] == [404, 404]
    assert "Deleted Shore – Gems." in alice.get(deleted.headers["Location"]).content.decode()
    assert alice.post(f"/matches/{match.pk}/restore").headers["Location"] == "/matches/"
    assert "Shore – Gems" in bob.get("/matches/").content.decode()
