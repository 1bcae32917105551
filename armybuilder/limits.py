"""How much, and how often, one visitor may ask of the site."""

import fcntl
import ipaddress
import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import wraps
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.filebased import FileBasedCache
from django.http import HttpRequest, HttpResponse

from armybuilder.pages import P, View, error_page, read_number, too_large

MINUTE = 60

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


def limit(what: str, per_minute: int) -> Callable[[View[P]], View[P]]:
    """Decorate a view: one visitor gets `per_minute` answers of this kind a minute, then 429.

    Views with the same `what` share one count. The minute is the clock's, so a visitor waits less than one.
    Where nothing can be counted, since the disk is full, reading goes on without a limit and all else is answered 503.
    """

    def around(view: View[P]) -> View[P]:
        @wraps(view)
        def limited(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            now = time.time()
            key = f"limit:{what}:{client(request)}:{int(now // MINUTE)}"
            # Kept for two minutes, so that it cannot expire between the two calls.
            try:
                count = 1 if cache.add(key, 1, 2 * MINUTE) else cache.incr(key)
            except OSError as error:
                logger.error("Nothing can be counted: %s", error)
                if request.method not in ("GET", "HEAD"):
                    return error_page(request, 503)
                count = 0
            if count <= per_minute:
                return view(request, *args, **kwargs)
            wait = MINUTE - int(now % MINUTE)
            response = error_page(
                request, 429, f"You can do this {per_minute} times a minute. Please try again in {wait} seconds."
            )
            response.headers["Retry-After"] = str(wait)
            return response

        return limited

    return around
