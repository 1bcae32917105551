"""Requests that take long have threads and a short queue of their own, so that no page waits behind them.

Nobody waits for a place there: a visitor who finds none is told at once when to come back, and gets back what was sent.
For pages, visitors take turns.
"""

import asyncio
import threading
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Final, TypeVar

from django.core.exceptions import SynchronousOnlyOperation
from django.db import close_old_connections, reset_queries
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import Resolver404, resolve

from armybuilder.site.errors import error_page, is_for_programs
from armybuilder.site.fair_turns import FairTurns
from armybuilder.site.htmx import is_htmx
from armybuilder.site.limits import browser_of, network_of
from armybuilder.site.metrics import REFUSALS
from armybuilder.site.parts import all_parts
from armybuilder.site.security import framed
from armybuilder.site.tasks import Busy

REFUSED: Final = "armybuilder.refused"
"""The key of a request's ``META`` under which the ``Busy`` stands that it is answered with."""
PATIENCE: Final = 15.0
"""Seconds that a request waits for its turn, in no thread."""
RETRY_AFTER: Final = 10
"""Seconds after which somebody who was refused may find a place."""
TITLE: Final = "Too much to do at the moment"
CSRF_FIELD: Final = "csrfmiddlewaretoken"
FRAMES: Final = frozenset({"printing:card", "printing:entry-card", "printing:preview"})
"""The views of the lanes that pages show in frames."""

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Lane:
    """What takes long in one way: so many ``threads`` of a process, and ``places`` to wait or be served.

    One network ``address`` has at most so many of them, and each ``browser`` there at most a part of these, so that a
    school shares its address and no single visitor takes all of it. A process counts for itself, as its threads are its
    own. ``views`` are names of addresses, ``methods`` those that count.
    """

    name: str
    threads: int
    places: int
    address: int
    browser: int
    views: frozenset[str]
    methods: frozenset[str] = frozenset({"GET", "POST"})


def _of_parts(lane: str) -> frozenset[str]:
    """The addresses that parts of the site have in a lane."""
    return frozenset().union(*(part.lanes.get(lane, ()) for part in all_parts()))


LANES: Final = (
    # Files and pasted tables, which a single process reads.
    Lane(
        "uploads",
        threads=2,
        places=24,
        address=12,
        browser=4,
        views=frozenset(
            {
                "api:armies",
                "armies:change-picture",
                "catalogue:picture",
                "interchange:import",
                "interchange:import-game",
                "interchange:paste",
            }
        )
        | _of_parts("uploads"),
        methods=frozenset({"POST"}),
    ),
    # Requests that wait a moment for pages to be laid out.
    Lane(
        "layouts",
        threads=4,
        places=40,
        address=24,
        browser=8,
        views=frozenset(
            {
                "api:documents",
                "battlefields:battlefield_pdf",
                "printing:choose",
                "printing:preview",
                "printing:reprint",
                "printing:shared",
            }
        )
        | _of_parts("layouts"),
    ),
    # What this process draws, writes or works out itself. Lists of armies ask for many pictures at once.
    Lane(
        "drawings",
        threads=2,
        places=96,
        address=72,
        browser=48,
        views=frozenset(
            {
                "accounts:export",
                "api:answers",
                "api:card-picture",
                "api:chart-picture",
                "api:file",
                "api:map-picture",
                "api:results",
                "battlefields:battlefield",
                "battlefields:battlefield_map",
                "interchange:catalogue-file",
                "interchange:export",
                "interchange:files",
                "interchange:format",
                "interchange:game-system",
                "interchange:import-job",
                "interchange:table",
                "interchange:workbook",
                "offline:edits",
                "offline:icon",
                "printing:card",
                "printing:entry-card",
                "sharing:army-picture",
                "sharing:army-strip",
                "sharing:preview",
                "suggestions:complete",
                "suggestions:fix",
                "suggestions:fix-all",
                "suggestions:random",
                "suggestions:random-new",
            }
        )
        | _of_parts("drawings"),
    ),
)


@dataclass(slots=True)
class _Places:
    """The places of a lane that are taken, by network address and by browser, and its threads."""

    lane: Lane
    threads: ThreadPoolExecutor
    addresses: Counter[str] = field(default_factory=Counter)
    browsers: Counter[str] = field(default_factory=Counter)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def enter(self, address: str, browser: str) -> None:
        """Take a place; raises ``Busy``. Who has no name as a ``browser`` counts for the address alone."""
        with self.lock:
            if browser and self.browsers[browser] >= self.lane.browser:
                raise Busy("Several of your requests are still in progress. Please wait a moment.", 429)
            if self.addresses[address] >= self.lane.address:
                raise Busy("Several requests from your network are still in progress. Please wait a moment.", 429)
            if self.addresses.total() >= self.lane.places:
                raise Busy("The site is busy at the moment. Please try again in a minute.")
            self.addresses[address] += 1
            self.browsers[browser] += 1

    def leave(self, address: str, browser: str) -> None:
        """Give the place back."""
        with self.lock:
            self.addresses -= Counter((address,))
            self.browsers -= Counter((browser,))


