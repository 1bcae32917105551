"""Metrics for Prometheus, shared by all processes with the folder ``settings.METRICS``."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from prometheus_client import Counter, Histogram, values

from armybuilder.logs import view_name

PROCESS = "ARMYBUILDER_PROCESS"
"""The variable with a process's name, set by the server: a replacement continues the counts of its predecessor."""
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")

if settings.METRICS:
    Path(settings.METRICS).mkdir(mode=0o700, parents=True, exist_ok=True)
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = settings.METRICS
    values.ValueClass = values.MultiProcessValue(  # type: ignore[no-untyped-call]
        lambda: os.environ.get(PROCESS) or os.getpid()
    )

REQUESTS = Counter("armybuilder_requests", "Answers to requests.", ["method", "view", "status"])
SECONDS = Histogram("armybuilder_request_seconds", "Seconds until a request is answered.")
REFUSALS = Counter("armybuilder_refusals", "Requests refused because of a limit a minute.", ["limit"])
RENDERER_DEATHS = Counter("armybuilder_renderer_deaths", "Rendering processes that ended over their work.")


class CountRequests:
    """Middleware that counts requests by view and status."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request."""
        with SECONDS.time():
            response = self.get_response(request)
        method = request.method if request.method in METHODS else "other"
        REQUESTS.labels(method, view_name(request), response.status_code).inc()
        return response
