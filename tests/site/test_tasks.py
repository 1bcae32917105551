"""Threads of a process that run tasks: how many, how they end, and what is dropped then."""

import threading
from collections.abc import Iterator

import pytest
from django.conf import settings
from django_tasks import TaskResultStatus, task, task_backends

from armybuilder.site import tasks
from armybuilder.site.tasks import MAX_WAITING_TASKS, PAGES, PRINTS, THREADS, Busy, LocalBackend, ThreadPools


class Work:
    """What the task below waits for, and what it did."""

    def __init__(self) -> None:
        self.go = threading.Event()
        self.begun = threading.Semaphore(0)
        self.done: list[int] = []


WORK = Work()


@task(queue_name=PRINTS)
def wait_and_add(number: int) -> None:
    WORK.begun.release()
    WORK.go.wait(30)
    WORK.done.append(number)


@pytest.fixture
def pools(monkeypatch: pytest.MonkeyPatch) -> Iterator[ThreadPools]:
    """The threads of another process."""
    WORK.__init__()  # type: ignore[misc]
    made = ThreadPools()
    monkeypatch.setattr(tasks, "POOLS", made)
    yield made
    WORK.go.set()
    made.drain(30)


def test_the_site_has_both_queues_in_its_own_threads() -> None:
    assert isinstance(task_backends["default"], LocalBackend)
    assert set(settings.TASKS["default"]["QUEUES"]) == {PAGES, PRINTS} == set(THREADS)


def test_waiting_covers_what_a_task_asks_for_in_turn(pools: ThreadPools) -> None:
    pools.submit(PAGES, lambda: pools.submit(PRINTS, lambda: WORK.done.append(2)))
    pools.wait(30)
    assert WORK.done == [2]
    wait_and_add.enqueue(3)
    pools.wait(0.01)
    assert WORK.done == [2], "a wait has an end"


def test_a_queue_runs_some_has_some_wait_and_refuses_more(pools: ThreadPools) -> None:
    maximum = THREADS[PRINTS] + MAX_WAITING_TASKS
    for number in range(maximum):
        assert wait_and_add.enqueue(number).status == TaskResultStatus.READY
    with pytest.raises(Busy):
        wait_and_add.enqueue(maximum)
    for _ in range(THREADS[PRINTS]):
        assert WORK.begun.acquire(timeout=30)
    assert not WORK.begun.acquire(timeout=0.05)
    wait_and_add.using(queue_name=PAGES).enqueue(maximum)
    assert WORK.begun.acquire(timeout=30), "another queue has threads of its own"
    WORK.go.set()
    pools.drain(30)
    assert sorted(WORK.done) == [*range(THREADS[PRINTS]), maximum]


def test_a_process_that_ends_lets_what_runs_end_and_begins_nothing(pools: ThreadPools) -> None:
    for number in range(THREADS[PRINTS] + 2):
        wait_and_add.enqueue(number)
    for _ in range(THREADS[PRINTS]):
        assert WORK.begun.acquire(timeout=30)
    ending = threading.Thread(target=pools.drain, args=(30,))
    ending.start()
    assert pools.draining.wait(30)
    with pytest.raises(Busy):
        wait_and_add.enqueue(99)
    WORK.go.set()
    ending.join(30)
    assert sorted(WORK.done) == list(range(THREADS[PRINTS]))


def test_what_does_not_end_is_not_waited_for_longer(pools: ThreadPools) -> None:
    wait_and_add.enqueue(1)
    assert WORK.begun.acquire(timeout=30)
    pools.drain(0.05)
    assert WORK.done == []
