"""Previews and documents without a stored job: a request waits briefly for them, and the page reloads until they come.

The work is done by a thread of one web process. The cache tells all processes of the site what is being made and what
came of it, under a key that stands for everything the result is made of. Where nothing can be stored there, since the
disk is full, the request does the work itself.
"""

from __future__ import annotations

import hashlib
import logging
import threading
import time
from collections.abc import Callable
from typing import Any, TypeVar

from django.core.cache import cache
from django.db import connections
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from armybuilder.faults import cannot_store, while_reading
from armybuilder.pages import error_page
from armybuilder.printing.documents import printed
from armybuilder.printing.documents.context import NothingToPrint, TooMuchToPrint
from armybuilder.printing.documents.document import Document
from armybuilder.printing.jobs import Busy, printer
from armybuilder.printing.rendering import CannotPrint
from armybuilder.printing.rendering.printer import Printer

PATIENCE = 4.0
"""Seconds that a request waits for a result."""
POLL = 0.05
"""Seconds between two looks for a result."""
RELOAD = 4
"""Seconds until the page asks for a file again."""
LEASE = 30
"""Seconds after which work that its process has not renewed counts as interrupted."""
KEPT = 300
"""Seconds for which a result waits to be fetched."""
MOST_AT_ONCE = 6
"""Results that one web process makes at the same time."""
PENDING = "pending"

T = TypeVar("T")

logger = logging.getLogger(__name__)
_threads = threading.BoundedSemaphore(MOST_AT_ONCE)


def result_of(key: str, make: Callable[[Printer], T], patience: float | None = None) -> T | None:
    """What ``make`` gives with the site's printer, or ``None`` when it takes longer; a later call with the same key,
    in any process, gives it then.

    Raises ``CannotPrint``, ``NothingToPrint`` or ``TooMuchToPrint`` as ``make`` does, and ``Busy`` when this process is
    making too much already.
    """
    name = f"print-result:{hashlib.sha256(key.encode()).hexdigest()}"
    try:
        first = cache.add(name, PENDING, LEASE)
    except OSError as error:
        if not cannot_store(error):
            raise
        logger.error("Pages are made while the request waits: %s", error)
        return _make_at_once(make)
    if first:
        if not _threads.acquire(blocking=False):
            cache.delete(name)
            raise Busy
        threading.Thread(target=_make, args=(name, make), name="print in background", daemon=True).start()
    until = time.monotonic() + (PATIENCE if patience is None else patience)
    while (outcome := cache.get(name)) == PENDING and time.monotonic() < until:
        time.sleep(POLL)
    if outcome is None or outcome == PENDING:
        return None
    cache.delete(name)
    result, refusal = outcome
    if refusal is not None:
        raise refusal
    made: T = result
    return made


def _make_at_once(make: Callable[[Printer], T]) -> T:
    if not _threads.acquire(blocking=False):
        raise Busy
    try:
        return make(printer())
    finally:
        _threads.release()


def _make(name: str, make: Callable[[Printer], Any]) -> None:
    """Make a result and put it into the cache."""

    def renew(pages: int) -> None:
        with while_reading():
            cache.set(name, PENDING, LEASE)

    outcome: tuple[Any, Exception | None] = (None, None)
    try:
        outcome = make(printer(renew)), None
    except (CannotPrint, NothingToPrint, TooMuchToPrint) as refusal:
        outcome = None, refusal
    except Exception:
        logger.exception("making pages in the background")
        outcome = None, CannotPrint("These pages could not be made. The error has been logged; your army is unchanged.")
    finally:
        try:
            with while_reading():
                cache.set(name, outcome, KEPT)
        finally:
            _threads.release()
            connections.close_all()


def pdf_response(
    request: HttpRequest, key: str, make: Callable[[Printer], Document], answer: Callable[[bytes], HttpResponse]
) -> HttpResponse:
    """What ``answer`` makes of the document's PDF; 202 while it is being made, 400 and 429 with what stands in its way.

    ``key`` is all that the document is made of.
    """
    try:
        pdf = result_of(key, lambda using: printed(make(using), using))
    except (CannotPrint, NothingToPrint, TooMuchToPrint) as refusal:
        return error_page(request, 400, str(refusal))
    except Busy as busy:
        return error_page(request, 429, str(busy))
    if pdf is not None:
        return answer(pdf)
    waiting = render(request, "printing/being_printed.html", {"again": request.get_full_path()}, status=202)
    waiting.headers["Refresh"] = str(RELOAD)
    return waiting
