"""What a process for heavy work has given up."""

import os
import resource
import signal
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from armybuilder.site.process_limits import NICENESS, SECONDS
from armybuilder.site.processes import WorkerPool

MEMORY = 500 * 10**6


@pytest.fixture
def pool(monkeypatch: pytest.MonkeyPatch) -> Iterator[WorkerPool]:
    monkeypatch.setenv("ARMYBUILDER_SECRET_KEY", "hush")
    made = WorkerPool(1, MEMORY, 0)
    yield made
    made.end()


def test_a_process_has_limits(pool: WorkerPool) -> None:
    pid = pool.run(os.getpid, seconds=30)
    assert resource.prlimit(pid, resource.RLIMIT_AS) == (MEMORY, MEMORY)
    assert resource.prlimit(pid, resource.RLIMIT_CPU)[0] == SECONDS
    assert resource.prlimit(pid, resource.RLIMIT_CORE) == (0, 0)
    assert os.getpriority(os.PRIO_PROCESS, pid) == os.getpriority(os.PRIO_PROCESS, 0) + NICENESS


def test_work_finds_no_secrets_in_the_environment(pool: WorkerPool) -> None:
    assert pool.run(os.getenv, "ARMYBUILDER_SECRET_KEY", seconds=30) is None
    assert pool.run(os.getenv, "PATH", seconds=30) == os.environ["PATH"]


def test_a_process_has_a_temporary_folder_that_its_successor_removes(pool: WorkerPool) -> None:
    folder = Path(pool.run(tempfile.gettempdir, seconds=30))
    assert folder.is_dir()
    assert folder != Path(tempfile.gettempdir())
    (folder / "left").touch()
    os.kill(pool.run(os.getpid, seconds=30), signal.SIGKILL)
    assert pool.run(tempfile.gettempdir, seconds=30) != str(folder)
    assert not folder.exists()


@pytest.mark.parametrize(("module", "imported"), [("colorsys", True), ("", False), ("no.such.module", False)])
def test_a_process_imports_what_its_work_needs_when_it_starts(module: str, imported: bool) -> None:
    pool = WorkerPool(1, MEMORY, 0, module=module)
    assert pool.run(eval, "'colorsys' in __import__('sys').modules", seconds=30) is imported
    pool.end()


def draw_half() -> str:
    """What a library does that catches whatever happens, and goes on."""
    with suppress(BaseException):
        while True:
            pass
    return "half"


def test_work_that_catches_the_end_of_its_time_has_no_result(pool: WorkerPool) -> None:
    with pytest.raises(TimeoutError):
        pool.run(draw_half, seconds=0.2)
    assert pool.run(os.getpid, seconds=30) > 0
