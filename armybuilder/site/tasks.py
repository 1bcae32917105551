"""Background work with Django's tasks interface: in threads of this process, or by workers of a Redis queue.

Work that must survive the end of a process has a row in the database, from which it is queued again; the queues only
deliver.
"""

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from django.db import connections
from django_tasks.backends.immediate import ImmediateBackend
from django_tasks.base import TaskResult

PAGES = "pages"
"""The queue for work that a visitor is waiting for."""
PRINTS = "prints"
"""The queue for print jobs that take longer."""
THREADS = {PAGES: 6, PRINTS: 3}
"""Number of tasks of each queue that a process runs at the same time if there are no workers."""
MAX_WAITING_TASKS = 20
"""Maximum number of waiting tasks in a queue."""


class Busy(RuntimeError):
    """There is too much to do; the text is for the player."""

    def __init__(self, words: str = "Too many print jobs are running. Please try again in a minute.") -> None:
        """Store the words for the response."""
        super().__init__(words)


def _run(work: Callable[[TaskResult[Any]], None], result: TaskResult[Any]) -> None:
    try:
        work(result)
    finally:
        connections.close_all()


class ThreadPools:
    """The threads of this process that run tasks, several for each queue, started when needed."""

    def __init__(self) -> None:
        self.draining = threading.Event()
        self._pools = {queue: ThreadPoolExecutor(count, f"{queue} task") for queue, count in THREADS.items()}
        self._unfinished: dict[str, set[Future[None]]] = {queue: set() for queue in THREADS}
        self._lock = threading.Lock()

    def submit(self, queue: str, work: Callable[[TaskResult[Any]], None], result: TaskResult[Any]) -> None:
        """Have a thread call ``work(result)``; raises ``Busy``."""
        with self._lock:
            unfinished = self._unfinished[queue]
            if self.draining.is_set() or len(unfinished) >= THREADS[queue] + MAX_WAITING_TASKS:
                raise Busy
            future = self._pools[queue].submit(_run, work, result)
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
        until = time.monotonic() + seconds
        for future in [each for queue in self._unfinished.values() for each in list(queue)]:
            with suppress(Exception):
                future.result(max(0.0, until - time.monotonic()))


POOLS = ThreadPools()


class LocalBackend(ImmediateBackend):
    """Runs tasks in this process's own threads."""

    supports_async_task = False

    def problem(self) -> str:
        """Why no task would be run at present, or an empty string."""
        return "This process is to end." if POOLS.draining.is_set() else ""

    def _execute_task(self, task_result: TaskResult[Any]) -> None:
        POOLS.submit(task_result.task.queue_name, super()._execute_task, task_result)
