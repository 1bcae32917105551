"""Writers of a SQLite database take turns, in the order in which they came.

SQLite lets a waiting writer look again every tenth of a second, and whoever comes at the right moment overtakes it: of
16 that write without a break some waited more than 20 seconds, after which SQLite gives up. In turns none waited longer
than the others.
"""

from __future__ import annotations

import fcntl
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

from django.db.backends.signals import connection_created
from django.dispatch import receiver

WRITING = ("BEGIN", "INSERT", "UPDATE", "DELETE")
"""How statements begin that wait for the other writers. Transactions do at their beginning."""


class Turns:
    """Wrapper of a connection's statements: outside of transactions, those that write wait in line at a lock file."""

    def __init__(self, connection: Any) -> None:
        self._connection = connection
        self._file = Path(f"{connection.settings_dict['NAME']}-turns")

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        """Execute the statement."""
        with ExitStack() as turn:
            if sql.startswith(WRITING) and not self._connection.connection.in_transaction:
                with suppress(OSError):  # the folder may be read-only, or the disk full
                    fcntl.flock(turn.enter_context(self._file.open("w")), fcntl.LOCK_EX)
            return execute(sql, params, many, context)


@receiver(connection_created)
def take_turns(sender: Any, connection: Any, **kwargs: Any) -> None:
    """Have a connection to a SQLite file take turns."""
    is_file = connection.vendor == "sqlite" and not connection.is_in_memory_db()
    if is_file and not any(isinstance(each, Turns) for each in connection.execute_wrappers):
        # The last wrapper is the one that a block takes away again at its end.
        connection.execute_wrappers.insert(0, Turns(connection))
