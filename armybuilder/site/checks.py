"""System checks that stop the site before it can lose somebody's army."""

from typing import Any

from django.core.checks import CheckMessage, Error, Tags, register
from django.db import connection

SAFE_SQLITE = (3, 51, 3)


@register(Tags.compatibility)
def sqlite_is_safe(**kwargs: Any) -> list[CheckMessage]:
    """Check that SQLite is 3.51.3 or later: earlier versions can lose acknowledged commits in WAL mode."""
    backend: Any = connection
    if backend.vendor != "sqlite":
        return []
    in_use = backend.Database
    if in_use.sqlite_version_info >= SAFE_SQLITE:
        return []
    return [
        Error(
            f"SQLite {in_use.sqlite_version} can lose saved armies.",
            hint="Install the package pysqlite3 of requirements.lock: it brings SQLite 3.51.3 or later.",
            id="armybuilder.E001",
        )
    ]
