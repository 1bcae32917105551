"""Saving what somebody has."""

import pytest
from django.contrib.auth.models import User
from django.test import RequestFactory

from armybuilder.catalogue.loading import store_catalogue
from armybuilder.collection import shelf
from armybuilder.collection.models import CollectionRow, ModelPhoto
from armybuilder.collection.shelf import Models, TooManyRows, save_models, shelf_of, units_of
from armybuilder.site.claims import author_of
from tests.visitors import ALICE

pytestmark = pytest.mark.django_db
FLINT, SLATE = ("stone", "flint"), ("stone", "slate")


@pytest.fixture
def request_of_alice():
    request = RequestFactory().get("/")
    request.user = User.objects.create_user("alice")
    return request


def test_only_what_was_seen_is_replaced(pebbles, request_of_alice):
    request, author = request_of_alice, author_of(request_of_alice)
    assert save_models(request, pebbles, author, {FLINT: ("0/0/", Models(3)), SLATE: ("0/0/", Models(1))}) == []
    late = save_models(request, pebbles, author, {FLINT: ("0/0/", Models(4)), SLATE: ("1/0/", Models(2, 1))})
    assert late == [FLINT]
    assert shelf_of(request, pebbles) == {FLINT: Models(3), SLATE: Models(2, 1)}
    assert save_models(request, pebbles, author, {FLINT: ("0/0/", Models(3)), SLATE: ("2/1/", Models())}) == []
    assert shelf_of(request, pebbles) == {FLINT: Models(3)}


def test_rows_of_browser_and_account_are_one_shelf_and_saved_as_one(pebbles, request_of_alice, monkeypatch):
    request = request_of_alice
    monkeypatch.setattr("armybuilder.site.claims.read_claim", lambda request: ALICE)
    entry = {"ruleset": "pebbles", "kind": "stone", "key": "flint"}
    CollectionRow.objects.create(**entry, count=3, painted=1, owner=request.user)
    old = CollectionRow.objects.create(**entry, count=2, painted=2, note="old", claim_hash=ALICE.hash)
    ModelPhoto.objects.create(row=old, image=b"", small=b"", width=1, height=1, digest="flint")
    assert shelf_of(request, pebbles) == {FLINT: Models(3, 2, "old")}
    save_models(request, pebbles, author_of(request), {FLINT: ("3/2/old", Models(6))})
    rows = [(row.count, row.owner, row.claim_hash, row.photo.digest) for row in CollectionRow.objects.all()]
    assert rows == [(6, request.user, "", "flint")]


def test_a_full_collection_stays_as_it_is(pebbles, request_of_alice, monkeypatch):
    monkeypatch.setattr(shelf, "MAX_ROWS", 1)
    request, author = request_of_alice, author_of(request_of_alice)
    save_models(request, pebbles, author, {FLINT: ("0/0/", Models(3))})
    with pytest.raises(TooManyRows):
        save_models(request, pebbles, author, {SLATE: ("0/0/", Models(1)), FLINT: ("3/0/", Models(9))})
    assert shelf_of(request, pebbles) == {FLINT: Models(3)}
    monkeypatch.setattr(shelf, "MAX_ROWS", 0)
    assert save_models(request, pebbles, author, {FLINT: ("3/0/", Models(2))}) == []
    assert save_models(request, pebbles, author, {FLINT: ("2/0/", Models())}) == []


def test_the_visitors_version_of_an_entry_goes_before_the_games(pebbles, request_of_alice):
    store_catalogue(pebbles)
    units = units_of(request_of_alice, pebbles)
    assert units[FLINT].name == "Flint"
    row = units[FLINT]
    row.pk, row.name, row.owner, row.source = None, "Alice's flint", request_of_alice.user, "own"
    row.save()
    assert units_of(request_of_alice, pebbles)[FLINT].name == "Alice's flint"
    assert len(units_of(request_of_alice, pebbles)) == len(units)
