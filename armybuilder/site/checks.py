"""System checks that stop the site before it can lose somebody's army."""

from typing import Any

from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.db import OperationalError, connection

SAFE_SQLITE = (3, 51, 3)
"""Earlier versions can lose acknowledged commits if they keep a write-ahead log."""


@register(Tags.compatibility)
def sqlite_is_safe(**kwargs: Any) -> list[CheckMessage]:
    """Check that an SQLite before ``SAFE_SQLITE`` keeps no write-ahead log, and say that it is slower."""
    backend: Any = connection
    if backend.vendor != "sqlite":
        return []
    in_use = backend.Database
    if in_use.sqlite_version_info >= SAFE_SQLITE:
        return []
    hint = "The package pysqlite3 in requirements.lock brings SQLite 3.51.3 or later, but has no wheel for 64-bit Arm."
    if _keeps_a_log():
        return [Error(f"SQLite {in_use.sqlite_version} can lose saved armies.", hint=hint, id="armybuilder.E001")]
    words = f"SQLite {in_use.sqlite_version} saves armies more slowly: readers wait while something is saved."
    return [Warning(words, hint=hint, id="armybuilder.W001")]


def _keeps_a_log() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA journal_mode")
            return bool(cursor.fetchone()[0] == "wal")
    except OperationalError:  # there is no database yet
        return False
