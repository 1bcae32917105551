"""What one network address stores in a day, and what one owner has, is limited."""

from datetime import timedelta
from http import HTTPStatus
from random import Random

import pytest
from django.apps import apps
from django.core.cache import cache, caches
from django.db.models import BinaryField
from django.test import Client

from armybuilder.accounts import storage_limits
from armybuilder.accounts.models import StoredToday
from armybuilder.accounts.storage_limits import LARGE, stored_by
from armybuilder.armies.models import Army, Revision
from armybuilder.jobs.models import Job
from armybuilder.matches.tests.conftest import Begin, begin, gems
from armybuilder.site.claims import Author
from tests.armies.conftest import _empty_desk, army, make_army
from tests.visitors import ALICE

__all__ = ["_empty_desk", "army", "begin", "gems", "make_army"]
pytestmark = pytest.mark.django_db


def copy(browser: Client, army: Army, **where: str) -> int:
    """The status of the answer where an army is copied, which sends next to nothing and stores a whole army."""
    answer = browser.post(f"{army.get_absolute_url()}copy", **where)  # type: ignore[arg-type]
    return answer.status_code


@pytest.fixture
def large(make_army, monkeypatch: pytest.MonkeyPatch) -> Army:
    """An army whose document counts, seen by everybody."""
    monkeypatch.setattr(storage_limits, "MIN_COUNTED_BYTES", 100)
    made: Army = make_army(size=30)
    Army.objects.update(example=True)
    return made


def size_of(army: Army) -> int:
    return len(Revision.objects.get(army=army).document)


def test_an_address_stores_so_much_a_day_with_and_without_cookies(large: Army, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage_limits, "MAX_BYTES_PER_ADDRESS", int(3.5 * size_of(large)))
    answers = [copy(Client(), large) for _ in range(6)]
    stored = answers.count(HTTPStatus.FOUND)
    assert 1 <= stored <= 3
    assert answers == [302] * stored + [429] * (6 - stored)
    assert Army.objects.count() == 1 + stored
    assert copy(Client(), large, REMOTE_ADDR="192.0.2.7") == HTTPStatus.FOUND
    assert Client().get(large.get_absolute_url()).status_code == HTTPStatus.OK


def test_an_owner_has_so_much_from_wherever(large: Army, alice: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    limit = int(3.5 * size_of(large))
    monkeypatch.setattr(storage_limits, "MAX_BYTES_PER_OWNER", limit)
    answers = [copy(alice, large, REMOTE_ADDR=f"192.0.2.{number}") for number in range(6)]
    assert answers[-1] == HTTPStatus.TOO_MANY_REQUESTS
    assert answers.count(302) == Army.objects.count() - 1 > 0
    assert stored_by(Author(None, ALICE.hash)) == sum(map(len, Revision.objects.values_list("document", flat=True)))
    assert stored_by(Author(None, ALICE.hash)) <= limit


def test_many_small_rows_count_like_large_ones(begin: Begin, alice: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    match = begin()
    monkeypatch.setattr(storage_limits, "MAX_BYTES_PER_ADDRESS", 20_000)
    monkeypatch.setattr(storage_limits, "MIN_COUNTED_BYTES", 1000)
    monkeypatch.setattr(storage_limits, "random", Random(1).random)

    def throw_dice(number: int) -> int:
        event = {"id": f"throw-{number}", "kind": "dice", "dice": 2, "faces": 6}
        body = {"since": 0, "events": [event]}
        return alice.post(f"/matches/{match.pk}/events", body, content_type="application/json").status_code

    answers = [throw_dice(number) for number in range(80)]
    refused = answers.index(HTTPStatus.TOO_MANY_REQUESTS)
    assert {*answers[:refused]} == {HTTPStatus.OK}
    assert 25 <= refused <= 45  # each throw writes some 600 bytes


def test_everything_large_is_counted() -> None:
    large = {
        model for model in apps.get_models() if any(isinstance(field, BinaryField) for field in model._meta.fields)
    }
    # Files that jobs read are there for an hour, and only so many at a time.
    assert {model for model, _ in LARGE} == large - set(Job.__subclasses__())


def test_what_an_address_has_stored_is_remembered_all_day(large: Army, monkeypatch: pytest.MonkeyPatch) -> None:
    """Other counts are kept in the cache, which forgets."""
    monkeypatch.setattr(storage_limits, "MAX_BYTES_PER_ADDRESS", int(3.5 * size_of(large)))
    while copy(Client(), large) == HTTPStatus.FOUND:
        pass
    cache.clear()
    caches["counts"].clear()
    assert copy(Client(), large) == HTTPStatus.TOO_MANY_REQUESTS
    today = StoredToday.objects.get()
    StoredToday.objects.update(day=today.day - timedelta(days=1))
    assert copy(Client(), large) == HTTPStatus.FOUND


def test_the_address_is_not_stored(large: Army) -> None:
    copy(Client(), large, REMOTE_ADDR="192.0.2.7")
    assert "192.0.2.7" not in str(list(StoredToday.objects.values()))
