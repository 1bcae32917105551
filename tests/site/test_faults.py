import errno
import sqlite3

import psycopg
import pytest
from django.core.cache import cache
from django.db import InterfaceError, OperationalError
from django.test import Client
from django.urls import reverse

from armybuilder.armies.models import Army, Revision
from armybuilder.site.faults import cannot_store, is_away, while_reading
from armybuilder.site.limits import SharedFileCache
from tests.armies.conftest import make_army  # noqa: F401 (a fixture)
from tests.visitors import ALICE, browser_of

pytestmark = pytest.mark.django_db

FULL = OSError(errno.ENOSPC, "No space left on device")


@pytest.fixture
def army(make_army):  # noqa: F811
    return make_army()


@pytest.mark.django_db(transaction=True)
def test_where_the_disk_is_full_reading_goes_on(army, full_disk):
    alice = browser_of(ALICE)
    pages = ("/", "/armies/", "/armies/?q=flint", army.get_absolute_url(), reverse("matches:list"))
    answers = {page: alice.get(page).status_code for page in (*pages, "/mbt2020/calculators/engagement/")}
    assert answers == dict.fromkeys(answers, 200)


def test_where_the_disk_is_full_writing_is_refused_in_words(army, full_disk):
    answer = browser_of(ALICE).post(f"{army.get_absolute_url()}edits/copy-unit", {"head": 1, "unit": "u2"})
    assert answer.status_code == 503
    assert "Nothing can be stored at the moment" in answer.text
    assert "what is stored can be read" in answer.text
    assert (Revision.objects.count(), Army.objects.get().head) == (1, 1)


def test_a_view_without_a_limit_refuses_in_words_too(army, full_disk):
    assert browser_of(ALICE).post(f"{army.get_absolute_url()}delete").status_code == 503


def test_with_htmx_the_refusal_is_a_message(army, full_disk):
    address = f"{army.get_absolute_url()}edits/copy-unit"
    answer = browser_of(ALICE).post(address, {"head": 1, "unit": "u2"}, headers={"HX-Request": "true"})
    assert (answer.status_code, answer.headers["HX-Retarget"]) == (503, "#messages")


@pytest.mark.parametrize("content", [b"", b"rubbish", b"\x80\x05K\x01.", b"\x80\x05N.rubbish", b"\x80\x05N.x\x9c"])
def test_a_damaged_file_of_the_cache_is_as_if_it_were_not_there(content, settings, tmp_path):
    local = settings.CACHES.get("local", settings.CACHES["default"])
    settings.CACHES = dict.fromkeys(("default", "counts"), local | {"LOCATION": tmp_path})

    def damage() -> None:
        files = list(tmp_path.glob("*.djcache"))
        assert files
        for file in files:
            file.write_bytes(content)

    page = "/mbt2020/calculators/engagement/"
    assert Client().get(page).status_code == 200
    damage()
    assert Client().get(page).status_code == 200
    cache.set("a", 1)
    damage()
    assert (cache.get("a", 7), cache.has_key("a"), cache.add("a", 2), cache.get("a")) == (7, False, True, 2)


def test_damaged_files_make_room(tmp_path):
    shared = SharedFileCache(str(tmp_path), {"OPTIONS": {"MAX_ENTRIES": 5}})
    for number in range(5):
        shared.set(f"old-{number}", number, 60)
    for file in tmp_path.glob("*.djcache"):
        file.write_bytes(b"rubbish")
    shared.set("new", 1, 60)
    assert (shared.get("new"), len(list(tmp_path.glob("*.djcache")))) == (1, 1)


@pytest.mark.parametrize(
    ("error", "is_that"),
    [
        (FULL, True),
        (OSError(errno.EROFS, "Read-only file system"), True),
        (OperationalError("database or disk is full"), True),
        (OperationalError("attempt to write a readonly database"), True),
        (OperationalError('could not extend file "base/1/2": No space left on device'), True),
        (PermissionError(errno.EACCES, "Permission denied"), True),
        (OperationalError("no such table: armies_army"), False),
        (FileNotFoundError(errno.ENOENT, "No such file"), False),
        (ValueError("disk is full"), False),
    ],
)
def test_only_what_cannot_be_stored_is_told_so(error, is_that):
    assert cannot_store(error) == is_that


def test_where_the_database_is_away_pages_and_programs_are_answered_in_words(army, monkeypatch):
    away = OperationalError("connection refused")
    away.__cause__ = psycopg.OperationalError("connection refused")

    def fail(*args, **kwargs):
        raise away

    alice = browser_of(ALICE)
    alice.cookies["sessionid"] = "a" * 32
    addresses = ("/", "/armies/", army.get_absolute_url(), f"/api/v1/armies/{army.pk}", "/admin/")
    with monkeypatch.context() as patch:
        patch.setattr("django.db.backends.base.base.BaseDatabaseWrapper.cursor", fail)
        answers = [alice.get(address) for address in addresses]
    assert [answer.status_code for answer in answers] == [503] * len(addresses)
    assert ["database does not answer" in answer.text for answer in answers] == [True] * len(addresses)
    assert ["sessionid" in answer.cookies for answer in answers] == [False] * len(addresses), "nobody is signed out"


def test_only_a_database_that_does_not_answer_is_told_so():
    def caused(kind):
        error = OperationalError("words")
        error.__cause__ = kind("words")
        return error

    away = (psycopg.OperationalError, psycopg.errors.AdminShutdown, psycopg.errors.DeadlockDetected)
    assert [is_away(caused(kind)) for kind in away] == [True] * 3
    assert is_away(InterfaceError("the connection is closed"))
    assert is_away(OperationalError("database is locked"))
    others = (caused(sqlite3.OperationalError), OperationalError("no such table: armies_army"), ValueError("locked"))
    assert [is_away(error) for error in others] == [False] * 3


def test_other_errors_are_not_passed_over():
    with pytest.raises(OperationalError, match="no such table"), while_reading():
        raise OperationalError("no such table: armies_army")
