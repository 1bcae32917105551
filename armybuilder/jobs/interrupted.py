"""Restarts jobs whose process has ended, from a thread of every server process."""

import logging
import threading

from django.db import connections

from armybuilder.jobs.running import restart_interrupted

INTERVAL = 5.0
"""Seconds between two checks."""

logger = logging.getLogger(__name__)


class Watch:
    """A thread that restarts interrupted jobs."""

    def __init__(self, interval: float = INTERVAL) -> None:
        self._interval = interval

    def begin(self) -> None:
        """Start the thread; its first check comes after one interval."""
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="job watch", daemon=True)
        self._thread.start()

    def end(self) -> None:
        """Stop the thread."""
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stop.wait(self._interval):
            try:
                restart_interrupted()
            except Exception:
                logger.exception("restarting interrupted jobs")
            finally:
                connections.close_all()
