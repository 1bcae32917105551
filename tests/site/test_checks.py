"""The check of SQLite."""

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
@pytest.mark.parametrize(
    ("version", "errors"), [((3, 40, 1), ["armybuilder.E001"]), ((3, 51, 2), ["armybuilder.E001"]), ((3, 51, 3), [])]
)
def test_unsafe_sqlite_is_an_error(monkeypatch, version, errors):
    database: Any = connection
    monkeypatch.setattr(database.Database, "sqlite_version_info", version)
    assert [error.id for error in sqlite_is_safe()] == errors
