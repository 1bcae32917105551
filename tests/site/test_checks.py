"""The check of SQLite."""

import os
import subprocess
import sys
from typing import Any

import pytest
from django.db import connection

from armybuilder.site.checks import sqlite_is_safe

on_sqlite = pytest.mark.skipif(connection.vendor != "sqlite", reason="DATABASE_URL asks for PostgreSQL")


@on_sqlite
@pytest.mark.django_db
def test_safe_sqlite_is_the_one_in_use():
    with connection.cursor() as cursor:
        cursor.execute("SELECT sqlite_version()")
        version = cursor.fetchone()[0]
    assert tuple(map(int, version.split("."))) >= (3, 51, 3)
    assert sqlite_is_safe() == []


@on_sqlite
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("version", "errors"), [((3, 40, 1), ["armybuilder.E001"]), ((3, 51, 2), ["armybuilder.E001"]), ((3, 51, 3), [])]
)
def test_unsafe_sqlite_with_a_log_is_an_error(monkeypatch, version, errors):
    database: Any = connection
    monkeypatch.setattr(database.Database, "sqlite_version_info", version)
    assert [error.id for error in sqlite_is_safe()] == errors


WITHOUT_WHEEL = """
import sqlite3, sys
sys.modules["pysqlite3"] = None
sqlite3.sqlite_version_info = (3, 46, 1)
import django
django.setup()
from django.core.checks import run_checks
from django.db import connection
with connection.cursor() as cursor:
    cursor.execute("PRAGMA journal_mode")
    print(cursor.fetchone()[0])
    if len(sys.argv) > 1:
        cursor.execute(f"PRAGMA journal_mode = {sys.argv[1]}")
print(*(message.id for message in run_checks()))
"""


@pytest.mark.parametrize(("log", "found"), [((), "armybuilder.W001"), (("WAL",), "armybuilder.E001")])
def test_python_s_sqlite_keeps_no_log_where_it_could_lose_commits(tmp_path, log, found):
    environment = {
        **{name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")},
        "DJANGO_SETTINGS_MODULE": "armybuilder.settings",
        "ARMYBUILDER_SECRET_KEY": "x" * 60,
        "ARMYBUILDER_VAR": str(tmp_path),
    }
    said = subprocess.run(
        [sys.executable, "-c", WITHOUT_WHEEL, *log], env=environment, capture_output=True, text=True, check=True
    )
    assert said.stdout.split() == ["delete", found]
