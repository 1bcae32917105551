"""Metrics for Prometheus, shared by all processes with the folder ``settings.METRICS``; without it nothing counts."""

from __future__ import annotations

import fcntl
import itertools
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse

from armybuilder.site.logs import view_name

if TYPE_CHECKING:
    from prometheus_client import Counter

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


class ProcessName:
    """A number for this process that no other running one has: a replacement continues its predecessor's counts."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._pid = 0

    def __call__(self) -> str:
        """Return the lowest free number, and hold its file locked until the process ends."""
        if self._pid != os.getpid():
            self._pid = os.getpid()
            for number in itertools.count():
                file = (self._folder / f"{number}.lock").open("wb")
                try:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    file.close()
                else:
                    self._number, self._file = str(number), file
                    break
        return self._number


class Uncounted:
    """A counter of a site without metrics."""

    def labels(self, *values: str) -> Uncounted:
        """Return this counter."""
        return self

    def inc(self) -> None:
        """Do nothing."""


REFUSALS: Counter | Uncounted = Uncounted()
RENDERER_DEATHS: Counter | Uncounted = Uncounted()
if settings.METRICS:
    from prometheus_client import Counter, Histogram, values

    _FOLDER = Path(settings.METRICS)
    _FOLDER.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = settings.METRICS
    values.ValueClass = values.MultiProcessValue(ProcessName(_FOLDER))  # type: ignore[no-untyped-call]
    REQUESTS = Counter("armybuilder_requests", "Answers to requests.", ["method", "view", "status"])
    SECONDS = Histogram("armybuilder_request_seconds", "Seconds until a request is answered.")
    REFUSALS = Counter("armybuilder_refusals", "Requests refused by a limit per minute.", ["limit"])
    RENDERER_DEATHS = Counter("armybuilder_renderer_deaths", "Rendering processes that died while they worked.")


class CountRequests:
    """Middleware that counts requests by view and status."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        if not settings.METRICS:
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request."""
        with SECONDS.time():
            response = self.get_response(request)
        method = request.method if request.method in METHODS else "other"
        REQUESTS.labels(method, view_name(request), response.status_code).inc()
        return response
