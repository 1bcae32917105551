import errno

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.core.cache.backends.redis import RedisCache
from django.core.files.storage import FileSystemStorage, default_storage
from django.db import connection
from django.test import Client

from armybuilder.site import health
from armybuilder.site.table_cache import TableCache
from armybuilder.site.tasks import POOLS
from tests.fixtures import refuse_writing

pytestmark = pytest.mark.django_db
WELL = dict.fromkeys(health.PARTS, "ok")


def fail(*args, **kwargs):
    raise OSError(errno.EIO, "Input/output error")


def break_cache(monkeypatch, settings, tmp_path):
    for kind in (TableCache, RedisCache):
        monkeypatch.setattr(kind, "set", fail)


def forget_cache(monkeypatch, settings, tmp_path):
    for kind in (TableCache, RedisCache):
        monkeypatch.setattr(kind, "set", lambda *args, **kwargs: None)


def drain_queue(monkeypatch, settings, tmp_path):
    monkeypatch.setattr(POOLS.draining, "is_set", lambda: True)


def fill_disk(monkeypatch, settings, tmp_path):
    monkeypatch.setattr(health, "MIN_FREE_BYTES", 10**18)


def lose_folder(monkeypatch, settings, tmp_path):
    settings.VAR = tmp_path / "gone"


def lose_store(monkeypatch, settings, tmp_path):
    (tmp_path / "file").touch()
    monkeypatch.setattr("armybuilder.site.health.default_storage", FileSystemStorage(tmp_path / "file"))


@pytest.mark.parametrize(
    ("part", "spoil"),
    [
        ("cache", break_cache),
        ("cache", forget_cache),
        ("queue", drain_queue),
        ("disk", fill_disk),
        ("disk", lose_folder),
        ("storage", lose_store),
    ],
)
def test_the_part_that_fails_is_named_without_its_reason(part, spoil, monkeypatch, settings, tmp_path, caplog):
    answer = Client().get("/health/ready")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok", "parts": WELL})
    spoil(monkeypatch, settings, tmp_path)
    answer = Client().get("/health/ready")
    assert (answer.status_code, answer.json()) == (503, {"status": "failing", "parts": WELL | {part: "failing"}})
    assert f"Not ready, {part}: " in caplog.text
    assert Client().get("/health/live").status_code == 200


def test_a_database_that_only_reads_is_not_well():
    with connection.execute_wrapper(refuse_writing):
        answer = Client().get("/health/ready")
    assert (answer.status_code, answer.json()["parts"]) == (503, WELL | {"database": "failing"})


def test_what_is_written_is_nobodys_session_and_leaves_no_file():
    assert Client().get("/health/ready").status_code == 200
    assert SessionStore(session_key=health.KEY).session_key is None
    assert default_storage.listdir(health.KEY) == ([], [])
