"""A cache in a table of an SQLite file, which all processes of a machine share."""

import atexit
import fcntl
import logging
import math
import os
import pickle
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache
from django.db import OperationalError

PATIENCE: Final = 10.0
"""Seconds that one process waits while others write."""
DAMAGE: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
# With a write-ahead log, NORMAL syncs only now and then, and a power failure leaves the file intact.
SCHEMA: Final = """
PRAGMA auto_vacuum = FULL;
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
CREATE TABLE IF NOT EXISTS entries (key TEXT PRIMARY KEY, value, expires REAL NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS by_expiry ON entries (expires);
"""
SET: Final = """
INSERT INTO entries (key, value, expires) VALUES (?, ?, ?)
ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires = excluded.expires
"""

logger = logging.getLogger(__name__)


class TableCache(BaseCache):
    """Django's interface of caches over a file in the folder ``LOCATION``; each method is one step for all processes.

    Django's own `DatabaseCache` reads, adds and writes in three steps, so that counts are lost, and does not say that
    the disk is full. Here each method that writes raises Django's `OperationalError` or an `OSError` if nothing can be
    written. A value that cannot be read counts as missing, and a new file takes the place of one that is damaged.
    """

    def __init__(self, folder: str | Path, params: dict[str, Any]) -> None:
        super().__init__(params)
        self._file = Path(folder) / "entries.sqlite3"
        self._max = int(params.get("OPTIONS", {}).get("MAX_ENTRIES", 5000))

    @property
    def _table(self) -> "_Table":
        # A process that forks must not use the connection of its parent.
        return _table_of(self._file, os.getpid())

    def add(self, key: str, value: object, timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """Store the value unless the key has one; return whether it was stored."""
        return self._store(f"{SET} WHERE entries.expires <= ?", key, value, timeout, version, time.time())

    def set(self, key: str, value: object, timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        """Store the value."""
        self._store(SET, key, value, timeout, version)

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        """The value under the key."""
        sql = "SELECT value FROM entries WHERE key = ? AND expires > ?"
        try:
            rows, _ = self._table.execute(sql, self._key(key, version), time.time())
        except (OperationalError, OSError) as error:
            logger.error("The cache cannot be read: %s", error)
            return default
        for (value,) in rows:
            if isinstance(value, int):
                return value
            with suppress(Exception):  # damage makes pickle raise almost anything
                return pickle.loads(value)  # noqa: S301 (the site alone writes the file)
        return default

    def touch(self, key: str, timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """Change when the value expires; return whether there is one."""
        sql = "UPDATE entries SET expires = ? WHERE key = ? AND expires > ?"
        return self._table.execute(sql, self._expiry(timeout), self._key(key, version), time.time())[1] > 0

    def delete(self, key: str, version: int | None = None) -> bool:
        """Forget the value; return whether there was one."""
        return self._table.execute("DELETE FROM entries WHERE key = ?", self._key(key, version))[1] > 0

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        """Add to the number under the key and return the sum; raises ``ValueError`` if there is none."""
        sql = """
            UPDATE entries SET value = value + ?
            WHERE key = ? AND expires > ? AND typeof(value) = 'integer' RETURNING value
            """
        rows, _ = self._table.execute(sql, delta, self._key(key, version), time.time())
        for (value,) in rows:
            return int(value)
        raise ValueError(f"There is no number under the key {key!r}.")

    def clear(self) -> None:
        """Forget everything."""
        self._table.execute("DELETE FROM entries")

    def _key(self, key: str, version: int | None) -> str:
        return str(self.make_and_validate_key(key, version))

    def _expiry(self, timeout: float | None) -> float:
        expiry = self.get_backend_timeout(timeout)
        return math.inf if expiry is None else float(expiry)

    def _store(
        self, sql: str, key: str, value: object, timeout: float | None, version: int | None, *more: float
    ) -> bool:
        # SQLite adds to a number that it can see.
        plain = value if type(value) is int else pickle.dumps(value)
        table = self._table
        stored = table.execute(sql, self._key(key, version), plain, self._expiry(timeout), *more)[1] > 0
        if stored and table.is_nth_addition(max(1, self._max // 50)):
            table.execute("DELETE FROM entries WHERE expires <= ?", time.time())
            sql = "DELETE FROM entries WHERE key IN (SELECT key FROM entries ORDER BY expires DESC LIMIT -1 OFFSET ?)"
            table.execute(sql, self._max)
        return stored


class _Table:
    """A file as one process has it open, with one connection for all of its threads."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._lock = threading.Lock()
        self._connection: sqlite3.Connection | None = None
        self._inode = 0
        self._additions = 0

    def is_nth_addition(self, n: int) -> bool:
        """Count one more addition of this process; true for each ``n``th."""
        with self._lock:
            self._additions += 1
            return self._additions % n == 0

    def execute(self, sql: str, *values: object) -> tuple[list[tuple[Any, ...]], int]:
        """The rows, and how many were changed. Begins a new file in the place of one that is damaged."""
        with self._lock:
            try:
                try:
                    return self._ask(sql, values)
                except sqlite3.DatabaseError as error:
                    if error.sqlite_errorcode not in DAMAGE:
                        raise
                    logger.error("A new cache was started: %s", error)
                    self._remove()
                    return self._ask(sql, values)
            except sqlite3.Error as error:
                raise OperationalError(str(error)) from error

    def _ask(self, sql: str, values: tuple[object, ...]) -> tuple[list[tuple[Any, ...]], int]:
        # Another process may have removed the file, and begun a new one.
        if self._connection is None or self._inode != self._current_inode():
            self._connection = self._open()
        cursor = self._connection.execute(sql, values)
        return cursor.fetchall(), cursor.rowcount

    def _current_inode(self) -> int:
        try:
            return self._file.stat().st_ino
        except FileNotFoundError:
            return 0

    def _open(self) -> sqlite3.Connection:
        with self._alone():
            if self._connection:
                self._connection.close()
            self._inode = self._current_inode()
            connection = sqlite3.connect(self._file, PATIENCE, isolation_level=None, check_same_thread=False)
            # Python warns of connections that are still open when it ends.
            atexit.register(connection.close)
            connection.executescript(SCHEMA)
            self._inode = self._current_inode()
            return connection

    def _remove(self) -> None:
        """Remove the damaged file, unless another process has done it."""
        with self._alone():
            if self._inode == self._current_inode():
                for end in ("", "-wal", "-shm"):
                    self._file.with_name(self._file.name + end).unlink(missing_ok=True)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Keep other processes from opening or removing the file meanwhile."""
        self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with (self._file.parent / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield


@lru_cache(maxsize=8)
def _table_of(file: Path, process: int) -> _Table:
    return _Table(file)
