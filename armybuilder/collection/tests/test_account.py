"""Collections are handed over, exported, and deleted with the account."""

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext

from armybuilder.accounts.account_data import export_account, hand_over
from armybuilder.catalogue.models import EntryRow
from armybuilder.collection.models import CollectionRow, ModelPhoto
from armybuilder.drawing.picture_reading import read_picture
from armybuilder.site.owned import base64_of
from tests.armies.test_pictures import file_of
from tests.visitors import ALICE, BOB

pytestmark = pytest.mark.django_db


def row(key, count, painted=0, note="", **columns):
    return CollectionRow.objects.create(
        ruleset="pebbles", kind="stone", key=key, count=count, painted=painted, note=note, **columns
    )


def photo_of(row, width=40):
    return ModelPhoto.objects.create(row=row, **ModelPhoto.columns(read_picture(file_of(width, 30))))


def test_signing_up_takes_the_collection_along():
    photo = photo_of(row("flint", 3, 1, "box", claim_hash=ALICE.hash))
    others = row("flint", 9, claim_hash=BOB.hash)
    user = User.objects.create_user("alice", "a@example.org", "word")
    hand_over(ALICE, user)
    flint = {"ruleset": "pebbles", "kind": "stone", "key": "flint", "count": 3, "painted": 1, "note": "box"}
    assert export_account(user)["collection"] == [flint | {"photo": base64_of(photo.image)}]
    user.delete()
    assert (list(CollectionRow.objects.all()), ModelPhoto.objects.exists()) == ([others], False)


def test_models_stay_with_custom_entries_that_get_another_key():
    def entry(weight, **columns):
        spec = {"weight": weight, "surface": "smooth"}
        return EntryRow.objects.create(
            ruleset="pebbles", kind="stone", key="jade", name="Jade", spec=spec, source="own", **columns
        )

    user = User.objects.create_user("alice")
    entry(5, owner=user)
    other = entry(9, claim_hash=ALICE.hash)
    row("jade", 2, owner=user)
    row("jade", 7, claim_hash=ALICE.hash)
    hand_over(ALICE, user)
    other.refresh_from_db()
    assert other.key != "jade"
    assert dict(CollectionRow.objects.values_list("key", "count")) == {"jade": 2, other.key: 7}


def test_the_larger_number_stays_when_browser_and_account_differ():
    user = User.objects.create_user("alice")
    row("flint", 3, 3, "", owner=user)
    row("slate", 8, 1, "mine", owner=user)
    row("flint", 5, 1, "blue box", claim_hash=ALICE.hash)
    row("slate", 2, 2, "other", claim_hash=ALICE.hash)
    row("brick", 1, claim_hash=ALICE.hash)
    hand_over(ALICE, user)
    rows = CollectionRow.objects.filter(owner=user, claim_hash="").order_by("key")
    assert [(each.key, each.count, each.painted, each.note) for each in rows] == [
        ("brick", 1, 0, ""),
        ("flint", 5, 3, "blue box"),
        ("slate", 8, 2, "mine"),
    ]
    assert CollectionRow.objects.count() == 3


def test_a_photo_of_the_browser_s_fills_in_for_the_account_s():
    user = User.objects.create_user("alice")
    photo_of(row("flint", 3, owner=user), 41)
    row("slate", 3, owner=user)
    for key in ("flint", "slate", "brick"):
        photo_of(row(key, 3, claim_hash=ALICE.hash), 42)
    hand_over(ALICE, user)
    photos = ModelPhoto.objects.filter(row__owner=user).values_list("row__key", "width")
    assert sorted(photos) == [("brick", 42), ("flint", 41), ("slate", 42)]
    assert ModelPhoto.objects.count() == 3


def test_taking_photos_along_asks_once_and_reads_no_picture():
    user = User.objects.create_user("alice")

    def asked(*keys):
        for key in keys:
            row(key, 3, owner=user)
            photo_of(row(key, 3, claim_hash=ALICE.hash), 42)
        with CaptureQueriesContext(connection) as captured:
            hand_over(ALICE, user)
        return [each["sql"] for each in captured if each["sql"].startswith("SELECT") and "modelphoto" in each["sql"]]

    for queries in (asked("flint"), asked("slate", "brick", "chalk")):
        assert len([sql for sql in queries if '"owner_id" = ' in sql]) == 1
        assert not any('"image"' in sql for sql in queries)
