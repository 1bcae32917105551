"""The rows and numbers of a visitor."""

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.test import RequestFactory

from armybuilder.armies.collected import Collected, collected_models
from armybuilder.armies.models import Army
from armybuilder.collection.access import models_of, models_of_owner
from armybuilder.collection.models import CollectionRow
from armybuilder.collection.shelf import rows_of
from armybuilder.site.claims import make_claim

pytestmark = pytest.mark.django_db


def request_of(user):
    request = RequestFactory().get("/")
    request.user = user
    return request


def row(count, **columns):
    return CollectionRow.objects.create(ruleset="pebbles", kind="stone", key="flint", count=count, **columns)


def test_an_account_has_its_rows_and_nobody_those_of_others(pebbles):
    alice, bob = User.objects.create_user("alice"), User.objects.create_user("bob")
    mine, _ = row(3, owner=alice), row(4, owner=bob)
    CollectionRow.objects.create(ruleset="other", kind="stone", key="flint", count=9, owner=alice)
    request = request_of(alice)
    assert list(rows_of(request, pebbles)) == [mine]
    assert models_of(request, pebbles, "") == collected_models(request, pebbles) == Collected({("stone", "flint"): 3})
    assert models_of(request_of(AnonymousUser()), pebbles, "") == Collected()


def test_of_browser_and_account_the_larger_number_counts(pebbles, monkeypatch):
    alice = User.objects.create_user("alice")
    request = request_of(alice)
    claim = make_claim(request)
    monkeypatch.setattr("armybuilder.site.claims.read_claim", lambda request: claim)
    row(3, owner=alice)
    row(5, claim_hash=claim.hash)
    assert models_of(request, pebbles, "").counts == {("stone", "flint"): 5}


def test_a_note_alone_is_no_model(pebbles):
    alice = User.objects.create_user("alice")
    row(0, note="lent", owner=alice)
    assert models_of(request_of(alice), pebbles, "").counts == {}


def test_an_army_s_owner_has_models_and_an_example_has_none(army):
    row(3, claim_hash=army.claim_hash)
    row(7, owner=User.objects.create_user("bob"))
    row(9)
    assert models_of_owner(army) == {("stone", "flint"): 3}
    Army.objects.filter(pk=army.pk).update(claim_hash="", owner=User.objects.get())
    assert models_of_owner(Army.objects.get()) == {("stone", "flint"): 7}
    Army.objects.filter(pk=army.pk).update(owner=None, example=True)
    assert models_of_owner(Army.objects.get()) == {}
