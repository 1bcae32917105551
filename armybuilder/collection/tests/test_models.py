"""What is stored of a collection."""

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from armybuilder.collection.models import CollectionRow, ModelPhoto

pytestmark = pytest.mark.django_db
ENTRY = {"ruleset": "pebbles", "kind": "stone", "key": "flint"}


def test_nobody_has_two_rows_for_an_entry():
    alice, bob = User.objects.create_user("alice"), User.objects.create_user("bob")
    for owner in ({"owner": alice}, {"claim_hash": "a"}):
        CollectionRow.objects.create(**ENTRY, **owner)
        with pytest.raises(IntegrityError), transaction.atomic():
            CollectionRow.objects.create(**ENTRY, **owner)
    CollectionRow.objects.create(**ENTRY, owner=bob)
    CollectionRow.objects.create(**ENTRY, claim_hash="b")
    assert CollectionRow.objects.count() == 4


def test_a_row_is_named_by_number_and_entry():
    assert str(CollectionRow(**ENTRY, count=3)) == "3 × flint"


def test_a_photo_is_named_by_its_entry():
    assert str(ModelPhoto(row=CollectionRow(**ENTRY))) == "Photo of flint"
