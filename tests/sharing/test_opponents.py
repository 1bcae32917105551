"""Opponents that are kept."""

import pytest
from django.utils import timezone

from armybuilder.sharing import opponents
from armybuilder.sharing.links import create_link
from armybuilder.sharing.models import Opponent, Share
from tests.sharing.test_views import link, noted, page

__all__ = ["noted"]

pytestmark = pytest.mark.django_db


SKIPPING = "/pebbles/calculators/skipping/"


def test_an_opponent_is_kept_once_and_offered_for_a_side(noted, bob):
    address = link(noted)
    token = address.split("/")[2]
    for _ in range(2):
        assert bob.post(f"{address}keep").url == address
    assert Opponent.objects.count() == 1
    shown = page(bob.get(SKIPPING))
    assert shown.xpath("//select[@id='own-army']/option/text()") == ["None", "Shore (opponent)"]
    taken = page(bob.get(f"{SKIPPING}?army.own={token}:u3&army.opposing={token}:u2"))
    assert taken.xpath("//select[@name='q-surface']/option[@selected]/text()") == ["Rough"]
    assert taken.xpath("//select[@id='opposing-unit']//option[@selected]/text()") == ["Rocky · Pile 1 · 1"]
    assert noted.pk not in bob.get(f"{SKIPPING}?army.own={token}:u3").text


def test_a_withdrawn_opponent_is_offered_no_more_but_can_be_removed(army, bob):
    share = create_link(army, frozen=False, notes=False)
    bob.post(f"/s/{share.token}/keep", follow=True)
    Share.objects.update(revoked=timezone.now())
    assert "Shore" not in bob.get(SKIPPING).text
    assert page(bob.get(f"{SKIPPING}?army.own={share.token}:u3")).xpath("//p[contains(@class, 'alert-warning')]")
    assert "was withdrawn" in bob.get("/opponents/").text
    assert bob.post(f"/opponents/{share.token}/forget").url == "/opponents/"
    assert not Opponent.objects.exists()


def test_only_so_many_opponents_are_kept(make_army, bob, monkeypatch):
    monkeypatch.setattr(opponents, "MAX_OPPONENTS", 1)
    assert [bob.post(f"{link(make_army())}keep").status_code for _ in range(2)] == [302, 409]


def test_opponents_cost_the_same_queries_however_many(make_army, bob, django_assert_num_queries):
    for count in (1, 8):
        for _ in range(count):
            bob.post(f"{link(make_army())}keep")
        with django_assert_num_queries(2):
            bob.get("/opponents/")
