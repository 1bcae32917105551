"""Background work with Django's tasks interface: in threads of this process, or by workers of a Redis queue.

Work that must survive the end of a process has a row in the database, from which it is queued again; the queues only
deliver.
"""

import threading
import time
from collections.abc import Callable
from concurrent import futures
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from django.db import connections
from django.utils import timezone
from django_tasks.backends.base import BaseTaskBackend
from django_tasks.backends.immediate import ImmediateBackend
from django_tasks.base import Task, TaskResult, TaskResultStatus
from django_tasks.utils import get_random_id

PAGES = "pages"
"""The queue for work that a visitor is waiting for."""
PRINTS = "prints"
"""The queue for print jobs that take longer."""
THREADS = {PAGES: 6, PRINTS: 3}
"""Number of tasks of each queue that a process runs at the same time if there are no workers."""
MAX_WAITING_TASKS = 20
"""Maximum number of waiting tasks in a queue."""


class Busy(RuntimeError):
    """There is too much to do; the text is for the player, the ``status`` is 429 where it is the player's own work."""

    def __init__(
        self, words: str = "Too many print jobs are running. Please try again in a minute.", status: int = 503
    ) -> None:
        """Store the words for the response."""
        super().__init__(words)
        self.status = status


def _run(work: Callable[[], object]) -> None:
    try:
        work()
    finally:
        connections.close_all()


class ThreadPools:
    """The threads of this process that run tasks, several for each queue, started when needed."""

    def __init__(self) -> None:
        self.draining = threading.Event()
        self._pools = {queue: ThreadPoolExecutor(count, f"{queue} task") for queue, count in THREADS.items()}
        self._unfinished: dict[str, set[Future[None]]] = {queue: set() for queue in THREADS}
        self._lock = threading.Lock()

    def submit(self, queue: str, work: Callable[[], object]) -> None:
        """Have a thread call ``work``; raises ``Busy``."""
        with self._lock:
            unfinished = self._unfinished[queue]
            if self.draining.is_set() or len(unfinished) >= THREADS[queue] + MAX_WAITING_TASKS:
                raise Busy
            future = self._pools[queue].submit(_run, work)
            unfinished.add(future)
        future.add_done_callback(unfinished.discard)

    def drain(self, seconds: float) -> None:
        """Accept no more tasks, drop those that have not started, and wait this long for the others.

        Running tasks can check ``draining`` and hand their work back.
        """
        with self._lock:
            self.draining.set()
        for pool in self._pools.values():
            pool.shutdown(wait=False, cancel_futures=True)
        self.wait(seconds)

    def wait(self, seconds: float) -> None:
        """Wait this long for the tasks that were accepted, and for those that they ask for in turn."""
        until = time.monotonic() + seconds
        while unfinished := [each for queue in self._unfinished.values() for each in list(queue)]:
            remaining = until - time.monotonic()
            if remaining <= 0:
                break
            futures.wait(unfinished, remaining)


POOLS = ThreadPools()


class LocalBackend(BaseTaskBackend):
    """Has threads of this process run tasks, each by Django's immediate backend."""

    def __init__(self, alias: str, params: dict[str, Any]) -> None:
        super().__init__(alias, params)
        self._immediate = ImmediateBackend(alias, params)

    def problem(self) -> str:
        """Why no task would be run at present, or an empty string."""
        return "This process is shutting down." if POOLS.draining.is_set() else ""

    def enqueue(self, task: Task[Any, Any], args: Any, kwargs: Any) -> TaskResult[Any]:
        """Give the task to a thread; raises ``Busy``. The result is that of now: it never becomes another."""
        POOLS.submit(task.queue_name, lambda: self._immediate.enqueue(task, args, kwargs))
        return TaskResult(
            task=task,
            id=get_random_id(),
            status=TaskResultStatus.READY,
            enqueued_at=timezone.now(),
            started_at=None,
            finished_at=None,
            last_attempted_at=None,
            args=args,
            kwargs=kwargs,
            backend=self.alias,
            errors=[],
            worker_ids=[],
        )
