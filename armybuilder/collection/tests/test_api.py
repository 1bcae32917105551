"""Collections for programs: read, entered and taken away with the token of their owner."""

import pytest

from armybuilder.catalogue.loading import store_catalogue
from armybuilder.collection import shelf
from armybuilder.collection.models import CollectionRow
from tests.api.conftest import anybody, person, reader, stranger, writer

__all__ = ["anybody", "person", "reader", "stranger", "writer"]
pytestmark = pytest.mark.django_db

COLLECTION = "/games/pebbles/collection"
FLINT = f"{COLLECTION}/stone/flint"


@pytest.fixture(autouse=True)
def stones(pebbles):
    store_catalogue(pebbles)


def test_models_are_set_read_and_taken_away(writer, reader, person):
    flint = {"kind": "stone", "key": "flint", "name": "Flint", "count": 5, "painted": 2, "note": "blue box"}
    set_to = writer("PUT", FLINT, {"count": 5, "painted": 2, "note": "blue box"})
    assert (set_to.status_code, set_to.json()) == (200, flint)
    assert reader("GET", COLLECTION).json() == {"count": 1, "page": 1, "pages": 1, "models": [flint]}
    assert CollectionRow.objects.get().owner == person
    assert writer("PUT", FLINT, {"count": 1}).json() == flint | {"count": 1, "painted": 0, "note": ""}
    assert writer("PUT", FLINT, {}).json()["count"] == 0
    assert (reader("GET", COLLECTION).json()["models"], CollectionRow.objects.count()) == ([], 0)


def test_nobody_sees_or_changes_the_models_of_others(writer, reader, stranger, anybody):
    writer("PUT", FLINT, {"count": 5})
    stranger("PUT", FLINT, {"count": 1})
    assert [each["count"] for each in reader("GET", COLLECTION).json()["models"]] == [5]
    assert [each["count"] for each in stranger("GET", COLLECTION).json()["models"]] == [1]
    assert (anybody("GET", COLLECTION).status_code, anybody("PUT", FLINT, {"count": 1}).status_code) == (401, 401)
    assert reader("PUT", FLINT, {"count": 1}).status_code == 403


@pytest.mark.parametrize(
    ("sent", "path"),
    [
        ({"count": -1}, "count"),
        ({"count": 10_000}, "count"),
        ({"count": "3"}, "count"),
        ({"count": 1, "painted": 2}, "painted"),
        ({"note": "x" * 1000}, "note"),
        ({"models": 3}, "models"),
    ],
)
def test_wrong_numbers_are_named_and_nothing_is_saved(writer, sent, path):
    refused = writer("PUT", FLINT, sent)
    assert (refused.status_code, [each["path"] for each in refused.json()["errors"]]) == (422, [path])
    assert not CollectionRow.objects.exists()


def test_units_that_are_not_in_the_catalogue_are_not_found(writer):
    assert writer("PUT", f"{COLLECTION}/stone/moon", {"count": 1}).status_code == 404
    assert writer("PUT", f"{COLLECTION}/beach/flint", {"count": 1}).status_code == 404


def test_a_full_collection_takes_no_further_unit(writer, monkeypatch):
    monkeypatch.setattr(shelf, "MAX_ROWS", 0)
    assert writer("PUT", FLINT, {"count": 1}).status_code == 409
    assert not CollectionRow.objects.exists()
