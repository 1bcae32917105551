"""What is written to the log: each request has an id in it, and nothing that opens what is private."""

from __future__ import annotations

import logging
import re
import time
import uuid
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final
from urllib.parse import quote

import orjson
from django.http import HttpRequest, HttpResponse

HEADER: Final = "X-Request-ID"
GIVEN_ID: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")
"""An id that a proxy gives a request; any other is replaced."""
HIDDEN: Final = "[hidden]"
SHORTEST: Final = 8
"""What a request says is hidden from so many characters on; shorter words are no secrets, and stand in any text."""
MAIL_ADDRESS: Final = re.compile(r"[^\s<>()\[\]'\"=:,;/]+@[\w.-]*\w")
RANDOM: Final = re.compile(r"(?<![\w-])(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=[\w-]*[\d_-])[\w-]{16,}")
"""What looks like the random words of which links and tokens are made."""

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Current:
    id: str
    request: HttpRequest


_CURRENT: ContextVar[_Current | None] = ContextVar("request", default=None)


def request_id() -> str:
    """The id of the request that is being answered; empty outside of one."""
    current = _CURRENT.get()
    return current.id if current else ""


def view_name(request: HttpRequest) -> str:
    """The name of the view that answers the request; ``none`` where no view does."""
    match = request.resolver_match
    return match.view_name or match.route if match else "none"


class RequestLog:
    """Middleware that gives each request an id, and writes a line about it: its view, never its address."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request, with its id in a header."""
        given = request.headers.get(HEADER, "")
        id_ = given if GIVEN_ID.fullmatch(given) else uuid.uuid4().hex
        token = _CURRENT.set(_Current(id_, request))
        begun = time.monotonic()
        try:
            response = self.get_response(request)
            response.headers[HEADER] = id_
            milliseconds = round((time.monotonic() - begun) * 1000)
            told = {"method": request.method, "view": view_name(request), "status": response.status_code}
            fields = {**told, "milliseconds": milliseconds}
            logger.info("%(method)s %(view)s %(status)s", fields, extra={"fields": fields})
            return response
        finally:
            _CURRENT.reset(token)


def _said(request: HttpRequest) -> Iterator[str]:
    """What the request says that may be secret: its address and words in it, forms, cookies, tokens."""
    yield request.path
    yield request.get_full_path()
    match = request.resolver_match
    if match:
        yield from (each for each in (*match.args, *match.kwargs.values()) if isinstance(each, str))
    forms = (request.GET, request._post) if hasattr(request, "_post") else (request.GET,)
    for form in forms:
        for _, texts in form.lists():
            yield from texts
    yield from request.COOKIES.values()
    yield request.headers.get("Authorization", "").rpartition(" ")[2]


def hide(text: str) -> str:
    """The text without mail addresses, random words, and what the request that is being answered says."""
    current = _CURRENT.get()
    if current:
        said = {each for each in _said(current.request) if len(each) >= SHORTEST}
        for each in sorted(said | {quote(each) for each in said} | {repr(each)[1:-1] for each in said}, key=len)[::-1]:
            text = text.replace(each, HIDDEN)
    return RANDOM.sub(HIDDEN, MAIL_ADDRESS.sub(HIDDEN, text))


class TextFormatter(logging.Formatter):
    """Lines for people, with nothing private in them."""

    def format(self, record: logging.LogRecord) -> str:
        """The lines of a record."""
        id_ = request_id()
        return hide(super().format(record)) + (f" [request {id_}]" if id_ else "")


class JsonFormatter(logging.Formatter):
    """One line of JSON for each record, with nothing private in it."""

    def format(self, record: logging.LogRecord) -> str:
        """The line of a record."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname,
            "logger": record.name,
            "message": hide(record.getMessage()),
            "process": record.process,
        }
        if id_ := request_id():
            line["request_id"] = id_
        if record.exc_info:
            line["exception"] = hide(self.formatException(record.exc_info))
        if record.stack_info:
            line["stack"] = hide(record.stack_info)
        line |= getattr(record, "fields", {})
        return orjson.dumps(line, default=str).decode()
