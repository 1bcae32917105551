"""Pools of processes: what they return and raise, how a process is replaced, and that none outlives the site."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from prometheus_client import REGISTRY

from armybuilder.site.processes import ProcessEnded, WorkerPool
from tests.dying import die, die_once, spin, take

MEMORY = 400 * 10**6


@pytest.fixture
def make_pool() -> Iterator[Callable[..., WorkerPool]]:
    made: list[WorkerPool] = []

    def make(count: int = 1, tasks: int = 0) -> WorkerPool:
        made.append(WorkerPool(count, MEMORY, tasks))
        return made[-1]

    yield make
    for each in made:
        each.end()


@pytest.fixture
def pool(make_pool: Callable[..., WorkerPool]) -> WorkerPool:
    """One process."""
    return make_pool()


def deaths() -> float:
    return REGISTRY.get_sample_value("armybuilder_renderer_deaths_total") or 0


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def ends(pid: int) -> bool:
    """Whether a process ends within ten seconds."""
    for _ in range(100):
        if not is_running(pid):
            return True
        time.sleep(0.1)
    return False


def test_work_may_wait_for_a_busy_processor_but_not_keep_it(pool: WorkerPool) -> None:
    pool.run(time.sleep, 2, seconds=1)
    with pytest.raises(TimeoutError):
        pool.run(spin, seconds=1)
    assert pool.run(os.getpid, seconds=30)


def test_work_is_done_in_another_process_that_stays(pool: WorkerPool) -> None:
    pid = pool.run(os.getpid, seconds=30)
    assert pid != os.getpid()
    assert pool.run(os.getpid, seconds=30) == pid


def test_an_exception_of_the_work_comes_through(pool: WorkerPool) -> None:
    pid = pool.run(os.getpid, seconds=30)
    with pytest.raises(FileNotFoundError):
        pool.run(os.listdir, "/no/such/folder", seconds=30)
    assert pool.run(os.getpid, seconds=30) == pid


def test_work_that_takes_too_long_is_ended(pool: WorkerPool) -> None:
    pid = pool.run(os.getpid, seconds=30)
    with pytest.raises(TimeoutError):
        pool.run(time.sleep, 600, seconds=0.5)
    assert ends(pid)
    assert pool.run(os.getpid, seconds=30) != pid


def test_work_that_needs_too_much_memory_is_refused(pool: WorkerPool) -> None:
    with pytest.raises(MemoryError):
        pool.run(take, 800, seconds=30)
    assert pool.run(take, 8, seconds=30) == 8 * 10**6


def test_work_whose_process_is_killed_is_tried_once_more(pool: WorkerPool, tmp_path: Path) -> None:
    (tmp_path / "deadly").touch()
    before = deaths()
    assert pool.run(die_once, tmp_path / "deadly", seconds=30) > 0
    assert deaths() == before + 1


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSEGV])
def test_work_whose_processes_end_twice_is_given_up(
    pool: WorkerPool, number: int, caplog: pytest.LogCaptureFixture
) -> None:
    before = deaths()
    with pytest.raises(ProcessEnded) as ended:
        pool.run(die, number, seconds=30)
    assert ended.value.status == -number
    assert deaths() == before + 2
    assert f"status {-number}" in caplog.text
    assert pool.run(os.getpid, seconds=30) > 0


def test_an_idle_process_that_is_killed_is_replaced(pool: WorkerPool) -> None:
    pid = pool.run(os.getpid, seconds=30)
    os.kill(pid, signal.SIGKILL)
    assert pool.run(os.getpid, seconds=30) != pid


def test_a_process_is_replaced_after_some_tasks(make_pool: Callable[..., WorkerPool]) -> None:
    pool = make_pool(tasks=2)
    pids = [pool.run(os.getpid, seconds=30) for _ in range(4)]
    assert pids[0] == pids[1] != pids[2] == pids[3]
    assert ends(pids[0])


def test_work_that_is_no_longer_needed_is_ended(pool: WorkerPool) -> None:
    pid = pool.run(os.getpid, seconds=30)
    ticks = iter(range(2))
    with pytest.raises(StopIteration):
        pool.run(time.sleep, 600, seconds=600, tick=lambda: next(ticks))
    assert ends(pid)


def test_threads_take_turns_at_a_process(pool: WorkerPool) -> None:
    with ThreadPoolExecutor(4) as threads:
        assert len(set(threads.map(lambda _: pool.run(os.getpid, seconds=30), range(8)))) == 1


def test_no_more_processes_start_than_there_is_work_for(make_pool: Callable[..., WorkerPool]) -> None:
    pool = make_pool(3)
    assert len({pool.run(os.getpid, seconds=30) for _ in range(4)}) == 1


def test_work_that_waited_for_work_given_up_gets_another_process(pool: WorkerPool) -> None:
    pid, begun = pool.run(os.getpid, seconds=30), threading.Event()

    def tick() -> None:
        begun.set()
        if next(ticks) == 3:
            raise StopIteration

    ticks = iter(range(4))
    with ThreadPoolExecutor(1) as threads:
        given_up = threads.submit(pool.run, time.sleep, 600, seconds=600, tick=tick)
        begun.wait()
        assert pool.run(os.getpid, seconds=30) != pid
    assert isinstance(given_up.exception(), StopIteration)


def test_work_that_waits_for_a_process_can_be_given_up(pool: WorkerPool) -> None:
    begun, ticks = threading.Event(), iter(range(3))
    with ThreadPoolExecutor(1) as threads:
        first = threads.submit(pool.run, time.sleep, 2, seconds=30, tick=begun.set)
        begun.wait()
        time.sleep(0.5)
        with pytest.raises(StopIteration):
            pool.run(os.getpid, seconds=30, tick=lambda: next(ticks))
        assert not first.done()
    assert first.exception() is None


def test_a_pool_that_was_ended_leaves_no_process_and_can_go_on(pool: WorkerPool) -> None:
    pid = pool.run(os.getpid, seconds=30)
    pool.end()
    assert not is_running(pid)
    assert pool.run(os.getpid, seconds=30) != pid


OWNER = """
import os, signal, sys, time
import django
from django.conf import settings
settings.configure(METRICS="")
from armybuilder.site.processes import WorkerPool
if __name__ == "__main__":
    pool = WorkerPool(1, 400 * 10**6, 0)
    print(pool.run(os.getpid, seconds=30), flush=True)
    {ending}
"""


@pytest.mark.parametrize("ending", ["os.kill(os.getpid(), signal.SIGKILL)", "pass", "sys.exit(3)"])
def test_a_process_ends_with_its_owner(ending: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", OWNER.format(ending=ending)], capture_output=True, text=True, timeout=60, check=False
    )
    assert ends(int(done.stdout)), done.stderr


def test_a_process_ends_with_a_worker_of_a_server() -> None:
    """Such a worker is a process of multiprocessing, which waits for its own children when it ends."""
    program = OWNER.format(ending="pass").replace('if __name__ == "__main__":', "def serve():") + (
        "if __name__ == '__main__':\n"
        "    import multiprocessing\n"
        "    worker = multiprocessing.get_context('fork').Process(target=serve)\n"
        "    worker.start(); worker.join(30); print(worker.exitcode)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
    pid, status = done.stdout.split()
    assert status == "0", done.stderr
    assert ends(int(pid))
