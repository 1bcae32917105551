"""Jobs whose process has ended go on without anybody looking at their pages: each server process looks for such."""

from __future__ import annotations

import logging
import threading

from django.db import connections

from armybuilder.jobs.running import restart_interrupted

EVERY = 5.0
"""Seconds between two looks."""

logger = logging.getLogger(__name__)


class Watch:
    """A thread that looks for interrupted jobs."""

    def __init__(self, every: float = EVERY) -> None:
        """Nothing is looked for yet."""
        self._every = every

    def begin(self) -> None:
        """Look from now on, the first time after the usual wait."""
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look, name="job watch", daemon=True)
        self._thread.start()

    def end(self) -> None:
        """Look no more."""
        self._over.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._over.wait(self._every):
            try:
                restart_interrupted()
            except Exception:
                logger.exception("looking for interrupted jobs")
            finally:
                connections.close_all()
