"""Phones at the table wait for news on a connection that stays open: each is told where its game stands.

One look at the database tells all phones of a process. What they are told says nothing of what happened: for that they
ask as they do without such a connection.
"""

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Final
from weakref import WeakSet

import orjson
from django.contrib.sessions.models import Session
from django.core.handlers.asgi import ASGIRequest
from django.db import connections
from django.db.models import F
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from armybuilder.matches.log.photos import digest_for
from armybuilder.matches.log.seats import seat_of
from armybuilder.matches.models import Seat
from armybuilder.site.limits import client, limit
from armybuilder.site.metrics import REFUSALS
from armybuilder.site.tasks import POOLS, Busy

INTERVAL: Final = 0.25
"""Seconds between two looks at the database."""
AGAIN: Final = 2.0
"""Seconds until the next look after one that failed."""
HEARTBEAT: Final = 15.0
"""Seconds after which a phone without news is sent an empty line, so that no proxy takes it for gone."""
LIFETIME: Final = 300.0
"""Seconds after which a phone has to ask again, with all checks; less than a proxy waits."""
RETRY: Final = 1000
"""Milliseconds after which a phone whose connection has ended asks again."""
MAX_WAITING: Final = 1000
"""Phones that wait for news from one process."""
MAX_WAITING_EACH: Final = 40
"""Phones of one network address among them; nginx accepts more connections than that."""
COLUMNS: Final = (
    "side",
    "taken",
    "claim_hash",
    "owner__is_active",
    "match__head",
    "match__forces_changed",
    "match__ended",
)
"""What is read of seats."""

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Place:
    """A seat with its holder; ``session`` is that of a user who signed in, empty for a browser by its claim."""

    match: str
    seat: int
    owner: int | None
    claim_hash: str
    session: str = ""


@dataclass(frozen=True, slots=True)
class News:
    """Where a game stands: its last entry, how often its forces have changed, and how many players it has.

    ``photo`` is the digest of its photo, empty for those who may see none.
    """

    head: int
    forces: int
    players: int
    photo: str = ""


def read_news(places: Collection[Place]) -> dict[Place, News]:
    """The news for each of the places whose holder still has it, by two queries at most for all of them."""
    rows = Seat.objects.filter(match__in={place.match for place in places}, match__deleted=None, withdrawn=None)
    rows = rows.annotate(digest=F("match__photo__digest"))
    seats = list(rows.select_related("match", "owner").only(*COLUMNS))
    players: dict[str, set[tuple[int | None, str]]] = {}
    for seat in seats:
        if seat.taken and seat.side is not None:
            players.setdefault(seat.match_id, set()).add((seat.owner_id, seat.claim_hash))
    held = {
        (seat.pk, seat.owner_id, seat.claim_hash): News(
            seat.match.head - 1,
            seat.match.forces_changed,
            len(players.get(seat.match_id, ())),
            digest_for(seat.digest, seat.side, ended=seat.match.ended),
        )
        for seat in seats
        if seat.owner is None or seat.owner.is_active
    }
    signed_in = _signed_in({place.session for place in places} - {""}) | {""}
    found = {place: held.get((place.seat, place.owner, place.claim_hash)) for place in places}
    return {place: news for place, news in found.items() if news and place.session in signed_in}


def _signed_in(sessions: Collection[str]) -> set[str]:
    """Those of the sessions that have neither ended nor expired."""
    now = timezone.now()
    return set(Session.objects.filter(pk__in=sessions, expire_date__gt=now).values_list("pk", flat=True))


