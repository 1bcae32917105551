import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.conf import settings
from django.db import OperationalError

from armybuilder.site.errors import is_write_failure
from armybuilder.site.table_cache import TableCache

FILE = "entries.sqlite3"
PROCESS = """
import sys
from django.conf import settings
settings.configure()
from armybuilder.site.table_cache import TableCache
cache = TableCache(sys.argv[1], {})
added = cache.add("count", 0)
for _ in range(500):
    cache.incr("count")
print(int(added))
"""
FULL = """
import resource, sys
from django.conf import settings
settings.configure()
from django.db import OperationalError
from armybuilder.site.table_cache import TableCache
cache = TableCache(sys.argv[1], {})
cache.set("kept", "yes")
resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))
try:
    cache.set("large", bytes(1_000_000))
except OperationalError as error:
    print(error)
print(cache.get("large"), cache.get("kept"))
"""


@pytest.fixture
def table(tmp_path: Path) -> TableCache:
    """A cache of at most ten entries."""
    return TableCache(tmp_path, {"OPTIONS": {"MAX_ENTRIES": 10}})


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time in seconds, as a list of one that a test may change."""
    now = [600.0]
    monkeypatch.setattr("time.time", lambda: now[0])
    return now


def keys_in(folder: Path) -> set[str]:
    """The keys that the file has, with those that expired."""
    connection = sqlite3.connect(folder / FILE)
    try:
        return {key.rpartition(":")[2] for (key,) in connection.execute("SELECT key FROM entries")}
    finally:
        connection.close()


def run(program: str, folder: Path) -> subprocess.Popen[str]:
    """Another process with a cache in the folder."""
    command = [sys.executable, "-W", "error", "-c", program, str(folder)]
    return subprocess.Popen(command, cwd=settings.BASE_DIR, stdout=subprocess.PIPE, text=True)


@pytest.mark.parametrize("value", [0, -7, True, None, 1.5, "text", b"\x00\xff", ("a", [1]), {"b": ValueError}])
def test_a_value_is_read_back_as_it_was(table: TableCache, value: object) -> None:
    table.set("key", value)
    read = table.get("key", "missing")
    assert (type(read), read) == (type(value), value)
    assert table.has_key("key")


def test_only_numbers_are_added_to(table: TableCache) -> None:
    table.set("text", "7")
    for key in ("text", "missing"):
        with pytest.raises(ValueError, match="There is no number under the key"):
            table.incr(key)
    table.set("number", 7)
    assert (table.incr("number", 3), table.decr("number"), table.get("number")) == (10, 9, 9)


def test_an_added_value_replaces_none(table: TableCache) -> None:
    assert (table.add("key", 1), table.add("key", 2), table.get("key")) == (True, False, 1)
    assert (table.delete("key"), table.delete("key"), table.get("key")) == (True, False, None)
    assert (table.add("key", 3), table.get("key")) == (True, 3)


def test_values_end_with_their_time(table: TableCache, clock: list[float]) -> None:
    table.set("short", 1, 60)
    table.set("longer", 1, 60)
    table.set("never", 1, 0)
    table.set("ever", 1, None)
    assert (table.touch("longer", 120), table.touch("missing", 120), table.get("never")) == (True, False, None)
    clock[0] += 60
    assert [table.get(key) for key in ("short", "longer", "ever")] == [None, 1, 1]
    with pytest.raises(ValueError, match="no number"):
        table.incr("short")
    assert not table.touch("short", 120)
    assert (table.add("short", 5, 60), table.get("short")) == (True, 5)
    clock[0] += 10**9
    assert [table.get(key) for key in ("short", "longer", "ever")] == [None, None, 1]


def test_a_cleared_cache_is_empty(table: TableCache, tmp_path: Path) -> None:
    table.set("key", 1)
    table.clear()
    assert (table.get("key"), keys_in(tmp_path)) == (None, set())


def test_a_full_cache_forgets_what_has_expired_first(table: TableCache, tmp_path: Path, clock: list[float]) -> None:
    for number in range(8):
        table.set(f"old-{number}", number, 60)
    clock[0] += 61
    new = {f"new-{number}" for number in range(6)}
    for key in new:
        table.set(key, 1, 60)
    assert keys_in(tmp_path) == new


def test_a_full_cache_forgets_what_expires_next(table: TableCache, tmp_path: Path) -> None:
    for number in range(50):
        table.add(f"{number}", number, 100 + number)
    assert keys_in(tmp_path) == {f"{number}" for number in range(40, 50)}


def test_a_file_gives_back_the_room_of_what_is_gone(tmp_path: Path) -> None:
    large = TableCache(tmp_path, {})
    for number in range(20):
        large.set(f"{number}", bytes(100_000))
    large.clear()
    connection = sqlite3.connect(tmp_path / FILE)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    assert sum(file.stat().st_size for file in tmp_path.glob(f"{FILE}*")) < 100_000


def test_threads_that_count_at_once_lose_nothing(tmp_path: Path) -> None:
    def count(_: int) -> bool:
        shared = TableCache(tmp_path, {})
        added = shared.add("key", 0)
        shared.incr("key")
        return added

    with ThreadPoolExecutor(8) as pool:
        added = list(pool.map(count, range(200)))
    assert added.count(True) == 1
    assert TableCache(tmp_path, {}).get("key") == 200


def test_processes_that_count_at_once_lose_nothing(tmp_path: Path) -> None:
    processes = [run(PROCESS, tmp_path) for _ in range(4)]
    assert sorted(process.communicate()[0] for process in processes) == ["0\n", "0\n", "0\n", "1\n"]
    assert TableCache(tmp_path, {}).get("count") == 2000


def test_a_full_disk_is_told_and_keeps_what_is_stored(tmp_path: Path) -> None:
    """The process may not write large files; what SQLite says of it is what it says of a disk without room."""
    told, kept = run(FULL, tmp_path).communicate()[0].splitlines()
    assert is_write_failure(OperationalError(told))
    assert kept == "None yes"


def test_reading_goes_on_without_a_folder(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    lost = TableCache(tmp_path / "file", {})
    assert lost.get("key", 7) == 7
    with pytest.raises((OperationalError, OSError)):
        lost.set("key", 1)


@pytest.mark.parametrize("content", [b"rubbish", bytes(4096), b"SQLite format 3\x00" + b"rubbish" * 2000])
def test_a_new_file_replaces_a_damaged_one(content: bytes, table: TableCache, tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(content)
    assert (table.get("a", 7), table.has_key("a"), table.add("a", 2), table.get("a")) == (7, False, True, 2)
    assert table.incr("a") == 3


def test_processes_agree_on_the_new_file(table: TableCache, tmp_path: Path) -> None:
    table.set("a", 1)
    connection = sqlite3.connect(tmp_path / FILE)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    # What this process has read it remembers, as another would not.
    with (tmp_path / FILE).open("r+b") as file:
        file.write(b"rubbish" * 1000)
    assert run(PROCESS, tmp_path).communicate()[0] == "1\n"
    assert (table.get("a"), table.get("count"), table.incr("count")) == (None, 500, 501)


def test_a_damaged_value_counts_as_missing(table: TableCache, tmp_path: Path) -> None:
    table.set("a", "text")
    connection = sqlite3.connect(tmp_path / FILE)
    connection.execute("UPDATE entries SET value = ?", [b"rubbish"])
    connection.commit()
    connection.close()
    assert table.get("a", 7) == 7


def test_a_removed_file_is_created_again(table: TableCache, tmp_path: Path) -> None:
    table.set("a", 1)
    for file in tmp_path.iterdir():
        file.unlink()
    table.set("b", 2)
    assert (table.get("a"), table.get("b"), keys_in(tmp_path)) == (None, 2, {"b"})
