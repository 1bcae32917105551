"""Limits on the size and rate of requests."""

import ipaddress
import logging
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import wraps
from typing import Any, Concatenate, Final, TypeVar

from django.conf import settings
from django.core.cache import caches
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseBase, parse_cookie

from armybuilder.site.claims import COOKIE, author_of
from armybuilder.site.errors import P, error_page, too_large
from armybuilder.site.metrics import REFUSALS
from armybuilder.site.pages import read_number
from armybuilder.site.parts import PartsError, all_parts
from armybuilder.site.rates import Rate

R = TypeVar("R", bound=HttpResponseBase)

MINUTE = 60


MAX_PER_MINUTE: Final = {
    # armies
    "armies": Rate(30),  # created, copied, imported
    "arrange": Rate(60),
    "army-files": Rate(240, visitor=60),
    "slow-army-files": Rate(60, visitor=15),  # up to two seconds each
    "edits": Rate(600),
    "pictures": Rate(30),
    "readings": Rate(60),  # previews of imports
    "search": Rate(120),
    "export": Rate(5),  # all data of an account
    "tokens": Rate(30),
    # the catalogue
    "collections": Rate(30),
    "own-entries": Rate(60),
    "own-tables": Rate(30),
    # sharing
    "links": Rate(30),
    "shared": Rate(120),
    # answers
    "battlefield": Rate(120),
    "calculate": Rate(300),
    "calculate-many": Rate(20),  # up to 1,000 questions each
    "lookups": Rate(240),  # searches of the whole site
    "health": Rate(120),
    "plans": Rate(20),
    "suggestions": Rate(60),
    "unit-cards": Rate(2400, visitor=120),
    # other reads by programs
    "api": Rate(600),
    # printing
    "preview": Rate(90),
    "print": Rate(20),
    "setups": Rate(30),
}
"""The rates by the names that views pass to ``limit``."""
for _part in all_parts():
    if _taken := MAX_PER_MINUTE.keys() & _part.rates.keys():
        raise PartsError(f"{_part.app}: the limits {sorted(_taken)} are those of others")
    MAX_PER_MINUTE.update(_part.rates)

logger = logging.getLogger(__name__)


class BodyLimit:
    """Middleware that refuses requests larger than `settings.REQUEST_MAX_SIZE` bytes before they are read."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request, or 413."""
        if read_number(request.META.get("CONTENT_LENGTH") or "0", settings.REQUEST_MAX_SIZE) is None:
            return too_large(request)
        return self.get_response(request)


def client(request: HttpRequest) -> str:
    """The visitor's network address."""
    return network_of(request.META)


def network_of(environ: Mapping[str, Any]) -> str:
    """The network address that a request comes from; IPv6 addresses by their /64, since one household has all of it."""
    address = environ.get("REMOTE_ADDR", "")
    if settings.PROXIES:
        forwarded = environ.get("HTTP_X_FORWARDED_FOR", "").split(",")
        address = forwarded[-min(settings.PROXIES, len(forwarded))].strip() or address
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return "unknown"
    return str(ipaddress.ip_network((parsed, 64), strict=False)) if parsed.version == 6 else str(parsed)


def browser_of(environ: Mapping[str, Any]) -> str:
    """What tells a sender from others at the same network address before the site looks at anything; may be empty.

    It is a program's token, the session of an account, or what the site gave a browser for its forms. None of them is
    checked: who invents them only shares what the address has.
    """
    cookies = parse_cookie(environ.get("HTTP_COOKIE", ""))
    names = (settings.SESSION_COOKIE_NAME, COOKIE, settings.CSRF_COOKIE_NAME)
    given = (environ.get("HTTP_AUTHORIZATION"), *map(cookies.get, names))
    return next(filter(None, given), "")


def visitor(request: HttpRequest) -> str:
    """The user, or the browser by its claim, or all browsers without a claim at a network address."""
    author = author_of(request)
    return f"user-{author.user.pk}" if author.user else author.claim_hash or f"newcomers-{client(request)}"


def limit(
    what: str,
) -> Callable[[Callable[Concatenate[HttpRequest, P], R]], Callable[Concatenate[HttpRequest, P], R | HttpResponse]]:
    """Decorator that limits a view to the rate of this name in ``MAX_PER_MINUTE``; beyond it the view answers 429.

    Views with the same name share a count. Counts start with each minute of the clock, so nobody waits longer than one.
    The `RateLimit-` headers of each response give the limit, the remaining requests and the seconds until the next
    minute. If counts cannot be stored because the disk is full, reads are unlimited and all else is answered 503.
    Raises ``KeyError`` for an unknown name.
    """
    rate = MAX_PER_MINUTE[what]

    def around(
        view: Callable[Concatenate[HttpRequest, P], R],
    ) -> Callable[Concatenate[HttpRequest, P], R | HttpResponse]:
        @wraps(view)
        def limited(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> R | HttpResponse:
            now = time.time()
            wait, tightest = MINUTE - int(now % MINUTE), (rate.address, rate.address)
            limits = [(client(request), rate.address)]
            if rate.visitor is not None:
                limits.append((visitor(request), rate.visitor))
            for whose, maximum in limits:
                try:
                    count = add_to_count(f"limit:{what}:{whose}:{int(now // MINUTE)}")
                except (OperationalError, OSError) as error:
                    logger.error("Nothing can be counted: %s", error)
                    if request.method not in ("GET", "HEAD"):
                        return error_page(request, 503)
                    break
                if count > maximum:
                    REFUSALS.labels(what).inc()
                    return _refused(request, maximum, wait)
                tightest = min(tightest, (maximum - count, maximum))
            return _with_limit(view(request, *args, **kwargs), *tightest, wait)

        return limited

    return around


def _refused(request: HttpRequest, maximum: int, wait: int) -> HttpResponse:
    words = f"You can do this {maximum} times a minute. Please try again in {wait} seconds."
    response = error_page(request, 429, words)
    response.headers["Retry-After"] = str(wait)
    return _with_limit(response, 0, maximum, wait)


def add_to_count(key: str, number: int = 1, lasts: int = 2 * MINUTE) -> int:
    """Add a number to the count under the key and return the sum; a count lasts for so many seconds.

    Raises ``OperationalError`` or ``OSError`` if nothing can be stored.
    """
    counts = caches["counts"]
    while not counts.add(key, number, lasts):
        # Between the two calls the count may expire, or Redis may go down or come back: then start again.
        with suppress(ValueError):
            return counts.incr(key, number)
    return number


def _with_limit(response: R, remaining: int, maximum: int, wait: int) -> R:
    for name, number in (("Limit", maximum), ("Remaining", remaining), ("Reset", wait)):
        response.headers[f"RateLimit-{name}"] = str(number)
    return response
