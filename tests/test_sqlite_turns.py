from threading import Event, Thread
from typing import Any, cast

import pytest
from django.db import connection
from django.db.utils import ConnectionHandler

from armybuilder.sqlite_turns import Turns

pytestmark = pytest.mark.django_db
BUSY = 500
"""Transactions of the writer who never pauses."""


@pytest.fixture
def databases(tmp_path):
    """Connections to a new database, one for each thread."""
    database = {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(tmp_path / "file.sqlite3"),
        "OPTIONS": {"timeout": 20, "init_command": "PRAGMA journal_mode=WAL"},
    }
    handler = ConnectionHandler({"default": database})
    with handler["default"].cursor() as cursor:
        cursor.execute("CREATE TABLE told (words TEXT)")
    yield handler
    handler.close_all()


def test_a_writer_who_never_pauses_lets_others_have_their_turn(databases, monkeypatch):
    """Without turns all of its transactions come first."""
    monkeypatch.setattr("armybuilder.sqlite_turns.PATIENCE", 0.05)
    done: list[object] = []
    before: list[int] = []
    begun, enough = Event(), Event()

    def write_on():
        with databases["default"].cursor() as cursor:
            while len(done) < BUSY and not enough.is_set():
                cursor.execute("BEGIN IMMEDIATE")
                begun.set()
                cursor.execute("INSERT INTO told VALUES ('again')")
                enough.wait(0.01)
                done.append(cursor.execute("COMMIT"))
        databases["default"].close()

    busy = Thread(target=write_on)
    busy.start()
    assert begun.wait(60)
    with databases["default"].cursor() as cursor:
        for _ in range(5):
            before.append(len(done))
            cursor.execute("INSERT INTO told VALUES ('once')")
    before.append(len(done))
    enough.set()
    busy.join()
    assert before[-1] - before[0] < BUSY / 2


def test_a_statement_within_a_transaction_waits_for_nobody(databases):
    """Who waits for its turn would wait for the transaction."""
    with databases["default"].cursor() as cursor:
        cursor.execute("BEGIN IMMEDIATE")
        waiting = Thread(target=write_once, args=(databases,))
        waiting.start()
        waiting.join(0.5)
        assert waiting.is_alive()
        cursor.execute("INSERT INTO told VALUES ('first')")
        cursor.execute("COMMIT")
        waiting.join(60)
        cursor.execute("SELECT words FROM told")
        assert cursor.fetchall() == [("first",), ("second",)]


def write_once(databases):
    """Write one row."""
    with databases["default"].cursor() as cursor:
        cursor.execute("INSERT INTO told VALUES ('second')")
    databases["default"].close()


def test_a_connection_that_is_opened_again_waits_once(databases):
    database = databases["default"]
    with database.execute_wrapper(lambda execute, *statement: execute(*statement)):
        for _ in range(2):
            database.close()
            database.connect()
    assert [type(each) for each in database.execute_wrappers] == [Turns]


def test_a_folder_that_is_read_only_keeps_nobody_waiting(databases, tmp_path):
    (tmp_path / "file.sqlite3-turns").unlink(missing_ok=True)
    (tmp_path / "file.sqlite3-turns").mkdir()
    write_once(databases)


def test_other_databases_have_no_turns():
    in_memory = connection.vendor != "sqlite" or cast(Any, connection).is_in_memory_db()
    assert any(isinstance(each, Turns) for each in connection.execute_wrappers) != in_memory