class Listener:
    """What one phone is sent: the news of its game as they change, until its holder has left the seat."""

    def __init__(self, listeners: "Listeners", place: Place, address: str, news: News) -> None:
        """``address`` is the phone's network address."""
        self.place, self.address = place, address
        self._listeners, self._news = listeners, news
        self._changed = asyncio.Event()
        self._changed.set()
        self._until = time.monotonic() + LIFETIME

    def tell(self, news: News | None) -> None:
        """Have news sent if they are others than the last; ``None`` ends the connection."""
        if news is None:
            self._until = 0
        if news is None or news != self._news:
            self._news = news or self._news
            self._changed.set()

    def __aiter__(self) -> "Listener":
        """It is its own iterator."""
        return self

    async def __anext__(self) -> bytes:
        """The next event as bytes, or an empty line while there is none."""
        self._listeners.look()
        with suppress(TimeoutError):
            async with asyncio.timeout(HEARTBEAT):
                await self._changed.wait()
        if time.monotonic() > self._until:
            raise StopAsyncIteration
        if not self._changed.is_set():
            return b":\n\n"
        self._changed.clear()
        return b"retry: %d\ndata: %b\n\n" % (RETRY, orjson.dumps(asdict(self._news)))

    def close(self) -> None:
        """Free its place."""
        self._listeners.leave(self)


class Listeners:
    """The phones that wait for news from this process, and the coroutine that looks for these."""

    def __init__(self, read: Callable[[Collection[Place]], Mapping[Place, News]] = read_news) -> None:
        self._read = read
        self._all: WeakSet[Listener] = WeakSet()
        self._lock = threading.Lock()
        self._thread = ThreadPoolExecutor(1, "news")
        self._looking: asyncio.Task[None] | None = None

    def add(self, place: Place, address: str, news: News) -> Listener:
        """Take a phone in; raises ``Busy``."""
        listener = Listener(self, place, address, news)
        with self._lock:
            waiting = [each.address for each in self._all]
            if len(waiting) >= MAX_WAITING:
                raise Busy("Too many phones are waiting for news. Yours will ask for it by itself.")
            if waiting.count(address) >= MAX_WAITING_EACH:
                raise Busy(
                    "Too many phones on your network are waiting for news. Yours will ask for it by itself.", 429
                )
            self._all.add(listener)
        return listener

    def leave(self, listener: Listener) -> None:
        """Forget a phone."""
        with self._lock:
            self._all.discard(listener)

    def look(self) -> None:
        """Look for news from now on, while phones wait; called in the event loop."""
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look())

    async def _look(self) -> None:
        loop = asyncio.get_running_loop()
        while listeners := self._waiting():
            pause = INTERVAL
            try:
                places = {each.place for each in listeners}
                news = {} if POOLS.draining.is_set() else await loop.run_in_executor(self._thread, self._ask, places)
                for each in listeners:
                    each.tell(news.get(each.place))
            except Exception:
                logger.exception("looking for news")
                pause = AGAIN
            await asyncio.sleep(pause)

    def _waiting(self) -> list[Listener]:
        with self._lock:
            return list(self._all)

    def _ask(self, places: Collection[Place]) -> Mapping[Place, News]:
        try:
            return self._read(places)
        except Exception:
            connections.close_all()  # the next look gets a new one
            raise


LISTENERS = Listeners()


@never_cache
@require_GET
@limit("news")
def news(request: HttpRequest, address: str) -> HttpResponseBase:
    """Where a game stands, now and whenever that changes, as a stream of server-sent events.

    A server that would keep a thread for it says 204, after which browsers do not ask again.
    """
    seat = seat_of(request, address)
    if not isinstance(request, ASGIRequest):
        return HttpResponse(status=204)
    session = (request.session.session_key or "") if seat.owner_id else ""
    place = Place(seat.match_id, seat.pk, seat.owner_id, seat.claim_hash, session)
    now = read_news([place]).get(place)
    if now is None:
        raise Http404
    try:
        listener = LISTENERS.add(place, client(request), now)
    except Busy:
        REFUSALS.labels("news").inc()
        raise
    # No proxy may collect what is sent, nor compress it, which collects it as well.
    headers = {"X-Accel-Buffering": "no", "Content-Encoding": "identity"}
    return StreamingHttpResponse(listener, content_type="text/event-stream", headers=headers)