class Lanes:
    """The threads of a process: those of ``pages``, those of each lane beside them, and two for little.

    One refuses, the other looks up addresses that only the database knows.

    ``pages_ended`` counts what the first have answered.
    """

    def __init__(self, threads: int, lanes: Iterable[Lane] = LANES) -> None:
        """``pages`` has so many threads. None is started yet."""
        self.pages, self._turns = ThreadPoolExecutor(threads, "request"), FairTurns(threads)
        # A hundred refusals at once are many pages, which nobody who reads is to wait for.
        self._refusing = ThreadPoolExecutor(1, "refusal")
        self._resolving = ThreadPoolExecutor(1, "address")
        self.pages_ended = 0
        self._places = {
            (method, view): places
            for places in [_Places(lane, ThreadPoolExecutor(lane.threads, lane.name)) for lane in lanes]
            for method in places.lane.methods
            for view in places.lane.views
        }

    async def answer(self, request: HttpRequest, work: Callable[[], Result]) -> Result:
        """What ``work`` returns, which answers the request in a thread for it."""
        places = self._places.get((str(request.method), await self._view_of(request)))
        who = network_of(request.META), browser_of(request.META)
        if places is None:
            async with self._turns.turn(*who):
                try:
                    return await asyncio.wrap_future(self.pages.submit(_afresh, work))
                finally:
                    self.pages_ended += 1
        try:
            places.enter(*who)
        except Busy as full:
            return await self._refuse(places.lane, request, full, work)
        try:
            future = places.threads.submit(_afresh, work)
            ending = asyncio.wrap_future(future)
            await asyncio.wait([ending], timeout=PATIENCE)
            if future.cancel():
                late = Busy("The requests before yours took too long. Please wait a moment.")
                return await self._refuse(places.lane, request, late, work)
            return await ending
        finally:
            places.leave(*who)

    async def _view_of(self, request: HttpRequest) -> str:
        try:
            return _view_of(request)
        except SynchronousOnlyOperation:
            return await asyncio.wrap_future(self._resolving.submit(_afresh, lambda: _view_of(request)))

    async def _refuse(self, lane: Lane, request: HttpRequest, busy: Busy, work: Callable[[], Result]) -> Result:
        REFUSALS.labels(lane.name).inc()
        request.META[REFUSED] = busy
        return await asyncio.wrap_future(self._refusing.submit(_afresh, work))


def _view_of(request: HttpRequest) -> str:
    """The name of the requested address; empty for one that is none.

    Raises ``SynchronousOnlyOperation`` outside a thread if the database has to be asked, as for a described game.
    """
    try:
        return resolve(request.path_info).view_name
    except Resolver404:
        return ""


def _afresh(work: Callable[[], Result]) -> Result:
    """Do the work with database connections that are not broken, as Django sees to in the thread of a WSGI server."""
    reset_queries()
    close_old_connections()
    return work()


class Refusals:
    """Middleware that answers requests for which there is no place, in a lane or in what a view needs."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request."""
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_: object) -> HttpResponse | None:
        """The refusal, after the middleware that checks forms; ``None`` for a request that has its place."""
        busy = request.META.get(REFUSED)
        return busy_page(request, busy) if busy else None

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """The response when a view finds too much to do; ``None`` for any other exception."""
        return busy_page(request, exception) if isinstance(exception, Busy) else None


def busy_page(request: HttpRequest, busy: Busy) -> HttpResponse:
    """The refusal, with what sends the same again; files have to be chosen again, as browsers demand."""
    if is_htmx(request) or is_for_programs(request):
        response = error_page(request, busy.status, str(busy), TITLE)
    elif request.resolver_match and request.resolver_match.view_name in FRAMES:
        context: dict[str, object] = {"problem": f"{busy} The page tries again every {RETRY_AFTER} seconds."}
        response = framed(render(request, "printing/preview.html", context, status=busy.status))
        response.headers["Refresh"] = f"{RETRY_AFTER}; url={_again(request)}"
    else:
        sent = [(name, value) for name, values in request.POST.lists() for value in values]
        context = {
            "title": TITLE,
            "words": str(busy),
            "fields": [(name, value) for name, value in sent if name != CSRF_FIELD],
            "files": list(request.FILES),
        }
        response = render(request, "busy.html", context, status=busy.status)
    response.headers["Retry-After"] = str(RETRY_AFTER)
    return response


def _again(request: HttpRequest) -> str:
    """The address that shows what a form in a frame was sent for."""
    query = request.GET.copy()
    query.update(request.POST)
    query.pop(CSRF_FIELD, None)
    return f"{request.path}?{query.urlencode()}"
