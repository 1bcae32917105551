"""Nobody who writes to a SQLite database waits much longer than others.

SQLite lets a waiting writer look again every tenth of a second, and whoever comes at the right moment overtakes it: of
16 that wrote without a break some waited more than 20 seconds, after which SQLite gives up. So whoever has waited for a
second makes newcomers wait until it has had its turn. All in line from the start would be slower by far: a busy machine
lets time pass between the end of one turn and the beginning of the next.
"""

from __future__ import annotations

import fcntl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.db import OperationalError
from django.db.backends.signals import connection_created
from django.dispatch import receiver

WRITING = ("BEGIN", "INSERT", "UPDATE", "DELETE")
"""How statements begin that wait for the other writers. Transactions do at their beginning."""
PATIENCE = 1.0
"""Seconds that a writer waits before it makes others wait."""


class Turns:
    """Wrapper of a connection's statements that gives those a turn that write and are not within a transaction."""

    def __init__(self, connection: Any) -> None:
        self._connection = connection
        self._file = Path(f"{connection.settings_dict['NAME']}-turns")
        self._timeout: float = connection.settings_dict["OPTIONS"].get("timeout", 5)

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        """Execute the statement."""
        if not sql.startswith(WRITING) or self._connection.connection.in_transaction:
            return execute(sql, params, many, context)
        with self._turn(fcntl.LOCK_SH):
            pass  # nobody has waited for long
        self._wait_at_most(PATIENCE)
        try:
            return execute(sql, params, many, context)
        except OperationalError as error:
            if "database is locked" not in str(error):
                raise
        finally:
            self._wait_at_most(self._timeout)
        with self._turn(fcntl.LOCK_EX):
            return execute(sql, params, many, context)

    @contextmanager
    def _turn(self, kind: int) -> Iterator[None]:
        try:
            file = self._file.open("w")
        except OSError:  # the folder is read-only, or the disk full
            yield
            return
        with file:
            fcntl.flock(file, kind)
            yield

    def _wait_at_most(self, seconds: float) -> None:
        self._connection.connection.execute(f"PRAGMA busy_timeout = {seconds * 1000:.0f}")


@receiver(connection_created)
def take_turns(sender: Any, connection: Any, **kwargs: Any) -> None:
    """Have a connection to a SQLite file take turns."""
    is_file = connection.vendor == "sqlite" and not connection.is_in_memory_db()
    if is_file and not any(isinstance(each, Turns) for each in connection.execute_wrappers):
        # The last wrapper is the one that a block takes away again at its end.
        connection.execute_wrappers.insert(0, Turns(connection))
