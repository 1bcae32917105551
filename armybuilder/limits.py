"""How much, and how often, one visitor may ask of the site."""

import fcntl
import ipaddress
import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.cache import cache
from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.filebased import FileBasedCache
from django.http import HttpRequest, HttpResponse

from armybuilder.claims import author_of
from armybuilder.metrics import REFUSALS
from armybuilder.pages import P, View, error_page, read_number, too_large

MINUTE = 60


@dataclass(frozen=True, slots=True)
class Rate:
    """How often a minute something may be done from one network address.

    What many players do at once from a club's address may be done so often by each ``visitor``.
    """

    address: int
    visitor: int | None = None


A_MINUTE: Final = {
    # armies
    "armies": Rate(30),  # begun, copied, read from files
    "arrange": Rate(60),
    "edits": Rate(600),
    "pictures": Rate(30),
    "readings": Rate(60),  # files looked into before they become armies
    "search": Rate(120),
    "export": Rate(5),  # all that an account has
    "tokens": Rate(30),
    # the catalogue and house rules
    "collections": Rate(30),
    "own-entries": Rate(60),
    "own-tables": Rate(30),
    "house-rules": Rate(60),
    # links to others
    "links": Rate(30),
    "shared": Rate(120),
    # answers
    "battlefield": Rate(120),
    "calculate": Rate(300),
    "calculate-many": Rate(20),  # up to a thousand questions each
    "lookups": Rate(240),  # searches of the whole site
    "health": Rate(120),
    "plans": Rate(20),
    "suggestions": Rate(60),
    # whatever else programs read
    "api": Rate(600),
    # paper
    "preview": Rate(90),
    "print": Rate(20),
    "setups": Rate(30),
    # games at the table
    "engage": Rate(1500, visitor=300),
    "events": Rate(4800, visitor=240),
    "match-reports": Rate(600, visitor=60),
    "matches": Rate(60, visitor=20),
    "seat-codes": Rate(600, visitor=120),
    "seats": Rate(200, visitor=20),
    "unit-cards": Rate(2400, visitor=120),
    # the desk
    "battle-files": Rate(60),
    "battle-pictures": Rate(60),
    "battles": Rate(20),
    "desk": Rate(600),
    "desk-checks": Rate(60),
}
"""What is counted, by the name that its views give to ``limit``."""

logger = logging.getLogger(__name__)


class BodyLimit:
    """Middleware that refuses a request larger than `settings.REQUEST_MAX_SIZE` bytes before anything reads it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request, or 413."""
        if read_number(request.META.get("CONTENT_LENGTH") or "0", settings.REQUEST_MAX_SIZE) is None:
            return too_large(request)
        return self.get_response(request)


class SharedFileCache(FileBasedCache):
    """Django's file cache, exact also when several workers count at once: its own add and incr read, then write.

    What cannot be read, since the file or the disk is damaged, is as if it were not there.
    """

    def __init__(self, dir: str, params: dict[str, Any]) -> None:
        super().__init__(dir, params)
        self._folder = Path(dir)
        inner: Any = self
        self._look_after = max(1, inner._max_entries // 50)
        """How many are stored until the files are counted again: to list thousands takes longer than all else."""
        self._stored = 0

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        """The value under the key."""
        with suppress(Exception):  # a damaged file makes pickle and zlib raise almost anything
            return super().get(key, default, version)
        return default

    def has_key(self, key: str, version: int | None = None) -> bool:
        """Whether there is a value under the key."""
        return self.get(key, self, version) is not self

    def add(self, key: str, value: object, timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """Store the value unless the key has one; whether it was stored."""
        with self._locked():
            return bool(super().add(key, value, timeout, version))

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        """Add to the number under the key and return the sum; ValueError without such a key."""
        with self._locked():
            return int(super().incr(key, delta, version))

    def _cull(self) -> None:
        """When the cache is full, remove what has expired before Django removes by chance, counts included."""
        self._stored += 1
        if self._stored % self._look_after:
            return
        inner: Any = self
        files = inner._list_cache_files()
        if len(files) >= inner._max_entries:
            for file in files:
                try:
                    with Path(file).open("rb") as content:
                        inner._is_expired(content)
                except FileNotFoundError:
                    continue
                except Exception:
                    Path(file).unlink(missing_ok=True)
            inner = super()
            inner._cull()

    @contextmanager
    def _locked(self) -> Iterator[None]:
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with (self._folder / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield


def client(request: HttpRequest) -> str:
    """The visitor's network address; an IPv6 visitor counts by /64, since one household owns all of that."""
    address = request.META.get("REMOTE_ADDR", "")
    if settings.PROXIES:
        forwarded = request.headers.get("X-Forwarded-For", "").split(",")
        address = forwarded[-min(settings.PROXIES, len(forwarded))].strip() or address
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return "unknown"
    return str(ipaddress.ip_network((parsed, 64), strict=False)) if parsed.version == 6 else str(parsed)


def visitor(request: HttpRequest) -> str:
    """The user, or the browser by its claim; the network address of a browser that has none yet."""
    author = author_of(request)
    return f"user-{author.user.pk}" if author.user else author.claim_hash or client(request)


def limit(what: str) -> Callable[[View[P]], View[P]]:
    """Decorate a view: it answers as often as ``A_MINUTE`` says under the name ``what``, then 429.

    Views with the same name share one count. The minute is the clock's, so a visitor waits less than one.
    Every answer's `RateLimit-` headers say how many there are a minute, how many remain, and the seconds until it ends.
    Where nothing can be counted, since the disk is full, reading goes on without a limit and all else is answered 503.
    Raises ``KeyError`` for a name that is not there.
    """
    rate = A_MINUTE[what]

    def around(view: View[P]) -> View[P]:
        @wraps(view)
        def limited(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            now = time.time()
            wait, tightest = MINUTE - int(now % MINUTE), (rate.address, rate.address)
            counted = [(client(request), rate.address)]
            if rate.visitor is not None:
                counted.append((visitor(request), rate.visitor))
            for whose, most in counted:
                try:
                    count = add_to_count(f"limit:{what}:{whose}:{int(now // MINUTE)}", 1, 2 * MINUTE)
                except OSError as error:
                    logger.error("Nothing can be counted: %s", error)
                    if request.method not in ("GET", "HEAD"):
                        return error_page(request, 503)
                    break
                if count > most:
                    REFUSALS.labels(what).inc()
                    response = _too_often(request, most, wait)
                    return _with_limit(response, 0, most, wait)
                tightest = min(tightest, (most - count, most))
            return _with_limit(view(request, *args, **kwargs), *tightest, wait)

        return limited

    return around


def add_to_count(key: str, number: int, seconds: int) -> int:
    """The sum under the key with the number added; it is forgotten so many seconds after the first number.

    Raises ``OSError`` where nothing can be stored.
    """
    while not cache.add(key, number, seconds):
        # Between the two calls it may run out, or Redis go away or come back: then it begins anew.
        with suppress(ValueError):
            return cache.incr(key, number)
    return number


def _with_limit(response: HttpResponse, remaining: int, most: int, wait: int) -> HttpResponse:
    for name, number in (("Limit", most), ("Remaining", remaining), ("Reset", wait)):
        response.headers[f"RateLimit-{name}"] = str(number)
    return response


def _too_often(request: HttpRequest, most: int, wait: int) -> HttpResponse:
    words = f"You can do this {most} times a minute. Please try again in {wait} seconds."
    response = error_page(request, 429, words)
    response.headers["Retry-After"] = str(wait)
    return response
