"""Previews and documents without a stored job: a request waits briefly, then the page reloads until they are ready.

The work is a job, which takes its turn among those of others. The cache holds what is pending and each result for all
processes, under a key made from all of the input. When nothing can be stored because the disk is full, the request does
the work itself.
"""

import hashlib
import logging
import threading
import time
from collections.abc import Callable
from typing import Any

from django.core.cache import cache
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.module_loading import import_string

from armybuilder.jobs import running
from armybuilder.jobs.running import Failed, HandedBack, Postponed, Stopped, requested_by, tell
from armybuilder.jobs.turns import UNFINISHED
from armybuilder.printing.documents import print_pdf
from armybuilder.printing.documents.context import NothingToPrint, TooMuchToPrint
from armybuilder.printing.documents.document import Document
from armybuilder.printing.jobs import Turn, printer
from armybuilder.printing.models import PagesJob
from armybuilder.printing.rendering import CannotPrint, TooMuchAtOnce
from armybuilder.printing.rendering.printer import Printer
from armybuilder.site.errors import error_page, is_write_failure, optional_writes
from armybuilder.site.tasks import Busy
from armybuilder.site.time_zones import current_zone, zone_named

PATIENCE = 2.0
"""Seconds that a request waits for a result."""
POLL = 0.05
"""Seconds between two checks for a result."""
RELOAD = 4
"""Seconds until the page asks for a file again."""
LEASE = 30
"""Seconds without renewal after which work counts as interrupted."""
RESULT_LIFETIME = 300
"""Seconds for which a result waits to be fetched."""
MAX_AT_ONCE = 6
"""Most results that the requests of one web process make at once when the cache cannot be written."""
PENDING = "pending"

Maker = Callable[..., Any]
"""A module-level function that makes a result from the site's printer and plain keyword arguments.

If it returns a document, that is printed.
"""

logger = logging.getLogger(__name__)
_requests = threading.BoundedSemaphore(MAX_AT_ONCE)


def result_of(
    key: str, maker: Maker, arguments: dict[str, Any], by: dict[str, str], patience: float | None = None
) -> Any:
    """Return the maker's result, or ``None`` while it is not ready; a later call with the same key, in any process,
    gets it. It gives times in the current time zone.

    ``by`` says whose turn it takes, as ``requested_by``. Raises ``CannotPrint``, ``NothingToPrint`` or
    ``TooMuchToPrint`` as the maker does, and ``Busy`` when too much work is already waiting.
    """
    digest = hashlib.sha256(f"{current_zone()} {key}".encode()).hexdigest()
    name = f"print-result:{digest}"
    try:
        # Adding is atomic: of all requests and processes that ask for the result one starts the work.
        if cache.add(name, PENDING, LEASE):
            _begin(name, maker, arguments, by)
    except (OperationalError, OSError) as error:
        if not is_write_failure(error):
            raise
        logger.error("Pages are made while the request waits: %s", error)
        return _make_at_once(maker, arguments)
    until = time.monotonic() + (PATIENCE if patience is None else patience)
    while (outcome := cache.get(name)) == PENDING and time.monotonic() < until:
        time.sleep(POLL)
    if outcome is None or outcome == PENDING:
        return None
    with optional_writes():
        cache.delete(name)
    result, refusal = outcome
    if refusal is not None:
        raise refusal
    return result


def _begin(name: str, maker: Maker, arguments: dict[str, Any], by: dict[str, str]) -> None:
    """Order the job, unless it has waited for its turn for so long that nothing is pending any more."""
    job = PagesJob.objects.filter(name=name, state__in=UNFINISHED).first()
    if job is None:
        call = f"{maker.__module__}.{maker.__name__}"
        try:
            job = running.order(PagesJob(name=name, call=call, arguments=arguments, **by))
        except Busy:
            cache.delete(name)
            raise
    running.begin(job)


def _make_at_once(maker: Maker, arguments: dict[str, Any]) -> Any:
    if not _requests.acquire(blocking=False):
        raise Busy
    try:
        return _make(maker, arguments, printer())
    finally:
        _requests.release()


def _make(maker: Maker, arguments: dict[str, Any], using: Printer) -> Any:
    result = maker(using, **arguments)
    return print_pdf(result, using) if isinstance(result, Document) else result


def make_pages(job: PagesJob) -> None:
    """Make the result and put it into the cache; raises ``HandedBack``, ``Postponed`` and ``Stopped``."""

    def renew(pages: int) -> None:
        with optional_writes():
            cache.set(job.name, PENDING, LEASE)
            tell(job, seconds=job.seconds)

    outcome: tuple[Any, Exception | None] = (None, None)
    try:
        with timezone.override(zone_named(job.time_zone)):
            outcome = _make(import_string(job.call), job.arguments, Turn(job, renew).printer()), None
    except (HandedBack, Postponed, Stopped):
        raise
    except TooMuchAtOnce as refusal:
        if not job.slow:
            raise Postponed from None
        outcome = None, refusal
    except (CannotPrint, NothingToPrint, TooMuchToPrint) as refusal:
        outcome = None, refusal
    except Failed as refusal:
        outcome = None, CannotPrint(str(refusal))
    except Exception:
        logger.exception("making pages in the background")
        outcome = None, CannotPrint("The PDF could not be made. The error has been logged. Your army is unchanged.")
    # Before its result is fetched, so that the next request for the same finds no job that is about to end.
    with optional_writes():
        job.remove()
    with optional_writes():
        cache.set(job.name, outcome, RESULT_LIFETIME)


def pdf_response(
    request: HttpRequest, key: str, maker: Maker, arguments: dict[str, Any], answer: Callable[[bytes], HttpResponse]
) -> HttpResponse:
    """Return ``answer`` for the document's PDF; 202 while it is being made, 400 with the reason when it cannot be.

    Raises ``Busy``. The maker makes the document; ``key`` identifies all of its input.
    """
    try:
        pdf = result_of(key, maker, arguments, requested_by(request))
    except (CannotPrint, NothingToPrint, TooMuchToPrint) as refusal:
        return error_page(request, 400, str(refusal))
    if pdf is not None:
        return answer(pdf)
    waiting = render(request, "printing/being_printed.html", {"again": request.get_full_path()}, status=202)
    waiting.headers["Refresh"] = str(RELOAD)
    return waiting
