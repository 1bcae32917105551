"""Own entries: their keys, and how many there may be."""

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from lxml import html

from armybuilder.accounts.account_data import export_account
from armybuilder.catalogue import writing
from armybuilder.catalogue.models import EntryRow
from tests.catalogue.test_writing import GOOD, KIND, amber, own, own_rows, stones
from tests.visitors import ALICE, BOB

__all__ = ["amber", "stones"]

pytestmark = pytest.mark.django_db


def test_keys_hide_no_entry_of_the_game_and_none_of_ones_own(alice):
    for name in ("Flint", "Flint!", "火", "水"):
        assert alice.post(f"{KIND}new", GOOD | {"name": name}).status_code == 302
    assert [key for key, _, _ in own_rows()] == ["flint-2", "flint-3", "entry", "entry-2"]


def test_an_entry_is_changed_and_keeps_its_key(alice, amber):
    page = html.fromstring(alice.get(f"{KIND}amber/edit").content.decode())
    (seen,) = page.xpath("//input[@name='seen']/@value")
    assert alice.post(f"{KIND}amber/edit", GOOD | {"seen": seen}).status_code == 302
    assert own_rows() == [("amber", "Opal", 7)]
    late = alice.post(f"{KIND}amber/edit", GOOD | {"name": "Late", "seen": seen})
    assert (late.status_code, own_rows()) == (409, [("amber", "Opal", 7)])
    (seen,) = html.fromstring(late.content.decode()).xpath("//input[@name='seen']/@value")
    assert alice.post(f"{KIND}amber/edit", GOOD | {"name": "Late", "seen": seen}).status_code == 302
    assert own_rows() == [("amber", "Late", 7)]


def test_an_entry_is_deleted(alice, amber):
    assert alice.post(f"{KIND}amber/delete").status_code == 302
    assert own_rows() == []


def test_only_so_many_are_kept(alice, amber, monkeypatch):
    monkeypatch.setattr(writing, "MAX_ENTRIES", 2)
    assert alice.post(f"{KIND}paste", {"text": "Name,Weight\nA,1\nB,2", "store": "1"}).status_code == 409
    assert own_rows() == [("amber", "Amber", 5)]
    assert alice.post(f"{KIND}new", GOOD).status_code == 302
    assert alice.post(f"{KIND}new", GOOD | {"name": "More"}).status_code == 409
    assert alice.post(f"{KIND}paste", {"text": "Name,Weight\nAmber,9", "store": "1"}).status_code == 302
    assert own_rows() == [("amber", "Amber", 9), ("opal", "Opal", 7)]


def sign_up(client):
    sent = {"email": "a@example.org", "password1": "a long dull sentence", "password2": "a long dull sentence"}
    assert client.post(reverse("account_signup"), sent).status_code == 302
    return User.objects.get()


def test_signing_up_takes_the_entries_along(alice, amber):
    own(BOB, "Bobs")
    user = sign_up(alice)
    amber.refresh_from_db()
    assert (amber.owner, amber.claim_hash, EntryRow.objects.get(key="bobs").owner) == (user, "", None)
    assert [each["name"] for each in export_account(user)["entries"]] == ["Amber"]
    assert alice.get(f"{KIND}amber/edit").status_code == 200


def test_signing_in_keeps_both_of_one_name_and_one_of_two_equal_ones(alice, amber):
    user = sign_up(alice)
    alice.post(reverse("account_logout"))
    own(ALICE)
    other = own(ALICE, "Opal")
    EntryRow.objects.create(ruleset="pebbles", kind="stone", key="opal", name="opal", source="own", owner=user,
                            spec={"weight": 1, "surface": "smooth"})  # fmt: skip
    alice.post(reverse("account_login"), {"login": "a@example.org", "password": "a long dull sentence"})
    assert [(row.key, row.name, row.owner) for row in EntryRow.objects.filter(source="own").order_by("pk")] == [
        ("amber", "Amber", user),
        ("opal-2", "Opal 2", user),
        ("opal", "opal", user),
    ]
    other.refresh_from_db()
    assert other.owner == user
