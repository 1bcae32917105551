"""Pools of processes with limits, for work that might take too much memory or time.

A page, picture or workbook that is too much costs one process, which is replaced, and never the site.
"""

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import CancelledError, ThreadPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import Any, TypeVar

from pebble import ProcessExpired, ProcessFuture, ProcessPool

from armybuilder.site.metrics import RENDERER_DEATHS
from armybuilder.site.process_limits import NICENESS, limit_process, within
from armybuilder.site.tasks import Busy

TICK = 0.2
"""Seconds between checks whether the work is still needed."""

LONGER = 30
"""On a busy machine work may take so many times its processor time, and one that only waits is ended after it."""

Result = TypeVar("Result")

logger = logging.getLogger(__name__)


class ProcessEnded(Exception):
    """The process ended before it had a result, twice; the exit status is negative for a signal."""

    def __init__(self, status: int) -> None:
        super().__init__(f"exit status {status}")
        self.status = status


class _Process(SpawnProcess):
    """A process that ends with the one that started it.

    Pebble's are waited for when their owner ends, which would be for ever where the owner's exit functions do not run.
    """

    @property
    def daemon(self) -> bool:
        return True

    @daemon.setter
    def daemon(self, daemonic: bool) -> None:
        pass


class _Context(SpawnContext):
    """New interpreters, which have neither the site's modules nor its open files."""

    Process = _Process


class _Worker:
    """A process for one thing at a time; a new one after so many ``tasks``.

    A process that several things wait for would be ended with the next one in it when the one before is given up.
    """

    def __init__(self, tasks: int, limits: tuple[int, int, str]) -> None:
        self._tasks, self._limits = tasks, limits
        self._pool: ProcessPool | None = None
        self._lock = threading.Lock()

    def run(
        self, work: Callable[..., Result], arguments: tuple[Any, ...], seconds: float, given_up: threading.Event
    ) -> Result:
        """As ``WorkerPool.run``, without a second try; raises ``CancelledError`` once it is ``given_up``."""
        pool, future = self._schedule(work, arguments, seconds)
        try:
            while not wait([future], TICK).done:
                if given_up.is_set():
                    raise CancelledError
                # A pool that has stopped leaves its futures waiting.
                if not pool.active:
                    raise BrokenProcessPool
            return future.result()
        except ProcessExpired as expired:
            RENDERER_DEATHS.inc()
            raise ProcessEnded(expired.exitcode) from None
        except BrokenProcessPool:
            RENDERER_DEATHS.inc()
            raise ProcessEnded(1) from None
        finally:
            if not future.done():
                self.end()

    def _schedule(
        self, work: Callable[..., Result], arguments: tuple[Any, ...], seconds: float
    ) -> tuple[ProcessPool, ProcessFuture[Result]]:
        with self._lock:
            if self._pool is not None and not self._pool.active:
                # The idle process was killed, which pebble takes for the end of all.
                self._stop()
            if self._pool is None:
                self._pool = ProcessPool(
                    1, self._tasks, initializer=limit_process, initargs=self._limits, context=_Context()
                )
            limited = (seconds, work, *arguments)
            return self._pool, self._pool.schedule(within, limited, timeout=LONGER * seconds)

    def end(self) -> None:
        """End the process; work in progress is given up."""
        with self._lock:
            self._stop()

    def _stop(self) -> None:
        if self._pool is not None:
            self._pool.stop()  # type: ignore[no-untyped-call]
            self._pool.join()
            self._pool = None


class WorkerPool:
    """Up to ``count`` processes with ``memory`` bytes of address space each; a new one after so many ``tasks``.

    They are started when there is work for them; ``niceness`` says how far they stand back for others. Work is a
    function of a module that can be imported without Django. A ``module`` that takes long to import is imported when a
    process starts, so that this counts as nobody's work.
    """

    def __init__(self, count: int, memory: int, tasks: int, niceness: int = NICENESS, module: str = "") -> None:
        self.count = count
        self._workers = [_Worker(tasks, (memory, niceness, module)) for _ in range(count)]
        # The one that was used last comes first, so that no more are started than are needed.
        self._free = deque(self._workers)
        self._turns = ThreadPoolExecutor(count)

    def run(
        self, work: Callable[..., Result], *arguments: Any, seconds: float, tick: Callable[[], object] = bool
    ) -> Result:
        """What ``work`` returns for the arguments, or raises; work whose process ends is tried once more.

        Until it is done ``tick`` is called several times a second; if that raises, the process is ended. Raises
        ``TimeoutError`` for work that takes more than so many ``seconds`` of the processor, ``MemoryError`` and
        ``ProcessEnded``.
        """
        tick()
        given_up = threading.Event()
        future = self._turns.submit(self._run, work, arguments, seconds, given_up)
        try:
            while not wait([future], TICK).done:
                tick()
            return future.result()
        finally:
            given_up.set()
            future.cancel()

    def _run(
        self, work: Callable[..., Result], arguments: tuple[Any, ...], seconds: float, given_up: threading.Event
    ) -> Result:
        # As many threads take turns as there are workers.
        worker = self._free.pop()
        try:
            try:
                return worker.run(work, arguments, seconds, given_up)
            except ProcessEnded as ended:
                logger.warning("a process ended over %s with status %d and is tried again", work.__name__, ended.status)
            return worker.run(work, arguments, seconds, given_up)
        except ProcessEnded as ended:
            logger.error("a process ended twice over %s, at last with status %d", work.__name__, ended.status)
            raise
        finally:
            self._free.append(worker)

    def end(self) -> None:
        """End the processes; work in progress is given up."""
        for worker in self._workers:
            worker.end()


READING_MEMORY = 320 * 1000 * 1000
"""Bytes of address space for reading a file; the decoder of a picture with the most pixels needs most of them."""
READING_SECONDS = 10.0
"""Seconds for reading a file."""
READING_PATIENCE = 20.0
"""Seconds that a request waits for its turn and the result."""

READER = WorkerPool(1, READING_MEMORY, 100)
"""The process in which this web process reads what unfolds, one file at a time."""


class TooMuchToRead(ValueError):
    """A file takes more memory or time than any should."""


def read_untrusted(work: Callable[..., Result], *arguments: Any) -> Result:
    """What ``work`` returns or raises for a visitor's file, in a process with little memory, one file at a time.

    Raises ``TooMuchToRead``, and ``Busy`` while too many others are waiting.
    """
    until = time.monotonic() + READING_PATIENCE

    def tick() -> None:
        if time.monotonic() > until:
            raise Busy("Too many files are being read at the moment. Please try again in a minute.")

    try:
        return READER.run(work, *arguments, seconds=READING_SECONDS, tick=tick)
    except (MemoryError, TimeoutError, ProcessEnded):
        raise TooMuchToRead from None
